// what: constants of every size that instructions have
class ConstantForms {
    static final int I = 1 << 20; static final long L = 1L << 40; static final float F = 1.25f; static final double D = -2.5; static final String S = "const" + I + L + F + D + 'c' + true; static final char C = '\u1234'; static final byte B = -7; static final short SH = -300; static final boolean Z = !false;
    interface K { int N = 42; String T = "t" + N; }
    public static void main(String[] args) {
        int[] ints = {-1, 0, 1, 2, 3, 4, 5, 6, -2, 127, 128, -128, -129, 255, 32767, 32768, -32768, -32769, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] longs = {0, 1, 2, -1, 127, 1L << 32, Long.MIN_VALUE, 4294967295L};
        float[] floats = {0, 1, 2, 3, -1, -0f, Float.MIN_VALUE, Float.NaN, 1e10f};
        double[] doubles = {0, 1, 2, -1, -0.0, Double.MIN_NORMAL, 1e-310, Double.NEGATIVE_INFINITY};
        long h = 7;
        for (int i : ints) h = h * 31 + i;
        for (long i : longs) h = h * 31 + i;
        for (float i : floats) h = h * 31 + Float.floatToIntBits(i);
        for (double i : doubles) h = h * 31 + Double.doubleToLongBits(i);
        System.out.println(h + S + C + B + SH + Z + K.T + K.N + I + L + F + D);
        System.out.println("" + (byte) 300 + (short) 70000 + (char) 66 + 1_000 + 0x7fff_ffffL + 0b1010 + 017 + 1e3f + 0x1.8p3 + '\'' + "\"\\\t".length() + "\0\177".length());
    }
}
