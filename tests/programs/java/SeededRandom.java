// what: Random with seeds: all kinds of numbers
import java.util.*;
class SeededRandom {
    public static void main(String[] args) {
        Random r = new Random(12345);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian());
        byte[] b = new byte[7];
        r.nextBytes(b);
        System.out.println(Arrays.toString(b) + " " + r.nextInt(64) + " " + r.nextInt(5, 10) + " " + r.ints(3, 0, 6).sum() + " " + r.doubles(2).sum() + r.longs(1).sum());
        r.setSeed(1);
        System.out.println(r.nextInt(1 << 30) + " " + r.nextInt(1000));
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        SplittableRandom s = new SplittableRandom(7);
        System.out.println(s.nextInt(1000) + " " + s.split().nextLong());
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(l, new Random(3));
        System.out.println(l);
    }
}
