//! What the user promises about the inputs of a unit.

use super::lengths;
use crate::LoadError;
use assay_program::{CKind, Interface};
use std::collections::BTreeMap;

/// By the name of a parameter, or of a variable of the program.
pub type Contract = BTreeMap<String, InputContract>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputContract {
    pub is_not_null: bool,
    /// Characters behind the pointer end with a zero, or are plain bytes.
    pub is_string: Option<bool>,
    /// One object behind the pointer, no array.
    pub is_single: bool,
    pub length: Option<Length>,
    /// The most elements behind the pointer, where there may be fewer.
    pub most: Option<u32>,
    /// The least and the greatest value.
    pub range: Option<(i64, i64)>,
}

/// How many elements there are behind a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// As many as this parameter says.
    Parameter(String),
    Fixed(u32),
}

/// Flags of an input, as in `runtime/unit.h`.
const NOT_NULL: u32 = 1;
const BUFFER: u32 = 4;
const SINGLE: u32 = 16;
/// From this bit on: the most elements.
const MOST: u32 = 8;

/// Elements of an array with a fixed length.
const LONGEST: u32 = 1 << 16;
/// Elements that can be inputs, and characters.
const MOST_ELEMENTS: u32 = 64;
const MOST_CHARACTERS: u32 = 4096;

impl InputContract {
    pub(super) fn flags(&self) -> u32 {
        let mut flags = 0;
        if self.is_not_null {
            flags |= NOT_NULL;
        }
        if self.is_string == Some(false) {
            flags |= BUFFER;
        }
        if self.is_single {
            flags |= SINGLE;
        }
        flags | self.most.unwrap_or(0) << MOST
    }
}

/// Every promise must be about an input that there is, and fit its type.
pub(super) fn check(contract: &Contract, interface: &Interface) -> Result<(), LoadError> {
    for (name, promise) in contract {
        let variables = interface.parameters.iter().chain(&interface.globals);
        let Some(variable) = variables.clone().find(|variable| variable.name == *name) else {
            let names: Vec<&str> = variables.map(|variable| variable.name.as_str()).collect();
            let inputs = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            return Err(mistake(
                interface,
                name,
                &format!("is no input of it; these are: {inputs}"),
            ));
        };
        let kind = &interface.types.get(variable.ty).kind;
        let is_pointer = matches!(kind, CKind::Pointer { .. });
        let is_integer =
            matches!(kind, CKind::Signed | CKind::Unsigned | CKind::Char | CKind::Enum);
        let about_pointers = promise.is_not_null
            || promise.is_single
            || promise.length.is_some()
            || promise.most.is_some()
            || promise.is_string.is_some();
        if about_pointers && !is_pointer {
            return Err(mistake(interface, name, "is no pointer"));
        }
        if let Some(Length::Fixed(length)) = promise.length
            && length > LONGEST
        {
            let reason = format!("has length = {length}: no more than {LONGEST} can be inputs");
            return Err(mistake(interface, name, &reason));
        }
        if let Some(most) = promise.most {
            let is_text = match kind {
                CKind::Pointer { to, .. } => interface.types.get(*to).kind == CKind::Char,
                _ => false,
            };
            let limit = if is_text { MOST_CHARACTERS } else { MOST_ELEMENTS };
            if !(1..=limit).contains(&most) || matches!(promise.length, Some(Length::Fixed(_))) {
                let reason = format!(
                    "has max = {most}: it must be from 1 to {limit}, and not with a fixed length"
                );
                return Err(mistake(interface, name, &reason));
            }
        }
        if promise.range.is_some() && !is_integer {
            return Err(mistake(interface, name, "is no integer, so it can have no range"));
        }
        if let Some((least, most)) = promise.range
            && least > most
        {
            let reason = format!("has an empty range: {least} is more than {most}");
            return Err(mistake(interface, name, &reason));
        }
        if let Some(Length::Parameter(length)) = &promise.length {
            if interface.parameters.iter().all(|parameter| parameter.name != *name) {
                let reason = "is a variable of the program, whose length can only be a number";
                return Err(mistake(interface, name, reason));
            }
            if !can_be_length(contract, length) {
                let reason = format!(
                    "has the length `{length}`, whose range has no number from 0 to {MOST_ELEMENTS}"
                );
                return Err(mistake(interface, name, &reason));
            }
            let parameter = interface.parameters.iter().position(|p| p.name == *length);
            if !parameter.is_some_and(|index| lengths::is_integer(interface, index)) {
                let reason = format!("has the length `{length}`, which is no integer parameter");
                return Err(mistake(interface, name, &reason));
            }
        }
    }
    Ok(())
}

/// Whether the promised values of a parameter are numbers of elements that can be made.
pub(super) fn can_be_length(contract: &Contract, name: &str) -> bool {
    let range = contract.get(name).and_then(|promise| promise.range);
    range.is_none_or(|(least, most)| most >= 0 && least <= i64::from(MOST_ELEMENTS))
}

/// The same promises for inputs that have other names now.
pub(super) fn renamed(contract: &Contract, names: &BTreeMap<String, String>) -> Contract {
    let new = |name: &String| names.get(name).unwrap_or(name).clone();
    let promise = |promise: &InputContract| {
        let mut promise = promise.clone();
        if let Some(Length::Parameter(length)) = &mut promise.length {
            *length = new(length);
        }
        promise
    };
    contract.iter().map(|(name, promised)| (new(name), promise(promised))).collect()
}

fn mistake(interface: &Interface, input: &str, reason: &str) -> LoadError {
    LoadError::Contract {
        entry: interface.function.clone(),
        input: input.to_string(),
        reason: reason.to_string(),
    }
}
