//! Where the counters of a function are incremented, and its coverage map in the terms of the
//! program.

use super::decisions::{Decision, decisions};
use super::map::{BranchRegion, Counter, DecisionRegion, FunctionCoverage, Region, RegionKind};
use super::mapping::{FunctionRecord, RawKind, RawRegion};
use super::outcomes::Outcomes;
use crate::edges;
use crate::llvm::{Module, Value};
use crate::marks::{FunctionMarks, RecordedDecision};
use assay_base::FileId;
use assay_program::EdgeId;
use assay_program::decision::Condition;
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
        function: Value<'m>,
        record: &FunctionRecord,
        marks: Option<&FunctionMarks>,
        mut file_id: impl FnMut(&Path) -> FileId,
    ) -> FunctionCoverage {
        let outcomes = Outcomes::of(function, self, record);
        let regions = record.regions.iter().enumerate().map(|(index, region)| Region {
            kind: region_kind(region, &outcomes, || marks.map_or(&[], |marks| marks.code(index))),
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

    /// Where a counter is incremented.
    pub(super) fn of_counter(&self, counter: u32) -> Option<&[Site<'m>]> {
        self.sites.get(&counter).map(Vec::as_slice)
    }

    /// All counters that are incremented somewhere, and where.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &[Site<'m>])> {
        self.sites.iter().map(|(&counter, sites)| (counter, sites.as_slice()))
    }

    pub(super) fn first_edge(&self, source: Value) -> Option<u32> {
        source.metadata(self.edge_kind).and_then(Value::node_integer)
    }
}

fn region_kind<'e>(
    region: &RawRegion,
    outcomes: &Outcomes<'_, '_>,
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
            let (true_edges, false_edges) = outcomes.of_branch(on_true, on_false);
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

/// The name in the `__profn_*` global that an instrumentation call refers to.
pub fn profile_name(increment: Value) -> Option<String> {
    let global = increment.operand(0);
    if global.kind() != crate::llvm::ValueKind::LLVMGlobalVariableValueKind {
        return None;
    }
    let bytes = global.initialiser()?.byte_array()?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}
