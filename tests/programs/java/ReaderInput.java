// stdin: 3\nfirst\nsecond words\n\u00fcber\n
// what: lines of the standard input by a BufferedReader
import java.io.*;
class ReaderInput {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine());
        for (int i = 0; i < n; i++) System.out.println(i + ": " + in.readLine());
        System.out.println(in.readLine() + " " + in.read());
        StringReader s = new StringReader("xyz");
        System.out.println((char) s.read() + "" + s.skip(1) + (char) s.read() + s.read());
        BufferedReader lines = new BufferedReader(new StringReader("a\r\nb\n\nc"));
        System.out.println(lines.lines().toList());
        StringWriter w = new StringWriter();
        PrintWriter p = new PrintWriter(w);
        p.printf("%d-%s", 5, "x");
        p.println(true);
        p.flush();
        System.out.println(w.toString().trim());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(bytes)) {
            data.writeInt(-2);
            data.writeUTF("h\u00e9");
            data.writeDouble(1.5);
        }
        DataInputStream back = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(bytes.size() + " " + back.readInt() + back.readUTF() + back.readDouble());
        try {
            back.readByte();
        } catch (EOFException e) {
            System.out.println("eof " + e.getMessage());
        }
        StreamTokenizer t = new StreamTokenizer(new StringReader("x = 3.5 + 'q'"));
        while (t.nextToken() != StreamTokenizer.TT_EOF) System.out.print(t.ttype + ":" + t.sval + ":" + t.nval + " ");
        System.out.println();
    }
}
