// what: digits of characters, for every radix; and what else is asked of characters
class Characters {
    public static void main(String[] args) {
        long sum = 0;
        for (int c = 0; c < 1300; c++) {
            for (int radix = -1; radix < 40; radix++) {
                sum = sum * 31 + Character.digit((char) c, radix) + Character.digit(c, radix);
            }
        }
        System.out.println(sum);
        for (int c = 0; c < 1300; c += 7) {
            int bits = 0;
            if (Character.isDigit(c)) bits |= 1;
            if (Character.isLetter(c)) bits |= 2;
            if (Character.isUpperCase(c)) bits |= 4;
            if (Character.isLowerCase(c)) bits |= 8;
            if (Character.isWhitespace(c)) bits |= 16;
            if (Character.isJavaIdentifierStart(c)) bits |= 32;
            if (Character.isSpaceChar(c)) bits |= 64;
            sum = sum * 31 + bits + Character.toLowerCase(c) + Character.toUpperCase(c) + Character.getType(c)
                + Character.getNumericValue(c);
        }
        System.out.println(sum);
    }
}
