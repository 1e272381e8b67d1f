//! Which edges of the code each branch region means. Decided by counters, never by places:
//! debug locations match for a quarter of the branches only, and never inside macros.
//!
//! Where the counter of an outcome is incremented in a block, the edges of conditional branches and
//! switches that lead to that block and nowhere else are that outcome, and the other edges of the same
//! branches are the opposite one. Where it is incremented by a step, the select on the same condition
//! is the branch. A `switch` without `default` has one more region for its condition, whose false
//! side is the sum of all cases: its true side is the default edge.
//!
//! A ternary in front of `&&` has no place of its own where it is known: in `(a ? b || c : d) && e`
//! each of `b`, `c` and `d` goes on by itself, and `b` is not the end of it if it is false. There the
//! opposite outcome is those edges to the same places that are taken as often as it in every run, by
//! the [flow](super::flow) of the function.

use super::counts::Counts;
use super::flow::Flow;
use super::mapping::FunctionRecord;
use super::sites::{Site, Sites};
use crate::edges;
use crate::llvm::{Block, Opcode, Value};
use assay_base::Id;
use assay_program::EdgeId;
use assay_program::coverage::{Counter, Expression};
use rustc_hash::FxHashSet;

/// Of more edges, no selection is looked for.
const MOST_CANDIDATES: usize = 14;

pub struct Outcomes<'m, 's> {
    sites: &'s Sites<'m>,
    expressions: &'s [Expression],
    flow: Flow<'m>,
    counts: Counts,
}

/// An edge: a branch, and which of its successors, as LLVM lists them.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Way<'m> {
    branch: Value<'m>,
    position: usize,
}

impl<'m> Way<'m> {
    fn target(self) -> Block<'m> {
        self.branch.successors()[self.position]
    }
}

/// The edges of an outcome, and the other edges of the same branches.
#[derive(Default)]
struct Outcome<'m> {
    taken: Vec<Way<'m>>,
    others: Vec<Way<'m>>,
}

impl<'m, 's> Outcomes<'m, 's> {
    pub fn of(function: Value<'m>, sites: &'s Sites<'m>, record: &'s FunctionRecord) -> Self {
        let mut flow = Flow::of_all(function);
        let counts = Counts::of(&mut flow, sites, record);
        Outcomes { sites, expressions: &record.expressions, flow, counts }
    }

    /// The edges of a region's outcomes: true, false.
    pub fn of_branch(&self, on_true: Counter, on_false: Counter) -> (Vec<EdgeId>, Vec<EdgeId>) {
        if let Some(edges) = self.of_select(on_true) {
            return edges;
        }
        if let Some(outcome) = self.outcome(on_true) {
            return (self.edges(&outcome.taken), self.opposite(&outcome, on_false));
        }
        if let Some(outcome) = self.outcome(on_false) {
            return (self.opposite(&outcome, on_true), self.edges(&outcome.taken));
        }
        match self.cases(on_false) {
            Some(outcome) => (self.edges(&outcome.others), self.edges(&outcome.taken)),
            None => (Vec::new(), Vec::new()),
        }
    }

