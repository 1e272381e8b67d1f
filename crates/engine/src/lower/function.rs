//! One function: slots for its values, its constants, its fixed locals, and its blocks in order.

use super::LowerOptions;
use super::leaves::{self, Unsupported};
use crate::code::{Arg, Code, FunctionCode, Inst, Leaf, Pc, Slot};
use crate::image::Image;
use crate::memory::gap_after;
use assay_base::{Id, Place};
use assay_program::{
    BinaryOp, BlockId, Const, FuncId, FunctionBody, Op, Operand, Program, Terminator, TypeId,
    ValueId,
};
use rustc_hash::FxHashMap;

pub(super) struct FunctionLowering<'a> {
    pub program: &'a Program,
    pub image: &'a Image,
    pub code: &'a mut Code,
    pub id: FuncId,
    pub body: &'a FunctionBody,
    pub options: LowerOptions,
    /// The first slot of each value, and how often it is used.
    first_slots: Vec<Slot>,
    uses: Vec<u32>,
    pub frame: Vec<u64>,
    constant_slots: FxHashMap<u64, Slot>,
    /// Where the code of each block starts.
    pub starts: Vec<Pc>,
    /// Instructions whose block target is to be filled in when all blocks are placed.
    pub jumps: Vec<(Pc, BlockId)>,
    pub edge_targets: Vec<(u32, BlockId)>,
    /// Tables of [`Code::detours`](crate::code::Code), where a detour begins and where it leads.
    pub detour_targets: Vec<(usize, Pc, BlockId)>,
    /// Where the instructions of the current block begin, of which two may become one.
    begin: Pc,
    /// Calls, by where they return to, and what they unwind to.
    pub unwinds: Vec<(Pc, BlockId)>,
    pub handlers: Vec<(Pc, Pc)>,
    pub place: Option<Place>,
    locals: Vec<(u64, u64)>,
    frame_size: u64,
    frame_align: u64,
    /// Comparisons that are evaluated by the branch that uses them.
    pub fused: FxHashMap<ValueId, &'a Op>,
    calls: Vec<(Pc, BlockId, usize)>,
    /// Pointers that have become numbers, where pointers are related to each other (see `made.rs`).
    pub numbers: FxHashMap<ValueId, Slot>,
    /// Blocks at whose beginning the state is looked at.
    pub points: &'a [(FuncId, BlockId)],
}

impl<'a> FunctionLowering<'a> {
    pub fn new(
        program: &'a Program,
        image: &'a Image,
        code: &'a mut Code,
        id: FuncId,
        body: &'a FunctionBody,
        options: LowerOptions,
    ) -> Self {
        let mut lowering = FunctionLowering {
            program,
            image,
            code,
            id,
            body,
            options,
            first_slots: Vec::with_capacity(body.values.len()),
            uses: vec![0; body.values.len()],
            frame: Vec::new(),
            constant_slots: FxHashMap::default(),
            starts: vec![0; body.blocks.len()],
            jumps: Vec::new(),
            edge_targets: Vec::new(),
            detour_targets: Vec::new(),
            begin: 0,
            unwinds: Vec::new(),
            handlers: Vec::new(),
            place: None,
            locals: Vec::new(),
            frame_size: 0,
            frame_align: 16,
            fused: FxHashMap::default(),
            calls: Vec::new(),
            numbers: FxHashMap::default(),
            points: &[],
        };
        for &ty in body.values.values() {
            let slots: u32 = leaves::leaves(program, ty)
                .map_or(0, |leaves| leaves.iter().map(Leaf::slots).sum());
            let first = lowering.new_slots(slots);
            lowering.first_slots.push(first);
        }
        for block in body.blocks.values() {
            for inst in &block.insts {
                inst.op.visit_operands(&mut |operand| lowering.count_use(operand));
            }
            if let Some(operand) = block.terminator.operand() {
                lowering.count_use(operand);
            }
        }
        lowering
    }

    /// What a loop computes for its next turn goes where its phi lies, if the phi is not read after
    /// that: then nothing has to be moved.
    fn share_slots(&mut self, block: BlockId) {
        let Terminator::Jump(to) = self.body.blocks[block].terminator else { return };
        let mut next: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for inst in &self.body.blocks[to].insts {
            let (Op::Phi { incoming }, Some(phi)) = (&inst.op, inst.result) else { break };
            let value = incoming.iter().find(|(from, _)| *from == block);
            if let Some((_, Operand::Value(value))) = value {
                next.entry(*value).or_default().push(phi);
            }
        }
        let mut read: FxHashMap<ValueId, u32> = FxHashMap::default();
        for inst in self.body.blocks[block].insts.iter().rev() {
            if let Some(value) = inst.result
                && let Some(phis) = next.get(&value)
                && let &[phi] = phis.as_slice()
                && is_one_instruction(&inst.op, self.options)
                && !read.contains_key(&phi)
                && !next.contains_key(&phi)
                && self.body.values[phi] == self.body.values[value]
                && self.uses[value.index()] == 1 + read.get(&value).copied().unwrap_or(0)
                && self.leaf(inst.ty).is_ok_and(|leaf| leaf.bits <= 64)
            {
                self.first_slots[value.index()] = self.first_slots[phi.index()];
            }
            inst.op.visit_operands(&mut |operand| {
                if let Operand::Value(value) = operand {
                    *read.entry(value).or_default() += 1;
                }
            });
        }
    }

