// what: HashMap: collisions, resizing, null keys, views, compute and merge
import java.util.*;
class HashMaps {
    record Bad(int n) { public int hashCode() { return 7; } }
    public static void main(String[] args) {
        Map<Bad, String> bad = new HashMap<>();
        for (int i = 0; i < 40; i++) bad.put(new Bad(i), "v" + i);
        System.out.println(bad.size() + " " + bad.get(new Bad(33)) + " " + bad.get(new Bad(99)));
        for (int i = 0; i < 40; i += 2) bad.remove(new Bad(i));
        System.out.println(bad.size() + " " + bad.containsKey(new Bad(2)) + bad.containsKey(new Bad(3)));
        Map<String, Integer> map = new HashMap<>(4, 0.5f);
        map.put(null, 1);
        map.put("a", null);
        System.out.println(map.get(null) + " " + map.get("a") + " " + map.containsKey("a") + map.containsValue(null));
        System.out.println(map.putIfAbsent("a", 5) + " " + map.putIfAbsent("a", 6) + " " + map.get("a"));
        System.out.println(map.computeIfAbsent("b", String::length) + " " + map.computeIfPresent("b", (k, v) -> v + 10));
        System.out.println(map.compute("b", (k, v) -> null) + " " + map.containsKey("b"));
        map.merge("c", 4, Integer::sum);
        map.merge("c", 4, Integer::sum);
        System.out.println(map.get("c") + " " + map.getOrDefault("zz", -1));
        map.replaceAll((k, v) -> v == null ? 0 : v * 2);
        System.out.println(map);
        for (int i = 0; i < 100; i++) map.put("key" + i, i);
        int sum = 0;
        for (int v : map.values()) sum += v;
        System.out.println(sum + " " + map.keySet().size() + " " + map.entrySet().contains(Map.entry("key5", 5)));
        map.keySet().removeIf(k -> k != null && k.length() > 4);
        System.out.println(map.size());
        map.entrySet().iterator().next().setValue(77);
        System.out.println(map.values().contains(77) + " " + new HashMap<>(map).equals(map) + " " + map.hashCode());
        System.out.println(map.replace("c", 16, 17) + " " + map.replace("c", 18) + " " + map.remove("c", 3));
        Iterator<String> it = map.keySet().iterator();
        map.put("fresh", 1);
        try {
            it.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("modified");
        }
        map.clear();
        System.out.println(map.isEmpty() + " " + map);
    }
}
