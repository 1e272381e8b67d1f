//! The table of instructions, and those that compute.

use super::functions::{Body, unsupported};
use crate::llvm::{Opcode, RawFloatPredicate, RawIntPredicate, RmwOp, Value, opcode_name};
use assay_program::{
    AtomicOp, BinaryOp, CastOp, EdgeSource, FloatBinaryOp, FloatPredicate, IntPredicate, Op,
};

impl<'m> Body<'_, 'm> {
    /// `None` for what has no meaning to the machine (debug information, lifetimes).
    pub(super) fn op(&mut self, i: Value<'m>) -> Option<Op> {
        if let Some(op) = binary_op(i.opcode()) {
            return Some(self.binary(i, op));
        }
        if let Some(op) = float_op(i.opcode()) {
            return Some(Op::FloatBinary {
                op,
                a: self.operand(i.operand(0)),
                b: self.operand(i.operand(1)),
            });
        }
        if let Some(op) = cast_op(i.opcode()) {
            let from = self.type_of(i.operand(0));
            return Some(Op::Cast { op, a: self.operand(i.operand(0)), from });
        }
        Some(match i.opcode() {
            Opcode::LLVMCall => return self.call(i),
            Opcode::LLVMFNeg => Op::FloatNegate { a: self.operand(i.operand(0)) },
            Opcode::LLVMICmp => self.int_compare(i),
            Opcode::LLVMFCmp => self.float_compare(i),
            Opcode::LLVMSelect => self.select(i),
            Opcode::LLVMFreeze => Op::Freeze { a: self.operand(i.operand(0)) },
            Opcode::LLVMPHI => self.phi(i),
            Opcode::LLVMAlloca => self.alloca(i),
            Opcode::LLVMLoad => self.load(i),
            Opcode::LLVMStore => self.store(i),
            Opcode::LLVMGetElementPtr => self.address(i),
            Opcode::LLVMExtractValue => self.extract_value(i),
            Opcode::LLVMInsertValue => self.insert_value(i),
            Opcode::LLVMExtractElement => self.extract_element(i),
            Opcode::LLVMInsertElement => self.insert_element(i),
            Opcode::LLVMShuffleVector => self.shuffle(i),
            Opcode::LLVMAtomicRMW => self.atomic_update(i),
            Opcode::LLVMAtomicCmpXchg => self.compare_exchange(i),
            Opcode::LLVMFence => Op::Fence,
            other => unsupported(format!("the LLVM instruction {}", opcode_name(other))),
        })
    }

    fn binary(&mut self, i: Value<'m>, op: BinaryOp) -> Op {
        let has_flags = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
        Op::Binary {
            op,
            a: self.operand(i.operand(0)),
            b: self.operand(i.operand(1)),
            no_signed_wrap: has_flags && i.no_signed_wrap(),
            no_unsigned_wrap: has_flags && i.no_unsigned_wrap(),
            wraps: false,
        }
    }

    fn int_compare(&mut self, i: Value<'m>) -> Op {
        Op::IntCompare {
            predicate: int_predicate(i.int_predicate()),
            a: self.operand(i.operand(0)),
            b: self.operand(i.operand(1)),
            operand_type: self.type_of(i.operand(0)),
        }
    }

    fn float_compare(&mut self, i: Value<'m>) -> Op {
        Op::FloatCompare {
            predicate: float_predicate(i.float_predicate()),
            a: self.operand(i.operand(0)),
            b: self.operand(i.operand(1)),
            operand_type: self.type_of(i.operand(0)),
        }
    }

    fn select(&mut self, i: Value<'m>) -> Op {
        let is_branch = i.metadata(self.cx.kinds.edges).is_some();
        let result = self.values.get(&i).copied().filter(|_| is_branch);
        Op::Select {
            condition: self.operand(i.operand(0)),
            a: self.operand(i.operand(1)),
            b: self.operand(i.operand(2)),
            edges: result.map(|value| self.cx.edges_of(i, self.id, EdgeSource::Select(value))),
        }
    }

    /// LLVM repeats an entry where a switch has several edges to the block; once is enough.
    fn phi(&mut self, i: Value<'m>) -> Op {
        let mut incoming = Vec::new();
        for (block, value) in i.incoming() {
            let block = self.block_id(block);
            if incoming.iter().all(|(known, _)| *known != block) {
                incoming.push((block, self.operand(value)));
            }
        }
        Op::Phi { incoming }
    }

    fn extract_value(&mut self, i: Value<'m>) -> Op {
        Op::ExtractValue {
            aggregate: self.operand(i.operand(0)),
            aggregate_type: self.type_of(i.operand(0)),
            path: i.indices(),
        }
    }

    fn insert_value(&mut self, i: Value<'m>) -> Op {
        Op::InsertValue {
            aggregate: self.operand(i.operand(0)),
            value: self.operand(i.operand(1)),
            value_type: self.type_of(i.operand(1)),
            path: i.indices(),
        }
    }

    fn extract_element(&mut self, i: Value<'m>) -> Op {
        Op::ExtractElement {
            vector: self.operand(i.operand(0)),
            vector_type: self.type_of(i.operand(0)),
            index: self.operand(i.operand(1)),
        }
    }

    fn insert_element(&mut self, i: Value<'m>) -> Op {
        Op::InsertElement {
            vector: self.operand(i.operand(0)),
            value: self.operand(i.operand(1)),
            index: self.operand(i.operand(2)),
        }
    }

    fn shuffle(&mut self, i: Value<'m>) -> Op {
        Op::Shuffle {
            a: self.operand(i.operand(0)),
            b: self.operand(i.operand(1)),
            operand_type: self.type_of(i.operand(0)),
            mask: i.shuffle_mask(),
        }
    }

    fn atomic_update(&mut self, i: Value<'m>) -> Op {
        let Some(op) = atomic_op(i.rmw_op()) else {
            return unsupported("an atomic operation that C does not have".to_string());
        };
        Op::AtomicUpdate {
            op,
            address: self.operand(i.operand(0)),
            value: self.operand(i.operand(1)),
            value_type: self.type_of(i.operand(1)),
        }
    }

    fn compare_exchange(&mut self, i: Value<'m>) -> Op {
        Op::CompareExchange {
            address: self.operand(i.operand(0)),
            expected: self.operand(i.operand(1)),
            new: self.operand(i.operand(2)),
            value_type: self.type_of(i.operand(1)),
        }
    }
}

