// what: the order in which classes, fields and instances are initialised
class InitialisationOrder {
    static String say(String s) { System.out.println(s); return s; }
    static class A {
        static String a = say("A static");
        String x = say("A field");
        { say("A block"); }
        A() { say("A()"); hook(); }
        void hook() { say("A hook"); }
        static { say("A static block"); }
    }
    static class B extends A {
        static final int CONSTANT = 5;
        static final Integer BOXED = Integer.valueOf(say("B static").length());
        String y = say("B field");
        B() { super(); say("B()"); }
        B(int n) { this(); say("B(int)"); }
        @Override void hook() { say("B hook " + y); }
    }
    static class Lazy { static { say("Lazy"); } static int n = 3; static void touch() {} static final String CONST = "const"; }
    static class Cycle1 { static int v = Cycle2.v + 1; }
    static class Cycle2 { static int v = Cycle1.v + 10; }
    static class Bad { static int n; static { if (n == 0) throw new IllegalStateException("bad"); } }
    interface I { int N = say("I").length(); }
    static class J implements I {}
    enum E { X, Y; static { say("E static"); } E() { say("E()"); } }
    public static void main(String[] args) {
        say("main " + B.CONSTANT + Lazy.CONST);
        new B(1);
        new B();
        Lazy[] none = new Lazy[2];
        say("array " + (none[0] instanceof Lazy));
        Lazy.touch();
        say(Cycle2.v + " " + Cycle1.v);
        new J();
        say("J " + J.N);
        say(E.Y + "");
        for (int i = 0; i < 2; i++) {
            try {
                say("" + Bad.n);
            } catch (ExceptionInInitializerError e) {
                say("failed " + e.getCause() + " " + e.getMessage());
            } catch (NoClassDefFoundError e) {
                say("gone " + e.getMessage());
            }
        }
        Object o = E.class;
        say(o.toString());
    }
}
