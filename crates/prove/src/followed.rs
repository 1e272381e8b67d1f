//! Which functions are part of the system: the program's own, and what is a mere computation of the library.
//!
//! A function of the library is followed only if it is in these lists: its result depends on nothing but its
//! arguments. All others have models that answer for one world (`getpid` is 1000, `sleep` is never woken), and
//! small as such a model may be, a proof that believed it would be about that world only.

use assay_program::{Const, FuncId, Op, Operand, Program};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Separated by blanks.
const COMPUTED: &str = "\
    abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs \
    gnu_dev_major gnu_dev_minor gnu_dev_makedev isascii toascii isdigit isxdigit pthread_equal difftime \
    __finite __finitef __finitel __isinf __isinff __isinfl __isnan __isnanf __isnanl \
    __signbit __signbitf __signbitl finite finitef finitel isinf isinff isinfl isnan isnanf isnanl \
    ceil ceilf ceill floor floorf floorl trunc truncf truncl round roundf roundl \
    roundeven roundevenf roundevenl lround lroundf lroundl llround llroundf llroundl \
    copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml fma fmaf fmal fmax fmaxf fmaxl \
    fmin fminf fminl nextdown nextdownf nextdownl nextup nextupf nextupl \
    cimag cimagf conj conjf creal crealf";

/// The same in the C locale, in which every program starts.
const COMPUTED_IN_C_LOCALE: &str = "\
    isalnum isalpha isblank iscntrl isgraph islower isprint ispunct isspace isupper tolower toupper";

/// What takes a program to another locale.
const CHANGES_LOCALE: [&str; 2] = ["setlocale", "uselocale"];

static ALWAYS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| COMPUTED.split_whitespace().collect());

/// The most instructions of a function of the library that is followed.
const SMALL: usize = 64;

/// Whether the code of a function is part of the system.
pub fn is_followed(program: &Program, function: FuncId) -> bool {
    let called = &program.functions[function];
    called.body.is_some()
        && (!called.is_model || is_computed(program, &called.name) && computes(program, function))
}

fn is_computed(program: &Program, name: &str) -> bool {
    let is_in_c_locale =
        || program.functions.values().all(|other| !CHANGES_LOCALE.contains(&other.name.as_str()));
    ALWAYS.contains(name)
        || COMPUTED_IN_C_LOCALE.split_whitespace().any(|known| known == name) && is_in_c_locale()
}

/// Whether the model is small, and the system can say what it does.
fn computes(program: &Program, function: FuncId) -> bool {
    let Some(body) = &program.functions[function].body else { return false };
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
    // What knows a variable of the library, such as that of `errno`, gives it away.
    let is_number = |operand: Operand| match operand {
        Operand::Value(_) => true,
        Operand::Const(constant) => {
            matches!(program.constants[constant], Const::Int { .. } | Const::Float { .. })
        }
    };
    size <= SMALL
        && insts.all(|inst| computes(&inst.op) && inst.op.operands().into_iter().all(is_number))
        && body.blocks.values().all(|block| block.terminator.operand().is_none_or(is_number))
}
