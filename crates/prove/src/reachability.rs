//! Property-directed reachability over the cut points of a system.
//!
//! After Bradley ("SAT-Based Model Checking without Unrolling"), with frames for every cut point as
//! for programs, and terms instead of circuits. A *frame* of level i is a set of lemmas that hold
//! of all states at a cut point that can be reached by at most i transitions. A state from which a
//! wanted edge can be taken is an *obligation*: it has a predecessor in the frame below, which is
//! the next obligation, or it is excluded by a new lemma, made as general as the solver allows.
//! Lemmas that hold after every transition from states in which all of them hold are an
//! *invariant*. All edges are looked at together: the lemmas that one needed serve the others.
//!
//! A cube says what values some variables have. When it is generalised, values are dropped, or
//! become bounds; comparisons that the program itself makes between variables are tried before
//! values.

mod settling;

use crate::News;
use crate::blocks::{Blocks, CutId};
use crate::bounds::proposed_bounds;
use crate::certificate::{Invariant, certificate};
use crate::counterexample::{Counterexample, walk};
use crate::cubes::{bits, bounds, clause, comparisons, remainders, value_of};
use crate::system::System;
use crate::values::FewValues;
use assay_base::{Id, ProcessorTime};
use assay_expr::{Assignment, Evaluator, Substitution, Term, VarId};
use assay_program::EdgeId;
use assay_solver::{Decided, Decider, Unknown};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::{Duration, Instant};

/// The level of what always holds.
const ALWAYS: usize = usize::MAX;
/// Solvers, each of which keeps the formulas of its cut points in memory.
const MANY_DECIDERS: usize = 4;
/// The level from which other facts than bounds are tried.
const PATIENCE: usize = 4;
/// Edges that are decided in the time of one.
const TOGETHER: u32 = 4;
/// Between two certificates, at most, when there is something to tell.
const CERTIFICATE_INTERVAL: Duration = Duration::from_secs(5);
/// Variables that make up a mode.
const MOST_DECIDING: usize = 4;
/// Literals that are tried to be dropped from a cube.
const MANY_LITERALS: usize = 40;

#[derive(Clone)]
struct Lemma {
    /// Excluded together.
    cube: Vec<Term>,
    clause: Term,
    level: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    level: usize,
    /// How far from the edge, so that of one level the newest comes first.
    distance: Reverse<usize>,
    cut: CutId,
    cube: Vec<Term>,
    /// The turn that leads on from it, by its number in [`Reachability::turns`].
    turn: usize,
}

/// From a state of an obligation to the next one, or to the edge.
struct Turn {
    values: Assignment,
    next: Option<usize>,
}

/// What became of an obligation.
enum Outcome {
    Excluded,
    /// The entry leads to it, with this turn first.
    Reached(usize),
    GaveUp,
}

/// What is known of the edges that were asked for.
#[derive(Default)]
pub struct Findings {
    /// No run takes them.
    pub excluded: BTreeSet<EdgeId>,
    /// Some run of the system takes them.
    pub reached: BTreeSet<EdgeId>,
}

pub struct Reachability<'a> {
    system: &'a mut System,
    blocks: &'a Blocks,
    /// By cut point.
    lemmas: Vec<Vec<Lemma>>,
    /// By cut point: all lemmas that always hold, as one.
    always: Vec<Term>,
    /// By cut point: where transitions to it come from, and which.
    incoming: Vec<Vec<(CutId, usize)>>,
    /// By cut point from which transitions are looked at; those of many loops share them.
    deciders: Vec<Decider>,
    /// By cut point: what excluded edges last.
    recent: Vec<Vec<Vec<Term>>>,
    /// For certificates.
    checker: Decider,
    comparisons: Vec<Vec<Term>>,
    /// Of the obligations of one edge.
    turns: Vec<Turn>,
    /// The highest level that has frames.
    depth: usize,
    /// Whether more is known to hold always than when edges were last looked at.
    has_news: bool,
    must_stop: &'a dyn Fn() -> bool,
    /// How long [`run`](Reachability::run) goes on without deciding anything, where few edges are
    /// open.
    pub patience: Option<Duration>,
    /// When that ends.
    until: Option<ProcessorTime>,
}

