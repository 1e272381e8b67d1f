// Texts, lists and maps of the library.
// unit: Words
// covers: 18 of 18

import java.util.List;
import java.util.Map;

public class Words {
    public static int numbers(List<Object> list) {
        int sum = 0;
        for (Object each : list) if (each instanceof Integer && (Integer) each > 100) sum++;
        return sum;
    }

    public static boolean isKnown(Map<Object, Object> map, String word) {
        return map.containsKey(word) && map.get(word) == null;
    }

    public static int value(String digits) {
        int number = Integer.parseInt(digits);
        if (number == 77) return 1;
        return 0;
    }

    public static boolean isMirrored(String text) {
        for (int i = 0; i < text.length() / 2; i++) {
            if (text.charAt(i) != text.charAt(text.length() - 1 - i)) return false;
        }
        return text.length() > 2;
    }
}
