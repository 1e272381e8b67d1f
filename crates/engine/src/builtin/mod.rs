//! Functions that the machine itself carries out, by name: what must see the state (allocation,
//! exits, non-local jumps), what makes inputs, and the primitives of the libc model.

mod allocation;
mod control;
mod external;
mod inputs;
mod library;
mod native;
mod primitives;
mod unit;

pub use library::is_library_function;

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use assay_expr::Format;
use assay_program::FuncId;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Builtin {
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// `aligned_alloc(align, size)` and `memalign`.
    AlignedAlloc,
    /// `valloc(size)`.
    PageAlloc,
    PosixMemalign,
    MemoryCopy,
    MemorySet,

    Exit,
    /// `_exit` and `_Exit`: no handlers.
    ExitNow,
    Abort,
    AssertFail,
    /// The path ends by the finding that was reported last.
    Die,
    GoAstray,
    ReachError,
    Setjmp,
    Longjmp,

    /// `__VERIFIER_nondet_*`, by the type of its result.
    Nondet,
    /// `__VERIFIER_assume`, `klee_assume`.
    Assume,
    KleeMakeSymbolic,
    KleeRange,
    KleeInt,
    KleeSilentExit,
    KleeReportError,
    KleeIsSymbolic,
    KleeGetValue,
    KleeChoose,
    /// `__VERIFIER_assert`: a finding where the argument can be 0.
    Assert,
    /// `__VERIFIER_nondet_memory(address, size)`.
    NondetMemory,
    /// `__CrestInt(&x)` and its kin; the number of bits, 0 for those of a `long`.
    Crest(u8),
    /// Threads and processes: the path ends.
    OutOfReach,
    /// Hints and output without meaning here: returns 0.
    Nothing,

    Select,
    IsSymbolic,
    Accessible,
    ConcreteString,
    Write,
    Unsupported,
    Concretise,
    Current,
    Initialised,
    /// A function of math.h, of floats of this format.
    Math(Format),
    /// Of integers that the front end has cut into words: `(holds, bits)`.
    CheckShift,
    CheckQuotient,

    UnitValue,
    UnitBytes,
    UnitBits,
    UnitChoice,
    UnitCount,
    UnitObject,
    /// Files of the surroundings, by number (see `world.rs`).
    FileCount,
    FileName,
    FileRoom,
    FileContent,
    /// A value from outside: `__assay_input(function)`.
    OutsideInput,
}

