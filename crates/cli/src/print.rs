//! Printing.

use crate::exit::Exit;
use assay_output::Output;
use std::io::{ErrorKind, Write};

/// Says what of the user's was kept aside, where there is no report that says it.
pub fn notes(output: &Output) {
    output.take_notes().iter().for_each(|note| say(note));
}

/// Prints; a reader that has seen enough is no error.
pub fn text(text: &str) -> Result<Exit, Exit> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Exit::Rejected(format!("cannot print: {error}")))
        }
        _ => Ok(Exit::Done),
    }
}

/// Says something on standard error. Where nobody can be told, the status must do.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "assay: {text}");
}
