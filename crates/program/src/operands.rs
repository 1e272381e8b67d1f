//! The operands of instructions and terminators, in the order in which they are written.

use crate::{Callee, Op, Operand, Terminator};

impl Op {
    pub fn visit_operands(&self, visit: &mut impl FnMut(Operand)) {
        let mut all = |operands: &[Operand]| operands.iter().for_each(|operand| visit(*operand));
        match self {
            Op::Binary { a, b, .. }
            | Op::FloatBinary { a, b, .. }
            | Op::IntCompare { a, b, .. }
            | Op::FloatCompare { a, b, .. }
            | Op::Shuffle { a, b, .. } => all(&[*a, *b]),
            Op::FloatNegate { a } | Op::Cast { a, .. } | Op::Freeze { a } => all(&[*a]),
            Op::Select { condition, a, b, .. } => all(&[*condition, *a, *b]),
            Op::Uninitialised { fill } => all(&[Operand::Const(*fill)]),
            Op::Alloca { count, .. } => all(&[*count]),
            Op::Load { address, .. } => all(&[*address]),
            Op::Store { address, value, .. } => all(&[*value, *address]),
            Op::Address { base, indices, .. } => {
                all(&[*base]);
                indices.iter().for_each(|(index, ..)| all(&[*index]));
            }
            Op::MemoryCopy { to, from, size, .. } => all(&[*to, *from, *size]),
            Op::MemorySet { to, byte, size, .. } => all(&[*to, *byte, *size]),
            Op::ExtractValue { aggregate, .. } => all(&[*aggregate]),
            Op::InsertValue { aggregate, value, .. } => all(&[*aggregate, *value]),
            Op::ExtractElement { vector, index, .. } => all(&[*vector, *index]),
            Op::InsertElement { vector, value, index } => all(&[*vector, *value, *index]),
            Op::Phi { incoming } => incoming.iter().for_each(|(_, value)| all(&[*value])),
            Op::Call { callee, args } => {
                if let Callee::Indirect { address, .. } = callee {
                    all(&[*address]);
                }
                args.iter().for_each(|arg| all(&[arg.value]));
            }
            Op::Intrinsic { args, .. } => args.iter().for_each(|(value, _)| all(&[*value])),
            Op::AtomicUpdate { address, value, .. } => all(&[*address, *value]),
            Op::CompareExchange { address, expected, new, .. } => {
                all(&[*address, *expected, *new]);
            }
            Op::Mark { index, .. } => index.iter().for_each(|index| all(&[*index])),
            Op::Fence | Op::Caught | Op::Unsupported { .. } => {}
        }
    }

    pub fn operands(&self) -> Vec<Operand> {
        let mut found = Vec::new();
        self.visit_operands(&mut |operand| found.push(operand));
        found
    }
}

impl Terminator {
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Terminator::Return(value) => *value,
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::IndirectJump { address, .. } => Some(*address),
            Terminator::Throw(value) => Some(*value),
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Unsupported { .. } => None,
        }
    }
}
