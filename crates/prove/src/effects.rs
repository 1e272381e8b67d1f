//! What a function does that the prover does not follow: those of the C library, those that make
//! inputs, and those that are defined nowhere.
//!
//! What is not in the tables may do more than it does: it returns anything, keeps the pointers it is
//! given, and writes anything to all memory that code outside of the program can know about.

use assay_program::{CallArg, Callee, Const, ConstExpr, ConstId, FuncId, Op, Operand, Program};
use rustc_hash::FxHashSet;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Does not return.
    Ends,
    /// Returns only if its first argument is not zero.
    Assumes,
    /// Writes nothing that the program can see and keeps no pointer; returns anything.
    Reads,
    /// The same, but for streams that lie in the program's memory.
    Streams,
    /// The same, but for `%n`.
    Prints,
    /// Writes only what its arguments point to, and keeps no pointer; returns one of them, or anything.
    Fills,
    Copies,
    Sets,
    /// Returns fresh memory, or null.
    Allocates,
    /// May call the program's functions, now or later.
    CallsBack,
    /// Changes control in a way that the prover has no model of.
    OutOfReach,
    /// None of these.
    Anything,
}

/// By effect, the names, separated by blanks.
const NAMES: &[(Effect, &str)] = &[
    (
        Effect::Ends,
        "exit _exit _Exit quick_exit abort __assert_fail __assert __assert_perror_fail reach_error \
         __VERIFIER_error klee_silent_exit klee_report_error klee_abort err errx verr verrx \
         __stack_chk_fail __assay_exit __assay_abort __assay_assert_fail",
    ),
    (Effect::Assumes, "__VERIFIER_assume klee_assume __assay_unit_assume"),
    (
        Effect::Reads,
        "strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp strspn strcspn bcmp \
         atoi atol atoll atof abs labs llabs isalnum isalpha isblank iscntrl isdigit isgraph islower \
         isprint ispunct isspace isupper isxdigit toupper tolower toascii isascii \
         rand random lrand48 mrand48 srand srandom srand48 clock getpid getppid getpgrp getuid geteuid \
         getgid getegid getpagesize sysconf sleep usleep sched_yield close write lseek unlink remove rmdir mkdir chmod \
         access isatty free cfree alarm sync fsync fdatasync tzset closelog pthread_self \
         sqrt sqrtf fabs fabsf floor floorf ceil ceilf pow powf exp log log10 sin cos tan fmod \
         klee_int klee_choose klee_range klee_is_symbolic klee_prefer_cex klee_warning \
         klee_warning_once klee_print_expr klee_print_range klee_get_errno \
         __CrestInit __VERIFIER_assert __assay_write __assay_check_shift __assay_check_quotient",
    ),
    (
        Effect::Streams,
        "puts putchar fputs fputc putc perror fflush fwrite putchar_unlocked putc_unlocked fputs_unlocked \
         fwrite_unlocked fclose fcloseall fflush_unlocked flockfile funlockfile fseek ftell rewind feof ferror fileno \
         clearerr",
    ),
    (
        Effect::Fills,
        "rand_r klee_make_symbolic __VERIFIER_nondet_memory __CrestInt __CrestUInt __CrestShort \
         __CrestUShort __CrestChar __CrestUChar __CrestLong __CrestULong __CrestLongLong \
         __CrestULongLong __CrestFloat __CrestDouble sprintf snprintf vsprintf vsnprintf \
         __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk scanf fscanf sscanf __isoc99_scanf \
         __isoc99_fscanf __isoc99_sscanf fgets fread read strcpy strncpy strcat strncat stpcpy \
         __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk fgets_unlocked bzero \
         getchar fgetc getc getchar_unlocked getc_unlocked time gettimeofday clock_gettime nanosleep frexp modf \
         stat fstat lstat memchr strchr strrchr strstr strpbrk memrchr index rindex rawmemchr strchrnul",
    ),
    (Effect::Copies, "memcpy memmove __memcpy_chk __memmove_chk"),
    (Effect::Sets, "memset __memset_chk"),
    (Effect::Allocates, "malloc calloc aligned_alloc memalign valloc alloca"),
    (
        Effect::CallsBack,
        "qsort qsort_r bsearch lfind lsearch atexit on_exit at_quick_exit __cxa_atexit tsearch tfind \
         tdelete twalk twalk_r tdestroy scandir scandir64 scandirat scandirat64 ftw ftw64 nftw nftw64 glob glob64 \
         fts_open pthread_once call_once pthread_key_create tss_create pthread_atfork __register_atfork \
         fopencookie dl_iterate_phdr argp_parse register_printf_function regexec",
    ),
    (
        Effect::OutOfReach,
        "setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk fork vfork clone \
         _Fork forkpty pthread_create thrd_create signal sigaction __sigaction sigset sigvec bsd_signal sysv_signal \
         __sysv_signal ssignal raise gsignal kill killpg tgkill pthread_kill sigqueue timer_create mq_notify \
         getcontext setcontext makecontext swapcontext",
    ),
];

