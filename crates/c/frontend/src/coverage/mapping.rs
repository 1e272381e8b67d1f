//! The encoded coverage map, as "LLVM Code Coverage Mapping Format" describes versions 4 to 7.
//!
//! A module holds one `__covrec_*` global per function: MD5 of its profile name, length,
//! structural hash, MD5 of its file table, and the regions in LEB128. Each `__llvm_covmap`
//! global is a header and one file table, possibly compressed. All bytes come from the input,
//! so every read may fail, and then the record counts as absent.

use super::map::{Counter, Expression};
use super::md5;
use crate::llvm::{Module, Value, ValueKind};
use rustc_hash::FxHashMap;

/// All records of a module.
#[derive(Default)]
pub struct CoverageMap {
    records: FxHashMap<(u64, u64), FunctionRecord>,
}

pub struct FunctionRecord {
    pub expressions: Vec<Expression>,
    pub regions: Vec<RawRegion>,
}

impl FunctionRecord {
    /// All plain counters that regions and expressions use.
    fn counters(&self) -> impl Iterator<Item = u32> {
        let in_expressions = self.expressions.iter().flat_map(|expression| match expression {
            Expression::Subtract(a, b) | Expression::Add(a, b) => [*a, *b],
        });
        let in_regions = self.regions.iter().flat_map(|region| match region.kind {
            RawKind::Code(counter) | RawKind::Gap(counter) => [counter, Counter::Zero],
            RawKind::Branch { on_true, on_false, .. } => [on_true, on_false],
            RawKind::Expansion { .. } | RawKind::Skipped | RawKind::Decision { .. } => {
                [Counter::Zero; 2]
            }
        });
        in_expressions.chain(in_regions).filter_map(|counter| match counter {
            Counter::Counter(id) => Some(id),
            Counter::Zero | Counter::Expression(_) => None,
        })
    }
}

/// Where the content of each file of a record is expanded, if it is not the function's own.
pub struct Expansions<'r>(FxHashMap<u32, &'r RawRegion>);

