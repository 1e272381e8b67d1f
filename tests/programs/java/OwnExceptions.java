// what: exceptions of one's own: hierarchies, multi-catch, checked ones through lambdas, causes
import java.util.function.*;
class OwnExceptions {
    static class Base extends Exception {
        final int code;
        Base(String m, int code) { super(m); this.code = code; }
        @Override public String getMessage() { return super.getMessage() + "#" + code; }
    }
    static class Sub extends Base { Sub(int code) { super("sub", code); } }
    static class Quiet extends RuntimeException { Quiet() { super("quiet", null, false, false); } }
    interface Work { int run() throws Base; }
    static int guarded(Work w) {
        try {
            return w.run();
        } catch (Sub e) {
            System.out.println("sub " + e);
            return -1;
        } catch (Base e) {
            System.out.println("base " + e.getMessage());
            return -2;
        } catch (ArithmeticException | NullPointerException | ClassCastException e) {
            System.out.println("multi " + e.getClass().getName());
            return -3;
        }
    }
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable t) throws E { throw (E) t; }
    static Object o = "s";
    public static void main(String[] args) {
        System.out.println(guarded(() -> 5) + guarded(() -> { throw new Sub(3); }) + guarded(() -> { throw new Base("b", 4); }) + guarded(() -> 1 / (o.hashCode() - o.hashCode())) + guarded(() -> (Integer) o));
        try {
            OwnExceptions.<RuntimeException>sneak(new Base("sneaked", 9));
        } catch (Exception e) {
            System.out.println(e);
        }
        Quiet q = new Quiet();
        q.addSuppressed(new Error());
        System.out.println(q.getSuppressed().length + " " + q + new Throwable() + new Exception((String) null) + new Exception(new Error("c")));
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("threw null");
        }
        try {
            recurse(500);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw new AssertionError(42);
        } catch (AssertionError e) {
            System.out.println(e);
        }
    }
    static int recurse(int n) {
        if (n == 0) throw new IllegalStateException("bottom");
        try {
            return recurse(n - 1) + 1;
        } finally {
            if (n == 250) System.out.println("half");
        }
    }
}
