//! Values as other types want them: boxed, unboxed, widened, cast.

use super::assemble::{Assembler, kind_of};
use crate::classfile::{Instruction, Kind, internal};
use crate::frontend::translator::Result;

/// The descriptor of a primitive type, its wrapper, and the method that unwraps.
const WRAPPERS: [(&str, &str, &str); 8] = [
    ("Z", "java/lang/Boolean", "booleanValue"),
    ("B", "java/lang/Byte", "byteValue"),
    ("C", "java/lang/Character", "charValue"),
    ("S", "java/lang/Short", "shortValue"),
    ("I", "java/lang/Integer", "intValue"),
    ("J", "java/lang/Long", "longValue"),
    ("F", "java/lang/Float", "floatValue"),
    ("D", "java/lang/Double", "doubleValue"),
];

fn is_primitive(descriptor: &str) -> bool {
    descriptor.len() == 1
}

/// Turns what lies on the stack from one type into another (as `MethodHandle.asType` does).
pub fn adapt(code: &mut Assembler, from: &str, to: &str) -> Result<()> {
    match (is_primitive(from), is_primitive(to)) {
        _ if from == to => {}
        (true, true) => widen(code, kind_of(from), kind_of(to)),
        (true, false) => box_value(code, from)?,
        (false, true) => unbox(code, from, to)?,
        (false, false) if to == "Ljava/lang/Object;" => {}
        (false, false) => {
            code.cast(&internal(to));
        }
    }
    Ok(())
}

fn widen(code: &mut Assembler, from: Kind, to: Kind) {
    if from != to {
        code.add(Instruction::Convert(from, to));
    }
}

pub fn box_value(code: &mut Assembler, primitive: &str) -> Result<()> {
    let found = WRAPPERS.iter().find(|(letter, ..)| *letter == primitive);
    let (letter, wrapper, _) = found.ok_or_else(|| format!("a value of the type {primitive}"))?;
    code.call_static(wrapper, "valueOf", &format!("({letter})L{wrapper};"));
    Ok(())
}

pub fn unbox(code: &mut Assembler, from: &str, to: &str) -> Result<()> {
    let class = internal(from);
    let by_class = WRAPPERS.iter().find(|(_, wrapper, _)| *wrapper == &*class);
    let by_type = WRAPPERS.iter().find(|(letter, ..)| *letter == to);
    let (letter, wrapper, method) =
        by_class.or(by_type).ok_or_else(|| format!("a value of the type {to}"))?;
    if by_class.is_none() {
        code.cast(wrapper);
    }
    code.call_virtual(wrapper, method, &format!("(){letter}"));
    widen(code, kind_of(letter), kind_of(to));
    Ok(())
}
