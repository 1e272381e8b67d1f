// What is generic, made of nodes that nobody outside can make.
// unit: Queue
// covers: 12 of 12

public class Queue<T> {
    private static class Node<T> {
        final T value;
        Node<T> next;

        Node(T value) {
            this.value = value;
        }
    }

    private Node<T> first;
    private Node<T> last;
    private int size;

    public void put(T value) {
        Node<T> node = new Node<>(value);
        if (last == null) first = node;
        else last.next = node;
        last = node;
        size++;
    }

    public T take() {
        if (first == null) throw new java.util.NoSuchElementException();
        T value = first.value;
        first = first.next;
        if (first == null) last = null;
        size--;
        return value;
    }

    public boolean isFull() {
        return size >= 2;
    }

    public boolean startsWith(Object other) {
        return first != null && first.value == other;
    }
}
