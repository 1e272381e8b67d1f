// what: immutable views, copies, and what can be changed through them
import java.util.*;
class ViewsAndCopies {
    static String tried(Runnable r) { try { r.run(); return "ok"; } catch (RuntimeException e) { return e.getClass().getSimpleName(); } }
    public static void main(String[] args) {
        List<Integer> base = new ArrayList<>(List.of(1, 2, 3, 4));
        List<Integer> view = Collections.unmodifiableList(base), copy = List.copyOf(base), sub = base.subList(1, 3);
        Integer[] array = {1, 2, 3};
        List<Integer> fixed = Arrays.asList(array);
        base.set(0, 100);
        fixed.set(0, 9);
        System.out.println(view + "" + copy + sub + array[0] + fixed);
        System.out.println(tried(() -> view.add(1)) + tried(() -> copy.set(0, 1)) + tried(() -> fixed.add(1)) + tried(() -> fixed.set(1, 5)) + tried(() -> List.of(1, null)) + tried(() -> base.iterator().remove()));
        base.add(5);
        System.out.println(tried(() -> sub.size()) + tried(() -> { for (Integer i : base) if (i == 2) base.remove(i); }) + tried(() -> { for (Iterator<Integer> it = base.iterator(); it.hasNext();) if (it.next() == 3) it.remove(); }) + base);
        Map<String, Integer> m = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
        m.keySet().remove("b");
        m.values().remove(3);
        m.entrySet().forEach(e -> e.setValue(e.getValue() + 10));
        System.out.println(m + tried(() -> Map.copyOf(m).put("z", 1)) + tried(() -> m.entrySet().add(null)) + tried(() -> Map.entry("k", null)) + m.equals(Map.of("a", 11)));
        Set<Integer> s = new TreeSet<>(List.of(5, 1, 3));
        System.out.println(((TreeSet<Integer>) s).descendingSet() + "" + ((TreeSet<Integer>) s).headSet(3, true) + s.containsAll(List.of(1, 5)) + s.retainAll(List.of(1)) + s);
    }
}
