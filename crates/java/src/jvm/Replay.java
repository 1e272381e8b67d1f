package assay;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs tests of one driver, one after the other, each with classes of its own. A test comes as the number
 * of its answers, the answers, and the milliseconds it may take; what became of it goes back.
 *
 * Arguments: the driver's class, the number of probes, and where classes are found, the first first.
 */
public final class Replay {
    static final int RETURNED = 0;
    static final int THREW = 1;
    static final int TIMEOUT = 2;
    static final int NO_ANSWER = 3;

    private Replay() {}

    /** Asks its own places before those of this program. */
    static final class Loader extends URLClassLoader {
        Loader(URL[] places) {
            super(places, Replay.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null && !name.startsWith("assay.") && !name.startsWith("java.")) {
                    try {
                        found = findClass(name);
                    } catch (ClassNotFoundException | SecurityException elsewhere) {
                        found = null;
                    }
                }
                return found != null ? found : super.loadClass(name, resolve);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        DataInputStream orders = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream answers = new DataOutputStream(
            new java.io.BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        PrintStream nothing = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nothing);
        System.setErr(nothing);
        int probes = Integer.parseInt(arguments[1]);
        List<URL> places = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) places.add(new File(arguments[i]).toURI().toURL());
        URL[] from = places.toArray(new URL[0]);
        answers.writeInt(probes);
        answers.flush();
        while (true) {
            long[] values = new long[orders.readInt()];
            for (int i = 0; i < values.length; i++) values[i] = orders.readLong();
            Test test = new Test(arguments[0], from, values);
            Probes.taken = new boolean[probes];
            test.setDaemon(true);
            test.start();
            test.join(orders.readInt());
            boolean isOver = !test.isDone;
            test.tell(answers, isOver ? TIMEOUT : test.end);
            if (isOver) Runtime.getRuntime().halt(0);
        }
    }

    static final class Test extends Thread {
        final String driver;
        final URL[] places;
        final long[] values;
        volatile boolean isDone;
        int end = RETURNED;
        Throwable thrown;

        Test(String driver, URL[] places, long[] values) {
            super(null, null, "test", 1 << 20);
            this.driver = driver;
            this.places = places;
            this.values = values;
        }

        @Override
        public void run() {
            Input.begin(values);
            try (Loader loader = new Loader(places)) {
                Method main = loader.loadClass(driver).getMethod("main", String[].class);
                main.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException of) {
                thrown = of.getCause();
                end = thrown instanceof Input.Ended ? NO_ANSWER : THREW;
            } catch (Throwable problem) {
                thrown = problem;
                end = THREW;
            }
            isDone = true;
        }

        void tell(DataOutputStream answers, int end) throws IOException {
            answers.writeByte(end);
            answers.writeUTF(end == THREW ? named(thrown.getClass()) : "");
            answers.writeUTF(end == RETURNED && Input.hasResult ? shown(Input.result) : "");
            boolean[] taken = Probes.taken;
            int count = 0;
            for (boolean one : taken) if (one) count++;
            answers.writeInt(count);
            for (int i = 0; i < taken.length; i++) if (taken[i]) answers.writeInt(i);
            answers.flush();
        }
    }

    /** The class, or the one above it that a test can name. */
    static String named(Class<?> thrown) {
        while (!Modifier.isPublic(thrown.getModifiers()) || thrown.getCanonicalName() == null) {
            thrown = thrown.getSuperclass();
        }
        return thrown.getCanonicalName();
    }

    /** A letter for what it is, and its value. */
    static String shown(Object value) {
        if (value == null) return "n";
        if (value instanceof Integer) return "I" + value;
        if (value instanceof Long) return "J" + value;
        if (value instanceof Boolean) return "Z" + value;
        if (value instanceof Byte) return "B" + value;
        if (value instanceof Short) return "S" + value;
        if (value instanceof Character) return "C" + (int) (Character) value;
        if (value instanceof Float) return "F" + Float.floatToRawIntBits((Float) value);
        if (value instanceof Double) return "D" + Double.doubleToRawLongBits((Double) value);
        if (value instanceof String && ((String) value).length() < 1000) return "T" + value;
        return "o";
    }
}
