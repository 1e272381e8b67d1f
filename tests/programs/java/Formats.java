// what: String.format and printf
class Formats {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%x|%c|%s|%b", 1, 2, 3, 4, 255, 'c', "s", true));
        System.out.printf("%.2f %8.3f %e %,d%n", 3.14159, -2.5, 12345.678, 1234567);
        System.out.println("%s-%10s-%-10s|".formatted(null, "right", "left"));
    }
}
