// what: Comparable and chains of Comparators, nulls, keys, reversed
import java.util.*;
class ComparatorChains {
    record P(String name, Integer age, double score) {}
    public static void main(String[] args) {
        List<P> all = new ArrayList<>(List.of(new P("bob", 30, 1.5), new P("al", 25, 2.5), new P("cy", 30, 0.5), new P("di", null, 9)));
        all.sort(Comparator.comparing(P::age, Comparator.nullsFirst(Comparator.reverseOrder())).thenComparing(P::name));
        System.out.println(all);
        all.sort(Comparator.comparingDouble(P::score).reversed());
        System.out.println(all.get(0).name() + all.get(3).name());
        all.sort(Comparator.comparing(P::name, Comparator.comparingInt(String::length)).thenComparing(P::name, String.CASE_INSENSITIVE_ORDER.reversed()));
        System.out.println(all.stream().map(P::name).toList());
        List<String> words = Arrays.asList("b", null, "A", "c", "B");
        words.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        System.out.println(words + " " + Objects.compare("a", "b", Comparator.reverseOrder()));
        Comparator<Integer> bad = (a, b) -> a > b ? 1 : -1;
        System.out.println(Collections.max(List.of(3, 8, 5), bad) + " " + Comparator.<Integer>naturalOrder().reversed().compare(1, 2));
        TreeMap<String, Integer> byLength = new TreeMap<>(Comparator.comparing(String::length));
        byLength.put("aa", 1);
        byLength.put("bb", 2);
        System.out.println(byLength + " " + "a".compareTo("abc") + "b".compareTo("a") + "a".compareToIgnoreCase("B") + Boolean.compare(true, false) + Character.compare('a', 'c'));
        Integer[] many = new Integer[70];
        for (int i = 0; i < many.length; i++) many[i] = i * 7919 % 71;
        Arrays.sort(many, (a, b) -> b - a);
        System.out.println(many[0] + " " + many[69] + " " + many[35]);
    }
}
