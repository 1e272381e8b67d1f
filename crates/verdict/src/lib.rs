//! What a run found, as plain data: objectives with their verdicts, tests, findings, effort.
//!
//! [`Report`] is the content of `report.json`, whose keys are a contract: they may be added to,
//! never renamed or removed. Keys that were added later carry `#[serde(default)]`, so that older
//! files stay readable. [`InputValue`] is what a test consists of before it is shown to anyone.

mod comparison;
mod decision;
mod effort;
mod ending;
mod finding;
mod gcfg;
mod input;
mod objective;
mod progress;
mod report;
mod shared;
mod source;
mod world;

pub use comparison::{
    ComparedRun, ComparedSubject, ComparisonSettings, CurvePoint, Measured, RunOutcome,
};
pub use decision::{ConditionPlace, Decision, SeenVector};
pub use effort::{Effort, Unsupported};
pub use ending::Ending;
pub use finding::{Finding, FindingKind, Frame};
pub use gcfg::{Gcfg, RState, SState};
pub use input::{InputSource, InputValue, Shown, ShownInputs, ShownValue, UnitInput};
pub use objective::{Flow, Judge, Objective, Scope, Verdict, named_outcome};
pub use progress::{Progress, Sample};
pub use report::{CriterionSummary, Invariants, NextStep, Report, Test, Unit};
pub use shared::{SharedDecision, SharedVector};
pub use source::{SourceFile, fingerprint};
pub use world::{Argument, Content, FailingCall, PartDone, Region, Surroundings, World, WorldPart};
