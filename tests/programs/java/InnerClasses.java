// what: inner, local and generic classes, varargs, initialisers, iterators of our own
import java.util.*;
class InnerClasses {
    int value = 5;
    { value *= 2; }

    class Inner {
        int get() { return value++; }
        class Deeper { int both() { return get() + value; } }
    }

    static class Node<T extends Comparable<T>> implements Iterable<T> {
        T item;
        Node<T> left, right;

        Node(T item) { this.item = item; }

        void add(T other) {
            if (other.compareTo(item) < 0) {
                if (left == null) left = new Node<>(other); else left.add(other);
            } else if (right == null) right = new Node<>(other); else right.add(other);
        }

        public Iterator<T> iterator() {
            List<T> all = new ArrayList<>();
            walk(all);
            return all.iterator();
        }

        private void walk(List<T> into) {
            if (left != null) left.walk(into);
            into.add(item);
            if (right != null) right.walk(into);
        }
    }

    static int sum(int... xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    @SafeVarargs
    static <T> int count(T... ts) { return ts.length; }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        System.out.println(inner.get() + " " + inner.new Deeper().both() + " " + outer.value);
        Node<String> tree = new Node<>("m");
        for (String s : "q w e r t y".split(" ")) tree.add(s);
        for (String s : tree) System.out.print(s);
        System.out.println(sum() + sum(1) + sum(1, 2, 3) + count("a", 2));
        class Local { int twice() { return outer.value * 2; } }
        System.out.println(new Local().twice());
    }
}
