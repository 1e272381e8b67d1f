//! What surrounds a whole program: its arguments, environment, standard input and files.
//!
//! [`World`] is what the user describes: each part is fixed, or an input of at most so many
//! bytes. [`Surroundings`] are those of one test, where the inputs have values.

use crate::{InputSource, InputValue};
use serde::{Deserialize, Serialize};

/// The surroundings of all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Those after the program's name.
    pub arguments: Vec<Argument>,
    pub environment: Vec<(String, Content)>,
    pub stdin: Content,
    /// Paths in the working folder, and what the files hold.
    pub files: Vec<(String, Content)>,
    /// Requests for memory may find none.
    pub allocation_may_fail: bool,
    /// So may every call that asks the outside world.
    #[serde(default)]
    pub calls_may_fail: bool,
    /// Memory at fixed addresses, which no variable of the program has.
    #[serde(default)]
    pub regions: Vec<Region>,
}

/// Memory at a fixed address.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    pub address: u64,
    pub size: u64,
    /// Bytes stay as they were read or written. Else they are registers of a device: each read is
    /// an input, and what is written is gone.
    pub keeps: bool,
}

impl Region {
    pub fn contains(&self, address: u64, size: u64) -> bool {
        let offset = address.wrapping_sub(self.address);
        offset < self.size && size <= self.size - offset
    }

    pub fn overlaps(&self, other: &Region) -> bool {
        self.address < other.address + other.size && other.address < self.address + self.size
    }

    /// What a read from it is called as an input, here and in the harness of tests.
    pub fn input_name(&self, address: u64) -> String {
        let what = if self.keeps { "memory" } else { "register" };
        format!("{what} {address:#x}")
    }
}

/// One place on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Argument {
    Fixed(Vec<u8>),
    /// From `least` to `most` arguments of at most `length` bytes each.
    Inputs {
        least: usize,
        most: usize,
        length: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    Fixed(Vec<u8>),
    /// At most this many bytes.
    Input {
        most: usize,
    },
}

impl Default for Content {
    fn default() -> Content {
        Content::Fixed(Vec::new())
    }
}

impl Content {
    /// The most bytes it can have.
    pub fn most(&self) -> usize {
        match self {
            Content::Fixed(bytes) => bytes.len(),
            Content::Input { most } => *most,
        }
    }
}

/// Which part of the world an input is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorldPart {
    /// How many arguments an [`Argument::Inputs`] makes.
    ArgumentCount {
        item: usize,
    },
    /// One argument of this item of [`World::arguments`].
    Argument {
        item: usize,
    },
    Variable {
        name: String,
    },
    Stdin,
    File {
        name: String,
    },
    /// How the call of this number of a function fails, counted from 1: see [`WorldPart::error`]
    /// and [`WorldPart::most`].
    Call {
        function: String,
        number: u32,
        errors: Vec<i32>,
        /// Whether it may also do a part of what it is asked for.
        #[serde(default)]
        part: Option<PartDone>,
    },
}

/// How a call ends that has done only a part.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartDone {
    /// As any other that has worked.
    Works,
    /// With the first of its errors: nothing else lets a stream stop before the end.
    Fails,
}

impl WorldPart {
    /// Of a call that may do a part, this value means one byte or element, the next one two, and so
    /// on.
    pub const FIRST_PART: u64 = 128;

    /// The error number that a call has with this value; none if it has none. 1 is the first of the
    /// errors, and what is beyond the last one means the last one, unless it stands for a part.
    pub fn error(&self, value: u64) -> Option<i32> {
        let WorldPart::Call { errors, part, .. } = self else { return None };
        let index = match (self.most(value), part) {
            (Some(_), Some(PartDone::Works)) => return None,
            (Some(_), _) => 0,
            (None, _) => usize::try_from(value).ok()?.checked_sub(1)?,
        };
        errors.get(index).or(errors.last()).copied()
    }

    /// How many bytes or elements a call reads or writes at most, if that is what the value says.
    pub fn most(&self, value: u64) -> Option<u32> {
        let WorldPart::Call { part: Some(_), .. } = self else { return None };
        let more = value.checked_sub(WorldPart::FIRST_PART)?;
        u32::try_from(more + 1).ok()
    }
}

/// What surrounds the program in one test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surroundings {
    /// Strings, and what lies behind the zero at their ends where it is no zero: a program that
    /// reads too far sees it.
    pub arguments: Vec<Vec<u8>>,
    pub environment: Vec<(String, Vec<u8>)>,
    pub stdin: Vec<u8>,
    pub files: Vec<(String, Vec<u8>)>,
    /// Calls that fail or do a part; all others do their work.
    #[serde(default)]
    pub failures: Vec<FailingCall>,
}

/// A call of the library that fails in a test, or does a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingCall {
    pub function: String,
    /// Among the program's calls of this function, from 1 on.
    pub number: u32,
    /// The error number; 0 if it has none.
    pub error: i32,
    /// How many bytes or elements it still reads or writes.
    #[serde(default)]
    pub most: Option<u32>,
}

impl World {
    /// With more memory at fixed addresses.
    pub fn with_regions(&self, more: Vec<Region>) -> World {
        let mut world = self.clone();
        world.regions.extend(more);
        world
    }

