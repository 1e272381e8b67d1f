// what: a calculator: a parser of expressions by hand over a string
import java.util.*;
class TextParsing {
    final String text;
    int at;
    TextParsing(String text) { this.text = text; }
    char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at < text.length() ? text.charAt(at) : '\0';
    }
    double sum() {
        double v = product();
        for (;;) {
            switch (peek()) {
                case '+': at++; v += product(); break;
                case '-': at++; v -= product(); break;
                default: return v;
            }
        }
    }
    double product() {
        double v = factor();
        while (true) {
            char c = peek();
            if (c == '*') { at++; v *= factor(); }
            else if (c == '/') { at++; v /= factor(); }
            else if (c == '%') { at++; v %= factor(); }
            else return v;
        }
    }
    double factor() {
        char c = peek();
        if (c == '-') { at++; return -factor(); }
        if (c == '(') {
            at++;
            double v = sum();
            if (peek() != ')') throw new IllegalStateException("no ) at " + at);
            at++;
            return v;
        }
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) at++;
        if (from == at) throw new IllegalStateException("unexpected " + (c == 0 ? "end" : "'" + c + "'") + " at " + at);
        return Double.parseDouble(text.substring(from, at));
    }
    public static void main(String[] args) {
        String[] all = {"1 + 2 * 3", "(1+2)*3 - -4", "10 / 4 % 2", "2 * (3 + ", "7 $ 2", "", "((((5))))", "1.5.5", "3-2-1", "1/0"};
        for (String s : all) {
            try {
                TextParsing p = new TextParsing(s);
                double v = p.sum();
                System.out.println(s + " = " + v + (p.peek() != 0 ? " rest " + s.substring(p.at) : ""));
            } catch (IllegalStateException | NumberFormatException e) {
                System.out.println(s + ": " + e.getMessage());
            }
        }
        Map<String, Integer> counts = new TreeMap<>();
        String csv = "name,qty\napple,3\npear,4\napple,5\nbad,x\n";
        int line = 0;
        for (String row : csv.split("\n")) {
            if (line++ == 0) continue;
            String[] cells = row.split(",");
            try {
                counts.merge(cells[0], Integer.valueOf(cells[1].trim()), Integer::sum);
            } catch (NumberFormatException e) {
                System.out.println("line " + line + ": " + e.getMessage());
            }
        }
        System.out.println(counts);
        csv.lines().map(String::strip).filter(s -> !s.isBlank()).map(String::length).forEach(System.out::print);
        System.out.println();
    }
}
