//! Runs with inputs that chance makes from those of runs that reached something new.
//!
//! Some conditions are beyond a solver: sums of logarithms, say. One query about them costs as much
//! as thousands of concrete runs, and nearly any input may do. So, when nothing is gained
//! otherwise, a part of the time goes to such runs; more of it if they gain something. They leave
//! no candidates, but for the few that reach something new, which are then run like any other.

use super::Worker;
use crate::shared::Shared;
use assay_base::Rng;
use assay_engine::{Run, Start};
use assay_expr::{Assignment, Value};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// For one turn.
const TURN: Duration = Duration::from_millis(4);
/// The part of the time that it may take, for each time that it has paid and once more.
const SHARE: f64 = 0.1;
const MOST_SHARES: u32 = 4;
/// Inputs that others are made from.
const MANY_PARENTS: usize = 64;
/// How many times as long as the longest of those runs such a run may get. One that only asks for
/// more and more input would have millions of variables.
const LONGER: u64 = 4;

/// The width and value of each variable of an input.
type Values = Vec<(u32, Value)>;

#[derive(Default)]
pub(super) struct Mutation {
    parents: Vec<Values>,
    /// Instructions of the longest of their runs.
    longest: u64,
    spent: Duration,
    /// How often something new was reached.
    gains: u32,
}

impl Mutation {
    /// Whether it is time for a turn. Never where the same run must do the same again.
    pub(super) fn is_due(&self, shared: &Shared) -> bool {
        let shares = (1 + self.gains).min(MOST_SHARES);
        let most = || shared.started.elapsed().mul_f64(SHARE * f64::from(shares));
        shared.plan.budget.iterations.is_none() && !self.parents.is_empty() && self.spent < most()
    }
}

impl Worker {
    /// Remembers the input of a run that has reached something new.
    pub(super) fn add_parent(&mut self, run: &Run) {
        if self.is_repeatable() || run.input_log.is_empty() {
            return;
        }
        let values = self.variables(&run.input_log, &run.inputs);
        self.mutation.longest = self.mutation.longest.max(run.length);
        let parents = &mut self.mutation.parents;
        if parents.len() == MANY_PARENTS {
            parents.swap_remove(self.rng.below(MANY_PARENTS));
        }
        parents.push(values);
    }

    /// Makes some runs.
    pub(super) fn try_mutants(&mut self) {
        let began = Instant::now();
        while began.elapsed() < TURN && self.shared.may_go_on() {
            let parent = self.rng.below(self.mutation.parents.len());
            let values = mutant(&self.mutation.parents[parent], &mut self.rng);
            let inputs = self.machine.assign(&values);
            if self.reaches_more(&inputs) {
                self.mutation.gains += 1;
                self.run_from_start(inputs);
                break;
            }
        }
        self.mutation.spent += began.elapsed();
    }

    /// Whether a run with this input takes an edge that is wanted and that none has taken.
    fn reaches_more(&mut self, inputs: &Assignment) -> bool {
        self.shared.iterations.fetch_add(1, Ordering::Relaxed);
        let usual = self.machine.limits.clone();
        self.machine.limits.instructions = usual.instructions.min(self.mutation.longest * LONGER);
        self.machine.limits.endurance = u64::MAX;
        self.machine.is_concrete = true;
        let run = self.machine.run(Start::fresh(inputs.clone()));
        self.machine.is_concrete = false;
        self.machine.limits = usual;
        let is_wanted = |edge: &u32| self.shared.is_wanted(*edge);
        let reaches_more = run.end.is_behaviour() && run.new_edges.iter().any(is_wanted);
        if !run.new_edges.is_empty() {
            // The run that is kept is to be the first.
            self.machine.forget_edges(&run.new_edges);
            self.watched.clear();
        }
        reaches_more
    }
}

/// Another input like this one.
fn mutant(parent: &Values, rng: &mut Rng) -> Values {
    let mut values = parent.clone();
    let count = values.len();
    match rng.below(4) {
        0 => (0..count).for_each(|index| change(&mut values, index, rng)),
        1 => {
            for index in 0..count {
                if rng.coin() {
                    change(&mut values, index, rng);
                }
            }
        }
        _ => (0..=rng.below(3)).for_each(|_| change(&mut values, rng.below(count), rng)),
    }
    values
}

fn change(values: &mut Values, index: usize, rng: &mut Rng) {
    let (width, old) = values[index];
    let word = Value::from(rng.word());
    let small = Value::from(rng.word() % 16);
    let value = match rng.below(6) {
        0 => word << 64 | Value::from(rng.word()),
        // As many digits as one likes.
        1 => word >> rng.below(64),
        2 => small,
        3 => old.wrapping_add(small),
        4 => old.wrapping_sub(small),
        _ => values[rng.below(values.len())].1,
    };
    let all = Value::MAX >> (Value::BITS - width);
    values[index].1 = value & all;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_keep_the_form_of_their_parent() {
        let parent: Values = vec![(8, 7), (32, 0), (1, 1), (128, 5)];
        let mut rng = Rng::new(3);
        let mut has_changed = [false; 4];
        for _ in 0..200 {
            let mutant = mutant(&parent, &mut rng);
            assert_eq!(mutant.len(), parent.len());
            for (index, (old, new)) in parent.iter().zip(&mutant).enumerate() {
                assert_eq!(old.0, new.0);
                assert!(new.0 == 128 || new.1 >> new.0 == 0, "{new:?}");
                has_changed[index] |= old.1 != new.1;
            }
        }
        assert_eq!(has_changed, [true; 4]);
    }
}
