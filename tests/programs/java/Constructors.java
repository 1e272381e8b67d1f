// what: abstract classes, templates, constructors that call each other, final fields
class Constructors {
    static abstract class Base {
        final String log; int calls;
        Base() { this("none"); log("Base()"); }
        Base(String s) { log = s + hook(); log("Base(s)"); }
        abstract String hook();
        final void log(String s) { calls++; System.out.print(s + ";"); }
    }
    static class Sub extends Base {
        private String set = "set"; private final int fixed; final int k = 7;
        { log("init " + set); }
        Sub() { this(1); log("Sub()"); }
        Sub(int n) { super(); fixed = n; log("Sub(n)"); }
        Sub(String s) { super(s); fixed = -1; }
        String hook() { return "[" + set + fixed + k + "]"; }
    }
    static class Singleton { private static Singleton it; static int made; private Singleton() { made++; } static Singleton get() { return it == null ? it = new Singleton() : it; } }
    static class Builder { private final StringBuilder b = new StringBuilder(); private boolean done; Builder with(String k, Object v) { if (done) throw new IllegalStateException("done"); b.append(k).append('=').append(v).append(','); return this; } String build() { done = true; return b.toString(); } }
    public static void main(String[] args) {
        Sub s = new Sub();
        System.out.println(s.log + s.hook() + s.calls);
        System.out.println(new Sub("x").log + (Singleton.get() == Singleton.get()) + Singleton.made);
        Builder b = new Builder().with("a", 1).with("b", null);
        System.out.println(b.build());
        try {
            b.with("c", 2);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
