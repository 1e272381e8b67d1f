// what: records: canonical and compact constructors, equality, nesting, generic, local, statics
import java.util.*;
class RecordMethods {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point { if (x < 0) throw new IllegalArgumentException("x " + x); }
        Point(int both) { this(both, both); }
        double length() { return Math.sqrt(x * x + y * y); }
        static Point parse(String s) { String[] p = s.split(","); return new Point(Integer.parseInt(p[0]), Integer.parseInt(p[1])); }
    }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a) {}
    record Pair<A, B>(A first, B second) { <C> Pair<A, C> with(C c) { return new Pair<>(first, c); } }
    record Empty() {}
    record Named(String name) implements Comparable<Named> {
        public int compareTo(Named o) { return name.compareTo(o.name); }
        @Override public String toString() { return "N:" + name; }
        @Override public String name() { return name.toUpperCase(); }
    }
    public static void main(String[] args) {
        System.out.println(new Point(3, 4) + " " + new Point(3, 4).length() + " " + new Point(2).equals(Point.parse("2,2")) + " " + Point.ORIGIN.hashCode());
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] a = {1};
        All all = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "t", null), other = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "t", null);
        System.out.println(all + " " + all.equals(other) + " " + (all.hashCode() == other.hashCode()) + " " + all.hashCode());
        System.out.println(new All(false, (byte) 0, ' ', (short) 0, 0, 0, -0.0f, Double.NaN, null, a).equals(new All(false, (byte) 0, ' ', (short) 0, 0, 0, 0.0f, Double.NaN, null, a)));
        System.out.println(new Pair<>("k", 1).with(2.5) + " " + new Pair<>(null, null).equals(new Pair<>(null, null)) + new Empty() + new Empty().equals(new Empty()) + new Empty().hashCode());
        System.out.println(new TreeSet<>(List.of(new Named("b"), new Named("a"))) + new Named("q").name());
        record Local(int n) { int twice() { return n * 2; } }
        Map<Point, String> map = new HashMap<>();
        map.put(new Point(1, 2), "here");
        System.out.println(new Local(4).twice() + " " + map.get(new Point(1, 2)) + " " + new Point(1, 2).equals(null) + new Point(1, 2).equals("x"));
    }
}
