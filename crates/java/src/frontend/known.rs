//! What is known already is not computed or asked again.
//!
//! Blocks are looked at in an order in which what dominates a block comes before it. A computation
//! that an equal one dominates is that one; so is a load of what never changes (the length of an
//! array, the descriptor of an object and what lies in it). A branch on what a dominating branch
//! has decided, or on whether an object is null that never is, becomes a jump. What nobody uses
//! goes.

use super::body::{Body, Draft};
use super::phis::{replace, replace_in_end, resolved};
use assay_base::Id;
use assay_base::dominators::{Dominators, reverse_post_order};
use assay_program::{
    BinaryOp, BlockId, CastOp, Const, FloatBinaryOp, FloatPredicate, Inst, IntPredicate, Op,
    Operand, Program, Terminator, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What makes two computations the same.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Binary(BinaryOp, Operand, Operand, TypeId),
    FloatBinary(FloatBinaryOp, Operand, Operand, TypeId),
    Cast(CastOp, Operand, TypeId, TypeId),
    Compare(IntPredicate, Operand, Operand, TypeId),
    CompareFloats(FloatPredicate, Operand, Operand, TypeId),
    Address(Operand, i64, Vec<(Operand, TypeId, u64)>),
    /// Of what never changes.
    Load(Operand, TypeId),
    /// Whether the class with this cell is to be initialised.
    Guard(Operand),
}

struct Known<'b> {
    body: &'b mut Body,
    dominators: Dominators,
    predecessors: Vec<Vec<usize>>,
    /// What is computed in a block, and what is true or false from a block on.
    computed: FxHashMap<Key, Vec<(usize, Operand)>>,
    decided: FxHashMap<Key, Vec<(usize, bool)>>,
    /// What conditions compare.
    conditions: FxHashMap<Operand, Key>,
    replacement: Vec<Option<Operand>>,
    /// Never null.
    objects: FxHashSet<Operand>,
}

/// Whether a branch has gone, so that there may be more to simplify.
pub(super) fn simplify(body: &mut Body, program: &Program) -> bool {
    let successors: Vec<Vec<usize>> = body.blocks.iter().map(ways).collect();
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for (from, ways) in successors.iter().enumerate() {
        ways.iter().for_each(|&to| predecessors[to].push(from));
    }
    let next = |block: usize| successors[block].clone();
    let before = |block: usize| predecessors[block].clone();
    let dominators = Dominators::new(body.blocks.len(), 0, next, before);
    let replacement = vec![None; body.values.len()];
    let objects = objects(body, program);
    let (computed, decided, conditions) = Default::default();
    let mut known = Known {
        body,
        dominators,
        predecessors,
        computed,
        decided,
        conditions,
        replacement,
        objects,
    };
    let mut has_decided = false;
    for block in reverse_post_order(successors.len(), 0, next) {
        has_decided |= known.block(program, block);
    }
    let Known { body, replacement, .. } = known;
    let current = |operand: Operand| resolved(&replacement, operand);
    for draft in &mut body.blocks {
        let incoming = draft.phis.iter_mut().flat_map(|(_, incoming)| incoming);
        incoming.for_each(|(_, value)| *value = current(*value));
        draft.insts.retain(|inst| inst.result.is_none_or(|it| replacement[it.index()].is_none()));
        draft.insts.iter_mut().for_each(|inst| replace(&mut inst.op, &current));
        draft.terminator.iter_mut().for_each(|end| replace_in_end(end, &current));
    }
    remove_unused(body);
    has_decided
}

fn ways(draft: &Draft) -> Vec<usize> {
    let end = draft.terminator.as_ref();
    end.map(Terminator::successors).unwrap_or_default().into_iter().map(BlockId::index).collect()
}

