//! What makes a finished body of a draft: no phi that says nothing, no block that nothing leads to,
//! and the numbers in order.

use super::body::{Body, Draft};
use assay_base::{Arena, Id};
use assay_program::{BlockId, Callee, Op, Operand, Terminator, TypeId, ValueId};

/// Removes phis whose operands are all one value (or the phi itself), and phis that nobody uses.
pub(super) fn simplify(body: &mut Body) {
    remove_unreachable(body);
    let replacement = trivial(body);
    let resolve = |operand: Operand| resolved(&replacement, operand);
    for draft in &mut body.blocks {
        draft.phis.retain(|(value, _)| replacement[value.index()].is_none());
        for (_, incoming) in &mut draft.phis {
            incoming.iter_mut().for_each(|(_, value)| *value = resolve(*value));
        }
        draft.insts.iter_mut().for_each(|inst| replace(&mut inst.op, &resolve));
        draft.terminator.iter_mut().for_each(|end| replace_in_end(end, &resolve));
    }
    remove_unused(body);
}

fn remove_unreachable(body: &mut Body) {
    let mut is_reached = vec![false; body.blocks.len()];
    let mut pending = vec![BlockId::new(0)];
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut is_reached[block.index()], true) {
            let end = body.blocks[block.index()].terminator.as_ref();
            pending.extend(end.map(Terminator::successors).unwrap_or_default());
        }
    }
    let mut number = 0;
    let mut numbers = Vec::with_capacity(is_reached.len());
    for &reached in &is_reached {
        numbers.push(reached.then_some(BlockId::new(number)));
        number += usize::from(reached);
    }
    let mut reached = is_reached.iter();
    body.blocks.retain(|_| *reached.next().expect("as many as blocks"));
    let renamed = |block: &mut BlockId| {
        *block = numbers[block.index()].expect("what is reached leads to what is reached");
    };
    for draft in &mut body.blocks {
        for (_, incoming) in &mut draft.phis {
            incoming.retain(|(from, _)| numbers[from.index()].is_some());
            incoming.iter_mut().for_each(|(from, _)| renamed(from));
        }
        draft.terminator.iter_mut().for_each(|end| for_targets(end, &renamed));
    }
}

fn for_targets(end: &mut Terminator, change: &impl Fn(&mut BlockId)) {
    match end {
        Terminator::Jump(to) => change(to),
        Terminator::Branch { on_true, on_false, .. } => {
            [on_true, on_false].into_iter().for_each(change)
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, to)| change(to));
            change(default);
        }
        Terminator::Invoke { normal, unwind } => [normal, unwind].into_iter().for_each(change),
        Terminator::IndirectJump { targets, .. } => targets.iter_mut().for_each(change),
        Terminator::Return(_)
        | Terminator::Throw(_)
        | Terminator::Unreachable
        | Terminator::Unsupported { .. } => {}
    }
}

/// What each value is replaced by, if it is a phi that says nothing.
fn trivial(body: &Body) -> Vec<Option<Operand>> {
    let mut replacement = vec![None; body.values.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (value, incoming) in body.blocks.iter().flat_map(|draft| &draft.phis) {
            if replacement[value.index()].is_some() {
                continue;
            }
            let own = Operand::Value(*value);
            let mut others = incoming
                .iter()
                .map(|(_, operand)| resolved(&replacement, *operand))
                .filter(|operand| *operand != own);
            let Some(first) = others.next() else { continue };
            if others.all(|other| other == first) {
                replacement[value.index()] = Some(first);
                changed = true;
            }
        }
    }
    replacement
}

pub(super) fn resolved(replacement: &[Option<Operand>], mut operand: Operand) -> Operand {
    while let Operand::Value(value) = operand
        && let Some(next) = replacement[value.index()]
    {
        operand = next;
    }
    operand
}

