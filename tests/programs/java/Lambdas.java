// what: lambdas and method references of all kinds, with captures and boxing
import java.util.function.*;
class Lambdas {
    interface Three { long apply(int a, long b, String c); }

    int field = 3;

    static int twice(int x) { return 2 * x; }

    int add(int x) { return x + field; }

    Supplier<String> supplier(String s) { return () -> s + field; }

    public static void main(String[] args) {
        IntUnaryOperator f = x -> x + 1;
        IntUnaryOperator g = Lambdas::twice;
        System.out.println(f.andThen(g).applyAsInt(4) + " " + f.compose(g).applyAsInt(4));
        Function<Integer, Integer> boxed = Lambdas::twice;
        Lambdas object = new Lambdas();
        Function<Integer, Integer> bound = object::add;
        BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::add;
        object.field = 10;
        System.out.println(boxed.apply(21) + " " + bound.apply(1) + " " + unbound.apply(object, 2));
        Supplier<Lambdas> make = Lambdas::new;
        IntFunction<int[]> array = int[]::new;
        System.out.println(make.get().field + " " + array.apply(5).length);
        long base = 100;
        char letter = 'q';
        Three three = (a, b, c) -> a + b + c.length() + base + letter;
        System.out.println(three.apply(1, 2, "xyz"));
        System.out.println(object.supplier("v").get());
        Runnable run = () -> System.out.println("ran " + args.length);
        run.run();
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().or(s -> s == null).test(""));
        ToIntFunction<String> length = String::length;
        System.out.println(length.applyAsInt("four"));
        Function<Object, String> text = Object::toString;
        System.out.println(text.apply(12));
        Consumer<Object> print = System.out::println;
        print.accept("printed");
        BinaryOperator<Integer> sum = Integer::sum;
        System.out.println(sum.apply(3, 4));
    }
}
