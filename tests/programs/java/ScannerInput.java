// stdin: 12 abc 3.5\nsecond line here\n-7,true end\n
// what: Scanner on the standard input: tokens, numbers, lines
import java.util.*;
class ScannerInput {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextInt() + " " + in.next() + " " + in.hasNextInt() + in.nextDouble());
        System.out.println("[" + in.nextLine() + "][" + in.nextLine() + "]");
        in.useDelimiter("[,\\s]+");
        System.out.println(in.nextInt() + " " + in.nextBoolean() + in.next());
        System.out.println(in.hasNext() + " " + in.hasNextLine());
        Scanner text = new Scanner("a1b22c");
        System.out.println(text.findInLine("\\d+") + text.useDelimiter("").next());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println("end");
        }
    }
}
