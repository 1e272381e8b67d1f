// alone
// what: System.exit ends the program at once, with its status
class Exit {
    public static void main(String[] args) {
        try {
            System.out.println("before");
            System.exit(7);
        } finally {
            System.out.println("never");
        }
    }
}
