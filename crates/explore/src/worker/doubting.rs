//! Paths on which the program has ordered pointers to different objects.
//!
//! Where objects lie is another matter in the real program, so such a path may go another way
//! there. What it reaches is first looked for on paths that order pointers into one object; only
//! when nothing else is left, and now and then before, such paths are run again and what they reach
//! is claimed, for the native run to confirm or refuse.

use super::Worker;
use assay_engine::{Run, Start};
use assay_expr::Assignment;
use std::collections::VecDeque;

/// What is kept at most; others like them are still to come.
const MOST: usize = 256;

/// One of so many steps is a try, while there are others.
const BETWEEN: u32 = 64;

#[derive(Default)]
pub(super) struct Doubtful {
    inputs: VecDeque<Assignment>,
    steps: u32,
    is_trying: bool,
}

impl Worker {
    /// Whether the run is put aside, and nothing that it reaches is claimed for now.
    pub(super) fn doubt(&mut self, run: &Run) -> bool {
        let is_wanted = run.new_edges.iter().any(|&edge| self.shared.is_wanted(edge));
        if !run.is_doubtful || self.doubtful.is_trying || !run.findings.is_empty() || !is_wanted {
            return false;
        }
        if self.doubtful.inputs.len() < MOST {
            self.doubtful.inputs.push_back(run.inputs.clone());
        }
        self.leave_for_others(run);
        true
    }

    /// Tries one path that was put aside if it is its turn.
    pub(super) fn try_doubtful_in_turn(&mut self) {
        self.doubtful.steps += 1;
        if self.doubtful.steps > BETWEEN {
            self.try_doubtful();
        }
    }

    /// Tries one path that was put aside; false if there is none.
    pub(super) fn try_doubtful(&mut self) -> bool {
        self.doubtful.steps = 0;
        let Some(inputs) = self.doubtful.inputs.pop_front() else { return false };
        self.doubtful.is_trying = true;
        let run = self.execute(Start::fresh(inputs));
        self.discover(&run);
        self.doubtful.is_trying = false;
        true
    }
}
