// what: Math: rounding, exact operations, powers, remainders, edges
class MathMethods {
    static void tried(String what, java.util.function.Supplier<Object> s) {
        try {
            System.out.println(what + " " + s.get());
        } catch (ArithmeticException e) {
            System.out.println(what + " " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        double[] all = {2.5, -2.5, 0.49999999999999994, -0.0, 1e18, Double.NaN, Double.NEGATIVE_INFINITY, 7.999999999999999};
        for (double d : all) System.out.println(Math.floor(d) + " " + Math.ceil(d) + " " + Math.rint(d) + " " + Math.round(d) + " " + Math.abs(d) + " " + Math.signum(d) + " " + Math.ulp(d) + " " + Math.getExponent(d) + " " + Math.nextUp(d));
        tried("add", () -> Math.addExact(Integer.MAX_VALUE, 1));
        tried("multiply", () -> Math.multiplyExact(1L << 40, 1L << 40));
        tried("subtract", () -> Math.subtractExact(-5, 7));
        tried("negate", () -> Math.negateExact(Long.MIN_VALUE));
        tried("toInt", () -> Math.toIntExact(1L << 33));
        tried("increment", () -> Math.incrementExact(41));
        tried("floorDiv", () -> Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7L, -3));
        tried("zero", () -> Math.floorDiv(1, 0));
        System.out.println(Math.max(-0.0, 0.0) + " " + Math.min(0.0f, -0.0f) + " " + Math.max(Double.NaN, 1) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27));
        System.out.println(Math.sqrt(2) + " " + Math.pow(2, 10) + " " + Math.pow(0, 0) + " " + Math.IEEEremainder(10, 3) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.scalb(1.5, 4) + " " + Math.copySign(3, -0.0));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.multiplyHigh(1L << 62, 12) + " " + Math.multiplyFull(1 << 30, 8) + " " + Math.round(2.5f) + Math.round(-0.5f));
        System.out.println(StrictMath.sqrt(-1) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.sin(0) + Math.cos(0) + Math.atan2(0, -1) + " " + StrictMath.floor(-1.1));
        System.out.println(5 % -3 + " " + -5 % 3 + " " + 5.5 % -2 + " " + -5.5 % 2 + " " + 1 % Double.POSITIVE_INFINITY + " " + 0.0 / 0 + " " + 1 / -0.0 + " " + -7 / 2 + " " + (-7 >> 1));
    }
}
