//! Decisions that clang leaves out of MC/DC, found again in the code.
//!
//! clang drops a decision with `&&` or `||` inside of an operand, and those inside with it; their
//! conditions stay in the map as plain branches. How they belong together is in the control flow,
//! whose blocks clang names by what they are for:
//!
//! - A *right side* (`land.rhs`, `lor.rhs`, `land.lhs.true`, `lor.lhs.false`) begins the second
//!   operand of `&&` or `||`. Only conditions of the first operand lead to it.
//! - A *joint* (`land.end`, `lor.end`) is where the value of a decision is known: a constant from
//!   the conditions that cut it short, else that of the second operand. A joint whose value, with
//!   or without `!`, is all that the second operand of another one consists of, belongs to it.
//! - Where a decision chooses the arm of a ternary it ends in one of these (`cond.true`,
//!   `cond.false`) instead.
//! - Blocks that only count (`land.rhscnt`, `lor.rhscnt`, `lop.rhscnt`) are passed through.
//!
//! Conditions that lead to the same of these blocks are of one decision, and clang lays them out in
//! the order of their evaluation, each but the first behind its right side. What does not look like
//! this to the last edge is given up: a ternary in front of `&&` has several places that evaluate
//! one condition.

use super::mapping::{FunctionRecord, RawKind};
use super::outcomes::Outcomes;
use super::sites::Sites;
use crate::llvm::{Block, Opcode, TypeKind, Value};
use assay_base::Id;
use assay_program::decision::Condition;
use rustc_hash::{FxHashMap, FxHashSet};

/// A decision of which everything is known.
pub struct LeftOut<'m> {
    /// In the order of their evaluation; ids count from 1.
    pub conditions: Vec<LeftOutCondition<'m>>,
    /// The blocks in which it has been evaluated.
    pub ends: Vec<Block<'m>>,
}

pub struct LeftOutCondition<'m> {
    /// Its index in the map.
    pub region: usize,
    pub branch: Value<'m>,
    /// Whether the condition of the source is true where that of the branch is.
    pub is_same: bool,
    pub order: Condition,
}

/// The decisions of a function, as far as they can be found.
pub fn left_out<'m>(
    function: Value<'m>,
    sites: &Sites<'m>,
    record: &FunctionRecord,
) -> Vec<LeftOut<'m>> {
    let code = Code::of(function, sites, record);
    code.groups().iter().filter_map(|group| code.decision(group)).collect()
}

/// What a block is for, as far as decisions are concerned.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Part {
    RightSide,
    Joint,
    Arm(bool),
    Counting,
    Other,
}

impl Part {
    fn of(block: Block<'_>) -> Part {
        let name = block.name();
        let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
        match kind {
            "land.rhs" | "lor.rhs" | "land.lhs.true" | "lor.lhs.false" => Part::RightSide,
            "land.end" | "lor.end" => Part::Joint,
            "cond.true" => Part::Arm(true),
            "cond.false" => Part::Arm(false),
            "land.rhscnt" | "lor.rhscnt" | "lop.rhscnt" => Part::Counting,
            _ => Part::Other,
        }
    }
}

/// A condition that is not in any decision of clang's, with the branch on it.
struct Leaf<'m> {
    region: usize,
    branch: Value<'m>,
    is_same: bool,
    /// After false, after true.
    ways: [Way<'m>; 2],
}

/// Where an outcome leads to, past blocks that only count.
#[derive(Copy, Clone)]
struct Way<'m> {
    to: Block<'m>,
    /// The block before it.
    from: Block<'m>,
}

/// A function, seen for its decisions.
struct Code<'m> {
    /// In the order of the blocks.
    leaves: Vec<Leaf<'m>>,
    by_branch: FxHashMap<Value<'m>, usize>,
    positions: FxHashMap<Block<'m>, usize>,
    /// Of a joint that belongs to another one: that one, and whether an odd number of `!` is
    /// between.
    outer: FxHashMap<Block<'m>, (Block<'m>, bool)>,
}

