import java.util.HashMap;

/** A map from texts to numbers. */
class Maps {
    public static void main(String[] args) {
        HashMap<String, Integer> counts = new HashMap<>();
        for (int turn = 0; turn < 80000; turn++) counts.merge("key" + turn % 500, turn, Integer::sum);
        int sum = 0;
        for (int count : counts.values()) sum += count;
        System.out.println(sum + counts.size());
    }
}