impl<'r> Expansions<'r> {
    pub fn of(record: &'r FunctionRecord) -> Expansions<'r> {
        let mut found = FxHashMap::default();
        for region in &record.regions {
            if let RawKind::Expansion { file } = region.kind {
                found.entry(file).or_insert(region);
            }
        }
        Expansions(found)
    }

    /// The expansion in the function's own text that a region comes from, or the region itself.
    pub fn outermost(&self, region: &'r RawRegion) -> &'r RawRegion {
        let mut outer = region;
        // As deep as there are files, at most.
        for _ in 0..self.0.len() {
            match self.0.get(&outer.file_id) {
                Some(expansion) => outer = expansion,
                None => break,
            }
        }
        outer
    }
}

pub struct RawRegion {
    pub kind: RawKind,
    /// Absolute, or relative to the folder of the compilation.
    pub file: std::path::PathBuf,
    /// Each expansion of a macro and each inclusion has one of its own; 0 is the function's.
    pub file_id: u32,
    pub start: (u32, u32),
    pub end: (u32, u32),
    /// Not of the function's own file, but of a macro expansion or an included file.
    pub in_expansion: bool,
}

impl RawRegion {
    /// One past the last bit of a decision.
    pub fn decision_end(&self) -> Option<u32> {
        match self.kind {
            RawKind::Decision { end, .. } => Some(end),
            _ => None,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RawKind {
    Code(Counter),
    /// What is expanded here are the regions with this id of a file.
    Expansion {
        file: u32,
    },
    Skipped,
    Gap(Counter),
    Branch {
        on_true: Counter,
        on_false: Counter,
        condition: Option<RawCondition>,
    },
    /// `end` is one past the decision's last bit in the function's bitmap.
    Decision {
        end: u32,
        conditions: u32,
    },
}

/// Ids count from 1; 0 means none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RawCondition {
    pub id: u32,
    pub true_next: u32,
    pub false_next: u32,
}

type FileTables = FxHashMap<u64, Vec<std::path::PathBuf>>;

impl CoverageMap {
    pub fn of(module: &Module) -> CoverageMap {
        let mut tables = FileTables::default();
        for global in module.globals() {
            if global.section() == "__llvm_covmap" {
                tables.extend(file_table(global));
            }
        }
        let mut map = CoverageMap::default();
        for global in module.globals() {
            if global.section() == "__llvm_covfun" {
                map.records.extend(function_record(global, &tables));
            }
        }
        map
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The files of all regions, some more than once.
    pub fn files(&self) -> impl Iterator<Item = &std::path::Path> {
        self.records.values().flat_map(|record| &record.regions).map(|region| region.file.as_path())
    }

    /// The record of the function with this profile name and structural hash. One that uses
    /// counters which the function does not have is damaged, and no record.
    pub fn record(&self, profile_name: &str, hash: u64, counters: u32) -> Option<&FunctionRecord> {
        let record = self.records.get(&(md5::low_word(profile_name.as_bytes()), hash))?;
        record.counters().all(|counter| counter < counters).then_some(record)
    }
}

/// Field of a constant struct.
fn field(constant: Value<'_>, index: u32) -> Option<Value<'_>> {
    let is_struct = constant.kind() == ValueKind::LLVMConstantStructValueKind;
    (is_struct && index < constant.operand_count()).then(|| constant.operand(index))
}

fn file_table(global: Value) -> Option<(u64, Vec<std::path::PathBuf>)> {
    let whole = global.initialiser()?;
    let version = field(field(whole, 0)?, 3)?.as_int()?;
    let encoded = field(whole, 1)?.byte_array()?;
    let reference = md5::low_word(encoded);
    // Version numbers in the file are one less than their names; 3 is "version 4".
    if version < 3 {
        return None;
    }
    let mut reader = Reader { bytes: encoded };
    let count = reader.number()?;
    let plain_length = reader.number()?;
    let packed_length = reader.number()?;
    let names = if packed_length == 0 {
        reader.take(plain_length)?.to_vec()
    } else {
        let limit = usize::try_from(plain_length).ok()?;
        let packed = reader.take(packed_length)?;
        miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, limit).ok()?
    };
    Some((reference, file_names(&names, count, version)?))
}

/// From version 6 on, the first name is the folder to which the others are relative.
fn file_names(names: &[u8], count: u64, version: u64) -> Option<Vec<std::path::PathBuf>> {
    let mut reader = Reader { bytes: names };
    let mut found: Vec<std::path::PathBuf> = Vec::new();
    for _ in 0..count {
        let length = reader.number()?;
        let name = String::from_utf8_lossy(reader.take(length)?).into_owned();
        let path = match found.first() {
            Some(folder) if version >= 5 => folder.join(name),
            _ => name.into(),
        };
        found.push(path);
    }
    Some(found)
}

fn function_record(global: Value, tables: &FileTables) -> Option<((u64, u64), FunctionRecord)> {
    let whole = global.initialiser()?;
    let name = field(whole, 0)?.as_int()?;
    let hash = field(whole, 2)?.as_int()?;
    let files = tables.get(&field(whole, 3)?.as_int()?)?;
    let encoded = field(whole, 4)?.byte_array()?;
    let record = Reader { bytes: encoded }.function(files)?;
    Some(((name, hash), record))
}

/// Takes LEB128 numbers from the front of a byte string.
struct Reader<'b> {
    bytes: &'b [u8],
}

/// Low bits of an encoded counter.
const TAG_BITS: u32 = 2;
/// Marks the end column of a gap region.
const GAP_BIT: u64 = 1 << 31;

impl<'b> Reader<'b> {
    fn number(&mut self) -> Option<u64> {
        let mut value: u64 = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn take(&mut self, length: u64) -> Option<&'b [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(usize::try_from(length).ok()?)?;
        self.bytes = rest;
        Some(taken)
    }

    fn function(mut self, table: &[std::path::PathBuf]) -> Option<FunctionRecord> {
        let file_count = self.number()?;
        let mut files = Vec::new();
        for _ in 0..file_count {
            files.push(table.get(usize::try_from(self.number()?).ok()?)?);
        }
        let mut decoder = Decoder { expressions: self.expressions()? };
        let mut regions = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let mut line = 0;
            for _ in 0..self.number()? {
                let region = decoder.region(&mut self, &mut line, file, index as u32)?;
                regions.push(region);
            }
        }
        Some(FunctionRecord { expressions: decoder.expressions, regions })
    }

    /// Operands only: whether an expression adds or subtracts is told where it is used, also by
    /// other expressions.
    fn expressions(&mut self) -> Option<Vec<Expression>> {
        let count = self.number()?;
        let mut encoded = Vec::new();
        for _ in 0..count {
            encoded.push((self.number()?, self.number()?));
        }
        let mut decoder = Decoder {
            expressions: vec![Expression::Subtract(Counter::Zero, Counter::Zero); encoded.len()],
        };
        let mut operands = Vec::new();
        for (left, right) in encoded {
            operands.push((decoder.counter(left)?, decoder.counter(right)?));
        }
        let mut expressions = decoder.expressions;
        for (expression, (left, right)) in expressions.iter_mut().zip(operands) {
            *expression = match expression {
                Expression::Subtract(..) => Expression::Subtract(left, right),
                Expression::Add(..) => Expression::Add(left, right),
            };
        }
        Some(expressions)
    }
}

struct Decoder {
    expressions: Vec<Expression>,
}

impl Decoder {
    fn counter(&mut self, encoded: u64) -> Option<Counter> {
        let id = u32::try_from(encoded >> TAG_BITS).ok()?;
        match encoded & 3 {
            0 => Some(Counter::Zero),
            1 => Some(Counter::Counter(id)),
            tag => {
                let expression = self.expressions.get_mut(id as usize)?;
                let (Expression::Subtract(left, right) | Expression::Add(left, right)) =
                    *expression;
                *expression = match tag {
                    2 => Expression::Subtract(left, right),
                    _ => Expression::Add(left, right),
                };
                Some(Counter::Expression(id))
            }
        }
    }

    fn region(
        &mut self,
        reader: &mut Reader,
        line: &mut u32,
        file: &std::path::Path,
        file_id: u32,
    ) -> Option<RawRegion> {
        let kind = self.kind(reader)?;
        *line = line.checked_add(reader.small()?)?;
        let start_column = reader.small()?;
        let line_count = reader.small()?;
        let end_column = reader.number()?;
        let kind = match kind {
            RawKind::Code(counter) if end_column & GAP_BIT != 0 => RawKind::Gap(counter),
            other => other,
        };
        let end_column = u32::try_from(end_column & !GAP_BIT).ok()?;
        // Both columns 0 stand for whole lines.
        let (start_column, end_column) = match (start_column, end_column) {
            (0, 0) => (1, u32::MAX),
            columns => columns,
        };
        Some(RawRegion {
            kind,
            file: file.to_path_buf(),
            file_id,
            start: (*line, start_column),
            end: (line.checked_add(line_count)?, end_column),
            in_expansion: file_id != 0,
        })
    }

    fn kind(&mut self, reader: &mut Reader) -> Option<RawKind> {
        let encoded = reader.number()?;
        if encoded & 3 != 0 {
            return Some(RawKind::Code(self.counter(encoded)?));
        }
        if encoded & 4 != 0 {
            return Some(RawKind::Expansion { file: u32::try_from(encoded >> 3).ok()? });
        }
        match encoded >> 3 {
            0 => Some(RawKind::Code(Counter::Zero)),
            2 => Some(RawKind::Skipped),
            4 => self.branch(reader, false),
            5 => Some(RawKind::Decision { end: reader.small()?, conditions: reader.small()? }),
            6 => self.branch(reader, true),
            _ => None,
        }
    }

    fn branch(&mut self, reader: &mut Reader, in_decision: bool) -> Option<RawKind> {
        let on_true = reader.number()?;
        let on_false = reader.number()?;
        let condition = match in_decision {
            false => None,
            true => Some(RawCondition {
                id: reader.small()?,
                true_next: reader.small()?,
                false_next: reader.small()?,
            }),
        };
        Some(RawKind::Branch {
            on_true: self.counter(on_true)?,
            on_false: self.counter(on_false)?,
            condition,
        })
    }
}
