//! Instructions of LLVM that become several of the model, each with a value of its own.
//!
//! A barrier with several outputs (see `assembly`) puts its struct together output by output.
//! `llvm.ptrmask`, which clang emits to align the addresses of variadic arguments, becomes
//! `p + ((p & mask) - p)`: the result still points into the object that `p` points into.

use super::assembly;
use super::functions::Body;
use crate::edges::calls_prefix;
use crate::llvm::{TypeKind, Value};
use assay_base::{Id, Place};
use assay_program::{BinaryOp, CastOp, Inst, Op, Operand, TypeId, ValueId};

pub(super) fn is_pointer_mask(instruction: Value) -> bool {
    calls_prefix(instruction, "llvm.ptrmask.")
        && instruction.ty().kind() == TypeKind::LLVMPointerTypeKind
}

impl<'m> Body<'_, 'm> {
    /// The types of the values of an instruction that has one at least; the last is its own.
    pub(super) fn chain_types(&mut self, instruction: Value<'m>) -> Vec<TypeId> {
        let own = self.type_of(instruction);
        if is_pointer_mask(instruction) {
            let int = self.type_of(instruction.operand(1));
            return vec![int, int, int, own];
        }
        vec![own; assembly::value_count(instruction)]
    }

    /// Emits the parts of a chain; their results are those that `chain_types` announced.
    pub(super) fn chain(
        &mut self,
        instruction: Value<'m>,
        place: Option<Place>,
        parts: usize,
        mut part: impl FnMut(&mut Self, usize, Option<Operand>) -> (Op, TypeId),
        insts: &mut Vec<Inst>,
    ) {
        let first = self.values[&instruction].index() + 1 - parts;
        let mut before = None;
        for index in 0..parts {
            let (op, ty) = part(self, index, before);
            let result = ValueId::new(first + index);
            insts.push(Inst { op, result: Some(result), ty, place });
            before = Some(Operand::Value(result));
        }
    }

    pub(super) fn pointer_mask(
        &mut self,
        call: Value<'m>,
        place: Option<Place>,
        insts: &mut Vec<Inst>,
    ) {
        let (pointer, mask) = (self.operand(call.operand(0)), self.operand(call.operand(1)));
        let types = self.chain_types(call);
        let (int, pointer_type) = (types[0], types[3]);
        let address = Operand::Value(ValueId::new(self.values[&call].index() - 3));
        let arithmetic = |op, a, b| {
            let (no_signed_wrap, no_unsigned_wrap, wraps) = (false, false, false);
            Op::Binary { op, a, b, no_signed_wrap, no_unsigned_wrap, wraps }
        };
        let part = |_: &mut Self, index: usize, before: Option<Operand>| {
            let before = before.unwrap_or(pointer);
            match index {
                0 => (Op::Cast { op: CastOp::PtrToInt, a: pointer, from: pointer_type }, int),
                1 => (arithmetic(BinaryOp::And, before, mask), int),
                2 => (arithmetic(BinaryOp::Sub, before, address), int),
                _ => {
                    let indices = vec![(before, int, 1)];
                    (Op::Address { base: pointer, offset: 0, indices }, pointer_type)
                }
            }
        };
        self.chain(call, place, types.len(), part, insts);
    }
}
