//! Reports: one file per form, all made from [`assay_verdict::Report`].

pub mod cobertura;
pub mod comparison;
mod conditions;
mod decisions;
pub mod explain;
pub mod export;
mod flows;
pub mod gcfg;
pub mod html;
pub mod json;
pub mod lcov;
pub mod merge;
pub mod sarif;
pub mod sources;
pub mod terminal;
mod words;
