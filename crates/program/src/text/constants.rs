//! Constants and operands.

use super::Printer;
use crate::{Const, ConstExpr, ConstId, Operand, Type};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn operand(&mut self, operand: Operand) -> fmt::Result {
        match operand {
            Operand::Value(value) => write!(self.out, "{value}"),
            Operand::Const(constant) => self.constant_value(constant),
        }
    }

    /// Without its type, which the place of use or the parts tell.
    pub(super) fn constant_value(&mut self, id: ConstId) -> fmt::Result {
        let program = self.program;
        match &program.constants[id] {
            Const::Int { ty, words } => self.int(program.types.get(*ty), words),
            Const::Float { bits, .. } => write!(self.out, "float 0x{bits:x}"),
            Const::Null { .. } => write!(self.out, "null"),
            Const::Zero { .. } => write!(self.out, "zero"),
            Const::Undef { .. } => write!(self.out, "undef"),
            Const::Bytes { bytes, .. } => write!(self.out, "c\"{}\"", bytes.escape_ascii()),
            Const::Global { global, .. } => {
                write!(self.out, "@{}", program.globals[*global].name)
            }
            Const::Function { function, .. } => {
                write!(self.out, "@{}", program.functions[*function].name)
            }
            Const::BlockAddress { function, block, .. } => {
                write!(self.out, "&@{}:{block}", program.functions[*function].name)
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
            Const::Expr { ty, expr } => {
                self.expression(expr)?;
                write!(self.out, " as ")?;
                self.ty(*ty)
            }
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

    fn expression(&mut self, expr: &ConstExpr) -> fmt::Result {
        match expr {
            ConstExpr::Offset { base, bytes } => {
                self.constant_value(*base)?;
                write!(self.out, " + {bytes}")
            }
            ConstExpr::Resize(inner) => self.call("resize", &[*inner]),
            ConstExpr::Add(a, b) => self.call("add", &[*a, *b]),
            ConstExpr::Sub(a, b) => self.call("sub", &[*a, *b]),
            ConstExpr::Mul(a, b) => self.call("mul", &[*a, *b]),
            ConstExpr::Xor(a, b) => self.call("xor", &[*a, *b]),
            ConstExpr::Unsupported(what) => write!(self.out, "unsupported({what})"),
        }
    }

    fn call(&mut self, name: &str, operands: &[ConstId]) -> fmt::Result {
        write!(self.out, "{name}(")?;
        for (index, &operand) in operands.iter().enumerate() {
            self.separator(index)?;
            self.constant_value(operand)?;
        }
        self.out.push(')');
        Ok(())
    }
}
