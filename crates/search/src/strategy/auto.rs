//! The default: several strategies on the same candidates, and the budget goes where it pays.
//!
//! Each pick is credited to the strategy that made it: what the run reached first, and what it cost
//! in queries and instructions, or in runs where those are the budget. Both fade, so that what
//! counts is the recent past; and of gains the order of magnitude counts, else one lucky run would
//! make a strategy the best for long. Most of the budget goes to the strategy with the best return,
//! and a part of what is spent in vain to the others in turn, for what pays changes during a run.
//! As long as every run gains something, each turn of another costs more than it may tell.
//!
//! When few runs gain anything for the first time, the recent past tells little, and the strategy
//! that is systematic has a go: nearly all of the budget, for a while. It comes to what is
//! different sooner or later, but not if it is asked now and then. Later on, the others are asked
//! first where something new was opened. When nothing is gained any more, most of the budget is for
//! the systematic one again, and those join in that are after one outcome at a time.
//!
//! When nothing has been gained for very long and few candidates are left, the best that can be
//! done is to come to the end of them: then nearly all picks are the latest candidate, which costs
//! nothing to choose and least to run, and only what that leaves over is shown to the strategies.

use super::bidirectional::Aimer;
use super::{News, Pick, Strategy};
use crate::gcfg::Aim;
use crate::live::Live;
use crate::log::Log;
use crate::{Candidate, CandidateId, Explored, View};
use assay_base::Id;

/// What a query costs that leads to no run, in runs; and where the budget is runs.
const QUERY: f64 = 0.1;
const FREE_QUERY: f64 = 0.01;
/// What one costs that the solver gives up after its time, for that is seconds.
const LONG_QUERY: f64 = 20.0;
/// What it costs to look at a target from one step further back, in runs.
const LOOK: f64 = 2.0;
/// Picks between two times that targets are looked at from behind, when nothing is gained any more.
const BETWEEN_AIMS: u32 = 16;
/// and how many tries that has at a time.
const MOST_AIMS: u32 = 64;
/// and the part of the time that it may take.
const MOST_AIMING: f64 = 0.3;
/// Instructions that cost as much as a short run.
const INSTRUCTIONS: f64 = 100_000.0;
/// What is left of the past after a strategy has spent as much as a short run costs.
const MEMORY: f64 = 0.99;
/// The part of what was spent in vain that goes to the others.
const SHARE: f64 = 0.05;
/// When fewer of the latest runs gain anything, the systematic strategy has its go,
const FEW_GAIN: f64 = 0.2;
/// with this much weight for each run,
const LATEST: f64 = 0.02;
/// of so many runs,
const GO: u32 = 1000;
/// beside which the others have one pick in so many.
const BESIDE_GO: u32 = 16;
/// On a plateau later on, or when nothing is gained for long, they have more.
const BESIDE_SYSTEMATIC: u32 = 8;
const LONG_PLATEAU: f64 = 4.0 * PLATEAU;
/// What is spent without any gain, in short runs, before those are asked that look for single
/// outcomes.
const PLATEAU: f64 = 50.0;

/// What is spent without any gain before the end is sought,
const STALLED: f64 = 2000.0;
/// how many candidates there may be for that,
const FEW: usize = 50_000;
/// and one pick in how many the strategies still have.
const ASIDE: u32 = 64;

/// Who hears of candidates when asked: the one that aims, and behind it the parts.
const AIMER: usize = 0;

pub struct Auto {
    parts: Vec<Box<dyn Strategy>>,
    aimer: Aimer,
    /// Becomes the last of them before the first pick, or goes.
    for_waypoints: Option<Box<dyn Strategy>>,
    /// Which of them hear of runs: the early ones from the start, the others once they were asked.
    is_awake: Vec<bool>,
    /// What each of them hears of when it is asked.
    log: Log,
    /// All, the latest last; those that were taken are dropped when they turn up, here and in the
    /// strategies.
    latest: Vec<CandidateId>,
    live: Live,
    picks: u32,
    /// Tries since the last pick.
    aims: u32,
    /// The last pick was chance.
    was_chance: bool,
    returns: Vec<Return>,
    /// How many of them are asked as long as there is something to gain.
    early: usize,
    /// The one that most picks are for when few runs gain anything, unless edges need something
    /// before them. It hears of all candidates, also of those that others take: what they tried it
    /// need not try again.
    systematic: usize,
    has_waypoints: bool,
    /// What has been spent since the last gain.
    in_vain: f64,
    /// How many of the latest runs gained something.
    fruitful: f64,
    /// Runs at times when few did.
    barren: u32,
    /// What the others may spend, and what they have spent.
    for_others: f64,
    spent_on_others: f64,
    /// Which one is asked next when it is the turn of the others.
    other: usize,
    last: Option<Turn>,
}

