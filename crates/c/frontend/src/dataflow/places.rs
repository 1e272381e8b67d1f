//! What pointers can point to: places in the objects that the code of a module makes.
//!
//! All that one piece of code makes is one object. All elements of an array are one place, as they
//! are one variable. So are they in memory whose type nobody knows, where only the fields tell
//! places apart.

use super::elements::{Step, is_element};
use crate::llvm::{DataLayout, Type, TypeKind, Value, ValueKind};
use rustc_hash::FxHashMap;

/// Where nobody knows the type, fields are told apart up to here.
const MOST_BYTES: u64 = 4096;

pub type ObjectId = usize;
pub type PlaceId = usize;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub object: ObjectId,
    /// None: anywhere in it.
    pub offset: Option<u64>,
}

/// What stands for an object: the global, the function, the alloca, the parameter with a copy
/// behind it, or the call that makes it.
#[derive(Copy, Clone)]
pub struct Object<'m> {
    pub value: Value<'m>,
    ty: Option<Type<'m>>,
}

pub struct Places<'m> {
    layout: DataLayout<'m>,
    objects: Vec<Object<'m>>,
    by_value: FxHashMap<Value<'m>, ObjectId>,
    places: Vec<Place>,
    ids: FxHashMap<Place, PlaceId>,
    /// The places of each object that somebody asked for.
    of_object: Vec<Vec<PlaceId>>,
}

impl<'m> Places<'m> {
    pub fn new(layout: DataLayout<'m>) -> Places<'m> {
        Places {
            layout,
            objects: Vec::new(),
            by_value: FxHashMap::default(),
            places: Vec::new(),
            ids: FxHashMap::default(),
            of_object: Vec::new(),
        }
    }

    /// The start of an object of this type.
    pub fn start(&mut self, value: Value<'m>, ty: Type<'m>) -> PlaceId {
        let object = self.object(value, Some(ty).filter(|ty| ty.is_sized()));
        self.place(object, Some(0))
    }

    /// The start of an object of no known type.
    pub fn untyped(&mut self, value: Value<'m>) -> PlaceId {
        let object = self.object(value, None);
        self.place(object, Some(0))
    }

    /// Anywhere in a function: what it holds are the arguments beyond its parameters.
    pub fn function(&mut self, function: Value<'m>) -> PlaceId {
        let object = self.object(function, None);
        self.place(object, None)
    }

    fn object(&mut self, value: Value<'m>, ty: Option<Type<'m>>) -> ObjectId {
        let next = self.objects.len();
        let object = *self.by_value.entry(value).or_insert(next);
        if object == next {
            self.objects.push(Object { value, ty });
            self.of_object.push(Vec::new());
        }
        object
    }

    pub fn place(&mut self, object: ObjectId, offset: Option<u64>) -> PlaceId {
        let offset = offset
            .filter(|&at| self.objects[object].ty.is_some() || at < MOST_BYTES)
            .map(|at| self.array_at(object, at).unwrap_or(at));
        let place = Place { object, offset };
        let next = self.places.len();
        let id = *self.ids.entry(place).or_insert(next);
        if id == next {
            self.places.push(place);
            self.of_object[object].push(id);
        }
        id
    }

    pub fn get(&self, place: PlaceId) -> Place {
        self.places[place]
    }

    /// What stands for the object that a place is in.
    pub fn value(&self, place: PlaceId) -> Value<'m> {
        self.objects[self.places[place].object].value
    }

