// what: the messages of exceptions that the virtual machine throws by itself
class VmMessages {
    static Object nothing() { return null; }
    static void tried(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }
    enum Kind { A }
    interface Shape {}
    public static void main(String[] args) {
        int zero = args.length;
        int[] a = new int[3];
        long[][] deep = new long[2][];
        Object o = "text";
        tried(() -> System.out.println(1 / zero));
        tried(() -> System.out.println(1L % zero));
        tried(() -> a[3]++);
        tried(() -> a[-1] = 4);
        tried(() -> System.out.println(deep[2]));
        tried(() -> System.out.println(new int[zero - 1].length));
        tried(() -> System.out.println(new String[2][zero - 5].length));
        tried(() -> System.out.println((Integer) o));
        tried(() -> System.out.println((int[]) (Object) new String[1]));
        tried(() -> System.out.println((Shape) (Object) Kind.A));
        tried(() -> System.out.println((String) (Object) new int[0]));
        tried(() -> { Object[] s = new String[1]; s[0] = 5; });
        tried(() -> { Object[] s = new Integer[1][]; s[0] = new long[0]; });
        tried(() -> "abc".charAt(5));
        tried(() -> "abc".substring(2, 1));
        tried(() -> "abc".substring(4));
        tried(() -> System.out.println("abc".codePointAt(3)));
        tried(() -> java.util.List.of(1, 2).get(2));
        tried(() -> new java.util.ArrayList<>().remove(0));
        tried(() -> new java.util.LinkedList<>().get(1));
        tried(() -> new java.util.ArrayList<>().iterator().next());
        tried(() -> java.util.Objects.requireNonNull(null, "needed"));
        tried(() -> java.util.Objects.checkIndex(5, 5));
        tried(() -> Integer.valueOf("4x"));
        tried(() -> "abc".repeat(-1));
        tried(() -> Kind.valueOf("B"));
        tried(() -> new java.util.Scanner("x").nextInt());
        tried(() -> "%d".formatted("x"));
        tried(() -> "a".compareTo("b"));
    }
}
