// what: long shifts and mixed arithmetic of ints and longs
class LongShifts {
    public static void main(String[] args) {
        long[] values = {1, -1, 0x123456789abcdefL, Long.MIN_VALUE, Long.MAX_VALUE, 0xffffffffL};
        int[] by = {0, 1, 31, 32, 33, 63, 64, 65, -1};
        for (long v : values) {
            StringBuilder b = new StringBuilder();
            for (int s : by) b.append(v << s).append(' ').append(v >> s).append(' ').append(v >>> s).append(' ').append((int) v << s).append(' ').append((int) v >>> s).append(';');
            System.out.println(b);
        }
        long s = 3;
        int i = -17;
        System.out.println((i >> s) + " " + (i >>> s) + " " + (i << s) + " " + (i * s) + " " + (i / s) + " " + (i % s) + " " + (i & s) + " " + (i | 0xf00000000L) + " " + (i ^ s) + " " + ~s);
        i >>>= 33;
        s <<= 62;
        s >>= 62;
        System.out.println(i + " " + s + " " + (s == -1 ? "m" : "p") + (5L > 4 ? 1 : 0) + Long.compare(s, 0));
        long a = 0x7fffffffffffffffL, c = 1;
        System.out.println((a + c < a) + " " + (a * 3) + " " + (a / 7) + " " + (a % 1000) + " " + (-a / 2) + " " + -a % 10);
        long h = 1125899906842597L;
        for (char ch : "hash me".toCharArray()) h = 31 * h + ch;
        System.out.println(h);
    }
}
