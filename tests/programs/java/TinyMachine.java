// what: a small virtual machine: an interpreter with a switch in a loop
import java.util.*;
class TinyMachine {
    enum Op { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, PRINT, HALT }
    record Ins(Op op, int arg) { Ins(Op op) { this(op, 0); } }
    static String run(List<Ins> code) {
        Deque<Integer> s = new ArrayDeque<>();
        StringBuilder out = new StringBuilder();
        for (int pc = 0, steps = 0; steps < 1000; steps++) {
            Ins i = code.get(pc++);
            switch (i.op()) {
                case PUSH -> s.push(i.arg());
                case ADD -> s.push(s.pop() + s.pop());
                case MUL -> s.push(s.pop() * s.pop());
                case SUB -> { int b = s.pop(); s.push(s.pop() - b); }
                case DUP -> s.push(s.peek());
                case SWAP -> { int a = s.pop(), b = s.pop(); s.push(a); s.push(b); }
                case JNZ -> { if (s.peek() != 0) pc = i.arg(); }
                case PRINT -> out.append(s.peek()).append(' ');
                case HALT -> { return out + "halt"; }
            }
        }
        return out + "too long";
    }
    public static void main(String[] args) {
        List<Ins> factorial = List.of(new Ins(Op.PUSH, 1), new Ins(Op.PUSH, 6), new Ins(Op.DUP), new Ins(Op.PRINT), new Ins(Op.PUSH, -1), new Ins(Op.ADD), new Ins(Op.JNZ, 2), new Ins(Op.HALT));
        System.out.println(run(factorial));
        try {
            run(List.of(new Ins(Op.ADD)));
        } catch (NoSuchElementException e) {
            System.out.println("underflow");
        }
        try {
            run(List.of(new Ins(Op.PUSH, 1)));
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
