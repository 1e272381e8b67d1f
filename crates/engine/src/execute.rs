//! The interpreter's loop: a flat table from instructions to what they do.
//!
//! It exists twice. Without `SHADOW`, the frame has no symbolic slot (see
//! [`Frame::is_symbolic`](crate::state::Frame)) and shadows are neither read nor written: concrete
//! code runs at the speed of a plain register machine. The first symbolic value that arrives in
//! the frame, by a load or a return, switches the frame to the other version.
//!
//! Whatever is not simple is a call of a method with the program counter stored, so that this
//! function stays small enough for its registers to stay in registers.

use crate::arithmetic::quick_division;
use crate::code::{Compare, Inst};
use crate::floats::quick_float;
use crate::machine::{CHECK_INTERVAL, Machine, Outcome, SLOW_CHECK_INTERVAL};
use crate::value::{mask, signed};
use assay_expr::{BinaryOp as TermOp, Term};
use std::sync::Arc;

impl Machine {
    /// Executes until the frame changes its speed. An error is the end of the path.
    pub(crate) fn execute<const SHADOW: bool>(&mut self) -> Outcome<()> {
        let code = Arc::clone(&self.subject.code);
        let insts = code.insts.as_slice();
        let mut pc = self.state.pc as usize;
        let mut registers: *mut u64;
        let mut shadows: *mut Option<Term>;
        let mut count: u64 = 0;

        // SAFETY, for all accesses below: slots come from the lowering, which gave the frame's
        // function at least that many (`FunctionCode::frame`), and the window of the current frame
        // lies at the end of both register files. The pointers are taken again after everything
        // that may move them.
        macro_rules! reload {
            () => {{
                let base = self.frame().base as usize;
                registers = unsafe { self.state.registers.as_mut_ptr().add(base) };
                shadows = unsafe { self.state.shadows.as_mut_ptr().add(base) };
            }};
        }
        macro_rules! r {
            ($slot:expr) => {
                *unsafe { &mut *registers.add($slot as usize) }
            };
        }
        macro_rules! s {
            ($slot:expr) => {
                *unsafe { &mut *shadows.add($slot as usize) }
            };
        }
        // Stores what the slow path needs to know.
        macro_rules! sync {
            () => {{
                self.state.pc = (pc - 1) as u32;
                self.state.instructions += count;
                count = 0;
                self.slow_instructions += 1;
                if self.slow_instructions.is_multiple_of(SLOW_CHECK_INTERVAL) {
                    self.check_budget()?;
                }
            }};
        }
        // A slow instruction: the next one follows, perhaps at the other speed.
        macro_rules! slow {
            ($call:expr) => {{
                sync!();
                let result: Outcome<()> = $call;
                result?;
                if !SHADOW && self.frame().is_symbolic {
                    self.state.pc = pc as u32;
                    return Ok(());
                }
            }};
        }
        // `$d` := `$value`, unless an operand is symbolic.
        macro_rules! compute {
            ($d:expr, $a:expr, $b:expr, $value:expr, $symbolic:expr) => {{
                if SHADOW && (s!($a).is_some() | s!($b).is_some()) {
                    slow!($symbolic);
                } else {
                    r!($d) = $value;
                    if SHADOW {
                        s!($d) = None;
                    }
                }
            }};
        }
        macro_rules! compute1 {
            ($d:expr, $a:expr, $value:expr, $symbolic:expr) => {
                compute!($d, $a, $a, $value, $symbolic)
            };
        }
        macro_rules! take_edge {
            ($edge:expr) => {{
                let edge = $edge as usize;
                if !unsafe { *self.hits.get_unchecked(edge) } {
                    self.new_edge(edge as u32);
                }
                self.state.trail.push(edge as u32);
                pc = unsafe { *code.targets.get_unchecked(edge) } as usize;
                if count >= CHECK_INTERVAL {
                    self.state.instructions += count;
                    count = 0;
                    self.state.pc = pc as u32;
                    self.check_budget()?;
                }
            }};
        }
        macro_rules! branch {
            ($compare:expr, $w:expr, $a:expr, $b:expr, $edge:expr, $truth:expr) => {{
                if SHADOW && (s!($a).is_some() | s!($b).is_some()) {
                    sync!();
                    let truth = self.symbolic_branch_compare($compare, $w, $a, $b, $edge)?;
                    take_edge!($edge + u32::from(!truth));
                } else {
                    let truth: bool = $truth;
                    take_edge!($edge + u32::from(!truth));
                }
            }};
        }
        macro_rules! load {
            ($n:literal, $d:expr, $a:expr) => {{
                if SHADOW && s!($a).is_some() {
                    slow!(self.load_slow($a, $d, $n * 8));
                } else if let Some(value) = self.state.memory.load_plain::<$n>(r!($a)) {
                    r!($d) = value;
                    if SHADOW {
                        s!($d) = None;
                    }
                } else {
                    slow!(self.load_slow($a, $d, $n * 8));
                }
            }};
        }
        macro_rules! store {
            ($n:literal, $a:expr, $v:expr) => {{
                let is_symbolic = SHADOW && (s!($a).is_some() | s!($v).is_some());
                if is_symbolic || !self.state.memory.store_plain::<$n>(r!($a), r!($v)) {
                    slow!(self.store_slow($a, $v, $n * 8));
                }
            }};
        }
        // Both count as the instructions that they are made of.
        macro_rules! add_address {
            ($t:expr, $a:expr, $b:expr) => {{
                let w = code.pointer_bits;
                compute!(
                    $t,
                    $a,
                    $b,
                    r!($a).wrapping_add(r!($b)) & mask(w),
                    self.symbolic_binary(TermOp::Add, w, $t, $a, $b)
                );
                count += 1;
            }};
        }
        macro_rules! index_at {
            (($w:expr, $scale:expr, $offset:expr), $d:expr, $base:expr, $index:expr) => {{
                compute!(
                    $d,
                    $base,
                    $index,
                    r!($base)
                        .wrapping_add($offset.into())
                        .wrapping_add((signed(r!($index), $w) as u64).wrapping_mul($scale.into()))
                        & mask(code.pointer_bits),
                    self.symbolic_index_at(($w, $scale, $offset), $d, $base, $index)
                );
                count += u64::from($offset != 0);
            }};
        }
        // After a call or return: the frame is another one.
        macro_rules! other_frame {
            ($call:expr) => {{
                sync!();
                let result: Outcome<()> = $call;
                result?;
                if self.frame().is_symbolic != SHADOW {
                    return Ok(());
                }
                pc = self.state.pc as usize;
                reload!();
            }};
        }

        reload!();
        loop {
            debug_assert!(pc < insts.len());
            let at = pc;
            pc += 1;
            count += 1;
            // A place, not a value: only the fields that an arm names are read.
            // SAFETY: every function ends in a terminator, and targets are within the code.
            match *unsafe { insts.get_unchecked(at) } {
                Inst::Move { d, a } => {
                    r!(d) = r!(a);
                    if SHADOW {
                        s!(d) = s!(a);
                    }
                }
                Inst::Add { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    r!(a).wrapping_add(r!(b)) & mask(w),
                    self.symbolic_binary(TermOp::Add, w, d, a, b)
                ),
                Inst::Sub { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    r!(a).wrapping_sub(r!(b)) & mask(w),
                    self.symbolic_binary(TermOp::Sub, w, d, a, b)
                ),
                Inst::Mul { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    r!(a).wrapping_mul(r!(b)) & mask(w),
                    self.symbolic_binary(TermOp::Mul, w, d, a, b)
                ),
                Inst::And { w, d, a, b } => {
                    compute!(d, a, b, r!(a) & r!(b), self.symbolic_binary(TermOp::And, w, d, a, b))
                }
                Inst::Or { w, d, a, b } => {
                    compute!(d, a, b, r!(a) | r!(b), self.symbolic_binary(TermOp::Or, w, d, a, b))
                }
                Inst::Xor { w, d, a, b } => {
                    compute!(d, a, b, r!(a) ^ r!(b), self.symbolic_binary(TermOp::Xor, w, d, a, b))
                }
                Inst::Shl { w, d, a, b } => {
                    let is_fast = r!(b) < u64::from(w);
                    if is_fast || (SHADOW && s!(b).is_some()) {
                        compute!(
                            d,
                            a,
                            b,
                            r!(a) << r!(b) & mask(w),
                            self.symbolic_shift(TermOp::Shl, w, d, a, b)
                        )
                    } else {
                        slow!(self.symbolic_shift(TermOp::Shl, w, d, a, b))
                    }
                }
                Inst::LShr { w, d, a, b } => {
                    let is_fast = r!(b) < u64::from(w);
                    if is_fast || (SHADOW && s!(b).is_some()) {
                        compute!(
                            d,
                            a,
                            b,
                            r!(a) >> r!(b),
                            self.symbolic_shift(TermOp::LShr, w, d, a, b)
                        )
                    } else {
                        slow!(self.symbolic_shift(TermOp::LShr, w, d, a, b))
                    }
                }
                Inst::AShr { w, d, a, b } => {
                    let is_fast = r!(b) < u64::from(w);
                    if is_fast || (SHADOW && s!(b).is_some()) {
                        compute!(
                            d,
                            a,
                            b,
                            (signed(r!(a), w) >> r!(b)) as u64 & mask(w),
                            self.symbolic_shift(TermOp::AShr, w, d, a, b)
                        )
                    } else {
                        slow!(self.symbolic_shift(TermOp::AShr, w, d, a, b))
                    }
                }
                Inst::Divide { op, wraps, w, d, a, b } => {
                    let is_symbolic = SHADOW && (s!(a).is_some() | s!(b).is_some());
                    match quick_division(op, r!(a), r!(b), w) {
                        Some(value) if !is_symbolic => {
                            r!(d) = value;
                            if SHADOW {
                                s!(d) = None;
                            }
                        }
                        _ => slow!(self.divide(op, wraps, w, d, a, b)),
                    }
                }
                Inst::CheckOverflow { op, w, a, b } => slow!(self.check_overflow(op, w, a, b)),
                Inst::Eq { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(r!(a) == r!(b)),
                    self.symbolic_compare(Compare::Eq, w, d, a, b)
                ),
                Inst::Ne { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(r!(a) != r!(b)),
                    self.symbolic_compare(Compare::Ne, w, d, a, b)
                ),
                Inst::Ult { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(r!(a) < r!(b)),
                    self.symbolic_compare(Compare::Ult, w, d, a, b)
                ),
                Inst::Ule { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(r!(a) <= r!(b)),
                    self.symbolic_compare(Compare::Ule, w, d, a, b)
                ),
                Inst::Slt { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(signed(r!(a), w) < signed(r!(b), w)),
                    self.symbolic_compare(Compare::Slt, w, d, a, b)
                ),
                Inst::Sle { w, d, a, b } => compute!(
                    d,
                    a,
                    b,
                    u64::from(signed(r!(a), w) <= signed(r!(b), w)),
                    self.symbolic_compare(Compare::Sle, w, d, a, b)
                ),
                Inst::Trunc { w, d, a } => {
                    compute1!(d, a, r!(a) & mask(w), self.symbolic_trunc(w, d, a))
                }
                Inst::ZExt { from, to, d, a } => {
                    compute1!(d, a, r!(a), self.symbolic_extend(false, from, to, d, a))
                }
                Inst::SExt { from, to, d, a } => compute1!(
                    d,
                    a,
                    signed(r!(a), from) as u64 & mask(to),
                    self.symbolic_extend(true, from, to, d, a)
                ),
                Inst::Index { w, d, base, index, scale } => compute!(
                    d,
                    base,
                    index,
                    r!(base)
                        .wrapping_add((signed(r!(index), w) as u64).wrapping_mul(u64::from(scale)))
                        & mask(code.pointer_bits),
                    self.symbolic_index(w, d, base, index, scale)
                ),
                Inst::FloatBinary { op, format, d, a, b } => {
                    let is_symbolic = SHADOW && (s!(a).is_some() | s!(b).is_some());
                    match quick_float(op, format, r!(a), r!(b)) {
                        Some(value) if !is_symbolic => {
                            r!(d) = value;
                            if SHADOW {
                                s!(d) = None;
                            }
                        }
                        _ => slow!(self.float_binary(op, format, d, a, b)),
                    }
                }
                Inst::Load8 { d, a } => load!(1, d, a),
                Inst::Load16 { d, a } => load!(2, d, a),
                Inst::Load32 { d, a } => load!(4, d, a),
                Inst::Load64 { d, a } => load!(8, d, a),
                Inst::LoadOdd { w, d, a } => slow!(self.load_slow(a, d, u32::from(w))),
                Inst::Store8 { a, v } => store!(1, a, v),
                Inst::Store16 { a, v } => store!(2, a, v),
                Inst::Store32 { a, v } => store!(4, a, v),
                Inst::Store64 { a, v } => store!(8, a, v),
                Inst::StoreOdd { w, a, v } => slow!(self.store_slow(a, v, u32::from(w))),
                Inst::StoreFill { w, a, v } => slow!(self.store_fill(a, v, u32::from(w))),
                Inst::IndexAt { w, scale, offset, d, base, index } => {
                    index_at!((w, scale, offset), d, base, index)
                }
                Inst::AddLoad8 { d, t, a, b } => {
                    add_address!(t, a, b);
                    load!(1, d, t)
                }
                Inst::AddLoad16 { d, t, a, b } => {
                    add_address!(t, a, b);
                    load!(2, d, t)
                }
                Inst::AddLoad32 { d, t, a, b } => {
                    add_address!(t, a, b);
                    load!(4, d, t)
                }
                Inst::AddLoad64 { d, t, a, b } => {
                    add_address!(t, a, b);
                    load!(8, d, t)
                }
                Inst::AddStore8 { v, t, a, b } => {
                    add_address!(t, a, b);
                    store!(1, t, v)
                }
                Inst::AddStore16 { v, t, a, b } => {
                    add_address!(t, a, b);
                    store!(2, t, v)
                }
                Inst::AddStore32 { v, t, a, b } => {
                    add_address!(t, a, b);
                    store!(4, t, v)
                }
                Inst::AddStore64 { v, t, a, b } => {
                    add_address!(t, a, b);
                    store!(8, t, v)
                }
                Inst::IndexLoad8 { w, scale, offset, d, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    load!(1, d, t)
                }
                Inst::IndexLoad16 { w, scale, offset, d, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    load!(2, d, t)
                }
                Inst::IndexLoad32 { w, scale, offset, d, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    load!(4, d, t)
                }
                Inst::IndexLoad64 { w, scale, offset, d, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    load!(8, d, t)
                }
                Inst::IndexStore8 { w, scale, offset, v, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    store!(1, t, v)
                }
                Inst::IndexStore16 { w, scale, offset, v, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    store!(2, t, v)
                }
                Inst::IndexStore32 { w, scale, offset, v, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    store!(4, t, v)
                }
                Inst::IndexStore64 { w, scale, offset, v, t, base, index } => {
                    index_at!((w, scale, offset), t, base, index);
                    count += 1;
                    store!(8, t, v)
                }
                Inst::Local { d, offset } => {
                    r!(d) = self.frame().locals + u64::from(offset);
                    if SHADOW {
                        s!(d) = None;
                    }
                }
                Inst::Observe { point } => {
                    sync!();
                    self.show_state(point);
                }
                Inst::Mark { edge } => {
                    if !unsafe { *self.hits.get_unchecked(edge as usize) } {
                        self.new_edge(edge);
                    }
                }
                Inst::MarkAt { a, edge, count: edges } => {
                    if SHADOW && s!(a).is_some() {
                        slow!(self.symbolic_mark(a, edge, edges));
                    } else {
                        self.mark(r!(a), edge, edges);
                    }
                }
                Inst::Jump { to } => {
                    pc = to as usize;
                    if count >= CHECK_INTERVAL {
                        self.state.instructions += count;
                        count = 0;
                        self.state.pc = pc as u32;
                        self.check_budget()?;
                    }
                }
                Inst::Branch { c, edge } => {
                    if SHADOW && s!(c).is_some() {
                        sync!();
                        let truth = self.symbolic_branch(c, edge)?;
                        take_edge!(edge + u32::from(!truth));
                    } else {
                        take_edge!(edge + u32::from(r!(c) & 1 == 0));
                    }
                }
                Inst::BranchEq { w, a, b, edge } => {
                    branch!(Compare::Eq, w, a, b, edge, r!(a) == r!(b))
                }
                Inst::BranchNe { w, a, b, edge } => {
                    branch!(Compare::Ne, w, a, b, edge, r!(a) != r!(b))
                }
                Inst::BranchUlt { w, a, b, edge } => {
                    branch!(Compare::Ult, w, a, b, edge, r!(a) < r!(b))
                }
                Inst::BranchUle { w, a, b, edge } => {
                    branch!(Compare::Ule, w, a, b, edge, r!(a) <= r!(b))
                }
                Inst::BranchSlt { w, a, b, edge } => {
                    branch!(Compare::Slt, w, a, b, edge, signed(r!(a), w) < signed(r!(b), w))
                }
                Inst::BranchSle { w, a, b, edge } => {
                    branch!(Compare::Sle, w, a, b, edge, signed(r!(a), w) <= signed(r!(b), w))
                }
                Inst::Switch { w, a, table } => {
                    let edge = if SHADOW && s!(a).is_some() {
                        sync!();
                        self.symbolic_switch(w, a, table)?
                    } else {
                        code.switches[table as usize].edge(r!(a))
                    };
                    take_edge!(edge);
                }
                Inst::IndirectJump { a, detours } => {
                    sync!();
                    self.indirect_jump(&code, a, detours)?;
                    pc = self.state.pc as usize;
                }
                Inst::Select { w, d, c, a, b } if w <= 64 => {
                    let is_symbolic =
                        SHADOW && (s!(a).is_some() | s!(b).is_some() | s!(c).is_some());
                    if is_symbolic {
                        slow!(self.select(w, d, c, a, b));
                    } else {
                        r!(d) = if r!(c) & 1 == 1 { r!(a) } else { r!(b) };
                        if SHADOW {
                            s!(d) = None;
                        }
                    }
                }
                Inst::Call { site } => other_frame!(self.call(&code, site)),
                Inst::CallIndirect { a, site } => other_frame!(self.call_indirect(&code, a, site)),
                Inst::Return { first, count: slots } => {
                    other_frame!(self.return_from(&code, first, slots))
                }
                Inst::Throw { a } => other_frame!(self.throw(&code, a)),
                Inst::Unreachable => slow!(self.unreachable()),
                Inst::Unsupported { what } => {
                    slow!(self.unsupported(code.messages[what as usize].clone()))
                }
                rare => slow!(self.rare(rare)),
            }
        }
    }

