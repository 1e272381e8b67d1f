//! Instructions and terminators.

use super::{Printer, Symbol};
use crate::text::spelling::lower;
use crate::{
    Block, BlockId, CallArg, Callee, EdgeId, EdgeKind, Inst, Op, Operand, Terminator, TypeId,
};
use assay_base::Id;
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn inst(&mut self, inst: &Inst) -> fmt::Result {
        self.out.push_str("  ");
        if let Some(result) = inst.result {
            write!(self.out, "{result} = ")?;
        }
        self.op(inst)?;
        self.place(inst.place)?;
        self.out.push('\n');
        Ok(())
    }

    fn op(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.op {
            Op::Binary { op, a, b, no_signed_wrap, no_unsigned_wrap, wraps } => {
                write!(self.out, "{}", lower(op))?;
                self.out.push_str(if *no_signed_wrap { " nsw" } else { "" });
                self.out.push_str(if *no_unsigned_wrap { " nuw" } else { "" });
                self.out.push_str(if *wraps { " wraps" } else { "" });
                self.typed(inst.ty, &[*a, *b])
            }
            Op::FloatBinary { op, a, b } => {
                self.named(&format!("f{}", lower(op)), inst.ty, &[*a, *b])
            }
            Op::FloatNegate { a } => self.named("fneg", inst.ty, &[*a]),
            Op::Cast { op, a, from } => {
                self.named(&lower(op), *from, &[*a])?;
                self.out.push_str(" to ");
                self.ty(inst.ty)
            }
            Op::IntCompare { predicate, a, b, operand_type } => {
                self.named(&format!("icmp {}", lower(predicate)), *operand_type, &[*a, *b])
            }
            Op::FloatCompare { predicate, a, b, operand_type } => {
                self.named(&format!("fcmp {}", lower(predicate)), *operand_type, &[*a, *b])
            }
            Op::Select { condition, a, b, edges } => {
                self.out.push_str("select");
                self.with_type(*condition)?;
                self.out.push(',');
                self.typed(inst.ty, &[*a, *b])?;
                match edges {
                    Some(first) => self.edges(*first, 2),
                    None => Ok(()),
                }
            }
            Op::Freeze { a } => self.named("freeze", inst.ty, &[*a]),
            Op::Uninitialised { fill } => {
                self.named("uninitialised", inst.ty, &[Operand::Const(*fill)])
            }
            Op::Phi { incoming } => self.phi(inst.ty, incoming),
            Op::Call { callee, args } => self.call_op(inst.ty, callee, args),
            Op::Intrinsic { intrinsic, args } => {
                write!(self.out, "{intrinsic:?} ")?;
                self.ty(inst.ty)?;
                self.arguments(args.iter().map(|(value, ty)| (*value, *ty)))
            }
            Op::Mark { edges, count, index } => {
                write!(self.out, "mark")?;
                if let Some(index) = index {
                    self.with_type(*index)?;
                }
                self.edges(*edges, *count as usize)
            }
            Op::Fence => write!(self.out, "fence"),
            Op::Caught => write!(self.out, "caught"),
            Op::Unsupported { what } => {
                self.named("unsupported", inst.ty, &[])?;
                write!(self.out, " {what:?}")
            }
            _ => self.memory_or_aggregate(inst),
        }
    }

    fn memory_or_aggregate(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.op {
            Op::Alloca { element, count, align } => {
                self.named("alloca", *element, &[])?;
                self.and_type(*count)?;
                write!(self.out, ", align {align}")
            }
            Op::Load { address, align } => {
                self.named("load", inst.ty, &[*address])?;
                write!(self.out, ", align {align}")
            }
            Op::Store { address, value, value_type, align, is_fill } => {
                self.out.push_str(fill(*is_fill));
                self.named("store", *value_type, &[*value, *address])?;
                write!(self.out, ", align {align}")
            }
            Op::Address { base, offset, indices } => self.address(*base, *offset, indices),
            Op::MemoryCopy { to, from, size, may_overlap, is_fill } => {
                self.out.push_str(fill(*is_fill));
                self.out.push_str(if *may_overlap { "memmove" } else { "memcpy" });
                self.more(&[*to, *from])?;
                self.and_type(*size)
            }
            Op::MemorySet { to, byte, size, is_fill } => {
                self.out.push_str(fill(*is_fill));
                self.out.push_str("memset");
                self.more(&[*to, *byte])?;
                self.and_type(*size)
            }
            Op::ExtractValue { aggregate, aggregate_type, path } => {
                self.named("extractvalue", *aggregate_type, &[*aggregate])?;
                write!(self.out, " {path:?}")
            }
            Op::InsertValue { aggregate, value, value_type, path } => {
                self.named("insertvalue", inst.ty, &[*aggregate])?;
                self.out.push_str(", ");
                self.ty(*value_type)?;
                self.more(&[*value])?;
                write!(self.out, " {path:?}")
            }
            Op::ExtractElement { vector, vector_type, index } => {
                self.named("extractelement", *vector_type, &[*vector])?;
                self.and_type(*index)
            }
            Op::InsertElement { vector, value, index } => {
                self.named("insertelement", inst.ty, &[*vector, *value])?;
                self.and_type(*index)
            }
            Op::Shuffle { a, b, operand_type, mask } => {
                self.named("shuffle", *operand_type, &[*a, *b])?;
                let lanes = mask.iter().map(|lane| lane.map_or("_".to_string(), |l| l.to_string()));
                write!(self.out, " [{}]", lanes.collect::<Vec<_>>().join(", "))
            }
            Op::AtomicUpdate { op, address, value, value_type } => {
                self.named(&format!("atomic {}", lower(op)), *value_type, &[*address, *value])
            }
            Op::CompareExchange { address, expected, new, value_type } => {
                self.named("cmpxchg", *value_type, &[*address, *expected, *new])?;
                self.out.push_str(" to ");
                self.ty(inst.ty)
            }
            // All others are in `op`.
            other => write!(self.out, "{other:?}"),
        }
    }

    fn phi(&mut self, ty: TypeId, incoming: &[(BlockId, Operand)]) -> fmt::Result {
        self.out.push_str("phi ");
        self.ty(ty)?;
        for (index, (block, value)) in incoming.iter().enumerate() {
            self.out.push_str(if index > 0 { ", [" } else { " [" });
            self.operand(*value)?;
            write!(self.out, ", {block}]")?;
        }
        Ok(())
    }

    fn call_op(&mut self, ty: TypeId, callee: &Callee, args: &[CallArg]) -> fmt::Result {
        self.out.push_str("call ");
        self.ty(ty)?;
        match callee {
            Callee::Direct(id) => {
                self.out.push(' ');
                self.symbol(Symbol::Function(*id))?;
            }
            Callee::Indirect { address, .. } => {
                self.out.push_str(" *");
                self.operand(*address)?;
            }
        }
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            self.separator(index)?;
            self.ty(arg.ty)?;
            if let Some((ty, align)) = arg.byval {
                self.out.push_str(" byval ");
                self.ty(ty)?;
                write!(self.out, " align {align}")?;
            }
            self.more(&[arg.value])?;
        }
        self.out.push(')');
        let Callee::Indirect { targets: Some(targets), .. } = callee else { return Ok(()) };
        self.out.push_str(" of [");
        for (index, target) in targets.iter().enumerate() {
            self.separator(index)?;
            self.symbol(Symbol::Function(*target))?;
        }
        self.out.push(']');
        Ok(())
    }

    fn arguments(&mut self, args: impl Iterator<Item = (Operand, TypeId)>) -> fmt::Result {
        self.out.push('(');
        for (index, (value, ty)) in args.enumerate() {
            self.separator(index)?;
            self.typed_operand(ty, value)?;
        }
        self.out.push(')');
        Ok(())
    }

    fn address(
        &mut self,
        base: Operand,
        offset: i64,
        indices: &[(Operand, TypeId, u64)],
    ) -> fmt::Result {
        self.out.push_str("address ");
        self.operand(base)?;
        if offset != 0 {
            write!(self.out, " + {offset}")?;
        }
        for (index, ty, scale) in indices {
            self.out.push_str(" + ");
            self.typed_operand(*ty, *index)?;
            write!(self.out, " * {scale}")?;
        }
        Ok(())
    }

    pub(super) fn terminator(&mut self, block: &Block) -> fmt::Result {
        self.out.push_str("  ");
        match &block.terminator {
            Terminator::Return(None) => self.out.push_str("ret void"),
            Terminator::Return(Some(value)) => {
                self.out.push_str("ret ");
                self.operand(*value)?;
            }
            Terminator::Jump(to) => write!(self.out, "jump {to}")?,
            Terminator::Branch { condition, on_true, on_false, edges } => {
                self.out.push_str("br ");
                self.operand(*condition)?;
                write!(self.out, ", {on_true}, {on_false}")?;
                self.edges(*edges, 2)?;
            }
            Terminator::Switch { value, value_type, cases, default, edges } => {
                self.named("switch", *value_type, &[*value])?;
                for (case, to) in cases {
                    write!(self.out, ", {case} -> {to}")?;
                }
                write!(self.out, ", default -> {default}")?;
                self.edges(*edges, cases.len() + 1)?;
            }
            Terminator::IndirectJump { address, targets } => {
                self.out.push_str("indirectbr ");
                self.operand(*address)?;
                write!(self.out, " {targets:?}")?;
            }
            Terminator::Invoke { normal, unwind } => {
                write!(self.out, "invoke {normal} unwind {unwind}")?;
            }
            Terminator::Throw(value) => {
                self.out.push_str("throw ");
                self.operand(*value)?;
            }
            Terminator::Unreachable => self.out.push_str("unreachable"),
            Terminator::Unsupported { what } => write!(self.out, "unsupported {what:?}")?,
        }
        self.place(block.terminator_place)?;
        self.out.push('\n');
        Ok(())
    }

    /// A run of edges by its first and its last.
    fn edges(&mut self, first: EdgeId, count: usize) -> fmt::Result {
        match count {
            0 | 1 => write!(self.out, " [{first}]")?,
            _ => write!(self.out, " [{first}..{}]", EdgeId::new(first.index() + count - 1))?,
        }
        let edge = self.program.edges.get(first);
        let is_check = edge.is_some_and(|edge| edge.kind == EdgeKind::Check);
        self.out.push_str(if is_check { " check" } else { "" });
        Ok(())
    }

    fn named(&mut self, name: &str, ty: TypeId, operands: &[Operand]) -> fmt::Result {
        self.out.push_str(name);
        self.typed(ty, operands)
    }

    fn typed(&mut self, ty: TypeId, operands: &[Operand]) -> fmt::Result {
        self.out.push(' ');
        self.ty(ty)?;
        self.more(operands)
    }

    /// ` a, b`.
    fn more(&mut self, operands: &[Operand]) -> fmt::Result {
        for (index, operand) in operands.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { " " });
            self.operand(*operand)?;
        }
        Ok(())
    }

    /// `, type a`.
    fn and_type(&mut self, operand: Operand) -> fmt::Result {
        self.out.push(',');
        self.with_type(operand)
    }

    /// ` type a`.
    fn with_type(&mut self, operand: Operand) -> fmt::Result {
        let ty = match operand {
            Operand::Const(constant) => Some(self.program.constants[constant].ty()),
            Operand::Value(value) => self.values.and_then(|values| values.get(value).copied()),
        };
        self.out.push(' ');
        self.typed_operand(ty.unwrap_or(TypeId::new(0)), operand)
    }
}

fn fill(is_fill: bool) -> &'static str {
    if is_fill { "fill " } else { "" }
}
