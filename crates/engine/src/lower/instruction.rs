//! Instructions, group by group.

use super::control::compare;
use super::function::FunctionLowering;
use super::leaves::{self, Unsupported};
use crate::code::{
    AllocaLayout, Arg, CallArg, CallSite, Compare, Edge, FloatOp, Inst, IntrinsicSite, LeafKind,
    Passing, RepackSite, Slot, Special, Target,
};
use crate::failures::asked;
use assay_base::Id;
use assay_program::outside::OutsideCall;
use assay_program::{
    BinaryOp, BlockId, Callee, CastOp, EdgeId, FloatBinaryOp, FloatKind, FuncId, Inst as ModelInst,
    IntPredicate, Intrinsic, Op, Operand, Type, TypeId, TypeTable, ValueId,
};
use std::sync::Arc;

type Lowered = Result<(), Unsupported>;

impl FunctionLowering<'_> {
    pub fn instruction(&mut self, inst: &ModelInst, block: BlockId) -> Lowered {
        match &inst.op {
            // Phis are moves on the edges; counters are for the native run.
            Op::Phi { .. } | Op::Fence => Ok(()),
            Op::Mark { edges, count, index } => self.mark(*edges, *count, *index),
            Op::Unsupported { what } => Err(Unsupported(what.clone())),
            Op::Store { address, value, value_type, is_fill, .. } => {
                self.store(*address, *value, *value_type, *is_fill)
            }
            Op::MemoryCopy { to, from, size, is_fill, .. } => {
                let (to, from) = (self.slot(*to)?, self.slot(*from)?);
                let size = self.size_slot(*size)?;
                self.emit(Inst::Copy { fill: *is_fill, to, from, size });
                Ok(())
            }
            Op::MemorySet { to, byte, size, is_fill } => {
                let (to, byte) = (self.slot(*to)?, self.slot(*byte)?);
                let size = self.size_slot(*size)?;
                self.emit(Inst::Set { fill: *is_fill, to, byte, size });
                Ok(())
            }
            Op::Call { callee, args } => self.call(inst, callee, args),
            Op::Intrinsic { intrinsic, args } => self.intrinsic(inst, *intrinsic, args),
            _ => match inst.result {
                Some(result) => self.valued(inst, result, block),
                None => Ok(()),
            },
        }
    }

    /// Instructions that do nothing but compute a value.
    fn valued(&mut self, inst: &ModelInst, result: ValueId, block: BlockId) -> Lowered {
        let d = self.value_args(result, inst.ty)?;
        match &inst.op {
            Op::Binary { op, a, b, wraps: true, .. } => self.wrapping(*op, &d, *a, *b),
            Op::Binary { op, a, b, no_signed_wrap, .. } => {
                self.watch_difference(*op, *a, *b);
                self.binary(*op, &d, *a, *b, *no_signed_wrap)
            }
            Op::FloatBinary { op, a, b } => self.float_binary(*op, &d, *a, *b),
            Op::FloatNegate { a } => {
                let a = self.args(*a, inst.ty)?;
                self.for_lanes(&d, &a, |d, a| {
                    Ok(Inst::FloatNegate { format: format_of(d)?, d: d.slot, a: a.slot })
                })
            }
            Op::Cast { op, a, from } => {
                if *op == CastOp::PtrToInt && self.relates_pointers() {
                    let pointer = self.slot(*a)?;
                    self.numbers.insert(result, pointer);
                }
                self.cast(*op, &d, *a, *from)?;
                if *op == CastOp::IntToPtr && self.relates_pointers() {
                    d.iter().for_each(|d| self.emit(Inst::NumberToPointer { a: d.slot }));
                }
                Ok(())
            }
            Op::IntCompare { predicate, a, b, operand_type } => {
                if self.fused.contains_key(&result) {
                    return Ok(());
                }
                self.int_compare(*predicate, &d, *a, *b, *operand_type)
            }
            Op::FloatCompare { predicate, a, b, operand_type } => {
                let (a, b) = (self.args(*a, *operand_type)?, self.args(*b, *operand_type)?);
                for ((d, a), b) in d.iter().zip(a).zip(b) {
                    let format = format_of(&a)?;
                    let predicate = *predicate;
                    self.emit(Inst::FloatCompare {
                        predicate,
                        format,
                        d: d.slot,
                        a: a.slot,
                        b: b.slot,
                    });
                }
                Ok(())
            }
            Op::Select { condition, a, b, edges } => {
                let (a, b) = (self.args(*a, inst.ty)?, self.args(*b, inst.ty)?);
                match edges {
                    Some(edges) => self.branching_select(*condition, *edges, &d, &a, &b),
                    None => self.select(*condition, &d, &a, &b),
                }
            }
            Op::Freeze { a } => {
                let a = self.args(*a, inst.ty)?;
                self.move_args(&d, &a);
                Ok(())
            }
            Op::Caught => {
                self.emit(Inst::Caught { d: d[0].slot });
                Ok(())
            }
            Op::Uninitialised { fill } => {
                let a = self.args(Operand::Const(*fill), inst.ty)?;
                self.for_lanes(&d, &a, |d, a| {
                    Ok(Inst::Uninitialised { w: d.leaf.bits as u8, d: d.slot, a: a.slot })
                })
            }
            Op::Alloca { element, count, align } => {
                self.alloca(&d, *element, *count, *align, block)
            }
            Op::Load { address, .. } => self.load(&d, *address),
            Op::Address { base, offset, indices } => self.address(&d, *base, *offset, indices),
            Op::ExtractValue { aggregate, aggregate_type, path } => {
                let all = self.args(*aggregate, *aggregate_type)?;
                let first = leaves::leaf_index(self.program, *aggregate_type, path)?;
                self.move_args(&d, &all[first..first + d.len()]);
                Ok(())
            }
            Op::InsertValue { aggregate, value, value_type, path } => {
                let mut all = self.args(*aggregate, inst.ty)?;
                let new = self.args(*value, *value_type)?;
                let first = leaves::leaf_index(self.program, inst.ty, path)?;
                all[first..first + new.len()].copy_from_slice(&new);
                self.move_args(&d, &all);
                Ok(())
            }
            Op::ExtractElement { vector, vector_type, index } => {
                self.extract_element(&d, *vector, *vector_type, *index)
            }
            Op::InsertElement { vector, value, index } => {
                self.insert_element(&d, inst.ty, *vector, *value, *index)
            }
            Op::Shuffle { a, b, operand_type, mask } => {
                let mut lanes = self.args(*a, *operand_type)?;
                lanes.extend(self.args(*b, *operand_type)?);
                let zero = lanes.first().copied();
                let chosen: Vec<Arg> = mask
                    .iter()
                    .filter_map(|lane| lane.map_or(zero, |lane| lanes.get(lane as usize).copied()))
                    .collect();
                if chosen.len() != d.len() {
                    return Err(Unsupported("a shuffle of unknown lanes".into()));
                }
                self.move_args(&d, &chosen);
                Ok(())
            }
            Op::AtomicUpdate { op, address, value, value_type } => {
                let w = self.leaf(*value_type)?.bits as u8;
                let (a, v) = (self.slot(*address)?, self.slot(*value)?);
                self.emit(Inst::Atomic { op: *op, w, d: d[0].slot, a, v });
                Ok(())
            }
            Op::CompareExchange { address, expected, new, value_type } => {
                let mut args = vec![self.scalar_arg(*address)?];
                args.extend(self.args(*expected, *value_type)?);
                args.extend(self.args(*new, *value_type)?);
                self.special(Special::CompareExchange, args, d);
                Ok(())
            }
            other => Err(Unsupported(format!("the instruction {other:?}"))),
        }
    }

    fn scalar_arg(&mut self, operand: Operand) -> Result<Arg, Unsupported> {
        let ty = self.type_of(operand);
        let leaf = self.leaf(ty)?;
        Ok(Arg { slot: self.slot(operand)?, leaf })
    }

    fn special(&mut self, intrinsic: Special, args: Vec<Arg>, result: Vec<Arg>) {
        let site = self.code.intrinsics.len() as u32;
        self.code.intrinsics.push(IntrinsicSite { intrinsic, args, result });
        self.emit(Inst::Intrinsic { site });
    }

    fn for_lanes(
        &mut self,
        d: &[Arg],
        a: &[Arg],
        make: impl Fn(&Arg, &Arg) -> Result<Inst, Unsupported>,
    ) -> Lowered {
        for (d, a) in d.iter().zip(a) {
            let inst = make(d, a)?;
            self.emit(inst);
        }
        Ok(())
    }

    fn move_args(&mut self, d: &[Arg], a: &[Arg]) {
        for (d, a) in d.iter().zip(a) {
            self.move_leaf(d.slot, a.slot, d.leaf.slots());
        }
    }

    fn binary(&mut self, op: BinaryOp, d: &[Arg], a: Operand, b: Operand, nsw: bool) -> Lowered {
        let ty = self.type_of(a);
        let (a, b) = (self.args(a, ty)?, self.args(b, ty)?);
        for ((d, a), b) in d.iter().zip(a).zip(b) {
            let w = d.leaf.bits as u8;
            let can_overflow = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
            if self.options.check_overflow && nsw && can_overflow {
                self.emit(Inst::CheckOverflow { op, w, a: a.slot, b: b.slot });
            }
            self.emit(binary_inst(op, w, d.slot, a.slot, b.slot));
        }
        Ok(())
    }

    /// Defined for all operands but a divisor of zero.
    fn wrapping(&mut self, op: BinaryOp, d: &[Arg], a: Operand, b: Operand) -> Lowered {
        let ty = self.type_of(a);
        let amount = self.constant_value(b);
        let (a, b) = (self.args(a, ty)?, self.args(b, ty)?);
        for ((d, a), b) in d.iter().zip(a).zip(b) {
            let w = d.leaf.bits as u8;
            let (d, a, mut b) = (d.slot, a.slot, b.slot);
            match op {
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr
                    if amount.is_some_and(|amount| amount < u64::from(w)) =>
                {
                    self.emit(binary_inst(op, w, d, a, b));
                }
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if w <= 64 => {
                    let (amount, mask) = (self.new_slots(1), self.constant(u64::from(w) - 1));
                    self.emit(Inst::And { w, d: amount, a: b, b: mask });
                    b = amount;
                    self.emit(binary_inst(op, w, d, a, b));
                }
                BinaryOp::SDiv | BinaryOp::SRem => {
                    self.emit(Inst::Divide { op, wraps: true, w, d, a, b });
                }
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                    return Err(Unsupported(format!("a wrapping shift of {w} bits")));
                }
                _ => self.emit(binary_inst(op, w, d, a, b)),
            }
        }
        Ok(())
    }

    fn float_binary(&mut self, op: FloatBinaryOp, d: &[Arg], a: Operand, b: Operand) -> Lowered {
        let ty = self.type_of(a);
        let (a, b) = (self.args(a, ty)?, self.args(b, ty)?);
        let op = match op {
            FloatBinaryOp::Add => FloatOp::Add,
            FloatBinaryOp::Sub => FloatOp::Sub,
            FloatBinaryOp::Mul => FloatOp::Mul,
            FloatBinaryOp::Div => FloatOp::Div,
            FloatBinaryOp::Rem => FloatOp::Rem,
        };
        for ((d, a), b) in d.iter().zip(a).zip(b) {
            let format = format_of(d)?;
            self.emit(Inst::FloatBinary { op, format, d: d.slot, a: a.slot, b: b.slot });
        }
        Ok(())
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        d: &[Arg],
        a: Operand,
        b: Operand,
        ty: TypeId,
    ) -> Lowered {
        let (a, b) = (self.args(a, ty)?, self.args(b, ty)?);
        let (op, swap) = compare(predicate);
        for ((d, a), b) in d.iter().zip(a).zip(b) {
            let w = a.leaf.bits as u8;
            self.watch_comparison(predicate, ty, a.slot, b.slot);
            let (a, b) = if swap { (b.slot, a.slot) } else { (a.slot, b.slot) };
            self.emit(compare_inst(op, w, d.slot, a, b));
        }
        Ok(())
    }

    /// Whether what this function does with addresses is of interest.
    fn watches_addresses(&self) -> bool {
        self.options.watch_addresses && !self.program.functions[self.id].is_model
    }

    /// Goes before a comparison, if it is one of pointers.
    pub(super) fn watch_comparison(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        a: Slot,
        b: Slot,
    ) {
        if !matches!(self.program.types.get(ty), Type::Pointer) {
            return;
        }
        let by_order = !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        if by_order && self.relates_pointers() {
            self.emit(Inst::RelatePointers { a, b });
        }
        if self.watches_addresses() {
            self.emit(Inst::CompareAddresses { a, b, by_order });
        }
    }

    fn relates_pointers(&self) -> bool {
        self.options.relate_pointers && !self.program.functions[self.id].is_model
    }

    /// Goes before a difference, if it is one of pointers.
    fn watch_difference(&mut self, op: BinaryOp, a: Operand, b: Operand) {
        let (Operand::Value(a), Operand::Value(b)) = (a, b) else { return };
        if op == BinaryOp::Sub
            && let (Some(&a), Some(&b)) = (self.numbers.get(&a), self.numbers.get(&b))
        {
            self.emit(Inst::RelatePointers { a, b });
        }
    }

    /// The pointer as a number, which is then cast as the others are.
    fn exposed(&mut self, d: &[Arg], a: Vec<Arg>) -> Vec<Arg> {
        let expose = |(d, a): (&Arg, Arg)| {
            self.emit(Inst::Expose { d: d.slot, a: a.slot });
            Arg { slot: d.slot, ..a }
        };
        d.iter().zip(a).map(expose).collect()
    }

    fn cast(&mut self, op: CastOp, d: &[Arg], a: Operand, from: TypeId) -> Lowered {
        let mut a = self.args(a, from)?;
        if op == CastOp::PtrToInt && self.watches_addresses() {
            a = self.exposed(d, a);
        }
        if op == CastOp::Bitcast && (d.len() != a.len() || d.len() > 1) {
            let site = self.code.repacks.len() as u32;
            self.code.repacks.push(RepackSite { from: a, to: d.to_vec() });
            self.emit(Inst::Repack { site });
            return Ok(());
        }
        self.for_lanes(d, &a, |d, a| cast_inst(op, d, a))
    }

    fn select(&mut self, condition: Operand, d: &[Arg], a: &[Arg], b: &[Arg]) -> Lowered {
        let ty = self.type_of(condition);
        let conditions = self.args(condition, ty)?;
        for (i, ((d, a), b)) in d.iter().zip(a).zip(b).enumerate() {
            let c = conditions.get(i).unwrap_or(&conditions[0]).slot;
            self.emit(Inst::Select { w: d.leaf.bits as u8, d: d.slot, c, a: a.slot, b: b.slot });
        }
        Ok(())
    }

    fn mark(&mut self, edges: EdgeId, count: u32, index: Option<Operand>) -> Lowered {
        let edge = edges.index() as Edge;
        let inst = match index {
            Some(index) => Inst::MarkAt { a: self.slot(index)?, edge, count },
            None => Inst::Mark { edge },
        };
        self.emit(inst);
        Ok(())
    }

    /// A ternary of the source stays a branch: two short arms that meet again.
    fn branching_select(
        &mut self,
        condition: Operand,
        edges: EdgeId,
        d: &[Arg],
        a: &[Arg],
        b: &[Arg],
    ) -> Lowered {
        let c = self.slot(condition)?;
        let edge = edges.index() as Edge;
        self.emit(Inst::Branch { c, edge });
        self.code.targets[edge as usize] = self.pc();
        self.move_args(d, a);
        let jump = self.pc();
        self.emit(Inst::Jump { to: 0 });
        self.code.targets[edge as usize + 1] = self.pc();
        self.move_args(d, b);
        let to = self.pc();
        self.code.insts[jump as usize] = Inst::Jump { to };
        Ok(())
    }

    fn alloca(
        &mut self,
        d: &[Arg],
        element: TypeId,
        count: Operand,
        align: u64,
        block: BlockId,
    ) -> Lowered {
        let element_size = self.program.types.layout(element).alloc_size;
        if block.index() == 0
            && let Some(count) = self.constant_value(count)
        {
            let size = element_size.saturating_mul(count);
            let offset = u32::try_from(size)
                .ok()
                .map(|_| self.new_local(size, align))
                .and_then(|offset| u32::try_from(offset).ok())
                .ok_or(Unsupported("a local of more than 4 GiB".into()))?;
            self.emit(Inst::Local { d: d[0].slot, offset });
            return Ok(());
        }
        let count = self.scalar_arg(count)?;
        let layout = self.code.allocas.len() as u32;
        let count_width = count.leaf.bits as u8;
        self.code.allocas.push(AllocaLayout { element_size, align, count_width });
        self.emit(Inst::Alloca { d: d[0].slot, count: count.slot, layout });
        Ok(())
    }

    /// `address + offset` in a slot.
    fn offset_slot(&mut self, address: Slot, offset: u64) -> Slot {
        if offset == 0 {
            return address;
        }
        let (d, b) = (self.new_slots(1), self.constant(offset));
        self.emit(Inst::Add { w: self.code.pointer_bits, d, a: address, b });
        d
    }

    fn load(&mut self, d: &[Arg], address: Operand) -> Lowered {
        let address = self.slot(address)?;
        for arg in d {
            let a = self.offset_slot(address, arg.leaf.offset);
            let d = arg.slot;
            let access = match arg.leaf.bits {
                8 => Inst::Load8 { d, a },
                16 => Inst::Load16 { d, a },
                32 => Inst::Load32 { d, a },
                64 => Inst::Load64 { d, a },
                bits => Inst::LoadOdd { w: bits as u8, d, a },
            };
            self.emit_access(access, a);
        }
        Ok(())
    }

    fn store(&mut self, address: Operand, value: Operand, ty: TypeId, fill: bool) -> Lowered {
        let address = self.slot(address)?;
        for arg in self.args(value, ty)? {
            let a = self.offset_slot(address, arg.leaf.offset);
            let v = arg.slot;
            let access = match arg.leaf.bits {
                bits if fill => Inst::StoreFill { w: bits as u8, a, v },
                8 => Inst::Store8 { a, v },
                16 => Inst::Store16 { a, v },
                32 => Inst::Store32 { a, v },
                64 => Inst::Store64 { a, v },
                bits => Inst::StoreOdd { w: bits as u8, a, v },
            };
            self.emit_access(access, a);
        }
        Ok(())
    }

    fn address(
        &mut self,
        d: &[Arg],
        base: Operand,
        offset: i64,
        indices: &[(Operand, TypeId, u64)],
    ) -> Lowered {
        let [d] = d else { return Err(Unsupported("a vector of addresses".into())) };
        let w = self.code.pointer_bits;
        let mask = u64::MAX >> (64 - u32::from(w));
        let mut at = self.slot(base)?;
        if let [(index, ty, scale)] = indices
            && let (Ok(offset), Ok(scale)) = (u8::try_from(offset), u8::try_from(*scale))
            && let w @ ..=64 = self.leaf(*ty)?.bits
        {
            let (w, index) = (w as u8, self.slot(*index)?);
            self.emit(Inst::IndexAt { w, scale, offset, d: d.slot, base: at, index });
            return Ok(());
        }
        let steps = indices.len() + usize::from(offset != 0);
        let mut left = steps;
        let mut next_target = |this: &mut Self| {
            left -= 1;
            if left == 0 { d.slot } else { this.new_slots(1) }
        };
        if offset != 0 {
            let (to, b) = (next_target(self), self.constant(offset as u64 & mask));
            self.emit(Inst::Add { w, d: to, a: at, b });
            at = to;
        }
        for (index, ty, scale) in indices {
            let bits = self.leaf(*ty)?.bits;
            if bits > 64 {
                return Err(Unsupported(format!("an index of {bits} bits (at most 64)")));
            }
            let index = self.slot(*index)?;
            let scale = u32::try_from(*scale)
                .map_err(|_| Unsupported("elements of more than 4 GiB".into()))?;
            let to = next_target(self);
            self.emit(Inst::Index { w: bits as u8, d: to, base: at, index, scale });
            at = to;
        }
        if steps == 0 {
            self.emit(Inst::Move { d: d.slot, a: at });
        }
        Ok(())
    }

    /// The slot of a byte count, which must be at most as wide as a pointer.
    fn size_slot(&mut self, size: Operand) -> Result<Slot, Unsupported> {
        self.slot(size)
    }

    fn extract_element(
        &mut self,
        d: &[Arg],
        vector: Operand,
        vector_type: TypeId,
        index: Operand,
    ) -> Lowered {
        let lanes = self.args(vector, vector_type)?;
        if let Some(lane) = self.constant_value(index) {
            let lane = lanes.get(lane as usize).copied().unwrap_or(lanes[0]);
            self.move_args(d, &[lane]);
            return Ok(());
        }
        let index = self.scalar_arg(index)?;
        self.move_args(d, &lanes[..1]);
        for (i, lane) in lanes.iter().enumerate().skip(1) {
            let c = self.lane_test(index, i);
            let (w, d) = (d[0].leaf.bits as u8, d[0].slot);
            self.emit(Inst::Select { w, d, c, a: lane.slot, b: d });
        }
        Ok(())
    }

    fn insert_element(
        &mut self,
        d: &[Arg],
        ty: TypeId,
        vector: Operand,
        value: Operand,
        index: Operand,
    ) -> Lowered {
        let mut lanes = self.args(vector, ty)?;
        let value = self.scalar_arg(value)?;
        if let Some(lane) = self.constant_value(index) {
            if let Some(lane) = lanes.get_mut(lane as usize) {
                lane.slot = value.slot;
            }
            self.move_args(d, &lanes);
            return Ok(());
        }
        let index = self.scalar_arg(index)?;
        for (i, (d, lane)) in d.iter().zip(&lanes).enumerate() {
            let c = self.lane_test(index, i);
            let w = d.leaf.bits as u8;
            self.emit(Inst::Select { w, d: d.slot, c, a: value.slot, b: lane.slot });
        }
        Ok(())
    }

    /// A slot that is 1 when the index is this lane.
    fn lane_test(&mut self, index: Arg, lane: usize) -> Slot {
        let (c, b) = (self.new_slots(1), self.constant(lane as u64));
        self.emit(Inst::Eq { w: index.leaf.bits as u8, d: c, a: index.slot, b });
        c
    }

    fn intrinsic(
        &mut self,
        inst: &ModelInst,
        intrinsic: Intrinsic,
        operands: &[(Operand, TypeId)],
    ) -> Lowered {
        let result = match inst.result {
            Some(result) => self.value_args(result, inst.ty)?,
            None => Vec::new(),
        };
        if intrinsic == Intrinsic::Identity {
            let (operand, ty) = operands[0];
            let a = self.args(operand, ty)?;
            self.move_args(&result, &a);
            return Ok(());
        }
        let mut args = Vec::new();
        for (operand, ty) in operands {
            args.push(self.args(*operand, *ty)?);
        }
        if intrinsic == Intrinsic::FloatMulAdd {
            return self.multiply_add(&result, &args);
        }
        let is_vector = matches!(self.program.types.get(inst.ty), Type::Vector { .. });
        let has_meeting_lanes = intrinsic.is_sse();
        if is_vector && !has_meeting_lanes {
            // One lane at a time; scalar arguments (flags, exponents) serve all lanes.
            for (i, d) in result.iter().enumerate() {
                let lane = args.iter().map(|arg| *arg.get(i).unwrap_or(&arg[0])).collect();
                self.special(Special::Llvm(intrinsic), lane, vec![*d]);
            }
            return Ok(());
        }
        let flat = args.into_iter().flatten().collect();
        self.special(Special::Llvm(intrinsic), flat, result);
        Ok(())
    }

    /// `a * b + c` with two roundings: at -O0, x86 has no fused instruction.
    fn multiply_add(&mut self, result: &[Arg], args: &[Vec<Arg>]) -> Lowered {
        let [a, b, c] = args else {
            return Err(Unsupported("a multiply-add without three operands".into()));
        };
        for (i, d) in result.iter().enumerate() {
            let format = format_of(d)?;
            let product = self.new_slots(d.leaf.slots());
            let (a, b, c) = (a[i].slot, b[i].slot, c[i].slot);
            self.emit(Inst::FloatBinary { op: FloatOp::Mul, format, d: product, a, b });
            self.emit(Inst::FloatBinary { op: FloatOp::Add, format, d: d.slot, a: product, b: c });
        }
        Ok(())
    }

    fn call(
        &mut self,
        inst: &ModelInst,
        callee: &Callee,
        args: &[assay_program::CallArg],
    ) -> Lowered {
        let mut call_args = Vec::new();
        for arg in args {
            let layout = match arg.byval {
                Some((ty, _)) => self.program.types.layout(ty),
                None => self.program.types.layout(arg.ty),
            };
            call_args.push(CallArg {
                leaves: self.args(arg.value, arg.ty)?,
                byval: arg.byval.map(|(_, align)| (layout.alloc_size, align)),
                passing: passing(&self.program.types, arg),
                is_vector: matches!(self.program.types.get(arg.ty), Type::Vector { .. }),
                size: layout.alloc_size,
                align: arg.byval.map_or(layout.align, |(_, align)| align),
            });
        }
        let result = match inst.result {
            Some(result) => self.value_args(result, inst.ty)?,
            None => Vec::new(),
        };
        let target = match callee {
            Callee::Direct(function) => super::target(self.program, *function),
            Callee::Indirect { .. } => Target::Indirect,
        };
        let outside = match callee {
            Callee::Direct(function) => self.asked_by_program(*function),
            Callee::Indirect { .. } => None,
        };
        let site = self.code.calls.len() as u32;
        if let Target::Stub(_) = target {
            self.code.stubs.push(site);
        }
        self.code.calls.push(CallSite {
            callee: target,
            outside,
            is_result_used: inst.result.is_some_and(|result| self.is_used(result)),
            has_copies: call_args.iter().any(|arg| arg.byval.is_some()),
            plain: call_args.iter().map(plain_slot).collect(),
            args: call_args,
            // A callee may return what the caller does not expect.
            result: result.first().map_or(Slot::MAX, |arg| arg.slot),
            result_leaves: result.iter().map(|arg| arg.leaf).collect(),
        });
        match callee {
            Callee::Direct(_) => self.emit(Inst::Call { site }),
            Callee::Indirect { address, .. } => {
                let a = self.slot(*address)?;
                self.emit(Inst::CallIndirect { a, site });
            }
        }
        Ok(())
    }
}

