// what: long arithmetic wraps, shifts count modulo 64, comparisons
class LongArithmetic {
    static long mixed(long a, long b, int n) {
        return (a * 31 - b) ^ (a >>> n) ^ (b << (n + 60)) ^ (a >> n) & ~b | a;
    }

    public static void main(String[] args) {
        long[] values = {0, 1, -1, 7, -1234567890123L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32};
        System.out.println(Long.MIN_VALUE / -1);
        System.out.println(Long.MIN_VALUE % -1);
        for (long a : values) {
            for (long b : values) {
                System.out.println(mixed(a, b, (int) b));
                System.out.println(a < b ? -1 : a == b ? 0 : 1);
                System.out.println(a * b);
                if (b != 0) {
                    System.out.println(a / b + " " + a % b);
                }
            }
            System.out.println((int) a + " " + (byte) a + " " + -a + " " + ~a);
        }
    }
}
