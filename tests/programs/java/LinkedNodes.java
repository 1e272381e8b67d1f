// what: a linked list of one's own, with a sentinel, reversed, and with a cycle found
class LinkedNodes {
    static class Node<T> { T value; Node<T> next; Node(T v, Node<T> n) { value = v; next = n; } }
    static <T> Node<T> reverse(Node<T> n) { Node<T> done = null; while (n != null) { Node<T> next = n.next; n.next = done; done = n; n = next; } return done; }
    static <T> String show(Node<T> n) { return n == null ? "." : n.value + ">" + show(n.next); }
    static boolean cyclic(Node<?> n) { Node<?> slow = n, fast = n; while (fast != null && fast.next != null) { slow = slow.next; fast = fast.next.next; if (slow == fast) return true; } return false; }
    public static void main(String[] args) {
        Node<Integer> list = null;
        for (int i = 5; i > 0; i--) list = new Node<>(i * i, list);
        System.out.println(show(list) + " " + cyclic(list));
        list = reverse(list);
        System.out.println(show(list));
        list.next.next.next.next.next = list.next;
        System.out.println(cyclic(list));
    }
}
