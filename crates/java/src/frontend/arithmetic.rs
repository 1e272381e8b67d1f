//! Numbers: what wraps, what is checked, and comparisons.

use super::method::Method;
use super::translator::Result;
use crate::classfile::{Arithmetic, Comparison, Instruction, Kind, Storage};
use assay_program::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, IntPredicate, Op, Operand};

impl Method<'_> {
    pub fn arithmetic(&mut self, op: Arithmetic, kind: Kind) -> Result<()> {
        let (b, a) = (self.pop()?, self.pop()?);
        let ty = self.body.types.of(kind);
        let value = match (float_op(op), kind) {
            (Some(op), Kind::Float | Kind::Double) => self.body.float_binary(op, a, b, ty),
            _ => {
                let b = self.second_operand(op, kind, b)?;
                self.body.binary(int_op(op), a, b, ty)
            }
        };
        self.push(value, kind);
        Ok(())
    }

    /// A divisor is no zero, and the count of a shift as wide as what is shifted.
    fn second_operand(&mut self, op: Arithmetic, kind: Kind, b: Operand) -> Result<Operand> {
        let types = self.body.types;
        match (op, kind) {
            (Arithmetic::Div | Arithmetic::Rem, _) => {
                if self.translator.model.known_int(b).is_none_or(|number| number == 0) {
                    let zero = self.translator.model.zero(kind);
                    let is_zero = self.body.compare(IntPredicate::Eq, b, zero, types.of(kind));
                    self.fail_if(is_zero, "division", "()Ljava/lang/Throwable;", &[])?;
                }
                Ok(b)
            }
            (Arithmetic::Shl | Arithmetic::Shr | Arithmetic::UShr, Kind::Long) => {
                Ok(match self.translator.model.known_int(b) {
                    Some(count) => self.translator.model.long((count & 63) as i64),
                    None => self.body.cast(CastOp::ZExt, b, types.int, types.long),
                })
            }
            _ => Ok(b),
        }
    }

    pub fn negate(&mut self, kind: Kind) -> Result<()> {
        let a = self.pop()?;
        let ty = self.body.types.of(kind);
        let value = match kind {
            Kind::Float | Kind::Double => self.body.push(Op::FloatNegate { a }, ty),
            _ => {
                let zero = self.translator.model.zero(kind);
                self.body.binary(BinaryOp::Sub, zero, a, ty)
            }
        };
        self.push(value, kind);
        Ok(())
    }

    pub fn convert(&mut self, from: Kind, to: Kind) -> Result<()> {
        let a = self.pop()?;
        let op = match (from, to) {
            (Kind::Int, Kind::Long) => CastOp::SExt,
            (Kind::Long, Kind::Int) => CastOp::Trunc,
            (Kind::Float, Kind::Double) => CastOp::FloatExt,
            (Kind::Double, Kind::Float) => CastOp::FloatTrunc,
            (Kind::Int | Kind::Long, _) => CastOp::SIntToFloat,
            _ => CastOp::FloatToSIntSat,
        };
        let types = self.body.types;
        let value = self.body.cast(op, a, types.of(from), types.of(to));
        self.push(value, to);
        Ok(())
    }

    pub fn narrow(&mut self, storage: Storage) -> Result<()> {
        let a = self.pop()?;
        let value =
            self.body.cast(CastOp::Trunc, a, self.body.types.int, self.body.types.stored(storage));
        let value = self.widen(value, storage);
        self.push(value, Kind::Int);
        Ok(())
    }

    /// What lies in memory as a value.
    pub fn widen(&mut self, value: Operand, storage: Storage) -> Operand {
        let types = self.body.types;
        let op = match storage {
            Storage::Byte | Storage::Short => CastOp::SExt,
            Storage::Boolean | Storage::Char => CastOp::ZExt,
            _ => return value,
        };
        self.body.cast(op, value, types.stored(storage), types.int)
    }

    /// A value as it lies in memory.
    pub fn trimmed(&mut self, value: Operand, storage: Storage) -> Operand {
        let types = self.body.types;
        match storage {
            Storage::Boolean | Storage::Byte | Storage::Short | Storage::Char => {
                self.body.cast(CastOp::Trunc, value, types.int, types.stored(storage))
            }
            _ => value,
        }
    }

    /// A comparison and the jump behind it are one.
    pub fn compare(&mut self, kind: Kind, unordered: i32) -> Result<()> {
        let (b, a) = (self.pop()?, self.pop()?);
        let next = self.code.instructions.get(self.at + 1);
        if let Some(&Instruction::IfZero(comparison, target)) = next
            && !self.flow.begins_block(self.at + 1)
        {
            let condition = self.condition(kind, unordered, comparison, a, b);
            self.at += 1;
            self.branch(condition, target);
            return Ok(());
        }
        let greater = self.condition(kind, unordered, Comparison::Gt, a, b);
        let less = self.condition(kind, unordered, Comparison::Lt, a, b);
        let types = self.body.types;
        let greater = self.body.cast(CastOp::ZExt, greater, types.bit, types.int);
        let less = self.body.cast(CastOp::ZExt, less, types.bit, types.int);
        let value = self.body.binary(BinaryOp::Sub, greater, less, types.int);
        self.push(value, Kind::Int);
        Ok(())
    }

    /// Whether the result of a comparison compares so with 0.
    fn condition(
        &mut self,
        kind: Kind,
        unordered: i32,
        comparison: Comparison,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let ty = self.body.types.of(kind);
        match kind {
            Kind::Float | Kind::Double => {
                self.body.compare_floats(float_predicate(comparison, unordered), a, b, ty)
            }
            _ => self.body.compare(super::instructions::int_predicate(comparison), a, b, ty),
        }
    }
}

