// what: StringTokenizer, StringJoiner, BitSet
import java.util.*;
class SmallUtilities {
    public static void main(String[] args) {
        StringTokenizer t = new StringTokenizer("a b,c;;d", " ,;");
        System.out.print(t.countTokens());
        while (t.hasMoreTokens()) System.out.print("[" + t.nextToken() + "]");
        StringTokenizer d = new StringTokenizer("1+2", "+", true);
        while (d.hasMoreElements()) System.out.print(d.nextElement() + "|");
        try {
            d.nextToken();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        StringJoiner j = new StringJoiner(", ", "{", "}").setEmptyValue("none");
        System.out.print(j + " " + j.length());
        j.add("x").add("y").merge(new StringJoiner("-").add("p").add("q"));
        System.out.println(j);
        BitSet b = new BitSet();
        b.set(3);
        b.set(60, 70);
        b.flip(65);
        BitSet c = (BitSet) b.clone();
        c.clear(60, 64);
        c.set(200);
        System.out.println(b + " " + b.cardinality() + " " + b.nextSetBit(4) + " " + b.nextClearBit(60) + " " + b.previousSetBit(59) + " " + b.length() + " " + b.size());
        b.and(c);
        c.xor(b);
        System.out.println(b + " " + c + " " + b.intersects(c) + b.equals(c) + " " + b.hashCode() + Arrays.toString(b.toLongArray()) + b.stream().sum() + BitSet.valueOf(new long[] {5}) + b.get(3));
        UUID u = UUID.nameUUIDFromBytes("hello".getBytes());
        System.out.println(u + " " + u.version() + u.equals(UUID.fromString(u.toString())) + " " + new UUID(1, 2) + u.hashCode() + u.compareTo(new UUID(0, 0)));
        System.out.println(Objects.requireNonNullElse(null, "else") + Objects.toString(null, "none") + Objects.equals(1, 1) + Objects.isNull(u) + Objects.hash(1, 2) + Objects.toString(5));
    }
}
