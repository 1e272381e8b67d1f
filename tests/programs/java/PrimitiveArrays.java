// what: arrays of each primitive type: defaults, writes, reads, bounds
class PrimitiveArrays {
    static String bad(Runnable r) { try { r.run(); return "fine"; } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) { return e.getMessage(); } }
    public static void main(String[] args) {
        boolean[] z = new boolean[2]; byte[] b = new byte[2]; char[] c = new char[2]; short[] s = new short[2]; int[] i = new int[2]; long[] l = new long[2]; float[] f = new float[2]; double[] d = new double[2]; String[] t = new String[2];
        System.out.println(z[0] + " " + b[0] + (int) c[0] + s[0] + i[0] + l[0] + f[0] + d[0] + t[0]);
        z[1] = true; b[1] = (byte) 255; c[1] = (char) 65; s[1] = (short) 65535; i[1] = -5; l[1] = 1L << 50; f[1] = 1.5f; d[1] = -2.25; t[1] = "t";
        z[0] = z[1] & !z[0]; b[0] -= b[1]; c[0] = c[1]++; s[0] = s[1]--; i[0] = i[1] << 3; l[0] = ~l[1]; f[0] = f[1] / 3; d[0] = d[1] * d[1]; t[0] = t[1] + t[1];
        System.out.println(z[0] + " " + b[0] + b[1] + c[0] + c[1] + s[0] + s[1] + i[0] + i[1] + l[0] + l[1] + f[0] + d[0] + t[0]);
        System.out.println(bad(() -> z[2] = true) + bad(() -> b[-1]++) + bad(() -> System.out.println(c[5])) + bad(() -> s[2] += 1) + bad(() -> l[Integer.MIN_VALUE] = 0) + bad(() -> System.out.println(f[9])) + bad(() -> d[2]--) + bad(() -> t[3] = null) + bad(() -> System.out.println(new byte[-7].length)) + bad(() -> System.out.println(new String[3][-1].length)));
        long[][] nested = {{1, 2}, {3}, {}};
        nested[2] = nested[0];
        nested[0][1] += 5;
        System.out.println(nested[2][1] + nested.length + nested[1].length + " " + (nested[0] == nested[2]));
    }
}
