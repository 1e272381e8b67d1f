//! Terminators, branches fused with their comparison, and phis as moves on the edges.

use super::function::FunctionLowering;
use super::leaves::Unsupported;
use crate::code::{Compare, Edge, Inst, Slot, SwitchTable};
use assay_base::Id;
use assay_program::{BlockId, EdgeId, IntPredicate, Op, Operand, Terminator};

/// A switch gets a direct table if at least this share of it is used.
const DENSE_SHARE: u64 = 4;
const DENSE_LIMIT: u64 = 4096;

impl FunctionLowering<'_> {
    /// Notes the comparison that only the block's own branch uses.
    pub fn find_fused(&mut self, id: BlockId) {
        let block = &self.body.blocks[id];
        let Terminator::Branch { condition: Operand::Value(value), .. } = &block.terminator else {
            return;
        };
        let compare = block.insts.iter().find(|inst| inst.result == Some(*value));
        if let Some(inst) = compare
            && let Op::IntCompare { operand_type, .. } = &inst.op
            && self.leaf(*operand_type).is_ok_and(|leaf| leaf.bits <= 64)
            && self.is_used_once(*value)
        {
            self.fused.insert(*value, &inst.op);
        }
    }

    pub fn terminator(&mut self, id: BlockId) -> Result<(), Unsupported> {
        match &self.body.blocks[id].terminator {
            Terminator::Return(value) => self.ret(*value),
            Terminator::Jump(to) => self.jump(id, *to),
            Terminator::Branch { condition, on_true, on_false, edges } => {
                let edge = edges.index() as Edge;
                self.branch(*condition, edge)?;
                self.edge(edge, id, *on_true)?;
                self.edge(edge + 1, id, *on_false)
            }
            Terminator::Switch { value, cases, default, edges, .. } => {
                self.switch(id, *value, cases, *default, *edges)
            }
            Terminator::IndirectJump { address, targets } => {
                let a = self.slot(*address)?;
                let detours = self.code.detours.len() as u32;
                self.emit(Inst::IndirectJump { a, detours });
                self.code.detours.push(Vec::new());
                self.detours(id, targets)
            }
            Terminator::Invoke { normal, unwind } => self.invoke(id, *normal, *unwind),
            Terminator::Throw(value) => {
                let a = self.slot(*value)?;
                self.emit(Inst::Throw { a });
                Ok(())
            }
            Terminator::Unreachable => {
                self.emit(Inst::Unreachable);
                Ok(())
            }
            Terminator::Unsupported { what } => Err(Unsupported(what.clone())),
        }
    }

    fn ret(&mut self, value: Option<Operand>) -> Result<(), Unsupported> {
        let Some(value) = value else {
            self.emit(Inst::Return { first: 0, count: 0 });
            return Ok(());
        };
        let ty = self.type_of(value);
        let args = self.args(value, ty)?;
        let count: u32 = args.iter().map(|arg| arg.leaf.slots()).sum();
        let is_run = args.windows(2).all(|w| w[0].slot + w[0].leaf.slots() == w[1].slot);
        let mut first = args.first().map_or(0, |arg| arg.slot);
        if !is_run {
            first = self.new_slots(count);
            let mut to = first;
            for arg in args {
                self.move_leaf(to, arg.slot, arg.leaf.slots());
                to += arg.leaf.slots();
            }
        }
        self.emit(Inst::Return { first, count });
        Ok(())
    }

    pub fn move_leaf(&mut self, d: Slot, a: Slot, slots: u32) {
        for i in 0..slots {
            self.emit(Inst::Move { d: d + i, a: a + i });
        }
    }

    fn jump(&mut self, from: BlockId, to: BlockId) -> Result<(), Unsupported> {
        self.emit_phi_moves(from, to)?;
        if to.index() != from.index() + 1 {
            self.jump_to(to);
        }
        Ok(())
    }

    fn jump_to(&mut self, to: BlockId) {
        self.jumps.push((self.pc(), to));
        self.emit(Inst::Jump { to: 0 });
    }

    /// Behind the call nothing is done on the normal way; where it unwinds to stands in a table.
    fn invoke(
        &mut self,
        from: BlockId,
        normal: BlockId,
        unwind: BlockId,
    ) -> Result<(), Unsupported> {
        let return_to = self.pc();
        if self.phi_moves(from, unwind)?.is_empty() {
            self.unwinds.push((return_to, unwind));
            return self.jump(from, normal);
        }
        self.emit_phi_moves(from, normal)?;
        self.jump_to(normal);
        self.handlers.push((return_to, self.pc()));
        self.emit_phi_moves(from, unwind)?;
        self.jump_to(unwind);
        Ok(())
    }

    fn branch(&mut self, condition: Operand, edge: Edge) -> Result<(), Unsupported> {
        let fused = match condition {
            Operand::Value(value) => self.fused.get(&value).copied(),
            Operand::Const(_) => None,
        };
        let Some(Op::IntCompare { predicate, a, b, operand_type }) = fused else {
            let c = self.slot(condition)?;
            self.emit(Inst::Branch { c, edge });
            return Ok(());
        };
        let w = self.leaf(*operand_type)?.bits as u8;
        let (a, b) = (self.slot(*a)?, self.slot(*b)?);
        self.watch_comparison(*predicate, *operand_type, a, b);
        let (compare, swap) = compare(*predicate);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit(match compare {
            Compare::Eq => Inst::BranchEq { w, a, b, edge },
            Compare::Ne => Inst::BranchNe { w, a, b, edge },
            Compare::Ult => Inst::BranchUlt { w, a, b, edge },
            Compare::Ule => Inst::BranchUle { w, a, b, edge },
            Compare::Slt => Inst::BranchSlt { w, a, b, edge },
            Compare::Sle => Inst::BranchSle { w, a, b, edge },
        });
        Ok(())
    }

    /// Makes `edge` lead from one block to the other, through its phi moves if it has any.
    fn edge(&mut self, edge: Edge, from: BlockId, to: BlockId) -> Result<(), Unsupported> {
        if self.phi_moves(from, to)?.is_empty() {
            self.edge_targets.push((edge, to));
            return Ok(());
        }
        self.code.targets[edge as usize] = self.pc();
        self.emit_phi_moves(from, to)?;
        self.jump_to(to);
        Ok(())
    }

    /// The phi moves on the ways to the targets of a computed goto.
    fn detours(&mut self, from: BlockId, targets: &[BlockId]) -> Result<(), Unsupported> {
        let table = self.code.detours.len() - 1;
        for &to in targets {
            if !self.phi_moves(from, to)?.is_empty() {
                self.detour_targets.push((table, self.pc(), to));
                self.emit_phi_moves(from, to)?;
                self.jump_to(to);
            }
        }
        Ok(())
    }

    fn switch(
        &mut self,
        id: BlockId,
        value: Operand,
        cases: &[(u128, BlockId)],
        default: BlockId,
        edges: EdgeId,
    ) -> Result<(), Unsupported> {
        let ty = self.type_of(value);
        let bits = self.leaf(ty)?.bits;
        if bits > 64 {
            return Err(Unsupported(format!("a switch on {bits} bits (at most 64)")));
        }
        let edge = edges.index() as Edge;
        let mut sorted: Vec<(u64, Edge)> = cases
            .iter()
            .enumerate()
            .map(|(i, (value, _))| (*value as u64, edge + i as Edge))
            .collect();
        sorted.sort_unstable();
        let default_edge = edge + cases.len() as Edge;
        let table = self.code.switches.len() as u32;
        let dense = dense_table(&sorted, default_edge);
        self.code.switches.push(SwitchTable { cases: sorted, default: default_edge, dense });
        let a = self.slot(value)?;
        self.emit(Inst::Switch { w: bits as u8, a, table });
        for (i, (_, to)) in cases.iter().enumerate() {
            self.edge(edge + i as Edge, id, *to)?;
        }
        self.edge(default_edge, id, default)
    }

    /// The moves (to, from) that the phis of `to` mean when coming from `from`.
    fn phi_moves(&mut self, from: BlockId, to: BlockId) -> Result<Vec<(Slot, Slot)>, Unsupported> {
        let mut moves = Vec::new();
        for inst in &self.body.blocks[to].insts {
            let Op::Phi { incoming } = &inst.op else { break };
            let Some((_, value)) = incoming.iter().find(|(block, _)| *block == from) else {
                continue;
            };
            let Some(result) = inst.result else { continue };
            let sources = self.args(*value, inst.ty)?;
            for (d, a) in self.value_args(result, inst.ty)?.iter().zip(sources) {
                for i in 0..d.leaf.slots() {
                    if d.slot != a.slot {
                        moves.push((d.slot + i, a.slot + i));
                    }
                }
            }
        }
        Ok(moves)
    }

    /// Emits the moves of an edge so that all happen at once: a move goes out when nobody reads
    /// its target any more; a cycle is broken with a spare slot.
    fn emit_phi_moves(&mut self, from: BlockId, to: BlockId) -> Result<(), Unsupported> {
        let mut moves = self.phi_moves(from, to)?;
        while !moves.is_empty() {
            let free = moves.iter().position(|(d, _)| moves.iter().all(|(_, source)| source != d));
            if let Some(free) = free {
                let (d, a) = moves.swap_remove(free);
                self.emit(Inst::Move { d, a });
            } else {
                let source = moves[0].1;
                let spare = self.new_slots(1);
                self.emit(Inst::Move { d: spare, a: source });
                for (_, a) in moves.iter_mut().filter(|(_, a)| *a == source) {
                    *a = spare;
                }
            }
        }
        Ok(())
    }

    /// Fills in the targets that were not known when their jumps were made.
    pub fn resolve(&mut self) {
        for (pc, block) in std::mem::take(&mut self.jumps) {
            let to = self.starts[block.index()];
            let (first, place) = (self.code.insts[to as usize], self.code.places[to as usize]);
            // What a jump leads to at once is done in its place.
            match is_branch(first) {
                true => {
                    self.code.insts[pc as usize] = first;
                    self.code.places[pc as usize] = place;
                }
                false => self.code.insts[pc as usize] = Inst::Jump { to },
            }
        }
        for (edge, block) in std::mem::take(&mut self.edge_targets) {
            self.code.targets[edge as usize] = self.starts[block.index()];
        }
        for (return_to, block) in std::mem::take(&mut self.unwinds) {
            self.handlers.push((return_to, self.starts[block.index()]));
        }
        self.handlers.sort_unstable();
        for (table, pc, block) in std::mem::take(&mut self.detour_targets) {
            self.code.detours[table].push((self.starts[block.index()], pc));
        }
    }
}

