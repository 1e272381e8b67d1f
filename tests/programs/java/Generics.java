// what: generics with bridges, bounds and wildcards; recursion through interfaces; iterators
import java.util.*;
import java.util.function.*;
class Generics {
    interface Visitor<R> { R number(int n); R sum(Node a, Node b); }
    interface Node { <R> R accept(Visitor<R> v); }

    static Node number(int n) { return new Node() { public <R> R accept(Visitor<R> v) { return v.number(n); } }; }
    static Node sum(Node a, Node b) { return new Node() { public <R> R accept(Visitor<R> v) { return v.sum(a, b); } }; }

    static class Evaluate implements Visitor<Integer> {
        public Integer number(int n) { return n; }
        public Integer sum(Node a, Node b) { return a.accept(this) + b.accept(this); }
    }

    static class Show implements Visitor<String> {
        public String number(int n) { return "" + n; }
        public String sum(Node a, Node b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; }
    }

    static abstract class Comparing<T> implements Comparable<Comparing<T>> {
        abstract int key();
        public int compareTo(Comparing<T> other) { return Integer.compare(key(), other.key()); }
    }

    static class Word extends Comparing<String> {
        final String w;
        Word(String w) { this.w = w; }
        int key() { return w.length(); }
        public String toString() { return w; }
    }

    static <T extends Comparable<? super T>> T largest(Collection<? extends T> items) {
        Iterator<? extends T> it = items.iterator();
        T best = it.next();
        while (it.hasNext()) { T x = it.next(); if (x.compareTo(best) > 0) best = x; }
        return best;
    }

    static Iterable<Integer> countdown(int from) {
        return () -> new Iterator<>() {
            int n = from;
            public boolean hasNext() { return n > 0; }
            public Integer next() { return n--; }
        };
    }

    static <A, B, C> Function<A, C> chain(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    public static void main(String[] args) {
        Node tree = sum(number(1), sum(number(2), number(3)));
        System.out.println(tree.accept(new Show()) + "=" + tree.accept(new Evaluate()));
        System.out.println(largest(List.of(new Word("aa"), new Word("cccc"), new Word("b"))));
        for (int n : countdown(3)) System.out.print(n + " ");
        System.out.println(chain((String s) -> s.length(), n -> n * n).apply("four"));
        Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
        System.out.println(add.apply(3).apply(4));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        System.out.println(nested.get().get());
    }
}
