//! Reports: one file per form, all made from [`assay_verdict::Report`] alone.

pub mod json;
pub mod terminal;
