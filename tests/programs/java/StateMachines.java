// what: a state machine and a tokenizer over characters of a text
import java.util.*;
class StateMachines {
    enum State { START, WORD, NUMBER, STRING, DONE }
    static List<String> tokens(String s) {
        List<String> out = new ArrayList<>();
        State state = State.START;
        StringBuilder b = new StringBuilder();
        for (int i = 0; i <= s.length(); i++) {
            char c = i < s.length() ? s.charAt(i) : '\n';
            switch (state) {
                case START:
                    b.setLength(0);
                    if (Character.isLetter(c)) state = State.WORD; else if (Character.isDigit(c)) state = State.NUMBER; else if (c == '"') { state = State.STRING; continue; } else { if (!Character.isWhitespace(c)) out.add("" + c); continue; }
                    b.append(c);
                    break;
                case WORD: case NUMBER:
                    if (state == State.WORD ? Character.isLetterOrDigit(c) : Character.isDigit(c)) b.append(c); else { out.add(state.name().charAt(0) + ":" + b); state = State.START; i--; }
                    break;
                case STRING:
                    if (c == '"') { out.add("S:" + b); state = State.START; } else if (i == s.length()) throw new IllegalStateException("open string: " + b); else b.append(c);
                    break;
                default: throw new AssertionError(state);
            }
        }
        return out;
    }
    public static void main(String[] args) {
        System.out.println(tokens("let x1 = 42 + foo(\"a b\", 7);") + " " + tokens(""));
        try { tokens("x \"abc"); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