fn binary_op(opcode: Opcode) -> Option<BinaryOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        _ => return None,
    })
}

fn float_op(opcode: Opcode) -> Option<FloatBinaryOp> {
    Some(match opcode {
        Opcode::LLVMFAdd => FloatBinaryOp::Add,
        Opcode::LLVMFSub => FloatBinaryOp::Sub,
        Opcode::LLVMFMul => FloatBinaryOp::Mul,
        Opcode::LLVMFDiv => FloatBinaryOp::Div,
        Opcode::LLVMFRem => FloatBinaryOp::Rem,
        _ => return None,
    })
}

fn cast_op(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::ZExt,
        Opcode::LLVMSExt => CastOp::SExt,
        Opcode::LLVMFPTrunc => CastOp::FloatTrunc,
        Opcode::LLVMFPExt => CastOp::FloatExt,
        Opcode::LLVMFPToUI => CastOp::FloatToUInt,
        Opcode::LLVMFPToSI => CastOp::FloatToSInt,
        Opcode::LLVMUIToFP => CastOp::UIntToFloat,
        Opcode::LLVMSIToFP => CastOp::SIntToFloat,
        Opcode::LLVMPtrToInt => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        _ => return None,
    })
}

fn int_predicate(raw: RawIntPredicate) -> IntPredicate {
    match raw {
        RawIntPredicate::LLVMIntEQ => IntPredicate::Eq,
        RawIntPredicate::LLVMIntNE => IntPredicate::Ne,
        RawIntPredicate::LLVMIntUGT => IntPredicate::Ugt,
        RawIntPredicate::LLVMIntUGE => IntPredicate::Uge,
        RawIntPredicate::LLVMIntULT => IntPredicate::Ult,
        RawIntPredicate::LLVMIntULE => IntPredicate::Ule,
        RawIntPredicate::LLVMIntSGT => IntPredicate::Sgt,
        RawIntPredicate::LLVMIntSGE => IntPredicate::Sge,
        RawIntPredicate::LLVMIntSLT => IntPredicate::Slt,
        RawIntPredicate::LLVMIntSLE => IntPredicate::Sle,
    }
}

fn float_predicate(raw: RawFloatPredicate) -> FloatPredicate {
    match raw {
        RawFloatPredicate::LLVMRealPredicateFalse => FloatPredicate::False,
        RawFloatPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
        RawFloatPredicate::LLVMRealOGT => FloatPredicate::Ogt,
        RawFloatPredicate::LLVMRealOGE => FloatPredicate::Oge,
        RawFloatPredicate::LLVMRealOLT => FloatPredicate::Olt,
        RawFloatPredicate::LLVMRealOLE => FloatPredicate::Ole,
        RawFloatPredicate::LLVMRealONE => FloatPredicate::One,
        RawFloatPredicate::LLVMRealORD => FloatPredicate::Ord,
        RawFloatPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
        RawFloatPredicate::LLVMRealUGT => FloatPredicate::Ugt,
        RawFloatPredicate::LLVMRealUGE => FloatPredicate::Uge,
        RawFloatPredicate::LLVMRealULT => FloatPredicate::Ult,
        RawFloatPredicate::LLVMRealULE => FloatPredicate::Ule,
        RawFloatPredicate::LLVMRealUNE => FloatPredicate::Une,
        RawFloatPredicate::LLVMRealUNO => FloatPredicate::Uno,
        RawFloatPredicate::LLVMRealPredicateTrue => FloatPredicate::True,
    }
}

fn atomic_op(raw: RmwOp) -> Option<AtomicOp> {
    Some(match raw {
        RmwOp::LLVMAtomicRMWBinOpXchg => AtomicOp::Exchange,
        RmwOp::LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
        RmwOp::LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
        RmwOp::LLVMAtomicRMWBinOpAnd => AtomicOp::And,
        RmwOp::LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
        RmwOp::LLVMAtomicRMWBinOpOr => AtomicOp::Or,
        RmwOp::LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
        RmwOp::LLVMAtomicRMWBinOpMax => AtomicOp::Max,
        RmwOp::LLVMAtomicRMWBinOpMin => AtomicOp::Min,
        RmwOp::LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
        RmwOp::LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
        RmwOp::LLVMAtomicRMWBinOpFAdd => AtomicOp::FloatAdd,
        RmwOp::LLVMAtomicRMWBinOpFSub => AtomicOp::FloatSub,
        RmwOp::LLVMAtomicRMWBinOpFMax => AtomicOp::FloatMax,
        RmwOp::LLVMAtomicRMWBinOpFMin => AtomicOp::FloatMin,
        RmwOp::LLVMAtomicRMWBinOpUIncWrap | RmwOp::LLVMAtomicRMWBinOpUDecWrap => return None,
    })
}
