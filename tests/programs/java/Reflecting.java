// what: reflection: fields, methods, constructors, arrays, classes by name
import java.lang.reflect.*;
import java.util.*;
class Reflecting {
    public static class Bean {
        public int n = 4; public String s = "s"; protected double d; public static long count = 3;
        public Bean() {}
        public Bean(int n, String s) { this.n = n; this.s = s; }
        public int twice(int by) { return n * by; }
        public String join(String a, Object b) { return a + b + s; }
        public static long sum(long a, int b) { return a + b; }
        public void fail() { throw new IllegalStateException("failed"); }
    }
    public interface Shape { double area(); }
    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("Reflecting$Bean");
        Object o = c.getDeclaredConstructor().newInstance();
        Field f = c.getField("n");
        f.setInt(o, 21);
        System.out.println(f.get(o) + " " + f.getType() + f.getName() + Modifier.toString(f.getModifiers()) + c.getField("count").get(null));
        Method m = c.getMethod("twice", int.class);
        System.out.println(m.invoke(o, 2) + " " + m.getName() + m.getReturnType() + m.getParameterCount() + c.getMethod("sum", long.class, int.class).invoke(null, 5L, 6));
        System.out.println(c.getMethod("join", String.class, Object.class).invoke(c.getConstructor(int.class, String.class).newInstance(1, "z"), "a", 5));
        try { c.getMethod("fail").invoke(o); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
        try { m.invoke(o, "text"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { m.invoke("other", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { m.invoke(o); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { c.getMethod("nothing"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try { c.getField("d"); } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
        try { Class.forName("no.such.Thing"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        List<String> names = new ArrayList<>();
        for (Method x : c.getDeclaredMethods()) names.add(x.getName());
        Collections.sort(names);
        System.out.println(names + " " + c.getDeclaredFields().length + c.getFields().length + c.getConstructors().length + Shape.class.getMethods().length);
        Object array = Array.newInstance(int.class, 3);
        Array.set(array, 1, 7);
        System.out.println(Array.getLength(array) + " " + Array.get(array, 1) + Arrays.toString((int[]) array) + Arrays.toString(ArrayList.class.getInterfaces().length > 2 ? new Class<?>[] {int[].class} : null));
    }
}
