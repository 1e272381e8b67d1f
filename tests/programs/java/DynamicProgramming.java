// what: dynamic programming and strings: edit distance, longest common part, knapsack, wildcard match
import java.util.*;
class DynamicProgramming {
    static int edit(String a, String b) { int[][] d = new int[a.length() + 1][b.length() + 1]; for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++) d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1)); return d[a.length()][b.length()]; }
    static String common(String a, String b) { String[][] d = new String[a.length() + 1][b.length() + 1]; for (String[] r : d) Arrays.fill(r, ""); for (int i = a.length() - 1; i >= 0; i--) for (int j = b.length() - 1; j >= 0; j--) d[i][j] = a.charAt(i) == b.charAt(j) ? a.charAt(i) + d[i + 1][j + 1] : d[i + 1][j].length() >= d[i][j + 1].length() ? d[i + 1][j] : d[i][j + 1]; return d[0][0]; }
    static int knapsack(int[] w, int[] v, int cap) { int[] best = new int[cap + 1]; for (int i = 0; i < w.length; i++) for (int c = cap; c >= w[i]; c--) best[c] = Math.max(best[c], best[c - w[i]] + v[i]); return best[cap]; }
    static boolean matches(String p, String s) { if (p.isEmpty()) return s.isEmpty(); char c = p.charAt(0); if (c == '*') { for (int i = 0; i <= s.length(); i++) if (matches(p.substring(1), s.substring(i))) return true; return false; } return !s.isEmpty() && (c == '?' || c == s.charAt(0)) && matches(p.substring(1), s.substring(1)); }
    static long ways(int n, Map<Integer, Long> memo) { if (n < 0) return 0; if (n == 0) return 1; Long m = memo.get(n); if (m == null) memo.put(n, m = ways(n - 1, memo) + ways(n - 2, memo) + ways(n - 5, memo)); return m; }
    public static void main(String[] args) {
        System.out.println(edit("kitten", "sitting") + edit("", "abc") + " " + common("ABCBDAB", "BDCABA") + " " + knapsack(new int[] {1, 3, 4, 5}, new int[] {1, 4, 5, 7}, 7) + " " + matches("a*c?", "abbbcd") + matches("*x", "abc") + " " + ways(60, new HashMap<>()));
    }
}
