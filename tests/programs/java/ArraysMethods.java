// what: the static methods of Arrays for all kinds of elements
import java.util.*;
class ArraysMethods {
    public static void main(String[] args) {
        int[] ints = new int[50];
        for (int i = 0; i < ints.length; i++) ints[i] = (i * 37 + 11) % 53;
        int[] copy = ints.clone();
        Arrays.sort(copy);
        System.out.println(Arrays.toString(copy) + Arrays.binarySearch(copy, 20) + Arrays.binarySearch(copy, 1000));
        long[] longs = {5, -3, Long.MIN_VALUE, 9, 0};
        Arrays.sort(longs);
        double[] doubles = {1.5, -0.0, 0.0, Double.NaN, -7, Double.NEGATIVE_INFINITY};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(longs) + Arrays.toString(doubles));
        byte[] bytes = {3, -1, 2};
        char[] chars = "hello".toCharArray();
        short[] shorts = {7, -7};
        float[] floats = {2f, 1f, Float.NaN};
        Arrays.sort(bytes);
        Arrays.sort(chars);
        Arrays.sort(shorts);
        Arrays.sort(floats);
        System.out.println(Arrays.toString(bytes) + new String(chars) + Arrays.toString(shorts) + Arrays.toString(floats));
        Arrays.fill(ints, 5, 10, -1);
        System.out.println(Arrays.equals(ints, copy) + " " + Arrays.hashCode(bytes) + " " + Arrays.mismatch(ints, copy));
        System.out.println(Arrays.toString(Arrays.copyOf(bytes, 5)) + Arrays.toString(Arrays.copyOfRange(chars, 1, 3)));
        Object[][] deep = {{1, "a"}, {null, new int[] {4, 5}}};
        System.out.println(Arrays.deepToString(deep) + " " + Arrays.deepEquals(deep, new Object[][] {{1, "a"}, {null, new int[] {4, 5}}}));
        System.out.println(Arrays.deepHashCode(new Object[] {new int[] {1, 2}, "x"}) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}));
        String[] words = {"delta", "alpha", "Charlie", "bravo"};
        Arrays.sort(words, 1, 4);
        System.out.println(String.join(",", words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.asList(words) + " " + Arrays.stream(ints, 0, 5).sum());
        int[] squares = new int[6];
        Arrays.setAll(squares, i -> i * i);
        Arrays.parallelPrefix(squares, Integer::sum);
        System.out.println(Arrays.toString(squares) + Arrays.equals(squares, 0, 2, new int[] {0, 1}, 0, 2));
        try {
            Arrays.copyOfRange(ints, 5, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.fill(ints, 3, 99, 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Integer[] big = new Integer[100];
        for (int i = 0; i < 100; i++) big[i] = (i * 61) % 97;
        Arrays.sort(big, Comparator.comparing((Integer i) -> i % 10).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(big));
        System.out.println(Arrays.toString((int[]) null) + Arrays.toString(new String[] {null, ""}));
    }
}
