//! Every form of a report, made from runs made up by hand.

mod example;
mod explained;
mod exports;
mod files;
mod merged;
mod page;
mod summary;
