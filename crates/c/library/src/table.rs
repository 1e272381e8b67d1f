//! The table: what the functions of C, and those of tools that test it, are to Assay.
//!
//! A function that is not in it is run if it has a body; what it does otherwise may be anything.

use assay_program::FloatKind;
use assay_program::role::{Effect, Inputs, Meaning, Mode, Primitive};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use Effect::*;
use Meaning::{Float, Signed, Unsigned};
use Primitive as P;

/// What the machine carries out itself, with what it does for those who do not look; names are
/// separated by blanks.
const PRIMITIVES: &[(Primitive, Effect, &str)] = &[
    (P::Allocate, Allocates, "malloc __assay_malloc"),
    (P::AllocateZeroed, Allocates, "calloc"),
    (P::AllocateAligned, Allocates, "aligned_alloc memalign __assay_aligned_alloc"),
    (P::AllocatePages, Allocates, "valloc"),
    (P::AllocateInto, Anything, "posix_memalign"),
    (P::Resize, Anything, "realloc __assay_realloc"),
    (P::Release, Reads, "free cfree __assay_free"),
    (P::Copy, Copies, "memcpy memmove __memcpy_chk __memmove_chk"),
    (P::Fill, Sets, "memset __memset_chk"),
    (P::Exit, Ends, "exit __assay_exit"),
    (P::ExitNow, Ends, "_exit _Exit quick_exit"),
    (P::Abort, Ends, "abort __assay_abort klee_abort"),
    (P::FailAssertion, Ends, "__assert_fail __assert __assay_assert_fail"),
    (P::Die, Ends, "__assay_die"),
    (P::GoAstray, Anything, "__assay_go_astray"),
    (P::ReachError, Ends, "reach_error __VERIFIER_error"),
    (P::ReportError, Ends, "klee_report_error"),
    (P::EndSilently, Ends, "klee_silent_exit"),
    (P::MarkPlace, OutOfReach, "setjmp _setjmp __sigsetjmp sigsetjmp"),
    (P::JumpBack, OutOfReach, "longjmp _longjmp siglongjmp __longjmp_chk"),
    (P::Assume, Assumes, "__VERIFIER_assume klee_assume __assay_unit_assume"),
    (P::Assert, Reads, "__VERIFIER_assert"),
    (P::InputBytes, Fills, "__VERIFIER_nondet_memory"),
    (P::InputObject, Fills, "klee_make_symbolic"),
    (P::InputBelow, Reads, "klee_choose"),
    (P::InputBetween, Reads, "klee_range"),
    (P::InputNamed, Reads, "klee_int"),
    (P::InputAt { bits: 8, meaning: Signed }, Fills, "__CrestChar"),
    (P::InputAt { bits: 16, meaning: Signed }, Fills, "__CrestShort"),
    (P::InputAt { bits: 32, meaning: Signed }, Fills, "__CrestInt"),
    (P::InputAt { bits: 0, meaning: Signed }, Fills, "__CrestLong"),
    (P::InputAt { bits: 64, meaning: Signed }, Fills, "__CrestLongLong"),
    (P::InputAt { bits: 8, meaning: Unsigned }, Fills, "__CrestUChar"),
    (P::InputAt { bits: 16, meaning: Unsigned }, Fills, "__CrestUShort"),
    (P::InputAt { bits: 32, meaning: Unsigned }, Fills, "__CrestUInt"),
    (P::InputAt { bits: 0, meaning: Unsigned }, Fills, "__CrestULong"),
    (P::InputAt { bits: 64, meaning: Unsigned }, Fills, "__CrestULongLong"),
    (P::InputAt { bits: 32, meaning: Float }, Fills, "__CrestFloat"),
    (P::InputAt { bits: 64, meaning: Float }, Fills, "__CrestDouble"),
    (P::IsSymbolic, Reads, "klee_is_symbolic __assay_is_symbolic"),
    (P::OutOfReach, OutOfReach, "pthread_create thrd_create fork vfork clone"),
    (P::ErrorNumber, Reads, "klee_get_errno"),
    (P::Ignore, Reads, "__CrestInit"),
    (P::Ignore, Anything, "__assay_unit_begin __assay_unit_unread __assay_unit_returned"),
    (P::Select, Reads, "__assay_select"),
    (P::Accessible, Reads, "__assay_accessible"),
    (P::KnownText, Reads, "__assay_concrete_string"),
    (P::Write, Reads, "__assay_write"),
    (P::Unsupported, Ends, "__assay_unsupported"),
    (P::Concretise, Reads, "__assay_concretise"),
    (P::Current, Reads, "__assay_current"),
    (P::Initialised, Reads, "__assay_initialised"),
    (P::Math(FloatKind::Double), Reads, "__assay_math"),
    (P::Math(FloatKind::Single), Reads, "__assay_mathf"),
    (P::Math(FloatKind::X87), Reads, "__assay_mathl"),
    (P::CheckShift, Reads, "__assay_check_shift"),
    (P::CheckQuotient, Reads, "__assay_check_quotient"),
    (P::UnitValue, Anything, "__assay_unit_value"),
    (P::UnitBytes, Anything, "__assay_unit_bytes"),
    (P::UnitBits, Anything, "__assay_unit_bits"),
    (P::UnitChoice, Anything, "__assay_unit_choice"),
    (P::UnitCount, Anything, "__assay_unit_count"),
    (P::UnitObject, Anything, "__assay_unit_object"),
    (P::UnitReserve, Anything, "__assay_unit_reserve"),
    (P::UnitResize, Anything, "__assay_unit_resize"),
    (P::UnitExtent, Anything, "__assay_unit_extent"),
    (P::UnitLevel, Anything, "__assay_unit_level"),
    (P::UnitMaker, Anything, "__assay_unit_maker"),
    (P::UnitMade, Anything, "__assay_unit_made"),
    (P::UnitAnswerer, Anything, "__assay_unit_answerer"),
    (P::UnitAnswered, Anything, "__assay_unit_answered"),
    (P::UnitFirst, Anything, "__assay_unit_first"),
    (P::UnitPlace, Anything, "__assay_unit_place"),
    (P::FileCount, Anything, "__assay_file_count"),
    (P::FileName, Anything, "__assay_file_name"),
    (P::FileRoom, Anything, "__assay_file_room"),
    (P::FileContent, Anything, "__assay_file_content"),
    (P::OutsideInput, Anything, "__assay_input"),
];