/// What is no number counts as greater (1) or less (-1).
fn float_predicate(comparison: Comparison, unordered: i32) -> FloatPredicate {
    match (comparison, unordered > 0) {
        (Comparison::Eq, _) => FloatPredicate::Oeq,
        (Comparison::Ne, _) => FloatPredicate::Une,
        (Comparison::Lt, true) => FloatPredicate::Olt,
        (Comparison::Lt, false) => FloatPredicate::Ult,
        (Comparison::Le, true) => FloatPredicate::Ole,
        (Comparison::Le, false) => FloatPredicate::Ule,
        (Comparison::Gt, true) => FloatPredicate::Ugt,
        (Comparison::Gt, false) => FloatPredicate::Ogt,
        (Comparison::Ge, true) => FloatPredicate::Uge,
        (Comparison::Ge, false) => FloatPredicate::Oge,
    }
}

fn float_op(op: Arithmetic) -> Option<FloatBinaryOp> {
    Some(match op {
        Arithmetic::Add => FloatBinaryOp::Add,
        Arithmetic::Sub => FloatBinaryOp::Sub,
        Arithmetic::Mul => FloatBinaryOp::Mul,
        Arithmetic::Div => FloatBinaryOp::Div,
        Arithmetic::Rem => FloatBinaryOp::Rem,
        _ => return None,
    })
}

fn int_op(op: Arithmetic) -> BinaryOp {
    match op {
        Arithmetic::Add => BinaryOp::Add,
        Arithmetic::Sub => BinaryOp::Sub,
        Arithmetic::Mul => BinaryOp::Mul,
        Arithmetic::Div => BinaryOp::SDiv,
        Arithmetic::Rem => BinaryOp::SRem,
        Arithmetic::Shl => BinaryOp::Shl,
        Arithmetic::Shr => BinaryOp::AShr,
        Arithmetic::UShr => BinaryOp::LShr,
        Arithmetic::And => BinaryOp::And,
        Arithmetic::Or => BinaryOp::Or,
        Arithmetic::Xor => BinaryOp::Xor,
    }
}
