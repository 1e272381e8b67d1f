//! The work on a unit: what the exploration finds is confirmed, what is left is proved, and both
//! end in time.

use crate::backlog::Backlog;
use crate::confirm::Confirmer;
use crate::gcfg::Pictures;
use crate::prover::{OBSERVATION, Prover};
use crate::session::Session;
use assay_engine::Subject;
use assay_explore::{Completion, Exploration, Plan, Totals};
use assay_language::Rejected;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait for the next discovery before looking at the clock again.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// How long a proof for all inputs is looked for where there is one within bounds.
const BEYOND_BOUNDS: Duration = Duration::from_secs(5);
/// The share of the time that is left for looking at all paths once more. The prover works beside
/// it.
const ALL_PATHS_SHARE: f64 = 0.8;

/// All who work on a unit.
pub struct Work<'w, 's> {
    pub exploration: Exploration,
    pub confirmer: Confirmer,
    pub session: &'w mut Session<'s>,
    pub prover: &'w mut Prover,
    pub pictures: Pictures,
    pub backlog: Backlog,
    /// What is explored, and how.
    pub subject: Subject,
    pub plan: Plan,
}

impl Work<'_, '_> {
    /// What the exploration has to say in the end, and why tests could not be confirmed.
    pub fn run(mut self, interrupt: &AtomicBool) -> Result<(Totals, Option<String>), Rejected> {
        while self.search(interrupt)? {}
        self.prover.attend(&self.exploration, self.session).map_err(proof_error)?;
        self.pictures.attend(&self.exploration).map_err(picture_error)?;
        self.session.set_pictures(&mut self.pictures.kept);
        self.prove(interrupt)?;
        self.look_back();
        let last_call = self.confirmer.clock.last_call();
        Ok((self.exploration.finish(last_call), self.confirmer.problem.take()))
    }

    /// One look at everybody while the exploration goes on; whether there is to be another one.
    fn search(&mut self, interrupt: &AtomicBool) -> Result<bool, Rejected> {
        let progress = self.exploration.progress();
        self.session.tell_progress(progress);
        self.session.sample(progress.iterations);
        self.confirmer.pending = progress.pending as usize + self.session.unseen();
        let until_end = self.confirmer.clock.left().saturating_sub(self.rest());
        if interrupt.load(Ordering::Relaxed) {
            self.confirmer.clock.interrupt();
            self.exploration.stop(Completion::Interrupted);
        } else if until_end.is_zero() {
            self.exploration.stop(Completion::OutOfTime);
        }
        self.confirm(until_end)?;
        let makes_way = self.prover.is_worth_a_core() || self.confirmer.is_behind();
        self.exploration.make_way(makes_way);
        self.exploration.hold(self.session.may_choose() && self.confirmer.is_overrun());
        self.pictures.attend(&self.exploration).map_err(picture_error)?;
        self.session.keep_report()?;
        // At the end, tests come first.
        if self.confirmer.pending == 0 || !until_end.is_zero() {
            self.session.ask_detector(&mut self.confirmer, Instant::now());
        }
        let is_late = Instant::now() >= self.confirmer.clock.last_call();
        let is_done = self.backlog.is_over() || is_late && self.exploration.progress().pending == 0;
        Ok(!is_done || self.session.unseen() > 0)
    }

    /// What is left to do when the exploration ends now.
    fn rest(&self) -> Duration {
        self.session.rest(&self.confirmer) + self.prover.rest(&self.confirmer.clock)
    }

    /// Takes in what was found, runs one test of it, and lets the prover look at what is known
    /// then.
    fn confirm(&mut self, until_end: Duration) -> Result<(), Rejected> {
        // After the end it is the last worker that ends the waiting.
        let pause = until_end.clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        let has_work = !self.backlog.is_empty() || self.session.unseen() > 0;
        let for_discoveries = if has_work { Duration::ZERO } else { pause };
        self.backlog.receive(&self.exploration.discoveries, for_discoveries);
        // Until then nothing is known to be open.
        let is_ready = self.confirmer.is_ready(if has_work { pause } else { Duration::ZERO });
        self.confirm_next(is_ready)?;
        if is_ready {
            self.prover.attend(&self.exploration, self.session).map_err(proof_error)?;
        }
        Ok(())
    }

    /// Runs the next test natively, or none of those that are left if there is no time for them.
    fn confirm_next(&mut self, is_ready: bool) -> Result<(), Rejected> {
        let Work { exploration, confirmer, session, backlog, .. } = self;
        if !confirmer.has_time(session.cost_of_reports()) {
            while let Some(discovery) = backlog.next(true) {
                exploration.settle(&discovery, session.skip(&discovery));
            }
            session.skip_unseen();
            return Ok(());
        }
        if !is_ready {
            return Ok(());
        }
        let is_behind = confirmer.is_behind() && session.may_choose();
        if let Some(discovery) = backlog.next(is_behind) {
            let native = match is_behind && session.is_superseded(&discovery) {
                true => {
                    confirmer.spare();
                    None
                }
                false => session.add(&discovery, confirmer)?,
            };
            exploration.settle(&discovery, native);
        } else {
            session.see_next(confirmer);
        }
        Ok(())
    }

    /// The search is over: what is left of the time is for proofs.
    fn prove(&mut self, interrupt: &AtomicBool) -> Result<(), Rejected> {
        let deadline = self.confirmer.clock.deadline();
        let mut until = deadline.checked_sub(self.rest()).unwrap_or_else(Instant::now);
        // Where one run is all that there is, looking at all of them says nothing.
        if self.exploration.is_exhausted() && !self.session.has_no_inputs() {
            let now = Instant::now();
            let some = now + until.saturating_duration_since(now).mul_f64(ALL_PATHS_SHARE);
            self.prover
                .look_at_all_paths(self.session, self.subject.clone(), &self.plan, some)
                .map_err(proof_error)?;
            if self.session.is_decided_within_bounds() {
                until = until.min(Instant::now() + BEYOND_BOUNDS);
            }
        }
        self.prover.finish(self.session, until, interrupt).map_err(proof_error)?;
        self.prover.look_at_first_turns(self.session).map_err(proof_error)
    }

    /// Nothing new is looked for: the tests are run once more for the facts of proofs, and the
    /// detector says what it was not asked in time.
    fn look_back(&mut self) {
        let last_call = self.confirmer.clock.last_call();
        let now = Instant::now();
        let left = self.confirmer.clock.left();
        let planned = left.saturating_sub(self.session.rest(&self.confirmer));
        let some = planned.max(last_call.saturating_duration_since(now) / 2).min(OBSERVATION);
        self.prover.observe_tests(self.session, &self.subject, now + some);
        while Instant::now() < last_call
            && self.session.ask_detector(&mut self.confirmer, last_call)
        {}
    }
}

fn picture_error(error: std::io::Error) -> Rejected {
    Rejected(format!("cannot write the model of the analysis: {error}"))
}

fn proof_error(error: std::io::Error) -> Rejected {
    Rejected(format!("cannot write a proof: {error}"))
}
