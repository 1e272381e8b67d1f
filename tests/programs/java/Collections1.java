// what: lists, maps, sets and sorting of the JDK
import java.util.*;
class Collections1 {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add((i * 7) % 11);
        Collections.sort(list);
        System.out.println(list + " " + list.size() + list.indexOf(5) + list.contains(99));
        list.removeIf(x -> x % 2 == 0);
        list.sort(Comparator.reverseOrder());
        System.out.println(list);
        Map<String, Integer> map = new HashMap<>();
        for (String w : "the cat and the dog and the bird".split(" ")) map.merge(w, 1, Integer::sum);
        System.out.println(new TreeMap<>(map) + " " + map.get("the") + map.getOrDefault("x", 0));
        for (Map.Entry<String, Integer> e : map.entrySet()) System.out.println(e.getKey() + "=" + e.getValue());
        Set<String> set = new LinkedHashSet<>(Arrays.asList("c", "a", "b", "a"));
        System.out.println(set + " " + new TreeSet<>(set).first());
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(1); deque.addLast(2); deque.addFirst(0);
        System.out.println(deque + " " + deque.pollLast());
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(5, 1, 4));
        System.out.println(queue.poll() + " " + queue.poll());
        int[] numbers = {5, 3, 9, 1};
        Arrays.sort(numbers);
        System.out.println(Arrays.toString(numbers) + Arrays.binarySearch(numbers, 5) + Arrays.hashCode(numbers));
        String[] words = {"pear", "fig", "apple"};
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        System.out.println(String.join(",", words) + Arrays.asList(words).indexOf("apple"));
        Iterator<Integer> it = new LinkedList<>(List.of(1, 2, 3)).iterator();
        int sum = 0;
        while (it.hasNext()) sum += it.next();
        System.out.println(sum + " " + Optional.of(4).map(x -> x * 2).orElse(0));
        try {
            List.of(1).add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println("unsupported " + e.getMessage());
        }
        try {
            for (Integer x : list) list.remove(x);
        } catch (ConcurrentModificationException e) {
            System.out.println("modified");
        }
    }
}
