// what: int arithmetic wraps, shifts count modulo 32, division truncates
class IntArithmetic {
    static int wrap(int a, int b) {
        return a + b;
    }

    static int mixed(int a, int b) {
        return (a * 31 - b) ^ (a >>> 3) ^ (b << 35) ^ (a >> 33) & ~b | a % 7;
    }

    public static void main(String[] args) {
        int[] values = {0, 1, -1, 7, -7, 100, 12345, Integer.MAX_VALUE, Integer.MIN_VALUE};
        System.out.println(wrap(Integer.MAX_VALUE, 1));
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(Integer.MIN_VALUE % -1);
        for (int a : values) {
            for (int b : values) {
                System.out.println(mixed(a, b));
                System.out.println(a * b);
                System.out.println(a << b);
                System.out.println(a >> b);
                System.out.println(a >>> b);
                if (b != 0) {
                    System.out.println(a / b);
                    System.out.println(a % b);
                }
            }
            System.out.println((byte) a + " " + (short) a + " " + (int) (char) a + " " + -a);
        }
    }
}
