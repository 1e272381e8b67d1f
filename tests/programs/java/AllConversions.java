// what: conversions between all kinds of numbers
class AllConversions {
    public static void main(String[] args) {
        int[] is = {0, -1, 65, 300, 70000, Integer.MIN_VALUE, Integer.MAX_VALUE, 16777217};
        for (int i : is) System.out.println((byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i + " " + (i & 0xffL));
        long[] ls = {0, -1, 1L << 31, 1L << 53, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE, -4294967297L};
        for (long l : ls) System.out.println((int) l + " " + (byte) l + " " + (int) (char) l + " " + (float) l + " " + (double) l + " " + (short) l);
        double[] ds = {0.5, -0.5, 1e9, -1e10, 3e18, 1e19, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 2147483647.5, -2147483648.9, 65.99};
        for (double d : ds) System.out.println((int) d + " " + (long) d + " " + (float) d + " " + (int) (char) d + " " + (byte) d + " " + (short) d + " " + (int) (float) d + " " + (long) (float) d);
        byte b = (byte) 0xfe; short s = b; char c = (char) b; int i = c; long l = i; float f = l; double d = f;
        System.out.println(s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + (b & 0xff) + " " + (char) (s + 70));
    }
}
