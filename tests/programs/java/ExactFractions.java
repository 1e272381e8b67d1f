// what: matrices, determinants and fractions in longs
class ExactFractions {
    final long n, d;
    ExactFractions(long n, long d) { long g = gcd(Math.abs(n), Math.abs(d)); if (d < 0) g = -g; this.n = n / g; this.d = d / g; }
    static long gcd(long a, long b) { return b == 0 ? a : gcd(b, a % b); }
    ExactFractions minus(ExactFractions o) { return new ExactFractions(n * o.d - o.n * d, d * o.d); }
    ExactFractions times(ExactFractions o) { return new ExactFractions(n * o.n, d * o.d); }
    ExactFractions over(ExactFractions o) { if (o.n == 0) throw new ArithmeticException("zero"); return new ExactFractions(n * o.d, d * o.n); }
    @Override public String toString() { return d == 1 ? "" + n : n + "/" + d; }
    static ExactFractions determinant(ExactFractions[][] m) {
        ExactFractions det = new ExactFractions(1, 1);
        for (int i = 0; i < m.length; i++) {
            det = det.times(m[i][i]);
            for (int r = i + 1; r < m.length; r++) {
                ExactFractions f = m[r][i].over(m[i][i]);
                for (int c = i; c < m.length; c++) m[r][c] = m[r][c].minus(f.times(m[i][c]));
            }
        }
        return det;
    }
    public static void main(String[] args) {
        ExactFractions[][] m = new ExactFractions[4][4];
        for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) m[i][j] = new ExactFractions(1, i + j + 1);
        System.out.println(determinant(m) + " " + new ExactFractions(6, -8) + " " + m[2][2]);
        try {
            new ExactFractions(1, 2).over(new ExactFractions(0, 5));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
