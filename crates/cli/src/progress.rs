//! One line on a terminal that says how far the exploration is.

use assay_explore::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub struct ProgressLine {
    unit: String,
    is_shown: bool,
    end: Instant,
}

impl ProgressLine {
    pub fn new(unit: &str, time: Duration, is_quiet: bool) -> ProgressLine {
        ProgressLine {
            unit: unit.to_string(),
            is_shown: !is_quiet && std::io::stderr().is_terminal(),
            end: Instant::now() + time,
        }
    }

    pub fn show(&self, progress: &Progress) {
        if !self.is_shown {
            return;
        }
        let left = self.end.saturating_duration_since(Instant::now()).as_secs();
        let unit = &self.unit;
        let Progress { covered, objectives, iterations, queries, candidates, .. } = progress;
        // Nobody has to see it.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{unit}: {covered}/{objectives} covered, {iterations} paths, \
             {queries} queries, {candidates} candidates, {left} s left"
        );
    }

    pub fn clear(&self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
