// what: which class an object has depends on an input; virtual calls, casts and exceptions on it
// open: 0
class Objects {
    interface Shape { int size(int n); }
    record Square(int side) implements Shape { public int size(int n) { return side * side + n; } }
    record Line(int length) implements Shape { public int size(int n) { return length - n; } }
    static class Empty implements Shape {
        public int size(int n) { throw new IllegalStateException("empty"); }
    }

    static int judge(Shape shape, int n) {
        if (shape instanceof Line line && line.length() == 77) return -7;
        try {
            int size = shape.size(n);
            if (size == 1000) return 1;
            return size < 0 ? 2 : 3;
        } catch (IllegalStateException e) {
            if (n == 5) return 4;
            return 5;
        }
    }

    public static void main(String[] args) {
        int which = assay.Input.anyInt(), value = assay.Input.anyInt(), n = assay.Input.anyInt();
        Shape shape;
        if (which == 0) shape = new Square(value);
        else if (which == 1) shape = new Line(value);
        else shape = new Empty();
        System.out.println(judge(shape, n));
    }
}
