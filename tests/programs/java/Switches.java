// what: dense and sparse switches, on strings and enums, falling through, as expressions
class Switches {
    enum Colour { RED, GREEN, BLUE }

    static int dense(int n) {
        int r = 0;
        switch (n) {
            case 0: r += 1;
            case 1: r += 10; break;
            case 2: case 3: r += 100; break;
            default: r = -1;
            case 5: r += 1000;
        }
        return r;
    }

    static String sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return "min";
            case -1: return "minus";
            case 1000000: return "million";
            case Integer.MAX_VALUE: return "max";
        }
        return "none";
    }

    static int text(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "": return 3;
            default: return 0;
        }
    }

    static String colour(Colour c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> {
                String x = "g";
                yield x + x;
            }
            case BLUE -> "b";
        };
    }

    public static void main(String[] args) {
        for (int n = -1; n < 7; n++) System.out.println(dense(n));
        for (int n : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1000000}) {
            System.out.println(sparse(n));
        }
        for (String s : new String[] {"Aa", "BB", "", "C"}) System.out.println(text(s));
        for (Colour c : Colour.values()) System.out.println(c + colour(c) + c.ordinal());
        System.out.println(Colour.valueOf("BLUE"));
        try {
            Colour.valueOf("PINK");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
