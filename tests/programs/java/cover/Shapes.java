// An interface is made by what implements it, an enum by its constants.
// unit: Shapes
// covers: 12 of 12

interface Shape {
    double area();
}

class Square implements Shape {
    private final int side;

    Square(int side) {
        this.side = side;
    }

    public double area() {
        return (double) side * side;
    }
}

class Disc implements Shape {
    private final double radius;

    private Disc(double radius) {
        this.radius = radius;
    }

    static Disc of(double radius) {
        return new Disc(radius);
    }

    public double area() {
        return 3 * radius * radius;
    }
}

enum Size { SMALL, LARGE }

public class Shapes {
    static Size size(Shape shape) {
        if (shape == null) return null;
        return shape.area() > 100 ? Size.LARGE : Size.SMALL;
    }

    static int count(Shape[] shapes, Size wanted) {
        int count = 0;
        for (Shape shape : shapes) if (size(shape) == wanted) count++;
        return count;
    }

    static boolean fits(Shape shape, Size most) {
        return shape instanceof Disc && most == Size.LARGE;
    }
}
