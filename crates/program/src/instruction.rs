//! Instructions: what clang emits for C, with addresses of fields and elements already
//! reduced to byte offsets by the data layout.

use crate::{BlockId, ConstId, EdgeId, FuncId, TypeId};
use assay_base::{Place, id};

/// An enum that can be listed: for whatever goes over all of its members.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];
        }
    };
}

id!(
    /// An SSA value of one function.
    ValueId,
    "v"
);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Value(ValueId),
    Const(ConstId),
}

#[derive(Clone, Debug)]
pub struct Inst {
    pub op: Op,
    /// `None` for instructions without a value.
    pub result: Option<ValueId>,
    /// The type of the result, void without one.
    pub ty: TypeId,
    pub place: Option<Place>,
}

#[derive(Clone, Debug)]
pub enum Op {
    /// Integers and vectors of integers.
    Binary {
        op: BinaryOp,
        a: Operand,
        b: Operand,
        no_signed_wrap: bool,
        no_unsigned_wrap: bool,
        /// Defined for all operands but a divisor of zero: a shift counts modulo the width, which
        /// is a power of two, and the lowest number divided by -1 is itself.
        wraps: bool,
    },
    FloatBinary {
        op: FloatBinaryOp,
        a: Operand,
        b: Operand,
    },
    FloatNegate {
        a: Operand,
    },
    Cast {
        op: CastOp,
        a: Operand,
        from: TypeId,
    },
    /// Integers, pointers and vectors of them; `ty` is the operands' type.
    IntCompare {
        predicate: IntPredicate,
        a: Operand,
        b: Operand,
        operand_type: TypeId,
    },
    FloatCompare {
        predicate: FloatPredicate,
        a: Operand,
        b: Operand,
        operand_type: TypeId,
    },
    /// `edges`: the first of two edges (true, false) where the select stands for a branch of the
    /// source (a ternary with cheap arms).
    Select {
        condition: Operand,
        a: Operand,
        b: Operand,
        edges: Option<EdgeId>,
    },
    Freeze {
        a: Operand,
    },
    /// A value that only exists because the source reads a variable before writing it. The bits
    /// are the fill that `-ftrivial-auto-var-init=pattern` gives natively.
    Uninitialised {
        fill: ConstId,
    },

    /// `count` elements of `element`. In the entry block with a constant count: fixed frame.
    Alloca {
        element: TypeId,
        count: Operand,
        align: u64,
    },
    Load {
        address: Operand,
        align: u64,
    },
    /// `is_fill`: not of the source, but clang's pattern for an uninitialised variable; the bytes
    /// are known yet still count as uninitialised.
    Store {
        address: Operand,
        value: Operand,
        value_type: TypeId,
        align: u64,
        is_fill: bool,
    },
    /// `base + offset + Σ index·scale`, indices sign-extended to the pointer's width.
    Address {
        base: Operand,
        offset: i64,
        indices: Vec<(Operand, TypeId, u64)>,
    },
    MemoryCopy {
        to: Operand,
        from: Operand,
        size: Operand,
        may_overlap: bool,
        is_fill: bool,
    },
    MemorySet {
        to: Operand,
        byte: Operand,
        size: Operand,
        is_fill: bool,
    },

    ExtractValue {
        aggregate: Operand,
        aggregate_type: TypeId,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        value: Operand,
        value_type: TypeId,
        path: Vec<u32>,
    },
    ExtractElement {
        vector: Operand,
        vector_type: TypeId,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        value: Operand,
        index: Operand,
    },
    /// Lanes of `a` then `b`; `None` is an undefined lane.
    Shuffle {
        a: Operand,
        b: Operand,
        operand_type: TypeId,
        mask: Vec<Option<u32>>,
    },

    /// All phis of a block stand at its start and take effect at once.
    Phi {
        incoming: Vec<(BlockId, Operand)>,
    },

    Call {
        callee: Callee,
        args: Vec<CallArg>,
    },
    Intrinsic {
        intrinsic: Intrinsic,
        args: Vec<(Operand, TypeId)>,
    },

