// what: interpolation by StringBuilder, concat with every type, += on strings in loops
class ConcatForms {
    static Object nothing; static String none;
    static String s(Object... a) { String r = ""; for (Object o : a) r += o + "|"; return r; }
    public static void main(String[] args) {
        byte b = -1; short sh = 2; char c = 'c'; int i = 3; long l = 4; float f = 5.5f; double d = 6e10; boolean z = true; char[] cs = {'h', 'i'}; String t = "t";
        System.out.println("" + b + sh + c + i + l + f + d + z + nothing + none + t + 'x' + 1.0f + null);
        System.out.println(b + sh + c + "" + b + sh + c + (i + l) + i * l + -f + !z + (char) (c + 1) + (c + 1) + t + t.length());
        System.out.println(i + l + "mid" + i + l + "\u0001\u0002" + t);
        String a = "a";
        a += 1; a += 'b'; a += 2.5; a += null; a += nothing; a += true; a += a;
        System.out.println(a + s(1, null, "x", 'c', 2L));
        StringBuilder x = new StringBuilder();
        for (char k = 'a'; k < 'f'; k++) x.append(k).append(k - 'a').append((Object) k).append(k == 'c').append(1.5 * k);
        System.out.println(x + String.valueOf(cs) + cs.length + new String(cs) + "=" + String.valueOf(d) + f + 1e-5f + 100f + 1e7f + 1.0e-3 + Float.MAX_VALUE + Long.MIN_VALUE);
    }
}
