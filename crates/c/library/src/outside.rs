//! Functions of the library that ask the outside world, and how they may fail.
//!
//! The model of the library answers for one world: there is memory, the disk is not full, nobody
//! sends a signal. What C and POSIX allow besides is said here once. The machine offers it as a
//! choice where the user wants that (`--calls-may-fail`), the native run makes the same calls fail,
//! and a verdict that rests on a call having answered as its model does names the function.
//!
//! A failure is one that no argument of the call explains: those that the arguments explain are the
//! model's.

use assay_program::outside::{Answer, Failure, OutsideCall, Stream};
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

use Answer::{ErrorNumber, MinusOne, Zero};

/// Requests for memory.
const MEMORY: &[(Answer, &str)] = &[
    (Zero, "malloc calloc realloc aligned_alloc memalign valloc strdup __strdup strndup"),
    (ErrorNumber, "posix_memalign"),
];

/// What does its work or fails.
const FAILING: &[(Answer, &str, &str)] = &[
    (Zero, "ENOMEM", "wcsdup open_memstream fmemopen tsearch"),
    (MinusOne, "ENOMEM", "asprintf vasprintf __asprintf_chk __vasprintf_chk setenv putenv atexit"),
    (ErrorNumber, "ENOMEM EAGAIN", "pthread_mutex_init"),
    // The number of REG_ESPACE is the same.
    (ErrorNumber, "ENOMEM", "pthread_mutexattr_init regcomp"),
    (MinusOne, "EINTR", "nanosleep usleep"),
    (MinusOne, "EINTR EIO ENOSPC", "close"),
    (MinusOne, "EIO ENOSPC", "fsync fdatasync"),
    (MinusOne, "EMFILE ENFILE", "pipe pipe2 dup"),
    (MinusOne, "EINTR EIO", "dup2 dup3 ftruncate ftruncate64"),
    (MinusOne, "EIO", "closedir"),
    (Zero, "ENOMEM", "fdopen"),
    (Zero, "EMFILE ENFILE ENOSPC", "tmpfile tmpfile64"),
];

/// What may fail, and may also answer otherwise: with another part of what was asked for, or by
/// what there is.
const FAILING_AND_VARYING: &[(Answer, &str, &str)] = &[
    (MinusOne, "EOVERFLOW", "time clock mktime timegm times"),
    (MinusOne, "EINVAL", "clock_gettime"),
    (
        MinusOne,
        "EACCES EMFILE ENFILE ENOENT ENOSPC EIO EINTR",
        "open open64 openat openat64 creat creat64 __open_2 \
         __open64_2",
    ),
    (MinusOne, "EACCES EMFILE EEXIST ENOSPC", "mkstemp mkstemp64"),
    (MinusOne, "EIO EINTR EAGAIN", "read pread pread64"),
    (MinusOne, "ENOSPC EIO EINTR EAGAIN EPIPE", "write pwrite pwrite64"),
    (MinusOne, "ESPIPE", "lseek lseek64"),
    (
        MinusOne,
        "EACCES ENOENT EIO ELOOP",
        "stat lstat stat64 lstat64 fstatat fstatat64 access eaccess euidaccess \
         faccessat readlink",
    ),
    (MinusOne, "EIO EOVERFLOW", "fstat fstat64"),
    (MinusOne, "EACCES ENOENT EBUSY EROFS EIO", "unlink unlinkat remove rmdir"),
    (MinusOne, "EACCES ENOSPC EROFS EIO", "mkdir mkdirat rename renameat link linkat symlink"),
    (
        MinusOne,
        "EPERM EROFS EIO",
        "chmod fchmod fchmodat chown lchown fchown fchownat utime utimes utimensat futimens",
    ),
    (MinusOne, "EACCES ENOENT EIO", "chdir"),
    (MinusOne, "EINTR EAGAIN", "fcntl fcntl64 flock"),
    (MinusOne, "EIO", "ioctl tcgetattr tcsetattr"),
    (MinusOne, "ENAMETOOLONG", "gethostname"),
    (MinusOne, "EPERM", "getgroups"),
    (MinusOne, "EINTR ECHILD", "wait waitpid"),
    (MinusOne, "ENOMEM", "munmap madvise"),
    (MinusOne, "ENOMEM EAGAIN EACCES", "mmap mmap64"),
    (Zero, "EACCES EMFILE ENFILE ENOENT ENOMEM", "fopen fopen64 freopen freopen64 opendir"),
    (Zero, "EIO", "readdir readdir64"),
    (Zero, "EACCES ENOENT ENOMEM", "getcwd realpath __realpath_chk canonicalize_file_name"),
    (
        Zero,
        "EIO ENOMEM EMFILE",
        "getpwuid getpwnam getpwent getgrgid getgrnam getgrent getlogin ttyname",
    ),
];

