//! The tables of a driver: the types of its inputs, as `runtime/unit.h` lays them out.

use super::ctypes::BYTE;
use super::ends;
use super::reach::Stepped;
use assay_base::Id;
use assay_program::{CKind, CType, CTypeId, CTypes};
use std::fmt::Write;

/// Values of `enum unit_kind`.
mod kind {
    pub const OPAQUE: u32 = 0;
    pub const SIGNED: u32 = 1;
    pub const UNSIGNED: u32 = 2;
    pub const BOOL: u32 = 3;
    pub const CHAR: u32 = 4;
    pub const FLOAT: u32 = 5;
    pub const POINTER: u32 = 6;
    pub const ARRAY: u32 = 7;
    pub const STRUCT: u32 = 8;
    pub const UNION: u32 = 9;
    pub const FUNCTION: u32 = 10;
    pub const STREAM: u32 = 11;
}

/// What bounds the inputs of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Elements behind a pointer that is a parameter.
    pub items: u32,
    /// The same where another parameter says how many there are.
    pub sized: u32,
    /// Elements behind any other pointer.
    pub nested: u32,
    /// Characters of a string.
    pub text: u32,
    /// Bytes of a buffer that the unit may write text into.
    pub room: u32,
    /// Pointers behind pointers.
    pub depth: u32,
    pub objects: u32,
}

impl Bounds {
    /// For those who read what was not looked at.
    pub fn in_words(&self) -> Vec<String> {
        let Bounds { items, sized, nested, text, room, depth, objects } = self;
        let sized = match sized == items {
            true => String::new(),
            false => format!(" ({sized} where another input says how many)"),
        };
        vec![
            format!("{items} elements behind a parameter{sized}"),
            format!("{nested} elements behind other pointers"),
            format!("strings of {text} characters, with room for {room}"),
            format!("pointers {depth} levels deep"),
            format!("{objects} objects"),
        ]
    }

    /// How far they grow: a row for each level of `runtime/unit.h`.
    pub(super) fn levels(&self) -> Vec<u32> {
        let row = |level: u32| {
            let Bounds { items, sized, nested, text, room, depth, objects } = self.at(level);
            [items, sized, nested, text, room, depth, objects]
        };
        (0..LEVELS).flat_map(row).collect()
    }

    /// As they are when they were raised so often.
    pub fn at(&self, level: u32) -> Bounds {
        let level = level.min(LEVELS - 1);
        let longer = |bound: u32| bound.saturating_mul(4u32.pow(level)).min(MOST.max(bound));
        let more = self.objects.saturating_mul(5u32.pow(level));
        Bounds {
            items: longer(self.items),
            sized: longer(self.sized),
            nested: longer(self.nested),
            text: longer(self.text),
            room: longer(self.room),
            depth: self.depth.saturating_mul(4u32.pow(level)),
            objects: more.min(MOST_OBJECTS.max(self.objects)),
        }
    }
}

/// `UNIT_LEVELS` of `runtime/unit.h`.
const LEVELS: u32 = 4;

/// Elements that bounds grow to, and objects.
const MOST: u32 = 4096;
const MOST_OBJECTS: u32 = 8000;

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { items: 64, sized: 64, nested: 16, text: 32, room: 128, depth: 4, objects: 64 }
    }
}

/// Texts behind each other, each with its final zero; the empty one comes first.
pub(super) struct Names {
    bytes: Vec<u8>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names { bytes: vec![0] }
    }

    /// Where the text stands.
    pub(super) fn add(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend(text.bytes().filter(|&byte| byte != 0));
        self.bytes.push(0);
        offset
    }

    pub(super) fn definition(&self) -> String {
        bytes("__assay_unit_names", &self.bytes)
    }
}

/// The names of the inputs that a test declares, or finds in the program.
pub(super) fn variables<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut list: Vec<u8> = names.flat_map(|name| name.bytes().chain([0])).collect();
    list.push(0);
    bytes("__assay_unit_variables", &list)
}

fn bytes(name: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => text.push(*byte as char),
            _ => {
                let _ = write!(text, "\\{byte:02X}");
            }
        }
    }
    format!("@{name} = constant [{} x i8] c\"{text}\"\n", bytes.len())
}

