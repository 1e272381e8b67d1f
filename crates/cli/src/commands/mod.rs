//! One file per command: from its arguments to the exit status.

pub mod check_proof;
pub mod compare;
pub mod cover;
pub mod explain;
pub mod measure;
pub mod replay;
pub mod report;
pub mod run;
pub mod show;
