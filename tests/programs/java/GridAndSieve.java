// what: the game of life on a grid of booleans, and a sieve in a BitSet
import java.util.*;
class GridAndSieve {
    static boolean[][] step(boolean[][] g) {
        int n = g.length;
        boolean[][] r = new boolean[n][n];
        for (int y = 0; y < n; y++) for (int x = 0; x < n; x++) {
            int c = 0;
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if ((dx | dy) != 0 && g[(y + dy + n) % n][(x + dx + n) % n]) c++;
            r[y][x] = c == 3 || g[y][x] && c == 2;
        }
        return r;
    }
    public static void main(String[] args) {
        boolean[][] g = new boolean[8][8];
        for (int[] p : new int[][] {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}}) g[p[1]][p[0]] = true;
        for (int i = 0; i < 6; i++) g = step(g);
        for (boolean[] row : g) { StringBuilder b = new StringBuilder(); for (boolean c : row) b.append(c ? '#' : '.'); System.out.println(b); }
        BitSet composite = new BitSet(200);
        for (int i = 2; i < 15; i++) if (!composite.get(i)) for (int j = i * i; j < 200; j += i) composite.set(j);
        composite.flip(2, 200);
        composite.clear(0, 2);
        System.out.println(composite.cardinality() + " " + composite.nextSetBit(100));
    }
}
