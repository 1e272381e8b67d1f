// what: wrappers: caches, unboxing of null, mixed comparisons, ternaries that unbox
import java.util.*;
class WrapperTraps {
    static Integer none() { return null; }
    public static void main(String[] args) {
        try { int i = none(); System.out.println(i); } catch (NullPointerException e) { System.out.println("unboxed null"); }
        try { Integer i = args.length == 0 ? none() : 0; System.out.println(i); } catch (NullPointerException e) { System.out.println("ternary unboxed"); }
        Object o = true ? 1 : 2.0;
        System.out.println(o + " " + (true ? Integer.valueOf(1) : Double.valueOf(2)) + (args.length == 0 ? 'a' : 0) + (args.length == 0 ? 'a' : args.length) + (false ? 1 : 'b'));
        Long l = 127L;
        System.out.println(l.equals(127) + " " + l.equals(127L) + (l == 127) + new HashSet<>(Arrays.<Object>asList(1, 1L, (short) 1)).size());
        Integer a = 5;
        a++;
        a += 2;
        Integer[] arr = {1, 2};
        arr[0] += arr[1]++;
        Character c = 'x';
        c++;
        Double d = 1.0;
        d /= 3;
        System.out.println(a + Arrays.toString(arr) + c + d + (char) (c + 1) + -a);
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30, 1));
        list.remove(1);
        list.remove((Integer) 1);
        long sum = 0;
        for (Integer i : list) sum += i;
        Byte b = (byte) 200;
        short s = b;
        System.out.println(list + " " + sum + b + s + Integer.valueOf('a') + Short.toUnsignedInt((short) -1) + Boolean.valueOf("yes") + Integer.compare(a, 3));
        Object x = 'a', y = (int) 'a';
        System.out.println(x.equals(y) + " " + ((Number) y).doubleValue() + ((Comparable<Integer>) y).compareTo(98));
    }
}
