// what: parsers of ints and longs on many texts, as they are and as the JDK's code with a radix has them
import java.util.*;
class ParsersOfTexts {
    static String shown(java.util.function.Supplier<Object> parser) {
        try {
            return String.valueOf(parser.get());
        } catch (NumberFormatException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        char[] pool = "0123456789-+ a\u0663\u00b2".toCharArray();
        Random random = new Random(99);
        int same = 0, hash = 0;
        for (int i = 0; i < 400; i++) {
            int length = random.nextInt(22), kinds = i % 3 == 0 ? pool.length : 10;
            StringBuilder b = new StringBuilder(i % 5 == 0 ? "-" : i % 7 == 0 ? "+" : "");
            for (int k = 0; k < length; k++) b.append(pool[random.nextInt(kinds)]);
            String text = b.toString();
            String asInt = shown(() -> Integer.parseInt(text)), asLong = shown(() -> Long.parseLong(text));
            if (asInt.equals(shown(() -> Integer.parseInt(text, 10)))) same++;
            if (asLong.equals(shown(() -> Long.parseLong(text, 10)))) same++;
            if (asInt.equals(shown(() -> Integer.valueOf(text)))) same++;
            if (asLong.equals(shown(() -> Long.valueOf(text)))) same++;
            hash = hash * 31 + asInt.hashCode() * 7 + asLong.hashCode();
        }
        System.out.println(same + " " + hash);
        for (String text : new String[] {"2147483647", "2147483648", "-2147483648", "-2147483649", "-", "+", "", "9223372036854775807", "999999999999999999", "-00000000000000005", "+-1", "1-", null})
            System.out.println(shown(() -> Integer.parseInt(text)) + " " + shown(() -> Long.parseLong(text)));
    }
}
