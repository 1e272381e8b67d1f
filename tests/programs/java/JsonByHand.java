// what: a lexer and a JSON reader and writer by hand
import java.util.*;
class JsonByHand {
    final String s; int i;
    JsonByHand(String s) { this.s = s; }
    void ws() { while (i < s.length() && " \n\t\r".indexOf(s.charAt(i)) >= 0) i++; }
    RuntimeException bad() { return new IllegalArgumentException("at " + i); }
    char next() { if (i >= s.length()) throw bad(); return s.charAt(i++); }
    Object value() {
        ws();
        if (i >= s.length()) throw bad();
        char c = s.charAt(i);
        if (c == '{') { Map<String, Object> m = new LinkedHashMap<>(); i++; ws(); if (s.charAt(i) == '}') { i++; return m; } do { ws(); Object k = value(); if (!(k instanceof String)) throw bad(); ws(); if (next() != ':') throw bad(); m.put((String) k, value()); ws(); c = next(); } while (c == ','); if (c != '}') throw bad(); return m; }
        if (c == '[') { List<Object> l = new ArrayList<>(); i++; ws(); if (s.charAt(i) == ']') { i++; return l; } do { l.add(value()); ws(); c = next(); } while (c == ','); if (c != ']') throw bad(); return l; }
        if (c == '"') { StringBuilder b = new StringBuilder(); i++; while ((c = next()) != '"') { if (c == '\\') { c = next(); switch (c) { case 'n': c = '\n'; break; case 'u': c = (char) Integer.parseInt(s.substring(i, i += 4), 16); break; default: } } b.append(c); } return b.toString(); }
        for (String w : new String[] {"true", "false", "null"}) if (s.startsWith(w, i)) { i += w.length(); return w.equals("null") ? null : (Object) w.equals("true"); }
        int from = i;
        while (i < s.length() && "+-.eE0123456789".indexOf(s.charAt(i)) >= 0) i++;
        if (from == i) throw bad();
        String n = s.substring(from, i);
        return n.matches("-?\\d+") ? (Object) Long.valueOf(n) : (Object) Double.valueOf(n);
    }
    static String show(Object o) { if (o instanceof Map<?, ?> m) { StringJoiner j = new StringJoiner(",", "{", "}"); m.forEach((k, v) -> j.add(show(k) + ":" + show(v))); return j.toString(); } if (o instanceof List<?> l) { StringJoiner j = new StringJoiner(",", "[", "]"); for (Object x : l) j.add(show(x)); return j.toString(); } return o instanceof String t ? '"' + t.replace("\"", "\\\"") + '"' : String.valueOf(o); }
    public static void main(String[] args) {
        for (String t : new String[] {"{\"a\": [1, -2.5e1, true, null], \"b\\u0041\": {\"c\": \"x\\\"y\"}}", "[]", "[1,", "{1:2}", "\"open", "tru", " 12 "}) {
            try { System.out.println(show(new JsonByHand(t).value())); } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        }
    }
}
