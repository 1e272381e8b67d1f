import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A sort of our own, and the JDK's with a comparator. */
class Sorting {
    static void sort(int[] numbers, int from, int to) {
        if (from >= to) return;
        int pivot = numbers[(from + to) >>> 1], low = from, high = to;
        while (low <= high) {
            while (numbers[low] < pivot) low++;
            while (numbers[high] > pivot) high--;
            if (low <= high) {
                int number = numbers[low];
                numbers[low++] = numbers[high];
                numbers[high--] = number;
            }
        }
        sort(numbers, from, high);
        sort(numbers, low, to);
    }

    public static void main(String[] args) {
        int state = 12345;
        int[] numbers = new int[150000];
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            state = state * 1103515245 + 12345;
            numbers[i] = state >>> 8;
            if (i % 10 == 0) list.add(numbers[i]);
        }
        sort(numbers, 0, numbers.length - 1);
        list.sort(Comparator.reverseOrder());
        System.out.println(numbers[1000] + list.get(1000));
    }
}
