// what: finally, its overriding returns, nested tries, rethrown and suppressed exceptions
class FinallyOrder {
    static StringBuilder log = new StringBuilder();
    static class Res implements AutoCloseable {
        final String name; final boolean bad;
        Res(String name, boolean bad) { this.name = name; this.bad = bad; log.append("open ").append(name).append(';'); }
        @Override public void close() throws Exception { log.append("close ").append(name).append(';'); if (bad) throw new Exception("closing " + name); }
    }
    @SuppressWarnings("finally")
    static int overrides() { try { throw new RuntimeException("lost"); } finally { return 5; } }
    static int kept() { int x = 1; try { return x; } finally { x = 2; log.append("x").append(x).append(';'); } }
    static String nested(int n) {
        StringBuilder b = new StringBuilder();
        try {
            try {
                if (n == 0) throw new IllegalStateException("zero");
                if (n == 1) throw new Error("one");
                b.append("fine,");
            } catch (IllegalStateException e) {
                b.append("caught,");
                throw new RuntimeException("wrapped", e);
            } finally {
                b.append("inner,");
                if (n == 2) b.append("two,");
            }
        } catch (RuntimeException e) {
            b.append(e.getMessage()).append(e.getCause().getMessage());
        } catch (Throwable t) {
            b.append(t);
        } finally {
            b.append(",outer");
        }
        return b.toString();
    }
    static void resources(boolean first, boolean second, boolean body) {
        log.setLength(0);
        try (Res a = new Res("a", first); Res b = new Res("b", second); Res none = null) {
            if (body) throw new IllegalArgumentException("body");
            log.append("body;");
        } catch (Exception e) {
            log.append(e.getMessage());
            for (Throwable t : e.getSuppressed()) log.append(" suppressed ").append(t.getMessage());
        } finally {
            log.append(" end");
        }
        System.out.println(log);
    }
    public static void main(String[] args) throws Exception {
        System.out.println(overrides() + " " + kept() + " " + log);
        for (int n = 0; n < 4; n++) System.out.println(nested(n));
        for (int i = 0; i < 8; i++) resources((i & 1) != 0, (i & 2) != 0, (i & 4) != 0);
        Exception e = new Exception("top", new RuntimeException(new Error("deep")));
        e.addSuppressed(new Exception("s"));
        System.out.println(e.getCause() + " " + e.getCause().getCause() + " " + e.getSuppressed().length + " " + e.getLocalizedMessage());
        try {
            e.addSuppressed(e);
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        try {
            e.initCause(null);
        } catch (IllegalStateException x) {
            System.out.println(x.getMessage());
        }
        int i = 0;
        while (true) {
            try {
                if (i++ < 3) continue;
                break;
            } finally {
                System.out.print("f" + i);
            }
        }
        System.out.println();
    }
}
