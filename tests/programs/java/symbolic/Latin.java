// what: questions about a character that is an input, and its other case
// open: 1
class Latin {
    static int kind(char c) {
        int kind = 0;
        if (Character.isDigit(c)) kind = 1;
        if (Character.isLetter(c)) kind = 2;
        if (Character.isWhitespace(c)) kind = 3;
        if (Character.isUpperCase(c)) kind = 4;
        if (Character.isLetterOrDigit(c)) kind += 10;
        if (Character.toUpperCase(c) == 'Q') kind += 20;
        if (Character.toLowerCase(c) == 'z') kind += 30;
        if (Character.isJavaIdentifierStart(c)) kind += 100;
        return kind;
    }

    public static void main(String[] args) {
        char c = assay.Input.anyChar();
        assay.Input.assume(c < 256);
        System.out.println(kind(c));
    }
}
