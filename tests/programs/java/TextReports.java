// what: text reports: padding, tables, counting words, folding lines
import java.util.*;
import java.util.stream.*;
class TextReports {
    static String pad(String s, int n) { return n < 0 ? " ".repeat(Math.max(0, -n - s.length())) + s : s + " ".repeat(Math.max(0, n - s.length())); }
    static List<String> fold(String s, int width) { List<String> out = new ArrayList<>(); StringBuilder line = new StringBuilder(); for (String w : s.split(" ")) { if (line.length() > 0 && line.length() + 1 + w.length() > width) { out.add(line.toString()); line.setLength(0); } if (line.length() > 0) line.append(' '); line.append(w); } out.add(line.toString()); return out; }
    public static void main(String[] args) {
        String text = "It was the best of times, it was the worst of times, it was the age of wisdom";
        Map<String, Long> counts = Arrays.stream(text.toLowerCase().split("\\W+")).collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
        counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(4).forEach(e -> System.out.println(pad(e.getKey(), 8) + pad("" + e.getValue(), -4) + "|" + "#".repeat(e.getValue().intValue())));
        System.out.println(String.join("/", fold(text, 20)));
        StringBuilder b = new StringBuilder();
        for (int i = 1; i <= 5; i++) { for (int j = 1; j <= 5; j++) b.append(pad("" + i * j, -3)); b.append(i < 5 ? "\n" : ""); }
        System.out.println(b);
        System.out.println(new StringBuilder(text).reverse().substring(0, 10) + text.chars().filter(Character::isUpperCase).count() + text.indexOf("worst") + text.replaceAll("[aeiou]", "").length());
    }
}
