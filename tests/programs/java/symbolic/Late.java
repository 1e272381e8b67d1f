// what: classes that come late: what a call can reach grows while the program is explored
// open: 0
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

class Late {
    interface Shape { int size(); }
    static class Small implements Shape { public int size() { return 1; } }
    static class Middle implements Shape { public int size() { return 5; } }
    static class Large extends Small { @Override public int size() { return super.size() + 8; } }

    static Shape common(int n) { return n > 100 ? rare(n) : new Small(); }

    static Shape rare(int n) { return n == 12345 ? rarest() : new Middle(); }

    static Shape rarest() { return new Large(); }

    static Iterable<Integer> numbers(int n) {
        if (n == 3) return new TreeMap<Integer, Integer>(java.util.Map.of(7, 1)).keySet();
        List<Integer> list = new ArrayList<>();
        list.add(4);
        return list;
    }

    public static void main(String[] args) {
        Shape shape = common(assay.Input.anyInt());
        int size = shape.size();
        if (size > 4) System.out.println("middle");
        if (size > 8) System.out.println("large");
        Iterator<Integer> numbers = numbers(assay.Input.anyBelow(5)).iterator();
        int sum = 0;
        while (numbers.hasNext()) sum += numbers.next();
        if (sum == 7) System.out.println("sorted");
        String word = new StringBuilder("la").append(assay.Input.anyBelow(3)).toString().intern();
        if (word == "la2") System.out.println("interned");
    }
}
