//! The front end from outside: C text in, program model out.

mod coverage_map;
mod dataflow;
mod fuzz;
mod inputs;
mod malformed;
mod model;
mod operations;
mod replay;
mod text_form;
mod variables;
mod wide;
mod workplace;
