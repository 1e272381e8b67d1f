// what: sealed types and patterns as far as 17 has them
class SealedTypes {
    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(double r) implements Shape {}
    record Square(double side) implements Shape {}
    static non-sealed class Rect implements Shape { double w = 2, h = 3; }
    static final class Wide extends Rect { { w = 10; } }
    sealed static abstract class Expr permits Num, Add, Neg {}
    static final class Num extends Expr { final int v; Num(int v) { this.v = v; } }
    static final class Add extends Expr { final Expr a, b; Add(Expr a, Expr b) { this.a = a; this.b = b; } }
    static final class Neg extends Expr { final Expr e; Neg(Expr e) { this.e = e; } }
    static double area(Shape s) {
        if (s instanceof Circle c && c.r() > 0) return 3 * c.r() * c.r();
        if (s instanceof Square q) return q.side() * q.side();
        if (!(s instanceof Rect r)) return -1;
        return r.w * r.h;
    }
    static int eval(Expr e) {
        return e instanceof Num n ? n.v : e instanceof Add a ? eval(a.a) + eval(a.b) : e instanceof Neg n ? -eval(n.e) : 0;
    }
    static String kind(Object o) {
        if (o instanceof Integer i && i > 10 || o instanceof Long) return "number";
        if (o instanceof String s && !s.isEmpty()) return s.substring(1);
        if (o instanceof int[] a && a.length > 0) return "ints " + a[0];
        return o instanceof Comparable<?> c ? "comparable" : String.valueOf(o);
    }
    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Circle(-1)) + " " + area(new Square(3)) + " " + area(new Rect()) + " " + area(new Wide()));
        System.out.println(eval(new Add(new Num(3), new Neg(new Add(new Num(4), new Num(5))))));
        for (Object o : new Object[] {11, 9, 3L, "xyz", "", new int[] {4}, new int[0].length, null, 'c'}) System.out.print(kind(o) + " ");
        System.out.println();
    }
}
