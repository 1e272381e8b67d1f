// what: what System.arraycopy says when it refuses
class CopyMessages {
    static void copy(Object from, int at, Object to, int there, int count) {
        try {
            System.arraycopy(from, at, to, there, count);
            System.out.println("copied");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] ints = new int[3];
        String[] texts = {"a", "b"};
        copy(ints, 0, ints, 1, 2);
        copy(ints, 2, ints, 0, 3);
        copy(ints, 0, ints, 2, 3);
        copy(ints, -1, ints, 0, 1);
        copy(ints, 0, ints, -2, 1);
        copy(ints, 0, ints, 0, -1);
        copy(texts, 1, texts, 0, 2);
        copy(texts, 0, new Object[1], 0, 2);
        copy(texts, 0, new Object[5], 3, 2);
        copy(new Object[] {"x", 1}, 0, texts, 0, 2);
        System.out.println(texts[0]);
    }
}
