// what: static nested generics with wildcards, a cache with a bound, an event bus of classes
import java.util.*;
import java.util.function.*;
class ClassKeys {
    static final Map<Class<?>, Object> INSTANCES = new LinkedHashMap<>();
    static <T> void put(Class<T> c, T t) { INSTANCES.put(c, c.cast(t)); }
    static <T> T get(Class<T> c) { return c.cast(INSTANCES.get(c)); }
    static final Map<Class<?>, List<Consumer<Object>>> BUS = new HashMap<>();
    static <E> void on(Class<E> c, Consumer<? super E> h) { BUS.computeIfAbsent(c, k -> new ArrayList<>()).add(o -> h.accept(c.cast(o))); }
    static int fire(Object o) { int n = 0; for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) for (Consumer<Object> h : BUS.getOrDefault(c, List.of())) { h.accept(o); n++; } return n; }
    static class A { public String toString() { return "A"; } }
    static class B extends A { public String toString() { return "B"; } }
    public static void main(String[] args) {
        put(String.class, "text");
        put(Integer.class, 5);
        put(A.class, new B());
        System.out.println(get(String.class) + get(Integer.class) + get(A.class) + get(Long.class));
        on(A.class, a -> System.out.print("a" + a + " "));
        on(B.class, b -> System.out.print("b" + b + " "));
        on(Object.class, o -> System.out.print("o "));
        System.out.println(fire(new B()) + fire(new A()) + fire("x"));
        try { Integer.class.cast((Object) "s"); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        System.out.println(A.class.getSimpleName() + B.class.getSuperclass().getName() + new A[0].getClass().getSimpleName() + int[].class.getName() + A.class.isInstance(new B()) + B.class.isAssignableFrom(A.class) + Map.Entry.class.getSimpleName() + (A.class == new A().getClass()));
    }
}