/// The same of what the library's model does not have: only that it fails can be followed.
const WITHOUT_MODEL: &[(Answer, &str, &str)] = &[
    (Zero, "ENOMEM", "reallocarray"),
    (MinusOne, "EAGAIN ENOMEM", "fork vfork"),
    (ErrorNumber, "EAGAIN", "pthread_create"),
    (MinusOne, "EACCES ENOENT ENOMEM", "execl execle execlp execv execve execvp execvpe"),
    (Zero, "EMFILE ENOMEM", "popen"),
    (MinusOne, "ECHILD", "pclose"),
    (MinusOne, "EPERM EAGAIN", "setuid setgid seteuid setegid setsid setpgid setrlimit nice"),
    (MinusOne, "EACCES ENOENT EMFILE", "shm_open mq_open"),
    (MinusOne, "EACCES ENOSPC", "shmget semget msgget mkfifo mknod"),
    (MinusOne, "EIO EINTR", "readv preadv truncate statvfs fstatvfs statfs fstatfs msync"),
    (MinusOne, "ENOSPC EIO EINTR", "writev pwritev fallocate"),
    (MinusOne, "ENOMEM", "mprotect mlock mlockall mremap"),
    (
        MinusOne,
        "EMFILE ENFILE ENOMEM",
        "epoll_create epoll_create1 eventfd timerfd_create inotify_init inotify_init1",
    ),
    (MinusOne, "EINTR ENOMEM", "select pselect poll ppoll epoll_wait epoll_ctl"),
    (MinusOne, "EACCES EMFILE ENFILE ENOBUFS", "socket socketpair"),
    (MinusOne, "EADDRINUSE EACCES", "bind listen"),
    (MinusOne, "ECONNREFUSED ETIMEDOUT ENETUNREACH EINTR", "connect"),
    (MinusOne, "EINTR EMFILE EAGAIN ECONNABORTED", "accept accept4"),
    (MinusOne, "EINTR EAGAIN EPIPE ECONNRESET", "send sendto sendmsg"),
    (MinusOne, "EINTR EAGAIN ECONNRESET ETIMEDOUT", "recv recvfrom recvmsg"),
    (MinusOne, "ENOBUFS", "setsockopt getsockopt getsockname getpeername shutdown"),
];

/// The same of streams, which remember it.
const STREAMS: &[(Answer, &str, Stream, &str)] = &[
    (
        MinusOne,
        WRITING,
        Stream::Output,
        "printf vprintf puts putchar putchar_unlocked wprintf vwprintf putwchar",
    ),
    (
        MinusOne,
        WRITING,
        Stream::Argument(0),
        "fprintf vfprintf __fprintf_chk __vfprintf_chk fflush fflush_unlocked \
         fwprintf vfwprintf",
    ),
    (MinusOne, WRITING, Stream::Output, "__printf_chk __vprintf_chk"),
    (
        MinusOne,
        WRITING,
        Stream::Argument(1),
        "fputs fputs_unlocked fputc fputc_unlocked putc putc_unlocked _IO_putc \
         putw fputwc putwc fputws",
    ),
    (Zero, WRITING, Stream::Argument(3), "fwrite fwrite_unlocked"),
    (
        MinusOne,
        READING,
        Stream::Input,
        "getchar getchar_unlocked scanf vscanf __isoc99_scanf __isoc99_vscanf \
         __isoc23_scanf __isoc23_vscanf getwchar",
    ),
    (
        MinusOne,
        READING,
        Stream::Argument(0),
        "fgetc fgetc_unlocked getc getc_unlocked _IO_getc getw fscanf \
         vfscanf __isoc99_fscanf __isoc99_vfscanf __isoc23_fscanf __isoc23_vfscanf fgetwc getwc",
    ),
    (Zero, READING, Stream::Argument(3), "fread fread_unlocked"),
    (Zero, READING, Stream::Argument(2), "fgets fgets_unlocked fgetws"),
    (Zero, READING, Stream::Argument(3), "__fgets_chk"),
    (Zero, READING, Stream::Input, "gets"),
    (MinusOne, READING, Stream::Argument(2), "getline"),
    (MinusOne, READING, Stream::Argument(3), "getdelim __getdelim"),
];

const WRITING: &str = "ENOSPC EIO EINTR EPIPE";
const READING: &str = "EIO EINTR";

/// The same of streams that do not remember it: those that are closed by it, and their positions.
const FORGETFUL_STREAMS: &[(Answer, &str, &str)] = &[
    (MinusOne, "ENOSPC EIO EINTR", "fclose fcloseall dprintf vdprintf"),
    (MinusOne, "EIO ESPIPE", "fseek fseeko fseeko64 ftell ftello ftello64 fgetpos fsetpos"),
];

/// What may do a part of what it is asked for, and the argument that says how much.
const COUNTING: &str =
    "read pread pread64 write pwrite pwrite64 fread fread_unlocked fwrite fwrite_unlocked";
const COUNT: usize = 2;

