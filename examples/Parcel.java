/** What it costs to send a parcel. */
public class Parcel {
    private final int grams;
    private String country = "home";
    private boolean isFragile;

    public Parcel(int grams) {
        if (grams <= 0 || grams > 20_000) {
            throw new IllegalArgumentException("no parcel of " + grams + " g");
        }
        this.grams = grams;
    }

    public void sendTo(String country) {
        this.country = country;
    }

    public void handleWithCare() {
        isFragile = true;
    }

    /** In cents. */
    public int price() {
        int price = grams <= 2_000 ? 450 : 900;
        if (country.startsWith("is")) { // islands
            price += 300;
        }
        if (isFragile && grams > 10_000) {
            price *= 2;
        }
        return price;
    }
}
