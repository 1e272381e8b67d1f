// what: functional interfaces: composition, currying, all kinds of method references
import java.util.*;
import java.util.function.*;
class FunctionalInterfaces {
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); default <S> Tri<A, B, C, S> then(Function<R, S> f) { return (a, b, c) -> f.apply(apply(a, b, c)); } }
    final int base;
    FunctionalInterfaces(int base) { this.base = base; }
    int plus(int n) { return base + n; }
    static int twice(int n) { return n * 2; }
    static <T> Predicate<T> not(Predicate<T> p) { return p.negate(); }
    static long fib(int n, Map<Integer, Long> memo) {
        if (n < 2) return n;
        Long known = memo.get(n);
        if (known != null) return known;
        long v = fib(n - 1, memo) + fib(n - 2, memo);
        memo.put(n, v);
        return v;
    }
    public static void main(String[] args) {
        IntUnaryOperator f = FunctionalInterfaces::twice, g = new FunctionalInterfaces(10)::plus;
        System.out.println(f.andThen(g).applyAsInt(5) + " " + f.compose(g).applyAsInt(5));
        Function<Integer, FunctionalInterfaces> make = FunctionalInterfaces::new;
        ToIntBiFunction<FunctionalInterfaces, Integer> call = FunctionalInterfaces::plus;
        IntFunction<int[]> array = int[]::new;
        System.out.println(call.applyAsInt(make.apply(3), 4) + " " + array.apply(6).length);
        Tri<Integer, Long, Double, String> tri = (a, b, c) -> a + b + c + "";
        System.out.println(tri.then(String::length).apply(1, 2L, 3.5));
        Predicate<String> empty = String::isEmpty, s = x -> x.startsWith("a");
        System.out.println(empty.or(s).test("abc") + " " + not(s).and(empty.negate()).test("b") + Predicate.isEqual("q").test("q") + Predicate.not(empty).test(""));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        BinaryOperator<Integer> least = BinaryOperator.minBy(Comparator.naturalOrder());
        System.out.println(nested.get().get() + least.apply(4, 2) + " " + fib(80, new HashMap<>()));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * b + c;
        System.out.println(curried.apply(3).apply(4).apply(5) + " " + Function.<String>identity().apply("same"));
        int[] counter = {0};
        Runnable r = () -> counter[0]++;
        for (int i = 0; i < 5; i++) r.run();
        Consumer<List<Integer>> add = l -> l.add(1);
        List<Integer> list = new ArrayList<>();
        add.andThen(l -> l.add(2)).accept(list);
        BiConsumer<String, Integer> print = (k, v) -> System.out.print(k + v + " ");
        print.accept("k", counter[0]);
        ToDoubleFunction<Integer> half = i -> i / 2.0;
        LongBinaryOperator mul = (a, b) -> a * b;
        ObjIntConsumer<String> oic = (t, i) -> System.out.print(t.repeat(i) + " ");
        oic.accept("x", 3);
        BooleanSupplier yes = () -> true;
        System.out.println(list + " " + half.applyAsDouble(5) + mul.applyAsLong(1L << 20, 1L << 20) + yes.getAsBoolean() + " " + Optional.of("v").map(String::toUpperCase).get());
        Callback cb = Callback.chain(x -> x + 1, x -> x * 10);
        System.out.println(cb.on(4));
        Object o = (Runnable & java.io.Serializable) () -> System.out.println("both");
        ((Runnable) o).run();
    }
    interface Callback { int on(int x); static Callback chain(Callback... all) { return x -> { for (Callback c : all) x = c.on(x); return x; }; } }
}
