//! Which edges of the code each branch region means. Decided by counters, never by places:
//! debug locations match for a quarter of the branches only, and never inside macros.
//!
//! Where the counter of an outcome is incremented in a block, the edges into that block from
//! conditional branches and switches are that outcome, and the other edges of the same branches
//! are the opposite one. Where it is incremented by a step, the select on the same condition is
//! the branch. A `switch` without `default` has one more region for its condition, whose false
//! side is the sum of all cases: its true side is the default edge.

use super::decisions::{Decision, decisions};
use super::mapping::{FunctionRecord, RawKind, RawRegion};
use crate::edges;
use crate::llvm::{Block, Module, Opcode, Value};
use crate::marks::{FunctionMarks, RecordedDecision};
use assay_base::{FileId, Id};
use assay_program::EdgeId;
use assay_program::coverage::{
    BranchRegion, Condition, Counter, DecisionRegion, Expression, FunctionCoverage, Region,
    RegionKind,
};
use rustc_hash::FxHashMap;
use std::path::Path;

/// Where a counter is incremented.
#[derive(Copy, Clone)]
pub(super) enum Site<'m> {
    Increment(Value<'m>),
    Select(Value<'m>),
}

/// The counters of one function.
pub struct Sites<'m> {
    pub profile_name: String,
    pub hash: u64,
    pub counters: u32,
    sites: FxHashMap<u32, Vec<Site<'m>>>,
    edge_kind: u32,
}

/// The edges of an outcome, and those of the opposite one.
#[derive(Default)]
struct Outcome {
    taken: Vec<EdgeId>,
    others: Vec<EdgeId>,
}

impl<'m> Sites<'m> {
    /// `None` for a function that is not instrumented.
    pub fn of(module: &'m Module, function: Value<'m>) -> Option<Sites<'m>> {
        let mut found: Option<Sites<'m>> = None;
        for block in function.blocks() {
            for increment in block.instructions() {
                let is_step = edges::calls(increment, edges::INCREMENT_STEP);
                if !is_step && !edges::calls(increment, edges::INCREMENT) {
                    continue;
                }
                let Some(name) = profile_name(increment) else { continue };
                let sites = found.get_or_insert_with(|| Sites {
                    profile_name: name.clone(),
                    hash: increment.operand(1).as_int().unwrap_or(0),
                    counters: increment.operand(2).as_int().unwrap_or(0) as u32,
                    sites: FxHashMap::default(),
                    edge_kind: module.metadata_kind(edges::METADATA),
                });
                // Code inlined from another function counts for that one.
                let Some(counter) = increment.operand(3).as_int() else { continue };
                if name != sites.profile_name {
                    continue;
                }
                let site = match is_step {
                    true => edges::ternary_select(increment).map(Site::Select),
                    false => Some(Site::Increment(increment)),
                };
                sites.sites.entry(counter as u32).or_default().extend(site);
            }
        }
        found
    }

    /// Whether an instrumentation call is for this function.
    pub fn is_profile_name(&self, call: Value<'m>) -> bool {
        profile_name(call).is_some_and(|name| name == self.profile_name)
    }

    /// The record in the terms of the program model.
    pub fn coverage(
        &self,
        record: &FunctionRecord,
        marks: Option<&FunctionMarks>,
        mut file_id: impl FnMut(&Path) -> FileId,
    ) -> FunctionCoverage {
        let regions = record.regions.iter().enumerate().map(|(index, region)| Region {
            kind: self.region_kind(region, record, || marks.map_or(&[], |marks| marks.code(index))),
            file: file_id(&region.file),
            start: region.start,
            end: region.end,
            in_expansion: region.in_expansion,
        });
        let mut coverage = FunctionCoverage {
            hash: self.hash,
            profile_name: self.profile_name.clone(),
            counters: self.counters,
            regions: regions.collect(),
            expressions: record.expressions.clone(),
        };
        for Decision { region, bitmap, vectors, conditions } in decisions(record) {
            let firsts = marks.map_or_else(Vec::new, |marks| marks.vectors(bitmap).to_vec());
            let is_left_out = false;
            let decision = DecisionRegion { bitmap, vectors, conditions, firsts, is_left_out };
            coverage.regions[region].kind = RegionKind::Decision(decision);
        }
        for decision in marks.map_or(&[][..], FunctionMarks::left_out) {
            add_left_out(&mut coverage, decision);
        }
        coverage
    }

    fn region_kind<'e>(
        &self,
        region: &RawRegion,
        record: &FunctionRecord,
        code_edges: impl FnOnce() -> &'e [EdgeId],
    ) -> RegionKind {
        match region.kind {
            RawKind::Code(counter) => RegionKind::Code { counter, edges: code_edges().to_vec() },
            RawKind::Expansion { .. } => RegionKind::Expansion(Counter::Zero),
            RawKind::Skipped => RegionKind::Skipped,
            RawKind::Gap(counter) => RegionKind::Gap(counter),
            RawKind::Decision { .. } => RegionKind::Decision(DecisionRegion::default()),
            RawKind::Branch { on_true, on_false, condition } => {
                let next = |id: u32| (id != 0).then_some(id);
                let condition = condition.map(|raw| Condition {
                    id: raw.id,
                    true_next: next(raw.true_next),
                    false_next: next(raw.false_next),
                    is_negated: false,
                });
                let is_folded = (on_true, on_false) == (Counter::Zero, Counter::Zero);
                let (true_edges, false_edges) =
                    self.branch_edges(on_true, on_false, &record.expressions);
                RegionKind::Branch(BranchRegion {
                    on_true,
                    on_false,
                    condition,
                    is_folded,
                    true_edges,
                    false_edges,
                })
            }
        }
    }

    pub(super) fn branch_edges(
        &self,
        on_true: Counter,
        on_false: Counter,
        expressions: &[Expression],
    ) -> (Vec<EdgeId>, Vec<EdgeId>) {
        if let Some(outcome) = self.outcome(on_true) {
            return (outcome.taken, outcome.others);
        }
        if let Some(outcome) = self.outcome(on_false) {
            return (outcome.others, outcome.taken);
        }
        match self.cases(on_false, expressions) {
            Some(outcome) => (outcome.others, outcome.taken),
            None => (Vec::new(), Vec::new()),
        }
    }

    fn outcome(&self, counter: Counter) -> Option<Outcome> {
        let Counter::Counter(counter) = counter else { return None };
        let mut outcome = Outcome::default();
        for &site in self.sites.get(&counter)? {
            match site {
                Site::Select(select) => {
                    if let Some(first) = self.first_edge(select) {
                        outcome.taken.push(edge(first, 0));
                        outcome.others.push(edge(first, 1));
                    }
                }
                Site::Increment(increment) => {
                    let block = increment.block();
                    for branch in branches_into(block) {
                        self.split_edges(branch, &[block], &mut outcome);
                    }
                }
            }
        }
        (!outcome.taken.is_empty()).then_some(outcome)
    }

    /// For a sum of counters that are all case labels of one switch.
    fn cases(&self, sum: Counter, expressions: &[Expression]) -> Option<Outcome> {
        let mut blocks = Vec::new();
        for counter in summands(sum, expressions)? {
            for &site in self.sites.get(&counter)? {
                let Site::Increment(increment) = site else { return None };
                blocks.push(increment.block());
            }
        }
        let (first, rest) = blocks.split_first()?;
        let switches = |block: Block<'m>| {
            let mut found = branches_into(block);
            found.retain(|branch| branch.opcode() == Opcode::LLVMSwitch);
            found
        };
        let switch = switches(*first)
            .into_iter()
            .find(|switch| rest.iter().all(|&block| switches(block).contains(switch)))?;
        let mut outcome = Outcome::default();
        self.split_edges(switch, &blocks, &mut outcome);
        Some(outcome)
    }

    /// Edges of `branch` into one of `targets` are taken, the rest are others.
    fn split_edges(&self, branch: Value<'m>, targets: &[Block<'m>], outcome: &mut Outcome) {
        let Some(first) = self.first_edge(branch) else { return };
        let successors = branch.successors();
        let count = successors.len();
        for (position, successor) in successors.into_iter().enumerate() {
            // LLVM lists a switch's default first, edges have it last.
            let index = match branch.opcode() {
                Opcode::LLVMSwitch => (position + count - 1) % count,
                _ => position,
            };
            let list = match targets.contains(&successor) {
                true => &mut outcome.taken,
                false => &mut outcome.others,
            };
            list.push(edge(first, index));
        }
        outcome.taken.sort_unstable();
        outcome.others.sort_unstable();
    }

    /// All counters that are incremented somewhere, and where.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &[Site<'m>])> {
        self.sites.iter().map(|(&counter, sites)| (counter, sites.as_slice()))
    }

    pub(super) fn first_edge(&self, source: Value) -> Option<u32> {
        source.metadata(self.edge_kind).and_then(Value::node_integer)
    }
}

