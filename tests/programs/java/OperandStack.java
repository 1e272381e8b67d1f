// what: all ways that the operand stack is used: wide values, duplicates, long methods, many locals
class OperandStack {
    long l = 5; double d = 2.5; int i = 1; static long sl = 7; static double[] ds = {1, 2}; long[] ls = {3, 4};
    long chain() { return l = sl = ls[1] = 9; }
    double post() { return d++ + ++d + ds[0]++ + --ds[1]; }
    int mixed(int a, long b, double c, float f, byte g, char h, short s, boolean z, String t, int[] u) { return (int) (a + b + c + f + g + h + s + (z ? 1 : 0) + t.length() + u[0]); }
    static int deep(int a) { return a + (a * (a - (a / (a + (a % (a ^ (a & (a | (a << (a >> (a >>> 1)))))))))));  }
    static int many() {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = a0, b1 = a1, b2 = a2, b3 = a3, b4 = a4;
        double c0 = b0, c1 = b1, c2 = b2, c3 = b3;
        a9 += 1000;
        a8 -= 200;
        a7 += 40000;
        for (int k = 0; k < 3; k++) { a0 += a9; b0 += a0; c0 += b0; }
        return (int) (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + b0 + b1 + b2 + b3 + b4 + c0 + c1 + c2 + c3);
    }
    public static void main(String[] args) {
        OperandStack o = new OperandStack();
        System.out.println(o.chain() + " " + o.l + sl + o.ls[1] + " " + o.post() + " " + o.d + ds[0] + ds[1]);
        System.out.println(o.mixed(1, 2L, 3.5, 4.5f, (byte) 5, 'a', (short) 7, true, "abc", new int[] {9}) + " " + deep(13) + " " + many());
        int[] a = {0, 1, 2};
        int k = 0;
        a[k++] += k++ * 10 + (a[k] -= 5);
        System.out.println(a[0] + " " + a[2] + " " + k);
        long[] w = {1};
        long old = w[0]++ + (w[0] *= 6);
        o.i += o.i++ + ++o.i;
        System.out.println(old + " " + w[0] + " " + o.i + (o.i-- - --o.i));
        String s = "x";
        s += s += 1 + 2 + "y";
        char c = 'a';
        c += 1.7;
        System.out.println(s + c + (c++ + 1) + (char) (c + 1));
        Object[] objects = new Object[2];
        objects[0] = objects[1] = "shared";
        System.out.println(objects[0] == objects[1]);
        float f = 3;
        f /= 2;
        f %= 1;
        long x = 10;
        x /= 3.9;
        System.out.println(f + " " + x + " " + (x = 4) * x + new int[] {1, 2, 3}[1] + "abc".length());
    }
}