/// Exact names; families with a common prefix are in [`find`].
const NAMES: &[(&str, Builtin)] = &[
    ("malloc", Builtin::Malloc),
    ("__assay_malloc", Builtin::Malloc),
    ("calloc", Builtin::Calloc),
    ("realloc", Builtin::Realloc),
    ("__assay_realloc", Builtin::Realloc),
    ("free", Builtin::Free),
    ("cfree", Builtin::Free),
    ("__assay_free", Builtin::Free),
    ("aligned_alloc", Builtin::AlignedAlloc),
    ("memalign", Builtin::AlignedAlloc),
    ("valloc", Builtin::PageAlloc),
    ("__assay_aligned_alloc", Builtin::AlignedAlloc),
    ("posix_memalign", Builtin::PosixMemalign),
    ("memcpy", Builtin::MemoryCopy),
    ("memmove", Builtin::MemoryCopy),
    ("__memcpy_chk", Builtin::MemoryCopy),
    ("__memmove_chk", Builtin::MemoryCopy),
    ("memset", Builtin::MemorySet),
    ("__memset_chk", Builtin::MemorySet),
    ("exit", Builtin::Exit),
    ("__assay_exit", Builtin::Exit),
    ("_exit", Builtin::ExitNow),
    ("_Exit", Builtin::ExitNow),
    ("quick_exit", Builtin::ExitNow),
    ("abort", Builtin::Abort),
    ("__assay_abort", Builtin::Abort),
    ("__assert_fail", Builtin::AssertFail),
    ("__assert", Builtin::AssertFail),
    ("__assay_assert_fail", Builtin::AssertFail),
    ("__assay_die", Builtin::Die),
    ("__assay_go_astray", Builtin::GoAstray),
    ("reach_error", Builtin::ReachError),
    ("__VERIFIER_error", Builtin::ReachError),
    ("setjmp", Builtin::Setjmp),
    ("_setjmp", Builtin::Setjmp),
    ("__sigsetjmp", Builtin::Setjmp),
    ("sigsetjmp", Builtin::Setjmp),
    ("longjmp", Builtin::Longjmp),
    ("_longjmp", Builtin::Longjmp),
    ("siglongjmp", Builtin::Longjmp),
    ("__longjmp_chk", Builtin::Longjmp),
    ("__VERIFIER_assume", Builtin::Assume),
    ("klee_assume", Builtin::Assume),
    ("__VERIFIER_assert", Builtin::Assert),
    ("__VERIFIER_nondet_memory", Builtin::NondetMemory),
    ("klee_make_symbolic", Builtin::KleeMakeSymbolic),
    ("klee_choose", Builtin::KleeChoose),
    ("klee_range", Builtin::KleeRange),
    ("klee_int", Builtin::KleeInt),
    ("klee_silent_exit", Builtin::KleeSilentExit),
    ("klee_report_error", Builtin::KleeReportError),
    ("klee_abort", Builtin::Abort),
    ("klee_is_symbolic", Builtin::KleeIsSymbolic),
    ("klee_get_errno", Builtin::Nothing),
    ("__CrestInit", Builtin::Nothing),
    ("__CrestInt", Builtin::Crest(32)),
    ("__CrestUInt", Builtin::Crest(32)),
    ("__CrestShort", Builtin::Crest(16)),
    ("__CrestUShort", Builtin::Crest(16)),
    ("__CrestChar", Builtin::Crest(8)),
    ("__CrestUChar", Builtin::Crest(8)),
    ("__CrestLong", Builtin::Crest(0)),
    ("__CrestULong", Builtin::Crest(0)),
    ("__CrestLongLong", Builtin::Crest(64)),
    ("__CrestULongLong", Builtin::Crest(64)),
    ("__CrestFloat", Builtin::Crest(32)),
    ("__CrestDouble", Builtin::Crest(64)),
    ("pthread_create", Builtin::OutOfReach),
    ("thrd_create", Builtin::OutOfReach),
    ("fork", Builtin::OutOfReach),
    ("vfork", Builtin::OutOfReach),
    ("clone", Builtin::OutOfReach),
    ("__assay_select", Builtin::Select),
    ("__assay_is_symbolic", Builtin::IsSymbolic),
    ("__assay_accessible", Builtin::Accessible),
    ("__assay_concrete_string", Builtin::ConcreteString),
    ("__assay_write", Builtin::Write),
    ("__assay_unsupported", Builtin::Unsupported),
    ("__assay_concretise", Builtin::Concretise),
    ("__assay_current", Builtin::Current),
    ("__assay_initialised", Builtin::Initialised),
    ("__assay_math", Builtin::Math(Format::Double)),
    ("__assay_mathf", Builtin::Math(Format::Single)),
    ("__assay_mathl", Builtin::Math(Format::X87)),
    ("__assay_check_shift", Builtin::CheckShift),
    ("__assay_check_quotient", Builtin::CheckQuotient),
    ("__assay_unit_value", Builtin::UnitValue),
    ("__assay_unit_bytes", Builtin::UnitBytes),
    ("__assay_unit_bits", Builtin::UnitBits),
    ("__assay_unit_choice", Builtin::UnitChoice),
    ("__assay_unit_count", Builtin::UnitCount),
    ("__assay_unit_object", Builtin::UnitObject),
    ("__assay_unit_assume", Builtin::Assume),
    ("__assay_unit_returned", Builtin::Nothing),
    ("__assay_file_count", Builtin::FileCount),
    ("__assay_file_name", Builtin::FileName),
    ("__assay_file_room", Builtin::FileRoom),
    ("__assay_file_content", Builtin::FileContent),
    ("__assay_input", Builtin::OutsideInput),
];

/// The builtin of this name.
pub fn find(name: &str) -> Option<Builtin> {
    if let Some((_, builtin)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some(*builtin);
    }
    if name.starts_with("__VERIFIER_nondet_") {
        return Some(Builtin::Nondet);
    }
    if name.starts_with("klee_get_value") {
        return Some(Builtin::KleeGetValue);
    }
    // Hints to KLEE's search and its log: `klee_prefer_cex`, `klee_warning`, `klee_print_expr`, …
    name.starts_with("klee_").then_some(Builtin::Nothing)
}

