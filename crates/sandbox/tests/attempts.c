/* Tries to get out of the sandbox in every way that we know, and prints a line for each: its name and whether it
 * was allowed. What is harmful is done to things that the test has made, or with arguments that the
 * system refuses after it has looked at permissions.
 *
 * PLACE is a folder outside with a file `victim` that only its owner may read and a socket `socket`; VICTIM is
 * a process of the same user, PARENT the one that asked for the run. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define FILE_OUTSIDE PLACE "/victim"
#define SOCKET_OUTSIDE PLACE "/socket"
/* More than the limit, of what there is. */
#define MUCH_MEMORY (sizeof(long) == 8 ? 8ull << 30 : 0xf0000000ul)
#define LONG_FILE (1l << 30)

/* Some other answer than that it is not permitted, not known or not there. */
static int allowed(long result) {
    return result >= 0 ||
           (errno != EPERM && errno != EACCES && errno != ENOSYS && errno != ENOENT && errno != ESRCH);
}

static int opens(const char *path, int flags) {
    int file = open(path, flags, 0600);
    close(file);
    return file >= 0;
}

static int done(long result) { return result >= 0; }

/* ---- Files outside ---- */

static int read_file(void) { return opens(FILE_OUTSIDE, O_RDONLY); }
static int write_file(void) { return opens(FILE_OUTSIDE, O_WRONLY); }
static int truncate_file(void) { return done(truncate(FILE_OUTSIDE, 0)); }
static int remove_file(void) { return done(unlink(FILE_OUTSIDE)); }
static int rename_file(void) { return done(rename(FILE_OUTSIDE, PLACE "/renamed")); }
static int link_file(void) { return done(link(FILE_OUTSIDE, PLACE "/link")); }
static int make_file(void) { return opens(PLACE "/made", O_WRONLY | O_CREAT); }
static int make_folder(void) { return done(mkdir(PLACE "/folder", 0700)); }
static int make_link(void) { return done(symlink("x", PLACE "/symlink")); }
static int make_fifo(void) { return done(mkfifo(PLACE "/fifo", 0600)); }
static int change_mode(void) { return done(chmod(FILE_OUTSIDE, 0666)); }
static int change_mode_at(void) { return done(fchmodat(AT_FDCWD, FILE_OUTSIDE, 0666, 0)); }

static const char *through_link(void) {
    unlink("way-out");
    return symlink(FILE_OUTSIDE, "way-out") == 0 ? "way-out" : "";
}

static int change_mode_through_link(void) { return done(chmod(through_link(), 0666)); }

static int change_mode_by_descriptor(void) {
    int file = open(FILE_OUTSIDE, O_PATH);
    return done(syscall(452 /* fchmodat2 */, file, "", 0666, AT_EMPTY_PATH));
}

static int change_owner(void) { return done(chown(FILE_OUTSIDE, getuid(), getgid())); }

static int change_time(void) {
    struct timespec times[2] = {{1, 0}, {1, 0}};
    return done(utimensat(AT_FDCWD, FILE_OUTSIDE, times, 0));
}

static int change_time_through_link(void) {
    struct utimbuf times = {1, 1};
    return done(utime(through_link(), &times));
}

static int set_attribute(void) { return done(setxattr(FILE_OUTSIDE, "user.mark", "x", 1, 0)); }

static int set_attribute_through_link(void) {
    return done(setxattr(through_link(), "user.mark", "x", 1, 0));
}

static int list_folder(void) { return opens(PLACE, O_RDONLY | O_DIRECTORY); }
static int list_root(void) { return opens("/root", O_RDONLY | O_DIRECTORY); }

static int open_by_handle(void) {
    struct file_handle *handle = calloc(1, sizeof *handle + 128);
    handle->handle_bytes = 128;
    int mount;
    if (name_to_handle_at(AT_FDCWD, FILE_OUTSIDE, handle, &mount, 0) != 0)
        return 0;
    return done(open_by_handle_at(AT_FDCWD, handle, O_RDONLY));
}

