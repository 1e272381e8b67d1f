// what: Optional and its kin
import java.util.*;
class Optionals {
    static Optional<Integer> half(int n) { return n % 2 == 0 ? Optional.of(n / 2) : Optional.empty(); }
    public static void main(String[] args) {
        System.out.println(half(8).flatMap(Optionals::half).flatMap(Optionals::half) + " " + half(6).flatMap(Optionals::half));
        System.out.println(half(3).orElse(-1) + " " + half(3).orElseGet(() -> 5) + " " + half(4).filter(x -> x > 5).isPresent() + half(3).isEmpty());
        half(10).ifPresent(x -> System.out.println("got " + x));
        half(11).ifPresentOrElse(x -> System.out.println(x), () -> System.out.println("none"));
        System.out.println(half(3).or(() -> Optional.of(9)).get() + " " + half(2).stream().count() + " " + Optional.ofNullable(null) + half(2).equals(Optional.of(1)) + half(2).hashCode());
        try {
            half(1).get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            half(1).orElseThrow(() -> new IllegalStateException("mine"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(OptionalInt.of(3) + " " + OptionalDouble.empty() + OptionalLong.of(7).getAsLong());
    }
}
