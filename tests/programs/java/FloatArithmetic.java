// what: float and double arithmetic, by their bits; remainder, comparisons with NaN
class FloatArithmetic {
    static int order(double a, double b) {
        int order = 0;
        if (a < b) order += 1;
        if (a <= b) order += 2;
        if (a > b) order += 4;
        if (a >= b) order += 8;
        if (a == b) order += 16;
        if (a != b) order += 32;
        if (!(a < b)) order += 64;
        if (!(a >= b)) order += 128;
        return order;
    }

    static int order(float a, float b) {
        int order = 0;
        if (a < b) order += 1;
        if (a <= b) order += 2;
        if (a > b) order += 4;
        if (a >= b) order += 8;
        if (a == b) order += 16;
        boolean less = a < b, more = a > b;
        return order + (less ? 32 : 0) + (more ? 64 : 0);
    }

    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.5, -2.25, 1e300, -1e-310, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE};
        for (double a : values) {
            for (double b : values) {
                System.out.println(Double.doubleToLongBits(a + b));
                System.out.println(Double.doubleToLongBits(a - b));
                System.out.println(Double.doubleToLongBits(a * b));
                System.out.println(Double.doubleToLongBits(a / b));
                System.out.println(Double.doubleToLongBits(a % b));
                System.out.println(order(a, b));
                float f = (float) a, g = (float) b;
                System.out.println(Float.floatToIntBits(f + g));
                System.out.println(Float.floatToIntBits(f * g));
                System.out.println(Float.floatToIntBits(f / g));
                System.out.println(Float.floatToIntBits(f % g));
                System.out.println(order(f, g));
            }
            System.out.println(Double.doubleToLongBits(-a));
        }
    }
}
