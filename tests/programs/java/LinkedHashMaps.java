// what: LinkedHashMap in the order of insertion and of access, with an eldest entry that goes
import java.util.*;
class LinkedHashMaps {
    static class Cache<K, V> extends LinkedHashMap<K, V> {
        final int most;
        Cache(int most) { super(16, 0.75f, true); this.most = most; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            if (size() > most) System.out.println("out: " + eldest);
            return size() > most;
        }
    }
    public static void main(String[] args) {
        Cache<String, Integer> cache = new Cache<>(3);
        cache.put("a", 1);
        cache.put("b", 2);
        cache.put("c", 3);
        cache.get("a");
        cache.put("d", 4);
        cache.getOrDefault("c", 0);
        cache.put("e", 5);
        System.out.println(cache + " " + cache.keySet());
        Map<Integer, String> plain = new LinkedHashMap<>();
        for (int i = 9; i > 0; i -= 2) plain.put(i, "n" + i);
        plain.put(7, "again");
        plain.remove(5);
        plain.put(5, "late");
        StringBuilder b = new StringBuilder();
        plain.forEach((k, v) -> b.append(k).append('=').append(v).append(';'));
        System.out.println(b);
        Set<String> set = new LinkedHashSet<>(List.of("x", "y", "z"));
        set.remove("x");
        set.add("x");
        System.out.println(set + " " + String.join("-", set));
    }
}
