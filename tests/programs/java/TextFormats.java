// what: decimal formats, number formats, message formats and choices in English
import java.text.*;
import java.util.Locale;
class TextFormats {
    public static void main(String[] args) throws ParseException {
        DecimalFormat f = new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.US));
        System.out.println(f.format(1234567.891) + " " + f.format(-5) + " " + f.parse("1,234.5") + " " + new DecimalFormat("000.0#E0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(12345));
        System.out.println(NumberFormat.getPercentInstance(Locale.US).format(0.256) + " " + NumberFormat.getIntegerInstance(Locale.ENGLISH).format(2.5) + " " + NumberFormat.getInstance(Locale.US).format(1e9));
        System.out.println(MessageFormat.format("{0} has {1,number,integer} of {2}", "x", 1234, "y") + new ChoiceFormat("0#none|1#one|2#many {0}").format(5));
        try { NumberFormat.getInstance(Locale.US).parse("abc"); } catch (ParseException e) { System.out.println(e.getMessage() + e.getErrorOffset()); }
    }
}
