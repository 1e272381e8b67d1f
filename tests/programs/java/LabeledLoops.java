// what: loops with labels, breaks and continues of outer loops, blocks that are left
class LabeledLoops {
    public static void main(String[] args) {
        int found = -1;
        search:
        for (int i = 2; i < 100; i++) {
            for (int j = 2; j * j <= i; j++) if (i % j == 0) continue search;
            if (i > 50) { found = i; break search; }
        }
        System.out.println(found);
        int[][] grid = {{1, 2, 3}, {4, -1, 6}, {7, 8, 9}};
        int sum = 0;
        rows:
        for (int[] row : grid) {
            for (int v : row) {
                if (v < 0) continue rows;
                if (v == 8) break rows;
                sum += v;
            }
        }
        System.out.println(sum);
        block: {
            if (sum > 5) break block;
            System.out.println("never");
        }
        int n = 0;
        do {
            n += 3;
            if (n % 2 == 0) continue;
            n++;
        } while (n < 20);
        System.out.println(n);
        int a = 0, b = 10;
        for (; a < b; a++, b--) if (a == 3) break;
        System.out.println(a + " " + b);
        int count = 0;
        outer:
        while (true) {
            inner:
            do {
                count++;
                try {
                    if (count % 3 == 0) continue outer;
                    if (count > 10) break outer;
                    if (count % 2 == 0) break inner;
                } finally {
                    count++;
                }
            } while (true);
            count += 2;
        }
        System.out.println(count);
        for (char c = 'a'; c <= 'e'; c += 2) System.out.print(c);
        for (long l = Long.MAX_VALUE - 1; l > 0; l++) System.out.print("!" + (l - Long.MAX_VALUE));
        for (float f = 0; f < 0.5f; f += 0.1f) System.out.print(" " + f);
        System.out.println();
    }
}
