// what: digests, checksums, Base64, hex
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.zip.*;
class Digests {
    static String hex(byte[] b) { StringBuilder s = new StringBuilder(); for (byte x : b) s.append(String.format("%02x", x)); return s.toString(); }
    public static void main(String[] args) throws Exception {
        byte[] text = "The quick brown fox".getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) System.out.println(name + " " + hex(MessageDigest.getInstance(name).digest(text)));
        CRC32 crc = new CRC32();
        crc.update(text);
        Adler32 adler = new Adler32();
        adler.update(text, 0, 5);
        System.out.println(Long.toHexString(crc.getValue()) + " " + adler.getValue());
        String coded = Base64.getEncoder().encodeToString(text);
        System.out.println(coded + " " + new String(Base64.getDecoder().decode(coded)) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}) + " " + Base64.getMimeEncoder().encodeToString(new byte[60]).length());
        try {
            Base64.getDecoder().decode("a*b=");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(HexFormat.of().formatHex(new byte[] {1, -1}) + HexFormat.ofDelimiter(":").withUpperCase().formatHex(text, 0, 3) + HexFormat.of().parseHex("0aff").length);
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
    }
}
