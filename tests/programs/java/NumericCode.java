// what: polynomials, complex numbers and statistics in doubles
import java.util.*;
class NumericCode {
    record Complex(double re, double im) { Complex plus(Complex o) { return new Complex(re + o.re, im + o.im); } Complex times(Complex o) { return new Complex(re * o.re - im * o.im, re * o.im + im * o.re); } double abs2() { return re * re + im * im; } }
    static double poly(double x, double... c) { double r = 0; for (int i = c.length - 1; i >= 0; i--) r = r * x + c[i]; return r; }
    static double root(double lo, double hi) { for (int i = 0; i < 60; i++) { double m = (lo + hi) / 2; if (poly(m, -2, 0, 1) < 0) lo = m; else hi = m; } return lo; }
    static int mandel(Complex c) { Complex z = new Complex(0, 0); int n = 0; while (n < 30 && z.abs2() < 4) { z = z.times(z).plus(c); n++; } return n; }
    static double integrate(java.util.function.DoubleUnaryOperator f, double a, double b, int n) { double h = (b - a) / n, s = (f.applyAsDouble(a) + f.applyAsDouble(b)) / 2; for (int i = 1; i < n; i++) s += f.applyAsDouble(a + i * h); return s * h; }
    public static void main(String[] args) {
        System.out.println(poly(2, 1, -3, 0.5) + " " + root(0, 2) + " " + integrate(x -> x * x, 0, 3, 100) + " " + new Complex(1, 2).times(new Complex(-0.5, 1.5)));
        for (double y = -1; y <= 1; y += 0.5) { StringBuilder b = new StringBuilder(); for (double x = -2; x <= 0.5; x += 0.25) b.append((char) ('a' + mandel(new Complex(x, y)) % 26)); System.out.println(b); }
        double[] d = {3, 1, 4, 1, 5, 9, 2, 6};
        double mean = Arrays.stream(d).average().orElse(0), var = 0;
        for (double x : d) var += (x - mean) * (x - mean);
        System.out.println(mean + " " + var / d.length + " " + Math.sqrt(var / (d.length - 1)) + " " + (float) mean * 1.1f + " " + Math.round(var * 100) / 100.0 + " " + (long) (mean * 1e6));
    }
}
