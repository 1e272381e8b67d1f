// what: BigDecimal: scales, rounding, division, printing
import java.math.*;
class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-7.89");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.scale() + a.precision());
        for (RoundingMode mode : RoundingMode.values()) {
            try {
                System.out.println(mode + " " + new BigDecimal("2.5").setScale(0, mode) + " " + new BigDecimal("-1.15").setScale(1, mode));
            } catch (ArithmeticException e) {
                System.out.println(mode + " " + e.getMessage());
            }
        }
        System.out.println(a.divide(b, 10, RoundingMode.HALF_UP) + " " + BigDecimal.ONE.divide(new BigDecimal("8")) + " " + a.divide(b, MathContext.DECIMAL32));
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(a.stripTrailingZeros() + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1E+5") + " " + new BigDecimal("0.0000001").toEngineeringString());
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1.0").equals(new BigDecimal("1.00")) + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")));
        System.out.println(a.pow(5) + " " + a.negate().abs() + " " + a.movePointLeft(5) + " " + a.unscaledValue() + " " + a.ulp());
        System.out.println(a.remainder(b) + " " + a.toBigInteger() + " " + a.intValue() + " " + b.doubleValue() + " " + a.hashCode() + " " + a.round(new MathContext(3)));
        System.out.println(new BigDecimal("2").sqrt(new MathContext(30)) + " " + a.max(b) + " " + a.signum());
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i <= 20; i++) sum = sum.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), 25, RoundingMode.DOWN));
        System.out.println(sum + " " + new BigDecimal("12345678901234567890.123456789").multiply(new BigDecimal("98765432109876543210.987654321")));
        try {
            new BigDecimal("1.2.3");
        } catch (NumberFormatException e) {
            System.out.println("refused");
        }
    }
}
