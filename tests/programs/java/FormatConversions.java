// what: String.format with widths, flags, all conversions, and its refusals
import java.util.*;
class FormatConversions {
    static void tried(String format, Object... args) {
        try {
            System.out.println("[" + String.format(format, args) + "]");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        tried("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d", 42, 42, 42, 42, 42, 1234567, -42, 42);
        tried("%x|%X|%#x|%o|%08x|%x", 255, 255, 255, 8, 48879, -1L);
        tried("%s|%10s|%-10s|%.2s|%S|%s", "text", "text", "text", "text", "text", null);
        tried("%c|%C|%c|%b|%B|%b", 'a', 'b', 0x41, true, "x", null);
        tried("%f|%.2f|%10.3f|%-10.1f|%+.0f|%,.2f|%e|%.3E|%g", 3.14159, 2.71828, 1.5, 2.25, 7.5, 1234567.891, 12345.678, 0.00012, 0.5);
        tried("%f|%f|%.1f|%5.1f", Double.NaN, Double.NEGATIVE_INFINITY, 0.05, -0.0);
        tried("%2$s %1$s %<s %s", "a", "b");
        tried("%h|%n|%%|%h", "hi", 42);
        tried("%a", 1.0);
        tried("%d", "no");
        tried("%q", 1);
        tried("%d");
        tried("%-d", 1);
        tried("%.3d", 1);
        tried("%s %s", "one");
        tried("%,d %,d", Long.MAX_VALUE, -999);
        tried("%s", List.of(1, 2));
        tried("%s", new int[0].length);
        tried("%d", new java.math.BigInteger("123456789012345678901234567890"));
        tried("%.3f", new java.math.BigDecimal("2.0005"));
        tried("%08.2f|%(.2f|%x", 3.14159, -3.14159, (byte) -1);
        System.out.printf("%s-%s%n", 1, 2);
        System.out.println("%d of %s".formatted(3, "x") + String.format(Locale.ROOT, "%.1f", 2.5f));
    }
}
