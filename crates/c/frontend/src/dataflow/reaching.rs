//! Reaching definitions: which definitions come to a use without another one between, on some way
//! through a graph. The classic iteration on sets of definitions. A definition through a pointer
//! that may point elsewhere leaves those before it.

use super::accesses::{Access, Accesses};

/// What happens in one piece of code, and where it can go on.
#[derive(Default)]
pub struct Node {
    pub accesses: Vec<Access>,
    pub next: Vec<usize>,
}

/// Code in which accesses of some variables happen. Variables and definitions are numbered densely
/// here, those of a variable one after the other.
pub struct Graph {
    pub nodes: Vec<Node>,
}

/// A set of definitions.
type Set = Vec<u64>;

/// The definitions that a graph has, in the order of their variables.
struct Numbering {
    /// By their index in [`Accesses`].
    places: rustc_hash::FxHashMap<usize, usize>,
    definitions: Vec<usize>,
    /// The first definition of each variable, and the one after its last.
    ranges: rustc_hash::FxHashMap<usize, (usize, usize)>,
}

impl Numbering {
    fn of(graph: &Graph, accesses: &Accesses<'_>) -> Numbering {
        let mut definitions: Vec<usize> = Vec::new();
        for access in graph.nodes.iter().flat_map(|node| &node.accesses) {
            if let Access::Define(definition) = access {
                definitions.push(*definition);
            }
        }
        let variable = |definition: usize| accesses.definitions[definition].variable;
        definitions.sort_unstable_by_key(|&definition| (variable(definition), definition));
        definitions.dedup();
        let places = definitions.iter().enumerate().map(|(place, &index)| (index, place)).collect();
        let mut ranges = rustc_hash::FxHashMap::default();
        for (place, &definition) in definitions.iter().enumerate() {
            ranges.entry(variable(definition)).or_insert((place, place)).1 = place + 1;
        }
        Numbering { places, definitions, ranges }
    }

    /// What holds after an access.
    fn apply(&self, access: Access, accesses: &Accesses<'_>, set: &mut Set) {
        let variable = match access {
            Access::Define(definition) => accesses.definitions[definition].variable,
            Access::Forget(variable) => variable,
            Access::Use(_) => return,
        };
        let may_miss = match access {
            Access::Define(definition) => !accesses.definitions[definition].is_certain(),
            _ => false,
        };
        if !may_miss {
            let (from, to) = self.ranges.get(&variable).copied().unwrap_or((0, 0));
            (from..to).for_each(|place| set[place / 64] &= !(1 << (place % 64)));
        }
        if let Access::Define(definition) = access {
            let place = self.places[&definition];
            set[place / 64] |= 1 << (place % 64);
        }
    }
}

impl Graph {
    /// Enters, for each use in the graph, the definitions that reach it.
    pub fn reaching(&self, accesses: &Accesses<'_>, found: &mut [Vec<usize>]) {
        let numbering = Numbering::of(self, accesses);
        let before = self.solve(accesses, &numbering);
        for (node, mut set) in self.nodes.iter().zip(before) {
            for &access in &node.accesses {
                if let Access::Use(of_use) = access {
                    let variable = accesses.uses[of_use].variable;
                    let range = numbering.ranges.get(&variable).copied().unwrap_or((0, 0));
                    let places = (range.0..range.1).filter(|at| set[at / 64] >> (at % 64) & 1 == 1);
                    found[of_use].extend(places.map(|place| numbering.definitions[place]));
                }
                numbering.apply(access, accesses, &mut set);
            }
        }
    }

    /// What holds at the start of each node.
    fn solve(&self, accesses: &Accesses<'_>, numbering: &Numbering) -> Vec<Set> {
        let words = numbering.definitions.len().div_ceil(64);
        let mut before: Vec<Set> = vec![vec![0; words]; self.nodes.len()];
        let mut is_pending = vec![true; self.nodes.len()];
        let mut pending: Vec<usize> = (0..self.nodes.len()).rev().collect();
        while let Some(index) = pending.pop() {
            is_pending[index] = false;
            let node = &self.nodes[index];
            let mut after = before[index].clone();
            for &access in &node.accesses {
                numbering.apply(access, accesses, &mut after);
            }
            for &next in &node.next {
                let grows = before[next].iter().zip(&after).any(|(old, new)| new & !old != 0);
                if grows {
                    before[next].iter_mut().zip(&after).for_each(|(old, new)| *old |= new);
                    if !std::mem::replace(&mut is_pending[next], true) {
                        pending.push(next);
                    }
                }
            }
        }
        before
    }
}