/// The slot of an argument that takes one.
fn plain_slot(arg: &CallArg) -> Option<Slot> {
    match arg.leaves[..] {
        [leaf] if leaf.leaf.slots() == 1 && arg.byval.is_none() => Some(leaf.slot),
        _ => None,
    }
}

impl FunctionLowering<'_> {
    /// The function that a call of the program asks, if that asks the outside world; the library's
    /// own calls do not count.
    fn asked_by_program(&mut self, function: FuncId) -> Option<Arc<OutsideCall>> {
        if self.program.functions[self.id].is_model {
            return None;
        }
        self.code.mentions_error_number |= self.program.platform.error_place == Some(function);
        asked(self.program, function)
    }
}

fn format_of(arg: &Arg) -> Result<crate::code::Format, Unsupported> {
    match arg.leaf.kind {
        LeafKind::Float(format) => Ok(format),
        _ => Err(Unsupported("a float operation on an integer".into())),
    }
}

fn binary_inst(op: BinaryOp, w: u8, d: Slot, a: Slot, b: Slot) -> Inst {
    if w > 64 {
        return Inst::WideBinary { op, w, d, a, b };
    }
    match op {
        BinaryOp::Add => Inst::Add { w, d, a, b },
        BinaryOp::Sub => Inst::Sub { w, d, a, b },
        BinaryOp::Mul => Inst::Mul { w, d, a, b },
        BinaryOp::And => Inst::And { w, d, a, b },
        BinaryOp::Or => Inst::Or { w, d, a, b },
        BinaryOp::Xor => Inst::Xor { w, d, a, b },
        BinaryOp::Shl => Inst::Shl { w, d, a, b },
        BinaryOp::LShr => Inst::LShr { w, d, a, b },
        BinaryOp::AShr => Inst::AShr { w, d, a, b },
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
            Inst::Divide { op, wraps: false, w, d, a, b }
        }
    }
}