/// What a strategy has brought lately.
struct Return {
    gain: f64,
    cost: f64,
}

impl Return {
    fn rate(&self) -> f64 {
        self.gain / self.cost
    }
}

/// Who has picked, and what.
#[derive(Copy, Clone)]
struct Turn {
    /// `None` for the latest candidate, and for an aim.
    part: Option<usize>,
    id: CandidateId,
    is_best: bool,
}

impl Auto {
    /// `systematic` is the number of one of `early`. `late` are those that are asked too when the
    /// others gain nothing any more, `for_waypoints` one more of them for graphs in which edges
    /// need something before them.
    pub fn new(
        early: Vec<Box<dyn Strategy>>,
        systematic: usize,
        late: Vec<Box<dyn Strategy>>,
        for_waypoints: Box<dyn Strategy>,
    ) -> Auto {
        let early_count = early.len();
        let parts: Vec<Box<dyn Strategy>> = early.into_iter().chain(late).collect();
        // As if each had once been lucky: nobody is written off untried.
        let returns = parts.iter().map(|_| Return { gain: 1.0, cost: 1.0 }).collect();
        let is_awake = (0..parts.len()).map(|part| part < early_count).collect();
        Auto {
            parts,
            aimer: Aimer::default(),
            for_waypoints: Some(for_waypoints),
            is_awake,
            log: Log::default(),
            latest: Vec::new(),
            live: Live::default(),
            picks: 0,
            aims: 0,
            was_chance: false,
            returns,
            early: early_count,
            systematic,
            has_waypoints: false,
            in_vain: 0.0,
            fruitful: 1.0,
            barren: 0,
            for_others: 0.0,
            spent_on_others: 0.0,
            other: 0,
            last: None,
        }
    }

    /// How many strategies are asked now.
    fn asked(&self) -> usize {
        if self.in_vain > PLATEAU { self.returns.len() } else { self.early }
    }

    fn best(&self) -> usize {
        let better = |a: &usize, b: &usize| {
            let (a, b) = (&self.returns[*a], &self.returns[*b]);
            // The first among equals.
            a.rate().total_cmp(&b.rate()).then(std::cmp::Ordering::Greater)
        };
        (0..self.asked()).max_by(better).unwrap_or(0)
    }

    fn credit(&mut self, turn: Turn, gain: f64, cost: f64) {
        self.in_vain = if gain > 0.0 { 0.0 } else { self.in_vain + cost };
        let Some(part) = turn.part else { return };
        let past = &mut self.returns[part];
        let memory = MEMORY.powf(cost);
        past.gain = past.gain * memory + (1.0 + gain).log2();
        past.cost = past.cost * memory + cost;
        if gain == 0.0 {
            self.for_others += cost * SHARE;
        }
        if !turn.is_best {
            self.spent_on_others += cost;
        }
    }
}

impl Auto {
    /// One that is of use only where edges need something before them.
    fn join(&mut self, view: &View<'_>) {
        if let Some(part) = self.for_waypoints.take().filter(|_| view.graph.has_waypoints()) {
            self.parts.push(part);
            self.returns.push(Return { gain: 1.0, cost: 1.0 });
            self.is_awake.push(false);
            self.has_waypoints = true;
        }
    }

    /// The last pick came to nothing.
    fn charge(&mut self, view: &View<'_>) {
        if let Some(turn) = self.last.take() {
            self.credit(turn, 0.0, if view.counts_runs { FREE_QUERY } else { QUERY });
        }
    }

