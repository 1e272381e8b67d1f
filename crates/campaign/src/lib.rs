//! Many units, one run: opens a project, explores its units under a budget, confirms natively,
//! proves, minimises, and writes the output folder.
//!
//! Orders go in ([`cover`]), events come out ([`Event`]), and the report at the end. Nothing here
//! prints, ends the process, or knows of a command line. One job is done at a time; others wait for
//! it.
//!
//! ```no_run
//! use assay_campaign::{Event, Input, Orders, cover};
//!
//! let input = Input { inputs: vec!["a.c".into()], ..Input::default() };
//! let orders = Orders { input, ..Orders::default() };
//! let mut seen = Vec::new();
//! let report = cover(&orders, &Default::default(), &mut |event| {
//!     if let Event::Finding { finding, .. } = event {
//!         seen.push(finding.clone());
//!     }
//! })?;
//! let is_good = seen.is_empty() && report.overall("branch").cov_f == 100.0;
//! # Ok::<(), assay_campaign::Rejected>(())
//! ```

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

mod alone;
mod backlog;
mod bounds;
mod building;
mod certificates;
mod check_proof;
mod clock;
mod comparison;
mod confirm;
mod cover;
mod emitted;
mod event;
mod focus;
mod gcfg;
mod jobs;
mod languages;
mod measure;
mod minimise;
mod orders;
mod prover;
mod reasons;
mod replay;
mod results;
mod resume;
mod run;
mod session;
mod show;
mod subject;
mod suite;
mod tally;
mod totals;
mod unit;
mod work;

pub use assay_explore::Progress;
pub use assay_language::{Input, Rejected, parse_toml};
pub use check_proof::{CheckedProofs, check_proofs};
pub use comparison::compare;
pub use cover::cover;
pub use event::{Event, Listener};
pub use languages::{FRONT_ENDS, formats};
pub use measure::measure;
pub use orders::{
    Aim, Allowance, Checks, ComparedInput, ComparisonOrders, Exploring, Goals, Interest,
    MeasureOrders, Orders, Out, ReplayOrders, Search,
};
pub use replay::{Replayed, replay};
pub use run::{Execution, run};
pub use show::show;
