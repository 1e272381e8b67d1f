// what: streams with lambdas and collectors
import java.util.*;
import java.util.stream.*;
class Streams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10).filter(x -> x % 2 == 1).map(x -> x * x).sum());
        System.out.println(Stream.of("b", "a", "c").sorted().collect(Collectors.toList()));
        System.out.println(Stream.of("x", "yy", "zz").collect(Collectors.joining("-", "<", ">")));
        System.out.println(List.of(1, 2, 3, 4).stream().mapToInt(Integer::intValue).max().getAsInt());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(8).reduce(0, Integer::sum));
        System.out.println(Stream.of("one", "two", "three").collect(Collectors.groupingBy(String::length)));
    }
}
