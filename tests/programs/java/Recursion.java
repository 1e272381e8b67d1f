// what: recursion: permutations, subsets, Hanoi, Ackermann, queens, mutual calls
import java.util.*;
class Recursion {
    static void permute(String done, String rest, List<String> out) { if (rest.isEmpty()) out.add(done); for (int i = 0; i < rest.length(); i++) permute(done + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out); }
    static int hanoi(int n, char a, char b, char c) { return n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static int queens(int n, int row, int cols, int d1, int d2) { if (row == n) return 1; int c = 0; for (int i = 0; i < n; i++) { int a = 1 << i, b = 1 << row + i, e = 1 << row - i + n; if ((cols & a) == 0 && (d1 & b) == 0 && (d2 & e) == 0) c += queens(n, row + 1, cols | a, d1 | b, d2 | e); } return c; }
    static List<List<Integer>> subsets(List<Integer> l) { if (l.isEmpty()) return List.of(List.of()); List<List<Integer>> r = new ArrayList<>(); for (List<Integer> s : subsets(l.subList(1, l.size()))) { r.add(s); List<Integer> t = new ArrayList<>(s); t.add(0, l.get(0)); r.add(t); } return r; }
    public static void main(String[] args) {
        List<String> all = new ArrayList<>();
        permute("", "abc", all);
        System.out.println(all + " " + hanoi(6, 'a', 'b', 'c') + " " + ackermann(2, 3) + " " + even(100) + odd(7) + " " + queens(6, 0, 0, 0, 0));
        System.out.println(subsets(List.of(1, 2, 3)));
    }
}
