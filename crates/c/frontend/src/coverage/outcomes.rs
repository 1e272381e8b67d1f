//! Which edges of the code each branch region means. Decided by counters, never by places:
//! debug locations match for a quarter of the branches only, and never inside macros.
//!
//! Where the counter of an outcome is incremented in a block, the edges of conditional branches and
//! switches that lead to that block and nowhere else are that outcome, and the other edges of the
//! same branches, and of what is [one branch](super::ranges) with them in the source, are the
//! opposite one. Where it is incremented by a step, the select on the same condition is the branch.
//! Where it has a mark, because [there is no branch](super::folded), that is the outcome, and the
//! opposite one never happens. A `switch` without `default` has one more region for its condition,
//! whose false side is the sum of all cases: its true side is the default edge.
//!
//! A ternary in front of `&&` has no place of its own where it is known: in `(a ? b || c : d) && e`
//! each of `b`, `c` and `d` goes on by itself, and `b` is not the end of it if it is false. There
//! the opposite outcome is those edges to the same places that are taken as often as it in every
//! run, by the [flow](super::flow) of the function.

use super::counts::Counts;
use super::flow::Flow;
use super::map::{Counter, Expression};
use super::mapping::FunctionRecord;
use super::ranges;
use super::sites::{Site, Sites};
use crate::edges;
use crate::llvm::{Block, Opcode, Value};
use assay_base::Id;
use assay_program::{EdgeId, EdgeRuns};
use rustc_hash::{FxHashMap, FxHashSet};

/// Of more edges, no selection is looked for.
const MOST_CANDIDATES: usize = 14;

pub struct Outcomes<'m, 's> {
    sites: &'s Sites<'m>,
    expressions: &'s [Expression],
    flow: Flow<'m>,
    arrivals: Arrivals<'m>,
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
        self.branch.successor(self.position)
    }
}

/// The ways that lead to each block of a function.
struct Arrivals<'m>(FxHashMap<Block<'m>, Vec<Way<'m>>>);

/// The edges of an outcome. The other edges of the same branches are its opposite; they are not
/// listed, for a `switch` has as many of them for each of its cases.
struct Outcome<'m> {
    taken: Vec<Way<'m>>,
    /// Its branches, each with the positions that are not of the opposite: they are taken, or lead
    /// to another of the branches.
    branches: Vec<(Value<'m>, Vec<usize>)>,
}

impl<'m> Outcome<'m> {
    fn of(taken: Vec<Way<'m>>) -> Outcome<'m> {
        let mut branches: Vec<(Value<'m>, Vec<usize>)> = Vec::new();
        let mut places = FxHashMap::default();
        for &Way { branch, position } in &taken {
            if !places.contains_key(&branch) {
                for part in ranges::parts(branch) {
                    places.insert(part.branch, branches.len());
                    branches.push((part.branch, part.next.into_iter().collect()));
                }
            }
            branches[places[&branch]].1.push(position);
        }
        Outcome { taken, branches }
    }

    /// Whether they are one branch of the source.
    fn is_one_branch(&self) -> bool {
        let mut heads = self.branches.iter().map(|&(branch, _)| ranges::head(branch));
        let first = heads.next();
        heads.all(|head| Some(head) == first)
    }

    /// The other edges of the same branches.
    fn others(&self) -> impl Iterator<Item = Way<'m>> {
        self.branches.iter().flat_map(|&(branch, ref taken)| {
            let all = (0..branch.successor_count()).filter(|position| !taken.contains(position));
            all.map(move |position| Way { branch, position })
        })
    }
}

impl<'m, 's> Outcomes<'m, 's> {
    pub fn of(function: Value<'m>, sites: &'s Sites<'m>, record: &'s FunctionRecord) -> Self {
        let mut flow = Flow::of_all(function);
        let counts = Counts::of(&mut flow, sites, record);
        let arrivals = Arrivals::of(function);
        Outcomes { sites, expressions: &record.expressions, flow, arrivals, counts }
    }

