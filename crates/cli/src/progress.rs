//! One line on a terminal that says how far the work is.

use assay_campaign::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub struct ProgressLine {
    is_shown: bool,
    time: Duration,
    /// Of the time, which counts from the first look.
    end: Option<Instant>,
}

impl ProgressLine {
    pub fn new(is_quiet: bool) -> ProgressLine {
        let is_shown = !is_quiet && std::io::stderr().is_terminal();
        ProgressLine { is_shown, time: Duration::ZERO, end: None }
    }

    /// What follows has so much time.
    pub fn begin(&mut self, time: Duration) {
        (self.time, self.end) = (time, None);
    }

    pub fn show(&mut self, unit: &str, progress: &Progress) {
        let now = Instant::now();
        // A time of ages has no end.
        let end = *self.end.get_or_insert_with(|| now.checked_add(self.time).unwrap_or(now));
        let left = end.saturating_duration_since(now).as_secs();
        let Progress { covered, objectives, iterations, queries, candidates, .. } = progress;
        self.write(format_args!(
            "{unit}: {covered}/{objectives} covered, {iterations} paths, \
             {queries} queries, {candidates} candidates, {left} s left"
        ));
    }

    pub fn show_runs(&self, done: usize, all: usize, running: &[String]) {
        self.write(format_args!("{done} of {all} runs done; now: {}", running.join(", ")));
    }

    pub fn clear(&self) {
        self.write(format_args!(""));
    }

    fn write(&self, text: std::fmt::Arguments<'_>) {
        if self.is_shown {
            // Nobody has to see it.
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
            let _ = std::io::stderr().flush();
        }
    }
}
