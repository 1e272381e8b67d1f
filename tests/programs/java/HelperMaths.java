// what: Math, and numbers as text
class HelperMaths {
    public static void main(String[] args) {
        double[] xs = {0.5, -1.25, 3, 1e10};
        for (double x : xs) {
            System.out.println(Math.abs(x) + " " + Math.pow(x, 3) + " " + Math.cbrt(x) + " " + Math.signum(x));
            System.out.println(Math.floor(x) + " " + Math.ceil(x) + " " + Math.rint(x) + " " + Math.round(x));
            System.out.println(Math.max(x, 0.0) + " " + Math.min(x, -0.0) + " " + Math.ulp(x) + " " + Math.toRadians(x));
        }
        System.out.println(Math.multiplyExact(3L, 4L) + Math.floorMod(-5L, 3L) + Math.abs(Integer.MIN_VALUE));
        System.out.println(Math.exp(1) + " " + Math.scalb(1.5, 4) + " " + Math.getExponent(1000.0) + " " + Math.fma(2.0, 3.0, 1.0));
        System.out.println(Double.toString(1e-7) + " " + Float.toString(3.4e38f) + " " + Double.toHexString(1.5));
        System.out.println(Long.toString(Long.MIN_VALUE, 2) + Long.parseUnsignedLong("18446744073709551615"));
        System.out.println(Integer.toOctalString(64) + Integer.toUnsignedString(-1) + Integer.divideUnsigned(-1, 2));
        try {
            Math.toIntExact(1L << 40);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
