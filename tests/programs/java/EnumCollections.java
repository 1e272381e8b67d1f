// what: EnumMap, EnumSet, and what enums have
import java.util.*;
class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN; boolean weekend() { return this == SAT || this == SUN; } }
    enum Op {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        TIMES("*") { int apply(int a, int b) { return a * b; } };
        final String sign;
        Op(String sign) { this.sign = sign; }
        abstract int apply(int a, int b);
    }
    public static void main(String[] args) {
        EnumMap<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.SUN, 7);
        map.put(Day.MON, 1);
        map.merge(Day.SUN, 3, Integer::sum);
        System.out.println(map + " " + map.containsKey(Day.TUE) + map.get(Day.SUN) + map.remove(Day.MON) + map.size());
        EnumSet<Day> set = EnumSet.range(Day.TUE, Day.FRI);
        set.remove(Day.WED);
        System.out.println(set + " " + EnumSet.complementOf(set) + EnumSet.allOf(Day.class).size() + EnumSet.noneOf(Day.class) + set.contains(Day.THU));
        for (Day d : Day.values()) if (d.weekend()) System.out.print(d.ordinal() + d.name() + " ");
        System.out.println(Day.valueOf("WED").compareTo(Day.FRI) + " " + Day.MON.getDeclaringClass().getSimpleName());
        for (Op op : Op.values()) System.out.println(op + op.sign + op.apply(6, 7) + " " + op.getClass() + " " + op.getDeclaringClass());
        try {
            Day.valueOf("NODAY");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Enum.valueOf(Op.class, "MINUS");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<Day, List<String>> byDay = new TreeMap<>(Comparator.reverseOrder());
        byDay.computeIfAbsent(Day.TUE, k -> new ArrayList<>()).add("x");
        byDay.computeIfAbsent(Day.SAT, k -> new ArrayList<>()).add("y");
        System.out.println(byDay + " " + EnumSet.copyOf(byDay.keySet()) + " " + Day.class.getEnumConstants().length);
    }
}
