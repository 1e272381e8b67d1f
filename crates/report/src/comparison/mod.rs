//! `assay compare`: strategies side by side.
//!
//! The figures follow those of the paper on context-guided search (Seo and Kim, FSE 2014):
//! objectives covered at given numbers of iterations (its Table 2), and iterations to reach a
//! target that all strategies should reach (its Figure 6), as means over many seeds with the
//! Mann-Whitney U test. One file per form, all made from [`Comparison::summary`].

mod csv;
mod curve;
#[cfg(test)]
mod example;
mod mann_whitney;
mod page;
mod plot;
mod summary;
mod tables;
mod terminal;

pub use csv::{curves, marks, strategies};
pub use curve::Axis;
pub use page::page;
pub use summary::{Comparison, Marks, Target};
pub use terminal::tables;

/// What the figures are, in a sentence for the reader.
const MEANING: &str = "covered means reached in the machine; nothing was run natively";
