// what: iterators and iterables of one's own, also in for loops and as streams
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class Iterators {
    static class Range implements Iterable<Integer> {
        final int from, to;
        Range(int from, int to) { this.from = from; this.to = to; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;
                public boolean hasNext() { return at < to; }
                public Integer next() {
                    if (!hasNext()) throw new NoSuchElementException("at " + at);
                    return at++;
                }
            };
        }
    }
    static class Tree<T extends Comparable<T>> implements Iterable<T> {
        private class Node { T value; Node left, right; Node(T v) { value = v; } }
        private Node root;
        private int size;
        boolean add(T v) {
            if (root == null) { root = new Node(v); size++; return true; }
            for (Node n = root;;) {
                int c = v.compareTo(n.value);
                if (c == 0) return false;
                Node next = c < 0 ? n.left : n.right;
                if (next == null) {
                    if (c < 0) n.left = new Node(v); else n.right = new Node(v);
                    size++;
                    return true;
                }
                n = next;
            }
        }
        public Iterator<T> iterator() {
            Deque<Node> path = new ArrayDeque<>();
            for (Node n = root; n != null; n = n.left) path.push(n);
            return new Iterator<T>() {
                public boolean hasNext() { return !path.isEmpty(); }
                public T next() {
                    Node n = path.pop();
                    for (Node m = n.right; m != null; m = m.left) path.push(m);
                    return n.value;
                }
            };
        }
    }
    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(3, 9)) sum += i;
        System.out.println(sum + " " + StreamSupport.stream(new Range(0, 5).spliterator(), false).map(i -> i * i).toList());
        Iterator<Integer> it = new Range(0, 1).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("unsupported " + e.getMessage());
        }
        Tree<String> tree = new Tree<>();
        for (String w : "the quick brown fox jumps over the lazy dog".split(" ")) tree.add(w);
        StringBuilder b = new StringBuilder();
        for (String w : tree) b.append(w).append(' ');
        System.out.println(b + "" + tree.size);
        new Range(1, 4).forEach(i -> System.out.print(i + ","));
        new Range(1, 4).iterator().forEachRemaining((Consumer<Integer>) i -> System.out.print(-i + ","));
        PrimitiveIterator.OfInt ints = IntStream.of(4, 5).iterator();
        System.out.println(ints.nextInt() + ints.next());
    }
}
