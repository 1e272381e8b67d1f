//! From bytecode to the program model.

mod arithmetic;
pub mod body;
mod calls;
pub mod classes;
mod dispatch;
mod flow;
mod images;
mod initialisation;
mod instructions;
mod known;
mod method;
pub mod model;
mod objects;
mod phis;
pub mod shape;
pub mod translator;
