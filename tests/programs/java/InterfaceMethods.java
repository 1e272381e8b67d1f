// what: interfaces with default, static and private methods; which default wins
class InterfaceMethods {
    interface Named {
        String name();
        default String greet() { return "hello " + decorate(name()); }
        private String decorate(String s) { return "<" + s + ">"; }
        static Named of(String s) { return () -> s; }
    }
    interface Loud extends Named {
        @Override default String greet() { return Named.super.greet().toUpperCase(); }
    }
    interface Polite { default String greet() { return "good day"; } }
    static class Both implements Loud, Polite {
        public String name() { return "both"; }
        public String greet() { return Polite.super.greet() + "/" + Loud.super.greet(); }
    }
    static class Base { public String greet() { return "base"; } }
    static class Wins extends Base implements Polite {}
    interface A { int N = count("A"); default void a() {} }
    interface B extends A { int M = count("B"); }
    static class C implements B {}
    static int counted;
    static int count(String s) { System.out.println("init " + s); return ++counted; }
    interface Shape { double area(); default int compare(Shape o) { return Double.compare(area(), o.area()); } }
    public static void main(String[] args) {
        System.out.println(Named.of("x").greet());
        Loud loud = () -> "loud";
        System.out.println(loud.greet() + " " + new Both().greet() + " " + new Wins().greet());
        new C();
        System.out.println(counted + " " + C.M + " " + counted);
        Shape s = () -> 2, t = () -> 3;
        System.out.println(s.compare(t) + " " + (s instanceof Shape) + " " + (loud instanceof Named));
        Object o = new Wins();
        System.out.println(((Polite) o).greet() + ((Base) o).greet());
    }
}
