/** Texts put together and taken apart. */
class StringBuilding {
    public static void main(String[] args) {
        int sum = 0;
        for (int turn = 0; turn < 6000; turn++) {
            StringBuilder text = new StringBuilder();
            for (int part = 0; part < 10; part++) text.append("part ").append(turn + part).append(',');
            String whole = text.toString();
            sum += whole.indexOf("9,") + whole.hashCode() + whole.substring(3, 40).length();
        }
        System.out.println(sum);
    }
}