static int make_device(void) { return done(mknod("device", S_IFCHR | 0600, makedev(1, 3))); }
static int write_to_kernel_log(void) { return opens("/dev/kmsg", O_WRONLY); }
static int write_setting(void) { return opens("/proc/sys/kernel/hostname", O_WRONLY); }
static int read_environment_of_parent(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", PARENT);
    return opens(path, O_RDONLY);
}
static int read_environment_of_first(void) { return opens("/proc/1/environ", O_RDONLY); }
static int read_environment_of_next(void) {
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
    int file = open(path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1;
}

/* ---- Sockets ---- */

static int connects(int file, const char *path) {
    struct sockaddr_un address = {AF_UNIX, ""};
    size_t size = offsetof(struct sockaddr_un, sun_path) + strlen(path + 1) + 1;
    memcpy(address.sun_path, path, strlen(path + 1) + 1);
    return done(connect(file, (struct sockaddr *)&address, (socklen_t)size));
}

static int connect_to_path(void) {
    return connects(socket(AF_UNIX, SOCK_DGRAM, 0), SOCKET_OUTSIDE);
}

static int connect_to_abstract(void) {
    return connects(socket(AF_UNIX, SOCK_DGRAM, 0), "\0" SOCKET_OUTSIDE);
}

static int end_of_pair(void) {
    int pair[2] = {-1, -1};
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    return pair[0];
}

static int connect_pair(void) { return connects(end_of_pair(), SOCKET_OUTSIDE); }

static int send_from_pair(void) {
    struct sockaddr_un address = {AF_UNIX, SOCKET_OUTSIDE};
    return done(sendto(end_of_pair(), "x", 1, 0, (struct sockaddr *)&address, sizeof address));
}

static int send_message_from_pair(void) {
    struct sockaddr_un address = {AF_UNIX, SOCKET_OUTSIDE};
    struct iovec part = {"x", 1};
    struct msghdr message = {&address, sizeof address, &part, 1, NULL, 0, 0};
    return done(sendmsg(end_of_pair(), &message, 0));
}

static int open_internet_socket(void) { return done(socket(AF_INET, SOCK_STREAM, 0)); }
static int open_internet_6_socket(void) { return done(socket(AF_INET6, SOCK_DGRAM, 0)); }
static int open_netlink_socket(void) { return done(socket(AF_NETLINK, SOCK_RAW, 0)); }
static int open_packet_socket(void) { return done(socket(AF_PACKET, SOCK_RAW, 0)); }

/* ---- Other processes ---- */

static int signal_victim(void) { return done(kill(VICTIM, SIGURG)); }
static int signal_parent(void) { return done(kill(PARENT, 0)); }
static int queue_signal(void) { return done(sigqueue(VICTIM, SIGURG, (union sigval){0})); }

static int signal_by_descriptor(void) {
    long process = syscall(SYS_pidfd_open, VICTIM, 0);
    return process >= 0 && done(syscall(SYS_pidfd_send_signal, process, SIGURG, NULL, 0));
}

static int signal_by_ownership(void) {
    return done(fcntl(end_of_pair(), F_SETOWN, VICTIM));
}

static int limit_victim(void) {
    struct rlimit limit = {100, 100};
    return done(prlimit(VICTIM, RLIMIT_NOFILE, &limit, NULL));
}

static int look_at_limits(void) {
    struct rlimit limit;
    return done(prlimit(VICTIM, RLIMIT_NOFILE, NULL, &limit));
}

static int slow_down_victim(void) { return done(setpriority(PRIO_PROCESS, VICTIM, 10)); }
static int slow_down_group(void) { return done(setpriority(PRIO_PGRP, VICTIM, 5)); }

static int bind_victim(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return done(sched_setaffinity(VICTIM, sizeof set, &set));
}

static int schedule_victim(void) {
    struct sched_param parameters = {0};
    return done(sched_setscheduler(VICTIM, SCHED_IDLE, &parameters));
}

static int schedule_files_of_victim(void) {
    return done(syscall(SYS_ioprio_set, 1, VICTIM, 3 << 13));
}

static int trace_victim(void) { return done(ptrace(PTRACE_SEIZE, VICTIM, 0, 0)); }

static int read_memory_of_victim(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    return allowed(process_vm_readv(VICTIM, &here, 1, &there, 1, 0));
}

static int compare_with_victim(void) {
    return done(syscall(SYS_kcmp, getpid(), VICTIM, 1 /* memory */, 0, 0));
}

/* ---- The system ---- */

static int name_host(void) { return done(sethostname("taken", 5)); }
static int name_domain(void) { return done(setdomainname("taken", 5)); }

static int set_clock(void) { return allowed(syscall(SYS_clock_settime, CLOCK_REALTIME, NULL)); }
static int set_time_of_day(void) { return allowed(syscall(SYS_settimeofday, 1, NULL)); }

static int restart(void) { return allowed(syscall(SYS_reboot, 0, 0, 0, 0)); }
static int swap(void) { return allowed(syscall(SYS_swapoff, NULL)); }
static int mount_something(void) { return done(mount("x", ".", "tmpfs", 0, "")); }
static int unmount_something(void) { return done(umount2("/proc", MNT_DETACH)); }
static int change_root(void) { return done(chroot(".")); }
static int pivot(void) { return allowed(syscall(SYS_pivot_root, ".", ".")); }
static int open_tree_of_mounts(void) { return allowed(syscall(428, AT_FDCWD, "/", 1)); }
static int new_users(void) { return done(unshare(CLONE_NEWUSER)); }
static int new_mounts(void) { return done(unshare(CLONE_NEWNS)); }

static int fork_with_users(void) {
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return child > 0;
}

static int fork_with_struct(void) {
    uint64_t arguments[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    long child = syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0)
        _exit(0);
    return child > 0;
}

static int join_namespace(void) { return allowed(syscall(SYS_setns, -1, 0)); }
static int account(void) { return allowed(acct("/")); }
static int read_kernel_log(void) { return done(syscall(SYS_syslog, 10, NULL, 0)); }
static int load_module(void) { return allowed(syscall(SYS_init_module, NULL, 0, NULL)); }
static int load_kernel(void) { return allowed(syscall(SYS_kexec_load, 0, 0, NULL, 1 << 10)); }
static int load_bpf(void) { return allowed(syscall(SYS_bpf, 0, NULL, 0)); }
static int watch_performance(void) {
    return allowed(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
}
static int handle_page_faults(void) { return allowed(syscall(SYS_userfaultfd, 1)); }
static int queue_requests(void) { return allowed(syscall(SYS_io_uring_setup, 1, NULL)); }
static int add_key(void) { return done(syscall(SYS_add_key, "user", "assay", "x", 1, -1 /* of the thread */)); }
static int join_keys(void) { return done(syscall(SYS_keyctl, 0, -3, 1)); }
static int share_memory(void) { return done(syscall(SYS_shmget, 77, 4096, 01600)); }
static int share_semaphores(void) { return done(syscall(SYS_semget, 77, 1, 01600)); }
static int share_messages(void) { return done(syscall(SYS_msgget, 77, 01600)); }
static int open_queue(void) {
    return done(syscall(SYS_mq_open, "assay", O_RDWR | O_CREAT, 0600, NULL));
}
static int use_ports(void) { return done(syscall(SYS_iopl, 3)); }
static int change_personality(void) { return done(personality(READ_IMPLIES_EXEC)); }
static int become_root(void) { return geteuid() != 0 && done(setuid(0)); }
static int be_root(void) { return geteuid() == 0; }

static int have_capabilities(void) {
    for (int i = 0; i <= CAP_LAST_CAP; i++)
        if (prctl(PR_CAPBSET_READ, i) == 1 && geteuid() == 0)
            return 1;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    return syscall(SYS_capget, &header, data) == 0 && (data[0].permitted | data[1].permitted) != 0;
}

static int gain_privileges(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }
static int watch_files(void) { return allowed(syscall(SYS_fanotify_init, 0, 0)); }
static int type_into_terminal(void) {
    return allowed(ioctl(1, TIOCSTI, "x")) && errno != ENOTTY && errno != EIO;
}
static int use_x32(void) { return done(syscall(0x40000000 | SYS_getpid)); }

/* As a 32-bit program would. */
static long call_32(long number, long first, long second) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second) : "memory");
    return result;
}