    /// Whether it is time to come to the end.
    fn is_stalled(&self) -> bool {
        self.in_vain > STALLED && self.live.len() < FEW && !self.picks.is_multiple_of(ASIDE)
    }

    fn take_latest(&mut self) -> Option<CandidateId> {
        while let Some(id) = self.latest.pop() {
            if self.live.remove(id) {
                self.last = Some(Turn { part: None, id, is_best: true });
                return Some(id);
            }
        }
        None
    }

    /// Makes candidates known to a strategy.
    fn show(&mut self, part: usize) {
        if part == self.systematic {
            return;
        }
        self.is_awake[part] = true;
        let news = self.log.news(1 + part, &self.live);
        news.for_each(|candidate| self.parts[part].add(candidate));
    }

    /// Whose turn it is, and whether that is the best.
    fn choose(&self) -> (usize, bool) {
        let is_plateau = self.in_vain > PLATEAU;
        let is_go = self.barren < GO && self.in_vain < LONG_PLATEAU;
        let others = if is_go { BESIDE_GO } else { BESIDE_SYSTEMATIC };
        if !self.has_waypoints
            && (is_plateau || is_go && self.fruitful < FEW_GAIN)
            && !self.picks.is_multiple_of(others)
        {
            return (self.systematic, true);
        }
        let is_best = self.spent_on_others >= self.for_others;
        (if is_best { self.best() } else { self.other % self.asked() }, is_best)
    }

    fn take_chosen(&mut self, view: &mut View<'_>) -> Option<CandidateId> {
        let (part, is_best) = self.choose();
        self.show(part);
        loop {
            // Those that may pick something else are not among the parts.
            let Pick::Candidate(id) = self.parts[part].pick(view)? else { return None };
            if self.live.remove(id) {
                self.last = Some(Turn { part: Some(part), id, is_best });
                return Some(id);
            }
        }
    }

    /// Whether what is wanted is to be looked at from behind.
    fn has_aims(&mut self, view: &View<'_>) -> bool {
        let is_turn = self.in_vain > PLATEAU && self.picks.is_multiple_of(BETWEEN_AIMS);
        is_turn
            && view.meeting.as_ref().is_some_and(|meeting| meeting.share <= MOST_AIMING)
            && self.aimer.is_due()
    }

    fn aim(&mut self, view: &mut View<'_>) -> Option<Aim> {
        self.charge(view);
        self.log.news(AIMER, &self.live).for_each(|candidate| self.aimer.add(candidate));
        let looks =
            |view: &View<'_>| view.meeting.as_ref().map_or(0, |meeting| meeting.model.looks);
        let before = looks(view);
        let aim = self.aimer.aim(view);
        let looked = (looks(view) - before) as f64;
        let id = aim.map_or(CandidateId::new(0), |aim| aim.candidate.id);
        let turn = Turn { part: None, id, is_best: true };
        self.aims = if aim.is_none() { MOST_AIMS } else { self.aims + 1 };
        if self.aims >= MOST_AIMS {
            self.aims = 0;
            self.picks = self.picks.wrapping_add(1);
        }
        self.credit(turn, 0.0, looked * LOOK);
        self.last = aim.map(|_| turn);
        aim
    }

    /// Whether it is time for chance; every other pick is something else.
    fn is_chance(&mut self, view: &View<'_>) -> bool {
        self.was_chance = !self.was_chance && view.may_mutate && self.in_vain > PLATEAU;
        self.was_chance
    }

    /// Credits a run to who asked for it.
    fn judge(&mut self, explored: &Explored<'_>, view: &View<'_>) {
        let is_last = |id: CandidateId| explored.candidate.is_some_and(|c| c.id == id);
        let Some(turn) = self.last.take_if(|turn| is_last(turn.id)) else { return };
        // It may go on from where this path has led.
        turn.part.into_iter().for_each(|part| self.show(part));
        let cost = match view.counts_runs {
            true => 1.0,
            false => 1.0 + explored.instructions as f64 / INSTRUCTIONS,
        };
        self.credit(turn, explored.gain as f64, cost);
        if self.in_vain > PLATEAU || self.fruitful < FEW_GAIN {
            self.barren = self.barren.saturating_add(1);
        }
        let is_fruitful = if explored.gain > 0 { 1.0 } else { 0.0 };
        self.fruitful += LATEST * (is_fruitful - self.fruitful);
        if let Some(part) = turn.part.filter(|_| !turn.is_best) {
            self.other = (part + 1) % self.returns.len();
        }
    }