    /// The edges of a region's outcomes: true, false.
    ///
    /// If the true side has a counter of its own, nothing else is asked: where that is not counted
    /// the condition is not in the code, and a plain counter on the false side is that of something
    /// before it (a loop without another way out is left as often as it is begun).
    pub fn of_branch(&self, on_true: Counter, on_false: Counter) -> (EdgeRuns, EdgeRuns) {
        if let Counter::Counter(_) = on_true {
            return self.of_select(on_true).unwrap_or_else(|| self.of_counted(on_true, on_false));
        }
        let (on_false, on_true) = match self.cases(on_false) {
            Some(outcome) => (self.edges(&outcome.taken), self.other_edges(&outcome)),
            None => self.of_counted(on_false, on_true),
        };
        (on_true, on_false)
    }

    /// The edges of an outcome with a counter of its own, and of its opposite.
    fn of_counted(&self, own: Counter, opposite: Counter) -> (EdgeRuns, EdgeRuns) {
        if let Some(marks) = self.of_marks(own) {
            return (marks, EdgeRuns::default());
        }
        match self.outcome(own) {
            Some(outcome) => (self.edges(&outcome.taken), self.opposite(&outcome, opposite)),
            None => (EdgeRuns::default(), EdgeRuns::default()),
        }
    }

    fn sites(&self, counter: Counter) -> Option<&'s [Site<'m>]> {
        match counter {
            Counter::Counter(counter) => self.sites.of_counter(counter),
            Counter::Zero | Counter::Expression(_) => None,
        }
    }

