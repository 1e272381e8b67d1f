// what: BigInteger
import java.math.*;
class BigNumbers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(987654321);
        System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b));
        System.out.println(b.pow(5) + " " + a.gcd(b) + " " + b.modPow(BigInteger.TEN, BigInteger.valueOf(1000007)));
        System.out.println(a.compareTo(b) + " " + a.negate().shiftRight(10) + " " + a.bitLength() + a.signum());
        BigInteger f = BigInteger.ONE;
        for (int i = 1; i <= 40; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.toString(16) + " " + f.hashCode());
        System.out.println(new BigDecimal("1.10").add(new BigDecimal("2.205")) + " "
            + new BigDecimal("10").divide(new BigDecimal("3"), 5, RoundingMode.HALF_UP));
    }
}
