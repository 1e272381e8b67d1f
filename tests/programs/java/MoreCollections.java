// what: more of the JDK's collections, their views and iterators
import java.util.*;
import java.util.function.*;
class MoreCollections {
    public static void main(String[] args) {
        TreeMap<String, Integer> tree = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Function.identity()));
        for (String s : List.of("ccc", "a", "bb", "aa", "dddd")) tree.put(s, s.length());
        System.out.println(tree + " " + tree.headMap("bb") + tree.tailMap("bb", false) + tree.firstKey() + tree.floorKey("b") + tree.descendingMap());
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 2; }
        };
        lru.put(1, "a"); lru.put(2, "b"); lru.get(1); lru.put(3, "c");
        System.out.println(lru.keySet());
        Map<String, List<Integer>> groups = new HashMap<>();
        for (int i = 0; i < 6; i++) groups.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        System.out.println(groups.get("even") + " " + groups.get("odd"));
        groups.computeIfPresent("odd", (k, v) -> null);
        groups.putIfAbsent("x", List.of());
        System.out.println(groups.size() + " " + groups.containsKey("odd") + groups.entrySet().size());
        List<Integer> sub = new ArrayList<>(List.of(1, 2, 3, 4, 5)).subList(1, 4);
        Collections.reverse(sub);
        Collections.swap(sub, 0, 2);
        System.out.println(sub + " " + Collections.max(sub) + Collections.frequency(sub, 3) + Collections.nCopies(2, "z"));
        ListIterator<Integer> it = sub.listIterator();
        while (it.hasNext()) { int x = it.next(); if (x == 3) it.remove(); else it.set(x * 10); }
        System.out.println(sub);
        BitSet bits = new BitSet();
        bits.set(3); bits.set(70); bits.flip(3);
        System.out.println(bits + " " + bits.cardinality());
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.asList(boxed) + Arrays.toString(Arrays.copyOfRange(boxed, 1, 5)) + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
        int[] filled = new int[4];
        Arrays.fill(filled, 1, 3, 9);
        System.out.println(Arrays.equals(filled, new int[] {0, 9, 9, 0}) + " " + Arrays.stream(filled).sum());
        Set<Integer> set = new TreeSet<>(Set.of(5, 3, 9));
        set.retainAll(Set.of(3, 9, 11));
        System.out.println(set + " " + Map.of("k", 1).get("k") + Collections.unmodifiableList(sub).size());
        StringBuilder s = new StringBuilder();
        new TreeMap<>(Map.of(2, "b", 1, "a")).forEach((k, v) -> s.append(k).append(v));
        System.out.println(s + " " + new Vector<>(List.of(1)).elementAt(0) + new Stack<Integer>().empty());
        Object[] objects = List.of("p", "q").toArray();
        String[] strings = List.of("p", "q").toArray(new String[0]);
        System.out.println(objects.length + strings[1] + Objects.hash(1, "a") + Objects.requireNonNullElse(null, "e"));
    }
}
