// what: branches on ints and longs, with checks that throw
// open: 1
class Numbers {
    static int grade(int a, int b) {
        if (a * 7 + b == 1234567) return 1;
        if (a > 0 && b > 0 && a + b < 0) return 2;
        if ((a ^ b) >>> 28 == 5) return 3;
        if (a % 10 == 3 && a / b == 12) return 4;
        if (a != a) return 5;
        return 0;
    }

    public static void main(String[] args) {
        int a = assay.Input.anyInt(), b = assay.Input.anyInt();
        int[] table = {3, 1, 4, 1, 5};
        int found;
        try {
            found = grade(a, b);
            if (table[found + (b & 3)] == 5) found = 9;
        } catch (ArithmeticException e) {
            found = -1;
        }
        if (found == -1) System.out.println("divided");
        if (found == 9) System.out.println("five");
        long wide = assay.Input.anyLong();
        if (wide * 3 == 0x123456789abcL * 3) System.out.println("wide");
    }
}
