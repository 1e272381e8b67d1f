package assay;

/** What a driver asks for; the machine makes inputs of it. */
public class Input {
    public static native int anyInt();

    public static native long anyLong();

    public static native char anyChar();

    /** From 0 to one less than the bound. */
    public static native int anyBelow(int bound);

    public static native void assume(boolean holds);

    /** A text of so many characters at most. */
    public static String anyText(int most) {
        int length = anyBelow(most + 1);
        char[] text = new char[length];
        for (int i = 0; i < length; i++) text[i] = anyChar();
        return new String(text);
    }
}
