// what: ArrayList: growth, ranges, sublists, iterators that go both ways
import java.util.*;
class ArrayLists {
    public static void main(String[] args) {
        ArrayList<Integer> list = new ArrayList<>();
        for (int i = 0; i < 30; i++) list.add(i * i % 17);
        list.add(3, 99);
        list.addAll(2, List.of(7, 8, 9));
        System.out.println(list + " " + list.size());
        System.out.println(list.remove(0) + " " + list.remove(Integer.valueOf(99)) + " " + list.lastIndexOf(4));
        List<Integer> part = list.subList(5, 12);
        part.set(0, -1);
        part.add(1000);
        Collections.reverse(part);
        System.out.println(part + " " + list.get(5) + " " + part.indexOf(1000));
        part.clear();
        System.out.println(list);
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int v = it.next();
            if (v == 4) it.remove();
            else if (v == 9) it.add(90);
            else it.set(v + 1);
        }
        while (it.hasPrevious()) {
            int at = it.previousIndex();
            if (at % 5 == 0) System.out.print(it.previous() + ",");
            else it.previous();
        }
        System.out.println();
        Object[] all = list.toArray();
        Integer[] typed = list.toArray(new Integer[0]);
        System.out.println(all.length + " " + typed.length + " " + typed[1] + all[2]);
        list.removeAll(Set.of(2, 5));
        list.retainAll(new HashSet<>(List.of(10, 91, 14, 17, 1)));
        System.out.println(list + " " + list.containsAll(List.of(10)) + list.equals(new LinkedList<>(list)));
        try {
            list.get(list.size());
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            list.add(50, 1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ArrayList<>(-3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        list.ensureCapacity(100);
        list.trimToSize();
        ArrayList<?> copy = (ArrayList<?>) list.clone();
        System.out.println(copy.equals(list) + " " + list.hashCode() + " " + Collections.max(list) + Collections.min(list));
    }
}
