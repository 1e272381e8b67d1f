// what: bits in an int as a set; Gray codes, parity, subsets, popcounts by hand
class BitSetsByHand {
    static int parity(int x) { x ^= x >>> 16; x ^= x >>> 8; x ^= x >>> 4; return 0x6996 >>> (x & 15) & 1; }
    static int count(int x) { int n = 0; for (; x != 0; x &= x - 1) n++; return n; }
    static int log2(int x) { int r = 0; if (x >>> 16 != 0) { x >>>= 16; r += 16; } if (x >>> 8 != 0) { x >>>= 8; r += 8; } if (x >>> 4 != 0) { x >>>= 4; r += 4; } if (x >>> 2 != 0) { x >>>= 2; r += 2; } return r + (x >>> 1); }
    static long spread(int x) { long r = 0; for (int i = 0; i < 32; i++) r |= (long) (x >>> i & 1) << 2 * i; return r; }
    public static void main(String[] args) {
        int ok = 0;
        for (int i = 1; i < 100000; i = i * 3 + 1) if (parity(i) == (Integer.bitCount(i) & 1) && count(i) == Integer.bitCount(i) && log2(i) == 31 - Integer.numberOfLeadingZeros(i)) ok++;
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 8; i++) b.append(i ^ i >> 1).append(' ');
        for (int m = 0b1011, s = m; s > 0; s = s - 1 & m) b.append(Integer.toBinaryString(s)).append(',');
        int x = 5, y = 9;
        x ^= y; y ^= x; x ^= y;
        System.out.println(ok + " " + b + x + y + " " + spread(0xffff0001) + " " + (-13 & 13) + (~13 + 1) + (13 | -13) + " " + (byte) (1 << 7) + (short) (1 << 15) + (1 << 31 >>> 31) + (1L << 63 >> 63));
    }
}
