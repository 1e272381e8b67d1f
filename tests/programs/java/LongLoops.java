// what: loops that count long, with ints, longs and doubles that overflow on the way
class LongLoops {
    public static void main(String[] args) {
        int a = 1, b = 0;
        long c = 1;
        double d = 0;
        for (int i = 0; i < 20000; i++) { a = a * 31 + i; b ^= a >>> (i & 31); c = c * 6364136223846793005L + 1442695040888963407L; d += 1.0 / (i + 1); if ((a & 7) == 3) b += (int) (c >> 40); }
        System.out.println(a + " " + b + " " + c + " " + d);
        int steps = 0, most = 0;
        for (int n = 1; n < 300; n++) { int s = 0; for (long x = n; x != 1; x = (x & 1) == 0 ? x >> 1 : 3 * x + 1) s++; steps += s; most = Math.max(most, s); }
        System.out.println(steps + " " + most);
    }
}
