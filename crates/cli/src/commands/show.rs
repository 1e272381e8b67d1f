//! `assay show`: the program model of an input, in its text form.

use crate::arguments::Show;
use crate::exit::Exit;
use std::io::Write;

pub fn show(arguments: &Show) -> Result<Exit, Exit> {
    let (input, goals) = arguments.orders();
    let text = assay_campaign::show(&input, &goals, &arguments.function)?;
    // A closed pipe is the reader's choice.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Done)
}
