// what: unsigned arithmetic, hashes of one's own, random numbers by hand, in ints and longs
class HashesByHand {
    static int fnv(String s) { int h = 0x811c9dc5; for (byte b : s.getBytes()) { h ^= b & 0xff; h *= 0x01000193; } return h; }
    static int murmur(int h) { h ^= h >>> 16; h *= 0x85ebca6b; h ^= h >>> 13; h *= 0xc2b2ae35; return h ^ h >>> 16; }
    static long xorshift(long x) { x ^= x << 13; x ^= x >>> 7; return x ^ x << 17; }
    static long splitmix(long z) { z += 0x9e3779b97f4a7c15L; z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L; z = (z ^ z >>> 27) * 0x94d049bb133111ebL; return z ^ z >>> 31; }
    static int adler(String s) { int a = 1, b = 0; for (char c : s.toCharArray()) { a = (a + c) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
    static long powMod(long b, long e, long m) { long r = 1; for (b %= m; e > 0; e >>= 1, b = b * b % m) if ((e & 1) == 1) r = r * b % m; return r; }
    public static void main(String[] args) {
        long x = 42;
        for (int i = 0; i < 20; i++) x = xorshift(x);
        System.out.println(fnv("hello") + " " + murmur(12345) + " " + x + " " + splitmix(7) + " " + adler("Wikipedia") + " " + powMod(3, 200, 1000000007));
        System.out.println(Long.toUnsignedString(x) + " " + Long.divideUnsigned(-1, 10) + Long.compareUnsigned(1, -1) + Integer.remainderUnsigned(-5, 7) + Integer.toUnsignedString(-5, 16) + Long.toUnsignedString(-1, 36) + Math.multiplyHigh(x, x));
    }
}
