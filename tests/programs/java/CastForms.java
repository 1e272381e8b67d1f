// what: casts and instanceof over classes, interfaces and arrays
import java.io.Serializable;
import java.util.*;
class CastForms {
    interface I {} interface J extends I {} interface K {}
    static class A implements J {} static class B extends A implements K {} static final class C extends B {}
    static String kinds(Object o) { return (o instanceof I ? "I" : "") + (o instanceof J ? "J" : "") + (o instanceof K ? "K" : "") + (o instanceof A ? "A" : "") + (o instanceof B ? "B" : "") + (o instanceof C ? "C" : "") + (o instanceof Object[] ? "[" : "") + (o instanceof I[] ? "i" : "") + (o instanceof A[] ? "a" : "") + (o instanceof int[] ? "n" : "") + (o instanceof Cloneable ? "c" : "") + (o instanceof Serializable ? "s" : "") + (o instanceof Number ? "N" : "") + (o instanceof Comparable ? "<" : "") + (o instanceof CharSequence ? "T" : "") + (o instanceof Object[][] ? "[[" : "") + (o instanceof Iterable ? "it" : "") + (o == null ? "null" : ""); }
    public static void main(String[] args) {
        Object[] all = {new A(), new B(), new C(), new A[1], new B[0], new C[0][0], new int[1], new int[1][1], new I[1], "s", 5, 2.5, 'c', List.of(), null, new Object(), new StringBuilder(), Thread.State.NEW, new String[0], new K[2]};
        for (Object o : all) System.out.print(kinds(o) + " ");
        System.out.println();
        Class<?>[] to = {I.class, K.class, B.class, A[].class, I[].class, Object[].class, Number.class};
        for (Class<?> c : to) {
            int yes = 0;
            for (int i = 0; i < all.length; i++) {
                try {
                    c.cast(all[i]);
                    yes |= 1 << i;
                } catch (ClassCastException e) {
                    if (i == 9) System.out.println(e.getMessage());
                }
            }
            System.out.println(c.getSimpleName() + " " + Integer.toHexString(yes) + " " + c.isAssignableFrom(C.class) + c.isAssignableFrom(B[].class) + c.isInterface() + c.isArray());
        }
        A a = new C();
        K k = (K) a;
        B b = (B) k;
        System.out.println((C) b == a);
        Object o = new Integer[] {1};
        Number[] n = (Number[]) o;
        System.out.println(n[0]);
        try {
            k = (K) new A().getClass().cast(new A());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(int.class + " " + void.class.getName() + Integer.TYPE.isPrimitive() + " " + int[][].class.getName() + String.class.getPackageName() + Map.Entry.class.getName() + new Object[0].getClass().getSuperclass() + I.class.getSuperclass() + C.class.getSuperclass().getSimpleName() + Object.class.getSuperclass());
    }
}
