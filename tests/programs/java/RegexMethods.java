// what: regular expressions: groups, classes, look-around, replacement, splitting, errors
import java.util.*;
import java.util.regex.*;
class RegexMethods {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(?<key>[a-z]+)=(?<value>\\d+)(;|$)").matcher("a=1;bc=22;d=x;e=5");
        while (m.find()) System.out.println(m.group("key") + ":" + m.group(2) + " " + m.start() + "-" + m.end("value"));
        System.out.println("2024-02-29".matches("\\d{4}-\\d{2}-\\d{2}") + " " + "abc".matches("ab"));
        System.out.println("one  two three".replaceAll("\\s+", "_") + " " + "aXbX".replaceFirst("X", "\\$"));
        System.out.println("john smith".replaceAll("(\\w+) (\\w+)", "$2, $1"));
        System.out.println(Arrays.toString("a1b22c333".split("\\d+")) + Arrays.toString(",a,,b,,".split(",")) + Arrays.toString(",a,,b,,".split(",", -1)) + Arrays.toString("a:b:c".split(":", 2)));
        System.out.println(Pattern.compile("HeLLo", Pattern.CASE_INSENSITIVE).matcher("say hello").find());
        System.out.println("foobar".replaceAll("o(?=b)", "0") + "price: 30".replaceAll("(?<=: )\\d", "#") + "aab".replaceAll("a(?!b)", "-"));
        System.out.println(Pattern.compile("^\\w+", Pattern.MULTILINE).matcher("ab\ncd").results().map(MatchResult::group).toList());
        System.out.println("aaa".replaceAll("a*?", "x") + " " + "xaax".replaceAll("a{2}", "y") + "abab".matches("(ab)\\1"));
        Matcher g = Pattern.compile("(a+)+b").matcher("aaaab");
        System.out.println(g.matches() + " " + g.group(1) + g.groupCount());
        StringBuilder out = new StringBuilder();
        Matcher r = Pattern.compile("\\d+").matcher("1 and 22");
        while (r.find()) r.appendReplacement(out, Integer.toString(Integer.parseInt(r.group()) * 2));
        System.out.println(r.appendTail(out));
        System.out.println(Pattern.compile("[^\\p{Alpha}&&[^x]]|[a-c[m-p]]").matcher("zxbm").replaceAll("."));
        System.out.println(Pattern.matches("\\p{Upper}\\p{javaLowerCase}+\\P{Digit}", "Hello!") + Pattern.quote("a.b") + "a.b".matches(Pattern.quote("a.b")));
        System.out.println(Pattern.compile(",").splitAsStream("p,q,r").toList() + " " + Pattern.compile("b").asPredicate().test("abc"));
        Matcher region = Pattern.compile("a").matcher("aaaa").region(1, 3);
        System.out.println(region.lookingAt() + " " + region.end() + region.hitEnd());
        for (String bad : new String[] {"(", "[a", "a{2", "*", "\\"}) {
            try {
                Pattern.compile(bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " " + e.getIndex());
            }
        }
        try {
            m.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("x+y".split("\\+").length + " " + "\u00e9t\u00e9".replaceAll("\\W", "?") + Pattern.compile("(?i)\u00c9", Pattern.UNICODE_CASE).matcher("\u00e9").matches());
        System.out.println("possessive".matches("p.*+e") + " " + "atom".replaceAll("(?>a|at)om", "!") + Pattern.compile("a b # c", Pattern.COMMENTS).matcher("ab").matches());
    }
}
