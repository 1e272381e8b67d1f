// what: enums with fields, switches inside, interfaces, static maps, valueOf by a lambda
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class EnumDesigns {
    interface Priced { int price(); default String tag() { return this + ":" + price(); } }
    enum Coin implements Priced { PENNY(1), NICKEL(5), DIME(10) { @Override public String tag() { return "d" + super.tag(); } }, QUARTER(25); private final int cents; Coin(int c) { cents = c; } public int price() { return cents; } static final Map<Integer, Coin> BY = Arrays.stream(values()).collect(Collectors.toMap(Coin::price, c -> c)); }
    enum Level { LOW, MID, HIGH; Level next() { return values()[(ordinal() + 1) % values().length]; } static int made; { made(); } static void made() { } }
    enum Calc implements IntBinaryOperator { ADD((a, b) -> a + b), MAX(Math::max); final IntBinaryOperator f; Calc(IntBinaryOperator f) { this.f = f; } public int applyAsInt(int a, int b) { return f.applyAsInt(a, b); } }
    enum Light { RED { Light next() { return GREEN; } }, GREEN { Light next() { return RED; } }; abstract Light next(); }
    static String describe(Level l) { switch (l) { case LOW: return "l"; case HIGH: return "h"; default: return "m" + describe(l.next()); } }
    public static void main(String[] args) {
        for (Coin c : Coin.values()) System.out.print(c.tag() + " ");
        System.out.println(Coin.BY.get(25) + " " + Coin.valueOf("DIME").getClass().isEnum() + Coin.DIME.getDeclaringClass().getSimpleName() + Coin.PENNY.compareTo(Coin.DIME));
        for (Level l : Level.values()) System.out.print(describe(l) + l.next());
        System.out.println(Calc.ADD.applyAsInt(3, 4) + Calc.MAX.applyAsInt(3, 9) + " " + Light.RED.next().next() + Light.GREEN.hashCode() * 0);
        EnumMap<Level, List<Integer>> m = new EnumMap<>(Level.class);
        for (int i = 0; i < 7; i++) m.computeIfAbsent(Level.values()[i % 3], k -> new ArrayList<>()).add(i);
        System.out.println(m + " " + Level.valueOf("MID").name().toLowerCase() + Set.of(Level.LOW).contains(Level.LOW) + Stream.of(Level.values()).map(Enum::ordinal).toList());
    }
}
