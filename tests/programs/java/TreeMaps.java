// what: TreeMap and TreeSet: order, neighbours, ranges, views that go down, comparators
import java.util.*;
class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        int x = 17;
        for (int i = 0; i < 60; i++) {
            x = (x * 31 + 7) % 101;
            map.put(x, "v" + i);
        }
        System.out.println(map.size() + " " + map.firstKey() + " " + map.lastEntry());
        System.out.println(map.floorKey(50) + " " + map.ceilingKey(50) + " " + map.lowerKey(3) + " " + map.higherKey(100));
        System.out.println(map.headMap(12) + " " + map.tailMap(95, false) + " " + map.subMap(40, true, 50, true));
        for (int i = 0; i < 100; i += 3) map.remove(i);
        System.out.println(map.size() + " " + map.pollFirstEntry() + " " + map.pollLastEntry());
        System.out.println(map.descendingMap().firstKey() + " " + map.descendingKeySet().headSet(80));
        NavigableMap<Integer, String> part = map.subMap(10, true, 30, false);
        part.put(15, "new");
        System.out.println(map.get(15) + " " + part.size());
        try {
            part.put(40, "outside");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        TreeSet<String> set = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(set, "pear", "fig", "apple", "kiwi", "date", "banana", "plum");
        System.out.println(set + " " + set.first() + set.ceiling("zzzz") + set.higher("aaaa") + " " + set.descendingSet());
        System.out.println(set.headSet("apple") + " " + set.tailSet("apple") + set.pollFirst());
        try {
            new TreeMap<String, Integer>().put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            new TreeSet<Object>(List.of(1, "a"));
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        try {
            new TreeSet<Integer>().first();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        map.replaceAll((k, v) -> k + v);
        System.out.println(map.values().iterator().next() + new TreeMap<>(map).equals(map));
    }
}
