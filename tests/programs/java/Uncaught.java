// what: what nobody catches ends the program with status 1
class Uncaught {
    public static void main(String[] args) {
        System.out.println("before");
        throw new IllegalStateException("nobody");
    }
}
