//! Types of operands and results, operation by operation.

use super::Checker;
use super::body::BodyFacts;
use crate::{BinaryOp, Callee, FuncId, Inst, Op, Operand, Terminator, Type, TypeId};
use assay_base::Id;

impl Checker<'_> {
    /// `None`: the instruction is well typed.
    pub(super) fn inst_problem(&self, facts: &BodyFacts, inst: &Inst) -> Option<&'static str> {
        let ty = |operand: &Operand| facts.type_of(self, *operand);
        let kind = |id: TypeId| self.program.types.get(id);
        let scalar = |id: TypeId| self.scalar(id);
        let is_int = |id: TypeId| matches!(scalar(id), Type::Int(_));
        let is_float = |id: TypeId| matches!(scalar(id), Type::Float(_));
        let is_pointer = |operand: &Operand| *kind(ty(operand)) == Type::Pointer;
        let has_value = inst.result.is_some();
        let holds = match &inst.op {
            Op::Binary { op, a, b, wraps, .. } => {
                let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
                let has_modulus = matches!(scalar(inst.ty), Type::Int(bits)
                    if bits.is_power_of_two());
                is_int(inst.ty)
                    && ty(a) == inst.ty
                    && ty(b) == inst.ty
                    && has_value
                    && (!*wraps || !is_shift || has_modulus)
            }
            Op::FloatBinary { a, b, .. } => {
                is_float(inst.ty) && ty(a) == inst.ty && ty(b) == inst.ty && has_value
            }
            Op::FloatNegate { a } => is_float(inst.ty) && ty(a) == inst.ty && has_value,
            Op::Cast { a, from, .. } => ty(a) == *from && has_value,
            Op::IntCompare { a, b, operand_type, .. } => {
                let is_ordered = matches!(scalar(*operand_type), Type::Int(_) | Type::Pointer);
                is_ordered && ty(a) == *operand_type && ty(b) == *operand_type && is_int(inst.ty)
            }
            Op::FloatCompare { a, b, operand_type, .. } => {
                is_float(*operand_type)
                    && ty(a) == *operand_type
                    && ty(b) == *operand_type
                    && is_int(inst.ty)
            }
            Op::Select { condition, a, b, .. } => {
                *scalar(ty(condition)) == Type::Int(1) && ty(a) == inst.ty && ty(b) == inst.ty
            }
            Op::Freeze { a } => ty(a) == inst.ty && has_value,
            Op::Uninitialised { fill } => self.program.constants[*fill].ty() == inst.ty,
            Op::Phi { incoming } => incoming.iter().all(|(_, value)| ty(value) == inst.ty),
            Op::Alloca { element, count, align } => {
                self.is_type(*element) && is_int(ty(count)) && align.is_power_of_two() && has_value
            }
            Op::Load { address, align } => {
                is_pointer(address) && align.is_power_of_two() && has_value
            }
            Op::Store { address, value, value_type, align, .. } => {
                is_pointer(address) && ty(value) == *value_type && align.is_power_of_two()
            }
            Op::Address { base, indices, .. } => {
                is_pointer(base)
                    && *kind(inst.ty) == Type::Pointer
                    && indices.iter().all(|(index, index_type, scale)| {
                        ty(index) == *index_type && is_int(*index_type) && *scale != 0
                    })
            }
            Op::MemoryCopy { to, from, size, .. } => {
                is_pointer(to) && is_pointer(from) && is_int(ty(size)) && !has_value
            }
            Op::MemorySet { to, byte, size, .. } => {
                is_pointer(to) && *kind(ty(byte)) == Type::Int(8) && is_int(ty(size)) && !has_value
            }
            Op::ExtractValue { aggregate, aggregate_type, path } => {
                ty(aggregate) == *aggregate_type
                    && self.part(*aggregate_type, path) == Some(inst.ty)
            }
            Op::InsertValue { aggregate, value, value_type, path } => {
                ty(aggregate) == inst.ty
                    && ty(value) == *value_type
                    && self.part(inst.ty, path) == Some(*value_type)
            }
            Op::ExtractElement { vector, vector_type, index } => {
                ty(vector) == *vector_type
                    && self.element(*vector_type) == Some(inst.ty)
                    && is_int(ty(index))
            }
            Op::InsertElement { vector, value, index } => {
                ty(vector) == inst.ty
                    && self.element(inst.ty) == Some(ty(value))
                    && is_int(ty(index))
            }
            Op::Shuffle { a, b, operand_type, mask } => {
                ty(a) == *operand_type
                    && ty(b) == *operand_type
                    && self.element(inst.ty) == self.element(*operand_type)
                    && matches!(kind(inst.ty), Type::Vector { length, .. }
                        if *length as usize == mask.len())
            }
            Op::Call { callee, args } => {
                let is_known = |f: &FuncId| f.index() < self.program.functions.len();
                args.iter().all(|arg| ty(&arg.value) == arg.ty)
                    && match callee {
                        Callee::Direct(function) => is_known(function),
                        Callee::Indirect { address, targets } => {
                            let all = targets.as_deref().unwrap_or_default();
                            is_pointer(address)
                                && all.iter().all(is_known)
                                && all.is_sorted_by(|a, b| a < b)
                        }
                    }
            }
            Op::Intrinsic { args, .. } => args.iter().all(|(value, given)| ty(value) == *given),
            Op::AtomicUpdate { address, value, value_type, .. } => {
                is_pointer(address) && ty(value) == *value_type && inst.ty == *value_type
            }
            Op::CompareExchange { address, expected, new, value_type } => {
                is_pointer(address)
                    && ty(expected) == *value_type
                    && ty(new) == *value_type
                    && self.part(inst.ty, &[0]) == Some(*value_type)
            }
            Op::Mark { index, count, .. } => {
                index.iter().all(|index| is_int(ty(index))) && *count > 0 && !has_value
            }
            Op::Fence => !has_value,
            Op::Caught => *kind(inst.ty) == Type::Pointer && has_value,
            Op::Unsupported { .. } => true,
        };
        let is_void = *kind(inst.ty) == Type::Void;
        match (holds, has_value != is_void) {
            (false, _) => Some("types do not agree"),
            (true, false) => Some("a result without a value, or the reverse"),
            (true, true) => None,
        }
    }

    pub(super) fn terminator_problem(
        &self,
        facts: &BodyFacts,
        terminator: &Terminator,
    ) -> Option<&'static str> {
        let ty = |operand: &Operand| facts.type_of(self, *operand);
        let kind = |operand: &Operand| self.program.types.get(ty(operand));
        let return_type = facts.function.return_type;
        let holds = match terminator {
            Terminator::Return(None) => *self.program.types.get(return_type) == Type::Void,
            Terminator::Return(Some(value)) => ty(value) == return_type,
            Terminator::Branch { condition, .. } => *kind(condition) == Type::Int(1),
            Terminator::Switch { value, value_type, .. } => {
                ty(value) == *value_type && matches!(kind(value), Type::Int(_))
            }
            Terminator::IndirectJump { address, .. } => *kind(address) == Type::Pointer,
            Terminator::Throw(value) => *kind(value) == Type::Pointer,
            Terminator::Jump(_)
            | Terminator::Invoke { .. }
            | Terminator::Unreachable
            | Terminator::Unsupported { .. } => true,
        };
        (!holds).then_some("the terminator's types do not agree")
    }

    /// The element of a vector, or the type itself.
    fn scalar(&self, id: TypeId) -> &Type {
        self.program.types.get(self.element(id).unwrap_or(id))
    }

    fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.program.types.get(id) {
            Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The type at the end of a path of indices.
    fn part(&self, whole: TypeId, path: &[u32]) -> Option<TypeId> {
        path.iter().try_fold(whole, |ty, &index| match self.program.types.get(ty) {
            Type::Struct { fields, .. } => fields.get(index as usize).map(|field| field.ty),
            Type::Array { element, length } => (u64::from(index) < *length).then_some(*element),
            _ => None,
        })
    }
}
