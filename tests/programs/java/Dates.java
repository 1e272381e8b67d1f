// what: LocalDate, LocalTime, LocalDateTime: arithmetic, fields, parsing, printing
import java.time.*;
import java.time.temporal.ChronoUnit;
class Dates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 28);
        System.out.println(d.plusDays(2) + " " + d.plusMonths(12) + " " + d.minusYears(1).isLeapYear() + d.isLeapYear());
        System.out.println(d.getDayOfWeek() + " " + d.getMonth() + " " + d.getDayOfYear() + " " + d.lengthOfMonth());
        System.out.println(LocalDate.parse("1999-12-31").plusWeeks(1) + " " + LocalDate.ofEpochDay(-1) + " " + LocalDate.ofYearDay(2023, 200) + " " + d.toEpochDay());
        System.out.println(ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), d) + " " + Period.between(LocalDate.of(2020, 5, 17), d) + " " + d.until(LocalDate.of(2025, 1, 1)));
        System.out.println(d.isBefore(LocalDate.MAX) + " " + d.compareTo(LocalDate.of(2023, 2, 28)) + " " + d.equals(LocalDate.of(2024, 2, 28)) + d.hashCode());
        LocalTime t = LocalTime.of(23, 59, 30);
        System.out.println(t.plusSeconds(45) + " " + t.minusHours(30) + " " + LocalTime.parse("07:05:09.123") + " " + LocalTime.MIDNIGHT + " " + t.toSecondOfDay());
        LocalDateTime dt = LocalDateTime.of(d, t);
        System.out.println(dt + " " + dt.plusMinutes(1) + " " + dt.truncatedTo(ChronoUnit.HOURS) + " " + LocalDateTime.parse("2020-01-01T10:00").withNano(5000));
        System.out.println(dt.toEpochSecond(ZoneOffset.UTC) + " " + dt.atOffset(ZoneOffset.ofHours(2)) + " " + Instant.ofEpochSecond(1_700_000_000L) + " " + Instant.parse("2007-12-03T10:15:30.00Z").toEpochMilli());
        System.out.println(YearMonth.of(2024, 2).atEndOfMonth() + " " + Year.of(1900).isLeap() + " " + DayOfWeek.FRIDAY.plus(3) + " " + Month.of(3).minus(4) + MonthDay.of(2, 29));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalTime.of(25, 0);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}
