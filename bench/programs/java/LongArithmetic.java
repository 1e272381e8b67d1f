/** Multiplications, shifts and divisions of longs. */
class LongArithmetic {
    public static void main(String[] args) {
        long state = 88172645463325252L, sum = 0;
        for (int turn = 0; turn < 5000000; turn++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += state * 31 + (state & 0xffff) / 7 + turn % 13;
        }
        System.out.println(sum);
    }
}
