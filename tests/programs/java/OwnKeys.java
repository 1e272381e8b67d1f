// what: hash maps and sets with keys of one's own, and keys that change
import java.util.*;
class OwnKeys {
    static class Key { final String a; int b; Key(String a, int b) { this.a = a; this.b = b; } @Override public boolean equals(Object o) { return o instanceof Key k && k.a.equals(a) && k.b == b; } @Override public int hashCode() { return 31 * a.hashCode() + b; } }
    static class OnlyHash { public int hashCode() { return 1; } }
    static class Loud implements Comparable<Loud> { final int n; static int compared; Loud(int n) { this.n = n; } public int hashCode() { return n & 3; } public boolean equals(Object o) { return o instanceof Loud && ((Loud) o).n == n; } public int compareTo(Loud o) { compared++; return Integer.compare(n, o.n); } }
    public static void main(String[] args) {
        Map<Key, Integer> m = new HashMap<>();
        Key k = new Key("x", 1);
        m.put(k, 5);
        System.out.println(m.get(new Key("x", 1)) + " " + m.get(new Key("x", 2)));
        k.b = 2;
        System.out.println(m.get(k) + " " + m.get(new Key("x", 1)) + m.size());
        Set<Object> s = new HashSet<>(List.of(new OnlyHash(), new OnlyHash()));
        System.out.println(s.size());
        Map<Loud, Integer> deep = new HashMap<>();
        for (int i = 0; i < 100; i++) deep.put(new Loud(i), i);
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += deep.get(new Loud(i));
        for (int i = 0; i < 90; i++) deep.remove(new Loud(i));
        System.out.println(sum + " " + deep.size() + (Loud.compared > 0) + deep.get(new Loud(95)));
        List<Integer> keys = new ArrayList<>();
        Map<Integer, Integer> collide = new HashMap<>();
        for (int i = 33; i > 0; i -= 16) collide.put(i, 1);
        collide.keySet().forEach(keys::add);
        System.out.println(keys + " " + new TreeSet<>(List.of(3, 1)).equals(new HashSet<>(List.of(1, 3))) + new ArrayList<>(List.of(1)).equals(Arrays.asList(1)));
    }
}
