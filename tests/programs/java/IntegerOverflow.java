// what: ints that overflow, narrow and widen
class IntegerOverflow {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println((max + 1) + " " + (min - 1) + " " + (max * 2) + " " + -min + " " + Math.abs(min) + " " + min / -1 + " " + min % -1);
        long lmin = Long.MIN_VALUE;
        System.out.println((lmin - 1) + " " + lmin / -1 + " " + lmin % -1 + " " + -lmin + " " + lmin * lmin + " " + (int) (lmin >> 3) + " " + (max + 1L));
        byte b = (byte) 200;
        short s = (short) 40000;
        char c = (char) -1;
        System.out.println(b + " " + s + " " + (int) c + " " + (byte) c + " " + (char) b + (int) (char) b + " " + (short) c + " " + (int) (char) (short) -2);
        b += 100;
        s *= s;
        c += 2;
        System.out.println(b + " " + s + " " + (int) c + " " + (b++ + ++b) + " " + (s-- - --s));
        int i = 5;
        i = i++ + ++i;
        System.out.println(i + " " + (i += i++ * 2 + i) + " " + i);
        int x = 1_000_000;
        System.out.println(x * x + " " + (long) x * x + " " + (x * x) / x + " " + (int) 3e9 + " " + (int) (float) max + " " + (long) (float) Long.MAX_VALUE + " " + (byte) 1e9);
        int h = 0;
        for (int k = 0; k < 1000; k++) h = h * 31 + k * k;
        System.out.println(h + " " + 'a' + 1 + " " + ('a' + 1) + " " + (char) ('a' + 1));
        final int q = 10;
        byte fits = q;
        System.out.println(fits + " " + 07 + 0xF + 0b11 + " " + 1e1 + 'b' % 7);
    }
}
