// what: streams: ranges, collectors, grouping, flat maps, short circuits
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class StreamCollectors {
    record Person(String name, int age, String city) {}
    public static void main(String[] args) {
        List<Person> all = List.of(new Person("Ann", 31, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 31, "Oslo"), new Person("Dee", 19, "Rome"));
        System.out.println("" + all.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("/")))));
        System.out.println(all.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.counting())));
        System.out.println(all.stream().sorted(Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name)).map(Person::name).toList());
        System.out.println(all.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(all.stream().collect(Collectors.averagingInt(Person::age)) + " " + all.stream().collect(Collectors.summingLong(Person::age)));
        System.out.println("" + all.stream().collect(Collectors.toMap(Person::name, Person::age, (a, b) -> a, LinkedHashMap::new)));
        System.out.println(IntStream.rangeClosed(1, 5).boxed().collect(Collectors.reducing(1, (a, b) -> a * b)) + " " + IntStream.iterate(1, i -> i * 3).limit(6).sum());
        System.out.println(Stream.of("a,b", "c").flatMap(s -> Arrays.stream(s.split(","))).collect(Collectors.toList()));
        System.out.println(Stream.iterate(1, i -> i < 50, i -> i * 2).skip(1).filter(i -> i != 8).map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        System.out.println(IntStream.range(0, 20).filter(i -> i % 3 == 0).mapToObj(Integer::toString).reduce("", String::concat));
        System.out.println(Stream.of(5, 3, 9).max(Integer::compare).get() + " " + Stream.of(1, 2, 3).anyMatch(i -> i > 2) + Stream.of(1, 2).allMatch(i -> i > 1) + Stream.empty().noneMatch(x -> true));
        System.out.println(Stream.of(1, 2, 2, 3, 1).distinct().peek(i -> System.out.print(i + ";")).count());
        System.out.println(DoubleStream.of(1.5, 2.5).average().getAsDouble() + " " + LongStream.range(0, 5).max().getAsLong() + IntStream.empty().average());
        System.out.println(Stream.of("b", "a", "c").sorted().findFirst().get() + Stream.of(4, 5, 1, 7).takeWhile(i -> i > 3).toList() + Stream.of(4, 5, 1, 7).dropWhile(i -> i > 3).toList());
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(Character::toUpperCase).map(String::valueOf).collect(Collectors.joining()));
        System.out.println("" + Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(i -> i), (n, s) -> n + "/" + s)));
        System.out.println(Stream.of(1, 2, 3).mapMulti((Integer i, Consumer<Object> out) -> { out.accept(i); out.accept(-i); }).toList());
        Supplier<Stream<Integer>> s = () -> Stream.of(1, 2, 3);
        System.out.println(Stream.concat(s.get(), s.get()).mapToInt(Integer::intValue).sum() + " " + Arrays.toString(s.get().toArray(Integer[]::new)));
        try {
            Stream.of("x", "x").collect(Collectors.toMap(k -> k, k -> 1));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Stream<Integer> used = s.get();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Iterator<Integer> it = s.get().iterator();
        System.out.println(it.next() + it.next() + " " + StreamSupport.stream(List.of(8, 9).spliterator(), false).toList());
        System.out.println(new Random(5).ints(4, 0, 10).boxed().toList() + " " + IntStream.of(3, 1, 2).sorted().boxed().toList());
    }
}