impl Known<'_> {
    /// Whether the branch at the end of the block was decided.
    fn block(&mut self, program: &Program, block: usize) -> bool {
        self.note_decision(block);
        for position in 0..self.body.blocks[block].insts.len() {
            self.instruction(block, position);
        }
        self.decide(program, block)
    }

    /// What holds where a block can be come to in one way only.
    fn note_decision(&mut self, block: usize) {
        let [from] = self.predecessors[block][..] else { return };
        let Some(Terminator::Branch { condition, on_true, .. }) =
            &self.body.blocks[from].terminator
        else {
            return;
        };
        let truth = on_true.index() == block;
        let condition = resolved(&self.replacement, *condition);
        let Some(Key::Compare(predicate, a, b, ty)) = self.conditions.get(&condition) else {
            return;
        };
        let other = Key::Compare(opposite(*predicate), *a, *b, *ty);
        let key = Key::Compare(*predicate, *a, *b, *ty);
        self.decided.entry(key).or_default().push((block, truth));
        self.decided.entry(other).or_default().push((block, !truth));
    }

    fn instruction(&mut self, block: usize, position: usize) {
        let replacement = &self.replacement;
        let inst = &mut self.body.blocks[block].insts[position];
        replace(&mut inst.op, &|operand| resolved(replacement, operand));
        if let Op::Store { address, value, value_type, .. } = inst.op
            && self.body.firsts.contains(&address)
        {
            let key = Key::Load(address, value_type);
            self.computed.entry(key).or_default().push((block, value));
            return;
        }
        let Some(result) = inst.result else { return };
        if let Op::Address { base, offset: 0, indices } = &inst.op
            && indices.is_empty()
        {
            self.replacement[result.index()] = Some(*base);
            return;
        }
        if let Some(cell) = self.body.guards.get(&Operand::Value(result)) {
            self.conditions.insert(Operand::Value(result), Key::Guard(*cell));
            return;
        }
        let Some(key) = key(inst, &self.body.fixed) else { return };
        let same = self.computed.entry(key.clone()).or_default();
        let dominates = |(other, _): &&(usize, Operand)| self.dominators.dominates(*other, block);
        match same.iter().find(dominates) {
            Some((_, value)) => self.replacement[result.index()] = Some(*value),
            None => {
                same.push((block, Operand::Value(result)));
                self.conditions.insert(Operand::Value(result), key);
            }
        }
    }

    /// Whether a comparison holds in a block, if that is known.
    fn truth(&self, program: &Program, block: usize, key: &Key) -> Option<bool> {
        let is_null = |operand: &Operand| match operand {
            Operand::Const(id) => matches!(program.constants[*id], Const::Null { .. }),
            Operand::Value(_) => false,
        };
        if let Key::Compare(predicate @ (IntPredicate::Eq | IntPredicate::Ne), a, b, _) = key
            && self.objects.contains(a)
            && is_null(b)
        {
            return Some(*predicate == IntPredicate::Ne);
        }
        let decided = self.decided.get(key)?.iter();
        let mut decided = decided.filter(|(from, _)| self.dominators.dominates(*from, block));
        decided.next().map(|(_, truth)| *truth)
    }

    /// A branch on what is known is a jump.
    fn decide(&mut self, program: &Program, block: usize) -> bool {
        let Some(Terminator::Branch { condition, on_true, on_false, .. }) =
            &self.body.blocks[block].terminator
        else {
            return false;
        };
        let (on_true, on_false) = (*on_true, *on_false);
        let condition = resolved(&self.replacement, *condition);
        let key = self.conditions.get(&condition).filter(|_| on_true != on_false);
        let Some(truth) = key.and_then(|key| self.truth(program, block, key)) else {
            // The initialiser has returned, or had nothing to do.
            if let Some(key @ Key::Guard(_)) = key {
                self.decided.entry(key.clone()).or_default().push((on_false.index(), false));
            }
            return false;
        };
        let (to, never) = if truth { (on_true, on_false) } else { (on_false, on_true) };
        let draft = &mut self.body.blocks[block];
        (draft.terminator, draft.is_check) = (Some(Terminator::Jump(to)), false);
        for (_, incoming) in &mut self.body.blocks[never.index()].phis {
            incoming.retain(|(from, _)| from.index() != block);
        }
        true
    }
}

