// what: interfaces that are functions, given and taken by methods that are recursive and generic
import java.util.*;
import java.util.function.*;
class Combinators {
    interface Parser<T> { Optional<Map.Entry<T, String>> parse(String s); default <R> Parser<R> map(Function<T, R> f) { return s -> parse(s).map(e -> Map.entry(f.apply(e.getKey()), e.getValue())); } default Parser<T> or(Parser<T> o) { return s -> { var r = parse(s); return r.isPresent() ? r : o.parse(s); }; } default <R> Parser<R> then(Function<T, Parser<R>> f) { return s -> parse(s).flatMap(e -> f.apply(e.getKey()).parse(e.getValue())); } default Parser<List<T>> many() { return s -> { List<T> all = new ArrayList<>(); for (var r = parse(s); r.isPresent(); r = parse(s)) { all.add(r.get().getKey()); s = r.get().getValue(); } return Optional.of(Map.entry(all, s)); }; } }
    static Parser<Character> is(Predicate<Character> p) { return s -> s.isEmpty() || !p.test(s.charAt(0)) ? Optional.empty() : Optional.of(Map.entry(s.charAt(0), s.substring(1))); }
    static Parser<Integer> number() { return is(Character::isDigit).many().then(l -> s -> l.isEmpty() ? Optional.empty() : Optional.of(Map.entry(l.stream().mapToInt(c -> c - '0').reduce(0, (a, b) -> a * 10 + b), s))); }
    static Parser<Integer> sum() { return s -> number().parse(s).map(first -> { int t = first.getKey(); String rest = first.getValue(); var more = is(c -> c == '+').then(c -> number()).many().parse(rest).get(); for (int n : more.getKey()) t += n; return Map.entry(t, more.getValue()); }); }
    public static void main(String[] args) {
        System.out.println(sum().parse("12+30+8 rest") + " " + sum().parse("x") + " " + number().map(n -> n * 2).or(is(c -> c == 'x').map(c -> -1)).parse("xyz") + is(Character::isLetter).many().parse("ab1"));
    }
}
