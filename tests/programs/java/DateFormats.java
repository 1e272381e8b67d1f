// what: dates of java.time in formats, with English names
import java.time.*;
import java.time.format.*;
import java.util.Locale;
class DateFormats {
    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2024, 3, 5, 14, 7, 9);
        System.out.println(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss").format(t) + " " + DateTimeFormatter.ISO_LOCAL_DATE.format(t) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(t));
        System.out.println(DateTimeFormatter.ofPattern("d MMM yyyy, EEE", Locale.ENGLISH).format(t) + " " + DateTimeFormatter.ofPattern("EEEE d MMMM h:mm a", Locale.ENGLISH).format(t));
        System.out.println(LocalDate.parse("07-11-2023", DateTimeFormatter.ofPattern("dd-MM-yyyy")) + " " + LocalTime.parse("9:05", DateTimeFormatter.ofPattern("H:mm")));
        try { LocalDate.parse("2023-13-01"); } catch (DateTimeParseException e) { System.out.println(e.getMessage()); }
        try { LocalDate.parse("nope", DateTimeFormatter.ofPattern("yyyy")); } catch (DateTimeParseException e) { System.out.println(e.getErrorIndex()); }
        System.out.println(t.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.US) + " " + Month.MAY.getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }
}
