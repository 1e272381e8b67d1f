// what: Character: kinds, cases, digits, code points, in Latin and beyond
class CharacterMethods {
    public static void main(String[] args) {
        int sum = 0;
        for (int c = 0; c < 0x500; c++) {
            int kinds = 0;
            if (Character.isDigit(c)) kinds |= 1;
            if (Character.isLetter(c)) kinds |= 2;
            if (Character.isLetterOrDigit(c)) kinds |= 4;
            if (Character.isWhitespace(c)) kinds |= 8;
            if (Character.isSpaceChar(c)) kinds |= 16;
            if (Character.isUpperCase(c)) kinds |= 32;
            if (Character.isLowerCase(c)) kinds |= 64;
            if (Character.isJavaIdentifierStart(c)) kinds |= 128;
            if (Character.isJavaIdentifierPart(c)) kinds |= 256;
            if (Character.isISOControl(c)) kinds |= 512;
            if (Character.isAlphabetic(c)) kinds |= 1024;
            if (Character.isTitleCase(c)) kinds |= 2048;
            if (Character.isDefined(c)) kinds |= 4096;
            if (Character.isMirrored(c)) kinds |= 8192;
            if (Character.isIdentifierIgnorable(c)) kinds |= 16384;
            sum = sum * 31 + kinds;
            sum = sum * 31 + Character.toUpperCase(c);
            sum = sum * 31 + Character.toLowerCase(c);
            sum = sum * 31 + Character.toTitleCase(c);
            sum = sum * 31 + Character.getNumericValue(c);
            sum = sum * 31 + Character.getType(c);
            for (int radix : new int[] {1, 2, 10, 16, 36, 37}) sum = sum * 31 + Character.digit(c, radix);
            if (c % 256 == 255) System.out.println(sum);
        }
        System.out.println(Character.forDigit(11, 16) + " " + (int) Character.forDigit(16, 16) + Character.toString(0x1F600) + Character.charCount(0x1F600));
        System.out.println((int) Character.highSurrogate(0x1F600) + " " + Character.toCodePoint('\ud83d', '\ude00') + Character.isSurrogate('\ud83d') + Character.isValidCodePoint(0x110000));
        System.out.println(Character.valueOf('x').compareTo('z') + " " + Character.reverseBytes('\u1234') + Character.hashCode('a') + Character.MAX_VALUE);
        System.out.println(Character.isLetter(0x4e00) + " " + Character.toUpperCase('\u00ff') + Character.toUpperCase('\u00df') + Character.toLowerCase('\u0130') + Character.isDigit('\u0663') + Character.digit('\u0663', 10));
        System.out.println(Character.UnicodeBlock.of('a'));
    }
}
