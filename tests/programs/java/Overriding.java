// what: overloads, overrides, covariant results, hiding of fields and of static methods
class Overriding {
    static class A { String n = "A"; static String s() { return "As"; } Object make() { return "A.make"; } String call() { return n + make() + f(1); } String f(int i) { return "A.int"; } String f(Object o) { return "A.obj"; } private String p() { return "A.p"; } String q() { return p(); } }
    static class B extends A { String n = "B"; static String s() { return "Bs"; } @Override String make() { return "B.make"; } @Override String f(int i) { return "B.int"; } String f(Integer i) { return "B.Integer"; } private String p() { return "B.p"; } String both() { return n + super.n + ((A) this).n + super.make(); } }
    static class C extends B { @Override String f(Object o) { return "C.obj"; } @Override String call() { return "C" + super.call(); } }
    static String g(Object o) { return "obj"; } static String g(String s) { return "str"; } static String g(char[] c) { return "chars"; } static String g(long l) { return "long"; } static String g(Integer i) { return "Integer"; } static String g(double d) { return "double"; }
    public static void main(String[] args) {
        A a = new B(), c = new C();
        B b = new C();
        System.out.println(a.n + ((B) a).n + A.s() + B.s() + a.make() + a.call() + a.q());
        System.out.println(c.f(1) + c.f("x") + b.f(Integer.valueOf(2)) + c.f(Integer.valueOf(2)) + c.call() + b.both());
        System.out.println(g(1) + g('c') + g(1f) + g("s") + g((Object) "s") + g(new char[0]) + g((short) 3) + g(Integer.valueOf(4)) + g(4L));
    }
}