    /// The solver had no answer in its time.
    fn charge_long(&mut self, id: CandidateId) {
        if let Some(turn) = self.last.take_if(|turn| turn.id == id) {
            let in_vain = self.in_vain;
            self.credit(turn, 0.0, LONG_QUERY);
            // It says something about the strategy, not that there is nothing to gain.
            self.in_vain = in_vain + QUERY;
        }
    }
}

impl Strategy for Auto {
    fn add(&mut self, candidate: Candidate) {
        self.live.insert(candidate.id);
        self.latest.push(candidate.id);
        self.log.push(candidate, &self.live);
        self.parts[self.systematic].add(candidate);
    }

    fn pick(&mut self, view: &mut View<'_>) -> Option<Pick> {
        if self.is_chance(view) {
            return Some(Pick::Chance);
        }
        if self.has_aims(view)
            && let Some(aim) = self.aim(view)
        {
            return Some(Pick::Aim(aim));
        }
        self.join(view);
        self.charge(view);
        self.picks = self.picks.wrapping_add(1);
        let taken = if self.is_stalled() { self.take_latest() } else { self.take_chosen(view) };
        taken.map(Pick::Candidate)
    }

    fn learn(&mut self, news: &News<'_>, view: &mut View<'_>) {
        match news {
            News::Ran(explored) => self.judge(explored, view),
            News::GaveUp(id) => self.charge_long(*id),
            News::Taken(candidate) => {
                self.live.remove(candidate.id);
            }
        }
        self.aimer.learn(news, view);
        let others = view.watched.len();
        let awake = self.parts.iter_mut().zip(&self.is_awake).filter(|(_, is_awake)| **is_awake);
        awake.for_each(|(part, _)| part.learn(news, view));
        if self.asked() == self.early {
            view.watched.truncate(others);
        }
    }

    fn len(&self) -> usize {
        self.live.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::strategy_named;
    use crate::strategy::tests::taken;
    use crate::{Graph, NodeId, Tree};
    use assay_base::Rng;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Gives the first it heard of.
    #[derive(Default, Clone)]
    struct Listener {
        heard: Rc<RefCell<Vec<CandidateId>>>,
        given: usize,
    }

    impl Strategy for Listener {
        fn add(&mut self, candidate: Candidate) {
            self.heard.borrow_mut().push(candidate.id);
        }

        fn pick(&mut self, _view: &mut View<'_>) -> Option<Pick> {
            self.given += 1;
            self.heard.borrow().get(self.given - 1).copied().map(Pick::Candidate)
        }

        fn len(&self) -> usize {
            self.heard.borrow().len() - self.given
        }
    }

    #[test]
    fn the_systematic_one_hears_once_of_each_candidate() {
        let named = |name: &str| strategy_named(name).expect("is a strategy");
        let systematic = Listener::default();
        let heard = Rc::clone(&systematic.heard);
        let early: Vec<Box<dyn Strategy>> = vec![named("bfs"), Box::new(systematic)];
        let mut auto = Auto::new(early, 1, Vec::new(), named("cpgs"));
        let mut rng = Rng::new(0);
        let (tree, graph) = (Tree::new(), Graph::default());
        let mut watched = Vec::new();
        let mut view = View::at_start(&tree, &graph, &mut rng, &mut watched);
        let mut all_taken = Vec::new();
        for number in 0..1000 {
            let id = CandidateId::new(number);
            auto.add(Candidate { id, ..Candidate::at(NodeId::new(0), 0) });
            let Some(Pick::Candidate(id)) = auto.pick(&mut view) else { panic!("there is one") };
            all_taken.push(id);
        }
        all_taken.extend(taken(&mut auto, &mut view));
        let all: Vec<CandidateId> = (0..1000).map(CandidateId::new).collect();
        assert_eq!(*heard.borrow(), all, "also those that bfs has taken");
        all_taken.sort();
        assert_eq!(all_taken, all, "and none is taken twice");
    }
}
