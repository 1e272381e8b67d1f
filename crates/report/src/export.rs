//! Forms for other tools: one file each, listed in [`EXPORTS`].

use crate::{cobertura, lcov, sarif};
use assay_verdict::Report;

pub struct Export {
    pub name: &'static str,
    pub summary: &'static str,
    /// Below the output folder, if the user names no other.
    pub file_name: &'static str,
    pub render: fn(&Report) -> String,
}

pub const EXPORTS: [Export; 3] = [lcov::EXPORT, cobertura::EXPORT, sarif::EXPORT];

pub fn export_named(name: &str) -> Option<&'static Export> {
    EXPORTS.iter().find(|export| export.name == name)
}
