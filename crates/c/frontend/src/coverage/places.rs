//! Where the code of a region begins.
//!
//! A region has a counter, or a sum and difference of counters that says the same as one. By the
//! [flow](super::flow) of the function that is the count of some blocks, which are all executed
//! equally often in every run that comes to its end. The one in which the region begins is the
//! first of them that has an instruction of the region's lines and columns; a macro's instructions
//! all have the place where it is expanded. A region without instructions of its own (`else {}`, a
//! constant) begins at the latest where something behind it in the source is executed. Only what is
//! really executed counts, so a run that does not come to its end cannot make later code count.
//!
//! A region that is an arm of a ternary without a branch has no block; there it is the edge of the
//! select. Debug information is used to choose between blocks of the same count only, and where
//! clang has folded a condition: then the count of what is opposite to it is that of all, whether
//! its code is there or not.

use super::counts::Counts;
use super::flow::Flow;
use super::map::{Counter, Expression};
use super::mapping::{Expansions, FunctionRecord, RawKind, RawRegion};
use super::sites::Sites;
use crate::edges;
use crate::llvm::{Block, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a region begins.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Place<'m> {
    /// Before this instruction.
    Before(Value<'m>),
    /// Where this edge is taken.
    Edge(u32),
}

/// A line and a column.
type Point = (u32, u32);

/// Of the code regions of a function, by their indices, as far as they are found. Code that is
/// never executed is not among them.
pub fn places<'m>(
    function: Value<'m>,
    sites: &Sites<'m>,
    record: &FunctionRecord,
) -> Vec<(usize, Option<Place<'m>>)> {
    let search = Search::new(Flow::of_all(function), sites, record);
    let mut found = Vec::new();
    for (index, region) in record.regions.iter().enumerate() {
        let RawKind::Code(counter) = region.kind else { continue };
        if search.counts.value(counter) != Some(0) {
            let place = search.place(region, counter);
            // It is dead, or nothing.
            if place.is_some() || !search.is_opposite_of_folded(counter) {
                found.push((index, place));
            }
        }
    }
    if found.iter().any(|(_, place)| place.is_none()) {
        let search = Search::new(Flow::of_returning(function), sites, record);
        for (index, place) in found.iter_mut().filter(|(_, place)| place.is_none()) {
            let region = &record.regions[*index];
            let RawKind::Code(counter) = region.kind else { continue };
            *place = search.place(region, counter);
        }
    }
    found
}

struct Search<'m, 'r> {
    counts: Counts,
    /// In the order of their execution.
    blocks: FxHashMap<u128, Vec<Block<'m>>>,
    /// Of those with the same count the last: where it is taken, the others are.
    edges: FxHashMap<u128, u32>,
    expansions: Expansions<'r>,
    record: &'r FunctionRecord,
    /// Counters that nothing increments.
    uncounted: FxHashSet<u32>,
}

impl<'m, 'r> Search<'m, 'r> {
    fn new(mut flow: Flow<'m>, sites: &Sites<'m>, record: &'r FunctionRecord) -> Search<'m, 'r> {
        let mut search = Search {
            counts: Counts::of(&mut flow, sites, record),
            blocks: FxHashMap::default(),
            edges: FxHashMap::default(),
            expansions: Expansions::of(record),
            record,
            uncounted: (0..sites.counters)
                .filter(|&counter| sites.of_counter(counter).is_none_or(<[_]>::is_empty))
                .collect(),
        };
        for &block in &flow.blocks {
            search.blocks.entry(flow.count(block)).or_default().push(block);
            search.add_branch(sites, &flow, block);
        }
        search.edges.extend(search.counts.selects.iter().copied());
        search
    }

    fn add_branch(&mut self, sites: &Sites<'m>, flow: &Flow<'m>, block: Block<'m>) {
        let Some(branch) = block.terminator().filter(|&last| edges::is_branching(last)) else {
            return;
        };
        let counts = flow.edges(block);
        for (position, &count) in counts.iter().enumerate() {
            // LLVM lists a switch's default first, edges have it last.
            let outcome = match branch.opcode() {
                Opcode::LLVMSwitch => (position + counts.len() - 1) % counts.len(),
                _ => position,
            };
            let edge = sites.first_edge(branch).map(|first| first + outcome as u32);
            self.edges.extend(edge.map(|edge| (count, edge)));
        }
    }

    fn place(&self, region: &'r RawRegion, counter: Counter) -> Option<Place<'m>> {
        let value = self.counts.value(counter).filter(|&value| value != 0)?;
        if self.is_opposite_of_folded(counter) {
            // All of an expansion has one place.
            if !std::ptr::eq(self.expansions.outermost(region), region) {
                return None;
            }
            let (start, end) = (region.start, region.end);
            let blocks = self.blocks.get(&value)?;
            return first_at(blocks, &|at| start <= at && at < end).map(Place::Before);
        }
        if let Some(blocks) = self.blocks.get(&value) {
            let (start, end) = self.extent(region);
            return begin(blocks, start, end).map(Place::Before);
        }
        self.edges.get(&value).copied().map(Place::Edge)
    }

    /// Whether a count is what is left by a condition that the code does not count.
    fn is_opposite_of_folded(&self, counter: Counter) -> bool {
        let Counter::Expression(index) = counter else { return false };
        match self.record.expressions.get(index as usize) {
            Some(Expression::Subtract(_, Counter::Counter(own))) => self.uncounted.contains(own),
            _ => false,
        }
    }

    /// The places that the instructions of a region have.
    fn extent(&self, region: &'r RawRegion) -> (Point, Point) {
        let outer = self.expansions.outermost(region);
        match std::ptr::eq(outer, region) {
            true => (region.start, region.end),
            // The end of a region is the place after it.
            false => (outer.start, (outer.start.0, outer.start.1 + 1)),
        }
    }
}

/// The first instruction of a region, of all blocks that are executed as often as it.
fn begin<'m>(blocks: &[Block<'m>], start: Point, end: Point) -> Option<Value<'m>> {
    let within = first_at(blocks, &|at| start <= at && at < end);
    let behind = || match blocks {
        [only] => only.instructions().find(is_real),
        _ => first_at(blocks, &|at| at >= end),
    };
    let last = || blocks.last().and_then(|block| block.terminator());
    within.or_else(behind).or_else(last)
}

fn first_at<'m>(blocks: &[Block<'m>], is_wanted: &dyn Fn(Point) -> bool) -> Option<Value<'m>> {
    let mut instructions = blocks.iter().flat_map(|block| block.instructions().filter(is_real));
    instructions.find(|instruction| point(*instruction).is_some_and(is_wanted))
}

/// A mark can stand before it.
fn is_real(instruction: &Value<'_>) -> bool {
    !matches!(instruction.opcode(), Opcode::LLVMPHI | Opcode::LLVMAlloca)
}

fn point(instruction: Value<'_>) -> Option<Point> {
    let location = instruction.debug_location()?;
    (location.line != 0).then_some((location.line, location.column))
}
