// what: system properties that are the same everywhere, and their absence
import java.util.*;
class SystemProperties {
    public static void main(String[] args) {
        System.out.println(System.getProperty("file.separator") + System.getProperty("path.separator") + System.getProperty("no.such") + System.getProperty("no.such", "default") + System.lineSeparator().length());
        System.setProperty("mine", "1");
        System.out.println(System.getProperty("mine") + System.setProperty("mine", "2") + System.clearProperty("mine") + System.getProperty("mine"));
        System.out.println(Integer.getInteger("mine", 4) + " " + Boolean.getBoolean("mine") + Long.getLong("mine"));
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.getProperty(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        long a = System.nanoTime(), b = System.nanoTime();
        System.out.println((b >= a) + " " + (System.currentTimeMillis() > 0) + (Runtime.getRuntime().availableProcessors() > 0));
        Properties p = new Properties();
        p.setProperty("k", "v");
        System.out.println(p.getProperty("k") + p.getProperty("q", "d") + p.stringPropertyNames());
    }
}