/// The comparison that holds where this one does not.
fn opposite(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Ne,
        IntPredicate::Ne => IntPredicate::Eq,
        IntPredicate::Ult => IntPredicate::Uge,
        IntPredicate::Uge => IntPredicate::Ult,
        IntPredicate::Ugt => IntPredicate::Ule,
        IntPredicate::Ule => IntPredicate::Ugt,
        IntPredicate::Slt => IntPredicate::Sge,
        IntPredicate::Sge => IntPredicate::Slt,
        IntPredicate::Sgt => IntPredicate::Sle,
        IntPredicate::Sle => IntPredicate::Sgt,
    }
}

/// The computation that an instruction is, if it depends on nothing but its operands.
fn key(inst: &Inst, fixed: &FxHashSet<ValueId>) -> Option<Key> {
    let ty = inst.ty;
    Some(match &inst.op {
        Op::Binary { op, a, b, .. } => Key::Binary(*op, *a, *b, ty),
        Op::FloatBinary { op, a, b } => Key::FloatBinary(*op, *a, *b, ty),
        Op::Cast { op, a, from } => Key::Cast(*op, *a, *from, ty),
        Op::IntCompare { predicate, a, b, operand_type } => {
            Key::Compare(*predicate, *a, *b, *operand_type)
        }
        Op::FloatCompare { predicate, a, b, operand_type } => {
            Key::CompareFloats(*predicate, *a, *b, *operand_type)
        }
        Op::Address { base, offset, indices } => Key::Address(*base, *offset, indices.clone()),
        Op::Load { address, .. } if inst.result.is_some_and(|it| fixed.contains(&it)) => {
            Key::Load(*address, ty)
        }
        _ => return None,
    })
}

/// What is never null: what the translation knows to be so, variables, and phis of such only.
fn objects(body: &Body, program: &Program) -> FxHashSet<Operand> {
    let mut objects = body.objects.clone();
    let is_pointer = |value: &ValueId| body.values[value.index()] == body.types.pointer;
    let phis = || body.blocks.iter().flat_map(|draft| &draft.phis);
    objects.extend(phis().map(|(phi, _)| *phi).filter(is_pointer).map(Operand::Value));
    let is_variable = |operand: &Operand| match operand {
        Operand::Const(id) => matches!(program.constants[*id], Const::Global { .. }),
        Operand::Value(_) => false,
    };
    loop {
        let may_be_null = phis().find(|(phi, incoming)| {
            let is_object = |it: &Operand| objects.contains(it) || is_variable(it);
            objects.contains(&Operand::Value(*phi))
                && !body.objects.contains(&Operand::Value(*phi))
                && !incoming.iter().all(|(_, value)| is_object(value))
        });
        match may_be_null {
            Some((phi, _)) => objects.remove(&Operand::Value(*phi)),
            None => return objects,
        };
    }
}

/// Computations that nobody uses.
fn remove_unused(body: &mut Body) {
    let mut uses = vec![0u32; body.values.len()];
    let mut count = |operand: Operand, by: i32| {
        if let Operand::Value(value) = operand {
            uses[value.index()] = uses[value.index()].wrapping_add_signed(by);
            return uses[value.index()] == 0;
        }
        false
    };
    for draft in &body.blocks {
        let incoming = draft.phis.iter().flat_map(|(_, incoming)| incoming);
        incoming.for_each(|(_, value)| _ = count(*value, 1));
        for inst in &draft.insts {
            inst.op.visit_operands(&mut |operand| _ = count(operand, 1));
        }
        let end = draft.terminator.as_ref().and_then(Terminator::operand);
        end.into_iter().for_each(|value| _ = count(value, 1));
    }
    let fixed = &body.fixed;
    for draft in body.blocks.iter_mut().rev() {
        let mut kept: Vec<Inst> = Vec::with_capacity(draft.insts.len());
        for inst in std::mem::take(&mut draft.insts).into_iter().rev() {
            let is_used = |value: ValueId| !count(Operand::Value(value), 0);
            let is_needless = key(&inst, fixed).is_some() || matches!(inst.op, Op::Load { .. });
            if is_needless && !inst.result.is_some_and(is_used) {
                inst.op.visit_operands(&mut |operand| _ = count(operand, -1));
            } else {
                kept.push(inst);
            }
        }
        kept.reverse();
        draft.insts = kept;
    }
}
