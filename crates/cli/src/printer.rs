//! What the commands say on standard error while they work.

use crate::print::say;
use crate::progress::ProgressLine;
use assay_campaign::Event;

/// Hears what happens, and prints what the user of a terminal wants to know of it.
pub struct Printer {
    is_quiet: bool,
    line: ProgressLine,
}

impl Printer {
    pub fn new(is_quiet: bool) -> Printer {
        Printer { is_quiet, line: ProgressLine::new(is_quiet) }
    }

    pub fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::UnitBegun { time, .. } => self.line.begin(time),
            Event::Progress { unit, progress } => self.line.show(unit, &progress),
            Event::Runs { done, all, running } => self.line.show_runs(done, all, running),
            Event::SearchEnded => self.line.clear(),
            Event::Warning(text) => say(text),
            // The report says the rest.
            _ => {}
        }
    }

    /// The same, where no report says what is worth knowing.
    pub fn hear_all(&mut self, event: Event<'_>) {
        match event {
            Event::Note(text) if !self.is_quiet => say(&format!("note: {text}")),
            event => self.hear(event),
        }
    }
}
