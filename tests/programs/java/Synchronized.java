// what: synchronized methods and blocks of one thread, also when left by an exception
class Synchronized {
    private int n;
    synchronized int next() { return ++n; }
    static synchronized String all(Synchronized s) { synchronized (s) { synchronized (s) { return "n" + s.next(); } } }
    int risky(int d) {
        synchronized (this) {
            try {
                return 10 / d;
            } finally {
                n += 100;
            }
        }
    }
    public static void main(String[] args) {
        Synchronized s = new Synchronized();
        System.out.println(s.next() + all(s));
        try {
            s.risky(0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + s.n);
        }
        synchronized (Synchronized.class) {
            System.out.println(s.risky(5) + " " + s.n);
        }
        Object o = null;
        try {
            synchronized (o) { System.out.println("never"); }
        } catch (NullPointerException e) {
            System.out.println("null lock");
        }
        System.out.println(Thread.currentThread().getName());
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        local.set(local.get() + 1);
        System.out.println(local.get());
        local.remove();
        System.out.println(local.get());
    }
}
