// what: try, catch, finally, rethrown, nested, through calls, with values that the handler sees
class Exceptions {
    static class Own extends Exception {
        final int code;

        Own(int code) {
            super("own " + code);
            this.code = code;
        }
    }

    static class Narrow extends Own {
        Narrow(int code) {
            super(code * 10);
        }
    }

    static int thrower(int n) throws Own {
        if (n % 3 == 0) throw new Own(n);
        if (n % 3 == 1) throw new Narrow(n);
        return n;
    }

    static int withFinally(int n) {
        int x = 0;
        try {
            x = 1;
            x += thrower(n);
            x += 100;
        } catch (Narrow e) {
            x += e.code;
            return x;
        } catch (Own e) {
            x -= e.code;
        } finally {
            System.out.println("finally " + n + " " + x);
            x += 1000;
        }
        return x;
    }

    @SuppressWarnings("finally")
    static int overriding(int n) {
        for (int i = 0; ; i++) {
            try {
                if (i == n) return i;
                throw new IllegalStateException("turn " + i);
            } catch (IllegalStateException e) {
                if (i > 5) return -i;
                continue;
            } finally {
                if (i == 3) break;
            }
        }
        return 77;
    }

    static String nested(int n) {
        StringBuilder log = new StringBuilder();
        try {
            try {
                log.append("a");
                if (n == 0) throw new IllegalArgumentException("inner");
                log.append(10 / (n - 1));
            } catch (ArithmeticException e) {
                log.append("b");
                throw new RuntimeException("wrapped", e);
            } finally {
                log.append("c");
            }
            log.append("d");
        } catch (RuntimeException e) {
            log.append(e.getMessage()).append(e.getCause() == null ? "-" : e.getCause().getMessage());
        }
        return log.toString();
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (name.equals("bad")) throw new IllegalStateException("close");
        }
    }

    static void resources(String name) {
        try (Resource a = new Resource("first"); Resource b = new Resource(name)) {
            System.out.println("use " + a.name + b.name);
            if (name.length() == 3) throw new RuntimeException("use");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length);
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 5; n++) {
            System.out.println(withFinally(n));
            System.out.println(overriding(n));
            System.out.println(nested(n));
        }
        resources("good");
        resources("bad");
        try {
            recurse(0);
        } catch (Own e) {
            System.out.println(e + " " + (e instanceof Narrow));
        }
    }

    static int recurse(int depth) throws Own {
        if (depth == 50) throw new Narrow(depth);
        return recurse(depth + 1) + 1;
    }
}
