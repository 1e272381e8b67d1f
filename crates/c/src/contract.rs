//! `assay.toml`: what the user promises about the inputs of functions under test.
//!
//! ```toml
//! [find]                                    # a function
//! list = { non-null = true }                # one of its parameters, or a variable of the program
//! key = { range = [0, 100] }
//! data = { length = "count" }               # as many elements as the parameter `count` says
//! key_bytes = { length = 16, string = false }
//! text = { max = 80 }                       # up to 80 characters
//! ```

use assay_c_frontend::{Contract, InputContract, Length, Project};
use assay_language::{Rejected, parse_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Read where there is one and no other is named.
const USUAL_FILE: &str = "assay.toml";

/// One input, as it stands in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Promise {
    #[serde(default)]
    non_null: bool,
    string: Option<bool>,
    #[serde(default)]
    single: bool,
    length: Option<PromisedLength>,
    max: Option<u32>,
    range: Option<(i64, i64)>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PromisedLength {
    Fixed(u32),
    Parameter(String),
}

/// All contracts by function; none without a file.
pub fn read(named: Option<&PathBuf>) -> Result<BTreeMap<String, Contract>, Rejected> {
    let usual = PathBuf::from(USUAL_FILE);
    let path = match named {
        Some(path) => path,
        None if usual.is_file() => &usual,
        None => return Ok(BTreeMap::new()),
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Rejected(format!("{}: {error}", path.display())))?;
    parse(path, &text).map_err(Rejected)
}

/// What to say of contracts for functions that are not in the program. The file may be one for many
/// programs, so that this is no mistake by itself.
pub fn unused(functions: &[String], project: &Project) -> Vec<String> {
    let defined = project.functions();
    let is_defined = |name: &str| defined.iter().any(|function| function.name == name);
    let unknown = functions.iter().filter(|name| !is_defined(name));
    let note =
        |name| format!("the contract of `{name}` is not used: the inputs have no such function");
    unknown.map(note).collect()
}

fn parse(path: &Path, text: &str) -> Result<BTreeMap<String, Contract>, String> {
    let promises: BTreeMap<String, BTreeMap<String, Promise>> = parse_toml(path, text)?;
    let contract = |inputs: BTreeMap<String, Promise>| {
        inputs.into_iter().map(|(name, promise)| (name, promise.into())).collect()
    };
    Ok(promises.into_iter().map(|(function, inputs)| (function, contract(inputs))).collect())
}

impl From<Promise> for InputContract {
    fn from(promise: Promise) -> InputContract {
        InputContract {
            is_not_null: promise.non_null,
            is_string: promise.string,
            is_single: promise.single,
            length: promise.length.map(|length| match length {
                PromisedLength::Fixed(count) => Length::Fixed(count),
                PromisedLength::Parameter(name) => Length::Parameter(name),
            }),
            most: promise.max,
            range: promise.range,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_read() {
        let text = "[f]\np = { non-null = true, length = \"n\" }\nk = { range = [-1, 5] }\n";
        let contracts = parse(Path::new("assay.toml"), text).unwrap();
        let contract = &contracts["f"];
        assert!(contract["p"].is_not_null);
        assert_eq!(contract["p"].length, Some(Length::Parameter("n".into())));
        assert_eq!(contract["k"].range, Some((-1, 5)));
    }

    #[test]
    fn a_mistake_has_its_place() {
        let error = |text| parse(Path::new("assay.toml"), text).unwrap_err();
        let unknown = error("[f]\np = { nonnull = true }\n");
        assert!(unknown.starts_with("assay.toml:2:7: unknown field"), "{unknown}");
        assert!(error("[f\n").starts_with("assay.toml:1:"), "{}", error("[f\n"));
    }
}