/// Phis that only phis use that nobody uses.
fn remove_unused(body: &mut Body) {
    let mut is_used = vec![false; body.values.len()];
    let mut pending: Vec<ValueId> = Vec::new();
    let mut note = |operand: Operand, pending: &mut Vec<ValueId>| {
        if let Operand::Value(value) = operand
            && !std::mem::replace(&mut is_used[value.index()], true)
        {
            pending.push(value);
        }
    };
    let mut phis = vec![None; body.values.len()];
    for (number, draft) in body.blocks.iter().enumerate() {
        draft.phis.iter().enumerate().for_each(|(position, (value, _))| {
            phis[value.index()] = Some((number, position));
        });
        for inst in &draft.insts {
            inst.op.visit_operands(&mut |operand| note(operand, &mut pending));
        }
        let end = draft.terminator.as_ref().and_then(Terminator::operand);
        end.into_iter().for_each(|operand| note(operand, &mut pending));
    }
    while let Some(value) = pending.pop() {
        let Some((block, position)) = phis[value.index()] else { continue };
        for (_, operand) in &body.blocks[block].phis[position].1 {
            note(*operand, &mut pending);
        }
    }
    for draft in &mut body.blocks {
        draft.phis.retain(|(value, _)| is_used[value.index()]);
    }
}

/// The types of all values, and the blocks with the values numbered in their order.
pub(super) fn renumber(body: Body, parameters: usize) -> (Arena<ValueId, TypeId>, Vec<Draft>) {
    let Body { values: old, mut blocks, .. } = body;
    let mut numbers: Vec<Option<ValueId>> = vec![None; old.len()];
    let mut values: Arena<ValueId, TypeId> = Arena::new();
    for (index, ty) in old.iter().enumerate().take(parameters) {
        numbers[index] = Some(values.push(*ty));
    }
    let mut renamed = |value: &mut ValueId| {
        let new = values.push(old[value.index()]);
        numbers[value.index()] = Some(new);
        *value = new;
    };
    for draft in &mut blocks {
        draft.phis.iter_mut().for_each(|(value, _)| renamed(value));
        let results = draft.insts.iter_mut().filter_map(|inst| inst.result.as_mut());
        results.for_each(&mut renamed);
    }
    let current = |operand: Operand| match operand {
        Operand::Value(value) => {
            Operand::Value(numbers[value.index()].expect("what is used is defined"))
        }
        constant => constant,
    };
    for draft in &mut blocks {
        let incoming = draft.phis.iter_mut().flat_map(|(_, incoming)| incoming);
        incoming.for_each(|(_, operand)| *operand = current(*operand));
        draft.insts.iter_mut().for_each(|inst| replace(&mut inst.op, &current));
        draft.terminator.iter_mut().for_each(|end| replace_in_end(end, &current));
    }
    (values, blocks)
}

/// Replaces the operands of the instructions that this front end makes.
pub(super) fn replace(op: &mut Op, with: &impl Fn(Operand) -> Operand) {
    let all = |operands: &mut [&mut Operand]| {
        operands.iter_mut().for_each(|operand| **operand = with(**operand));
    };
    match op {
        Op::Binary { a, b, .. }
        | Op::FloatBinary { a, b, .. }
        | Op::IntCompare { a, b, .. }
        | Op::FloatCompare { a, b, .. } => all(&mut [a, b]),
        Op::FloatNegate { a } | Op::Cast { a, .. } => all(&mut [a]),
        Op::Select { condition, a, b, .. } => all(&mut [condition, a, b]),
        Op::Load { address, .. } => all(&mut [address]),
        Op::Store { address, value, .. } => all(&mut [address, value]),
        Op::Address { base, indices, .. } => {
            all(&mut [base]);
            indices.iter_mut().for_each(|(index, ..)| all(&mut [index]));
        }
        Op::MemoryCopy { to, from, size, .. } => all(&mut [to, from, size]),
        Op::MemorySet { to, byte, size, .. } => all(&mut [to, byte, size]),
        Op::Alloca { count, .. } => all(&mut [count]),
        Op::Intrinsic { args, .. } => args.iter_mut().for_each(|(value, _)| all(&mut [value])),
        Op::Call { callee, args } => {
            if let Callee::Indirect { address, .. } = callee {
                all(&mut [address]);
            }
            args.iter_mut().for_each(|arg| all(&mut [&mut arg.value]));
        }
        Op::Caught | Op::Unsupported { .. } => {}
        other => unreachable!("the front end for Java does not make {other:?}"),
    }
}

pub(super) fn replace_in_end(end: &mut Terminator, with: &impl Fn(Operand) -> Operand) {
    match end {
        Terminator::Return(Some(value))
        | Terminator::Throw(value)
        | Terminator::Branch { condition: value, .. }
        | Terminator::Switch { value, .. }
        | Terminator::IndirectJump { address: value, .. } => *value = with(*value),
        Terminator::Return(None)
        | Terminator::Jump(_)
        | Terminator::Invoke { .. }
        | Terminator::Unreachable
        | Terminator::Unsupported { .. } => {}
    }
}