impl Machine {
    /// Carries out a call of a builtin.
    pub(crate) fn call_builtin(
        &mut self,
        builtin: Builtin,
        function: FuncId,
        site: &CallSite,
    ) -> Outcome<()> {
        match builtin {
            Builtin::Malloc => self.malloc(site),
            Builtin::Calloc => self.calloc(site),
            Builtin::Realloc => self.realloc(site),
            Builtin::Free => self.free(site),
            Builtin::AlignedAlloc => self.aligned_alloc(site),
            Builtin::PageAlloc => self.page_alloc(site),
            Builtin::PosixMemalign => self.posix_memalign(site),
            Builtin::MemoryCopy => self.memory_copy_call(site),
            Builtin::MemorySet => self.memory_set_call(site),
            Builtin::Exit => self.exit(site),
            Builtin::ExitNow => self.exit_now(site),
            Builtin::Abort => self.abort(),
            Builtin::AssertFail => self.assert_fail(site),
            Builtin::Die => self.die(),
            Builtin::GoAstray => {
                self.go_astray();
                Ok(())
            }
            Builtin::ReachError => self.reach_error(),
            Builtin::Setjmp => self.setjmp(site),
            Builtin::Longjmp => self.longjmp(site),
            Builtin::Nondet => self.nondet(function, site),
            Builtin::Assume => self.assume_call(site),
            Builtin::KleeMakeSymbolic => self.klee_make_symbolic(site),
            Builtin::KleeRange => self.klee_range(site),
            Builtin::KleeInt => self.klee_int(site),
            Builtin::KleeChoose => self.klee_choose(site),
            Builtin::Assert => self.assert_call(site),
            Builtin::NondetMemory => self.nondet_memory(site),
            Builtin::KleeSilentExit => Err(crate::path::PathEnd::Silent),
            Builtin::KleeReportError => self.klee_report_error(site),
            Builtin::KleeIsSymbolic => self.klee_is_symbolic(site),
            Builtin::KleeGetValue => self.concretise_call(site),
            Builtin::Crest(bits) => self.crest(function, bits, site),
            Builtin::OutOfReach => {
                let name = &self.subject.program.functions[function].name;
                self.unsupported(format!("'{name}': one thread of one process is all there is"))
            }
            Builtin::Nothing => {
                self.set_result(site, 0);
                Ok(())
            }
            Builtin::Select => self.select_call(site),
            Builtin::IsSymbolic => self.is_symbolic_call(site),
            Builtin::Accessible => self.accessible_call(site),
            Builtin::ConcreteString => self.concrete_string_call(site),
            Builtin::Write => self.write_call(site),
            Builtin::Unsupported => self.unsupported_call(site),
            Builtin::Concretise => self.concretise_call(site),
            Builtin::Current => self.current_call(site),
            Builtin::Initialised => self.initialised_call(site),
            Builtin::Math(format) => self.math_call(format, site),
            Builtin::CheckShift => self.check_shift_call(site),
            Builtin::CheckQuotient => self.check_quotient_call(site),
            Builtin::UnitValue => self.unit_value(site),
            Builtin::UnitBytes => self.unit_bytes(site),
            Builtin::UnitBits => self.unit_bits(site),
            Builtin::UnitChoice => self.unit_choice(site),
            Builtin::UnitCount => self.unit_count(site),
            Builtin::UnitObject => self.unit_object(site),
            Builtin::FileCount => self.file_count_call(site),
            Builtin::FileName => self.file_name_call(site),
            Builtin::FileRoom => self.file_room_call(site),
            Builtin::FileContent => self.file_content_call(site),
            Builtin::OutsideInput => self.outside_input(site),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_found_by_prefix() {
        assert_eq!(find("__VERIFIER_nondet_ushort"), Some(Builtin::Nondet));
        assert_eq!(find("klee_prefer_cex"), Some(Builtin::Nothing));
        assert_eq!(find("klee_get_value_i32"), Some(Builtin::KleeGetValue));
        assert_eq!(find("strlen"), None);
    }
}
