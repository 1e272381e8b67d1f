// what: StringBuilder, and concatenation of all types
class StringBuilders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append(2L).append(true).append("text").append((Object) null).append(new char[] {'x'});
        b.append(1.5f).append(-2.0).append(Integer.MIN_VALUE).append(Long.MIN_VALUE);
        System.out.println(b);
        b.insert(3, "<in>").reverse().setCharAt(0, '#');
        b.deleteCharAt(1).delete(2, 5).replace(0, 2, "__");
        System.out.println(b + " " + b.length() + " " + b.indexOf("in") + b.charAt(5));
        b.setLength(3);
        System.out.println(b);
        String s = "a";
        byte y = -1;
        short h = 300;
        s += 1 + 2 + "b" + 'c' + 1.0f + 2e10 + y + h + null + true + 7L;
        System.out.println(s);
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 500; i++) big.append(i % 10);
        System.out.println(big.length() + " " + big.substring(490));
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")));
    }
}