    fn sites(&self, counter: Counter) -> Option<&'s [Site<'m>]> {
        match counter {
            Counter::Counter(counter) => self.sites.of_counter(counter),
            Counter::Zero | Counter::Expression(_) => None,
        }
    }

    fn of_select(&self, on_true: Counter) -> Option<(Vec<EdgeId>, Vec<EdgeId>)> {
        let mut edges = (Vec::new(), Vec::new());
        for site in self.sites(on_true)? {
            let Site::Select(select) = site else { continue };
            let Some(first) = self.sites.first_edge(*select) else { continue };
            edges.0.push(EdgeId::new(first as usize));
            edges.1.push(EdgeId::new(first as usize + 1));
        }
        (!edges.0.is_empty()).then_some(edges)
    }

    fn outcome(&self, counter: Counter) -> Option<Outcome<'m>> {
        let mut outcome = Outcome::default();
        for site in self.sites(counter)? {
            let Site::Increment(increment) = site else { continue };
            outcome.taken.extend(ways_into(increment.block()));
        }
        outcome.others = others(&outcome.taken);
        (!self.edges(&outcome.taken).is_empty()).then_some(outcome)
    }

    /// The edges of the opposite of an outcome, whose counter is given.
    fn opposite(&self, outcome: &Outcome<'m>, counter: Counter) -> Vec<EdgeId> {
        let all = &outcome.others;
        let Some(count) = self.counts.value(counter) else { return self.edges(all) };
        if self.sum(all) == Some(count) {
            return self.edges(all);
        }
        let mut candidates = Vec::new();
        for way in all {
            for ahead in ways_into(behind_counting(way.target())) {
                if !candidates.contains(&ahead) && !outcome.taken.contains(&ahead) {
                    candidates.push(ahead);
                }
            }
        }
        let is_one_branch = all.iter().all(|way| way.branch == all[0].branch);
        match self.selection(&candidates, count) {
            Some(selection) => self.edges(&selection),
            // The counters need not fit where a call does not return.
            None if is_one_branch => self.edges(all),
            None => Vec::new(),
        }
    }

    /// Those that are taken this often together.
    fn selection(&self, candidates: &[Way<'m>], count: u128) -> Option<Vec<Way<'m>>> {
        let counted = candidates.iter().filter_map(|way| Some((*way, self.count(*way)?)));
        let taken: Vec<(Way<'m>, u128)> = counted.filter(|(_, count)| *count != 0).collect();
        if taken.len() > MOST_CANDIDATES {
            return None;
        }
        let chosen = |word: u32| {
            let is_chosen = move |(at, way)| (word >> at & 1 == 1).then_some(way);
            taken.iter().enumerate().filter_map(is_chosen)
        };
        let sum = |word: u32| chosen(word).fold(0u128, |sum, (_, count)| sum.wrapping_add(*count));
        let word = (1..1u32 << taken.len()).find(|&word| sum(word) == count)?;
        Some(chosen(word).map(|(way, _)| *way).collect())
    }

    /// How often the edges are taken together.
    fn sum(&self, ways: &[Way<'m>]) -> Option<u128> {
        ways.iter().try_fold(0u128, |sum, way| Some(sum.wrapping_add(self.count(*way)?)))
    }

    fn count(&self, way: Way<'m>) -> Option<u128> {
        self.flow.edge(way.branch.block(), way.position)
    }

    /// For a sum of counters that are all case labels of one switch.
    fn cases(&self, sum: Counter) -> Option<Outcome<'m>> {
        let mut blocks = Vec::new();
        for counter in summands(sum, self.expressions)? {
            for &site in self.sites.of_counter(counter)? {
                let Site::Increment(increment) = site else { return None };
                blocks.push(increment.block());
            }
        }
        let (first, rest) = blocks.split_first()?;
        let switches = |block: Block<'m>| -> Vec<Value<'m>> {
            let terminators = block.predecessor_terminators();
            terminators.filter(|last| last.opcode() == Opcode::LLVMSwitch).collect()
        };
        let switch = switches(*first)
            .into_iter()
            .find(|switch| rest.iter().all(|&block| switches(block).contains(switch)))?;
        let all = (0..switch.successors().len()).map(|position| Way { branch: switch, position });
        let (taken, others) = all.partition(|way| blocks.contains(&way.target()));
        Some(Outcome { taken, others })
    }

    fn edges(&self, ways: &[Way<'m>]) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = ways.iter().filter_map(|way| self.edge(*way)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn edge(&self, Way { branch, position }: Way<'m>) -> Option<EdgeId> {
        let first = self.sites.first_edge(branch)? as usize;
        let count = branch.successors().len();
        // LLVM lists a switch's default first, edges have it last.
        let index = match branch.opcode() {
            Opcode::LLVMSwitch => (position + count - 1) % count,
            _ => position,
        };
        Some(EdgeId::new(first + index))
    }
}

/// The edges that lead to a block and nowhere else.
fn ways_into(block: Block<'_>) -> Vec<Way<'_>> {
    let mut ways = Vec::new();
    let mut pending = vec![block];
    let mut seen = FxHashSet::default();
    while let Some(block) = pending.pop() {
        if !seen.insert(block) {
            continue;
        }
        for branch in block.predecessor_terminators() {
            let successors = branch.successors();
            if successors.len() == 1 {
                pending.push(branch.block());
            } else if edges::is_branching(branch) {
                let to_block = (0..successors.len()).filter(|&at| successors[at] == block);
                ways.extend(to_block.map(|position| Way { branch, position }));
            }
        }
    }
    let mut unique = Vec::new();
    for way in ways {
        if !unique.contains(&way) {
            unique.push(way);
        }
    }
    unique
}

/// The other edges of the same branches.
fn others<'m>(ways: &[Way<'m>]) -> Vec<Way<'m>> {
    let mut others = Vec::new();
    for &Way { branch, .. } in ways {
        let all = (0..branch.successors().len()).map(|position| Way { branch, position });
        for other in all {
            if !ways.contains(&other) && !others.contains(&other) {
                others.push(other);
            }
        }
    }
    others
}

/// Past a block that is there for its counter only.
fn behind_counting(block: Block<'_>) -> Block<'_> {
    let next = block.terminator().filter(|_| block.predecessor_terminators().count() == 1);
    match next.map(Value::successors).as_deref() {
        Some(&[only]) => only,
        _ => block,
    }
}

/// The counters of a pure sum; `None` for anything else.
fn summands(sum: Counter, expressions: &[Expression]) -> Option<Vec<u32>> {
    let mut counters = Vec::new();
    let mut pending = vec![sum];
    let mut steps = 0;
    while let Some(part) = pending.pop() {
        // A cycle in a malformed map must not loop for ever.
        steps += 1;
        if steps > 4 * expressions.len() + 4 {
            return None;
        }
        match part {
            Counter::Zero => {}
            Counter::Counter(counter) => counters.push(counter),
            Counter::Expression(id) => match expressions.get(id as usize)? {
                Expression::Add(left, right) => pending.extend([*left, *right]),
                Expression::Subtract(..) => return None,
            },
        }
    }
    Some(counters)
}
