// what: exceptions through many frames: which handler, in which order, with what state
class HandlerChoice {
    static StringBuilder log = new StringBuilder();
    static class E1 extends Exception {} static class E2 extends E1 {} static class R1 extends RuntimeException { R1(String s) { super(s); } }
    static void thrower(int n) throws E1 { switch (n) { case 0: return; case 1: throw new E1(); case 2: throw new E2(); case 3: throw new R1("r"); case 4: Object o = "x"; log.append((Integer) o); case 5: log.append(new int[0][1].length); case 6: throw new Error("e"); default: log.append(1 / (n - n)); } }
    static int middle(int n) throws E1 { int state = 1; try { state = 2; thrower(n); state = 3; return state; } catch (E2 e) { state += 10; throw new R1("from E2 " + state); } finally { log.append("f").append(state).append(' '); state = 99; } }
    static String outer(int n) { int x = 0; try { try { x = middle(n); } finally { x += 100; } } catch (E1 e) { return "E1 " + x; } catch (R1 e) { return e.getMessage() + " " + x; } catch (RuntimeException e) { return e.getClass().getSimpleName() + x; } catch (Throwable t) { return "T " + t.getMessage() + x; } return "fine " + x; }
    static int loop() { int c = 0; for (int i = 0; i < 10; i++) { try { if (i % 3 == 0) continue; if (i == 8) break; if (i % 2 == 0) throw new R1("" + i); c += i; } catch (R1 e) { c += 100; } finally { c++; } } return c; }
    @SuppressWarnings("finally") static int swallow() { for (;;) { try { throw new R1("x"); } finally { break; } } return 7; }
    public static void main(String[] args) {
        for (int n = 0; n < 8; n++) System.out.println(outer(n));
        System.out.println(log + " " + loop() + " " + swallow());
        Throwable t = new Exception("a", new Error("b", new R1("c")));
        int depth = 0;
        for (; t != null; t = t.getCause()) depth = depth * 10 + t.getMessage().charAt(0) - 'a';
        System.out.println(depth);
    }
}
