// what: parsing and printing of ints and longs, with radix, unsigned, bounds, refusals
class IntegerTexts {
    static void tried(String text, int radix) {
        try {
            System.out.print(Integer.parseInt(text, radix) + " ");
        } catch (NumberFormatException e) {
            System.out.print("{" + e.getMessage() + "} ");
        }
        try {
            System.out.println(Long.parseLong(text, radix));
        } catch (NumberFormatException e) {
            System.out.println("{" + e.getMessage() + "}");
        }
    }
    public static void main(String[] args) {
        String[] texts = {"0", "-0", "+5", "2147483647", "-2147483648", "2147483648", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "", "-", "+", "1 ", "a", "12x", "\u0661\u0662", "0x10", "00012", "--1", "1_000"};
        for (String t : texts) tried(t, 10);
        tried("zz", 36);
        tried("ff", 16);
        tried("-101", 2);
        tried("12", 2);
        tried("1", 1);
        tried("1", 40);
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Integer.decode("0x1F") + Integer.decode("-010") + Integer.decode("#ff") + " " + Long.decode("-0X7f"));
        System.out.println(Integer.toString(-255, 16) + " " + Integer.toHexString(-1) + Integer.toOctalString(8) + Integer.toBinaryString(10) + " " + Long.toString(Long.MIN_VALUE, 36) + Long.toHexString(-2L));
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Integer.toUnsignedString(-1) + " " + Long.toUnsignedString(-1L) + Long.parseUnsignedLong("18446744073709551615"));
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.divideUnsigned(-1, 7) + " " + Long.remainderUnsigned(-1L, 10) + Integer.toUnsignedLong(-1));
        System.out.println(Integer.parseInt("abc123def", 3, 6, 10) + " " + Integer.getInteger("no.such", 9) + Byte.parseByte("-128") + Short.valueOf("77"));
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        int x = 1;
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            b.append(x).append(' ');
            x = x * -9 - 3;
        }
        System.out.println(b);
        System.out.println(Integer.valueOf(127) == Integer.valueOf(127) ? "same" : "other");
        System.out.println(Integer.hashCode(-5) + Long.hashCode(1L << 40) + Integer.signum(-9) + Boolean.hashCode(true) + " " + Integer.sum(1, 2) + Integer.max(3, 4) + Boolean.parseBoolean("TRUE") + Boolean.logicalXor(true, false));
    }
}
