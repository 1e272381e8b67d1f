// what: every kind of jump and comparison that javac makes
class JumpKinds {
    static String ints(int a, int b) { return (a == b ? "=" : "!") + (a < b ? "<" : "-") + (a <= b ? "l" : "-") + (a > b ? ">" : "-") + (a >= b ? "g" : "-") + (a == 0 ? "0" : "x") + (a != 0 ? "n" : "z") + (a < 0 ? "m" : "p") + (a >= 0 ? "P" : "M") + (a > 0 ? "+" : "o") + (a <= 0 ? "O" : "q"); }
    static String refs(Object a, Object b) { return (a == b ? "same" : "other") + (a != b) + (a == null ? "null" : "some") + (b != null); }
    static String longs(long a, long b) { return (a < b) + "" + (a == b) + (a >= b) + (a != b); }
    static boolean logic(boolean a, boolean b, boolean c) { return a && (b || !c) ^ (a & b | c) && !(a ? b : c); }
    static int ternary(int n) { return n < 0 ? n < -10 ? -2 : -1 : n == 0 ? 0 : n > 10 ? 2 : 1; }
    static boolean assign(int n) { boolean b; return (b = n > 3) || (b = n == 1) ? b : !b; }
    public static void main(String[] args) {
        int[] all = {-20, -1, 0, 1, 20};
        for (int a : all) for (int b : all) System.out.print(ints(a, b) + longs(a, b) + ternary(a) + assign(b) + " ");
        System.out.println();
        Object o = new Object();
        System.out.println(refs(o, o) + refs(o, null) + refs(null, null) + refs("a", "b"));
        for (int i = 0; i < 8; i++) System.out.print(logic((i & 1) != 0, (i & 2) != 0, (i & 4) != 0) + " ");
        Integer x = 127, y = 127, z = 1000, w = 1000;
        System.out.println((x == y) + " " + (z == w) + " " + z.equals(w) + (z <= w) + (z >= w) + (x < z));
        int n = 0;
        boolean r = n++ == 0 || n++ == 1;
        r &= n++ == 1;
        r |= n++ > 100;
        System.out.println(n + " " + r);
        String s = null;
        System.out.println(s == null || s.isEmpty() ? "none" : s);
    }
}
