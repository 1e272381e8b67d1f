//! The inputs of a test: bytes in the order in which the program asked for them.

use crate::WorldPart;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;

/// One value that the program took from outside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InputValue {
    /// For people; need not be unique (see [`ShownInputs::of`]).
    pub name: String,
    pub source: InputSource,
    /// As in memory, little endian.
    pub bytes: Vec<u8>,
    pub shown: Shown,
}

/// How the program asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputSource {
    /// The result of a function that makes inputs.
    Nondet { function: String },
    /// Bytes written into an object by such a function.
    Object { name: String },
    /// The result of a function that is defined nowhere, or of one that looks outside: `time`.
    External { function: String },
    /// What the driver of a unit has made for a call of a function that is defined nowhere: the
    /// object of this name and number. A result may be a place in an argument instead, of which
    /// there are `places`: then the value says which, from 1, and, eight bits up, how many bytes
    /// behind its start.
    Answer { function: String, number: u32, object: String, places: u8 },
    /// Whether and how far a function that is defined nowhere moves the pointer that it is given
    /// the address of, as one that reads from a text does: see [`InputValue::moved`]. If it does
    /// not, an answer follows.
    Moved { function: String, param: usize, element: u64 },
    /// A part of what surrounds the program: there before it starts.
    World { part: WorldPart },
    /// What the driver of a unit assigned; the input's name is the C expression.
    Unit(UnitInput),
}

/// What the driver of a unit made, in its own words: names are those of the test.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitInput {
    /// A value of a variable, a member or an element.
    Value,
    /// The same of a variable of the program, which starts with these bytes.
    Global { initial: Vec<u8> },
    /// A pointer: the value is a number of these C expressions, or any other for the first.
    Pointer { options: Vec<String> },
    /// How many elements there are behind a pointer.
    Count,
    /// Not an input: from here on there is an object of this name, its element type as numbered
    /// in the unit's interface; the address is that in the machine.
    Object { element: u32, count: u64, is_single: bool, address: u64 },
    /// Whether there are so many bytes more than the type says before an object or behind it.
    Room { of: String, number: u32, is_front: bool, size: u64 },
    /// Not an input: from here on a part of an object is made, because the program looks at it.
    Touched { object: u32, offset: i64, size: u64, is_write: bool },
    /// Not an input: from here on an answer is made, because the program makes the call.
    Answered { row: u32 },
    /// How far bounds are raised.
    Level,
    /// Where in a sequence a pointer points; more than `most` stands for 0.
    Place { most: u64 },
}

impl UnitInput {
    /// A [`Room`](UnitInput::Room) of this value is there; one of any other is not.
    pub const ROOM: u64 = 0x7A11;
    /// A [`Level`](UnitInput::Level) of this much more than a level is that level; any other value
    /// stands for the lowest. Other inputs hardly have such values, whatever they are on the path
    /// from which a new one starts.
    pub const RAISED: u64 = 0x6A5D_4C3B_2F1E_0000;
    pub const MAX_LEVEL: u64 = 3;

    pub fn is_room(value: u64) -> bool {
        value == UnitInput::ROOM
    }

    pub fn level(value: u64) -> u32 {
        let level = value.wrapping_sub(UnitInput::RAISED);
        if (1..=UnitInput::MAX_LEVEL).contains(&level) { level as u32 } else { 0 }
    }
}

/// How a value is best displayed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    Signed,
    Unsigned,
    Float,
    Pointer,
    Bool,
    Bytes,
    Text,
}

/// A value for people: what `report.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ShownValue {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    /// Text, hexadecimal bytes (`0x…` in the order of memory), addresses, NaN and infinities.
    Text(String),
}

/// Names and values in the order of consumption; an object in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownInputs(pub Vec<(String, ShownValue)>);

