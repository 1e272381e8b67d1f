//! What a campaign tells while it runs. Whoever started it decides what to show.

use assay_explore::Progress;
use assay_verdict::{Finding, Test, Unit, Verdict};
use std::time::Duration;

/// Something has happened. Files are named below the output folder.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A unit is loaded, and has so much time from the first progress on.
    UnitBegun { unit: &'a str, time: Duration },
    /// How far the search in a unit is, many times a second.
    Progress { unit: &'a str, progress: Progress },
    /// A test was written, and has run natively if it says how it ended. When the unit is done, the
    /// tests that are kept are numbered anew.
    Test { unit: &'a str, test: &'a Test },
    /// An objective is covered, or no input reaches it. Later ones may say more, and the report has
    /// the last word.
    Verdict { unit: &'a str, objective: &'a str, verdict: &'a Verdict },
    /// A finding, for the first time or since it is confirmed.
    Finding { unit: &'a str, finding: &'a Finding },
    /// How many runs of a comparison are done, and which ones are at work.
    Runs { done: usize, all: usize, running: &'a [String] },
    /// Nothing more is looked for, in a unit or a comparison: the results are put together.
    SearchEnded,
    /// A unit with all its results, or as an earlier run has left it.
    UnitEnded(&'a Unit),
    /// A file was written, or written again.
    Written(&'a str),
    /// What is worth knowing and stands in the report too, if there is one.
    Note(&'a str),
    /// What must not be missed, and stands in no report.
    Warning(&'a str),
}

/// Who is told.
pub type Listener<'a> = dyn FnMut(Event<'_>) + 'a;
