// what: a text adventure's worth of objects: interfaces, maps of commands, mutable state
import java.util.*;
import java.util.function.*;
class CommandTables {
    private final Map<String, BiFunction<CommandTables, String[], String>> commands = new TreeMap<>();
    private final Deque<Integer> stack = new ArrayDeque<>(); private final Map<String, Integer> vars = new TreeMap<>();
    CommandTables() {
        commands.put("push", (c, a) -> { for (int i = 1; i < a.length; i++) c.stack.push(Integer.parseInt(a[i])); return c.stack.toString(); });
        commands.put("add", math(Integer::sum));
        commands.put("mul", math((x, y) -> x * y));
        commands.put("div", math((x, y) -> x / y));
        commands.put("set", (c, a) -> String.valueOf(c.vars.put(a[1], c.stack.pop())));
        commands.put("get", (c, a) -> { c.stack.push(c.vars.get(a[1])); return "" + c.stack.peek(); });
        commands.put("help", (c, a) -> String.join(",", c.commands.keySet()));
    }
    static BiFunction<CommandTables, String[], String> math(IntBinaryOperator f) { return (c, a) -> { int y = c.stack.pop(), x = c.stack.pop(); c.stack.push(f.applyAsInt(x, y)); return "" + c.stack.peek(); }; }
    String run(String line) { String[] a = line.trim().split("\\s+"); try { return commands.getOrDefault(a[0], (c, x) -> "unknown " + x[0]).apply(this, a); } catch (NoSuchElementException e) { return "empty"; } catch (ArithmeticException | NumberFormatException e) { return e.getMessage(); } catch (NullPointerException e) { return "unset"; } }
    public static void main(String[] args) {
        CommandTables c = new CommandTables();
        for (String l : new String[] {"help", "push 3 4", "add", "push 0", "div", "add", "push x", "push 5", "set v", "set v", "get v", "get w", "jump", "push 2 21", "mul", "set v"}) System.out.println(l + " -> " + c.run(l));
    }
}
