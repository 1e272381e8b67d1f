// what: sorting algorithms by hand agree with the library
import java.util.*;
class SortingByHand {
    static void bubble(int[] a) { for (int i = 0; i < a.length; i++) for (int j = 0; j + 1 < a.length - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }
    static void quick(int[] a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) >>> 1], i = lo, j = hi; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi); }
    static int[] merge(int[] a) { if (a.length < 2) return a; int m = a.length / 2; int[] x = merge(Arrays.copyOf(a, m)), y = merge(Arrays.copyOfRange(a, m, a.length)), r = new int[a.length]; for (int i = 0, j = 0, k = 0; k < r.length; k++) r[k] = j == y.length || i < x.length && x[i] <= y[j] ? x[i++] : y[j++]; return r; }
    static void heap(int[] a) { for (int i = a.length / 2; i >= 0; i--) sink(a, i, a.length); for (int n = a.length - 1; n > 0; n--) { int t = a[0]; a[0] = a[n]; a[n] = t; sink(a, 0, n); } }
    static void sink(int[] a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; int t = a[i]; a[i] = a[c]; a[c] = t; } }
    public static void main(String[] args) {
        int[] a = new int[60];
        int x = 12345;
        for (int i = 0; i < a.length; i++) a[i] = (x = x * 1103515245 + 12345) >> 16;
        int[] want = a.clone(), b = a.clone(), q = a.clone(), h = a.clone();
        Arrays.sort(want);
        bubble(b);
        quick(q, 0, q.length - 1);
        heap(h);
        System.out.println(Arrays.equals(b, want) + " " + Arrays.equals(q, want) + " " + Arrays.equals(merge(a), want) + " " + Arrays.equals(h, want) + " " + Arrays.hashCode(want));
    }
}
