// what: more streams: flat maps, collectors, parallel words of numbers
import java.util.*;
import java.util.stream.*;
class MoreStreams {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", 30, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 35, "Rome"));
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age)).map(Person::name).toList());
        System.out.println(new TreeMap<>(people.stream().collect(Collectors.groupingBy(Person::city, Collectors.counting()))));
        System.out.println(people.stream().collect(Collectors.averagingInt(Person::age)) + " " + people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x * 2).collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 20).boxed().collect(Collectors.partitioningBy(x -> x % 3 == 0)));
        System.out.println(Stream.of("b", "a", "b").distinct().skip(1).findFirst().get() + Stream.of(1, 2).anyMatch(x -> x > 1));
        System.out.println(people.stream().collect(Collectors.toMap(Person::name, Person::age)).get("Bob"));
        System.out.println("hello".chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining("|")));
        System.out.println(Stream.of(5, 3, 8).min(Comparator.naturalOrder()).get() + " " + DoubleStream.of(1, 2, 4).average().getAsDouble());
    }
}
