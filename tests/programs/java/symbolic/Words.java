// what: a map, a builder, a parser and a switch on a text that is an input
// open: 0
import java.util.*;

class Words {
    static final Map<String, Integer> PRICES = new HashMap<>();

    static {
        PRICES.put("tea", 3);
        PRICES.put("milk", 2);
        PRICES.put("nuts", 9);
    }

    static int order(String text) {
        switch (text) {
            case "none": return 0;
            case "all": return 14;
            default:
        }
        Integer price = PRICES.get(text);
        if (price != null) {
            if (price > 5) return 100 + price;
            return price;
        }
        StringBuilder b = new StringBuilder(text);
        if (b.reverse().toString().equals("xyz")) return -2;
        try {
            int n = Integer.parseInt(text);
            if (n == -41) return -3;
            return n < 10 ? 1 : 2;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        System.out.println(order(assay.Input.anyText(4)));
    }
}
