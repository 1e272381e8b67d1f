// what: properties and text through readers and writers in memory
import java.io.*;
import java.util.*;
class TextStreams {
    public static void main(String[] args) throws IOException {
        Properties p = new Properties();
        p.load(new StringReader("# comment\na = 1\nb:two words\\\n   more\nc\\u0041=\\u00e9\n"));
        System.out.println(new TreeMap<>(p));
        PushbackReader r = new PushbackReader(new StringReader("abc"));
        int c = r.read();
        r.unread(c);
        System.out.println((char) r.read() + "" + (char) r.read());
        LineNumberReader n = new LineNumberReader(new StringReader("x\ny\nz"));
        while (n.readLine() != null) System.out.print(n.getLineNumber());
        CharArrayWriter w = new CharArrayWriter();
        try (PrintWriter out = new PrintWriter(w)) { out.print(1.5f); out.print('c'); out.append("seq", 1, 3).println(new char[] {'x', 'y'}); }
        System.out.println(w.toString().trim() + w.size());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream ps = new PrintStream(bytes, true, "UTF-8");
        ps.printf("%s=%d\u00e9", "k", 3);
        System.out.println(bytes.size() + bytes.toString("UTF-8"));
        SequenceInputStream seq = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1, 2}), new ByteArrayInputStream(new byte[] {3}));
        System.out.println(Arrays.toString(seq.readAllBytes()));
        try (BufferedWriter bw = new BufferedWriter(new StringWriter())) { bw.write("x"); bw.newLine(); }
        Reader closed = new StringReader("q");
        closed.close();
        try { closed.read(); } catch (IOException e) { System.out.println(e.getMessage()); }
        try { new FileReader("/no/such/file"); } catch (FileNotFoundException e) { System.out.println(e.getMessage()); }
        System.out.println(new File("/a/b/../c.txt").getName() + new File("x/y").getParent() + new File("none.txt").exists());
    }
}