static int name_host_as_32_bit(void) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT;
    char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
    memcpy(low, "taken", 5);
    return done(call_32(74, (long)low, 5));
}

static int open_socket_as_32_bit(void) { return done(call_32(359, AF_INET, SOCK_STREAM)); }

/* ---- Too much of everything ---- */

static int make_many_processes(void) {
    enum { MANY = 200 };
    pid_t children[MANY];
    int count = 0;
    for (; count < MANY && (children[count] = fork()) >= 0; count++)
        if (children[count] == 0)
            for (;;)
                pause();
    for (int i = 0; i < count; i++) {
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, 0);
    }
    return count == MANY;
}

/* Leaves nothing, so that what comes next has room. */
static int makes_many(int (*make)(const char *), const char *folder, int (*discard)(const char *)) {
    enum { MANY = 4000 };
    char name[64];
    int count = 0;
    for (; count < MANY; count++) {
        snprintf(name, sizeof name, "%s/many%d", folder, count);
        if (make(name) < 0)
            break;
    }
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s/many%d", folder, i);
        discard(name);
    }
    return count == MANY;
}

static int make_file_here(const char *name) { return opens(name, O_WRONLY | O_CREAT) ? 0 : -1; }
static int make_folder_here(const char *name) { return mkdir(name, 0700); }
static int make_many_files(void) { return makes_many(make_file_here, ".", unlink); }
static int make_many_folders(void) { return makes_many(make_folder_here, "/tmp", rmdir); }

