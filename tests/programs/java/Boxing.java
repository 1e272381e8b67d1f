// what: boxing and unboxing, in arithmetic, comparisons, collections, and of null
import java.util.*;
class Boxing {
    public static void main(String[] args) {
        Integer i = 5;
        Long l = 5L;
        Character c = 'c';
        Boolean b = true;
        Double d = 2.5;
        i++;
        i += 3;
        System.out.println(i + l + c + d + (b ? 1 : 0));
        System.out.println(i.equals(9) + " " + l.equals(5) + " " + c.equals('c') + " " + (i == 9) + new Object().equals(null));
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30));
        list.remove(1);
        list.remove(Integer.valueOf(30));
        System.out.println(list);
        Integer none = null;
        try {
            int n = none;
            System.out.println(n);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        Object o = true ? 1 : "s";
        Object p = true ? 1 : 2.0;
        System.out.println(o + " " + p);
        long sum = 0;
        for (Long x : new Long[] {1L, 2L}) sum += x;
        System.out.println(sum + " " + Integer.valueOf(1000).hashCode() + Boolean.hashCode(true) + Double.hashCode(1.5));
        System.out.println(Integer.MAX_VALUE + Character.MAX_VALUE + Short.MIN_VALUE + Byte.MAX_VALUE);
        System.out.println(Long.compare(1, 2) + Double.compare(0.0, -0.0) + Integer.compareUnsigned(-1, 1));
    }
}
