// what: assertions are off, errors are caught as errors, stack of causes
class Assertions1 {
    static class Chain extends RuntimeException {
        Chain(String m, Throwable cause) { super(m, cause); }
    }

    static void fail(int n) {
        if (n == 0) throw new Error("bottom");
        try {
            fail(n - 1);
        } catch (Throwable t) {
            throw new Chain("level " + n, t);
        }
    }

    public static void main(String[] args) {
        assert args.length > 99 : "never";
        try {
            fail(3);
        } catch (Chain c) {
            for (Throwable t = c; t != null; t = t.getCause()) System.out.println(t);
        }
        Throwable s = new Exception("main");
        s.addSuppressed(new Exception("side"));
        System.out.println(s.getSuppressed()[0].getMessage() + s.getLocalizedMessage());
        try {
            throw new AssertionError(42);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        synchronized (s) {
            System.out.println("held");
        }
    }
}
