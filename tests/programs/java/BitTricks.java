// what: tricks with bits: counts, rotations, reversals, masks, shifts of all widths
class BitTricks {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 0x12345678, Integer.MIN_VALUE, 0x0f0f, 0x80000001};
        for (int i : ints) {
            System.out.println(Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.rotateLeft(i, 5) + " " + Integer.rotateRight(i, 37));
            long l = (long) i << 21 ^ i;
            System.out.println(Long.bitCount(l) + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " " + Long.highestOneBit(l) + " " + Long.lowestOneBit(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.rotateLeft(l, 70));
        }
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-1 >>> 28) + " " + (-1 >> 28) + " " + (-1L >>> 60) + " " + (5 >> -1) + " " + (5L << 65) + " " + (-8 >>> 33));
        byte b = (byte) 0x90;
        short s = (short) 0x9000;
        char c = '\u9000';
        System.out.println((b >> 2) + " " + (b >>> 2) + " " + (b & 0xff) + " " + (s >>> 4) + " " + (c >> 4) + " " + (byte) (b << 1) + " " + (b ^ s) + " " + ~c);
        b >>>= 1;
        s += 70000;
        c++;
        int i = 7;
        i <<= 3L;
        i ^= 0xffff0000;
        long l = 1;
        l |= 1L << 63;
        l >>>= 1;
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + (i & -i) + " " + (i & i - 1) + " " + (true ^ false | false & true));
        int x = 0xdeadbeef, y = 0;
        for (int k = 0; k < 32; k++) y = y << 1 | x >>> k & 1;
        System.out.println(y == Integer.reverse(x));
        System.out.println(Short.reverseBytes((short) 0x1234) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedLong((short) -2));
    }
}
