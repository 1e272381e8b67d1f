// what: classes are initialised when they are first used, supers first, once; failures stay
class ClassInitialisation {
    static class Base {
        static int count = trace("Base");
    }

    static class Derived extends Base {
        static final int CONSTANT = 5;
        static final Integer BOXED = 6;
        static { trace("Derived"); }
        static void call() { trace("call"); }
    }

    interface Silent {
        int VALUE = trace("Silent");
    }

    interface WithDefault {
        int VALUE = trace("WithDefault");
        default int get() { return 1; }
    }

    static class Implementing implements Silent, WithDefault {
        static { trace("Implementing"); }
    }

    static class Failing {
        static int value = 1 / (trace("Failing") - 1);
        static int get() { return 3; }
    }

    static class Cyclic {
        static final Cyclic ONE = new Cyclic();
        static int number = 7;
        final int seen = number;
    }

    static int trace(String name) {
        System.out.println("init " + name);
        return 1;
    }

    static { trace("main class"); }

    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Derived.CONSTANT);
        System.out.println(Derived.count);
        System.out.println(Derived.BOXED);
        Derived.call();
        Derived[] none = new Derived[2];
        new Implementing();
        System.out.println(Silent.VALUE);
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Failing.get());
            } catch (ExceptionInInitializerError e) {
                System.out.println("failed " + e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println("failed before");
            }
        }
        System.out.println(Cyclic.ONE.seen + " " + Cyclic.number + none.length);
    }
}
