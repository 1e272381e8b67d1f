// what: interfaces of functions with generics that nest: memo, currying, pipelines, lazies
import java.util.*;
import java.util.function.*;
class FunctionTools {
    static <A, R> Function<A, R> memo(Function<A, R> f) { Map<A, R> m = new HashMap<>(); return a -> m.computeIfAbsent(a, f); }
    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<A, B, C> f) { return a -> b -> f.apply(a, b); }
    @SafeVarargs static <T> UnaryOperator<T> pipe(UnaryOperator<T>... all) { return t -> { for (UnaryOperator<T> f : all) t = f.apply(t); return t; }; }
    static class Lazy<T> implements Supplier<T> { private Supplier<? extends T> s; private T t; Lazy(Supplier<? extends T> s) { this.s = s; } public T get() { if (s != null) { t = s.get(); s = null; } return t; } <R> Lazy<R> map(Function<? super T, ? extends R> f) { return new Lazy<>(() -> f.apply(get())); } }
    sealed interface Result<T> permits Ok, Err { default <R> Result<R> then(Function<T, Result<R>> f) { if (this instanceof Ok<T> o) return f.apply(o.value()); return new Err<>(((Err<T>) this).why()); } }
    record Ok<T>(T value) implements Result<T> {} record Err<T>(String why) implements Result<T> {}
    static Result<Integer> parse(String s) { try { return new Ok<>(Integer.parseInt(s)); } catch (NumberFormatException e) { return new Err<>(e.getMessage()); } }
    public static void main(String[] args) {
        int[] calls = {0};
        Function<Integer, Integer> slow = memo(x -> { calls[0]++; return x * x; });
        System.out.println(slow.apply(4) + slow.apply(4) + slow.apply(5) + " " + calls[0] + curry((Integer p, Integer q) -> Math.max(p, q)).apply(3).apply(9) + pipe(String::trim, s -> s + "!", String::toUpperCase).apply(" hi "));
        Lazy<String> l = new Lazy<>(() -> { calls[0] += 100; return "made"; });
        Lazy<Integer> n = l.map(String::length);
        System.out.println(calls[0] + " " + n.get() + n.get() + calls[0]);
        System.out.println(parse("12").then(x -> x > 10 ? new Ok<>(x / 2.0) : new Err<>("small")) + " " + parse("x").then(x -> new Ok<>("never")) + parse("3").then(x -> x > 10 ? new Ok<>(x) : new Err<>("small")));
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() { public Integer apply(Integer a, Integer b) { return b == 0 ? a : apply(b, a % b); } };
        System.out.println(gcd.andThen(x -> "g" + x).apply(48, 36) + IntStreamless.sum(5));
    }
    static class IntStreamless { static final IntUnaryOperator F = n -> n <= 0 ? 0 : n + IntStreamless.F.applyAsInt(n - 1); static int sum(int n) { return F.applyAsInt(n); } }
}
