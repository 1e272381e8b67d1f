/* The system calls that a test may make, by name. What is not listed is refused: what reaches other
 * processes, other users, the network, the system as a whole, or leaves something behind.
 *
 * Included once for each table of numbers; a name that only one of them has stands in its own list. */

/* Files and folders: what may be opened and changed is up to the view and to Landlock. */
#define FILES(X)                                                                                     \
    X(read) X(write) X(open) X(close) X(stat) X(fstat) X(lstat) X(lseek) X(pread64) X(pwrite64)      \
    X(readv) X(writev) X(preadv) X(pwritev) X(preadv2) X(pwritev2) X(access) X(faccessat)            \
    X(faccessat2) X(openat) X(openat2) X(creat) X(dup) X(dup2) X(dup3) X(close_range) X(flock)       \
    X(fsync) X(fdatasync) X(truncate) X(ftruncate) X(fallocate) X(getdents) X(getdents64) X(getcwd)  \
    X(chdir) X(fchdir) X(rename) X(renameat) X(renameat2) X(mkdir) X(mkdirat) X(rmdir) X(link)       \
    X(linkat) X(unlink) X(unlinkat) X(symlink) X(symlinkat) X(readlink) X(readlinkat) X(mknod)       \
    X(mknodat) X(umask) X(statfs) X(fstatfs) X(statx) X(getxattr) X(lgetxattr) X(fgetxattr)          \
    X(listxattr) X(llistxattr) X(flistxattr) X(sendfile) X(copy_file_range) X(splice) X(tee)         \
    X(readahead) X(sync_file_range)

#define METADATA(X)                                                                                  \
    X(chmod) X(fchmod) X(fchmodat) X(fchmodat2) X(chown) X(fchown) X(lchown) X(fchownat) X(utime)    \
    X(utimes) X(futimesat) X(utimensat)

/* Waiting, events, pipes. The descriptors of processes are not among them. */
#define EVENTS(X)                                                                                    \
    X(pipe) X(pipe2) X(poll) X(ppoll) X(pselect6) X(select) X(epoll_create) X(epoll_create1)         \
    X(epoll_ctl) X(epoll_wait) X(epoll_pwait) X(epoll_pwait2) X(eventfd) X(eventfd2) X(signalfd)     \
    X(signalfd4) X(timerfd_create) X(timerfd_settime) X(timerfd_gettime)

/* Both ends of a pair of sockets are in the test. */
#define PAIRS(X) X(recvfrom) X(recvmsg) X(recvmmsg) X(shutdown) X(getsockname) X(getpeername) X(getsockopt)

#define MEMORY(X)                                                                                    \
    X(mmap) X(mprotect) X(munmap) X(brk) X(mremap) X(msync) X(mincore) X(madvise) X(mlock)           \
    X(mlock2) X(munlock) X(mlockall) X(munlockall) X(pkey_alloc) X(pkey_mprotect) X(pkey_free)       \
    X(membarrier) X(remap_file_pages) X(mseal)

/* Itself, and what it starts. Signals go as far as the namespace, the user and Landlock let them. */
#define PROCESSES(X)                                                                                 \
    X(fork) X(vfork) X(execve) X(execveat) X(exit) X(exit_group) X(wait4) X(waitid) X(kill) X(tkill) \
    X(tgkill) X(rt_sigaction) X(rt_sigprocmask) X(rt_sigreturn) X(rt_sigpending)                     \
    X(rt_sigtimedwait) X(rt_sigqueueinfo) X(rt_tgsigqueueinfo) X(rt_sigsuspend) X(sigaltstack)       \
    X(pause) X(alarm) X(setitimer) X(getitimer) X(timer_create) X(timer_settime) X(timer_gettime)    \
    X(timer_getoverrun) X(timer_delete) X(futex) X(futex_waitv) X(set_robust_list)                   \
    X(set_tid_address) X(rseq) X(restart_syscall) X(sched_yield) X(getpid) X(getppid) X(gettid)      \
    X(getpgrp) X(getpgid) X(setpgid) X(getsid) X(setsid) X(getuid) X(geteuid) X(getgid) X(getegid)   \
    X(getresuid) X(getresgid) X(getgroups) X(setuid) X(setgid) X(setreuid) X(setregid)               \
    X(setresuid) X(setresgid) X(setfsuid) X(setfsgid) X(setgroups) X(capget) X(capset) X(getrlimit)  \
    X(setrlimit) X(getrusage) X(times) X(getpriority) X(sched_getaffinity) X(sched_getparam)         \
    X(sched_getscheduler) X(sched_getattr) X(sched_get_priority_max) X(sched_get_priority_min)       \
    X(sched_rr_get_interval) X(ioprio_get) X(arch_prctl) X(set_thread_area) X(get_thread_area)

#define CLOCKS(X)                                                                                    \
    X(nanosleep) X(clock_nanosleep) X(clock_gettime) X(clock_getres) X(gettimeofday) X(time)         \
    X(uname) X(sysinfo) X(getcpu) X(getrandom)

/* Numbers of the first process argument: 0, the caller. */
#define SELF(X) X(prlimit64) X(sched_setaffinity) X(sched_setparam) X(sched_setscheduler) X(sched_setattr)

/* Programs that ask for these know that a system may not have them. */
#define ABSENT(X)                                                                                    \
    X(clone3) X(shmget) X(shmat) X(shmdt) X(shmctl) X(semget) X(semctl) X(msgget) X(msgsnd)          \
    X(msgrcv) X(msgctl) X(io_uring_setup) X(io_uring_enter) X(io_uring_register) X(memfd_create)

#ifdef TABLE_32
#define ONLY_32(X)                                                                                   \
    X(mmap2) X(_llseek) X(_newselect) X(stat64) X(fstat64) X(lstat64) X(fstatat64) X(statfs64)       \
    X(fstatfs64) X(sendfile64) X(truncate64) X(ftruncate64) X(fadvise64) X(fadvise64_64) X(waitpid)  \
    X(sigaction) X(sigprocmask) X(sigreturn) X(sigpending) X(sigsuspend) X(signal) X(sgetmask)       \
    X(ssetmask) X(ugetrlimit) X(getuid32) X(geteuid32) X(getgid32) X(getegid32) X(getresuid32)       \
    X(getresgid32) X(getgroups32) X(setuid32) X(setgid32) X(setreuid32) X(setregid32)                \
    X(setresuid32) X(setresgid32) X(setfsuid32) X(setfsgid32) X(setgroups32) X(clock_gettime64)      \
    X(clock_getres_time64) X(clock_nanosleep_time64) X(timer_gettime64) X(timer_settime64)           \
    X(timerfd_gettime64) X(timerfd_settime64) X(pselect6_time64) X(ppoll_time64)                     \
    X(recvmmsg_time64) X(rt_sigtimedwait_time64) X(futex_time64) X(sched_rr_get_interval_time64)     \
    X(oldstat) X(oldfstat) X(oldlstat) X(oldolduname) X(olduname) X(readdir)
#define METADATA_32(X) X(chown32) X(fchown32) X(lchown32) X(utimensat_time64)
#define FCNTL_32(X) X(fcntl64)
#else
#define ONLY_64(X) X(newfstatat) X(fadvise64)
#define ABSENT_64(X) X(semop) X(semtimedop)
#endif
