// what: hash codes of everything that has one by its value
import java.util.*;
class Hashing {
    public static void main(String[] args) {
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\u4e2d\u6587".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println(Integer.valueOf(-7).hashCode() + " " + Long.valueOf(-7).hashCode() + " " + Double.valueOf(-7.5).hashCode() + " " + Float.valueOf(2.5f).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Character.valueOf('z').hashCode() + " " + Byte.valueOf((byte) -3).hashCode() + Short.hashCode((short) 9));
        System.out.println(List.of(1, 2, 3).hashCode() + " " + Set.of(1, 2, 3).hashCode() + " " + Map.of("a", 1, "b", 2).hashCode() + " " + Arrays.asList("x", null).hashCode() + " " + Map.entry("k", "v").hashCode());
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.hashCode(null) + " " + Objects.hash() + " " + Arrays.hashCode(new long[] {1L << 33, 2}) + " " + Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode((Object[]) null));
        System.out.println(new ArrayDeque<>().equals(new ArrayDeque<>()) + " " + Optional.of("a").hashCode() + " " + new AbstractMap.SimpleEntry<>(1, 2).hashCode() + " " + new BitSet().hashCode() + " " + Collections.nCopies(3, "x").hashCode());
        Object a = new Object(), b = new Object();
        System.out.println((a.hashCode() == a.hashCode()) + " " + a.equals(b) + (System.identityHashCode("x") == System.identityHashCode("x")) + System.identityHashCode(null));
        int[] array = {1};
        System.out.println(array.hashCode() == System.identityHashCode(array));
        System.out.println(Double.valueOf(0.0).hashCode() + " " + Double.valueOf(-0.0).hashCode() + " " + Double.hashCode(Double.NaN) + " " + new StringBuilder("x").equals(new StringBuilder("x")));
    }
}
