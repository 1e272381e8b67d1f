// what: threads' friends without another thread: ThreadLocal, Timer-free executors, CompletableFuture-free
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class ThreadFriends {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> 6 * 7);
        f.run();
        System.out.println(f.get() + " " + f.isDone() + f.isCancelled());
        FutureTask<Integer> bad = new FutureTask<>(() -> { throw new IllegalStateException("in task"); });
        bad.run();
        try { bad.get(); } catch (ExecutionException e) { System.out.println(e.getCause().getMessage()); }
        Executor direct = Runnable::run;
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 5; i++) direct.execute(n::incrementAndGet);
        System.out.println(n);
        Thread t = Thread.currentThread();
        System.out.println(t.isInterrupted() + " " + t.isAlive() + Thread.interrupted());
        AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 1);
        String was = r.getReference();
        System.out.println(r.compareAndSet(was, "b", 1, 2) + r.getReference() + r.getStamp());
        LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
        most.accumulate(4);
        most.accumulate(2);
        System.out.println(most.get() + " " + new ConcurrentLinkedDeque<>(java.util.List.of(1, 2)).pollLast());
    }
}