/// What other functions do.
const EFFECTS: &[(Effect, &str)] = &[
    (Ends, "__assert_perror_fail err errx verr verrx __stack_chk_fail"),
    (
        Reads,
        "strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp strspn strcspn bcmp \
         atoi atol atoll atof abs labs llabs isalnum isalpha isblank iscntrl isdigit isgraph islower \
         isprint ispunct isspace isupper isxdigit toupper tolower toascii isascii \
         rand random lrand48 mrand48 srand srandom srand48 clock getpid getppid getpgrp getuid geteuid \
         getgid getegid getpagesize sysconf sleep usleep sched_yield close write lseek unlink remove rmdir mkdir chmod \
         access isatty alarm sync fsync fdatasync tzset closelog pthread_self \
         sqrt sqrtf fabs fabsf floor floorf ceil ceilf pow powf exp log log10 sin cos tan fmod \
         klee_prefer_cex klee_warning klee_warning_once klee_print_expr klee_print_range",
    ),
    (
        Streams,
        "puts putchar fputs fputc putc perror fflush fwrite putchar_unlocked putc_unlocked fputs_unlocked \
         fwrite_unlocked fclose fcloseall fflush_unlocked flockfile funlockfile fseek ftell rewind feof ferror fileno \
         clearerr",
    ),
    (Prints { format: 0 }, "printf vprintf warn warnx"),
    (Prints { format: 1 }, "fprintf vfprintf dprintf syslog __printf_chk __vprintf_chk"),
    (Prints { format: 2 }, "__fprintf_chk __vfprintf_chk"),
    (
        Fills,
        "rand_r sprintf snprintf vsprintf vsnprintf \
         __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk scanf fscanf sscanf __isoc99_scanf \
         __isoc99_fscanf __isoc99_sscanf fgets fread read strcpy strncpy strcat strncat stpcpy \
         __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk fgets_unlocked bzero \
         getchar fgetc getc getchar_unlocked getc_unlocked time gettimeofday clock_gettime nanosleep frexp modf \
         stat fstat lstat memchr strchr strrchr strstr strpbrk memrchr index rindex rawmemchr strchrnul",
    ),
    (Allocates, "alloca"),
    (
        CallsBack,
        "qsort qsort_r bsearch lfind lsearch atexit on_exit at_quick_exit __cxa_atexit tsearch tfind \
         tdelete twalk twalk_r tdestroy scandir scandir64 scandirat scandirat64 ftw ftw64 nftw nftw64 glob glob64 \
         fts_open pthread_once call_once pthread_key_create tss_create pthread_atfork __register_atfork \
         fopencookie dl_iterate_phdr argp_parse register_printf_function regexec",
    ),
    (
        OutOfReach,
        "_Fork forkpty signal sigaction __sigaction sigset sigvec bsd_signal sysv_signal \
         __sysv_signal ssignal raise gsignal kill killpg tgkill pthread_kill sigqueue timer_create mq_notify \
         getcontext setcontext makecontext swapcontext",
    ),
];

/// What depends on nothing but its arguments, and does nothing else: the prover may follow its
/// model.
const COMPUTED: &[(Inputs, &str)] = &[
    (
        Inputs::Arguments,
        "abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs \
         gnu_dev_major gnu_dev_minor gnu_dev_makedev isascii toascii isdigit isxdigit pthread_equal difftime \
         __finite __finitef __finitel __isinf __isinff __isinfl __isnan __isnanf __isnanl \
         __signbit __signbitf __signbitl finite finitef finitel isinf isinff isinfl isnan isnanf isnanl \
         ceil ceilf ceill floor floorf floorl trunc truncf truncl round roundf roundl \
         roundeven roundevenf roundevenl lround lroundf lroundl llround llroundf llroundl \
         copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml fma fmaf fmal fmax fmaxf fmaxl \
         fmin fminf fminl nextdown nextdownf nextdownl nextup nextupf nextupl \
         cimag cimagf conj conjf creal crealf",
    ),
    // The C locale is that in which every program starts.
    (
        Inputs::ArgumentsAndLocale,
        "isalnum isalpha isblank iscntrl isgraph islower isprint ispunct isspace isupper tolower toupper",
    ),
];