fn is_branch(inst: Inst) -> bool {
    matches!(
        inst,
        Inst::Branch { .. }
            | Inst::BranchEq { .. }
            | Inst::BranchNe { .. }
            | Inst::BranchUlt { .. }
            | Inst::BranchUle { .. }
            | Inst::BranchSlt { .. }
            | Inst::BranchSle { .. }
            | Inst::Switch { .. }
    )
}

fn dense_table(cases: &[(u64, Edge)], default: Edge) -> Option<Vec<Edge>> {
    let (first, last) = (cases.first()?.0, cases.last()?.0);
    let span = (last - first).checked_add(1)?;
    if span > DENSE_LIMIT || span > cases.len() as u64 * DENSE_SHARE {
        return None;
    }
    let mut table = vec![default; span as usize];
    for (value, edge) in cases {
        table[(value - first) as usize] = *edge;
    }
    Some(table)
}

/// The machine's comparison for a predicate, and whether its operands change places.
pub(super) fn compare(predicate: IntPredicate) -> (Compare, bool) {
    match predicate {
        IntPredicate::Eq => (Compare::Eq, false),
        IntPredicate::Ne => (Compare::Ne, false),
        IntPredicate::Ult => (Compare::Ult, false),
        IntPredicate::Ule => (Compare::Ule, false),
        IntPredicate::Slt => (Compare::Slt, false),
        IntPredicate::Sle => (Compare::Sle, false),
        IntPredicate::Ugt => (Compare::Ult, true),
        IntPredicate::Uge => (Compare::Ule, true),
        IntPredicate::Sgt => (Compare::Slt, true),
        IntPredicate::Sge => (Compare::Sle, true),
    }
}
