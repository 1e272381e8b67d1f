//! Constants and operands.

use super::{Printer, Symbol};
use crate::{Const, ConstExpr, ConstId, FloatKind, Operand, Type, TypeId};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn operand(&mut self, operand: Operand) -> fmt::Result {
        match operand {
            Operand::Value(value) => write!(self.out, "{value}"),
            Operand::Const(constant) => self.constant_value(constant),
        }
    }

    /// An operand whose place does not tell its type.
    pub(super) fn typed_operand(&mut self, ty: TypeId, operand: Operand) -> fmt::Result {
        self.ty(ty)?;
        self.out.push(' ');
        self.operand(operand)
    }

    /// Without its type, which the place of use or the whole tells.
    pub(super) fn constant_value(&mut self, id: ConstId) -> fmt::Result {
        let program = self.program;
        match &program.constants[id] {
            Const::Int { ty, words } => self.int(program.types.get(*ty), words),
            Const::Float { ty, bits } => self.float(program.types.get(*ty), *bits),
            Const::Null { .. } => write!(self.out, "null"),
            Const::Zero { .. } => write!(self.out, "zero"),
            Const::Undef { .. } => write!(self.out, "undef"),
            Const::Bytes { bytes, .. } => write!(self.out, "c\"{}\"", bytes.escape_ascii()),
            Const::Image { bytes, places, .. } => {
                write!(self.out, "image(c\"{}\"", bytes.escape_ascii())?;
                for (at, place) in places {
                    write!(self.out, ", {at}: ")?;
                    let ty = self.program.constants[*place].ty();
                    self.typed_operand(ty, Operand::Const(*place))?;
                }
                self.out.push(')');
                Ok(())
            }
            Const::Global { global, .. } => self.symbol(Symbol::Global(*global)),
            Const::Function { function, .. } => self.symbol(Symbol::Function(*function)),
            Const::BlockAddress { function, block, .. } => {
                self.out.push_str("label(");
                self.symbol(Symbol::Function(*function))?;
                write!(self.out, ", {block})")
            }
            Const::Aggregate { elements, .. } => {
                self.out.push('{');
                for (index, &element) in elements.iter().enumerate() {
                    self.separator(index)?;
                    self.constant_value(element)?;
                }
                self.out.push('}');
                Ok(())
            }
            Const::Expr { expr, .. } => self.expression(expr),
        }
    }

    /// Small ones in decimal, as signed; wide ones in hexadecimal.
    fn int(&mut self, ty: &Type, words: &[u64]) -> fmt::Result {
        match (ty, words) {
            (Type::Int(bits), [word]) if *bits > 1 && *bits <= 64 => {
                let unused = 64 - bits;
                write!(self.out, "{}", ((word << unused) as i64) >> unused)
            }
            (_, [word]) => write!(self.out, "{word}"),
            _ => {
                let digits: String =
                    words.iter().rev().map(|word| format!("{word:016x}")).collect();
                let digits = digits.trim_start_matches('0');
                write!(self.out, "0x{}", if digits.is_empty() { "0" } else { digits })
            }
        }
    }

    /// Numbers of the common formats in decimal, which is exact; all else by its bits.
    fn float(&mut self, ty: &Type, bits: u128) -> fmt::Result {
        match ty {
            Type::Float(FloatKind::Single) if f32::from_bits(bits as u32).is_finite() => {
                write!(self.out, "{:?}", f32::from_bits(bits as u32))
            }
            Type::Float(FloatKind::Double) if f64::from_bits(bits as u64).is_finite() => {
                write!(self.out, "{:?}", f64::from_bits(bits as u64))
            }
            _ => write!(self.out, "0x{bits:x}"),
        }
    }

    fn expression(&mut self, expr: &ConstExpr) -> fmt::Result {
        let (name, parts) = match expr {
            ConstExpr::Offset { base, .. } => ("offset", vec![*base]),
            ConstExpr::Resize(inner) => ("resize", vec![*inner]),
            ConstExpr::Add(a, b) => ("add", vec![*a, *b]),
            ConstExpr::Sub(a, b) => ("sub", vec![*a, *b]),
            ConstExpr::Mul(a, b) => ("mul", vec![*a, *b]),
            ConstExpr::Xor(a, b) => ("xor", vec![*a, *b]),
            ConstExpr::Unsupported(what) => return write!(self.out, "unsupported({what:?})"),
        };
        write!(self.out, "{name}(")?;
        for (index, &part) in parts.iter().enumerate() {
            self.separator(index)?;
            self.typed_operand(self.program.constants[part].ty(), Operand::Const(part))?;
        }
        if let ConstExpr::Offset { bytes, .. } = expr {
            write!(self.out, ", {bytes}")?;
        }
        self.out.push(')');
        Ok(())
    }
}
