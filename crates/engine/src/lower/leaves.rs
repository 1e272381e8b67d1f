//! Splitting types into their scalar leaves, and constants into the values of those leaves.

use crate::code::{Format, Leaf, LeafKind};
use crate::image::Addresses;
use assay_program::{Const, ConstExpr, ConstId, FloatKind, Program, Type, TypeId};

/// What cannot be put into slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// Largest aggregate that is handled as a value rather than in memory.
const MAX_LEAVES: u64 = 4096;

pub fn format(kind: FloatKind) -> Format {
    match kind {
        FloatKind::Half => Format::Half,
        FloatKind::BFloat => Format::BFloat,
        FloatKind::Single => Format::Single,
        FloatKind::Double => Format::Double,
        FloatKind::X87 => Format::X87,
        FloatKind::Quad => Format::Quad,
    }
}

/// The leaves of `ty` in memory order.
pub fn leaves(program: &Program, ty: TypeId) -> Result<Vec<Leaf>, Unsupported> {
    let mut out = Vec::new();
    collect(program, ty, 0, &mut out)?;
    Ok(out)
}

fn collect(
    program: &Program,
    ty: TypeId,
    offset: u64,
    out: &mut Vec<Leaf>,
) -> Result<(), Unsupported> {
    let mut leaf = |bits, kind| out.push(Leaf { bits, offset, kind });
    match program.types.get(ty) {
        Type::Void | Type::Opaque => {}
        Type::Int(bits) if *bits > 128 => {
            return Err(Unsupported(format!("an integer of {bits} bits (at most 128)")));
        }
        Type::Int(bits) => leaf(*bits, LeafKind::Int),
        Type::Pointer => leaf(program.pointer_bits, LeafKind::Pointer),
        Type::Float(kind) => leaf(kind.bits(), LeafKind::Float(format(*kind))),
        Type::Array { element, length } => {
            check_length(*length)?;
            let stride = program.types.layout(*element).alloc_size;
            for i in 0..*length {
                collect(program, *element, offset + i * stride, out)?;
            }
        }
        Type::Vector { element, length } => {
            let stride = program.types.layout(*element).store_size;
            for i in 0..u64::from(*length) {
                collect(program, *element, offset + i * stride, out)?;
            }
        }
        Type::Struct { fields, .. } => {
            for field in fields {
                collect(program, field.ty, offset + field.offset, out)?;
            }
        }
    }
    check_length(out.len() as u64)
}

fn check_length(length: u64) -> Result<(), Unsupported> {
    if length > MAX_LEAVES {
        return Err(Unsupported(format!("a value of more than {MAX_LEAVES} parts")));
    }
    Ok(())
}

/// The leaf index at which the part of `ty` named by `path` starts.
pub fn leaf_index(program: &Program, ty: TypeId, path: &[u32]) -> Result<usize, Unsupported> {
    let Some((&first, rest)) = path.split_first() else { return Ok(0) };
    let (before, inner) = match program.types.get(ty) {
        Type::Struct { fields, .. } => {
            let mut before = 0;
            for field in &fields[..first as usize] {
                before += leaves(program, field.ty)?.len();
            }
            (before, fields[first as usize].ty)
        }
        Type::Array { element, .. } | Type::Vector { element, .. } => {
            (leaves(program, *element)?.len() * first as usize, *element)
        }
        _ => return Err(Unsupported("a path into a scalar".into())),
    };
    Ok(before + leaf_index(program, inner, rest)?)
}

/// The values of a constant's leaves, in the order of [`leaves`].
pub fn constant_leaves(
    program: &Program,
    addresses: &Addresses,
    id: ConstId,
) -> Result<Vec<u128>, Unsupported> {
    let constant = &program.constants[id];
    Ok(match constant {
        Const::Zero { ty } | Const::Undef { ty } => vec![0; leaves(program, *ty)?.len()],
        Const::Aggregate { elements, .. } => {
            let mut out = Vec::new();
            for element in elements {
                out.extend(constant_leaves(program, addresses, *element)?);
            }
            out
        }
        Const::Bytes { ty, bytes } => leaves(program, *ty)?
            .iter()
            .map(|leaf| {
                let start = leaf.offset as usize;
                let end = start + leaf.bits.div_ceil(8) as usize;
                little_endian(&bytes[start.min(bytes.len())..end.min(bytes.len())])
            })
            .collect(),
        _ => vec![scalar(program, addresses, id)?],
    })
}

pub fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// The value of a scalar constant.
pub fn scalar(program: &Program, addresses: &Addresses, id: ConstId) -> Result<u128, Unsupported> {
    let constant = &program.constants[id];
    Ok(match constant {
        Const::Int { words, .. } => {
            let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
            if words.iter().skip(2).any(|&word| word != 0) {
                return Err(Unsupported("an integer constant of more than 128 bits".into()));
            }
            word(0) | word(1) << 64
        }
        Const::Float { bits, .. } => *bits,
        Const::Null { .. } | Const::Zero { .. } | Const::Undef { .. } => 0,
        Const::Global { global, .. } => u128::from(addresses.global(*global)),
        Const::Function { function, .. } => u128::from(addresses.function(*function)),
        Const::BlockAddress { function, block, .. } => {
            u128::from(addresses.block(*function, *block))
        }
        Const::Expr { ty, expr } => expression(program, addresses, *ty, expr)?,
        Const::Aggregate { .. } | Const::Bytes { .. } | Const::Image { .. } => {
            return Err(Unsupported("an aggregate where a scalar belongs".into()));
        }
    })
}

fn expression(
    program: &Program,
    addresses: &Addresses,
    ty: TypeId,
    expr: &ConstExpr,
) -> Result<u128, Unsupported> {
    let value = |id| scalar(program, addresses, id);
    let result = match expr {
        ConstExpr::Offset { base, bytes } => value(*base)?.wrapping_add(*bytes as i128 as u128),
        ConstExpr::Resize(a) => value(*a)?,
        ConstExpr::Add(a, b) => value(*a)?.wrapping_add(value(*b)?),
        ConstExpr::Sub(a, b) => value(*a)?.wrapping_sub(value(*b)?),
        ConstExpr::Mul(a, b) => value(*a)?.wrapping_mul(value(*b)?),
        ConstExpr::Xor(a, b) => value(*a)? ^ value(*b)?,
        ConstExpr::Unsupported(what) => {
            return Err(Unsupported(format!("the constant expression {what}")));
        }
    };
    let bits = leaves(program, ty)?.first().map_or(128, |leaf| leaf.bits);
    Ok(if bits >= 128 { result } else { result & ((1 << bits) - 1) })
}
