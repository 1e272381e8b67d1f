// what: nested finally, returns inside loops inside tries, and values that are kept
class ReturnValues {
    static int n;
    static int f(int x) { for (int i = 0;; i++) { try { if (i == x) return i * 10; if (i > 5) throw new IllegalStateException(); } catch (IllegalStateException e) { return -i; } finally { n += i; } } }
    static long wide(boolean b) { long v = 1L << 40; try { if (b) return v; v++; } finally { v = 0; n++; } return v - 1; }
    static double d(int k) { double r = 1.5; try { r *= k; if (k > 2) return r; } finally { if (k == 4) r = -1; } return r + 0.25; }
    static String s(Object o) { String r = "?"; try { r = o.toString(); return r + "1"; } catch (NullPointerException e) { return r + "2"; } finally { r = "lost"; } }
    static boolean both(boolean a, boolean b) { try { try { return a && b; } finally { if (b) n += 1000; } } finally { n *= 2; } }
    static int[] array() { int[] a = {1}; try { return a; } finally { a[0] = 5; } }
    static int deep(int k) { try { return k == 0 ? 1 / k : deep(k - 1) + 1; } catch (ArithmeticException e) { if (k == 0) throw e; return 100 + k; } }
    public static void main(String[] args) {
        System.out.println(f(3) + " " + f(9) + " " + n + " " + wide(true) + wide(false) + " " + d(2) + d(3) + d(4) + s("a") + s(null) + both(true, true) + both(true, false) + n + array()[0] + deep(4));
    }
}
