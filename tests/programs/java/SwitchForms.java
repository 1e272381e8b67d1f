// what: switches on strings, enums, characters, wrappers; with arrows, yields and falls
class SwitchForms {
    enum Color { RED, GREEN, BLUE }
    static int byText(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "C#":
            case "Bb": return 3;
            case "": return 4;
            default: return s.length() + 10;
        }
    }
    static String byColor(Color c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> { String s = "g"; yield s + s; }
            case BLUE -> "b";
        };
    }
    static int falls(int n) {
        int r = 0;
        switch (n) {
            case 1: r += 1;
            case 2: r += 2;
            case -5: r += 5; break;
            case Integer.MAX_VALUE: r = 100;
            default: r += 1000;
            case Integer.MIN_VALUE: r += 10000;
        }
        return r;
    }
    static int dense(int n) {
        return switch (n) { case 0, 1 -> 10; case 2 -> 20; case 3 -> 30; case 5, 6, 7 -> 50; default -> n < 0 ? -1 : 99; };
    }
    static char byChar(char c) {
        switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return 'V'; case '\u00e9': return 'E'; default: return Character.isLetter(c) ? 'C' : '?'; }
    }
    static String boxed(Byte b) { switch (b) { case 1: return "one"; case -128: return "least"; default: return "b" + b; } }
    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "C#", "Bb", "", "AaBB", "BBAa"}) System.out.print(byText(s) + " ");
        for (Color c : Color.values()) System.out.print(byColor(c) + " ");
        for (int n : new int[] {1, 2, -5, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) System.out.print(falls(n) + " ");
        for (int n = -1; n < 9; n++) System.out.print(dense(n) + " ");
        for (char c : "hey, \u00e9u".toCharArray()) System.out.print(byChar(c));
        System.out.println(boxed((byte) 1) + boxed((byte) -128) + boxed((byte) 7));
        try {
            byText(null);
        } catch (NullPointerException e) {
            System.out.println("null text");
        }
        try {
            byColor(null);
        } catch (NullPointerException e) {
            System.out.println("null color");
        }
        Color c = Color.GREEN;
        switch (c) { case GREEN: System.out.println("green"); break; default: System.out.println("other"); }
        long l = 5;
        int day = 3, sum = 0;
        outer:
        for (;;) {
            switch (day) {
                case 0: break outer;
                case 2: day--; continue outer;
                default: sum += day; day--;
            }
        }
        System.out.println(sum + l);
    }
}
