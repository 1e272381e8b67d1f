//! How names, texts and the members of enums are spelled; the printer and the parser share it.

use crate::outside::Answer;
use crate::role::{Effect, Meaning};
use crate::{CKind, FloatKind};
use std::fmt::Debug;

/// Names of variants are the names of the operations.
pub(super) fn lower(name: &impl Debug) -> String {
    format!("{name:?}").to_lowercase()
}

/// The formats of floats, and the words for them.
pub(super) const FLOATS: [(FloatKind, &str); 6] = [
    (FloatKind::Half, "f16"),
    (FloatKind::BFloat, "bf16"),
    (FloatKind::Single, "f32"),
    (FloatKind::Double, "f64"),
    (FloatKind::X87, "f80"),
    (FloatKind::Quad, "f128"),
];

/// The kinds of scalars that a function which is defined nowhere may write.
pub(super) const SCALARS: [(CKind, &str); 6] = [
    (CKind::Bool, "bool"),
    (CKind::Char, "char"),
    (CKind::Signed, "signed"),
    (CKind::Unsigned, "unsigned"),
    (CKind::Enum, "enum"),
    (CKind::Float, "float"),
];

/// How numbers are meant.
pub(super) const MEANINGS: [(Meaning, &str); 4] = [
    (Meaning::Signed, "signed"),
    (Meaning::Unsigned, "unsigned"),
    (Meaning::Truth, "truth"),
    (Meaning::Float, "float"),
];

/// What calls do.
pub(super) const EFFECTS: [(Effect, &str); 12] = [
    (Effect::Anything, "anything"),
    (Effect::Ends, "ends"),
    (Effect::Assumes, "assumes"),
    (Effect::Reads, "reads"),
    (Effect::Streams, "streams"),
    // The number of its format stands behind it.
    (Effect::Prints { format: 0 }, "prints"),
    (Effect::Fills, "fills"),
    (Effect::Copies, "copies"),
    (Effect::Sets, "sets"),
    (Effect::Allocates, "allocates"),
    (Effect::CallsBack, "calls_back"),
    (Effect::OutOfReach, "out_of_reach"),
];

/// What calls return that have failed.
pub(super) const ANSWERS: [(Answer, &str); 3] = [
    (Answer::MinusOne, "minus_one"),
    (Answer::Zero, "zero"),
    (Answer::ErrorNumber, "error_number"),
];

/// The word for one of these.
pub(super) fn word<T: PartialEq>(all: &[(T, &'static str)], of: &T) -> &'static str {
    all.iter().find(|(known, _)| known == of).map_or("", |(_, word)| word)
}

/// What a name may consist of, to stand without quotes.
pub(super) fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '-')
}

/// `@name`, or `@"name"`.
pub(super) fn name(name: &str) -> String {
    match !name.is_empty() && name.chars().all(is_plain) {
        true => format!("@{name}"),
        false => format!("@{name:?}"),
    }
}
