// what: events and listeners: closures that share state, lists changed while they are walked
import java.util.*;
import java.util.function.*;
class Listeners {
    static class Subject<E> {
        private final List<Consumer<? super E>> all = new ArrayList<>();
        Runnable on(Consumer<? super E> c) { all.add(c); return () -> all.remove(c); }
        void fire(E e) { for (Consumer<? super E> c : new ArrayList<>(all)) c.accept(e); }
    }
    public static void main(String[] args) {
        Subject<String> s = new Subject<>();
        StringBuilder log = new StringBuilder();
        int[] count = new int[1];
        Runnable off = s.on(e -> log.append(e).append(++count[0]));
        s.on(e -> { if (e.equals("stop")) off.run(); });
        Consumer<Object> any = o -> log.append('<').append(o.hashCode()).append('>');
        s.on(any);
        for (String e : List.of("go", "stop", "on")) s.fire(e);
        System.out.println(log + " " + count[0] + s.all.size());
        Map<String, Supplier<Subject<Integer>>> made = Map.of("x", Subject::new);
        Subject<Integer> t = made.get("x").get();
        t.on(i -> System.out.print(i * 2 + " "));
        t.on(Listeners::twice);
        t.fire(21);
        System.out.println();
    }
    static void twice(Number n) { System.out.print(n.intValue() << 1); }
}