/// The definitions of `__assay_unit_types` and `__assay_unit_members`.
pub(super) fn types(types: &CTypes, stepped: &Stepped, names: &mut Names) -> String {
    let mut rows: Vec<u32> = Vec::new();
    let mut members: Vec<u32> = Vec::new();
    for (id, ty) in types.0.iter() {
        let mut row = [kind_of(types, id), clamp(ty.size), 0, 0, 0, 0, 0, 0, 0];
        row[7] = u32::from(has_pointers(types, id, 0));
        row[8] = u32::from(stepped.contains(ty));
        match &ty.kind {
            CKind::Pointer { to, is_const } => {
                let is_unknown = matches!(types.get(*to).kind, CKind::Void | CKind::Incomplete);
                row[2] = if is_unknown { BYTE } else { to.index() as u32 };
                row[6] = u32::from(*is_const);
            }
            CKind::Array { element, count } => {
                row[2] = element.index() as u32;
                row[3] = clamp(*count);
            }
            CKind::Struct { members: list } | CKind::Union { members: list } => {
                row[4] = (members.len() / 5) as u32;
                row[5] = list.len() as u32;
                for member in list {
                    let member_name = member.name.as_deref().unwrap_or("");
                    let name = names.add(member_name);
                    let bits = member.bits.unwrap_or(0);
                    let is_end = ends::is_end(types, member_name, member.ty);
                    let flags = if is_end { ends::END } else { 0 };
                    members.extend([
                        member.ty.index() as u32,
                        clamp(member.bit_offset),
                        bits,
                        name,
                        flags,
                    ]);
                }
            }
            _ => {}
        }
        rows.extend(row);
    }
    words("__assay_unit_types", &rows) + &words("__assay_unit_members", &members)
}

/// A constant of 32-bit words; at least one, so that it has an address.
pub(super) fn words(name: &str, words: &[u32]) -> String {
    let list: Vec<String> = words.iter().map(|word| format!("i32 {word}")).collect();
    let list = if list.is_empty() { vec!["i32 0".to_string()] } else { list };
    format!("@{name} = constant [{} x i32] [{}]\n", list.len(), list.join(", "))
}

fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Bytes of the widest integer that the machine computes with.
const MAX_NUMBER: u64 = 512;

fn kind_of(types: &CTypes, id: CTypeId) -> u32 {
    let ty = types.get(id);
    let is_number = (1..=MAX_NUMBER).contains(&ty.size);
    match &ty.kind {
        CKind::Bool => kind::BOOL,
        CKind::Char => kind::CHAR,
        CKind::Signed if is_number => kind::SIGNED,
        CKind::Unsigned if is_number => kind::UNSIGNED,
        CKind::Enum if is_number => kind::SIGNED,
        CKind::Float => kind::FLOAT,
        CKind::Pointer { .. } => kind::POINTER,
        CKind::Array { .. } => kind::ARRAY,
        CKind::Struct { .. } => kind::STRUCT,
        CKind::Union { .. } => kind::UNION,
        CKind::Function { .. } => kind::FUNCTION,
        CKind::Opaque if is_stream(ty) => kind::STREAM,
        CKind::Void | CKind::Incomplete | CKind::Opaque | CKind::Complex => kind::OPAQUE,
        CKind::Signed | CKind::Unsigned | CKind::Enum => kind::OPAQUE,
    }
}

fn is_stream(ty: &CType) -> bool {
    matches!(ty.name.as_deref(), Some("FILE" | "struct _IO_FILE"))
}

/// Whether a value of the type holds a pointer; types nest only so deep without one.
fn has_pointers(types: &CTypes, id: CTypeId, depth: u32) -> bool {
    const DEEPEST: u32 = 16;
    match &types.get(id).kind {
        CKind::Pointer { .. } => true,
        CKind::Array { element, .. } if depth < DEEPEST => has_pointers(types, *element, depth + 1),
        CKind::Struct { members } | CKind::Union { members } if depth < DEEPEST => {
            members.iter().any(|member| has_pointers(types, member.ty, depth + 1))
        }
        _ => false,
    }
}
