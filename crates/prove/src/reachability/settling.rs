//! Which edges the known facts exclude.
//!
//! Many edges are impossible for one reason: the outcomes of a decision, the pairs of a use with
//! several definitions, whatever comes behind another edge. So many are asked about together:
//! whether some edge can be taken from a state in which the facts hold. A model takes a few of them
//! away; when there is none, all that are left are excluded. Which facts each one takes is asked of
//! those first that have excluded another one, which are few.

use super::{ALWAYS, Needed, Reachability};
use crate::blocks::CutId;
use assay_base::Id;
use assay_expr::{Evaluator, Term};
use assay_program::EdgeId;
use assay_solver::Decided;

/// Edges that are asked about together.
const MANY_TOGETHER: usize = 32;
/// Sets of facts that are tried on one edge after another.
const MANY_RECENT: usize = 3;

impl Reachability<'_> {
    /// The edges that the facts exclude, with those that each takes.
    pub(super) fn settle(&mut self, edges: &[EdgeId]) -> Needed {
        let mut needed = Needed::new();
        if !std::mem::take(&mut self.has_news) {
            return needed;
        }
        let mut left = edges.to_vec();
        for cut in self.blocks.cuts.ids() {
            self.drop_possible(cut, &mut left);
        }
        for edge in left {
            if let Some(facts) = self.excluding_facts(edge) {
                needed.insert(edge, facts);
            }
        }
        needed
    }

    /// Gives up the edges that may be taken from a state at this cut point.
    fn drop_possible(&mut self, cut: CutId, edges: &mut Vec<EdgeId>) {
        let exits = &self.blocks.cuts[cut].exits;
        let (mut open, mut excluded): (Vec<EdgeId>, Vec<EdgeId>) =
            edges.iter().partition(|edge| exits.contains_key(edge));
        let mut most = MANY_TOGETHER;
        while !open.is_empty() {
            let asked = &open[..most.min(open.len())];
            let terms = &mut self.system.terms;
            let any = asked.iter().fold(terms.truth(false), |any, edge| terms.or(any, exits[edge]));
            let count = asked.len();
            let mut query = self.frame(cut, ALWAYS);
            query.push(any);
            match self.decide(cut, &query) {
                Decided::Unsat(_) => excluded.extend(open.drain(..count)),
                Decided::Sat(model) => {
                    let (terms, mut evaluator) = (&self.system.terms, Evaluator::new());
                    open.retain(|edge| evaluator.value(terms, &model, exits[edge]) == 0);
                }
                Decided::Unknown(_) if self.is_over() => open.clear(),
                Decided::Unknown(_) if count == 1 => {
                    open.remove(0);
                }
                Decided::Unknown(_) => most = count / 2,
            }
        }
        excluded.sort_unstable();
        *edges = excluded;
    }

    /// The facts that exclude that an edge is taken, of those that do.
    fn excluding_facts(&mut self, edge: EdgeId) -> Option<Vec<(CutId, Term)>> {
        let mut facts = Vec::new();
        for cut in self.blocks.cuts.ids() {
            let Some(&exit) = self.blocks.cuts[cut].exits.get(&edge) else { continue };
            let found = match self.subsuming_facts(cut, exit) {
                Some(found) => found,
                None => self.facts_against(cut, exit)?,
            };
            facts.extend(found.iter().map(|&fact| (cut, fact)));
            let recent = &mut self.recent[cut.index()];
            if !recent.contains(&found) {
                recent.insert(0, found);
                recent.truncate(MANY_RECENT);
            }
        }
        Some(facts)
    }

    /// Those that have excluded another edge, if they exclude this one too.
    fn subsuming_facts(&mut self, cut: CutId, exit: Term) -> Option<Vec<Term>> {
        for index in 0..self.recent[cut.index()].len() {
            let mut query = self.system.axioms.clone();
            query.push(exit);
            query.extend(&self.recent[cut.index()][index]);
            if let Decided::Unsat(core) = self.decide(cut, &query) {
                self.recent[cut.index()][..=index].rotate_right(1);
                return Some(self.facts_in(core, exit));
            }
        }
        None
    }

    /// Those of all facts that contradict a formula: at best only such as are about what it is
    /// about.
    fn facts_against(&mut self, cut: CutId, exit: Term) -> Option<Vec<Term>> {
        let terms = &self.system.terms;
        let about = terms.variables(exit);
        let is_near =
            |fact: &Term| terms.variables(*fact).iter().all(|variable| about.contains(variable));
        let always = self.lemmas[cut.index()].iter().filter(|lemma| lemma.level == ALWAYS);
        let (near, far): (Vec<Term>, Vec<Term>) =
            always.map(|lemma| lemma.clause).partition(is_near);
        let mut query = self.system.axioms.clone();
        query.push(exit);
        for facts in [near, far] {
            query.extend(facts);
            if let Decided::Unsat(core) = self.decide(cut, &query) {
                return Some(self.facts_in(core, exit));
            }
        }
        None
    }

    fn facts_in(&self, core: Vec<Term>, exit: Term) -> Vec<Term> {
        let is_fact = |term: &Term| *term != exit && !self.system.axioms.contains(term);
        core.into_iter().filter(is_fact).collect()
    }
}
