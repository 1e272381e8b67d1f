// what: division and remainder of all kinds, by zero and at the edges
class Divisions {
    static String tried(java.util.concurrent.Callable<Object> c) { try { return "" + c.call(); } catch (Exception e) { return e.getMessage(); } }
    public static void main(String[] args) {
        int[] all = {7, -7, 1, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, 10};
        for (int a : all) { StringBuilder r = new StringBuilder(); for (int b : all) r.append(tried(() -> a / b)).append(',').append(tried(() -> a % b)).append(',').append(tried(() -> (long) a / b)).append(',').append(tried(() -> (long) a * 3 % b)).append(',').append(tried(() -> Math.floorDiv(a, b))).append(',').append(tried(() -> Math.floorMod(a, b))).append(';'); System.out.println(r); }
        int x = 17;
        x /= 3; x %= 3;
        long y = -17;
        y /= 5; y %= 2;
        char c = 'd';
        c /= 2;
        byte b = -128;
        b /= -1;
        System.out.println(x + " " + y + " " + c + " " + b + " " + 1.0 / 0 + " " + -1.0 % 0 + " " + 5 / 2 * 2.0 + " " + 5 / 2.0 * 2);
    }
}
