// what: clone of arrays and of objects, shallow and deep
import java.util.*;
class Cloning {
    static class Point implements Cloneable {
        int x; int[] data = {1, 2}; Point next;
        Point(int x) { this.x = x; }
        @Override public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
    static class Deep extends Point {
        String name = "deep";
        Deep(int x) { super(x); }
        @Override public Deep clone() { Deep d = (Deep) super.clone(); d.data = data.clone(); return d; }
    }
    static class Not { Object copy() throws CloneNotSupportedException { return clone(); } }
    public static void main(String[] args) throws Exception {
        Point p = new Point(3), q = p.clone();
        q.x = 4;
        q.data[0] = 9;
        System.out.println(p.x + " " + p.data[0] + " " + (p.getClass() == q.getClass()) + (p.hashCode() == q.hashCode() ? "same" : "other"));
        Deep d = new Deep(1), e = d.clone();
        e.data[0] = 77;
        System.out.println(d.data[0] + e.name);
        try {
            new Not().copy();
        } catch (CloneNotSupportedException x) {
            System.out.println(x.getMessage());
        }
        Object[] array = {p, "s"};
        Object[] other = array.clone();
        other[0] = null;
        System.out.println((array[0] == p) + " " + other.length + other.getClass().getSimpleName());
        System.out.println(new ArrayList<>(List.of(1)).clone() + " " + new HashMap<>(Map.of(1, 2)).clone() + new TreeSet<>(Set.of(1)).clone() + new ArrayDeque<>(List.of(4)).clone() + new BitSet().clone());
    }
}
