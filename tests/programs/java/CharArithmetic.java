// what: characters as numbers: ciphers, counts, palindromes, roman numerals, anagrams
import java.util.*;
class CharArithmetic {
    static String caesar(String s, int by) { StringBuilder b = new StringBuilder(); for (char c : s.toCharArray()) b.append(c >= 'a' && c <= 'z' ? (char) ((c - 'a' + by + 26) % 26 + 'a') : c >= 'A' && c <= 'Z' ? (char) ((c - 'A' + by + 26) % 26 + 'A') : c); return b.toString(); }
    static int roman(String s) { int r = 0, last = 0; for (int i = s.length() - 1; i >= 0; i--) { int v = switch (s.charAt(i)) { case 'I' -> 1; case 'V' -> 5; case 'X' -> 10; case 'L' -> 50; case 'C' -> 100; case 'D' -> 500; case 'M' -> 1000; default -> throw new IllegalArgumentException("" + s.charAt(i)); }; r += v < last ? -v : v; last = Math.max(last, v); } return r; }
    static boolean palindrome(String s) { int i = 0, j = s.length() - 1; while (i < j) { if (!Character.isLetter(s.charAt(i))) i++; else if (!Character.isLetter(s.charAt(j))) j--; else if (Character.toLowerCase(s.charAt(i++)) != Character.toLowerCase(s.charAt(j--))) return false; } return true; }
    static String key(String s) { char[] c = s.toCharArray(); Arrays.sort(c); return new String(c); }
    public static void main(String[] args) {
        System.out.println(caesar("Hello, World!", 3) + caesar(caesar("zebra", 7), -7) + " " + roman("MCMXCIV") + " " + palindrome("A man, a plan, a canal: Panama") + palindrome("ab"));
        int[] counts = new int[128];
        for (char c : "mississippi".toCharArray()) counts[c]++;
        for (char c = 'a'; c < 'z'; c++) if (counts[c] > 0) System.out.print(c + "" + counts[c] + " ");
        Map<String, List<String>> groups = new TreeMap<>();
        for (String w : "tea eat tan ate nat bat".split(" ")) groups.computeIfAbsent(key(w), k -> new ArrayList<>()).add(w);
        System.out.println(groups);
        char c = 'z';
        c++;
        c -= 'A' - 'a';
        System.out.println((int) c + " " + (char) 97 + ('a' + 'b') + (char) ('a' + 1) + (int) '\uffff' + (char) -1 + "abc".indexOf('b' | 0) + (c > 'a' ? 'y' : 'n'));
        try { roman("MZ"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
