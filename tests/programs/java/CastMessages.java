// what: what a cast says when it refuses
class CastMessages {
    interface Own {}

    static void say(Runnable cast) {
        try {
            cast.run();
            System.out.println("fine");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Object number = 1, own = new CastMessages(), array = new int[1], owns = new CastMessages[1];
        say(() -> System.out.println((String) number));
        say(() -> System.out.println((Own) number));
        say(() -> System.out.println((Own) own));
        say(() -> System.out.println((Integer) own));
        say(() -> System.out.println((long[]) array));
        say(() -> System.out.println((Own[]) owns));
        say(() -> System.out.println(((Object[]) owns).length));
    }
}
