//! Variadic arguments, where the ABI has them: clang expands `va_arg` to code that looks there.
//!
//! On x86-64 the first arguments are in registers, six general and eight vector ones, which a
//! variadic function saves in an area of its own; all others follow each other on the stack. An
//! argument of two words (`__int128`, a small struct) is in registers only if there are two left,
//! and then clang passes it as two arguments; otherwise it is one argument on the stack, at an
//! address that its type asks for. So whether two words belong together follows from where they
//! are. On i386 all are on the stack.
//!
//! Only what was passed exists: reading more arguments is an access out of bounds.

use crate::code::{CallArg, Passing};
use crate::machine::{Machine, Outcome};
use crate::value::Value;
use assay_expr::Value as Number;

const GENERAL: Registers = Registers { first: 0, size: 8, count: 6 };
const VECTOR: Registers = Registers { first: GENERAL.size * GENERAL.count, size: 16, count: 8 };
const SAVED: u64 = VECTOR.first + VECTOR.size * VECTOR.count;

/// Registers of one kind in the area where they are saved.
struct Registers {
    first: u64,
    size: u64,
    count: u64,
}

impl Registers {
    fn offset(&self, number: u64) -> u64 {
        self.first + self.size * number
    }
}

/// How many registers of each kind are used.
#[derive(Copy, Clone, Default)]
struct Used {
    general: u64,
    vector: u64,
}

impl Used {
    /// The place in the saved registers of the next argument; `None` if it is on the stack.
    fn take(&mut self, passing: Passing) -> Option<u64> {
        let (registers, used, count) = match passing {
            Passing::General(words) => (GENERAL, &mut self.general, u64::from(words)),
            Passing::Vector => (VECTOR, &mut self.vector, 1),
            Passing::Memory => return None,
        };
        let offset = registers.offset(*used);
        let fits = *used + count <= registers.count;
        // clang leaves the last one empty if two were needed.
        *used = (*used + count).min(registers.count);
        fits.then_some(offset)
    }
}

/// Where the variadic arguments of a call are; all zero without any.
#[derive(Copy, Clone, Debug, Default)]
pub struct VariadicArea {
    /// The saved registers, and the offsets of the first that do not hold named arguments.
    saved: u64,
    general: u64,
    vector: u64,
    /// The arguments on the stack.
    stack: u64,
}

/// Where an argument is put.
enum Spot {
    Saved(u64),
    Stack(u64),
}

impl Machine {
    /// Lays out the arguments of a call behind those that fill parameters.
    pub(crate) fn variadic_area(
        &mut self,
        named: &[CallArg],
        rest: &[CallArg],
    ) -> Outcome<VariadicArea> {
        let word = u64::from(self.subject.code.pointer_bits) / 8;
        let mut used = Used::default();
        for arg in named {
            used.take(arg.passing);
        }
        let before = used;
        let mut spots = Vec::new();
        let mut size = 0u64;
        for arg in rest {
            let saved = if word == 8 { used.take(arg.passing) } else { None };
            spots.push(saved.map_or_else(
                || {
                    let offset = size.next_multiple_of(stack_align(arg, word));
                    size = offset + arg.size.next_multiple_of(word);
                    Spot::Stack(offset)
                },
                Spot::Saved,
            ));
        }
        let mut area = VariadicArea {
            general: GENERAL.offset(before.general),
            vector: VECTOR.offset(before.vector),
            ..VariadicArea::default()
        };
        if word == 8 {
            let general = GENERAL.offset(used.general) - area.general;
            let vector = VECTOR.offset(used.vector) - area.vector;
            area.saved = self.push_stack_holes(SAVED, 16)?;
            self.state.memory.map(area.saved + area.general, general, 0xAA, false);
            self.state.memory.map(area.saved + area.vector, vector, 0xAA, false);
        }
        area.stack = self.push_stack_object(size.max(word), 16)?;
        for (arg, spot) in rest.iter().zip(spots) {
            match spot {
                Spot::Saved(offset) => self.put_argument(arg, area.saved + offset)?,
                Spot::Stack(offset) => self.put_argument(arg, area.stack + offset)?,
            }
        }
        Ok(area)
    }

    fn put_argument(&mut self, arg: &CallArg, address: u64) -> Outcome<()> {
        if let Some((size, _)) = arg.byval {
            let original = self.concrete_address(arg.leaves[0].slot)?;
            self.check_access(original, size, false)?;
            self.state.memory.copy(address, original, size);
            return Ok(());
        }
        for leaf in &arg.leaves {
            let value = self.get(leaf.slot, leaf.leaf.bits);
            self.write(address + leaf.leaf.offset, value, leaf.leaf.bits);
        }
        Ok(())
    }

    /// Begins a list of the variadic arguments of the current call.
    pub(crate) fn begin_variadic_list(&mut self, list: u64) -> Outcome<()> {
        let area = self.frame().variadic;
        if self.subject.code.pointer_bits == 32 {
            self.check_access(list, 4, true)?;
            self.write(list, Value::Concrete(Number::from(area.stack)), 32);
            return Ok(());
        }
        self.check_access(list, 24, true)?;
        self.write(list, Value::Concrete(Number::from(area.general)), 32);
        self.write(list + 4, Value::Concrete(Number::from(area.vector)), 32);
        self.write(list + 8, Value::Concrete(Number::from(area.stack)), 64);
        self.write(list + 16, Value::Concrete(Number::from(area.saved)), 64);
        Ok(())
    }
}

/// What the address of an argument on the stack is a multiple of.
fn stack_align(arg: &CallArg, word: u64) -> u64 {
    // On i386 only large vectors are aligned, and structs that clang says so of.
    let is_aligned = word == 8 || arg.byval.is_some() || (arg.is_vector && arg.align >= 16);
    if is_aligned { arg.align.max(word) } else { word }
}