impl InputValue {
    pub fn shown_value(&self) -> ShownValue {
        if let InputSource::Unit(UnitInput::Pointer { options }) = &self.source {
            return ShownValue::Text(self.chosen(options).to_string());
        }
        if let InputSource::Answer { object, .. } = &self.source {
            return ShownValue::Text(match self.place_in_argument() {
                Some(place) => format!("argument {} + {} bytes", place & 0xff, place >> 8),
                None => object.clone(),
            });
        }
        if let InputSource::Moved { param, .. } = &self.source {
            return ShownValue::Text(match self.moved() {
                Some(bytes) => format!("what argument {} points to, {bytes} bytes on", param + 1),
                None => format!("what argument {} points to, elsewhere", param + 1),
            });
        }
        if let InputSource::World { part } = &self.source {
            if let Some(most) = part.most(self.unsigned()) {
                return ShownValue::Text(format!("at most {most}"));
            }
            if let Some(error) = part.error(self.unsigned()) {
                return ShownValue::Signed(error.into());
            }
        }
        match self.shown {
            Shown::Bool if self.bytes == [0] || self.bytes == [1] => {
                ShownValue::Bool(self.bytes == [1])
            }
            Shown::Signed if self.fits_a_word() => ShownValue::Signed(self.signed()),
            Shown::Unsigned | Shown::Bool if self.fits_a_word() => {
                ShownValue::Unsigned(self.unsigned())
            }
            Shown::Pointer if self.fits_a_word() => {
                ShownValue::Text(format!("{:#x}", self.unsigned()))
            }
            Shown::Float => self.shown_float(),
            Shown::Text if self.is_file() => {
                ShownValue::Text(self.bytes.escape_ascii().to_string())
            }
            Shown::Text => ShownValue::Text(shown_text(&self.bytes)),
            _ => ShownValue::Text(hexadecimal(&self.bytes)),
        }
    }

    /// The C expression that a pointer of a unit stands for.
    pub fn chosen<'a>(&self, options: &'a [String]) -> &'a str {
        let chosen = options.get(self.unsigned() as usize).or(options.first());
        chosen.map_or("0", String::as_str)
    }

    /// Its bytes are all there, zeros too.
    fn is_file(&self) -> bool {
        let InputSource::World { part } = &self.source else { return false };
        matches!(part, WorldPart::Stdin | WorldPart::File { .. })
    }

    /// The place in an argument that an answer is, as the harness takes it.
    pub fn place_in_argument(&self) -> Option<u64> {
        let InputSource::Answer { places, .. } = self.source else { return None };
        let argument = self.unsigned() & 0xff;
        (1..=u64::from(places)).contains(&argument).then(|| self.unsigned() & 0xffff_ffff)
    }

    /// By how many bytes the pointer is moved; at first by one element.
    pub fn moved(&self) -> Option<u64> {
        let InputSource::Moved { element, .. } = self.source else { return None };
        let value = self.unsigned();
        (value & 0xff == 0).then_some((value >> 8 & 0xff_ffff) ^ element)
    }

    fn is_call_that_works(&self) -> bool {
        let InputSource::World { part } = &self.source else { return false };
        let value = self.unsigned();
        let works = part.error(value).is_none() && part.most(value).is_none();
        matches!(part, WorldPart::Call { .. }) && works
    }

    /// Of how inputs are made, and nothing that a person would ask for.
    fn is_making(&self) -> bool {
        use UnitInput::{Answered, Level, Object, Place, Room, Touched};
        let InputSource::Unit(input) = &self.source else { return false };
        let is_seen = matches!(input, Touched { .. } | Answered { .. });
        is_seen || matches!(input, Object { .. } | Room { .. } | Place { .. } | Level)
    }

    /// The bytes as one unsigned number; only the first eight count.
    pub fn unsigned(&self) -> u64 {
        self.bytes.iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    /// The bytes as one number in two's complement; only the first eight count.
    pub fn signed(&self) -> i64 {
        let unused = 64 - 8 * self.bytes.len().clamp(1, 8) as u32;
        ((self.unsigned() << unused) as i64) >> unused
    }

    fn fits_a_word(&self) -> bool {
        (1..=8).contains(&self.bytes.len())
    }

    fn shown_float(&self) -> ShownValue {
        let value = match self.bytes.len() {
            4 => f64::from(f32::from_bits(self.unsigned() as u32)),
            8 => f64::from_bits(self.unsigned()),
            _ => return ShownValue::Text(hexadecimal(&self.bytes)),
        };
        if value.is_finite() {
            ShownValue::Float(value)
        } else {
            ShownValue::Text(value.to_string())
        }
    }
}

