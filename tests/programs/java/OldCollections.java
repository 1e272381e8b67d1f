// what: IdentityHashMap, WeakHashMap, Hashtable, Vector, Properties and other old collections
import java.util.*;
class OldCollections {
    public static void main(String[] args) {
        Map<String, Integer> id = new IdentityHashMap<>();
        id.put("a", 1);
        id.put(new String("a"), 2);
        System.out.println(id.size() + " " + id.get("a") + id.containsKey(new String("a")));
        Map<Object, String> weak = new WeakHashMap<>();
        Object key = new Object();
        weak.put(key, "v");
        System.out.println(weak.get(key) + weak.size());
        Hashtable<String, Integer> t = new Hashtable<>();
        for (String s : "one two three four".split(" ")) t.put(s, s.length());
        Enumeration<Integer> e = t.elements();
        int sum = 0;
        while (e.hasMoreElements()) sum += e.nextElement();
        System.out.println(sum + " " + new TreeMap<>(t) + t.contains(5));
        try { t.put("x", null); } catch (NullPointerException x) { System.out.println("null value"); }
        Vector<Integer> v = new Vector<>(List.of(1, 2));
        v.addElement(3);
        v.insertElementAt(0, 0);
        v.removeElementAt(1);
        System.out.println(v + " " + v.firstElement() + v.elementAt(2) + v.capacity());
        Properties p = new Properties();
        p.setProperty("k", "v");
        Properties q = new Properties(p);
        q.put("n", "m");
        System.out.println(q.getProperty("k") + q.getProperty("n") + q.getProperty("z", "dz") + q.size() + q.stringPropertyNames());
        Dictionary<String, Integer> d = t;
        System.out.println(d.get("one") + " " + d.isEmpty());
    }
}
