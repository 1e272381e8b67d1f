// what: a graph: breadth and depth first, shortest ways, topological order
import java.util.*;
class GraphWalks {
    static final Map<String, Map<String, Integer>> EDGES = new TreeMap<>();
    static void edge(String a, String b, int w) { EDGES.computeIfAbsent(a, k -> new TreeMap<>()).put(b, w); EDGES.computeIfAbsent(b, k -> new TreeMap<>()); }
    static Map<String, Integer> shortest(String from) {
        Map<String, Integer> d = new TreeMap<>(Map.of(from, 0));
        PriorityQueue<Map.Entry<String, Integer>> q = new PriorityQueue<>(Map.Entry.comparingByValue());
        q.add(Map.entry(from, 0));
        while (!q.isEmpty()) {
            Map.Entry<String, Integer> e = q.poll();
            if (e.getValue() > d.get(e.getKey())) continue;
            EDGES.get(e.getKey()).forEach((to, w) -> { int n = e.getValue() + w; if (n < d.getOrDefault(to, Integer.MAX_VALUE)) { d.put(to, n); q.add(Map.entry(to, n)); } });
        }
        return d;
    }
    static void visit(String at, Set<String> seen, Deque<String> order) { if (!seen.add(at)) return; for (String to : EDGES.get(at).keySet()) visit(to, seen, order); order.push(at); }
    public static void main(String[] args) {
        edge("a", "b", 4); edge("a", "c", 1); edge("c", "b", 2); edge("b", "d", 5); edge("c", "d", 8); edge("e", "a", 1);
        System.out.println(shortest("a") + " " + shortest("e"));
        Deque<String> order = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        for (String n : EDGES.keySet()) visit(n, seen, order);
        System.out.println(order);
        Deque<String> queue = new ArrayDeque<>(List.of("e"));
        Set<String> met = new LinkedHashSet<>(queue);
        while (!queue.isEmpty()) for (String to : EDGES.get(queue.poll()).keySet()) if (met.add(to)) queue.add(to);
        System.out.println(met);
    }
}
