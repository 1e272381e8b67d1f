// what: floats and doubles: comparisons, conversions, remainders, NaN in all places
class FloatEdges {
    static String cmp(double a, double b) { return (a < b) + "" + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b); }
    static String cmpf(float a, float b) { return (a < b ? "l" : "") + (a <= b ? "L" : "") + (a > b ? "g" : "") + (a >= b ? "G" : "") + (a == b ? "e" : "") + (a != b ? "n" : ""); }
    public static void main(String[] args) {
        double nan = Double.NaN, inf = Double.POSITIVE_INFINITY;
        double[] all = {nan, inf, -inf, 0.0, -0.0, 1};
        for (double a : all) {
            StringBuilder b = new StringBuilder();
            for (double c : all) b.append(cmp(a, c).hashCode() % 97).append(cmpf((float) a, (float) c)).append(' ').append(a % c).append(' ').append(a / c).append(' ').append(a * c).append(' ').append(a - c).append(';');
            System.out.println(b);
        }
        System.out.println((int) nan + " " + (long) inf + " " + (int) -inf + " " + (char) -1.0 + (int) (char) -1.0 + " " + (byte) 200.7 + " " + (short) -40000.5 + " " + (float) 1e-50 + " " + (int) 2147483647.9 + " " + (long) 9.3e18f);
        System.out.println((float) 16777217 + " " + (double) Long.MAX_VALUE + " " + (float) Long.MAX_VALUE + " " + (long) (double) Long.MAX_VALUE + " " + (0.1f == 0.1) + " " + (float) 0.1 + " " + (double) 0.1f);
        System.out.println(1.0f / 3 + " " + 1.0 / 3 + " " + 2.0f * 3.3f + " " + 1e38f * 10 + " " + -1e-45f + " " + 5e-324 / 2 + " " + Float.MIN_VALUE / 2 + " " + (Double.MAX_VALUE + 1 == Double.MAX_VALUE));
        float f = 1.1f;
        f += 1.1;
        double d = 1;
        d -= 1e-17;
        int i = 10;
        i *= 1.55;
        i -= 0.5f;
        System.out.println(f + " " + d + " " + i + " " + -f + " " + -(0.0) + " " + (f > 2 ? 1 : 2.5) + " " + +f--);
        System.out.println(Float.compare(0f, -0f) + Double.compare(nan, inf) + " " + new Double[] {nan}[0].equals(nan) + " " + Math.min(nan, 1) + Math.max(-0f, 0f) + " " + (nan != nan) + Float.floatToRawIntBits(Float.NaN));
    }
}
