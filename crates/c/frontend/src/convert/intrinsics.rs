//! LLVM's intrinsics, by name: those that compute become [`Intrinsic`]s, those of the
//! instrumentation become counts, those that only inform the optimiser vanish.

use super::functions::{Body, unsupported};
use crate::llvm::Value;
use assay_program::{Intrinsic, Op};

/// Name without `llvm.` and the types at its end, meaning, and how many arguments matter.
const COMPUTING: &[(&str, Intrinsic, usize)] = &[
    ("sadd.with.overflow", Intrinsic::SAddOverflow, 2),
    ("uadd.with.overflow", Intrinsic::UAddOverflow, 2),
    ("ssub.with.overflow", Intrinsic::SSubOverflow, 2),
    ("usub.with.overflow", Intrinsic::USubOverflow, 2),
    ("smul.with.overflow", Intrinsic::SMulOverflow, 2),
    ("umul.with.overflow", Intrinsic::UMulOverflow, 2),
    ("sadd.sat", Intrinsic::SAddSat, 2),
    ("uadd.sat", Intrinsic::UAddSat, 2),
    ("ssub.sat", Intrinsic::SSubSat, 2),
    ("usub.sat", Intrinsic::USubSat, 2),
    ("sshl.sat", Intrinsic::SShlSat, 2),
    ("ushl.sat", Intrinsic::UShlSat, 2),
    ("ctpop", Intrinsic::CountOnes, 1),
    ("ctlz", Intrinsic::LeadingZeros, 1),
    ("cttz", Intrinsic::TrailingZeros, 1),
    ("bswap", Intrinsic::ByteSwap, 1),
    ("bitreverse", Intrinsic::BitReverse, 1),
    ("fshl", Intrinsic::FunnelShiftLeft, 3),
    ("fshr", Intrinsic::FunnelShiftRight, 3),
    ("abs", Intrinsic::Abs, 1),
    ("smax", Intrinsic::SMax, 2),
    ("smin", Intrinsic::SMin, 2),
    ("umax", Intrinsic::UMax, 2),
    ("umin", Intrinsic::UMin, 2),
    ("fabs", Intrinsic::FloatAbs, 1),
    ("sqrt", Intrinsic::Sqrt, 1),
    ("floor", Intrinsic::Floor, 1),
    ("ceil", Intrinsic::Ceil, 1),
    ("trunc", Intrinsic::Truncate, 1),
    ("rint", Intrinsic::Rint, 1),
    ("nearbyint", Intrinsic::NearbyInt, 1),
    ("round", Intrinsic::Round, 1),
    ("roundeven", Intrinsic::RoundEven, 1),
    ("copysign", Intrinsic::CopySign, 2),
    ("minnum", Intrinsic::FloatMin, 2),
    ("maxnum", Intrinsic::FloatMax, 2),
    ("fma", Intrinsic::Fma, 3),
    ("fmuladd", Intrinsic::FloatMulAdd, 3),
    ("is.fpclass", Intrinsic::IsFpClass, 2),
    ("lrint", Intrinsic::LRint, 1),
    ("llrint", Intrinsic::LRint, 1),
    ("lround", Intrinsic::LRound, 1),
    ("llround", Intrinsic::LRound, 1),
    ("ldexp", Intrinsic::LdExp, 2),
    ("pow", Intrinsic::Pow, 2),
    ("powi", Intrinsic::PowI, 2),
    ("exp", Intrinsic::Exp, 1),
    ("exp2", Intrinsic::Exp2, 1),
    ("log", Intrinsic::Log, 1),
    ("log2", Intrinsic::Log2, 1),
    ("log10", Intrinsic::Log10, 1),
    ("sin", Intrinsic::Sin, 1),
    ("cos", Intrinsic::Cos, 1),
    ("vector.reduce.add", Intrinsic::ReduceAdd, 1),
    ("vector.reduce.mul", Intrinsic::ReduceMul, 1),
    ("vector.reduce.and", Intrinsic::ReduceAnd, 1),
    ("vector.reduce.or", Intrinsic::ReduceOr, 1),
    ("vector.reduce.xor", Intrinsic::ReduceXor, 1),
    ("vector.reduce.smax", Intrinsic::ReduceSMax, 1),
    ("vector.reduce.smin", Intrinsic::ReduceSMin, 1),
    ("vector.reduce.umax", Intrinsic::ReduceUMax, 1),
    ("vector.reduce.umin", Intrinsic::ReduceUMin, 1),
    ("x86.sse2.pmovmskb.128", Intrinsic::SseSignMask, 1),
    ("x86.sse2.movmsk.pd", Intrinsic::SseSignMask, 1),
    ("x86.sse.movmsk.ps", Intrinsic::SseSignMask, 1),
    ("x86.sse2.psad.bw", Intrinsic::SseSumOfDifferences, 2),
    ("x86.ssse3.pshuf.b.128", Intrinsic::SseShuffleBytes, 2),
    ("x86.sse2.packsswb.128", Intrinsic::SsePackSigned, 2),
    ("x86.sse2.packssdw.128", Intrinsic::SsePackSigned, 2),
    ("x86.sse2.packuswb.128", Intrinsic::SsePackUnsigned, 2),
    ("x86.sse2.pavg.b", Intrinsic::SseAverage, 2),
    ("x86.sse2.pavg.w", Intrinsic::SseAverage, 2),
    ("x86.sse2.pmulh.w", Intrinsic::SseMultiplyHigh, 2),
    ("x86.sse2.pmulhu.w", Intrinsic::SseMultiplyHighUnsigned, 2),
    ("x86.sse2.pmadd.wd", Intrinsic::SseMultiplyAdd, 2),
    ("x86.sse2.pslli.w", Intrinsic::SseShiftLeft, 2),
    ("x86.sse2.pslli.d", Intrinsic::SseShiftLeft, 2),
    ("x86.sse2.pslli.q", Intrinsic::SseShiftLeft, 2),
    ("x86.sse2.psrli.w", Intrinsic::SseShiftRight, 2),
    ("x86.sse2.psrli.d", Intrinsic::SseShiftRight, 2),
    ("x86.sse2.psrli.q", Intrinsic::SseShiftRight, 2),
    ("x86.sse2.psrai.w", Intrinsic::SseShiftRightSigned, 2),
    ("x86.sse2.psrai.d", Intrinsic::SseShiftRightSigned, 2),
    ("x86.sse42.crc32.32.8", Intrinsic::SseCrc, 2),
    ("x86.sse42.crc32.32.16", Intrinsic::SseCrc, 2),
    ("x86.sse42.crc32.32.32", Intrinsic::SseCrc, 2),
    ("x86.sse42.crc32.64.64", Intrinsic::SseCrc, 2),
    ("va_start", Intrinsic::VaStart, 1),
    ("va_copy", Intrinsic::VaCopy, 2),
    ("va_end", Intrinsic::VaEnd, 1),
    ("stacksave", Intrinsic::StackSave, 0),
    ("stackrestore", Intrinsic::StackRestore, 1),
    ("frameaddress", Intrinsic::FrameAddress, 1),
    ("returnaddress", Intrinsic::ReturnAddress, 1),
    ("trap", Intrinsic::Trap, 0),
    ("debugtrap", Intrinsic::DebugTrap, 0),
    ("ubsantrap", Intrinsic::UbsanTrap, 1),
    ("objectsize", Intrinsic::ObjectSize, 2),
    ("expect", Intrinsic::Identity, 1),
    ("expect.with.probability", Intrinsic::Identity, 1),
    ("annotation", Intrinsic::Identity, 1),
    ("ptr.annotation", Intrinsic::Identity, 1),
    ("launder.invariant.group", Intrinsic::Identity, 1),
    ("strip.invariant.group", Intrinsic::Identity, 1),
    ("threadlocal.address", Intrinsic::Identity, 1),
    ("ssa.copy", Intrinsic::Identity, 1),
    ("arithmetic.fence", Intrinsic::Identity, 1),
    ("preserve.array.access.index", Intrinsic::Identity, 1),
    ("is.constant", Intrinsic::IsConstant, 1),
    ("get.rounding", Intrinsic::GetRounding, 0),
    ("flt.rounds", Intrinsic::GetRounding, 0),
    ("readcyclecounter", Intrinsic::ReadCycleCounter, 0),
    ("readsteadycounter", Intrinsic::ReadCycleCounter, 0),
];

