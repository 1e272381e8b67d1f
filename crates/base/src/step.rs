//! A decision of a path.

/// One decision as it can be compared between runs: where, which outcome, and what a choice or the
/// like was about (0 for the others).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub site: u32,
    pub outcome: u32,
    pub choice: u64,
}
