//! Which functions are units.

use assay_c_frontend::Defined;
use assay_language::{IsOfInterest, Rejected};
use std::path::Path;

/// Where a whole program starts.
pub const MAIN: &str = "main";

/// Those that the user named, or `main`, or every function that other files can call, those that
/// are reached from none of them, and those of interest.
pub fn units(
    functions: &[Defined],
    named: &[String],
    is_of_interest: &IsOfInterest<'_>,
) -> Result<Vec<String>, Rejected> {
    if !named.is_empty() {
        return named.iter().map(|name| named_entry(functions, name)).collect();
    }
    if functions.iter().any(|function| function.name == MAIN) {
        return Ok(vec![MAIN.to_string()]);
    }
    let is_wanted = |of: &Defined| is_of_interest(&of.file, of.lines);
    let is_unit =
        |of: &&Defined| of.is_external || !of.is_system && (!of.is_reached || is_wanted(of));
    let entries: Vec<String> = functions.iter().filter(is_unit).map(|of| of.name.clone()).collect();
    if entries.is_empty() {
        return Err(Rejected("the input defines no function: name one with --entry".into()));
    }
    Ok(entries)
}

/// The function that a user means: by its name, or with its file in front where static functions
/// share one.
fn named_entry(functions: &[Defined], named: &str) -> Result<String, Rejected> {
    let (file, name) = match named.rsplit_once(':') {
        Some((file, name)) => (Some(Path::new(file)), name),
        None => (None, named),
    };
    let is_meant = |of: &&Defined| {
        of.source_name == name && file.is_none_or(|file| Path::new(&of.file).ends_with(file))
    };
    let meant: Vec<&Defined> = functions.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [one] => Ok(one.name.clone()),
        // Other files see no more than one of a name.
        several if file.is_none() && several.iter().any(|of| of.is_external) => {
            Ok(name.to_string())
        }
        // What is no name of the source may be one of the linked program.
        [] if functions.iter().any(|of| of.name == named) => Ok(named.to_string()),
        [] => Err(Rejected(format!("there is no function {named}"))),
        several => {
            let names = several.iter().map(|of| format!("{}:{name}", of.file));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(Rejected(format!("several functions are called {named}: say which of {names}")))
        }
    }
}
