// what: the scope of pattern variables, and patterns in loops and conditions
import java.util.*;
class PatternScopes {
    record Box(Object o) {}
    static int depth(Object o) { int n = 0; while (o instanceof Box b) { o = b.o(); n++; } return n; }
    static String f(Object o) {
        if (!(o instanceof String s)) { return o instanceof Number n && n.intValue() > 3 ? "N" + n : "?"; }
        return s.length() > 2 && s.charAt(0) == 'a' ? s : "short " + s;
    }
    static boolean same(Object a, Object b) { return a instanceof Box x && b instanceof Box y && x.o() == y.o(); }
    static int sum(Object... all) { int t = 0; for (Object o : all) { if (o instanceof Integer i) t += i; else if (o instanceof int[] a) for (int i : a) t += i; else if (o instanceof List<?> l && !l.isEmpty() && l.get(0) instanceof Integer i) t += 100 * i; } return t; }
    public static void main(String[] args) {
        System.out.println(depth(new Box(new Box("x"))) + f("abc") + f("b") + f(5) + f(2.5) + f(null) + same(new Box("q"), new Box("q")) + same(new Box(1), 1) + sum(1, new int[] {2, 3}, List.of(4, "x"), List.of(), "no"));
        Object o = List.of(1, 2);
        if (o instanceof Collection<?> c && c.size() == 2 && o instanceof RandomAccess) System.out.println("both " + c);
        for (Object x = 3; x instanceof Integer i && i > 0; x = i - 1) System.out.print(i + " ");
        System.out.println();
    }
}
