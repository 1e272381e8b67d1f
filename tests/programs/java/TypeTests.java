// what: instanceof and casts to classes, interfaces and arrays; classes as objects
import java.util.*;
class TypeTests {
    static String test(Object o) {
        StringBuilder s = new StringBuilder();
        s.append(o instanceof Object ? 'O' : '-').append(o instanceof Number ? 'N' : '-');
        s.append(o instanceof Comparable ? 'C' : '-').append(o instanceof int[] ? 'i' : '-');
        s.append(o instanceof Object[] ? 'o' : '-').append(o instanceof Number[] ? 'n' : '-');
        s.append(o instanceof Cloneable ? 'c' : '-').append(o instanceof Comparable[] ? 'p' : '-');
        s.append(o instanceof Object[][] ? '2' : '-').append(o instanceof Integer ? 'I' : '-');
        s.append(o instanceof RandomAccess ? 'R' : '-').append(o instanceof CharSequence ? 'S' : '-');
        return s.toString();
    }

    public static void main(String[] args) {
        Object[] all = {null, 1, "s", 2.5, new int[1], new Integer[1], new String[1], new Object[1],
            new int[1][1], new String[1][1], new ArrayList<String>(), new StringBuilder(), 'c'};
        for (Object o : all) System.out.println(test(o) + (o == null ? "" : " " + o.getClass().getName()));
        System.out.println(int[].class.getName() + String.class.getSimpleName() + Map.Entry.class.getName());
        System.out.println(int.class + " " + Runnable.class + " " + int[][].class.getSimpleName());
        System.out.println(Integer.class.isInstance(4) + " " + Number.class.isAssignableFrom(Integer.class)
            + " " + Object[].class.isAssignableFrom(String[].class) + " " + Integer.class.getSuperclass());
        Object o = new Integer[] {1};
        Number[] numbers = (Number[]) o;
        System.out.println(numbers.length + " " + numbers[0].intValue());
        for (Object c : new Object[] {"x", new int[0]}) {
            try {
                System.out.println(((Comparable<?>) c) != null);
            } catch (ClassCastException e) {
                System.out.println("no");
            }
        }
    }
}