    fn count_use(&mut self, operand: Operand) {
        if let Operand::Value(value) = operand {
            self.uses[value.index()] += 1;
        }
    }

    pub fn is_used(&self, value: ValueId) -> bool {
        self.uses[value.index()] > 0
    }

    pub fn is_used_once(&self, value: ValueId) -> bool {
        self.uses[value.index()] == 1
    }

    /// Translates the function; also where each block starts.
    pub fn run(mut self) -> (FunctionCode, Vec<Pc>) {
        // Who looks at values at certain points may ask for any.
        for block in self.body.blocks.ids().filter(|_| self.points.is_empty()) {
            self.share_slots(block);
        }
        let entry = self.pc();
        let function = &self.program.functions[self.id];
        let params = self.params();
        for block in self.body.blocks.ids() {
            self.starts[block.index()] = self.pc();
            self.block(block);
        }
        self.resolve();
        let has_first_slots =
            (0..).zip(&params).all(|(slot, param)| (param.slot, param.leaf.slots()) == (slot, 1));
        let is_asked = function.outside.is_some() || function.role.primitive().is_some();
        let code = FunctionCode {
            is_plain: has_first_slots && !function.is_variadic && !is_asked,
            id: self.id,
            entry,
            end: self.pc(),
            frame: self.frame,
            params,
            is_variadic: function.is_variadic,
            is_model: function.is_model,
            frame_size: self.frame_size.next_multiple_of(16),
            frame_align: self.frame_align,
            locals: self.locals,
            slots: self.first_slots,
            calls: self.calls,
            handlers: self.handlers,
            blocks: self.starts.clone(),
        };
        (code, self.starts)
    }

    fn params(&mut self) -> Vec<Arg> {
        let mut params = Vec::new();
        for param in &self.program.functions[self.id].params {
            // What does not fit into slots is reported where the value is used.
            params.extend(self.value_args(param.value, param.ty).unwrap_or_default());
        }
        params
    }

    fn block(&mut self, id: BlockId) {
        let block = &self.body.blocks[id];
        self.find_fused(id);
        if let Some(point) = self.points.iter().position(|&point| point == (self.id, id)) {
            self.emit(Inst::Observe { point: point as u32 });
        }
        self.begin = self.pc();
        for (index, inst) in block.insts.iter().enumerate() {
            self.place = inst.place;
            if matches!(inst.op, Op::Call { .. }) {
                self.calls.push((self.pc(), id, index));
            }
            if let Err(Unsupported(what)) = self.instruction(inst, id) {
                self.unsupported(what);
            }
        }
        self.place = block.terminator_place;
        if let Err(Unsupported(what)) = self.terminator(id) {
            self.unsupported(what);
        }
    }

    pub fn unsupported(&mut self, what: String) {
        let index = self.code.messages.len() as u32;
        self.code.messages.push(what);
        self.emit(Inst::Unsupported { what: index });
    }

    pub fn pc(&self) -> Pc {
        self.code.insts.len() as Pc
    }

    pub fn emit(&mut self, inst: Inst) {
        self.code.insts.push(inst);
        self.code.places.push(self.place);
    }

    /// Emits an access to the address in a slot, as one with the instruction before if that
    /// computes it.
    pub fn emit_access(&mut self, access: Inst, address: Slot) {
        let before = match self.pc() > self.begin {
            true => self.code.insts.last().copied(),
            false => None,
        };
        match before.and_then(|before| joined(before, access, address, self.code.pointer_bits)) {
            Some(both) => {
                self.code.insts.pop();
                self.code.places.pop();
                self.emit(both);
            }
            None => self.emit(access),
        }
    }

    pub fn new_slots(&mut self, count: u32) -> Slot {
        let first = self.frame.len() as Slot;
        self.frame.resize(self.frame.len() + count as usize, 0);
        first
    }

    /// A slot that always holds this number.
    pub fn constant(&mut self, value: u64) -> Slot {
        if let Some(&slot) = self.constant_slots.get(&value) {
            return slot;
        }
        let slot = self.new_slots(1);
        self.frame[slot as usize] = value;
        self.constant_slots.insert(value, slot);
        slot
    }

    fn wide_constant(&mut self, value: u128) -> Slot {
        let slot = self.new_slots(2);
        self.frame[slot as usize] = value as u64;
        self.frame[slot as usize + 1] = (value >> 64) as u64;
        slot
    }

    pub fn leaves(&self, ty: TypeId) -> Result<Vec<Leaf>, Unsupported> {
        leaves::leaves(self.program, ty)
    }

    /// The only leaf of a scalar type.
    pub fn leaf(&self, ty: TypeId) -> Result<Leaf, Unsupported> {
        match self.leaves(ty)?.as_slice() {
            [leaf] => Ok(*leaf),
            _ => Err(Unsupported("a scalar operation on an aggregate".into())),
        }
    }

