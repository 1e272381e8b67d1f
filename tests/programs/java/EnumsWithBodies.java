// what: enums with fields, bodies, sets and maps of them
import java.util.*;
class EnumsWithBodies {
    enum Op {
        ADD("+") { int apply(int a, int b) { return a + b; } },
        MUL("*") { int apply(int a, int b) { return a * b; } };
        final String sign;
        Op(String sign) { this.sign = sign; }
        abstract int apply(int a, int b);
    }

    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.println(op + op.sign + op.apply(3, 4) + op.getDeclaringClass().getName());
        System.out.println(Day.WED.compareTo(Day.FRI) + Day.valueOf("SUN").name());
        EnumMap<Day, String> map = new EnumMap<>(Day.class);
        map.put(Day.SUN, "rest");
        map.put(Day.MON, "work");
        System.out.println(map);
        EnumSet<Day> set = EnumSet.of(Day.SAT, Day.SUN);
        System.out.println(set + " " + EnumSet.complementOf(set).size() + EnumSet.range(Day.TUE, Day.THU));
    }
}
