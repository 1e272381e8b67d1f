//! Horn clauses: what holds of states that follow from one another, found out by Z3's Spacer.
//!
//! Spacer thinks about integers, where sums and multiples relate variables to each other in ways
//! that bits do not show, and never wrap. What it finds are proposals: whoever asks checks them as
//! the bit-vector terms that they are.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_expr::{Term, Terms, VarId};

use crate::limits::Limits;
use crate::z3::spacer;

/// Relations and how their members follow from one another.
#[derive(Default)]
pub struct Horn {
    /// The variables that stand for the members.
    pub relations: Vec<Vec<VarId>>,
    pub clauses: Vec<Clause>,
}

/// Where the conditions hold of a member of one relation, the values are a member of another.
pub struct Clause {
    pub from: Option<usize>,
    pub conditions: Vec<Term>,
    pub to: usize,
    pub values: Vec<Term>,
}

/// A member of a relation for which the conditions hold is what should not be.
pub struct Goal {
    pub from: usize,
    pub conditions: Vec<Term>,
}

/// Something that may hold of all members of a relation.
pub struct Fact {
    pub of: usize,
    pub fact: Term,
}

impl Horn {
    /// Looks for what keeps the goal from being reached. It ends after this time, at the deadline,
    /// and when the flag is raised, with what is found by then.
    pub fn facts(
        &self,
        terms: &mut Terms,
        goal: &[Goal],
        time: Duration,
        deadline: Option<Instant>,
        interrupt: Arc<AtomicBool>,
    ) -> Vec<Fact> {
        let mut limits = Limits::new();
        limits.set_interrupt(interrupt);
        limits.set_deadline(deadline);
        limits.begin(time);
        match limits.exceeded() {
            Some(_) => Vec::new(),
            None => spacer::facts(terms, self, goal, &limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decider::{Decided, Decider};
    use assay_expr::{Assignment, Evaluator};

    /// `x = y = 0; while (x < turns) { x += 1; y += 2; }`, and what should not be: `x > 10 && y <
    /// 15`.
    struct Twice {
        terms: Terms,
        variables: [VarId; 2],
        horn: Horn,
        goal: Vec<Goal>,
    }

    impl Twice {
        fn new(width: u32, turns: u128) -> Twice {
            let mut terms = Terms::new();
            let ((x, once), (y, twice)) = (terms.new_variable(width), terms.new_variable(width));
            let [zero, one, two, ten, fifteen, turns] =
                [0, 1, 2, 10, 15, turns].map(|value| terms.constant(width, value));
            let horn = Horn {
                relations: vec![vec![x, y]],
                clauses: vec![
                    Clause { from: None, conditions: Vec::new(), to: 0, values: vec![zero, zero] },
                    Clause {
                        from: Some(0),
                        conditions: vec![terms.ult(once, turns)],
                        to: 0,
                        values: vec![terms.add(once, one), terms.add(twice, two)],
                    },
                ],
            };
            let conditions = vec![terms.ult(ten, once), terms.ult(twice, fifteen)];
            Twice { terms, variables: [x, y], horn, goal: vec![Goal { from: 0, conditions }] }
        }

        fn facts(&mut self) -> Vec<Term> {
            let time = Duration::from_secs(20);
            let found = self.horn.facts(&mut self.terms, &self.goal, time, None, Arc::default());
            found.into_iter().map(|fact| fact.fact).collect()
        }
    }

    #[test]
    fn a_multiple_is_found_and_keeps_the_goal_out_of_reach() {
        let mut twice = Twice::new(32, 1000);
        let mut query = twice.facts();
        query.extend(&twice.goal[0].conditions);
        let mut decider = Decider::new(0, Duration::from_secs(10), None, Arc::default());
        assert!(matches!(decider.decide(&twice.terms, &query), Decided::Unsat(_)));
    }

    #[test]
    fn what_is_said_of_numbers_holds_of_bits_until_they_wrap() {
        let mut twice = Twice::new(8, 200);
        let facts = twice.facts();
        assert!(!facts.is_empty());
        let [x, y] = twice.variables;
        let mut values = Assignment::new();
        for turn in 0..64 {
            values.set(x, turn);
            values.set(y, turn * 2);
            let mut evaluator = Evaluator::new();
            for &fact in &facts {
                assert_eq!(evaluator.value(&twice.terms, &values, fact), 1, "turn {turn}");
            }
        }
    }

    #[test]
    fn it_ends_when_told_to() {
        let mut twice = Twice::new(32, 1 << 31);
        let flag = Arc::new(AtomicBool::new(true));
        let time = Duration::from_secs(100_000);
        assert!(twice.horn.facts(&mut twice.terms, &twice.goal, time, None, flag).is_empty());
    }
}
