// what: static nested state: counters, caches, lazily made holders, ids
import java.util.*;
class StaticState {
    static int next; static final List<String> EVENTS = new ArrayList<>(); static { EVENTS.add("static"); }
    static class Holder { static final Holder IT = new Holder(); final int id = ++next; static { EVENTS.add("holder"); } }
    static class Id { static long last = 100; final long id = last++; static Id of() { return new Id(); } }
    static final int[] FIB = new int[20]; static { FIB[0] = FIB[1] = 1; for (int i = 2; i < FIB.length; i++) FIB[i] = FIB[i - 1] + FIB[i - 2]; }
    static int a = init("a", 1), b = a + init("b", 2), c; static { c = b * 10; } static int d = c + forward(); static int e = 5;
    static int init(String n, int v) { EVENTS.add(n); return v; }
    static int forward() { return e; }
    public static void main(String[] args) {
        EVENTS.add("main");
        System.out.println(Holder.IT.id + Holder.IT.id + " " + Id.of().id + Id.of().id + " " + FIB[19] + " " + a + b + c + d + e + EVENTS);
    }
}
