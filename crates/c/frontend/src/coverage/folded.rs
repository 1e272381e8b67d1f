//! Outcomes that have a counter and no branch.
//!
//! clang folds a `switch` on a constant: the code of the label that is taken stands in line with
//! what comes before it, and that of the others does not exist. In the map the labels are
//! conditions like any other. What leads to the block in which the taken one is counted belongs to
//! whatever stands around the switch, and what is executed before it in the same block may end the
//! run. So such a counter gets a [mark](crate::marks) of its own, which is the outcome. Its
//! opposite never happens.
//!
//! The counter of a branch is the first thing in a block to which branches lead, at most by way of
//! blocks that are there for other counters only. (A folded label that looks like this, because
//! what is before it has returned, is counted as often as the edges to its block are taken; that
//! its opposite never happens is seen by the [counts](super::counts).)

use super::map::Counter;
use super::mapping::{FunctionRecord, RawKind};
use super::sites::{Site, Sites};
use crate::edges;
use crate::llvm::{Block, Opcode, Value};
use rustc_hash::FxHashSet;

/// The increments that count an outcome without a branch. To be asked before anything is placed in
/// the code.
pub fn folded<'m>(sites: &Sites<'m>, record: &FunctionRecord) -> Vec<Value<'m>> {
    let mut counters = FxHashSet::default();
    for region in &record.regions {
        let RawKind::Branch { on_true, on_false, .. } = region.kind else { continue };
        // As the outcomes are looked for.
        if let (Counter::Counter(own), _) | (_, Counter::Counter(own)) = (on_true, on_false) {
            counters.insert(own);
        }
    }
    let mut found = Vec::new();
    for counter in (0..sites.counters).filter(|counter| counters.contains(counter)) {
        let increments = increments(sites, counter);
        if !increments.iter().all(|&increment| counts_entering(increment)) {
            found.extend(increments);
        }
    }
    found
}

fn increments<'m>(sites: &Sites<'m>, counter: u32) -> Vec<Value<'m>> {
    let is_increment = |site: &Site<'m>| match *site {
        Site::Increment(increment) => Some(increment),
        Site::Select(_) => None,
    };
    sites.of_counter(counter).into_iter().flatten().filter_map(is_increment).collect()
}

/// Whether an increment counts how often branches lead to its block.
fn counts_entering(increment: Value<'_>) -> bool {
    let block = increment.block();
    let is_first = block.instructions().find(is_code) == Some(increment);
    is_first && block.predecessor_terminators().all(is_branch_or_counting)
}

fn is_branch_or_counting(before: Value<'_>) -> bool {
    decides(before) || is_counting(before.block())
}

/// A `switch` with nothing but a `default` decides nothing.
fn decides(terminator: Value<'_>) -> bool {
    edges::is_branching(terminator) && terminator.successor_count() > 1
}

/// Whether a block has nothing but counters, and branches lead to it.
fn is_counting(block: Block<'_>) -> bool {
    let is_counter =
        |code: Value<'_>| edges::calls(code, edges::INCREMENT) || Some(code) == block.terminator();
    block.instructions().filter(is_code).all(is_counter)
        && block.predecessor_terminators().all(decides)
}

fn is_code(instruction: &Value<'_>) -> bool {
    instruction.opcode() != Opcode::LLVMPHI && !edges::calls_prefix(*instruction, "llvm.dbg.")
}
