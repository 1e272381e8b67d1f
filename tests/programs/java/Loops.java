// what: loops of all forms, with labels, and variables that change in them
class Loops {
    static int collatz(long n) {
        int steps = 0;
        while (n != 1) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int labels() {
        int count = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == 7) continue outer;
                if (i == 8) break outer;
                if ((i ^ j) % 3 == 0) continue;
                count += i * j;
            }
        }
        return count;
    }

    static long fibonacci(int n) {
        long a = 0, b = 1;
        do {
            long c = a + b;
            a = b;
            b = c;
        } while (--n > 0);
        return a;
    }

    static int swap(int n) {
        int a = 1, b = 2;
        for (int i = 0; i < n; i++) {
            int t = a;
            a = b;
            b = t;
        }
        return a * 10 + b;
    }

    public static void main(String[] args) {
        for (int n = 1; n < 30; n += 7) System.out.println(collatz(n * 1000003L));
        System.out.println(labels());
        System.out.println(fibonacci(90));
        System.out.println(swap(7) + " " + swap(8));
        boolean[] composite = new boolean[200];
        StringBuilder primes = new StringBuilder();
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes.append(i).append(',');
                for (int j = i * i; j < composite.length; j += i) composite[j] = true;
            }
        }
        System.out.println(primes);
    }
}