/// What never fails, or only for its arguments, but may answer otherwise.
const VARYING: &str = "\
    getpid getppid getpgrp getuid geteuid getgid getegid getenv secure_getenv getpagesize sysconf getrusage \
    uname gettimeofday sleep alarm localtime localtime_r ctime ctime_r strftime strftime_l tzset setlocale localeconv \
    nl_langinfo gettext dgettext dcgettext ngettext bindtextdomain bind_textdomain_codeset textdomain \
    isatty umask system ferror ferror_unlocked feof feof_unlocked fileno fileno_unlocked glob glob64 \
    pthread_self pthread_mutex_trylock sched_yield strerror strerror_r __xpg_strerror_r strsignal \
    setvbuf __overflow __uflow getopt getopt_long getopt_long_only __ctype_get_mb_cur_max";

/// Numbers of Linux on x86.
const ERRORS: &[(&str, i32)] = &[
    ("EPERM", 1),
    ("ENOENT", 2),
    ("EINTR", 4),
    ("EIO", 5),
    ("ECHILD", 10),
    ("EAGAIN", 11),
    ("ENOMEM", 12),
    ("EACCES", 13),
    ("EBUSY", 16),
    ("EEXIST", 17),
    ("EINVAL", 22),
    ("ENFILE", 23),
    ("EMFILE", 24),
    ("ENOSPC", 28),
    ("ESPIPE", 29),
    ("EROFS", 30),
    ("EPIPE", 32),
    ("ENAMETOOLONG", 36),
    ("ELOOP", 40),
    ("EOVERFLOW", 75),
    ("EADDRINUSE", 98),
    ("ENETUNREACH", 101),
    ("ECONNABORTED", 103),
    ("ECONNRESET", 104),
    ("ENOBUFS", 105),
    ("ETIMEDOUT", 110),
    ("ECONNREFUSED", 111),
];

/// The name of an error number that a call here may have.
pub fn error_name(number: i32) -> Option<&'static str> {
    ERRORS.iter().find(|(_, known)| *known == number).map(|(name, _)| *name)
}

static CALLS: LazyLock<FxHashMap<Arc<str>, Arc<OutsideCall>>> = LazyLock::new(|| {
    table().into_iter().map(|call| (Arc::clone(&call.name), Arc::new(call))).collect()
});

/// The function of this name, if it asks the world.
pub fn call_named(name: &str) -> Option<&'static Arc<OutsideCall>> {
    CALLS.get(name)
}

fn table() -> Vec<OutsideCall> {
    let mut calls = Vec::new();
    for &(answer, names) in MEMORY {
        add(&mut calls, names, Some((answer, "ENOMEM", None)), false);
    }
    calls.iter_mut().for_each(|call| call.allocates = true);
    for &(answer, errors, names) in FAILING.iter().chain(FORGETFUL_STREAMS) {
        add(&mut calls, names, Some((answer, errors, None)), false);
    }
    for &(answer, errors, names) in FAILING_AND_VARYING.iter().chain(WITHOUT_MODEL) {
        add(&mut calls, names, Some((answer, errors, None)), true);
    }
    for &(answer, errors, stream, names) in STREAMS {
        add(&mut calls, names, Some((answer, errors, Some(stream))), errors == READING);
    }
    add(&mut calls, VARYING, None, true);
    calls
}

fn add(
    calls: &mut Vec<OutsideCall>,
    names: &'static str,
    failure: Option<(Answer, &str, Option<Stream>)>,
    varies: bool,
) {
    let counting: Vec<&str> = COUNTING.split_whitespace().collect();
    calls.extend(names.split_whitespace().map(|name| OutsideCall {
        name: name.into(),
        failure: failure.map(|(answer, errors, stream)| Failure {
            answer,
            errors: errors.split_whitespace().filter_map(number).collect(),
            stream,
            count: counting.contains(&name).then_some(COUNT),
        }),
        varies,
        allocates: false,
    }));
}

fn number(name: &str) -> Option<i32> {
    ERRORS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_listed_once_with_errors_that_are_known() {
        let all = table();
        assert_eq!(all.len(), CALLS.len());
        let lists =
            FAILING.iter().chain(FAILING_AND_VARYING).chain(WITHOUT_MODEL).chain(FORGETFUL_STREAMS);
        let named = lists.flat_map(|(_, errors, _)| errors.split_whitespace());
        for name in named.chain(WRITING.split_whitespace()).chain(READING.split_whitespace()) {
            assert!(number(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_may_happen_is_found_by_name() {
        let write = call_named("write").expect("asks the world");
        assert!(write.varies && !write.allocates);
        let failure = write.failure.as_ref().expect("it may fail");
        assert_eq!(failure.answer, MinusOne);
        assert!(failure.errors.iter().any(|&error| error_name(error) == Some("ENOSPC")));
        assert!(call_named("malloc").is_some_and(|call| call.allocates && !call.varies));
        assert!(call_named("getenv").is_some_and(|call| call.failure.is_none()));
        assert!(call_named("strlen").is_none());
    }
}
