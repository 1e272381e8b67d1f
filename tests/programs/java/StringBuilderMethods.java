// what: StringBuilder: inserts, deletions, replacements, surrogates, its refusals
class StringBuilderMethods {
    static void tried(Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("hello");
        b.insert(0, 3.5).insert(3, true).insert(0, 'c').insert(2, 12L).insert(1, new char[] {'x', 'y'});
        System.out.println(b + " " + b.length());
        b.delete(1, 4).deleteCharAt(0).replace(0, 2, "REPLACED").reverse();
        System.out.println(b + " " + b.indexOf("ll") + b.lastIndexOf("e") + " " + b.charAt(3));
        b.setLength(4);
        b.setCharAt(0, 'Z');
        b.append((Object) null).append((String) null).append(new char[] {'a', 'b', 'c'}, 1, 2).append("abcdef", 2, 4);
        System.out.println(b + "|" + b.substring(5) + "|" + b.subSequence(1, 3));
        b.setLength(30);
        System.out.println(b.length() + " " + (int) b.charAt(29));
        b.setLength(0);
        b.appendCodePoint(0x1F600).append('x').appendCodePoint('y');
        System.out.println(b.length() + " " + b.codePointAt(0) + " " + b.codePointCount(0, b.length()) + " " + b.reverse());
        System.out.println(b.codePointBefore(b.length()) + " " + b.offsetByCodePoints(0, 3));
        b.append(Integer.MIN_VALUE).append(Long.MIN_VALUE).append(1.0f).append(1e300).append(false).append('\u00e9');
        System.out.println(b + " " + b.compareTo(new StringBuilder("a")));
        tried(() -> new StringBuilder("abc").charAt(3));
        tried(() -> new StringBuilder("abc").insert(5, "x"));
        tried(() -> new StringBuilder("abc").deleteCharAt(3));
        tried(() -> new StringBuilder("abc").delete(2, 1));
        tried(() -> new StringBuilder("abc").substring(2, 1));
        tried(() -> new StringBuilder("abc").setLength(-1));
        tried(() -> new StringBuilder(-1));
        StringBuffer buffer = new StringBuffer("sync");
        buffer.append(1).insert(0, "<").append('>').reverse();
        System.out.println(buffer + " " + buffer.capacity() + " " + new StringBuilder().append("x").capacity());
        System.out.println("ab".contentEquals(new StringBuilder("ab")) + " " + "x".repeat(5) + "ab".chars().sum());
        char[] into = new char[4];
        new StringBuilder("abcdef").getChars(1, 4, into, 1);
        System.out.println((int) into[0] + new String(into, 1, 3));
    }
}
