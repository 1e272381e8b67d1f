// what: generics: bounds, wildcards, bridges, erasure, generic methods and arrays
import java.util.*;
import java.util.function.*;
class GenericTypes {
    static abstract class Animal implements Comparable<Animal> {
        abstract int weight();
        public int compareTo(Animal o) { return Integer.compare(weight(), o.weight()); }
    }
    static class Dog extends Animal { int weight() { return 30; } public String toString() { return "Dog"; } }
    static class Cat extends Animal { int weight() { return 5; } public String toString() { return "Cat"; } }
    static class Box<T extends Comparable<? super T>> {
        private T best;
        Box<T> offer(T t) { if (best == null || t.compareTo(best) > 0) best = t; return this; }
        T get() { return best; }
        <R extends Comparable<? super R>> Box<R> map(Function<? super T, ? extends R> f) { Box<R> b = new Box<>(); b.offer(f.apply(best)); return b; }
    }
    static class Pair<A, B> {
        final A a; final B b;
        Pair(A a, B b) { this.a = a; this.b = b; }
        Pair<B, A> swap() { return new Pair<>(b, a); }
        @Override public String toString() { return a + "&" + b; }
    }
    static abstract class Handler<T> { abstract String handle(T t); }
    static class IntHandler extends Handler<Integer> { String handle(Integer i) { return "int " + (i + 1); } }
    static double total(Collection<? extends Number> all) { double d = 0; for (Number n : all) d += n.doubleValue(); return d; }
    static void fill(List<? super Integer> list) { for (int i = 0; i < 3; i++) list.add(i); }
    @SafeVarargs static <T> List<T> listOf(T... all) { return new ArrayList<>(Arrays.asList(all)); }
    static <T extends Comparable<T>> T max(List<? extends T> list) { T m = list.get(0); for (T t : list) if (t.compareTo(m) > 0) m = t; return m; }
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        System.out.println(new Box<Animal>().offer(new Dog()).offer(new Cat()).get() + " " + new Box<String>().offer("a").offer("b").map(String::length).get());
        System.out.println(new Pair<>(1, "x").swap() + " " + total(List.of(1, 2.5, 3L)) + " " + max(listOf(3, 9, 4)));
        List<Number> numbers = new ArrayList<>();
        fill(numbers);
        numbers.add(1.5);
        System.out.println(numbers + " " + new IntHandler().handle(4));
        Handler raw = new IntHandler();
        try {
            raw.handle("text");
        } catch (ClassCastException e) {
            System.out.println("bridge refuses");
        }
        List raws = new ArrayList<String>();
        raws.add(7);
        List<String> strings = raws;
        try {
            String s = strings.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("pollution");
        }
        System.out.println(listOf("a", 1, 2.0).getClass() == new ArrayList<Integer>().getClass());
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> x * 2).apply(3, 4) + " " + UnaryOperator.<String>identity().apply("id"));
    }
}
