// what: bridges and covariance through interfaces, with raw and generic callers
import java.util.*;
class Bridges {
    interface Source<T> { T get(); default Source<List<T>> twice() { return () -> List.of(get(), get()); } }
    static class Text implements Source<String>, Comparable<Text> { final String s; Text(String s) { this.s = s; } @Override public String get() { return s; } @Override public int compareTo(Text o) { return s.compareTo(o.s); } }
    static class Loud extends Text { Loud(String s) { super(s); } @Override public String get() { return super.get().toUpperCase(); } }
    static abstract class Node<N extends Node<N>> { abstract N self(); N name(String s) { n = s; return self(); } String n; }
    static class Leaf extends Node<Leaf> { Leaf self() { return this; } Leaf weight(int w) { n += w; return this; } }
    @SuppressWarnings({"rawtypes", "unchecked"})
    public static void main(String[] args) {
        Source<String> s = new Loud("abc");
        Source raw = s;
        Object o = raw.get();
        System.out.println(s.get() + o + s.twice().get() + new Leaf().name("leaf").weight(3).n);
        Comparable c = new Text("b");
        try { c.compareTo("x"); } catch (ClassCastException e) { System.out.println("bridge"); }
        System.out.println(c.compareTo(new Text("a")) + " " + Collections.max(List.of(new Text("q"), new Loud("z"))).get());
    }
}