    /// Instructions that are too seldom to be in the loop.
    fn rare(&mut self, inst: Inst) -> Outcome<()> {
        match inst {
            Inst::WideBinary { op, w, d, a, b } => self.wide_binary(op, w, d, a, b),
            Inst::WideCompare { op, w, d, a, b } => self.wide_compare(op, w, d, a, b),
            Inst::WideResize { signed, from, to, d, a } => self.wide_resize(signed, from, to, d, a),
            Inst::Select { w, d, c, a, b } => self.select(w, d, c, a, b),
            Inst::FloatNegate { format, d, a } => self.float_negate(format, d, a),
            Inst::FloatCompare { predicate, format, d, a, b } => {
                self.float_compare(predicate, format, d, a, b)
            }
            Inst::FloatResize { from, to, d, a } => self.float_resize(from, to, d, a),
            Inst::FloatToInt { signed, saturates: true, format, w, d, a } => {
                self.float_to_nearest_int(signed, format, w, d, a)
            }
            Inst::FloatToInt { signed, format, w, d, a, .. } => {
                self.float_to_int(signed, format, w, d, a)
            }
            Inst::IntToFloat { signed, format, w, d, a } => {
                self.int_to_float(signed, format, w, d, a)
            }
            Inst::Alloca { d, count, layout } => self.alloca(d, count, layout),
            Inst::Copy { fill, to, from, size } => self.copy(fill, to, from, size),
            Inst::Set { fill, to, byte, size } => self.fill(fill, to, byte, size),
            Inst::Caught { d } => self.caught(d),
            Inst::Uninitialised { w, d, a } => self.uninitialised(w, d, a),
            Inst::Expose { d, a } => self.expose(d, a),
            Inst::NumberToPointer { a } => {
                self.note_number(a);
                Ok(())
            }
            Inst::RelatePointers { a, b } => self.relate_pointers(a, b),
            Inst::CompareAddresses { a, b, by_order } => self.compare_addresses(a, b, by_order),
            Inst::Intrinsic { site } => self.special(site),
            Inst::Atomic { op, w, d, a, v } => self.atomic(op, w, d, a, v),
            Inst::Repack { site } => self.repack(site),
            other => self.unsupported(format!("the machine instruction {other:?}")),
        }
    }
}