impl<'m> Code<'m> {
    fn of(function: Value<'m>, sites: &Sites<'m>, record: &FunctionRecord) -> Code<'m> {
        let blocks: Vec<Block<'m>> = function.blocks().collect();
        let positions: FxHashMap<Block<'m>, usize> =
            blocks.iter().enumerate().map(|(at, &block)| (block, at)).collect();
        let mut leaves = leaves(function, sites, record);
        leaves.sort_by_key(|leaf| positions[&leaf.branch.block()]);
        let by_branch = leaves.iter().enumerate().map(|(at, leaf)| (leaf.branch, at)).collect();
        let mut code = Code { leaves, by_branch, positions, outer: FxHashMap::default() };
        for &block in blocks.iter().filter(|&&block| Part::of(block) == Part::Joint) {
            code.outer.extend(
                code.inner_joint(block).map(|(inner, is_negated)| (inner, (block, is_negated))),
            );
        }
        code
    }

    /// The joint whose value is that of the second operand of this one, and whether it is negated.
    fn inner_joint(&self, joint: Block<'m>) -> Option<(Block<'m>, bool)> {
        let mut value = value_of(joint)?
            .incoming()
            .map(|(_, value)| value)
            .find(|value| value.is_instruction() && !self.is_condition(*value))?;
        let mut is_negated = false;
        while let Some(below) = negated(value) {
            value = below;
            is_negated = !is_negated;
        }
        let block = value.is_instruction().then(|| value.block())?;
        (Part::of(block) == Part::Joint && value_of(block) == Some(value))
            .then_some((block, is_negated))
    }

    /// Whether a value is what a condition branches on.
    fn is_condition(&self, value: Value<'m>) -> bool {
        value.users().any(|user| self.by_branch.contains_key(&user) && user.operand(0) == value)
    }

    /// The conditions that belong together, by their indices in order; not those that stand alone.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut group: Vec<usize> = (0..self.leaves.len()).collect();
        let mut known: FxHashMap<Block<'m>, usize> = FxHashMap::default();
        for at in 0..self.leaves.len() {
            for way in self.leaves[at].ways {
                let place = match Part::of(way.to) {
                    Part::RightSide | Part::Arm(_) => way.to,
                    Part::Joint => self.outermost(way.to).0,
                    Part::Counting | Part::Other => continue,
                };
                let other = *known.entry(place).or_insert(at);
                let (from, to) = (group[at], group[other]);
                group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, of) in group.into_iter().enumerate() {
            let place = *places.entry(of).or_insert(groups.len());
            groups.resize_with(groups.len().max(place + 1), Vec::new);
            groups[place].push(at);
        }
        groups.retain(|group| group.len() > 1);
        groups
    }

    /// The joint at which the whole decision has its value, and whether that of `joint` counts for
    /// the opposite there.
    fn outermost(&self, mut joint: Block<'m>) -> (Block<'m>, bool) {
        let mut is_negated = false;
        // As deep as there are joints, at most.
        for _ in 0..self.outer.len() {
            let Some(&(outer, flips)) = self.outer.get(&joint) else { break };
            joint = outer;
            is_negated ^= flips;
        }
        (joint, is_negated)
    }

    fn decision(&self, group: &[usize]) -> Option<LeftOut<'m>> {
        let right_sides = self.right_sides(group)?;
        let mut conditions = Vec::new();
        let mut ends: Vec<Block<'m>> = Vec::new();
        for (&at, id) in group.iter().zip(1u32..) {
            let leaf = &self.leaves[at];
            let mut order = Condition { id, true_next: None, false_next: None, is_negated: false };
            let mut signs = Vec::new();
            for (value, way) in [false, true].into_iter().zip(leaf.ways) {
                let next = if value { &mut order.true_next } else { &mut order.false_next };
                // The first right side is that of the condition with id 2.
                *next = right_sides
                    .iter()
                    .zip(2u32..)
                    .find(|(side, _)| **side == way.to)
                    .map(|(_, id)| id);
                if next.is_none() {
                    let (end, outcome) = self.end(leaf, value, way)?;
                    signs.push(outcome != value);
                    ends.push(end);
                }
            }
            order.is_negated = signs.contains(&true);
            if order.is_negated && signs.contains(&false) {
                return None;
            }
            let Leaf { region, branch, is_same, .. } = *leaf;
            conditions.push(LeftOutCondition { region, branch, is_same, order });
        }
        ends.sort_by_key(|end| self.positions[end]);
        ends.dedup();
        let is_whole = Self::are_ends(&ends) && self.is_closed(group, &right_sides, &ends);
        is_whole.then_some(LeftOut { conditions, ends })
    }

    /// Where each condition but the first begins.
    fn right_sides(&self, group: &[usize]) -> Option<Vec<Block<'m>>> {
        let ways = group.iter().flat_map(|&at| self.leaves[at].ways);
        let mut sides: Vec<Block<'m>> =
            ways.map(|way| way.to).filter(|&to| Part::of(to) == Part::RightSide).collect();
        sides.sort_by_key(|side| self.positions[side]);
        sides.dedup();
        let position = |at: usize| self.positions[&self.leaves[at].branch.block()];
        let is_in_order = sides.len() + 1 == group.len()
            && sides.iter().zip(group.windows(2)).all(|(side, pair)| {
                position(pair[0]) < self.positions[side]
                    && self.positions[side] <= position(pair[1])
            });
        is_in_order.then_some(sides)
    }

    /// The end that an outcome leads to, and the outcome of the decision there.
    fn end(&self, leaf: &Leaf<'m>, value: bool, way: Way<'m>) -> Option<(Block<'m>, bool)> {
        match Part::of(way.to) {
            Part::Arm(outcome) => Some((way.to, outcome)),
            Part::Joint => {
                let incoming = value_of(way.to)?.incoming().find(|(from, _)| *from == way.from)?.1;
                let known = match incoming == leaf.branch.operand(0) {
                    true => value == leaf.is_same,
                    false => incoming.is_constant().then(|| incoming.as_int())?? != 0,
                };
                let (end, is_negated) = self.outermost(way.to);
                Some((end, known != is_negated))
            }
            Part::RightSide | Part::Counting | Part::Other => None,
        }
    }

    /// One joint, or the two arms of a ternary.
    fn are_ends(ends: &[Block<'m>]) -> bool {
        match ends {
            [end] => Part::of(*end) == Part::Joint,
            [one, other] => {
                let parts = [Part::of(*one), Part::of(*other)];
                parts.contains(&Part::Arm(true)) && parts.contains(&Part::Arm(false))
            }
            _ => false,
        }
    }

    /// Whether nothing but the conditions leads to where the decision goes on, or ends.
    fn is_closed(&self, group: &[usize], sides: &[Block<'m>], ends: &[Block<'m>]) -> bool {
        let own: FxHashSet<Value<'m>> = group.iter().map(|&at| self.leaves[at].branch).collect();
        let mut pending: Vec<Block<'m>> = sides.iter().chain(ends).copied().collect();
        let mut seen: FxHashSet<Block<'m>> = pending.iter().copied().collect();
        while let Some(block) = pending.pop() {
            for before in block.predecessor_terminators() {
                let from = before.block();
                if own.contains(&before) {
                    continue;
                }
                let is_counting = Part::of(from) == Part::Counting;
                let passed = is_counting.then_some(from).or_else(|| self.inner_value(block, from));
                match passed {
                    Some(passed) if seen.insert(passed) => pending.push(passed),
                    Some(_) => {}
                    None => return false,
                }
            }
        }
        true
    }

    /// The inner joint whose value comes to this one from a block.
    fn inner_value(&self, joint: Block<'m>, from: Block<'m>) -> Option<Block<'m>> {
        let (inner, _) = self.outer.iter().find(|(_, (outer, _))| *outer == joint)?;
        let (_, value) = value_of(joint)?.incoming().find(|(block, _)| *block == from)?;
        (value.is_instruction() && !self.is_condition(value)).then_some(*inner)
    }
}

