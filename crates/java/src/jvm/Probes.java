package assay;

/** Where the classes under test leave which way they went. */
public final class Probes {
    public static boolean[] taken = {};

    private Probes() {}
}
