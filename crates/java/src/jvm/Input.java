package assay;

import java.util.ArrayList;
import java.util.HashMap;

/** What a driver asks for. The machine makes inputs of it; here are the answers of one test. */
public final class Input {
    /** Makes something in the middle of an expression. */
    public interface Maker<T> {
        T make() throws Throwable;
    }

    /** There are no more answers. */
    static final class Ended extends Error {
        Ended() {
            super(null, null, false, false);
        }
    }

    static long[] answers = {};
    static int next;
    static Object result;
    static boolean hasResult;

    private Input() {}

    static void begin(long[] all) {
        answers = all;
        next = 0;
        result = null;
        hasResult = false;
    }

    private static long answer() {
        if (next >= answers.length) throw new Ended();
        return answers[next++];
    }

    public static int anyInt() {
        return (int) answer();
    }

    public static long anyLong() {
        return answer();
    }

    public static char anyChar() {
        return (char) answer();
    }

    /** From 0 to one less than the bound. */
    public static int anyBelow(int bound) {
        long answer = answer();
        if (answer < 0 || answer >= bound) throw new Ended();
        return (int) answer;
    }

    public static boolean anyBoolean() {
        return anyBelow(2) == 1;
    }

    public static float anyFloat() {
        return Float.intBitsToFloat(anyInt());
    }

    public static double anyDouble() {
        return Double.longBitsToDouble(anyLong());
    }

    /** A text of so many characters at most, or null. */
    public static String anyText(int most) {
        int length = anyBelow(most + 2);
        if (length > most) return null;
        char[] text = new char[length];
        for (int i = 0; i < length; i++) text[i] = anyChar();
        return new String(text);
    }

    public static Object anyObject() {
        switch (anyBelow(4)) {
            case 0: return null;
            case 1: return anyText(4);
            case 2: return Integer.valueOf(anyInt());
            default: return new Object();
        }
    }

    public static ArrayList anyList(int most) {
        int size = anyBelow(most + 2);
        if (size > most) return null;
        ArrayList<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) list.add(anyObject());
        return list;
    }

    public static HashMap anyMap(int most) {
        int size = anyBelow(most + 2);
        if (size > most) return null;
        HashMap<Object, Object> map = new HashMap<>();
        for (int i = 0; i < size; i++) map.put(anyObject(), anyObject());
        return map;
    }

    /** What the call under test has returned. */
    public static void result(Object value) {
        result = value;
        hasResult = true;
    }
}