    /// The slots of a value, leaf by leaf.
    pub fn value_args(&self, value: ValueId, ty: TypeId) -> Result<Vec<Arg>, Unsupported> {
        let mut slot = self.first_slots[value.index()];
        Ok(self
            .leaves(ty)?
            .into_iter()
            .map(|leaf| {
                let arg = Arg { slot, leaf };
                slot += leaf.slots();
                arg
            })
            .collect())
    }

    /// The slots that hold an operand, leaf by leaf.
    pub fn args(&mut self, operand: Operand, ty: TypeId) -> Result<Vec<Arg>, Unsupported> {
        match operand {
            Operand::Value(value) => self.value_args(value, ty),
            Operand::Const(id) => {
                let values = leaves::constant_leaves(self.program, &self.image.addresses, id)?;
                let leaves = self.leaves(ty)?;
                if leaves.len() != values.len() {
                    return Err(Unsupported("a constant of another shape than its type".into()));
                }
                Ok(leaves
                    .into_iter()
                    .zip(values)
                    .map(|(leaf, value)| Arg { slot: self.leaf_constant(leaf, value), leaf })
                    .collect())
            }
        }
    }

    fn leaf_constant(&mut self, leaf: Leaf, value: u128) -> Slot {
        if leaf.bits > 64 { self.wide_constant(value) } else { self.constant(value as u64) }
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Value(value) => self.body.values[value],
            Operand::Const(id) => self.program.constants[id].ty(),
        }
    }

    /// The slot of a scalar operand.
    pub fn slot(&mut self, operand: Operand) -> Result<Slot, Unsupported> {
        let ty = self.type_of(operand);
        match self.args(operand, ty)?.as_slice() {
            [arg] => Ok(arg.slot),
            _ => Err(Unsupported("a scalar operation on an aggregate".into())),
        }
    }

    /// The value of an operand that is an integer constant.
    pub fn constant_value(&self, operand: Operand) -> Option<u64> {
        let Operand::Const(id) = operand else { return None };
        match &self.program.constants[id] {
            Const::Int { words, .. } if words.iter().skip(1).all(|&word| word == 0) => {
                Some(words.first().copied().unwrap_or(0))
            }
            Const::Zero { .. } | Const::Null { .. } => Some(0),
            _ => None,
        }
    }

    /// Reserves room for a fixed local; its offset in the frame.
    pub fn new_local(&mut self, size: u64, align: u64) -> u64 {
        self.frame_align = self.frame_align.max(align);
        let offset = self.frame_size.next_multiple_of(align.max(16));
        self.locals.push((offset, size));
        self.frame_size = offset + size + gap_after(size);
        offset
    }
}

/// Whether the result is written when all operands have been read.
fn is_one_instruction(op: &Op, options: LowerOptions) -> bool {
    use BinaryOp::{Add, And, Or, Sub, Xor};
    match op {
        Op::Binary { op: Add | Sub, wraps, .. } => *wraps || !options.check_overflow,
        Op::Binary { op: And | Or | Xor, .. } => true,
        _ => false,
    }
}

/// An instruction that does what two do, the second of which accesses an address.
fn joined(before: Inst, access: Inst, address: Slot, pointer_bits: u8) -> Option<Inst> {
    Some(match before {
        Inst::Add { w, d: t, a, b } if t == address && w == pointer_bits => match access {
            Inst::Load8 { d, .. } => Inst::AddLoad8 { d, t, a, b },
            Inst::Load16 { d, .. } => Inst::AddLoad16 { d, t, a, b },
            Inst::Load32 { d, .. } => Inst::AddLoad32 { d, t, a, b },
            Inst::Load64 { d, .. } => Inst::AddLoad64 { d, t, a, b },
            Inst::Store8 { v, .. } => Inst::AddStore8 { v, t, a, b },
            Inst::Store16 { v, .. } => Inst::AddStore16 { v, t, a, b },
            Inst::Store32 { v, .. } => Inst::AddStore32 { v, t, a, b },
            Inst::Store64 { v, .. } => Inst::AddStore64 { v, t, a, b },
            _ => return None,
        },
        Inst::IndexAt { w, scale, offset, d: t, base, index } if t == address => match access {
            Inst::Load8 { d, .. } => Inst::IndexLoad8 { w, scale, offset, d, t, base, index },
            Inst::Load16 { d, .. } => Inst::IndexLoad16 { w, scale, offset, d, t, base, index },
            Inst::Load32 { d, .. } => Inst::IndexLoad32 { w, scale, offset, d, t, base, index },
            Inst::Load64 { d, .. } => Inst::IndexLoad64 { w, scale, offset, d, t, base, index },
            Inst::Store8 { v, .. } => Inst::IndexStore8 { w, scale, offset, v, t, base, index },
            Inst::Store16 { v, .. } => Inst::IndexStore16 { w, scale, offset, v, t, base, index },
            Inst::Store32 { v, .. } => Inst::IndexStore32 { w, scale, offset, v, t, base, index },
            Inst::Store64 { v, .. } => Inst::IndexStore64 { w, scale, offset, v, t, base, index },
            _ => return None,
        },
        _ => return None,
    })
}
