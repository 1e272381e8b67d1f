// what: what the virtual machine throws by itself, caught by class, with its message
class ImplicitExceptions {
    static int[] data = new int[3];
    static String none;

    static int act(int n) {
        switch (n) {
            case 0: return 1 / (n - n);
            case 1: return data[n + 4];
            case 2: return data[n - 5];
            case 3: return none.length();
            case 4: return new int[n - 9].length;
            case 5: return ((String) (Object) Integer.valueOf(n)).length();
            case 6: Object[] texts = new String[1]; texts[0] = Integer.valueOf(n); return 0;
            case 7: return (int) (5L % (n - 7L));
            case 8: int[] missing = null; return missing.length;
            case 9: int[] gone = null; return gone[0];
            case 10: throw null;
            case 11: return new int[2][n - 12].length;
            default: return n;
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 14; n++) {
            try {
                System.out.println(act(n));
            } catch (ArithmeticException e) {
                System.out.println("arithmetic " + e.getMessage());
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("index " + e.getMessage());
            } catch (NullPointerException e) {
                System.out.println("null");
            } catch (NegativeArraySizeException e) {
                System.out.println("size " + e.getMessage());
            } catch (ClassCastException e) {
                System.out.println("cast");
            } catch (RuntimeException e) {
                System.out.println("other " + e);
            }
        }
    }
}
