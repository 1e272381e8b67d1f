// Objects are made by constructors and changed by methods before the call under test.
// unit: school.Grades
// covers: 12 of 12

package school;

public class Grades {
    private final String name;
    private int points;

    public Grades(String name) {
        if (name == null || name.isEmpty()) throw new IllegalArgumentException("a name is needed");
        this.name = name;
    }

    public void add(int more) {
        if (more < 0) throw new IllegalArgumentException("negative");
        points += more;
    }

    public char letter() {
        if (points >= 90) return 'A';
        if (points == 42 && name.startsWith("x")) return 'X';
        return 'F';
    }
}
