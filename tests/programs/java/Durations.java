// what: Duration and Period: parts, parsing, printing
import java.time.*;
class Durations {
    public static void main(String[] args) {
        Duration d = Duration.ofSeconds(3725, 5_000_000);
        System.out.println(d + " " + d.toMinutes() + " " + d.toHoursPart() + " " + d.toMillis() + " " + d.getNano());
        System.out.println(d.plusDays(2).minusHours(1) + " " + d.negated() + " " + d.multipliedBy(3) + " " + d.dividedBy(7) + " " + d.compareTo(Duration.ofHours(1)));
        System.out.println(Duration.parse("PT1H30M") + " " + Duration.parse("P2DT3H4M").toMinutes() + " " + Duration.parse("-PT0.5S") + " " + Duration.ZERO);
        System.out.println(Duration.between(LocalTime.of(8, 30), LocalTime.of(17, 15)) + " " + Duration.ofMillis(-1) + " " + Duration.ofDays(1).equals(Duration.ofHours(24)));
        System.out.println(Period.of(1, 14, 40).normalized() + " " + Period.parse("P1Y2M3D").toTotalMonths() + " " + Period.ofWeeks(2) + Period.ZERO);
        try {
            Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