    /// The function that a place is.
    pub fn as_function(&self, place: PlaceId) -> Option<Value<'m>> {
        Some(self.value(place)).filter(|value| value.kind() == ValueKind::LLVMFunctionValueKind)
    }

    /// Those of the same object that may be the same memory.
    pub fn overlapping(&self, place: PlaceId) -> Vec<PlaceId> {
        let Place { object, offset } = self.places[place];
        let is_same = |other: &PlaceId| {
            let other = self.places[*other].offset;
            offset.is_none() || other.is_none() || other == offset
        };
        self.of_object[object].iter().copied().filter(is_same).collect()
    }

    pub fn all_of(&self, object: ObjectId) -> Vec<PlaceId> {
        self.of_object[object].clone()
    }

    pub fn anywhere(&mut self, place: PlaceId) -> PlaceId {
        self.place(self.places[place].object, None)
    }

    /// None where that is outside of the object.
    pub fn step(&mut self, place: PlaceId, step: Step) -> Option<PlaceId> {
        let Place { object, offset } = self.places[place];
        let Some(at) = offset else { return Some(place) };
        let ty = self.objects[object].ty;
        let elements = match self.array_at(object, at) {
            // Whoever goes from element to element stays in the array.
            Some(_) => 0,
            None if step.is_bytes && (step.is_open || ty.is_none()) => {
                return Some(self.anywhere(place));
            }
            None if ty.is_none() => 0,
            None => step.elements,
        };
        let to = at.checked_add(step.fields)?.checked_add(elements)?;
        let is_inside = ty.is_none_or(|ty| to < self.layout.alloc_size(ty));
        is_inside.then(|| self.place(object, Some(to)))
    }

    /// So many bytes further.
    pub fn further(&mut self, place: PlaceId, bytes: Option<u64>) -> Option<PlaceId> {
        match (self.places[place].offset, bytes) {
            (Some(_), Some(bytes)) => self.step(place, Step { fields: bytes, ..Step::default() }),
            _ => Some(self.anywhere(place)),
        }
    }

    /// Where the array begins that lies there.
    fn array_at(&self, object: ObjectId, at: u64) -> Option<u64> {
        let mut ty = self.objects[object].ty?;
        let mut start = 0;
        loop {
            match ty.kind() {
                TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => return Some(start),
                TypeKind::LLVMStructTypeKind => {
                    let fields = ty.fields();
                    let offset = |field: usize| self.layout.field_offset(ty, field as u32);
                    let field =
                        (0..fields.len()).rev().find(|&field| start + offset(field) <= at)?;
                    start += offset(field);
                    ty = fields[field];
                }
                _ => return None,
            }
        }
    }

    /// What a constant points to.
    pub fn constant(&mut self, value: Value<'m>) -> Option<PlaceId> {
        match value.kind() {
            ValueKind::LLVMGlobalVariableValueKind => Some(self.start(value, value.value_type())),
            ValueKind::LLVMFunctionValueKind => Some(self.function(value)),
            ValueKind::LLVMGlobalAliasValueKind => self.constant(value.aliasee()),
            ValueKind::LLVMConstantExprValueKind => {
                let base = self.constant(value.operand(0))?;
                if !is_element(value) {
                    return Some(self.anywhere(base));
                }
                self.step(base, Step::of(value, self.layout)?)
            }
            _ => None,
        }
    }

    /// The pointers in what a global starts with: where each is, and what it points to.
    pub fn initial(&mut self, global: Value<'m>) -> Vec<(PlaceId, PlaceId)> {
        let Some(value) = global.initialiser() else { return Vec::new() };
        let start = self.start(global, global.value_type());
        let mut found = Vec::new();
        let mut pending = vec![(value, 0)];
        while let Some((value, at)) = pending.pop() {
            let ty = value.ty();
            match value.kind() {
                ValueKind::LLVMConstantStructValueKind => {
                    let field = |index| at + self.layout.field_offset(ty, index as u32);
                    let fields = value.operands().enumerate();
                    pending.extend(fields.map(|(index, value)| (value, field(index))));
                }
                ValueKind::LLVMConstantArrayValueKind => {
                    // All elements are at one place; so are all of their fields.
                    pending.extend(value.operands().map(|value| (value, at)));
                }
                _ => {
                    let Some(target) = self.constant(value) else { continue };
                    found.extend(self.further(start, Some(at)).map(|place| (place, target)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
