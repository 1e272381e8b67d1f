// what: the order in which fields, initialisers and constructors run, and what virtual calls see then
class InstanceInit {
    static class Base {
        int a = log("Base.a", 1);
        { log("Base init", a); }
        Base() { this(5); log("Base()", a); }
        Base(int n) { log("Base(int)", n); hook(); }
        void hook() { log("Base.hook", a); }
    }

    static class Derived extends Base {
        int b = log("Derived.b", 7);
        final int c = 9;
        final Integer d = 11;
        Derived() { super(); log("Derived()", b); }
        Derived(String s) { super(s.length()); log("Derived(String)", b); }
        @Override void hook() { log("Derived.hook", b + c); System.out.println(d); }
    }

    static int log(String what, int n) {
        System.out.println(what + " " + n);
        return n;
    }

    public static void main(String[] args) {
        new Derived();
        new Derived("four");
    }
}