    /// Sequential meaning: the old value is the result.
    AtomicUpdate {
        op: AtomicOp,
        address: Operand,
        value: Operand,
        value_type: TypeId,
    },
    /// The result is `{ old, success }`.
    CompareExchange {
        address: Operand,
        expected: Operand,
        new: Operand,
        value_type: TypeId,
    },
    Fence,

    /// The edge `edges` is taken, or the one `index` (an i32) after it: something to be observed
    /// that is no branch. One run of `count` edges belongs to it.
    Mark {
        edges: EdgeId,
        count: u32,
        index: Option<Operand>,
    },

    /// The pointer that was thrown to this block, whose predecessors end in
    /// [`Terminator::Invoke`] and unwind to it. Only phis come before it.
    Caught,

    /// What this build cannot execute, named for the user (`inline assembly "rdtsc"`).
    Unsupported {
        what: String,
    },
}

listed! {
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum BinaryOp {
        Add,
        Sub,
        Mul,
        UDiv,
        SDiv,
        URem,
        SRem,
        And,
        Or,
        Xor,
        Shl,
        LShr,
        AShr,
    }
}

listed! {
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum FloatBinaryOp {
        Add,
        Sub,
        Mul,
        Div,
        Rem,
    }
}

listed! {
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum CastOp {
        Trunc,
        ZExt,
        SExt,
        FloatTrunc,
        FloatExt,
        FloatToUInt,
        FloatToSInt,
        /// The nearest integer that there is; 0 for what is no number.
        FloatToUIntSat,
        FloatToSIntSat,
        UIntToFloat,
        SIntToFloat,
        PtrToInt,
        IntToPtr,
        /// Same bits, other type (also vector to scalar and back, by memory order).
        Bitcast,
    }
}

listed! {
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum IntPredicate {
        Eq,
        Ne,
        Ugt,
        Uge,
        Ult,
        Ule,
        Sgt,
        Sge,
        Slt,
        Sle,
    }
}

listed! {
    /// `O…` is false and `U…` is true when an operand is NaN.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum FloatPredicate {
        False,
        Oeq,
        Ogt,
        Oge,
        Olt,
        Ole,
        One,
        Ord,
        Ueq,
        Ugt,
        Uge,
        Ult,
        Ule,
        Une,
        Uno,
        True,
    }
}

listed! {
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum AtomicOp {
        Exchange,
        Add,
        Sub,
        And,
        Nand,
        Or,
        Xor,
        Max,
        Min,
        UMax,
        UMin,
        FloatAdd,
        FloatSub,
        FloatMax,
        FloatMin,
    }
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FuncId),
    Indirect {
        address: Operand,
        /// All functions that it can be, in ascending order, if that is known.
        targets: Option<Vec<FuncId>>,
    },
}

#[derive(Clone, Debug)]
pub struct CallArg {
    pub value: Operand,
    pub ty: TypeId,
    /// The callee gets a pointer to a fresh copy of this type (and its alignment).
    pub byval: Option<(TypeId, u64)>,
}

