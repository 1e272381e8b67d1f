//! The order in which a function is rewritten.

use crate::llvm::{Block, Value};
use std::collections::HashSet;

/// The function's blocks in reverse postorder, in which a definition comes before all its uses but
/// those in phis. What cannot be reached comes last.
pub(super) fn definitions_first<'m>(function: Value<'m>) -> Vec<Block<'m>> {
    let mut seen: HashSet<Block> = HashSet::new();
    let mut done: Vec<Block> = Vec::new();
    let entry = function.blocks().next();
    seen.extend(entry);
    let mut open: Vec<(Block, Vec<Block>)> =
        entry.into_iter().map(|block| (block, successors(block))).collect();
    while let Some((block, left)) = open.last_mut() {
        match left.pop() {
            Some(next) if seen.insert(next) => open.push((next, successors(next))),
            Some(_) => {}
            None => {
                done.push(*block);
                open.pop();
            }
        }
    }
    done.reverse();
    done.extend(function.blocks().filter(|block| !seen.contains(block)));
    done
}

fn successors<'m>(block: Block<'m>) -> Vec<Block<'m>> {
    block.terminator().map_or_else(Vec::new, Value::successors)
}
