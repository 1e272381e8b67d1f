// what: regular expressions, split and replaceAll
import java.util.regex.*;
class Regex {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("me@here.com, you@there.org; no@x.net");
        while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.start(2));
        System.out.println("a1b22c333".replaceAll("[0-9]+", "#") + " " + "x,y,,z".split(",").length);
        for (String part : "one  two\tthree".split("\\s+")) System.out.println(part);
        System.out.println("2024-01-31".matches("\\d{4}-\\d{2}-\\d{2}") + " " + "abc".matches("[a-b]*"));
        System.out.println(Pattern.matches("(a|b)*c?", "ababc") + " " + "Aab".replaceFirst("(?i)a", "<$0>"));
    }
}
