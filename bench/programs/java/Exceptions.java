/** Exceptions thrown and caught three calls further out. */
class Exceptions {
    static class Refused extends Exception {
        final int number;
        Refused(int number) { super(null, null, false, false); this.number = number; }
    }

    static int inner(int number) throws Refused {
        if (number % 3 == 0) throw new Refused(number);
        return number;
    }

    static int middle(int number) throws Refused {
        try {
            return inner(number) + 1;
        } finally {
            calls++;
        }
    }

    static int calls;

    public static void main(String[] args) {
        int sum = 0;
        for (int turn = 0; turn < 700000; turn++) {
            try {
                sum += middle(turn);
            } catch (Refused refused) {
                sum -= refused.number;
            }
        }
        System.out.println(sum + calls);
    }
}
