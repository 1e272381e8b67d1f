// Switches have an outcome for each label and for what is left.
// unit: Months
// covers: 19 of 19

public class Months {
    public static int days(int month, boolean isLeap) {
        switch (month) {
            case 2: return isLeap ? 29 : 28;
            case 4: case 6: case 9: case 11: return 30;
            default:
                if (month < 1 || month > 12) throw new IllegalArgumentException("no month: " + month);
                return 31;
        }
    }

    static String season(String month) {
        switch (month) {
            case "july": return "summer";
            case "may": return "spring";
            default: return "?";
        }
    }
}