    /// The surroundings that a test with these inputs has. A part that the program never looked
    /// at is empty.
    pub fn with(&self, inputs: &[InputValue]) -> Surroundings {
        let parts: Vec<(&WorldPart, &[u8])> = inputs
            .iter()
            .filter_map(|input| match &input.source {
                InputSource::World { part } => Some((part, &input.bytes[..])),
                _ => None,
            })
            .collect();
        let value = |content: &Content, wanted: WorldPart| match content {
            Content::Fixed(bytes) => bytes.clone(),
            Content::Input { .. } => {
                let found = parts.iter().find(|(part, _)| **part == wanted);
                found.map_or(Vec::new(), |(_, bytes)| bytes.to_vec())
            }
        };
        let variable = |(name, content): &(String, Content)| {
            let text = value(content, WorldPart::Variable { name: name.clone() });
            (name.clone(), up_to_zero(&text))
        };
        let file = |(name, content): &(String, Content)| {
            (name.clone(), value(content, WorldPart::File { name: name.clone() }))
        };
        Surroundings {
            arguments: self.arguments_of(&parts),
            environment: self.environment.iter().map(variable).collect(),
            stdin: value(&self.stdin, WorldPart::Stdin),
            files: self.files.iter().map(file).collect(),
            failures: failures(inputs),
        }
    }

    fn arguments_of(&self, parts: &[(&WorldPart, &[u8])]) -> Vec<Vec<u8>> {
        let mut arguments = Vec::new();
        for (item, argument) in self.arguments.iter().enumerate() {
            match argument {
                Argument::Fixed(bytes) => arguments.push(bytes.clone()),
                Argument::Inputs { .. } => {
                    let wanted = WorldPart::Argument { item };
                    let values = parts.iter().filter(|(part, _)| **part == wanted);
                    arguments.extend(values.map(|(_, bytes)| without_last_zeros(bytes)));
                }
            }
        }
        arguments
    }
}

fn failures(inputs: &[InputValue]) -> Vec<FailingCall> {
    let failing = |input: &InputValue| {
        let InputSource::World { part } = &input.source else { return None };
        let WorldPart::Call { function, number, .. } = part else { return None };
        let (error, most) = (part.error(input.unsigned()), part.most(input.unsigned()));
        error.or(most.map(|_| 0)).map(|error| FailingCall {
            function: function.clone(),
            number: *number,
            error,
            most,
        })
    };
    inputs.iter().filter_map(failing).collect()
}

fn without_last_zeros(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    bytes[..end].to_vec()
}

/// The C string that the bytes hold.
fn up_to_zero(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().take_while(|&byte| byte != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shown;

    fn input(part: WorldPart, bytes: &[u8]) -> InputValue {
        InputValue {
            name: String::new(),
            source: InputSource::World { part },
            bytes: bytes.to_vec(),
            shown: Shown::Text,
        }
    }

    #[test]
    fn inputs_take_their_places_among_what_is_fixed() {
        let world = World {
            arguments: vec![
                Argument::Fixed(b"-n".to_vec()),
                Argument::Inputs { least: 0, most: 3, length: 2 },
                Argument::Fixed(b"end".to_vec()),
            ],
            environment: vec![("HOME".into(), Content::Input { most: 3 })],
            stdin: Content::Input { most: 2 },
            files: vec![("a".into(), Content::Fixed(b"x\0y".to_vec()))],
            ..World::default()
        };
        let surroundings = world.with(&[
            input(WorldPart::ArgumentCount { item: 1 }, &[1]),
            input(WorldPart::Argument { item: 1 }, b"a\0"),
            input(WorldPart::Argument { item: 1 }, b"bc"),
            input(WorldPart::Variable { name: "HOME".into() }, b"/\0z"),
            input(WorldPart::Stdin, b"\0q"),
        ]);
        let arguments: Vec<&[u8]> = surroundings.arguments.iter().map(Vec::as_slice).collect();
        assert_eq!(arguments, [&b"-n"[..], b"a", b"bc", b"end"]);
        assert_eq!(surroundings.environment, [("HOME".to_string(), b"/".to_vec())]);
        assert_eq!(surroundings.stdin, b"\0q");
        assert_eq!(surroundings.files, [("a".to_string(), b"x\0y".to_vec())]);
    }

    #[test]
    fn only_calls_that_fail_are_told() {
        let call = |number| called("write", number, None);
        let inputs = [input(call(1), &[0]), input(call(2), &[1]), input(call(3), &[200])];
        let surroundings = World::default().with(&inputs);
        let told: Vec<(u32, i32)> =
            surroundings.failures.iter().map(|call| (call.number, call.error)).collect();
        assert_eq!(told, [(2, 28), (3, 5)]);
    }

    fn called(function: &str, number: u32, part: Option<PartDone>) -> WorldPart {
        WorldPart::Call { function: function.into(), number, errors: vec![28, 5], part }
    }

    #[test]
    fn a_part_has_an_error_only_where_nothing_else_explains_it() {
        let call = |number| called("write", number, Some(PartDone::Works));
        let stream = called("fwrite", 1, Some(PartDone::Fails));
        let inputs = [
            input(call(1), &[127]),
            input(call(2), &[128]),
            input(call(3), &[255]),
            input(stream, &[130]),
        ];
        let told: Vec<(i32, Option<u32>)> = World::default()
            .with(&inputs)
            .failures
            .iter()
            .map(|call| (call.error, call.most))
            .collect();
        assert_eq!(told, [(5, None), (0, Some(1)), (0, Some(128)), (28, Some(3))]);
    }
}
