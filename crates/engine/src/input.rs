//! Inputs: where the program takes values from outside, each becomes a symbolic variable.
//!
//! The n-th variable of a path with a given width is the same solver variable on every path, so
//! that what was learnt on one path serves another.

use assay_expr::{Assignment, Term, Terms, VarId};
use assay_verdict::{InputSource, InputValue, Shown, UnitInput};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// One request of the program: a value, or the bytes of an object.
#[derive(Clone, Debug)]
pub struct InputRecord {
    pub name: Rc<str>,
    pub source: Rc<InputSource>,
    pub shown: Shown,
    /// One variable for a value; one per byte for an object, and one more for its length.
    pub variables: Rc<[VarId]>,
    /// Bytes in memory, at most.
    pub size: u32,
    /// The last variable says how many bytes are missing at the end (see [`present`]).
    pub has_length: bool,
    /// Another input says how many elements there are.
    pub cut: Option<Cut>,
    /// Another input says where in a sequence this pointer points, and the most that it can say.
    pub place: Option<(VarId, u64)>,
}

/// The input that says how many elements an object has.
#[derive(Copy, Clone, Debug)]
pub struct Cut {
    pub variable: VarId,
    pub bits: u32,
    pub is_signed: bool,
    /// Bytes of an element.
    pub element: u64,
}

impl Cut {
    /// How many elements there are.
    fn count(&self, inputs: &Assignment) -> u64 {
        let value = inputs.get(self.variable) as u64;
        let is_negative = self.is_signed && value >> (self.bits - 1) & 1 != 0;
        if is_negative { 0 } else { value }
    }
}

/// How many of `most` bytes there are when this many are missing. Every number means something,
/// and 0 means that all are there.
pub fn present(most: u64, missing: u64) -> u64 {
    most.saturating_sub(missing)
}

impl InputRecord {
    /// The concrete bytes that `inputs` gives this request.
    pub fn value(&self, inputs: &Assignment) -> InputValue {
        let mut bytes = match &*self.variables {
            [bytes @ .., missing] if self.has_length => {
                let missing = inputs.get(*missing) as u64;
                let count = present(u64::from(self.size), missing) as usize;
                bytes[..count].iter().map(|&var| inputs.get(var) as u8).collect()
            }
            [single] => inputs.get(*single).to_le_bytes()[..self.size as usize].to_vec(),
            bytes => bytes.iter().map(|&var| inputs.get(var) as u8).collect(),
        };
        let mut source = (*self.source).clone();
        if let Some(cut) = &self.cut {
            let elements = cut.count(inputs);
            bytes.truncate(elements.saturating_mul(cut.element) as usize);
            if let InputSource::Unit(UnitInput::Object { count, .. }) = &mut source {
                *count = elements;
            }
        }
        if let InputSource::Unit(UnitInput::Pointer { options }) = &mut source {
            let place = self.place_now(inputs).to_string();
            options.iter_mut().for_each(|option| *option = option.replace('#', &place));
        }
        InputValue { name: self.name.to_string(), source, bytes, shown: self.shown }
    }

    /// The element that a pointer into a sequence names, where it is one.
    pub fn place_now(&self, inputs: &Assignment) -> u64 {
        let Some((place, most)) = self.place else { return 0 };
        Some(inputs.get(place) as u64).filter(|place| *place <= most).unwrap_or(0)
    }
}

/// The variables of all paths, by their number on the path and their width.
#[derive(Default)]
pub struct InputVariables {
    by_ordinal: FxHashMap<(u32, u32), VarId>,
    /// In order of creation, to make them again in a fresh term arena.
    widths: Vec<u32>,
}

impl InputVariables {
    pub fn get(&mut self, terms: &mut Terms, ordinal: u32, width: u32) -> (VarId, Term) {
        if let Some(&var) = self.by_ordinal.get(&(ordinal, width)) {
            return (var, terms.variable(var));
        }
        let (var, term) = terms.new_variable(width);
        self.by_ordinal.insert((ordinal, width), var);
        self.widths.push(width);
        (var, term)
    }

    /// Declares all variables again, with the same ids, in an empty arena.
    pub fn declare_again(&self, terms: &mut Terms) {
        for &width in &self.widths {
            terms.new_variable(width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_keep_their_ids_in_a_fresh_arena() {
        let mut variables = InputVariables::default();
        let mut terms = Terms::new();
        let asked = [(0, 8), (1, 32), (u32::MAX, 64), (2, 8), (u32::MAX - 1, 64), (0, 16)];
        let before = asked.map(|(ordinal, width)| variables.get(&mut terms, ordinal, width).0);
        let mut fresh = Terms::new();
        variables.declare_again(&mut fresh);
        for ((ordinal, width), id) in asked.into_iter().zip(before) {
            let (again, term) = variables.get(&mut fresh, ordinal, width);
            assert_eq!((again, fresh.width(term)), (id, width));
        }
    }
}
