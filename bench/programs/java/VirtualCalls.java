/** Calls of methods that three classes and an interface have. */
class VirtualCalls {
    interface Scaled { int scaled(int by); }

    static abstract class Shape implements Scaled {
        int side;
        abstract int size();
        public int scaled(int by) { return size() * by; }
    }

    static class Square extends Shape { int size() { return side * side; } }
    static class Line extends Shape { int size() { return side; } }
    static class Box extends Square { @Override int size() { return super.size() * side; } }

    public static void main(String[] args) {
        Shape[] shapes = { new Square(), new Line(), new Box(), new Line() };
        int sum = 0;
        for (int turn = 0; turn < 1500000; turn++) {
            Shape shape = shapes[turn & 3];
            shape.side = turn & 15;
            Scaled scaled = shape;
            sum += scaled.scaled(3) ^ shape.size();
        }
        System.out.println(sum);
    }
}