fn named(name: &str) -> Effect {
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("klee_get_value") {
        return match name {
            "__VERIFIER_nondet_memory" => Effect::Fills,
            _ => Effect::Reads,
        };
    }
    if FORMATS.iter().any(|(known, _)| *known == name) {
        return Effect::Prints;
    }
    let is_listed = |(_, names): &&(Effect, &str)| names.split(' ').any(|listed| listed == name);
    NAMES.iter().find(is_listed).map_or(Effect::Anything, |(effect, _)| *effect)
}

/// What lets a stream write to the program's memory.
const MEMORY_STREAMS: &[&str] = &[
    "open_memstream",
    "open_wmemstream",
    "fmemopen",
    "fopencookie",
    "setvbuf",
    "setbuf",
    "setbuffer",
];

/// The effects of functions in one program.
pub struct Effects {
    has_memory_streams: bool,
}

impl Effects {
    /// `functions` are those that are followed.
    pub fn of(program: &Program, functions: &[FuncId]) -> Effects {
        let bodies = functions.iter().filter_map(|&id| program.functions[id].body.as_ref());
        let insts = bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts);
        let called: FxHashSet<&str> = insts
            .filter_map(|inst| match &inst.op {
                Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
                _ => None,
            })
            .chain(program.constants.values().filter_map(|constant| match constant {
                Const::Function { function, .. } => Some(*function),
                _ => None,
            }))
            .map(|function| program.functions[function].name.as_str())
            .collect();
        let has_memory_streams = MEMORY_STREAMS.iter().any(|name| called.contains(name));
        Effects { has_memory_streams }
    }

    /// What a call of a function that is not followed does.
    pub fn of_call(&self, program: &Program, callee: FuncId, args: &[CallArg]) -> Effect {
        if program.functions[callee].never_returns {
            return Effect::Ends;
        }
        let name = &program.functions[callee].name;
        match named(name) {
            // What is read from a stream goes through its buffer.
            Effect::Streams | Effect::Prints | Effect::Fills if self.has_memory_streams => {
                Effect::Anything
            }
            Effect::Streams => Effect::Reads,
            Effect::Prints if prints_only(program, name, args) => Effect::Reads,
            Effect::Prints => Effect::Anything,
            effect => effect,
        }
    }
}

/// Which argument is the format of a function that prints.
const FORMATS: &[(&str, usize)] = &[
    ("printf", 0),
    ("vprintf", 0),
    ("warn", 0),
    ("warnx", 0),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("dprintf", 1),
    ("syslog", 1),
    ("__printf_chk", 1),
    ("__vprintf_chk", 1),
    ("__fprintf_chk", 2),
    ("__vfprintf_chk", 2),
];

/// Whether the format is a constant without `%n`.
fn prints_only(program: &Program, name: &str, args: &[CallArg]) -> bool {
    let index = FORMATS.iter().find(|(known, _)| *known == name).map(|(_, index)| *index);
    let format = match index.and_then(|index| args.get(index)).map(|arg| arg.value) {
        Some(Operand::Const(constant)) => text(program, constant),
        Some(Operand::Value(_)) | None => None,
    };
    format.is_some_and(|format| !writes_count(format))
}

/// The bytes of a constant string.
fn text(program: &Program, constant: ConstId) -> Option<&[u8]> {
    match &program.constants[constant] {
        Const::Global { global, .. } => {
            let global = &program.globals[*global];
            match &program.constants[global.initialiser.filter(|_| global.is_constant)?] {
                Const::Bytes { bytes, .. } => Some(bytes),
                Const::Zero { .. } => Some(b""),
                _ => None,
            }
        }
        Const::Expr { expr: ConstExpr::Offset { base, bytes: 0 }, .. } => text(program, *base),
        _ => None,
    }
}

/// Whether a format has `%n`.
fn writes_count(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let is_modifier = |byte: &u8| b"0123456789$#-+ '.*hlqjztL".contains(byte);
        let end = rest.iter().position(|byte| !is_modifier(byte)).unwrap_or(rest.len());
        if rest.get(end) == Some(&b'n') {
            return true;
        }
        rest = &rest[(end + 1).min(rest.len())..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_found_by_name() {
        assert_eq!(named("strlen"), Effect::Reads);
        assert_eq!(named("__VERIFIER_nondet_int"), Effect::Reads);
        assert_eq!(named("__VERIFIER_nondet_memory"), Effect::Fills);
        assert_eq!(named("exit"), Effect::Ends);
        assert_eq!(named("read_sensor"), Effect::Anything);
    }

    #[test]
    fn a_format_may_write() {
        assert!(writes_count(b"ab%n"));
        assert!(writes_count(b"%d %-08lln"));
        assert!(!writes_count(b"100%% nice %d\n"));
        assert!(!writes_count(b"%"));
    }

    #[test]
    fn no_function_has_two_effects() {
        let mut names: Vec<&str> =
            NAMES.iter().flat_map(|(_, names)| names.split_whitespace()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
