// what: numbers as texts and back, and what Integer and Long know of bits
class Numbers {
    public static void main(String[] args) {
        String[] texts = {"0", "-1", "+7", "2147483647", "-2147483648", "2147483648", "", "x1", "1x", "-"};
        for (String text : texts) {
            try {
                System.out.println(Integer.parseInt(text) + " " + Long.parseLong(text) + " " + Integer.valueOf(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Integer.toHexString(-255) + " " + Integer.toBinaryString(10) + " " + Integer.toString(35, 36));
        System.out.println(Integer.parseInt("zz", 36) + " " + Integer.parseInt("-ff", 16) + Long.toHexString(1L << 40));
        System.out.println(Integer.bitCount(0xff0f) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(100)
            + " " + Integer.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(64) + " " + Integer.rotateLeft(5, 31));
        System.out.println(Integer.compare(3, 5) + Integer.signum(-9) + Math.abs(-5) + Math.max(3, 9) + Math.min(2L, 1L));
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.round(2.5) + " " + Math.round(-2.5f));
        System.out.println(Math.sqrt(2) + " " + Math.ceil(1.2) + " " + Math.floor(-1.2) + " " + Math.rint(2.5) + " " + Math.hypot(3, 4));
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + a.hashCode());
        double[] doubles = {0, -0.0, 1, 0.1, 1e21, 1.0E-5, 123456789.125, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, 1.0 / 3};
        for (double x : doubles) System.out.println(x + " " + (float) x);
        System.out.println(Double.parseDouble("3.25e2") + Double.parseDouble("-0.001") + Float.parseFloat("1e-3"));
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('ä') + Character.toUpperCase('ß')
            + Character.getNumericValue('z') + Character.isWhitespace(' ') + Character.toLowerCase('Ä'));
    }
}
