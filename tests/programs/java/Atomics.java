// what: atomics and concurrent collections, used by one thread
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
class Atomics {
    public static void main(String[] args) {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.incrementAndGet() + " " + i.getAndAdd(10) + " " + i.compareAndSet(16, 1) + i.updateAndGet(x -> x * 7) + i.accumulateAndGet(3, Integer::sum) + " " + i);
        AtomicLong l = new AtomicLong();
        l.addAndGet(1L << 40);
        System.out.println(l.get() + " " + l.getAndSet(2) + l.decrementAndGet());
        AtomicReference<String> r = new AtomicReference<>("a");
        String was = r.get();
        System.out.println(r.compareAndSet(was, "b") + r.getAndUpdate(s -> s + "c") + r.get() + r.getAndSet("z") + r);
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.getAndSet(true) + " " + b.compareAndSet(true, false) + b.get());
        AtomicIntegerArray a = new AtomicIntegerArray(4);
        a.set(1, 5);
        a.incrementAndGet(1);
        a.lazySet(2, 9);
        System.out.println(a + " " + a.length());
        LongAdder adder = new LongAdder();
        for (int k = 0; k < 10; k++) adder.add(k);
        System.out.println(adder.sum());
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int k = 0; k < 40; k++) map.merge("k" + k % 7, k, Integer::sum);
        map.computeIfAbsent("new", x -> 1);
        map.putIfAbsent("new", 2);
        map.remove("k0");
        System.out.println(new TreeMap<>(map) + " " + map.size() + map.reduceValues(1000, Integer::sum) + map.mappingCount());
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer x : cow) if (x == 2) cow.add(9);
        System.out.println(cow + " " + cow.addIfAbsent(9));
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(List.of(4, 5));
        q.offer(6);
        System.out.println(q.poll() + " " + q);
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int k = 0; k < 5; k++) skip.put(k * 3 % 5, "v" + k);
        System.out.println(skip + " " + skip.floorKey(10));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + lock.tryLock());
        lock.unlock();
        ReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().unlock();
        ArrayBlockingQueue<Integer> abq = new ArrayBlockingQueue<>(2);
        System.out.println(abq.offer(1) + " " + abq.offer(2) + abq.offer(3) + abq.poll() + abq.remainingCapacity());
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        System.out.println(latch.getCount() + " " + TimeUnit.HOURS.toSeconds(2) + TimeUnit.MILLISECONDS.convert(3, TimeUnit.SECONDS));
        Semaphore sem = new Semaphore(2);
        System.out.println(sem.tryAcquire() + " " + sem.availablePermits());
    }
}