static int write_much(void) {
    static char block[1 << 20];
    char name[32];
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "much%d", i);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (int j = 0; j < 8; j++)
            if (write(file, block, sizeof block) != sizeof block)
                return 0;
        close(file);
    }
    return 1;
}

static int make_long_file(void) {
    return done(ftruncate(open("long", O_RDWR | O_CREAT, 0600), LONG_FILE));
}

static int take_memory(void) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    return mmap(NULL, MUCH_MEMORY, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

static int open_many_files(void) {
    for (int i = 0; i < 4096; i++)
        if (open("/dev/null", O_RDONLY) < 0)
            return 0;
    return 1;
}

struct attempt {
    const char *name;
    int (*try)(void);
};

#define TRY(name) {#name, name}

/* Those that leave the process in another state come last. */
static const struct attempt attempts[] = {
    TRY(read_file), TRY(write_file), TRY(truncate_file), TRY(link_file), TRY(make_file),
    TRY(make_folder), TRY(make_link), TRY(make_fifo), TRY(change_mode), TRY(change_mode_at),
    TRY(change_mode_through_link), TRY(change_mode_by_descriptor), TRY(change_owner),
    TRY(change_time), TRY(change_time_through_link), TRY(set_attribute),
    TRY(set_attribute_through_link), TRY(list_folder), TRY(list_root), TRY(open_by_handle),
    TRY(make_device), TRY(write_to_kernel_log), TRY(write_setting), TRY(read_environment_of_parent),
    TRY(read_environment_of_first), TRY(read_environment_of_next), TRY(connect_to_path),
    TRY(connect_to_abstract), TRY(connect_pair), TRY(send_from_pair), TRY(send_message_from_pair),
    TRY(open_internet_socket), TRY(open_internet_6_socket), TRY(open_netlink_socket),
    TRY(open_packet_socket), TRY(signal_victim), TRY(signal_parent), TRY(queue_signal),
    TRY(signal_by_descriptor), TRY(signal_by_ownership), TRY(limit_victim), TRY(look_at_limits),
    TRY(slow_down_victim), TRY(slow_down_group), TRY(bind_victim), TRY(schedule_victim),
    TRY(schedule_files_of_victim), TRY(trace_victim), TRY(read_memory_of_victim),
    TRY(compare_with_victim), TRY(name_host), TRY(name_domain), TRY(set_clock),
    TRY(set_time_of_day), TRY(restart), TRY(swap), TRY(pivot), TRY(open_tree_of_mounts),
    TRY(fork_with_users), TRY(fork_with_struct), TRY(join_namespace), TRY(account),
    TRY(read_kernel_log), TRY(load_module), TRY(load_kernel), TRY(load_bpf), TRY(watch_performance),
    TRY(handle_page_faults), TRY(queue_requests), TRY(add_key), TRY(join_keys), TRY(share_memory),
    TRY(share_semaphores), TRY(share_messages), TRY(open_queue), TRY(use_ports),
    TRY(change_personality), TRY(become_root), TRY(be_root), TRY(have_capabilities),
    TRY(gain_privileges), TRY(watch_files), TRY(type_into_terminal), TRY(use_x32),
    TRY(name_host_as_32_bit), TRY(open_socket_as_32_bit), TRY(rename_file), TRY(remove_file),
    TRY(make_many_processes), TRY(make_many_files), TRY(make_many_folders), TRY(write_much),
    TRY(make_long_file), TRY(take_memory), TRY(new_users), TRY(new_mounts), TRY(mount_something),
    TRY(unmount_something), TRY(change_root), TRY(open_many_files),
};

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        errno = 0;
        printf("%s %s\n", attempts[i].try() ? "allowed" : "denied", attempts[i].name);
    }
    return 0;
}
