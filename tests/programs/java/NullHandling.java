// what: Objects, Optional chains and null in all the usual places
import java.util.*;
class NullHandling {
    record Address(String city) {} record User(String name, Address address) {}
    static String city(User u) { return Optional.ofNullable(u).map(User::address).map(Address::city).filter(c -> !c.isBlank()).map(String::trim).orElse("nowhere"); }
    static String t(Runnable r) { try { r.run(); return "ok"; } catch (NullPointerException e) { return "npe"; } catch (RuntimeException e) { return e.getClass().getSimpleName(); } }
    public static void main(String[] args) {
        System.out.println(city(null) + city(new User("a", null)) + city(new User("a", new Address(" "))) + city(new User("a", new Address(" Rome "))));
        String s = null;
        Object o = null;
        int[] a = null;
        System.out.println(s + o + (s == o) + (s instanceof String) + Objects.equals(s, o) + Objects.hashCode(s) + Objects.toString(s) + Objects.requireNonNullElse(s, "d") + String.valueOf(o) + Objects.requireNonNullElseGet(s, () -> "g"));
        System.out.println(t(() -> s.length()) + t(() -> System.out.print(a.length)) + t(() -> a[0]++) + t(() -> o.hashCode()) + t(() -> { synchronized (o) { } }) + t(() -> { throw null; }) + t(() -> List.of((Object) null)) + t(() -> new TreeMap<>().put(null, 1)) + t(() -> new HashMap<>().put(null, 1)) + t(() -> Optional.of(o)) + t(() -> "a".concat(s)) + t(() -> "a".equals(s)) + t(() -> new ArrayDeque<>().add(null)) + t(() -> Integer.parseInt(s)) + t(() -> String.join(",", (Iterable<String>) null)) + t(() -> { for (String x : (List<String>) null) { } }) + t(() -> { switch (s) { default: } }));
    }
}