impl<'a> Reachability<'a> {
    pub fn new(
        system: &'a mut System,
        blocks: &'a Blocks,
        new_decider: &dyn Fn() -> Decider,
        must_stop: &'a dyn Fn() -> bool,
    ) -> Reachability<'a> {
        let count = blocks.cuts.len();
        let mut incoming = vec![Vec::new(); count];
        for (from, cut) in blocks.cuts.iter() {
            for (index, transition) in cut.transitions.iter().enumerate() {
                incoming[transition.to.index()].push((from, index));
            }
        }
        let comparisons =
            blocks.cuts.ids().map(|cut| comparisons(&system.terms, blocks, cut)).collect();
        let truth = system.terms.truth(true);
        let mut analysis = Reachability {
            system,
            blocks,
            lemmas: vec![Vec::new(); count],
            always: vec![truth; count],
            incoming,
            deciders: (0..count.min(MANY_DECIDERS)).map(|_| new_decider()).collect(),
            recent: vec![Vec::new(); count],
            checker: new_decider(),
            comparisons,
            turns: Vec::new(),
            depth: 1,
            has_news: true,
            must_stop,
            patience: None,
            until: None,
        };
        analysis.begin_with_proposals();
        analysis
    }

    pub fn system(&mut self) -> &mut System {
        self.system
    }

    /// Begins anew with other solvers, and with nothing but what is known to hold always. Which
    /// states solvers come up with decides whether the facts that are found are those that are
    /// needed.
    pub fn restart(&mut self, new_decider: &dyn Fn() -> Decider) {
        self.lemmas.iter_mut().for_each(|lemmas| lemmas.retain(|lemma| lemma.level == ALWAYS));
        self.deciders.iter_mut().for_each(|decider| *decider = new_decider());
        self.depth = 1;
    }

    /// Begins with the facts that variables have one of few values, in each mode of the program,
    /// and with bounds.
    fn begin_with_proposals(&mut self) {
        let find = |mode: &[VarId]| FewValues::of(self.system, self.blocks, mode, self.must_stop);
        let Some(mut found) = find(&[]) else { return };
        let deciding = found.deciding(self.system, self.blocks);
        for length in 1..=deciding.len().min(MOST_DECIDING) {
            match find(&deciding[..length]) {
                Some(finer) => found = finer,
                None => break,
            }
        }
        let terms = &mut self.system.terms;
        let mut proposed = Vec::new();
        for one in found.list() {
            let mut is = |variable: VarId, value| {
                let constant = terms.constant(terms.variable_width(variable), value);
                terms.eq(terms.variable(variable), constant)
            };
            let mut cube: Vec<Term> = one.mode.iter().map(|&(of, value)| is(of, value)).collect();
            let values: Vec<Term> =
                one.values.iter().map(|&value| is(one.variable, value)).collect();
            cube.extend(values.into_iter().map(|equal| terms.not(equal)));
            proposed.push((one.cut, cube));
        }
        for (cut, bound) in proposed_bounds(self.system, self.blocks) {
            proposed.push((cut, vec![self.system.terms.not(bound)]));
        }
        self.propose(proposed);
    }

    /// Takes those of the facts for its own that are inductive; the edges that are settled then.
    pub fn consider(
        &mut self,
        facts: Vec<(CutId, Term)>,
        edges: &BTreeSet<EdgeId>,
        tell: &mut dyn FnMut(News),
    ) -> BTreeSet<EdgeId> {
        let terms = &mut self.system.terms;
        let proposed = facts.into_iter().map(|(cut, fact)| (cut, vec![terms.not(fact)])).collect();
        self.propose(proposed);
        let edges: Vec<EdgeId> = edges.iter().copied().collect();
        let needed = self.settle(&edges);
        self.certify(needed, tell)
    }

    /// Adds the lemmas that exclude these cubes, as far as they always hold.
    fn propose(&mut self, cubes: Vec<(CutId, Vec<Term>)>) {
        // Above all others.
        let level = self.depth + 1;
        // At the entry the state is anything.
        let entry = self.blocks.entry();
        for (cut, cube) in cubes.into_iter().filter(|(cut, _)| *cut != entry) {
            let clause = clause(&mut self.system.terms, &cube);
            self.lemmas[cut.index()].push(Lemma { cube, clause, level });
        }
        self.consolidate();
        self.lemmas.iter_mut().for_each(|lemmas| lemmas.retain(|lemma| lemma.level != level));
    }

    /// Decides as many of the edges as it can; `effort` is how many obligations one may cost. It
    /// calls `rest` before it goes a level up.
    pub fn run(
        &mut self,
        edges: &BTreeSet<EdgeId>,
        effort: usize,
        is_open: &dyn Fn(EdgeId) -> bool,
        rest: &dyn Fn(),
        tell: &mut dyn FnMut(News),
    ) -> Findings {
        let mut findings = Findings::default();
        let mut open: BTreeMap<EdgeId, usize> = edges.iter().map(|&edge| (edge, effort)).collect();
        let mut excluded = Excluded::new();
        // These edges may not have been looked at before.
        self.has_news = true;
        let patience = self.patience;
        // Many have to wait for each other.
        let patient = |count: usize| {
            patience.map(|patience| ProcessorTime::now() + patience * (1 + count as u32 / TOGETHER))
        };
        self.until = patient(open.len());
        loop {
            // By what is known already, and what was given up by what the others needed.
            let is_asked = |edge: &EdgeId| {
                let is_found = excluded.facts.contains_key(edge)
                    || findings.excluded.contains(edge)
                    || findings.reached.contains(edge);
                !is_found && is_open(*edge)
            };
            let asked: Vec<EdgeId> = edges.iter().copied().filter(is_asked).collect();
            let settled = self.settle(&asked);
            open.retain(|edge, _| asked.contains(edge) && !settled.contains_key(edge));
            if !settled.is_empty() {
                self.until = patient(open.len());
            }
            excluded.facts.extend(settled);
            let is_over = open.is_empty() || self.is_over();
            if is_over || excluded.is_time() {
                let told = self.certify(std::mem::take(&mut excluded.facts), tell);
                findings.excluded.extend(told);
                excluded.told();
            }
            if is_over {
                self.until = None;
                return findings;
            }
            rest();
            open.retain(|&edge, left| {
                is_open(edge)
                    && match self.clear(edge, left) {
                        Outcome::Excluded => true,
                        Outcome::Reached(first) => {
                            let ways = self.ways(edge, first);
                            ways.into_iter().map(News::Reached).for_each(&mut *tell);
                            findings.reached.insert(edge);
                            false
                        }
                        Outcome::GaveUp => false,
                    }
            });
            self.push_lemmas();
            self.consolidate();
            self.depth += 1;
        }
    }

    /// Tells of excluded edges with their certificate; those of which it was told.
    fn certify(&mut self, needed: Needed, tell: &mut dyn FnMut(News)) -> BTreeSet<EdgeId> {
        if needed.is_empty() {
            return BTreeSet::new();
        }
        let invariant = self.invariant();
        let decider = &mut self.checker;
        let (blocks, must_stop) = (self.blocks, self.must_stop);
        let made = certificate(self.system, blocks, &invariant, &needed, decider, must_stop);
        // What cannot be certified in time is not proved.
        made.map(News::Proved)
            .map(tell)
            .map_or_else(BTreeSet::new, |()| needed.into_keys().collect())
    }

    /// The lemmas that always hold, by cut point.
    fn invariant(&self) -> Invariant {
        let always = |cut: CutId| {
            let lemmas = self.lemmas[cut.index()].iter();
            lemmas.filter(|lemma| lemma.level == ALWAYS).map(|lemma| lemma.clause).collect()
        };
        self.blocks.cuts.ids().map(|cut| (cut, always(cut))).collect()
    }

    /// Excludes all states of the highest frame from which the edge can be taken.
    fn clear(&mut self, edge: EdgeId, effort: &mut usize) -> Outcome {
        self.turns.clear();
        for cut in self.blocks.cuts.ids() {
            let Some(&exit) = self.blocks.cuts[cut].exits.get(&edge) else { continue };
            loop {
                let mut query = self.frame(cut, self.depth);
                query.push(exit);
                let model = match self.decide(cut, &query) {
                    Decided::Unsat(_) => break,
                    Decided::Unknown(_) => return Outcome::GaveUp,
                    Decided::Sat(model) => model,
                };
                if cut == self.blocks.entry() {
                    return Outcome::Reached(self.turn(model, None));
                }
                let Some(cube) = self.lift(cut, &model, &[exit]) else { return Outcome::GaveUp };
                let turn = self.turn(model, None);
                match self.exclude(cut, cube, turn, effort) {
                    Outcome::Excluded => {}
                    other => return other,
                }
            }
        }
        Outcome::Excluded
    }

    fn turn(&mut self, values: Assignment, next: Option<usize>) -> usize {
        self.turns.push(Turn { values, next });
        self.turns.len() - 1
    }

    /// The way from the entry to an edge that begins with this turn, as inputs.
    fn ways(&self, edge: EdgeId, first: usize) -> Vec<Counterexample> {
        let turns: Vec<&Assignment> =
            std::iter::successors(Some(&self.turns[first]), |turn| Some(&self.turns[turn.next?]))
                .map(|turn| &turn.values)
                .collect();
        let turn = &mut |number: usize, _| turns.get(number).copied().cloned();
        walk(self.system, self.blocks, edge, turns[0], turn)
    }

    /// What holds at a cut point after at most this many transitions.
    fn frame(&self, cut: CutId, level: usize) -> Vec<Term> {
        let mut frame = self.system.axioms.clone();
        if cut == self.blocks.entry() {
            return frame;
        }
        if level == 0 {
            frame.push(self.system.terms.truth(false));
        }
        frame.push(self.always[cut.index()]);
        let lemmas = self.lemmas[cut.index()].iter();
        let holds = |lemma: &&Lemma| lemma.level >= level && lemma.level != ALWAYS;
        frame.extend(lemmas.filter(holds).map(|lemma| lemma.clause));
        frame
    }

    fn is_over(&self) -> bool {
        (self.must_stop)() || self.until.is_some_and(|until| ProcessorTime::now() >= until)
    }

    fn decide(&mut self, cut: CutId, query: &[Term]) -> Decided {
        if self.is_over() {
            return Decided::Unknown(Unknown::Interrupted);
        }
        let number = cut.index() % self.deciders.len();
        self.deciders[number].decide(&self.system.terms, query)
    }

    /// The values of the model at a cut point, as few as are needed for the goals to hold with the
    /// same free variables.
    fn lift(&mut self, cut: CutId, model: &Assignment, goals: &[Term]) -> Option<Vec<Term>> {
        let mut state = BTreeSet::new();
        let mut query = Vec::new();
        for &goal in goals {
            for variable in self.system.terms.variables(goal).to_vec() {
                match self.system.is_state(variable) {
                    true => {
                        state.insert(variable);
                    }
                    false => query.push(self.equals(variable, model)),
                }
            }
        }
        let cube: Vec<Term> = state.iter().map(|&variable| self.equals(variable, model)).collect();
        query.extend(&cube);
        query.extend(self.system.axioms.iter());
        let terms = &mut self.system.terms;
        let all = goals.iter().fold(terms.truth(true), |sum, &goal| terms.and(sum, goal));
        query.push(terms.not(all));
        match self.decide(cut, &query) {
            Decided::Unsat(core) => {
                let needed: Vec<Term> =
                    cube.iter().copied().filter(|literal| core.contains(literal)).collect();
                Some(needed)
            }
            // The goals hold in the model, so this is a solver that ran out of time.
            Decided::Sat(_) | Decided::Unknown(_) => None,
        }
    }

    fn equals(&mut self, variable: VarId, model: &Assignment) -> Term {
        let terms = &mut self.system.terms;
        let value = terms.constant(terms.variable_width(variable), model.get(variable));
        terms.eq(terms.variable(variable), value)
    }

    /// Excludes a cube from the frames up to the highest.
    fn exclude(&mut self, cut: CutId, cube: Vec<Term>, turn: usize, effort: &mut usize) -> Outcome {
        let mut pending = BinaryHeap::new();
        let (level, distance) = (self.depth, Reverse(0));
        pending.push(Reverse(Obligation { level, distance, cut, cube, turn }));
        while let Some(Reverse(obligation)) = pending.pop() {
            if obligation.cut == self.blocks.entry() {
                return Outcome::Reached(obligation.turn);
            }
            if *effort == 0 {
                return Outcome::GaveUp;
            }
            *effort -= 1;
            if self.is_known(&obligation) {
                continue;
            }
            match self.predecessor(obligation.cut, &obligation.cube, obligation.level) {
                Found::Predecessor(from, cube, model) => {
                    let before = Obligation {
                        level: obligation.level - 1,
                        distance: Reverse(obligation.distance.0 + 1),
                        cut: from,
                        cube,
                        turn: self.turn(model, Some(obligation.turn)),
                    };
                    pending.push(Reverse(obligation));
                    pending.push(Reverse(before));
                }
                Found::None(core) => {
                    let level = self.learn(&obligation, core);
                    if level < self.depth {
                        pending.push(Reverse(Obligation { level: level + 1, ..obligation }));
                    }
                }
                Found::Unknown => return Outcome::GaveUp,
            }
        }
        Outcome::Excluded
    }

    /// Whether a lemma excludes all of it.
    fn is_known(&self, obligation: &Obligation) -> bool {
        self.lemmas[obligation.cut.index()].iter().any(|lemma| {
            lemma.level >= obligation.level
                && lemma.cube.iter().all(|literal| obligation.cube.contains(literal))
        })
    }

    /// Is there a state of the frame below from which a transition leads into the cube?
    fn predecessor(&mut self, cut: CutId, cube: &[Term], level: usize) -> Found {
        let mut needed: FxHashSet<Term> = FxHashSet::default();
        let blocks = self.blocks;
        for (from, index) in self.incoming[cut.index()].clone() {
            let transition = &blocks.cuts[from].transitions[index];
            let after = self.after(&transition.assigns, cube);
            let mut query = self.frame(from, level - 1);
            query.push(transition.guard);
            query.extend(&after);
            if from == cut {
                query.push(clause(&mut self.system.terms, cube));
            }
            match self.decide(from, &query) {
                Decided::Sat(model) => {
                    let mut goals = after;
                    goals.push(transition.guard);
                    return match self.lift(from, &model, &goals) {
                        Some(cube) => Found::Predecessor(from, cube, model),
                        None => Found::Unknown,
                    };
                }
                Decided::Unsat(core) => {
                    let used = cube.iter().zip(&after).filter(|(_, after)| core.contains(after));
                    needed.extend(used.map(|(literal, _)| *literal));
                }
                Decided::Unknown(_) => return Found::Unknown,
            }
        }
        Found::None(cube.iter().copied().filter(|literal| needed.contains(literal)).collect())
    }

    /// Literals at the end of a transition, over the state at its start.
    fn after(&mut self, assigns: &[(VarId, Term)], cube: &[Term]) -> Vec<Term> {
        let mut state = Substitution::new(assigns.iter().copied());
        cube.iter().map(|&literal| state.apply(&mut self.system.terms, literal)).collect()
    }

    fn has_no_predecessor(&mut self, cut: CutId, cube: &[Term], level: usize) -> bool {
        let blocks = self.blocks;
        let own = clause(&mut self.system.terms, cube);
        self.incoming[cut.index()].clone().into_iter().all(|(from, index)| {
            let transition = &blocks.cuts[from].transitions[index];
            let mut query = self.frame(from, below(level));
            query.push(transition.guard);
            query.extend(self.after(&transition.assigns, cube));
            if from == cut {
                query.push(own);
            }
            matches!(self.decide(from, &query), Decided::Unsat(_))
        })
    }

    /// Adds a lemma that excludes the obligation; the highest level at which it holds.
    fn learn(&mut self, obligation: &Obligation, core: Vec<Term>) -> usize {
        let cut = obligation.cut;
        let mut level = obligation.level;
        let cube = self.generalise(cut, &obligation.cube, core, level);
        while level < self.depth && self.has_no_predecessor(cut, &cube, level + 1) {
            level += 1;
        }
        let clause = clause(&mut self.system.terms, &cube);
        let is_weaker = |lemma: &Lemma| {
            lemma.level <= level && cube.iter().all(|literal| lemma.cube.contains(literal))
        };
        self.lemmas[cut.index()].retain(|lemma| !is_weaker(lemma));
        self.lemmas[cut.index()].push(Lemma { cube, clause, level });
        level
    }

    /// A larger cube that has no predecessor either.
    fn generalise(
        &mut self,
        cut: CutId,
        whole: &[Term],
        core: Vec<Term>,
        level: usize,
    ) -> Vec<Term> {
        let mut cube = core;
        cube.extend(
            self.implied_comparisons(cut, whole).into_iter().filter(|c| !whole.contains(c)),
        );
        let mut tries = MANY_LITERALS;
        for literal in cube.clone() {
            if tries == 0 || cube.len() == 1 {
                break;
            }
            tries -= 1;
            let fewer: Vec<Term> = cube.iter().copied().filter(|&other| other != literal).collect();
            if self.has_no_predecessor(cut, &fewer, level) {
                cube = fewer;
            }
        }
        for literal in cube.clone() {
            if self.is_over() {
                break;
            }
            cube = self.widen(cut, cube, literal, level);
        }
        cube
    }

    /// The cube with a value replaced by a bound, or by some of its bits, if it has no predecessor
    /// then either.
    fn widen(&mut self, cut: CutId, cube: Vec<Term>, literal: Term, level: usize) -> Vec<Term> {
        let others: Vec<Term> = cube.iter().copied().filter(|&other| other != literal).collect();
        let bounds = bounds(&mut self.system.terms, literal);
        // Bounds first; where they have not helped for some time, what holds for ever.
        let has_waited = self.depth >= PATIENCE && self.depth.is_multiple_of(2);
        let remainders = match has_waited {
            true => remainders(&mut self.system.terms, literal),
            false => Vec::new(),
        };
        let for_ever = remainders.iter().map(|&wide| (wide, ALWAYS));
        let for_now = bounds.iter().map(|&wide| (wide, level));
        for (wide, level) in for_ever.chain(for_now) {
            let mut wider = others.clone();
            wider.push(wide);
            if self.has_no_predecessor(cut, &wider, level) {
                return wider;
            }
        }
        let mut split = others;
        split.extend(bits(&mut self.system.terms, literal));
        match self.predecessor(cut, &split, level) {
            Found::None(core) if !core.is_empty() && core.len() < split.len() => core,
            _ => cube,
        }
    }

    /// Comparisons of the program, or their opposites, that follow from the values of a cube.
    fn implied_comparisons(&mut self, cut: CutId, cube: &[Term]) -> Vec<Term> {
        let mut values = Assignment::new();
        let mut known: FxHashSet<VarId> = FxHashSet::default();
        for &literal in cube {
            if let Some((variable, value)) = value_of(&self.system.terms, literal) {
                values.set(variable, value);
                known.insert(variable);
            }
        }
        let mut evaluator = Evaluator::new();
        let mut implied = Vec::new();
        for comparison in self.comparisons[cut.index()].clone() {
            let terms = &mut self.system.terms;
            if terms.variables(comparison).iter().all(|variable| known.contains(variable)) {
                let holds = evaluator.value(terms, &values, comparison) == 1;
                implied.push(if holds { comparison } else { terms.not(comparison) });
            }
        }
        implied
    }

    /// Moves lemmas to the highest level at which they hold.
    fn push_lemmas(&mut self) {
        for level in 1..=self.depth {
            for cut in self.blocks.cuts.ids() {
                for index in 0..self.lemmas[cut.index()].len() {
                    if self.lemmas[cut.index()][index].level != level || self.is_over() {
                        continue;
                    }
                    let cube = self.lemmas[cut.index()][index].cube.clone();
                    if self.has_no_predecessor(cut, &cube, level + 1) {
                        self.lemmas[cut.index()][index].level = level + 1;
                    }
                }
            }
        }
    }

    /// Finds the largest set of lemmas that is inductive: those always hold.
    fn consolidate(&mut self) {
        // What could not be pushed does not follow from the others.
        let is_pushed = |lemma: &Lemma| lemma.level > self.depth || self.depth == 1;
        let mut kept: Vec<Vec<bool>> =
            self.lemmas.iter().map(|lemmas| lemmas.iter().map(is_pushed).collect()).collect();
        loop {
            let before = kept.clone();
            for to in self.blocks.cuts.ids() {
                let candidates: Vec<usize> = (0..kept[to.index()].len())
                    .filter(|&index| self.lemmas[to.index()][index].level != ALWAYS)
                    .collect();
                for (from, number) in self.incoming[to.index()].clone() {
                    if !self.drop_what_fails((from, number), to, &candidates, &mut kept) {
                        return;
                    }
                }
            }
            if kept == before {
                break;
            }
        }
        for ((lemmas, kept), always) in self.lemmas.iter_mut().zip(kept).zip(&mut self.always) {
            for (lemma, is_kept) in lemmas.iter_mut().zip(kept) {
                if is_kept && lemma.level != ALWAYS {
                    lemma.level = ALWAYS;
                    self.has_news = true;
                    *always = self.system.terms.and(*always, lemma.clause);
                }
            }
        }
    }

    /// Gives up the candidates that need not hold after a transition from states in which the kept
    /// lemmas do. False when told to stop.
    fn drop_what_fails(
        &mut self,
        (from, number): (CutId, usize),
        to: CutId,
        candidates: &[usize],
        kept: &mut [Vec<bool>],
    ) -> bool {
        let transition = &self.blocks.cuts[from].transitions[number];
        let mut state = Substitution::new(transition.assigns.iter().copied());
        loop {
            let asked: Vec<usize> =
                candidates.iter().copied().filter(|&index| kept[to.index()][index]).collect();
            if asked.is_empty() {
                return true;
            }
            let mut query = self.system.axioms.clone();
            let terms = &mut self.system.terms;
            let mut all = self.always[from.index()];
            for (lemma, is_kept) in self.lemmas[from.index()].iter().zip(&kept[from.index()]) {
                if *is_kept && lemma.level != ALWAYS {
                    all = terms.and(all, lemma.clause);
                }
            }
            let after: Vec<Term> = asked
                .iter()
                .map(|&index| state.apply(terms, self.lemmas[to.index()][index].clause))
                .collect();
            let hold = after.iter().fold(terms.truth(true), |sum, &term| terms.and(sum, term));
            query.extend([all, transition.guard, terms.not(hold)]);
            match self.decide(from, &query) {
                Decided::Unsat(_) => return true,
                Decided::Sat(model) => {
                    let mut evaluator = Evaluator::new();
                    for (&index, &after) in asked.iter().zip(&after) {
                        if evaluator.value(&self.system.terms, &model, after) == 0 {
                            kept[to.index()][index] = false;
                        }
                    }
                }
                Decided::Unknown(_) if self.is_over() => return false,
                Decided::Unknown(_) => match &asked[..] {
                    [only] => {
                        kept[to.index()][*only] = false;
                        return true;
                    }
                    _ => {
                        let (some, others) = asked.split_at(asked.len() / 2);
                        return self.drop_what_fails((from, number), to, some, kept)
                            && self.drop_what_fails((from, number), to, others, kept);
                    }
                },
            }
        }
    }
}

/// Edges that are excluded, with the facts that each takes.
type Needed = BTreeMap<EdgeId, Vec<(CutId, Term)>>;

/// Edges that are excluded and not told of yet: one certificate costs less than many.
struct Excluded {
    facts: Needed,
    began: Instant,
    last: Instant,
}

impl Excluded {
    fn new() -> Excluded {
        Excluded { facts: Needed::new(), began: Instant::now(), last: Instant::now() }
    }

    /// Whether there was as much work since the last certificate as before it, or enough.
    fn is_time(&self) -> bool {
        let before = self.last - self.began;
        self.last.elapsed() >= before.min(CERTIFICATE_INTERVAL)
    }

    fn told(&mut self) {
        self.last = Instant::now();
    }
}

enum Found {
    /// Where, and with which values.
    Predecessor(CutId, Vec<Term>, Assignment),
    /// None; with the literals of the cube that rule it out.
    None(Vec<Term>),
    Unknown,
}

fn below(level: usize) -> usize {
    if level == ALWAYS { ALWAYS } else { level - 1 }
}