    /// The edges of an outcome without a branch.
    fn of_marks(&self, counter: Counter) -> Option<EdgeRuns> {
        let edge = |site: &Site<'m>| match site {
            Site::Increment(increment) => self.sites.first_edge(*increment),
            Site::Select(_) => None,
        };
        let sites = self.sites(counter)?.iter();
        sites.map(|site| Some(EdgeId::new(edge(site)? as usize))).collect()
    }

    fn of_select(&self, on_true: Counter) -> Option<(EdgeRuns, EdgeRuns)> {
        let mut edges = (Vec::new(), Vec::new());
        for site in self.sites(on_true)? {
            let Site::Select(select) = site else { continue };
            let Some(first) = self.sites.first_edge(*select) else { continue };
            edges.0.push(EdgeId::new(first as usize));
            edges.1.push(EdgeId::new(first as usize + 1));
        }
        let runs = |edges: Vec<EdgeId>| edges.into_iter().collect();
        (!edges.0.is_empty()).then(|| (runs(edges.0), runs(edges.1)))
    }

    fn outcome(&self, counter: Counter) -> Option<Outcome<'m>> {
        let mut taken = Vec::new();
        for site in self.sites(counter)? {
            let Site::Increment(increment) = site else { continue };
            taken.extend(self.arrivals.ways_into(increment.block()));
        }
        (!self.edges(&taken).is_empty()).then(|| Outcome::of(taken))
    }

    /// The edges of the opposite of an outcome, whose counter is given.
    fn opposite(&self, outcome: &Outcome<'m>, counter: Counter) -> EdgeRuns {
        let Some(count) = self.counts.value(counter) else { return self.other_edges(outcome) };
        if self.sum_of_others(outcome) == Some(count) {
            return self.other_edges(outcome);
        }
        // The edges are those of a branch around it: it has none of its own, and never happens.
        if count == 0 {
            return EdgeRuns::default();
        }
        match self.candidates(outcome).and_then(|found| self.selection(&found, count)) {
            Some(selection) => self.edges(&selection),
            // The counters need not fit where a call does not return.
            None if outcome.is_one_branch() => self.other_edges(outcome),
            None => EdgeRuns::default(),
        }
    }

    /// The edges to the places where the opposite of an outcome goes, each of which may be part of
    /// it; `None` if they are too many to choose from.
    fn candidates(&self, outcome: &Outcome<'m>) -> Option<Vec<Way<'m>>> {
        let is_taken = |way: &Way<'m>| self.count(*way).is_some_and(|count| count != 0);
        let others: Vec<Way<'m>> =
            outcome.others().filter(is_taken).take(MOST_CANDIDATES + 1).collect();
        if others.len() > MOST_CANDIDATES {
            return None;
        }
        let mut candidates = Vec::new();
        for way in others {
            for ahead in self.arrivals.ways_into(behind_counting(way.target())) {
                if !candidates.contains(&ahead) && !outcome.taken.contains(&ahead) {
                    candidates.push(ahead);
                }
            }
        }
        Some(candidates)
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

    /// How often the other edges of the branches of an outcome are taken together: what comes to
    /// the branches and does not go the way of the outcome.
    fn sum_of_others(&self, outcome: &Outcome<'m>) -> Option<u128> {
        let mut sum = 0u128;
        for &(branch, ref not_others) in &outcome.branches {
            sum = sum.wrapping_add(self.flow.leaving(branch.block()));
            for &position in not_others {
                sum = sum.wrapping_sub(self.count(Way { branch, position })?);
            }
        }
        Some(sum)
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
            let heads = terminators.map(ranges::head);
            heads.filter(|head| head.opcode() == Opcode::LLVMSwitch).collect()
        };
        let switch = switches(*first)
            .into_iter()
            .find(|switch| rest.iter().all(|&block| switches(block).contains(switch)))?;
        let blocks: FxHashSet<Block<'m>> = blocks.into_iter().collect();
        let all = ranges::parts(switch).into_iter().flat_map(|part| {
            let branch = part.branch;
            (0..branch.successor_count()).map(move |position| Way { branch, position })
        });
        Some(Outcome::of(all.filter(|way| blocks.contains(&way.target())).collect()))
    }

    fn edges(&self, ways: &[Way<'m>]) -> EdgeRuns {
        ways.iter().filter_map(|way| self.edge(*way)).collect()
    }

    fn edge(&self, way: Way<'m>) -> Option<EdgeId> {
        let first = self.sites.first_edge(way.branch)? as usize;
        Some(EdgeId::new(first + edge_position(way)))
    }

    /// The edges of the opposite of an outcome, if that is all there is of its branches.
    fn other_edges(&self, outcome: &Outcome<'m>) -> EdgeRuns {
        let of_branch = |&(branch, ref taken): &(Value<'m>, Vec<usize>)| {
            let first = EdgeId::new(self.sites.first_edge(branch)? as usize);
            let taken: Vec<usize> =
                taken.iter().map(|&position| edge_position(Way { branch, position })).collect();
            Some(EdgeRuns::without(first, branch.successor_count(), &taken))
        };
        let parts: Vec<EdgeRuns> = outcome.branches.iter().filter_map(of_branch).collect();
        EdgeRuns::union(&parts)
    }
}

/// Which of the edges of its branch a way is: LLVM lists a switch's default first, edges have it
/// last.
fn edge_position(Way { branch, position }: Way<'_>) -> usize {
    let count = branch.successor_count();
    match branch.opcode() {
        Opcode::LLVMSwitch => (position + count - 1) % count,
        _ => position,
    }
}

impl<'m> Arrivals<'m> {
    fn of(function: Value<'m>) -> Arrivals<'m> {
        let mut arrivals: FxHashMap<Block<'m>, Vec<Way<'m>>> = FxHashMap::default();
        for branch in function.blocks().filter_map(Block::terminator) {
            for (position, to) in branch.successors().into_iter().enumerate() {
                arrivals.entry(to).or_default().push(Way { branch, position });
            }
        }
        Arrivals(arrivals)
    }

    /// The edges of branches that lead to a block and nowhere else.
    fn ways_into(&self, block: Block<'m>) -> Vec<Way<'m>> {
        let mut ways = Vec::new();
        let mut pending = vec![block];
        let mut seen = FxHashSet::default();
        while let Some(block) = pending.pop() {
            if !seen.insert(block) {
                continue;
            }
            for &way in self.0.get(&block).into_iter().flatten() {
                if way.branch.successor_count() == 1 {
                    pending.push(way.branch.block());
                } else if edges::is_branching(way.branch) {
                    ways.push(way);
                }
            }
        }
        ways
    }
}

/// Past a block that is there for its counter only.
fn behind_counting(block: Block<'_>) -> Block<'_> {
    let next = block.terminator().filter(|_| block.predecessor_terminators().count() == 1);
    match next {
        Some(last) if last.successor_count() == 1 => last.successor(0),
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
