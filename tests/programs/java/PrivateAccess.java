// what: interfaces and classes that are nested in each other, and their private members
class PrivateAccess {
    private static int secret = 7; private int own = 1; private static String st() { return "st"; }
    interface Api { int MAX = secret + 1; int call(PrivateAccess p); class Default implements Api { private int calls; public int call(PrivateAccess p) { calls++; return p.own + secret + calls; } } }
    private static class In { private int x = 2; private In() { own2 = x; } private static int own2; private class Deep { private int y = x + own2; } }
    private record Rec(int a) { private static int made; private Rec { made++; } private int twice() { return a * 2; } }
    private enum En { A(1), B(2); private final int v; En(int v) { this.v = v; } private static int sum() { int s = 0; for (En e : values()) s += e.v; return s; } }
    private int bump() { return own += 10; }
    public static void main(String[] args) {
        PrivateAccess p = new PrivateAccess();
        Api.Default d = new Api.Default();
        System.out.println(d.call(p) + d.call(p) + " " + Api.MAX + d.calls + new In().x + In.own2 + new In().new Deep().y + st() + new Rec(4).twice() + Rec.made + En.sum() + En.B.v + p.bump() + p.own);
        Runnable r = () -> { secret++; p.own--; };
        r.run();
        System.out.println(secret + " " + p.own + new Object() { private int z = secret * 2; int get() { return z++ + z; } }.get());
        var anon = new Object() { int count = 0; void inc() { count++; } };
        anon.inc();
        anon.inc();
        System.out.println(anon.count);
    }
}
