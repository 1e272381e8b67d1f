// what: copying arrays onto themselves, and System.arraycopy of all kinds
import java.util.*;
class ArrayCopies {
    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(a, 0, a, 2, 5);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 3, a, 0, 5);
        System.out.println(Arrays.toString(a));
        long[] l = new long[3]; double[] d = {1, 2, 3}; char[] c = "abcdef".toCharArray(); byte[] b = {1, 2, 3}; boolean[] z = {true, false};
        System.arraycopy(new long[] {7, 8, 9}, 1, l, 0, 2);
        System.arraycopy(d, 0, d, 1, 2);
        System.arraycopy(c, 2, c, 0, 4);
        System.arraycopy(b, 0, b, 0, 3);
        System.arraycopy(z, 1, z, 0, 1);
        System.out.println(Arrays.toString(l) + Arrays.toString(d) + new String(c) + Arrays.toString(b) + Arrays.toString(z));
        Object[] o = {1, "two", 3.0, null};
        String[] s = new String[4];
        try { System.arraycopy(o, 1, s, 0, 2); } catch (ArrayStoreException e) { System.out.println(s[0] + s[1]); }
        Number[] n = new Number[2];
        System.arraycopy(new Integer[] {4, 5}, 0, n, 0, 2);
        System.arraycopy(o, 3, s, 3, 1);
        System.out.println(n[1] + s[3] + Arrays.toString(Arrays.copyOf(o, 2, Object[].class)) + Arrays.copyOf(new String[] {"x"}, 3).length + Arrays.toString(Arrays.copyOfRange(a, 6, 10)));
        int[][] g = {{1}, {2}};
        int[][] h = g.clone();
        h[0][0] = 9;
        h[1] = new int[] {5};
        System.out.println(g[0][0] + " " + g[1][0] + " " + Arrays.deepToString(h));
        try { System.arraycopy(a, 0, "x", 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(null, 0, a, 0, 1); } catch (NullPointerException e) { System.out.println("null"); }
    }
}
