//! The languages that this build knows: each is a crate, and a line here.

use assay_language::{FrontEnd, Order, Project, Rejected};

/// The first one is asked for what none of them takes.
pub static FRONT_ENDS: &[&dyn FrontEnd] = &[&assay_c::C, &assay_java::Java];

/// Of all languages, the names of their test formats.
pub fn formats() -> impl Iterator<Item = &'static str> + Clone {
    FRONT_ENDS.iter().flat_map(|language| language.formats()).copied()
}

/// Opens inputs by the front end of their language.
pub fn open(order: &Order) -> Result<Box<dyn Project>, Rejected> {
    language(order).open(order)
}

fn language(order: &Order) -> &'static dyn FrontEnd {
    let inputs = &order.input.inputs;
    let takes = |language: &&&dyn FrontEnd| inputs.iter().any(|input| language.takes(input));
    *FRONT_ENDS.iter().find(takes).unwrap_or(&FRONT_ENDS[0])
}