fn compare_inst(op: Compare, w: u8, d: Slot, a: Slot, b: Slot) -> Inst {
    if w > 64 {
        return Inst::WideCompare { op, w, d, a, b };
    }
    match op {
        Compare::Eq => Inst::Eq { w, d, a, b },
        Compare::Ne => Inst::Ne { w, d, a, b },
        Compare::Ult => Inst::Ult { w, d, a, b },
        Compare::Ule => Inst::Ule { w, d, a, b },
        Compare::Slt => Inst::Slt { w, d, a, b },
        Compare::Sle => Inst::Sle { w, d, a, b },
    }
}

/// A cast of one scalar.
fn cast_inst(op: CastOp, d: &Arg, a: &Arg) -> Result<Inst, Unsupported> {
    let (from, to) = (a.leaf.bits as u8, d.leaf.bits as u8);
    let (d_slot, a_slot) = (d.slot, a.slot);
    let is_wide = from > 64 || to > 64;
    Ok(match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast
            if is_wide =>
        {
            Inst::WideResize { signed: false, from, to, d: d_slot, a: a_slot }
        }
        CastOp::SExt if is_wide => {
            Inst::WideResize { signed: true, from, to, d: d_slot, a: a_slot }
        }
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr if to < from => {
            Inst::Trunc { w: to, d: d_slot, a: a_slot }
        }
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr if to > from => {
            Inst::ZExt { from, to, d: d_slot, a: a_slot }
        }
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast => {
            Inst::Move { d: d_slot, a: a_slot }
        }
        CastOp::SExt => Inst::SExt { from, to, d: d_slot, a: a_slot },
        CastOp::FloatTrunc | CastOp::FloatExt => {
            Inst::FloatResize { from: format_of(a)?, to: format_of(d)?, d: d_slot, a: a_slot }
        }
        CastOp::FloatToSInt
        | CastOp::FloatToUInt
        | CastOp::FloatToSIntSat
        | CastOp::FloatToUIntSat => Inst::FloatToInt {
            signed: matches!(op, CastOp::FloatToSInt | CastOp::FloatToSIntSat),
            saturates: matches!(op, CastOp::FloatToSIntSat | CastOp::FloatToUIntSat),
            format: format_of(a)?,
            w: to,
            d: d_slot,
            a: a_slot,
        },
        CastOp::SIntToFloat | CastOp::UIntToFloat => Inst::IntToFloat {
            signed: op == CastOp::SIntToFloat,
            format: format_of(d)?,
            w: from,
            d: d_slot,
            a: a_slot,
        },
    })
}

/// Structs come as their parts, or as a copy on the stack: the front end has seen to that.
fn passing(types: &TypeTable, arg: &assay_program::CallArg) -> Passing {
    match *types.get(arg.ty) {
        _ if arg.byval.is_some() => Passing::Memory,
        Type::Pointer | Type::Int(..=64) => Passing::General(1),
        Type::Int(..=128) => Passing::General(2),
        Type::Float(FloatKind::X87) => Passing::Memory,
        Type::Float(_) => Passing::Vector,
        Type::Vector { .. } if types.layout(arg.ty).alloc_size <= 16 => Passing::Vector,
        _ => Passing::Memory,
    }
}
