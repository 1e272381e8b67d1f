import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs the main methods of all classes named, one after the other, so that one virtual machine does
 * for all. Prints for each a line with its status and how many bytes it printed, and then these.
 */
class Together {
    public static void main(String[] names) throws IOException {
        PrintStream out = System.out;
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        for (String name : names) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream stream = new PrintStream(printed, false, "UTF-8");
            System.setOut(stream);
            int status = run(name);
            stream.flush();
            out.println(status + " " + printed.size());
            printed.writeTo(out);
        }
        out.flush();
    }

    private static int run(String name) {
        try {
            Method main = Class.forName(name).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
            return 0;
        } catch (InvocationTargetException e) {
            return 1;
        } catch (ReflectiveOperationException e) {
            return 2;
        }
    }
}