/// Nothing happens. Counting by other instrumentation than clang's coverage is among them.
const VANISHING: &[&str] = &[
    "dbg",
    "lifetime",
    "assume",
    "prefetch",
    "x86.sse2.pause",
    "x86.sse2.lfence",
    "x86.sse2.mfence",
    "x86.sse.sfence",
    "donothing",
    "sideeffect",
    "experimental.noalias.scope.decl",
    "var.annotation",
    "invariant.end",
    "pseudoprobe",
    "instrprof.mcdc.parameters",
    "instrprof.cover",
    "instrprof.timestamp",
    "instrprof.value.profile",
];

impl<'m> Body<'_, 'm> {
    /// `name` is without `llvm.`.
    pub(super) fn intrinsic(&mut self, call: Value<'m>, name: &str) -> Option<Op> {
        if VANISHING.iter().any(|prefix| is_named(name, prefix)) {
            return None;
        }
        let computing = COMPUTING.iter().filter(|(known, ..)| is_named(name, known));
        // `exp2.f64` is also named `exp2` and never `exp`; the longest name is the right one.
        if let Some(&(_, intrinsic, count)) = computing.max_by_key(|(known, ..)| known.len()) {
            let args = call.call_args().into_iter().take(count);
            let args = args.map(|arg| (self.operand(arg), self.type_of(arg))).collect();
            return Some(Op::Intrinsic { intrinsic, args });
        }
        match name {
            // Edges say more.
            "instrprof.increment" | "instrprof.increment.step" => None,
            _ if is_named(name, "memcpy") => Some(self.memory_copy(call, false)),
            _ if is_named(name, "memmove") => Some(self.memory_copy(call, true)),
            _ if is_named(name, "memset") => Some(self.memory_set(call)),
            _ => Some(unsupported(format!("the LLVM intrinsic llvm.{name}"))),
        }
    }
}

/// `name` is `base`, or `base` with more parts after a dot.
fn is_named(name: &str, base: &str) -> bool {
    name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_at_dots() {
        assert!(is_named("exp.f64", "exp"));
        assert!(!is_named("exp2.f64", "exp"));
        assert!(is_named("trap", "trap"));
    }

    #[test]
    fn no_name_is_listed_twice() {
        for (index, (name, ..)) in COMPUTING.iter().enumerate() {
            assert!(COMPUTING[..index].iter().all(|(other, ..)| other != name), "{name}");
            assert!(!VANISHING.iter().any(|prefix| is_named(name, prefix)), "{name}");
        }
    }
}
