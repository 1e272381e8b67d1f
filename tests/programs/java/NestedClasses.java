// what: nested, inner, local and anonymous classes, what they capture and shadow
import java.util.function.*;
class NestedClasses {
    private int n = 1;
    static int made;
    class Inner {
        int n = 2;
        class Deep {
            int n = 3;
            String all() { return NestedClasses.this.n + "," + Inner.this.n + "," + this.n; }
        }
        void bump() { NestedClasses.this.n++; made++; }
    }
    static class Stat { private final int secret; Stat(int s) { secret = s; } }
    Supplier<String> local(int a) {
        int b = a * 2;
        class Local {
            final int c;
            Local(int c) { this.c = c; }
            String show() { return n + ":" + a + ":" + b + ":" + c; }
        }
        return () -> new Local(b + 1).show();
    }
    abstract static class Greeter {
        Greeter() { init(); }
        void init() { System.out.println("plain init"); }
        abstract String greet();
    }
    public static void main(String[] args) {
        NestedClasses outer = new NestedClasses();
        Inner inner = outer.new Inner();
        inner.bump();
        System.out.println(inner.new Deep().all() + " " + made + " " + new Stat(9).secret);
        System.out.println(outer.local(5).get());
        String word = "hi";
        Greeter g = new Greeter() {
            int calls = 10;
            void init() { System.out.println("early " + calls + word); }
            String greet() { return word + ++calls; }
        };
        System.out.println(g.greet() + g.greet() + " " + g.getClass().getName() + " " + g.getClass().getSimpleName().isEmpty());
        Runnable[] all = new Runnable[3];
        for (int i = 0; i < 3; i++) {
            int k = i;
            all[i] = new Runnable() { int seen = k; public void run() { System.out.print(seen++ + k + ";"); } };
        }
        for (Runnable r : all) { r.run(); r.run(); }
        System.out.println();
        IntFunction<IntUnaryOperator> adder = x -> y -> x + y;
        System.out.println(adder.apply(3).applyAsInt(4) + " " + Inner.Deep.class.getName());
    }
}