listed! {
    /// LLVM intrinsics that compute. Arguments as in LLVM's manual, flags left out where the
    /// machine has no use for them (`is_zero_poison`, …).
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
    pub enum Intrinsic {
        // Results `{ value, overflowed }`.
        SAddOverflow,
        UAddOverflow,
        SSubOverflow,
        USubOverflow,
        SMulOverflow,
        UMulOverflow,
        // Saturating.
        SAddSat,
        UAddSat,
        SSubSat,
        USubSat,
        SShlSat,
        UShlSat,
        // Bits.
        CountOnes,
        LeadingZeros,
        TrailingZeros,
        ByteSwap,
        BitReverse,
        FunnelShiftLeft,
        FunnelShiftRight,
        Abs,
        SMax,
        SMin,
        UMax,
        UMin,
        // Floats.
        FloatAbs,
        Sqrt,
        Floor,
        Ceil,
        Truncate,
        Rint,
        NearbyInt,
        Round,
        RoundEven,
        CopySign,
        FloatMin,
        FloatMax,
        Fma,
        FloatMulAdd,
        /// Value class test: second argument is the mask of LLVM's `is.fpclass`.
        IsFpClass,
        LRint,
        LRound,
        LdExp,
        /// The libm functions that clang turns into intrinsics; not exact in the float theory.
        Pow,
        PowI,
        Exp,
        Exp2,
        Log,
        Log2,
        Log10,
        Sin,
        Cos,
        // Vector reductions.
        ReduceAdd,
        ReduceMul,
        ReduceAnd,
        ReduceOr,
        ReduceXor,
        ReduceSMax,
        ReduceSMin,
        ReduceUMax,
        ReduceUMin,
        // Variadic calls.
        VaStart,
        VaCopy,
        VaEnd,
        // Stack and frames.
        StackSave,
        StackRestore,
        FrameAddress,
        ReturnAddress,
        // Control.
        Trap,
        DebugTrap,
        UbsanTrap,
        /// `object size unknown` at -O0: -1 or 0 by its second argument.
        ObjectSize,
        /// Returns its first argument (`expect`, `annotation`, `launder`, `threadlocal.address`,
        /// …).
        Identity,
        /// 1 for a constant argument; never at -O0.
        IsConstant,
        /// Rounding mode as in C's FLT_ROUNDS.
        GetRounding,
        ReadCycleCounter,
        // Integer instructions of SSE, SSE2, SSSE3 and SSE4.2 that are no arithmetic on lanes of
        // their own.
        /// The highest bit of each lane.
        SseSignMask,
        SseSumOfDifferences,
        SseShuffleBytes,
        /// Two vectors as one of lanes half as wide, with saturation.
        SsePackSigned,
        SsePackUnsigned,
        SseAverage,
        SseMultiplyHigh,
        SseMultiplyHighUnsigned,
        /// Sums of two products each.
        SseMultiplyAdd,
        /// By the same number of bits, which may be more than there are.
        SseShiftLeft,
        SseShiftRight,
        SseShiftRightSigned,
        /// CRC-32C.
        SseCrc,
    }
}

impl Intrinsic {
    /// Whether it is an instruction of the processor on vectors whose lanes meet.
    pub fn is_sse(self) -> bool {
        (Intrinsic::SseSignMask as u32..=Intrinsic::SseCrc as u32).contains(&(self as u32))
    }
}

#[derive(Clone, Debug)]
pub enum Terminator {
    Return(Option<Operand>),
    Jump(BlockId),
    /// `edges`: the first of two edge ids (true, false).
    Branch {
        condition: Operand,
        on_true: BlockId,
        on_false: BlockId,
        edges: EdgeId,
    },
    /// `edges`: one id per case in order, then the default.
    Switch {
        value: Operand,
        value_type: TypeId,
        cases: Vec<(u128, BlockId)>,
        default: BlockId,
        edges: EdgeId,
    },
    /// Computed goto; the address is a [`Const::BlockAddress`](crate::Const::BlockAddress).
    IndirectJump {
        address: Operand,
        targets: Vec<BlockId>,
    },
    /// Goes on behind the call that the block ends with, or where what it throws is caught. The
    /// call's result is there only where `normal` is, which is reached from here alone.
    Invoke {
        normal: BlockId,
        unwind: BlockId,
    },
    /// Leaves the function and those that called it, up to the innermost call that is invoked.
    Throw(Operand),
    Unreachable,
    Unsupported {
        what: String,
    },
}

impl Terminator {
    /// The successor at this position in edge order, without listing them all.
    pub fn successor(&self, position: usize) -> Option<BlockId> {
        match self {
            Terminator::Switch { cases, default, .. } => match cases.get(position) {
                Some((_, to)) => Some(*to),
                None => (position == cases.len()).then_some(*default),
            },
            _ => self.successors().get(position).copied(),
        }
    }

    /// Successors in edge order (cases, then default), repeated where several edges share one.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unreachable
            | Terminator::Unsupported { .. } => Vec::new(),
            Terminator::Invoke { normal, unwind } => vec![*normal, *unwind],
            Terminator::Jump(to) => vec![*to],
            Terminator::Branch { on_true, on_false, .. } => vec![*on_true, *on_false],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, to)| *to).chain([*default]).collect()
            }
            Terminator::IndirectJump { targets, .. } => targets.clone(),
        }
    }
}
