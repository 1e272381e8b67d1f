// what: arrays of arrays: ragged, partial, of references, cloned, with checks
import java.util.*;
class ArraysOfArrays {
    static int[][] multiply(int[][] a, int[][] b) {
        int[][] c = new int[a.length][b[0].length];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < b[0].length; j++)
                for (int k = 0; k < b.length; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }
    public static void main(String[] args) {
        int[][] ragged = new int[4][];
        for (int i = 0; i < 4; i++) { ragged[i] = new int[i]; Arrays.fill(ragged[i], i * i); }
        System.out.println(Arrays.deepToString(ragged) + " " + Arrays.deepToString(multiply(new int[][] {{1, 2}, {3, 4}}, new int[][] {{5, 6}, {7, 8}})));
        long[][][] cube = new long[2][3][4];
        cube[1][2][3] = 1L << 40;
        cube[0][0] = new long[] {7};
        System.out.println(Arrays.deepToString(cube) + cube[0].length + cube[1][1].length);
        String[][] words = {{"a"}, {}, {"b", null, "c"}};
        int count = 0;
        for (String[] row : words) for (String w : row) if (w != null) count++;
        Object[] objects = words;
        System.out.println(count + " " + (objects instanceof Object[][]) + (objects instanceof String[][]) + " " + objects.getClass().getName() + " " + objects.getClass().getSimpleName());
        try {
            objects[0] = new Integer[1];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        int[][] copy = ragged.clone();
        copy[3][0] = -1;
        copy[2] = null;
        System.out.println(ragged[3][0] + " " + (ragged[2] != null) + " " + ragged[3].clone().length + " " + new int[0][5].length);
        char[][] board = new char[3][3];
        for (char[] row : board) Arrays.fill(row, '.');
        board[1][1] = 'X';
        for (char[] row : board) System.out.print(new String(row) + "/");
        boolean[] flags = new boolean[3];
        flags[1] |= true;
        flags[2] ^= flags[1];
        byte[] bytes = {1, 2};
        bytes[0] += 200;
        bytes[1]--;
        short[] shorts = new short[2];
        shorts[1] += 40000;
        char[] chars = {'a'};
        chars[0]++;
        double[] d = {1.5};
        d[0] *= 3;
        float[] f = new float[1];
        f[0] -= 0.5;
        long[] l = {5};
        l[0] <<= 40;
        int at = 0;
        int[] order = new int[3];
        order[at++] = at++ + at;
        System.out.println(Arrays.toString(flags) + Arrays.toString(bytes) + Arrays.toString(shorts) + chars[0] + d[0] + f[0] + l[0] + Arrays.toString(order) + at);
        int[] a = {1, 2, 3}, b = a;
        b[a[0]] = a[b[0] + 1] = 9;
        System.out.println(Arrays.toString(a) + a.equals(b) + (new int[0].getClass() == int[].class) + int[].class + String[][].class.getComponentType());
        Object o = new int[][] {{1}};
        System.out.println(o instanceof Object[] ? "objects" : "no");
    }
}
