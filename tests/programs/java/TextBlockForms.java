// what: text blocks and escapes
class TextBlockForms {
    public static void main(String[] args) {
        String a = """
            first
              indented "quotes" \"""
            joined \
            line	tab
            trailing   \s
            """;
        System.out.print(a);
        String b = """
            {"k": %d, "s": "%s"}""".formatted(1, "x");
        System.out.println(b + "\0".length() + "\101\7".length() + "\u0041" + "\t|\b|\f|".length() + "\\ \" \'");
        System.out.println("""
            a
           b
            c
            """.lines().map(String::length).toList());
        String c = """
            """;
        System.out.println(c.isEmpty());
    }
}
