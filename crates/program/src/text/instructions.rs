//! Instructions and terminators.

use super::Printer;
use crate::{Block, CallArg, Callee, EdgeId, Inst, Op, Operand, Terminator, TypeId};
use assay_base::Id;
use std::fmt::{self, Debug, Write};

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
            Op::Binary { op, a, b, no_signed_wrap, no_unsigned_wrap } => {
                write!(self.out, "{}", lower(op))?;
                self.out.push_str(if *no_signed_wrap { " nsw" } else { "" });
                self.out.push_str(if *no_unsigned_wrap { " nuw" } else { "" });
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
                self.named("select", inst.ty, &[*condition, *a, *b])?;
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
            Op::Count { counter, step } => {
                write!(self.out, "count c{counter}")?;
                match step {
                    Some(step) => self.more(&[*step]),
                    None => Ok(()),
                }
            }
            Op::Mark { edges, count, index } => {
                write!(self.out, "mark")?;
                if let Some(index) = index {
                    self.more(&[*index])?;
                }
                self.edges(*edges, *count as usize)
            }
            Op::Fence => write!(self.out, "fence"),
            Op::Unsupported { what } => write!(self.out, "unsupported {what:?}"),
            _ => self.memory_or_aggregate(inst),
        }
    }

    fn memory_or_aggregate(&mut self, inst: &Inst) -> fmt::Result {
        match &inst.op {
            Op::Alloca { element, count, align } => {
                self.named("alloca", *element, &[*count])?;
                write!(self.out, ", align {align}")
            }
            Op::Load { address, align } => {
                self.named("load", inst.ty, &[*address])?;
                write!(self.out, ", align {align}")
            }
            Op::Store { address, value, value_type, align, is_fill } => {
                self.named(fill("store", *is_fill), *value_type, &[*value, *address])?;
                write!(self.out, ", align {align}")
            }
            Op::Address { base, offset, indices } => self.address(*base, *offset, indices),
            Op::MemoryCopy { to, from, size, may_overlap, is_fill } => {
                let name = if *may_overlap { "memmove" } else { "memcpy" };
                self.out.push_str(fill(name, *is_fill));
                self.out.push_str(if *is_fill && *may_overlap { " memmove" } else { "" });
                self.more(&[*to, *from, *size])
            }
            Op::MemorySet { to, byte, size, is_fill } => {
                self.out.push_str(fill("memset", *is_fill));
                self.more(&[*to, *byte, *size])
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
                self.named("extractelement", *vector_type, &[*vector, *index])
            }
            Op::InsertElement { vector, value, index } => {
                self.named("insertelement", inst.ty, &[*vector, *value, *index])
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
                self.named("cmpxchg", *value_type, &[*address, *expected, *new])
            }
            // All others are in `op`.
            other => write!(self.out, "{other:?}"),
        }
    }

    fn phi(&mut self, ty: TypeId, incoming: &[(crate::BlockId, Operand)]) -> fmt::Result {
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
            Callee::Direct(id) => write!(self.out, " @{}", self.program.functions[*id].name)?,
            Callee::Indirect(operand) => {
                self.out.push_str(" *");
                self.operand(*operand)?;
            }
        }
        self.arguments(args.iter().map(|arg| (arg.value, arg.ty)))?;
        for (index, (ty, align)) in
            args.iter().enumerate().filter_map(|(index, arg)| Some((index, arg.byval?)))
        {
            write!(self.out, " byval({index}: ")?;
            self.ty(ty)?;
            write!(self.out, ", align {align})")?;
        }
        Ok(())
    }

    fn arguments(&mut self, args: impl Iterator<Item = (Operand, TypeId)>) -> fmt::Result {
        self.out.push('(');
        for (index, (value, ty)) in args.enumerate() {
            self.separator(index)?;
            self.ty(ty)?;
            self.out.push(' ');
            self.operand(value)?;
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
            self.ty(*ty)?;
            self.out.push(' ');
            self.operand(*index)?;
            write!(self.out, " * {scale}")?;
        }
        Ok(())
    }

    pub(super) fn terminator(&mut self, block: &Block) -> fmt::Result {
        self.out.push_str("  ");
        match &block.terminator {
            Terminator::Return(None) => self.out.push_str("ret"),
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
            Terminator::Unreachable => self.out.push_str("unreachable"),
            Terminator::Unsupported { what } => write!(self.out, "unsupported {what:?}")?,
        }
        self.place(block.terminator_place)?;
        self.out.push('\n');
        Ok(())
    }

    fn edges(&mut self, first: EdgeId, count: usize) -> fmt::Result {
        write!(self.out, " [{first}..{}]", EdgeId::new(first.index() + count - 1))
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
}

/// Names of variants are the names of the operations.
fn lower(name: &impl Debug) -> String {
    format!("{name:?}").to_lowercase()
}

fn fill(name: &'static str, is_fill: bool) -> &'static str {
    match (name, is_fill) {
        (_, false) => name,
        ("store", true) => "fill store",
        ("memset", true) => "fill memset",
        (_, true) => "fill memcpy",
    }
}
