// what: methods of String, with characters of all planes
class Strings1 {
    public static void main(String[] args) {
        String[] texts = {"", "a", "Hello, World", "  trim me\t", "äöü€", "\ud83d\ude00!", "aXbXc"};
        for (String s : texts) {
            System.out.println(s.length() + " " + s.hashCode() + " [" + s.trim() + "] [" + s.strip() + "]");
            System.out.println(s.indexOf("X") + " " + s.lastIndexOf('X') + " " + s.contains("lo"));
            System.out.println(s.replace('X', '-') + s.replace("X", "<>") + s.isEmpty() + s.isBlank());
            System.out.println(s.toUpperCase().length() + s.concat("|") + s.repeat(2));
            for (String t : texts) {
                System.out.print(s.equals(t) + " " + Integer.signum(s.compareTo(t)) + s.startsWith(t) + ";");
            }
            System.out.println();
            int points = 0;
            for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) points++;
            System.out.println(points);
        }
        String s = "The quick brown fox";
        System.out.println(s.substring(4) + "|" + s.substring(4, 9) + "|" + s.charAt(16));
        System.out.println(s.chars().filter(c -> c == 'o').count());
        System.out.println("HELLO".equalsIgnoreCase("hello") + " " + "b".compareToIgnoreCase("A"));
        System.out.println(String.join("-", "x", "y", "z") + new String(new char[] {'o', 'k'}));
        System.out.println(String.valueOf(3.25) + String.valueOf(true) + String.valueOf((Object) null));
        char[] chars = s.toCharArray();
        System.out.println(chars.length + " " + chars[4]);
        System.out.println("interned" == "inter" + "ned");
        try {
            s.charAt(99);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.substring(5, 2);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
