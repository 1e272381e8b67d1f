// what: parsing and printing of doubles and floats, with their edges
class FloatTexts {
    public static void main(String[] args) {
        double[] all = {0, -0.0, 1, 0.1, 1e7, 1e-3, 9999999.999, 1.0E-5, 123456789012.5, Double.MAX_VALUE, Double.MIN_VALUE, Math.PI, 1.0 / 3, 2e-3, 1e21, 4.35, 100, 1e16 + 2, Double.NaN, Double.POSITIVE_INFINITY};
        for (double d : all) System.out.println(d + " " + (float) d + " " + Double.toHexString(d) + " " + Double.doubleToLongBits(d) + " " + Double.hashCode(d));
        String[] texts = {"1", "-1.5e3", " 7 ", "0x1.8p1", "1e400", "-1e-400", "NaN", "-Infinity", "1d", "2f", ".5", "5.", "1e", "", "abc", "0.1e-1", "4.9e-324", "2.2250738585072012e-308", "123456789012345678901234567890", "9007199254740993"};
        for (String t : texts) {
            try {
                System.out.println(Double.parseDouble(t) + " " + Float.parseFloat(t));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Double.compare(0.0, -0.0) + " " + Double.valueOf(Double.NaN).equals(Double.NaN) + (0.0 == -0.0) + Double.isNaN(0.0 / 0) + Float.compare(1, 2) + Double.isFinite(1 / 0.0));
        System.out.println(Float.MIN_VALUE + " " + Float.MAX_VALUE + " " + Float.floatToIntBits(-1.5f) + " " + Float.intBitsToFloat(0x7f800001) + " " + Float.toHexString(1.5f) + Double.MIN_NORMAL);
        System.out.println((int) 3.99 + " " + (int) -3.99 + " " + (int) Double.NaN + " " + (int) 1e20 + " " + (long) -1e30 + " " + (char) 65.7 + (byte) 300.5 + " " + (float) 1e40 + " " + (short) 70000.9f);
        double sum = 0;
        for (int i = 0; i < 10; i++) sum += 0.1;
        System.out.println(sum + " " + (0.1f + 0.2f) + " " + (0.1 + 0.2) + " " + 100 * 1.1 + " " + 1.1f * 1.1f + " " + (double) 1.1f);
    }
}
