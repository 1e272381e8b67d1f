//! Which variables an address belongs to: directly, or by fields and elements with which the code
//! names a part of it.

use super::elements::{Step, is_element};
use super::variables::Variable;
use crate::llvm::{DataLayout, Type, Value};
use rustc_hash::FxHashMap;

/// The variables of a module by their addresses.
pub struct Homes<'m> {
    layout: DataLayout<'m>,
    parts: FxHashMap<Value<'m>, Vec<Part>>,
}

/// What of an object is one variable.
struct Part {
    variable: usize,
    offset: u64,
    size: u64,
    is_array: bool,
}

/// A place within an object.
struct Within<'m> {
    home: Value<'m>,
    offset: u64,
    /// Some elements further, which the code computes.
    is_open: bool,
}

impl<'m> Homes<'m> {
    pub fn new(layout: DataLayout<'m>) -> Homes<'m> {
        Homes { layout, parts: FxHashMap::default() }
    }

    pub fn add(&mut self, variable: usize, of: &Variable<'m>) {
        let Variable { offset, size, is_array, .. } = *of;
        self.parts.entry(of.home).or_default().push(Part { variable, offset, size, is_array });
    }

    /// How many bytes a value takes.
    pub fn size(&self, ty: Type<'m>) -> u64 {
        if ty.is_sized() { self.layout.store_size(ty) } else { 0 }
    }

    /// The variables that an access of so many bytes touches; `None` where the code names no
    /// object.
    pub fn touched(&self, address: Value<'m>, size: u64) -> Option<Vec<usize>> {
        let Within { home, offset, is_open } = self.within(address)?;
        Some(self.parts_at(home, offset, size, is_open))
    }

    /// Those that it touches if the pointer points there in this object; `None` is anywhere.
    pub fn touched_at(&self, home: Value<'m>, offset: Option<u64>, size: u64) -> Vec<usize> {
        match offset {
            Some(offset) => self.parts_at(home, offset, size, false),
            None => self.parts_of(home).map(|part| part.variable).collect(),
        }
    }

    fn parts_at(&self, home: Value<'m>, offset: u64, size: u64, is_open: bool) -> Vec<usize> {
        let end = offset.saturating_add(size.max(1));
        let is_touched = |part: &&Part| match is_open {
            true => part.is_array && (part.offset..part.offset + part.size).contains(&offset),
            false => offset < part.offset + part.size && part.offset < end,
        };
        self.parts_of(home).filter(is_touched).map(|part| part.variable).collect()
    }

    fn parts_of(&self, home: Value<'m>) -> impl Iterator<Item = &Part> {
        self.parts.get(&home).into_iter().flatten()
    }

    fn within(&self, address: Value<'m>) -> Option<Within<'m>> {
        let mut found = Within { home: address, offset: 0, is_open: false };
        while !self.parts.contains_key(&found.home) {
            let at = found.home;
            if !is_element(at) {
                return None;
            }
            let step = Step::of(at, self.layout)?;
            let distance = step.fields.checked_add(step.elements)?;
            found.offset = found.offset.checked_add(distance)?;
            found.is_open |= step.is_open;
            found.home = at.operand(0);
        }
        Some(found)
    }
}
