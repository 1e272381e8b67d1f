// what: strings with the same hash in one switch, and switches in switches
class SwitchCollisions {
    static int f(String s) { switch (s) { case "AaAa": return 1; case "BBBB": return 2; case "AaBB": return 3; case "BBAa": return switch (s.length()) { case 4 -> { int k = 0; for (char c : s.toCharArray()) { switch (c) { case 'A': k += 10; case 'B': k++; break; default: k--; } } yield k; } default -> -1; }; } return 0; }
    static String day(int n) { return switch (n % 7) { case 0, 6 -> "weekend"; case 1, 2, 3, 4, 5 -> { String s = "week"; if (n > 10) yield s.toUpperCase(); yield s; } default -> throw new IllegalStateException("day " + n); }; }
    public static void main(String[] args) {
        for (String s : new String[] {"AaAa", "BBBB", "AaBB", "BBAa", "CCCC", ""}) System.out.print(f(s) + (s.hashCode() == "AaAa".hashCode() ? "! " : " "));
        System.out.println(day(6) + day(3) + day(17));
        try { day(-1); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
