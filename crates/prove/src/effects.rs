//! What a function does that the prover does not follow: those of the C library, those that make
//! inputs, and those that are defined nowhere.
//!
//! What is not in the tables may do more than it does: it returns anything, keeps the pointers it is
//! given, and writes anything to all memory that code outside of the program can know about.

use assay_program::{FuncId, Op, Program};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Does not return.
    Ends,
    /// Returns only if its first argument is not zero.
    Assumes,
    /// Writes nothing that the program can see and keeps no pointer; returns anything.
    Reads,
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
        "printf fprintf vprintf vfprintf puts putchar fputs fputc putc perror fflush fwrite \
         __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk putchar_unlocked putc_unlocked \
         fputs_unlocked fwrite_unlocked dprintf syslog warn warnx \
         strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp strspn strcspn bcmp \
         atoi atol atoll atof abs labs llabs isalnum isalpha isblank iscntrl isdigit isgraph islower \
         isprint ispunct isspace isupper isxdigit toupper tolower toascii isascii \
         rand random rand_r lrand48 mrand48 srand srandom srand48 clock getpid getppid getuid geteuid \
         getgid getegid sleep usleep fclose close write lseek fseek ftell rewind feof ferror fileno \
         clearerr unlink remove rmdir mkdir chmod access isatty free cfree alarm \
         sqrt sqrtf fabs fabsf floor floorf ceil ceilf pow powf exp log log10 sin cos tan fmod \
         klee_int klee_choose klee_range klee_is_symbolic klee_prefer_cex klee_warning \
         klee_warning_once klee_print_expr klee_print_range klee_get_errno \
         __CrestInit __VERIFIER_assert __assay_write __assay_check_shift __assay_check_quotient",
    ),
    (
        Effect::Fills,
        "klee_make_symbolic __VERIFIER_nondet_memory __CrestInt __CrestUInt __CrestShort \
         __CrestUShort __CrestChar __CrestUChar __CrestLong __CrestULong __CrestLongLong \
         __CrestULongLong __CrestFloat __CrestDouble sprintf snprintf vsprintf vsnprintf \
         __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk scanf fscanf sscanf __isoc99_scanf \
         __isoc99_fscanf __isoc99_sscanf fgets fread read strcpy strncpy strcat strncat stpcpy \
         __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk fgets_unlocked bzero \
         getchar fgetc getc getchar_unlocked getc_unlocked time gettimeofday clock_gettime frexp modf \
         stat fstat lstat memchr strchr strrchr strstr strpbrk memrchr index rindex rawmemchr strchrnul",
    ),
    (Effect::Copies, "memcpy memmove __memcpy_chk __memmove_chk"),
    (Effect::Sets, "memset __memset_chk"),
    (Effect::Allocates, "malloc calloc aligned_alloc memalign valloc alloca"),
    (
        Effect::CallsBack,
        "qsort qsort_r bsearch lfind lsearch atexit on_exit at_quick_exit __cxa_atexit tsearch tfind \
         tdelete twalk twalk_r tdestroy scandir ftw nftw glob pthread_once call_once regexec",
    ),
    (
        Effect::OutOfReach,
        "setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk fork vfork clone \
         pthread_create thrd_create signal sigaction sigset bsd_signal sysv_signal raise kill getcontext \
         setcontext makecontext swapcontext",
    ),
];

pub fn effect(name: &str) -> Effect {
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("klee_get_value") {
        return match name {
            "__VERIFIER_nondet_memory" => Effect::Fills,
            _ => Effect::Reads,
        };
    }
    let is_listed = |(_, names): &&(Effect, &str)| names.split(' ').any(|listed| listed == name);
    NAMES.iter().find(is_listed).map_or(Effect::Anything, |(effect, _)| *effect)
}

/// The most instructions of a function of the library that is followed.
const SMALL: usize = 64;

/// Whether the code of a function is part of the system: the program's own, and what is a mere
/// computation of the library.
pub fn is_followed(program: &Program, function: FuncId) -> bool {
    let Some(body) = &program.functions[function].body else { return false };
    if !program.functions[function].is_model {
        return true;
    }
    let mut insts = body.blocks.values().flat_map(|block| &block.insts);
    let size: usize = body.blocks.values().map(|block| block.insts.len()).sum();
    let computes = |op: &Op| {
        !matches!(
            op,
            Op::Alloca { .. }
                | Op::Load { .. }
                | Op::Store { .. }
                | Op::MemoryCopy { .. }
                | Op::MemorySet { .. }
                | Op::Call { .. }
                | Op::AtomicUpdate { .. }
                | Op::CompareExchange { .. }
                | Op::Unsupported { .. }
        )
    };
    size <= SMALL && insts.all(|inst| computes(&inst.op))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_found_by_name() {
        assert_eq!(effect("printf"), Effect::Reads);
        assert_eq!(effect("__VERIFIER_nondet_int"), Effect::Reads);
        assert_eq!(effect("__VERIFIER_nondet_memory"), Effect::Fills);
        assert_eq!(effect("exit"), Effect::Ends);
        assert_eq!(effect("read_sensor"), Effect::Anything);
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
