// what: arrays of all types, their defaults, lengths, elements that are narrowed
class Arrays1 {
    public static void main(String[] args) {
        boolean[] z = new boolean[3];
        byte[] b = {1, -2, (byte) 300};
        char[] c = {'a', '\uffff', 'z'};
        short[] s = {1, -2, (short) 70000};
        int[] i = new int[4];
        long[] l = {1L << 40, -5};
        float[] f = new float[2];
        double[] d = {1.5, -0.0};
        String[] t = new String[2];
        z[1] = true;
        i[3] = 7;
        i[0] += 5;
        i[1]++;
        b[0] -= 3;
        f[1] = 2.5f;
        t[0] = "x";
        System.out.println(z[0] + " " + z[1] + " " + b[0] + b[1] + b[2] + " " + (int) c[1] + c[2]);
        System.out.println(s[2] + " " + i[0] + i[1] + i[2] + i[3] + " " + l[0] + " " + l.length);
        System.out.println((int) f[1] + " " + (int) d[0] + " " + t[0] + " " + t[1] + " " + t.length);
        int[][] m = new int[3][4];
        m[1][2] = 9;
        int[][][] deep = new int[2][3][];
        deep[1][1] = new int[] {4, 5};
        long[][] ragged = {{1}, {2, 3}, {}};
        int sum = 0;
        for (int[] row : m) for (int x : row) sum += x;
        System.out.println(sum + " " + m.length + m[0].length + deep[1][1][1] + ragged[1][1]
            + ragged[2].length + (deep[0][0] == null));
        int[] copy = i.clone();
        copy[0] = 99;
        System.out.println(i[0] + " " + copy[0] + " " + copy.length);
        System.arraycopy(i, 0, i, 1, 3);
        System.out.println(i[0] + " " + i[1] + " " + i[2] + " " + i[3]);
        Object[] objects = new String[] {"p", "q"};
        System.out.println(objects.getClass().getName() + " " + objects[1]);
    }
}
