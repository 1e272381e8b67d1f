// what: values kept on the stack across branches and calls: ternaries, compound assignments, chains
class StackOps {
    static int calls;
    int f;
    long g;
    static long[] la = {1, 2, 3};

    static int next() { return ++calls; }

    static StackOps make(int n) {
        StackOps s = new StackOps();
        s.f = n;
        s.g = -n;
        return s;
    }

    public static void main(String[] args) {
        int[] a = {10, 20, 30};
        int i = 0;
        a[i++] += i++ * 100 + (i > 1 ? a[i] : next());
        System.out.println(a[0] + " " + i);
        a[next()] = a[next() - 1] = 5;
        System.out.println(a[1] + " " + calls);
        StackOps s = make(4);
        s.f += s.f++ + ++s.f;
        s.g *= s.g-- - 3;
        System.out.println(s.f + " " + s.g);
        la[1] += la[2]++ + la[0]--;
        long x = la[0] = la[1] = la[2];
        System.out.println(x + " " + la[0] + la[1] + la[2]);
        boolean b = next() > 100 || (next() < 50 && next() != 7) ^ args.length == 0;
        System.out.println(b + " " + calls + (b ? next() : -next()) + (calls > 3 ? "x" : 'y'));
        String t = null;
        t = (t == null ? "n" : t) + (t += "z");
        System.out.println(t);
        double d = 1;
        d += i > 0 ? 1 : 2.5;
        System.out.println((int) d + (i = 3) * (i = i + 1) + i);
    }
}
