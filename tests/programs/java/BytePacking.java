// what: bytes of all kinds: packing, unpacking, checks by hand, run lengths
import java.nio.charset.StandardCharsets;
import java.util.*;
class BytePacking {
    static byte[] pack(int i, long l, short s) { byte[] b = new byte[14]; for (int k = 0; k < 4; k++) b[k] = (byte) (i >>> 24 - 8 * k); for (int k = 0; k < 8; k++) b[4 + k] = (byte) (l >> 8 * k); b[12] = (byte) (s >> 8); b[13] = (byte) s; return b; }
    static int readInt(byte[] b, int at) { return b[at] << 24 | (b[at + 1] & 255) << 16 | (b[at + 2] & 255) << 8 | b[at + 3] & 255; }
    static long readLong(byte[] b, int at) { long r = 0; for (int k = 7; k >= 0; k--) r = r << 8 | b[at + k] & 0xffL; return r; }
    static String runs(String s) { StringBuilder r = new StringBuilder(); for (int i = 0, j; i < s.length(); i = j) { for (j = i; j < s.length() && s.charAt(j) == s.charAt(i);) j++; r.append(j - i).append(s.charAt(i)); } return r.toString(); }
    static int luhn(String s) { int sum = 0; boolean twice = false; for (int i = s.length() - 1; i >= 0; i--, twice = !twice) { int d = s.charAt(i) - '0'; if (twice && (d *= 2) > 9) d -= 9; sum += d; } return sum % 10; }
    public static void main(String[] args) {
        byte[] b = pack(0x89abcdef, -2L << 33, (short) -300);
        System.out.println(Arrays.toString(b) + readInt(b, 0) + " " + readLong(b, 4) + " " + (short) (b[12] << 8 | b[13] & 255));
        System.out.println(runs("aaabccdddd") + luhn("4539578763621486") + " " + Arrays.toString("h\u00e9\u20ac\ud83d\ude00".getBytes(StandardCharsets.UTF_8)) + new String(new byte[] {-61, -87, -30, -126, -84}, StandardCharsets.UTF_8));
        int crc = -1;
        for (byte x : "123456789".getBytes()) { crc ^= x; for (int k = 0; k < 8; k++) crc = crc >>> 1 ^ (crc & 1) * 0xedb88320; }
        System.out.println(Integer.toHexString(~crc));
    }
}
