// what: interning: literals, constants, what is made while the program runs
class Interning {
    static final String A = "he" + "llo";
    static String join(String a, String b) { return a + b; }
    public static void main(String[] args) {
        String h = "hello", made = join("hel", "lo");
        final String part = "hel";
        String notFinal = "hel";
        System.out.println((h == A) + " " + (h == made) + " " + (h == made.intern()) + " " + (h == part + "lo") + " " + (h == notFinal + "lo") + " " + h.equals(made));
        String fresh = join("never ", "seen");
        System.out.println((fresh.intern() == fresh) + " " + (join("never ", "seen").intern() == fresh));
        System.out.println((Integer.valueOf(100) == Integer.valueOf(100)) + " " + (Integer.valueOf(1000) == Integer.valueOf(1000)) + " " + (Long.valueOf(-128) == Long.valueOf(-128)) + (Character.valueOf('a') == Character.valueOf('a')) + (Boolean.valueOf("true") == Boolean.TRUE));
        System.out.println((new String("x") == "x") + " " + ("x".substring(0) == "x") + ("".isEmpty() ? "empty" : "") + ("abc".trim() == "abc") + ("abc".toString() == "abc") + ("abc".concat("") == "abc") + ("A".toUpperCase() == "A") + ("abc".replace('z', 'y') == "abc"));
    }
}