/// Adds a decision that clang's map does not have. It stands where its conditions do.
fn add_left_out(coverage: &mut FunctionCoverage, decision: &RecordedDecision) {
    let RecordedDecision { conditions, vectors, firsts } = decision;
    for (region, order) in conditions {
        if let RegionKind::Branch(branch) = &mut coverage.regions[*region].kind {
            branch.condition = Some(*order);
        }
    }
    let (Some((first, _)), Some((last, _))) = (conditions.first(), conditions.last()) else {
        return;
    };
    let (first, last) = (&coverage.regions[*first], &coverage.regions[*last]);
    let is_one_piece = first.file == last.file && first.end <= last.end;
    let region = Region {
        end: if is_one_piece { last.end } else { first.end },
        kind: RegionKind::Decision(DecisionRegion {
            bitmap: 0,
            vectors: *vectors,
            conditions: conditions.iter().map(|(region, _)| *region).collect(),
            firsts: firsts.clone(),
            is_left_out: true,
        }),
        ..first.clone()
    };
    coverage.regions.push(region);
}

fn edge(first: u32, index: usize) -> EdgeId {
    EdgeId::new(first as usize + index)
}

/// The conditional branches and switches that can go to `block`, each once.
fn branches_into(block: Block<'_>) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    for terminator in block.predecessor_terminators() {
        if edges::is_branching(terminator) && !found.contains(&terminator) {
            found.push(terminator);
        }
    }
    found
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

/// The name in the `__profn_*` global that an instrumentation call refers to.
pub fn profile_name(increment: Value) -> Option<String> {
    let global = increment.operand(0);
    if global.kind() != crate::llvm::ValueKind::LLVMGlobalVariableValueKind {
        return None;
    }
    let bytes = global.initialiser()?.byte_array()?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}
