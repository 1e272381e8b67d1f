/** Reads and writes of an array in a loop. */
class ArrayLoop {
    public static void main(String[] args) {
        int[] numbers = new int[1000];
        int sum = 0;
        for (int turn = 0; turn < 12000; turn++) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] += i ^ turn;
                sum += numbers[i];
            }
        }
        System.out.println(sum);
    }
}
