// what: the static methods of Collections: searches, rotations, wrappers, frequencies
import java.util.*;
class CollectionsMethods {
    static void tried(Runnable r) {
        try {
            r.run();
            System.out.println("done");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 8, 1, 9, 3));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 8) + Collections.binarySearch(list, 4));
        Collections.rotate(list, 2);
        System.out.println(list);
        Collections.swap(list, 0, 5);
        Collections.reverse(list);
        System.out.println(list + " " + Collections.frequency(list, 3) + Collections.max(list, Comparator.reverseOrder()));
        Collections.shuffle(list, new Random(42));
        System.out.println(list);
        Collections.fill(list.subList(0, 2), 0);
        Collections.replaceAll(list, 3, 33);
        System.out.println(list + " " + Collections.nCopies(3, "x") + Collections.disjoint(list, List.of(4)));
        System.out.println(Collections.indexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)) + " " + Collections.lastIndexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)));
        tried(() -> Collections.unmodifiableList(list).add(1));
        tried(() -> Collections.emptyList().add(null));
        tried(() -> Collections.singletonList(1).set(0, 2));
        tried(() -> List.of(1, 2).contains(null));
        tried(() -> Map.of("a", 1, "a", 2));
        tried(() -> Set.of(1, 1));
        tried(() -> Arrays.asList(1, 2).set(1, 5));
        tried(() -> Arrays.asList(1, 2).add(5));
        tried(() -> Collections.checkedList(new ArrayList<>(), String.class).add((String) null));
        Map<String, Integer> sync = Collections.synchronizedMap(new TreeMap<>(Map.of("k", 1)));
        System.out.println(sync + " " + Collections.unmodifiableMap(sync).get("k") + Collections.emptySet());
        Set<String> fromMap = Collections.newSetFromMap(new IdentityHashMap<>());
        fromMap.add(new String("a"));
        fromMap.add(new String("a"));
        System.out.println(fromMap.size() + " " + Collections.list(Collections.enumeration(List.of(1, 2))));
        System.out.println(new ArrayList<>(List.copyOf(list)).equals(list) + " " + List.of().isEmpty() + Set.copyOf(List.of(7)));
    }
}
