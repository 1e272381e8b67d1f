// what: bank accounts: checked exceptions, transactions that roll back, invariants
import java.util.*;
class Accounts {
    static class Refused extends Exception { final long missing; Refused(String m, long missing) { super(m + " (" + missing + " missing)"); this.missing = missing; } }
    static class Account { private long cents; private final List<String> log = new ArrayList<>(); final String id; Account(String id, long c) { if (c < 0) throw new IllegalArgumentException("negative: " + c); this.id = Objects.requireNonNull(id, "id"); cents = c; } void withdraw(long c) throws Refused { if (c <= 0) throw new IllegalArgumentException("amount " + c); if (c > cents) throw new Refused(id, c - cents); cents -= c; log.add("-" + c); } void deposit(long c) { cents = Math.addExact(cents, c); log.add("+" + c); } }
    static boolean transfer(Account from, Account to, long c) { long before = from.cents; try { from.withdraw(c); to.deposit(c); return true; } catch (Refused e) { System.out.println(e.getMessage()); return false; } catch (ArithmeticException e) { from.cents = before; System.out.println("rolled back: " + e.getMessage()); return false; } }
    public static void main(String[] args) {
        Account a = new Account("a", 1000), b = new Account("b", Long.MAX_VALUE - 100);
        System.out.println(transfer(a, b, 50) + " " + transfer(a, b, 2000) + " " + transfer(a, b, 500) + " " + a.cents + a.log + b.log);
        for (Runnable r : new Runnable[] {() -> new Account("c", -1), () -> new Account(null, 1), () -> transfer(a, b, 0)}) try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
    }
}
