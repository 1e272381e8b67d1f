// what: overriding, super calls, abstract classes, interfaces with defaults, private and static methods
import java.util.*;
class VirtualCalls {
    interface Shape {
        double area();
        default String describe() { return name() + " " + (int) (area() * 100); }
        String name();
        static Shape unit() { return new Square(1); }
    }

    static abstract class Named implements Shape {
        protected String prefix = "a ";
        public String name() { return prefix + simple(); }
        abstract String simple();
        private int secret() { return 1; }
        int reveal() { return secret(); }
    }

    static class Square extends Named {
        final double side;
        Square(double side) { this.side = side; }
        public double area() { return side * side; }
        String simple() { return "square"; }
        private int secret() { return 2; }
    }

    static class Circle extends Named {
        final double radius;
        Circle(double radius) { this.radius = radius; prefix = "the "; }
        public double area() { return 3 * radius * radius; }
        String simple() { return "circle"; }
        @Override public String describe() { return "round " + super.describe(); }
    }

    interface Left { default String who() { return "left"; } }
    interface Right { default String who() { return "right"; } }
    static class Both implements Left, Right {
        public String who() { return Left.super.who() + Right.super.who(); }
    }

    static class Animal { String sound() { return "..."; } Animal self() { return this; } }
    static class Dog extends Animal { String sound() { return "wuff"; } Dog self() { return this; } }
    static class Puppy extends Dog { String sound() { return super.sound() + "!"; } }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(2), new Circle(1.5), Shape.unit()};
        for (Shape s : shapes) System.out.println(s.describe() + " " + ((Named) s).reveal());
        System.out.println(new Both().who());
        for (Animal a : new Animal[] {new Animal(), new Dog(), new Puppy()}) {
            System.out.println(a.sound() + a.self().sound() + (a instanceof Dog));
        }
        Object o = new Object() {
            int calls = 0;
            @Override public String toString() { return "anonymous " + ++calls; }
        };
        System.out.println(o + " " + o);
    }
}
