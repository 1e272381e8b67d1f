// what: records say what they are, compare and hash by their components
import java.util.*;
class Records {
    record Point(int x, int y) {
        Point {
            if (x < 0) throw new IllegalArgumentException("x");
        }
        double length() { return Math.sqrt(x * x + y * y); }
    }

    record Mixed(String name, double d, float f, long l, boolean b, char c, int[] a, Point p) {}

    record Empty() {}

    sealed interface Expr permits Num, Add {}
    record Num(int value) implements Expr {}
    record Add(Expr left, Expr right) implements Expr {}

    static int value(Expr e) {
        if (e instanceof Num n) return n.value();
        if (e instanceof Add a) return value(a.left()) + value(a.right());
        throw new AssertionError();
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4);
        System.out.println(p + " " + p.equals(q) + (p == q) + (p.hashCode() == q.hashCode()) + p.length());
        System.out.println(p.hashCode() + " " + p.equals(null) + p.equals("x"));
        Mixed m = new Mixed("n", -0.0, 1.5f, 1L << 40, true, 'c', null, p);
        System.out.println(m + " " + m.hashCode() + m.equals(new Mixed("n", 0.0, 1.5f, 1L << 40, true, 'c', null, q)));
        System.out.println(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
        System.out.println(value(new Add(new Num(2), new Add(new Num(3), new Num(4)))));
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
