// what: varargs: none, null, arrays, boxes, which method is chosen
class VarargsCalls {
    static String f(Object... all) { return all == null ? "null" : "objects " + all.length; }
    static String g(int... all) { int s = 0; for (int i : all) s += i; return "ints " + s; }
    static String h(int a) { return "int"; }
    static String h(long a) { return "long"; }
    static String h(Integer a) { return "Integer"; }
    static String h(Object a) { return "Object"; }
    static String h(int... a) { return "int..."; }
    static String k(String s, Object... rest) { return s + rest.length; }
    static String k(String s, String t) { return "two"; }
    static String m(double d) { return "double"; }
    static String m(Object o) { return "Object " + o.getClass().getSimpleName(); }
    static <T> int count(T... all) { return all.length; }
    public static void main(String[] args) {
        System.out.println(f() + f((Object[]) null) + f((Object) null) + f(1, "a") + f(new Object[] {1, 2, 3}) + f(new int[] {1, 2}) + f((Object) new String[] {"x"}));
        System.out.println(g() + g(1) + g(1, 2, 3) + g(new int[] {9}));
        byte b = 1;
        char c = 'c';
        Integer boxed = 5;
        System.out.println(h(1) + h(1L) + h(boxed) + h("s") + h() + h(1, 2) + h(b) + h(c) + h(1.0f));
        System.out.println(k("a") + k("a", "b") + k("a", 1) + k("a", "b", "c") + k("a", (Object) "b"));
        System.out.println(m(1) + m('x') + m(1L) + m("s") + m(boxed) + count(1, "x", null) + count());
        System.out.println(String.format("%s %s", new Object[] {"p", "q"}) + String.join("/", "a", "b", "c"));
    }
}
