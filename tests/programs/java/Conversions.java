// what: conversions between all kinds of numbers; floats to ints saturate
class Conversions {
    public static void main(String[] args) {
        double[] doubles = {0, -0.0, 1.9, -1.9, 1e10, -1e10, 1e20, -1e20, Double.NaN, 3e9,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double d : doubles) {
            float f = (float) d;
            System.out.println((int) d + " " + (long) d + " " + (byte) d + " " + (short) d + " "
                + (int) (char) d + " " + (int) f + " " + (long) f);
        }
        long[] longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 16777217L, (1L << 53) + 1};
        for (long l : longs) {
            System.out.println(Double.doubleToLongBits((double) l) + " "
                + Float.floatToIntBits((float) l) + " " + Float.floatToIntBits((float) (int) l));
        }
        char c = 'x';
        c += 1;
        byte b = (byte) 200;
        short s = (short) (b * 300);
        System.out.println(c + " " + b + " " + s + " " + (b >>> 1) + " " + (byte) (b >>> 1));
    }
}
