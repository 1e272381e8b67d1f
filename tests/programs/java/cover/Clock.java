// One method of a class; what it cannot reach is not asked for.
// unit: Clock#set
// covers: 8 of 8

public class Clock {
    private int minutes;

    public boolean set(int hour, int minute) {
        if (hour < 0 || hour > 23) return false;
        if (minute < 0 || minute > 59) return false;
        minutes = 60 * hour + minute;
        return true;
    }

    public boolean isNoon() {
        return minutes == 720;
    }
}