/// The conditions in the map that are in no decision and have a branch of their own.
fn leaves<'m>(function: Value<'m>, sites: &Sites<'m>, record: &FunctionRecord) -> Vec<Leaf<'m>> {
    let branches: FxHashMap<usize, Value<'m>> = function
        .blocks()
        .filter_map(|block| block.terminator())
        .filter(|branch| branch.is_conditional_branch())
        .filter_map(|branch| Some((sites.first_edge(branch)? as usize, branch)))
        .collect();
    let outcomes = Outcomes::of(function, sites, record);
    let mut taken: FxHashSet<Value<'m>> = FxHashSet::default();
    let mut leaves = Vec::new();
    for (region, raw) in record.regions.iter().enumerate() {
        let RawKind::Branch { on_true, on_false, condition: None } = raw.kind else { continue };
        let (on_true, on_false) = outcomes.of_branch(on_true, on_false);
        let (Some(on_true), Some(on_false)) = (on_true.only(), on_false.only()) else { continue };
        let (on_true, on_false) = (on_true.index(), on_false.index());
        let Some(&branch) = branches.get(&on_true.min(on_false)) else { continue };
        if on_true.abs_diff(on_false) != 1 || !taken.insert(branch) {
            continue;
        }
        let is_same = on_true < on_false;
        let successors = branch.successors();
        let way = |index: usize| way(branch.block(), successors[index]);
        let ways = if is_same { [way(1), way(0)] } else { [way(0), way(1)] };
        leaves.push(Leaf { region, branch, is_same, ways });
    }
    leaves
}

fn way<'m>(mut from: Block<'m>, mut to: Block<'m>) -> Way<'m> {
    // One counting block leads to another at most.
    for _ in 0..2 {
        let next = to.terminator().filter(|_| Part::of(to) == Part::Counting);
        let Some(&[only]) = next.map(Value::successors).as_deref() else { break };
        (from, to) = (to, only);
    }
    Way { to, from }
}

/// The value of a joint.
fn value_of(joint: Block<'_>) -> Option<Value<'_>> {
    let first = joint.instructions().next()?;
    (first.opcode() == Opcode::LLVMPHI && is_truth(first)).then_some(first)
}

/// What a value is the negation of.
fn negated(value: Value<'_>) -> Option<Value<'_>> {
    let is_not = value.is_instruction()
        && value.opcode() == Opcode::LLVMXor
        && is_truth(value)
        && value.operand(1).as_int() == Some(1);
    is_not.then(|| value.operand(0))
}

fn is_truth(value: Value<'_>) -> bool {
    let ty = value.ty();
    ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() == 1
}