/// Bytes up to the zeros at the end, what is not printable ASCII escaped.
fn shown_text(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    bytes[..end].escape_ascii().to_string()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_string(), |text, byte| text + &format!("{byte:02x}"))
}

impl ShownInputs {
    /// Names that occur more than once are numbered: `nondet_int#1`, `nondet_int#2`.
    pub fn of(inputs: &[InputValue]) -> ShownInputs {
        let is_told = |input: &&InputValue| !input.is_making() && !input.is_call_that_works();
        let inputs: Vec<&InputValue> = inputs.iter().filter(is_told).collect();
        let mut occurrences: HashMap<&str, u32> = HashMap::new();
        for input in &inputs {
            *occurrences.entry(&input.name).or_default() += 1;
        }
        let mut seen: HashMap<&str, u32> = HashMap::new();
        let named = inputs.iter().map(|input| {
            let number = seen.entry(&input.name).or_default();
            *number += 1;
            let name = match occurrences[input.name.as_str()] {
                1 => input.name.clone(),
                _ => format!("{}#{number}", input.name),
            };
            (name, input.shown_value())
        });
        ShownInputs(named.collect())
    }
}

impl Serialize for ShownInputs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ShownInputs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShownInputs, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = ShownInputs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of input names and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ShownInputs, A::Error> {
        let mut inputs = Vec::new();
        while let Some(entry) = map.next_entry()? {
            inputs.push(entry);
        }
        Ok(ShownInputs(inputs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(shown: Shown, bytes: &[u8]) -> InputValue {
        InputValue {
            name: "x".into(),
            source: InputSource::Nondet { function: "__VERIFIER_nondet_int".into() },
            bytes: bytes.to_vec(),
            shown,
        }
    }

    #[test]
    fn values_are_shown_as_a_person_would_write_them() {
        let shown = |how, bytes: &[u8]| input(how, bytes).shown_value();
        assert_eq!(shown(Shown::Signed, &[0xfb, 0xff, 0xff, 0xff]), ShownValue::Signed(-5));
        assert_eq!(shown(Shown::Unsigned, &[0xff, 0xff]), ShownValue::Unsigned(65535));
        assert_eq!(shown(Shown::Signed, &[0x80]), ShownValue::Signed(-128));
        assert_eq!(shown(Shown::Bool, &[1]), ShownValue::Bool(true));
        assert_eq!(shown(Shown::Bool, &[2]), ShownValue::Unsigned(2));
        assert_eq!(shown(Shown::Float, &1.5f32.to_le_bytes()), ShownValue::Float(1.5));
        assert_eq!(
            shown(Shown::Float, &f64::NEG_INFINITY.to_le_bytes()),
            ShownValue::Text("-inf".into())
        );
        assert_eq!(shown(Shown::Pointer, &[0; 8]), ShownValue::Text("0x0".into()));
        assert_eq!(shown(Shown::Text, b"a\n\xff\0\0"), ShownValue::Text("a\\n\\xff".into()));
        assert_eq!(shown(Shown::Bytes, &[1, 0xab]), ShownValue::Text("0x01ab".into()));
        assert_eq!(shown(Shown::Signed, &[0; 16]), ShownValue::Text(format!("0x{:032}", 0)));
        assert_eq!(shown(Shown::Signed, &[]), ShownValue::Text("0x".into()));
    }

    #[test]
    fn zeros_of_a_file_are_shown() {
        let source = InputSource::World { part: WorldPart::Stdin };
        let file = InputValue { source, ..input(Shown::Text, b"a\0\0") };
        assert_eq!(file.shown_value(), ShownValue::Text("a\\x00\\x00".into()));
    }

    #[test]
    fn only_names_that_repeat_are_numbered() {
        let mut other = input(Shown::Signed, &[7]);
        other.name = "limit".into();
        let all = [input(Shown::Signed, &[1]), other, input(Shown::Signed, &[2])];
        let names: Vec<_> = ShownInputs::of(&all).0.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["x#1", "limit", "x#2"]);
    }
}
