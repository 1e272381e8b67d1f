// what: long chains of else-ifs, conditions with side effects, operators in their order
class Evaluation {
    static StringBuilder log = new StringBuilder();
    static int v(int n) { log.append(n); return n; }
    static boolean b(int n, boolean r) { log.append(n); return r; }
    static int[] arr(int n) { log.append('a').append(n); return new int[] {10, 20, 30}; }
    static String grade(int n) { if (n < 0) return "neg"; else if (n == 0) return "zero"; else if (n < 10) return "small"; else if (n < 100 && n % 2 == 0) return "even"; else if (n < 100 || n == 1000) return "mid"; return "big"; }
    public static void main(String[] args) {
        int r = v(1) + v(2) * v(3) - (v(4) - v(5)) / v(6);
        boolean q = b(1, false) && b(2, true) || b(3, true) && !b(4, false) | b(5, true) ^ b(6, true);
        int t = b(7, true) ? v(8) : v(9);
        arr(1)[v(2)] += v(3);
        int i = 1;
        i = i++ + i++ * --i;
        int j = 2, k = j++ * 2 + ++j;
        int[] a = {0, 0, 0};
        int p = 0;
        a[p++] = p++ + p;
        a[p] = p = 1;
        System.out.println(log + " " + r + q + t + " " + i + j + k + a[0] + a[1] + a[2] + p);
        try { arr(5)[v(9)] = v(8); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log + e.getMessage()); }
        for (int n : new int[] {-1, 0, 5, 42, 43, 1000, 5000}) System.out.print(grade(n) + " ");
        System.out.println(1 + 2 + "3" + 4 * 5 + (6 - 7) + (8 >> 1 << 2) + (5 & 6 | 3 ^ 2) + (7 > 3 == true) + -3 % 2 + ~5 + (int) 3.7 * 2);
    }
}
