// what: BigInteger: arithmetic, powers, roots, bits, primes, parsing
import java.math.BigInteger;
class BigIntegers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890");
        BigInteger b = new BigInteger("-987654321098765432109876543210");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b));
        System.out.println(b.divide(a) + " " + b.remainder(a) + " " + b.mod(a) + " " + b.negate().sqrt());
        System.out.println(a.pow(7) + " " + a.gcd(b) + " " + a.signum() + b.signum());
        System.out.println(BigInteger.TWO.modPow(a, BigInteger.valueOf(1000007)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)));
        System.out.println(a.shiftLeft(70) + " " + a.shiftRight(13) + " " + b.shiftRight(5) + " " + a.bitLength() + " " + b.bitCount());
        System.out.println(a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.testBit(5) + a.setBit(200).getLowestSetBit());
        System.out.println(a.toString(16) + " " + new BigInteger("zz", 36) + " " + b.toString(2).length());
        System.out.println(a.longValue() + " " + b.intValue() + " " + a.doubleValue() + " " + b.floatValue() + " " + a.hashCode());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.compareTo(a) + f.equals(f.add(BigInteger.ZERO)));
        System.out.println(new BigInteger("1000000007").isProbablePrime(20) + " " + BigInteger.valueOf(91).isProbablePrime(20));
        byte[] bytes = a.toByteArray();
        System.out.println(bytes.length + " " + bytes[0] + " " + new BigInteger(bytes).equals(a) + new BigInteger(1, new byte[] {-1, -1}));
        BigInteger[] qr = b.divideAndRemainder(BigInteger.valueOf(97));
        System.out.println(qr[0] + " " + qr[1] + " " + a.max(b).equals(a) + BigInteger.TEN.longValueExact());
        String[] texts = {"", "12a", "--5", "+7"};
        for (String t : texts) {
            try {
                System.out.println(new BigInteger(t));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.intValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(a.pow(40).bitLength() + " " + a.pow(100).mod(BigInteger.valueOf(1_000_003)));
    }
}
