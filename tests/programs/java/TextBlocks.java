// what: text blocks, escapes, string methods of newer JDKs
import java.util.*;
import java.util.stream.*;
class TextBlocks {
    public static void main(String[] args) {
        String block = """
            Hello,
              "World"\tand \
            more
            end\
            """;
        System.out.println(block);
        System.out.println(block.lines().map(String::strip).collect(Collectors.toList()));
        System.out.println("ab".repeat(3).indent(2) + "  x ".stripLeading() + "|" + " y ".stripTrailing() + "|");
        System.out.println(String.join("/", List.of("a", "b")) + "a,b,c".split(",", 2)[1]);
        StringJoiner j = new StringJoiner(", ", "{", "}");
        j.add("one").add("two");
        System.out.println(j + " " + j.length());
        System.out.println("%s is %d".formatted("x", 5) + "ABC".toLowerCase() + "straße".toUpperCase());
        System.out.println("b".compareTo("abc") + " " + "abc".compareTo("abcd") + "x".equals(null));
        System.out.println("mississippi".replaceAll("ss", "SS").lastIndexOf("SS") + " " + "a-b".regionMatches(true, 0, "A", 0, 1));
        char[] cs = {'d', 'a', 'c'};
        Arrays.sort(cs);
        System.out.println(String.valueOf(cs) + new String(cs, 1, 2) + "abc".contentEquals(new StringBuilder("abc")));
        System.out.println("a\u0000b".length() + " \\ \" \u00e9 " + (char) 0x1F600 + new String(Character.toChars(0x1F600)));
    }
}
