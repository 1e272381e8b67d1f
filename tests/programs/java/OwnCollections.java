// what: Iterator, Spliterator and streams over one's own collections
import java.util.*;
import java.util.stream.*;
class OwnCollections {
    static class Ring<T> extends AbstractList<T> { private final Object[] a; private int head, size; Ring(int n) { a = new Object[n]; } @Override public boolean add(T t) { a[(head + size) % a.length] = t; if (size < a.length) size++; else head = (head + 1) % a.length; modCount++; return true; } @SuppressWarnings("unchecked") @Override public T get(int i) { Objects.checkIndex(i, size); return (T) a[(head + i) % a.length]; } @Override public int size() { return size; } }
    static class Bag extends AbstractCollection<String> { final Map<String, Integer> m = new TreeMap<>(); @Override public boolean add(String s) { m.merge(s, 1, Integer::sum); return true; } @Override public Iterator<String> iterator() { List<String> all = new ArrayList<>(); m.forEach((k, v) -> all.addAll(Collections.nCopies(v, k))); return all.iterator(); } @Override public int size() { return m.values().stream().mapToInt(x -> x).sum(); } }
    static class Squares extends AbstractMap<Integer, Integer> { @Override public Set<Entry<Integer, Integer>> entrySet() { return new AbstractSet<>() { public Iterator<Entry<Integer, Integer>> iterator() { return IntStream.range(0, 4).mapToObj(i -> Map.entry(i, i * i)).iterator(); } public int size() { return 4; } }; } }
    public static void main(String[] args) {
        Ring<Integer> r = new Ring<>(3);
        for (int i = 0; i < 5; i++) r.add(i);
        System.out.println(r + " " + r.indexOf(4) + r.contains(0) + r.subList(1, 3) + r.stream().mapToInt(x -> x).sum() + r.equals(List.of(2, 3, 4)) + r.hashCode());
        try { r.get(3); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { r.remove(0); } catch (UnsupportedOperationException e) { System.out.println("no remove"); }
        Bag b = new Bag();
        b.addAll(List.of("b", "a", "b"));
        System.out.println(b + " " + b.size() + b.contains("b") + Arrays.toString(b.toArray()) + b.stream().distinct().count());
        Squares s = new Squares();
        System.out.println(s + " " + s.get(3) + s.containsKey(9) + s.keySet() + s.values() + s.hashCode());
        Spliterator<Integer> sp = r.spliterator();
        sp.tryAdvance(x -> System.out.print(x + " "));
        sp.forEachRemaining(x -> System.out.print(-x + " "));
        System.out.println(sp.estimateSize());
    }
}
