// what: methods of List and Map that take functions
import java.util.*;
import java.util.stream.*;
class FunctionalCollections {
    public static void main(String[] args) {
        List<String> l = new ArrayList<>(List.of("delta", "alpha", "charlie", "bravo"));
        l.replaceAll(String::toUpperCase);
        l.sort(null);
        l.removeIf(s -> s.startsWith("C"));
        System.out.println(l + " " + l.stream().map(s -> s.charAt(1)).toList());
        Map<String, List<Integer>> m = new TreeMap<>();
        for (int i = 0; i < 8; i++) m.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new LinkedList<>()).add(i);
        m.computeIfPresent("odd", (k, v) -> v.size() > 3 ? v.subList(0, 2) : null);
        m.compute("none", (k, v) -> v == null ? List.of(-1) : v);
        m.merge("even", List.of(99), (a, b) -> { List<Integer> r = new ArrayList<>(a); r.addAll(b); return r; });
        m.replaceAll((k, v) -> v.stream().map(x -> x * 2).collect(Collectors.toList()));
        System.out.println(m);
        m.entrySet().removeIf(e -> e.getValue().contains(-2));
        Map<Boolean, Integer> sums = Stream.of(1, 2, 3, 4, 5).collect(Collectors.partitioningBy(x -> x > 2, Collectors.summingInt(x -> x)));
        Map<Integer, Set<String>> byLength = Stream.of("a", "bb", "cc", "d", "a").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toCollection(TreeSet::new)));
        System.out.println(m.keySet() + " " + sums + byLength + Stream.of("x", "yy").collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList)));
        System.out.println(IntStream.range(0, 5).mapToObj(i -> IntStream.rangeClosed(0, i).mapToObj(Integer::toString).collect(Collectors.joining("", "<", ">"))).collect(Collectors.joining(" ")));
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMapToInt(x -> x.stream().mapToInt(y -> y)).boxed().sorted(Comparator.reverseOrder()).toList() + "" + Stream.of(1, 2, 3, 4).collect(Collectors.filtering(x -> x % 2 == 0, Collectors.minBy(Comparator.naturalOrder()))).get());
    }
}