/// What lets other functions do something else.
const CHANGING: &[(Mode, &str)] = &[
    (Mode::Locale, "setlocale uselocale"),
    (Mode::Streams, "open_memstream open_wmemstream fmemopen fopencookie setvbuf setbuf setbuffer"),
];

/// Functions whose failure means that the error location of the program was reached.
pub(crate) const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// `__VERIFIER_nondet_T` makes a `T`.
pub(crate) const NONDET: &str = "__VERIFIER_nondet_";
/// `klee_get_value_T`
const GET_VALUE: &str = "klee_get_value";
/// Hints to KLEE's search and its log: `klee_prefer_cex`, `klee_warning`, `klee_print_expr`, …
const HINTS: &str = "klee_";

fn by_name<T: Copy>(table: &[(T, &'static str)]) -> FxHashMap<&'static str, T> {
    let names = |&(value, names): &(T, &'static str)| {
        names.split_whitespace().map(move |name| (name, value))
    };
    table.iter().flat_map(names).collect()
}

static PRIMITIVE_NAMED: LazyLock<FxHashMap<&str, Primitive>> = LazyLock::new(|| {
    let primitives: Vec<_> = PRIMITIVES.iter().map(|&(of, _, names)| (of, names)).collect();
    by_name(&primitives)
});

static EFFECT_NAMED: LazyLock<FxHashMap<&str, Effect>> = LazyLock::new(|| {
    let primitives = PRIMITIVES.iter().map(|&(_, effect, names)| (effect, names));
    let all: Vec<_> = primitives.chain(EFFECTS.iter().copied()).collect();
    by_name(&all)
});

static COMPUTED_NAMED: LazyLock<FxHashMap<&str, Inputs>> = LazyLock::new(|| by_name(COMPUTED));
static CHANGING_NAMED: LazyLock<FxHashMap<&str, Mode>> = LazyLock::new(|| by_name(CHANGING));

/// The primitive of this name.
pub fn primitive(name: &str) -> Option<Primitive> {
    let known = PRIMITIVE_NAMED.get(name).copied();
    let family = || match name.strip_prefix(NONDET) {
        Some(kind) => Some(Primitive::Input(meaning(kind))),
        None if name.starts_with(GET_VALUE) => Some(Primitive::Concretise),
        None => name.starts_with(HINTS).then_some(Primitive::Ignore),
    };
    known.or_else(family)
}

/// Of an integer type, by the last part of a name.
fn meaning(kind: &str) -> Meaning {
    match kind {
        "bool" | "_Bool" => Meaning::Truth,
        "float" | "double" | "long_double" => Meaning::Float,
        _ if kind.starts_with('u') || kind == "size_t" => Meaning::Unsigned,
        _ => Meaning::Signed,
    }
}

pub(crate) fn effect(name: &str) -> Effect {
    let reads = || name.starts_with(NONDET) || name.starts_with(GET_VALUE);
    match EFFECT_NAMED.get(name) {
        Some(effect) => *effect,
        None if reads() => Effect::Reads,
        None => Effect::Anything,
    }
}

pub(crate) fn depends_on(name: &str) -> Inputs {
    COMPUTED_NAMED.get(name).copied().unwrap_or_default()
}

pub(crate) fn changes(name: &str) -> Option<Mode> {
    CHANGING_NAMED.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_found_by_prefix() {
        assert_eq!(primitive("__VERIFIER_nondet_ushort"), Some(P::Input(Unsigned)));
        assert_eq!(primitive("__VERIFIER_nondet_memory"), Some(P::InputBytes));
        assert_eq!(primitive("klee_prefer_cex"), Some(P::Ignore));
        assert_eq!(primitive("klee_get_value_i32"), Some(P::Concretise));
        assert_eq!(primitive("strlen"), None);
    }

    #[test]
    fn effects_are_found_by_name() {
        assert_eq!(effect("strlen"), Reads);
        assert_eq!(effect("__VERIFIER_nondet_int"), Reads);
        assert_eq!(effect("__VERIFIER_nondet_memory"), Fills);
        assert_eq!(effect("exit"), Ends);
        assert_eq!(effect("read_sensor"), Anything);
    }

    #[track_caller]
    fn all_differ<'n>(names: impl Iterator<Item = &'n str>) {
        let mut names: Vec<&str> = names.flat_map(str::split_whitespace).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None);
    }

    #[test]
    fn every_function_stands_in_the_table_once() {
        let primitives = PRIMITIVES.iter().map(|(_, _, names)| *names);
        all_differ(primitives.chain(EFFECTS.iter().map(|(_, names)| *names)));
        all_differ(COMPUTED.iter().map(|(_, names)| *names));
        all_differ(CHANGING.iter().map(|(_, names)| *names));
    }
}
