// what: ArrayDeque and PriorityQueue as stacks, queues and heaps
import java.util.*;
class Queues {
    record Task(int rank, String name) implements Comparable<Task> {
        public int compareTo(Task o) { return rank != o.rank ? Integer.compare(rank, o.rank) : name.compareTo(o.name); }
    }
    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>(2);
        for (int i = 0; i < 50; i++) {
            if (i % 3 == 0) deque.addFirst(i);
            else deque.addLast(i);
            if (i % 7 == 0) deque.pollLast();
        }
        System.out.println(deque + " " + deque.peekFirst() + " " + deque.peekLast());
        System.out.println(deque.removeFirstOccurrence(10) + " " + deque.contains(10) + " " + deque.size());
        Iterator<Integer> down = deque.descendingIterator();
        int sum = 0;
        while (down.hasNext()) sum = sum * 3 + down.next();
        System.out.println(sum);
        deque.removeIf(i -> i % 2 == 1);
        System.out.println(deque);
        try {
            new ArrayDeque<>().pop();
        } catch (NoSuchElementException e) {
            System.out.println("empty " + e.getMessage());
        }
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        PriorityQueue<Task> tasks = new PriorityQueue<>();
        String[] names = {"wash", "cook", "read", "run", "sing", "write"};
        for (int i = 0; i < 12; i++) tasks.add(new Task(i * 7 % 5, names[i % 6]));
        tasks.remove(new Task(1, "sing"));
        StringBuilder out = new StringBuilder();
        while (!tasks.isEmpty()) out.append(tasks.poll()).append(' ');
        System.out.println(out);
        PriorityQueue<Integer> down2 = new PriorityQueue<>(Collections.reverseOrder());
        down2.addAll(List.of(4, 1, 9, 2, 9));
        System.out.println(down2.peek() + " " + down2.size() + " " + down2);
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push("b");
        System.out.println(stack.search("a") + stack.peek() + stack.pop() + stack + stack.empty());
        LinkedList<Integer> linked = new LinkedList<>(List.of(3, 1, 2));
        linked.addFirst(0);
        linked.add(2, 77);
        linked.removeLast();
        System.out.println(linked + " " + linked.indexOf(77) + linked.getFirst() + linked.poll());
    }
}
