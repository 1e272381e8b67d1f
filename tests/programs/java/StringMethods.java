// what: methods of String, on Latin, wide and surrogate characters
import java.nio.charset.StandardCharsets;
import java.util.*;
class StringMethods {
    public static void main(String[] args) {
        String[] all = {"", " ", "abc", "  a b\t", "ABC\u00e9\u00df", "\u4e2d\u6587x", "a\ud83d\ude00b", "Title Case", "aXbXc"};
        for (String s : all) {
            System.out.println(s.length() + s.toUpperCase() + s.toLowerCase() + "|" + s.trim() + "|" + s.strip() + s.stripLeading() + s.stripTrailing() + "|" + s.isBlank() + s.isEmpty() + s.hashCode() + s.indexOf('b') + s.lastIndexOf("X") + s.contains("a") + s.replace('a', 'z') + s.replace("X", "--") + s.codePointCount(0, s.length()) + Arrays.toString(s.getBytes(StandardCharsets.UTF_8)) + Arrays.toString(s.getBytes(StandardCharsets.ISO_8859_1)) + s.chars().max() + s.codePoints().count());
        }
        System.out.println("hello".regionMatches(true, 1, "ELL", 0, 3) + " " + "hello".startsWith("ell", 1) + "hello".endsWith("lo") + "Hello".equalsIgnoreCase("hELLO") + "a".equals(null) + "b".compareTo("abc") + "\u00e9".compareToIgnoreCase("\u00c9") + "hello".indexOf("l", 3) + "hello".indexOf("") + "hello".lastIndexOf('l', 2) + "x".indexOf('x', 5) + "hello".indexOf("zz"));
        System.out.println(String.valueOf(new char[] {'a', 'b'}) + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2) + new String(new byte[] {72, 105}) + new String(new int[] {0x1F600, 65}, 0, 2) + String.valueOf((Object) null) + String.valueOf(1.0f) + new String(new byte[] {(byte) 0xe4, (byte) 0xb8, (byte) 0xad, (byte) 0xff}, StandardCharsets.UTF_8) + new String(new char[] {'x'}, 0, 1));
        System.out.println("a,b,,c".split(",").length + String.join("+", List.of("p", "q")) + "x\ny\r\nz".lines().count() + "%d".formatted(4) + "ab".repeat(3) + "  in\n   dent".indent(2).replace("\n", "$") + "  strip\n  it".stripIndent() + "a\\tb".translateEscapes() + "abc".transform(s -> s + s.length()) + "q".describeConstable().get());
        System.out.println("banana".replaceAll("an", "AN") + "banana".chars().filter(c -> c == 'a').count() + "ban".toCharArray().length + "banana".substring(2, 4) + "banana".subSequence(1, 3) + "a".concat("b") + "cab".charAt(1) + "ab".codePointAt(0) + "\ud83d\ude00".codePointBefore(2) + "banana".matches(".*na") + "B".compareTo("a"));
        System.out.println("TITLE".toLowerCase(Locale.ROOT) + "stra\u00dfe".toUpperCase() + "x".getBytes(StandardCharsets.UTF_16).length + "ab".contentEquals("ab") + "a\u0000b".length() + "\u00a0x".strip().length() + "\u2003".isBlank());
        char[] into = new char[5];
        "hello world".getChars(6, 11, into, 0);
        System.out.println(new String(into) + "abc".contains("") + "mississippi".lastIndexOf("ss", 4) + "mississippi".indexOf("issip") + "\u4e2da\u4e2d".lastIndexOf('\u4e2d') + "aaa".replace("aa", "b") + "".replace("", "x") + "ab".replace("", "-"));
    }
}
