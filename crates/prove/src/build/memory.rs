//! Objects of the program and what they hold.
//!
//! An object is a row of *cells*, one for each scalar of its type; a cell is a state variable, or a
//! term where the object is constant. Objects with very many scalars, those of changing size, and
//! what is outside have no cells: what is read from them can be anything.
//!
//! An address that is an object's address plus something stays within that object, as C demands.
//! For any other address the points-to sets say what a write may change.

use super::value::Bits;
use super::{Builder, Context};
use crate::points_to::{Thing, ThingId};
use crate::source::{ContextId, Home, Origin};
use crate::system::Node;
use assay_base::{Id, id};
use assay_expr::{BinaryOp, Node as TermNode, Term, Terms, VarId};
use assay_program::{BlockId, Const, ConstId, GlobalId, Inst, Operand, Type, TypeId, VariableHome};

id!(
    /// An object of one copy of a function, or of the program.
    ObjectId,
    "o"
);

/// Scalars of a variable beyond which it has no cells.
const MANY_CELLS: usize = 64;
/// Objects that one access is followed into.
const MANY_TARGETS: usize = 8;
/// The same for constant objects, which cost less.
const MANY_ENTRIES: usize = 4096;

pub(super) struct Object {
    pub(super) thing: Option<ThingId>,
    pub(super) home: Home,
    pub(super) address: Term,
    /// In order, without overlaps; gaps are padding.
    cells: Vec<Cell>,
    pub(super) size: u64,
    initialiser: Option<ConstId>,
}

#[derive(Copy, Clone, Debug)]
struct Cell {
    offset: u64,
    bytes: u64,
    value: Term,
    /// None where the object is constant.
    variable: Option<VarId>,
}

impl Cell {
    fn end(&self) -> u64 {
        self.offset + self.bytes
    }
}

impl Object {
    pub(super) fn variables(&self) -> Vec<VarId> {
        self.cells.iter().filter_map(|cell| cell.variable).collect()
    }
}

/// Where an access goes.
enum Target {
    /// Into one of these objects, if the condition holds: at this offset.
    Objects(Vec<(Term, ObjectId, Term)>),
    /// Only the points-to set is known.
    Somewhere,
}

impl Builder<'_> {
    pub(super) fn global(&mut self, global: GlobalId) -> ObjectId {
        if let Some(&known) = self.globals.get(&global) {
            return known;
        }
        let of = &self.program.globals[global];
        let name = of.source_name.clone().unwrap_or_else(|| of.name.clone());
        let is_constant = of.is_constant && of.initialiser.is_some();
        let (ty, size, initialiser) = (of.ty, of.size, of.initialiser);
        let thing = self.points_to.find(Thing::Global(global));
        let id = self.object(thing, name, size, Home::Global(global));
        self.globals.insert(global, id);
        self.objects[id].initialiser = initialiser;
        let scalars = self.scalars(ty, if is_constant { MANY_ENTRIES } else { MANY_CELLS });
        match initialiser.filter(|_| is_constant) {
            Some(initialiser) => self.make_entries(id, &scalars, initialiser),
            None => self.make_cells(id, &scalars),
        }
        id
    }

    /// An object without cells, at an address that never changes.
    fn object(&mut self, thing: Option<ThingId>, name: String, size: u64, home: Home) -> ObjectId {
        let width = self.program.pointer_bits;
        let variable = self.state(width, format!("the address of {name}"));
        let terms = &mut self.system.terms;
        let address = terms.variable(variable);
        let axioms = places(terms, address, size);
        self.system.axioms.extend(axioms);
        self.system.source_mut().origins.insert(variable, Origin::Address(home));
        let id = self.objects.push(Object {
            thing,
            home,
            address,
            cells: Vec::new(),
            size,
            initialiser: None,
        });
        if let Some(thing) = thing {
            self.by_thing.insert(thing, id);
        }
        self.names_of_objects.push(name);
        self.by_address.insert(variable, id);
        id
    }

    /// Offset and type of all scalars of a type; none if there are more than that.
    fn scalars(&self, ty: TypeId, most: usize) -> Vec<(u64, TypeId)> {
        let mut found = Vec::new();
        if self.add_scalars(ty, 0, most, &mut found) { found } else { Vec::new() }
    }

    fn add_scalars(
        &self,
        ty: TypeId,
        at: u64,
        most: usize,
        found: &mut Vec<(u64, TypeId)>,
    ) -> bool {
        let types = &self.program.types;
        let repeat = |element: TypeId, length: u64, found: &mut Vec<(u64, TypeId)>| {
            let stride = types.layout(element).alloc_size;
            length <= most as u64
                && (0..length).all(|i| self.add_scalars(element, at + i * stride, most, found))
        };
        match types.get(ty) {
            Type::Array { element, length } => repeat(*element, *length, found),
            Type::Vector { element, length } => repeat(*element, u64::from(*length), found),
            Type::Struct { fields, .. } => fields
                .iter()
                .all(|field| self.add_scalars(field.ty, at + field.offset, most, found)),
            Type::Int(_) | Type::Float(_) | Type::Pointer => {
                let bytes = types.layout(ty).store_size;
                if bytes > 16 || found.len() >= most {
                    return false;
                }
                found.push((at, ty));
                true
            }
            Type::Void | Type::Opaque => false,
        }
    }

    fn make_cells(&mut self, id: ObjectId, scalars: &[(u64, TypeId)]) {
        for &(offset, ty) in scalars {
            let bytes = self.program.types.layout(ty).store_size;
            let name = match scalars.len() {
                1 => self.names_of_objects[id.index()].clone(),
                _ => format!("byte {offset} of {}", self.names_of_objects[id.index()]),
            };
            let variable = self.state(bytes as u32 * 8, name);
            let origin = Origin::Cell(self.objects[id].home, offset);
            self.system.source_mut().origins.insert(variable, origin);
            let value = self.system.terms.variable(variable);
            let cell = Cell { offset, bytes, value, variable: Some(variable) };
            self.objects[id].cells.push(cell);
        }
    }

    fn make_entries(&mut self, id: ObjectId, scalars: &[(u64, TypeId)], initialiser: ConstId) {
        let mut entries = Vec::new();
        for &(offset, ty) in scalars {
            let bytes = self.program.types.layout(ty).store_size;
            let Some(value) = self.initial_value(initialiser, offset, ty) else { return };
            entries.push(Cell { offset, bytes, value, variable: None });
        }
        self.objects[id].cells = entries;
    }

    /// What an object holds before the program starts; any value where that is not known.
    pub(super) fn initial_values(&mut self, id: ObjectId) -> Vec<(VarId, Term)> {
        let Some(initialiser) = self.objects[id].initialiser else { return Vec::new() };
        let cells = self.objects[id].cells.clone();
        let ty = self.program.constants[initialiser].ty();
        let scalars = self.scalars(ty, MANY_CELLS);
        let mut assigns = Vec::new();
        for cell in cells {
            let Some(variable) = cell.variable else { continue };
            let scalar = scalars.iter().find(|(offset, scalar)| {
                *offset == cell.offset
                    && self.program.types.layout(*scalar).store_size == cell.bytes
            });
            let value = scalar.and_then(|&(at, ty)| self.initial_value(initialiser, at, ty));
            assigns.push((variable, value.unwrap_or_else(|| self.free(cell.bytes as u32 * 8))));
        }
        assigns
    }

    /// The scalar of this type in a constant, as it is in memory.
    fn initial_value(&mut self, constant: ConstId, at: u64, ty: TypeId) -> Option<Term> {
        let program = self.program;
        let bits = program.types.layout(ty).store_size as u32 * 8;
        match &program.constants[constant] {
            Const::Zero { .. } => Some(self.system.terms.constant(bits, 0)),
            Const::Bytes { bytes, .. } => {
                let from = bytes.get(at as usize..(at as usize).checked_add(bits as usize / 8)?)?;
                let value = from.iter().rev().fold(0u128, |sum, byte| sum << 8 | u128::from(*byte));
                Some(self.system.terms.constant(bits, value))
            }
            Const::Image { bytes, places, .. } => {
                let size = u64::from(bits / 8);
                let before = places.partition_point(|(start, _)| *start < at + size);
                let place = before.checked_sub(1).map(|index| places[index]);
                let size_of =
                    |place| program.types.layout(program.constants[place].ty()).store_size;
                match place {
                    Some((start, place)) if start + size_of(place) > at => {
                        let inner = at.checked_sub(start)?;
                        self.initial_value(place, inner, ty)
                    }
                    _ => {
                        let byte = |at: u64| bytes.get(at as usize).copied().unwrap_or(0);
                        let value = (at..at + size)
                            .rev()
                            .fold(0u128, |sum, at| sum << 8 | u128::from(byte(at)));
                        Some(self.system.terms.constant(bits, value))
                    }
                }
            }
            Const::Aggregate { ty: of, elements } => {
                let (index, start) = self.element_at(*of, at)?;
                self.initial_value(*elements.get(index)?, at - start, ty)
            }
            other
                if at == 0
                    && program.types.layout(other.ty()).store_size * 8 == u64::from(bits) =>
            {
                match self.constant(constant) {
                    Bits::One(term) => Some(self.system.terms.zero_extend(term, bits)),
                    Bits::Two(..) | Bits::None => None,
                }
            }
            _ => None,
        }
    }

    /// The element of an aggregate that holds this offset, and where it starts.
    fn element_at(&self, ty: TypeId, at: u64) -> Option<(usize, u64)> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                let stride = types.layout(*element).alloc_size.max(1);
                Some(((at / stride) as usize, at / stride * stride))
            }
            Type::Struct { fields, .. } => {
                let index = fields.iter().rposition(|field| field.offset <= at)?;
                Some((index, fields[index].offset))
            }
            _ => None,
        }
    }

    /// In the entry block an object that lives as long as the function; elsewhere one of many.
    pub(super) fn alloca(
        &mut self,
        context: ContextId,
        block: BlockId,
        inst: &Inst,
        (element, count): (TypeId, Operand),
        node: Node,
    ) -> Node {
        let Some(value) = inst.result else { return node };
        let count = self.bits(context, count, self.program.pointer_bits.min(32));
        let count = self.system.terms.as_constant(count);
        if block.index() != 0 || count != Some(1) {
            let assigns = self.anything(context, inst);
            return self.then(node, inst.place, assigns);
        }
        let function = self.contexts[context].function;
        let thing = self.points_to.find(Thing::Made(function, value));
        let name = self.variable_at(context, value);
        let object = self.typed_object(thing, name, element, Home::Local(context, value));
        let address = self.objects[object].address;
        self.contexts[context].values.insert(value, Bits::One(address));
        let mut assigns = self.any_contents(object);
        if self.runs_once(context) {
            return self.then(node, inst.place, assigns);
        }
        // Each time the function is called it may lie somewhere else.
        let terms = &mut self.system.terms;
        let (_, place) = terms.new_variable(self.program.pointer_bits);
        let [above, below] = places(terms, place, self.objects[object].size);
        let guard = terms.and(above, below);
        let variable = terms.variables(address)[0];
        assigns.push((variable, place));
        let to = self.node(inst.place);
        self.step(node, to, guard, assigns, None);
        to
    }

    /// Whether a copy of a function is entered at most once: that of the entry of a program that
    /// nothing calls.
    pub(super) fn runs_once(&self, context: ContextId) -> bool {
        let Context { function, caller, .. } = &self.contexts[context];
        caller.is_none()
            && !self.open.contains_key(function)
            && self.calls.callers(*function).is_empty()
    }

    pub(super) fn typed_object(
        &mut self,
        thing: Option<ThingId>,
        name: String,
        ty: TypeId,
        home: Home,
    ) -> ObjectId {
        let id = self.object(thing, name, self.program.types.layout(ty).alloc_size, home);
        let scalars = self.scalars(ty, MANY_CELLS);
        self.make_cells(id, &scalars);
        id
    }

    fn variable_at(&self, context: ContextId, value: assay_program::ValueId) -> String {
        let function = &self.program.functions[self.contexts[context].function];
        let mut variables = function.body.iter().flat_map(|body| &body.variables);
        let found = variables.find(|variable| variable.home == VariableHome::Memory(value));
        match found {
            Some(variable) => format!("{} of {}", variable.name, function.name),
            None => format!("a local of {}", function.name),
        }
    }

    fn any_contents(&mut self, object: ObjectId) -> Vec<(VarId, Term)> {
        let variables = self.objects[object].variables();
        let any = |variable: VarId| {
            let width = self.system.terms.variable_width(variable);
            (variable, self.free(width))
        };
        variables.into_iter().map(any).collect()
    }

    /// Which objects an address lies in, and where: by its term, or by what it can point to.
    fn target(&mut self, context: ContextId, operand: Operand) -> Target {
        let address = self.bits(context, operand, self.program.pointer_bits);
        let mut found = Vec::new();
        let always = self.system.terms.truth(true);
        if self.find_targets(address, always, &mut found, MANY_TARGETS) {
            return Target::Objects(found);
        }
        let things = self.points_to.operand(self.contexts[context].function, operand);
        let objects: Option<Vec<ObjectId>> =
            things.iter().map(|thing| self.only_object(thing)).collect();
        match objects {
            Some(objects) if !objects.is_empty() && objects.len() <= MANY_TARGETS => {
                Target::Objects(objects.into_iter().map(|id| self.inside(address, id)).collect())
            }
            _ => Target::Somewhere,
        }
    }

    /// The one object of the system that a thing stands for.
    fn only_object(&self, thing: ThingId) -> Option<ObjectId> {
        let is_only = matches!(self.points_to.thing(thing), Thing::Global(_))
            || self.counts.get(&thing) == Some(&1);
        self.by_thing.get(&thing).copied().filter(|_| is_only)
    }

    /// When an address lies in an object, and where there.
    fn inside(&mut self, address: Term, object: ObjectId) -> (Term, ObjectId, Term) {
        let terms = &mut self.system.terms;
        let offset = terms.sub(address, self.objects[object].address);
        let size = terms.constant(terms.width(offset), u128::from(self.objects[object].size));
        (terms.ult(offset, size), object, offset)
    }

    fn find_targets(
        &mut self,
        address: Term,
        condition: Term,
        found: &mut Vec<(Term, ObjectId, Term)>,
        most: usize,
    ) -> bool {
        if let TermNode::Ite(choice, a, b) = self.system.terms.node(address) {
            let otherwise = self.system.terms.not(choice);
            let (first, second) = (
                self.system.terms.and(condition, choice),
                self.system.terms.and(condition, otherwise),
            );
            return self.find_targets(a, first, found, most)
                && self.find_targets(b, second, found, most);
        }
        let Some(object) = self.base_of(address) else { return false };
        if found.len() == most || found.iter().any(|(_, other, _)| *other == object) {
            return false;
        }
        let offset = self.system.terms.sub(address, self.objects[object].address);
        found.push((condition, object, offset));
        true
    }

    /// The object whose address this term adds something to.
    fn base_of(&self, address: Term) -> Option<ObjectId> {
        match self.system.terms.node(address) {
            TermNode::Var(variable) => self.by_address.get(&variable).copied(),
            TermNode::Binary(BinaryOp::Add, a, b) => match (self.base_of(a), self.base_of(b)) {
                (Some(object), None) if !self.has_address(b) => Some(object),
                (None, Some(object)) if !self.has_address(a) => Some(object),
                _ => None,
            },
            TermNode::Binary(BinaryOp::Sub, a, b) if !self.has_address(b) => self.base_of(a),
            _ => None,
        }
    }

    fn has_address(&self, term: Term) -> bool {
        let variables = self.system.terms.variables(term);
        let is_one = |variable: &VarId| {
            self.by_address.contains_key(variable) || self.pointers.contains(variable)
        };
        variables.iter().any(is_one)
    }

    pub(super) fn load(
        &mut self,
        context: ContextId,
        inst: &Inst,
        address: Operand,
        node: Node,
    ) -> Node {
        let Some(variable) = self.result(context, inst) else { return node };
        let bytes = self.program.types.layout(inst.ty).store_size;
        let width = self.system.terms.variable_width(variable);
        let value = match self.target(context, address) {
            Target::Objects(targets) => self.read_one_of(&targets, bytes),
            Target::Somewhere => None,
        };
        let value = match value {
            Some(value) => self.system.terms.resize(value, width),
            None => self.free(width),
        };
        self.then(node, inst.place, vec![(variable, value)])
    }

    fn read_one_of(&mut self, targets: &[(Term, ObjectId, Term)], bytes: u64) -> Option<Term> {
        let mut value = None;
        for &(condition, object, offset) in targets {
            let read = self.read(object, offset, bytes)?;
            value = Some(match value {
                Some(other) => self.system.terms.ite(condition, read, other),
                None => read,
            });
        }
        value
    }

    fn read(&mut self, object: ObjectId, offset: Term, bytes: u64) -> Option<Term> {
        if bytes == 0 || bytes > 16 || self.objects[object].cells.is_empty() {
            return None;
        }
        match self.system.terms.as_constant(offset) {
            Some(offset) => self.read_at(object, u64::try_from(offset).ok()?, bytes),
            None => self.read_anywhere(object, offset, bytes),
        }
    }

    /// Byte by byte, unless it is just one cell.
    fn read_at(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Option<Term> {
        let end = offset.checked_add(bytes)?;
        if end > self.objects[object].size {
            return None;
        }
        let cells = &self.objects[object].cells;
        if let Some(cell) = cells.iter().find(|cell| (cell.offset, cell.bytes) == (offset, bytes)) {
            return Some(cell.value);
        }
        let cells = cells.clone();
        let mut value: Option<Term> = None;
        for at in offset..end {
            let cell = cells.iter().find(|cell| (cell.offset..cell.end()).contains(&at));
            let byte = match cell {
                Some(cell) => {
                    let low = (at - cell.offset) as u32 * 8;
                    self.system.terms.extract(cell.value, low, 8)
                }
                None => self.free(8),
            };
            value = Some(match value {
                Some(low) => self.system.terms.concat(byte, low),
                None => byte,
            });
        }
        value
    }

    /// One of the cells of this size; anything if it is none of them.
    fn read_anywhere(&mut self, object: ObjectId, offset: Term, bytes: u64) -> Option<Term> {
        let cells: Vec<Cell> =
            self.objects[object].cells.iter().filter(|cell| cell.bytes == bytes).copied().collect();
        let width = self.system.terms.width(offset);
        let other = self.free(bytes as u32 * 8);
        let is_table = cells.len() > MANY_CELLS
            && cells.iter().enumerate().all(|(i, cell)| cell.offset == i as u64 * bytes);
        let terms = &mut self.system.terms;
        if is_table {
            let entries: Vec<Term> = cells.iter().map(|cell| cell.value).collect();
            let size = terms.constant(width, u128::from(bytes));
            let length = terms.constant(width, cells.len() as u128);
            let index = terms.udiv(offset, size);
            let [rest, zero] = [terms.urem(offset, size), terms.constant(width, 0)];
            let (is_whole, is_inside) = (terms.eq(rest, zero), terms.ult(index, length));
            let is_entry = terms.and(is_whole, is_inside);
            let entry = terms.lookup(&entries, index);
            return Some(terms.ite(is_entry, entry, other));
        }
        if cells.len() > MANY_CELLS {
            return None;
        }
        let mut value = other;
        for cell in cells {
            let at = terms.constant(width, u128::from(cell.offset));
            let is_here = terms.eq(offset, at);
            value = terms.ite(is_here, cell.value, value);
        }
        Some(value)
    }

    /// Writes a value, or any at all.
    pub(super) fn store(
        &mut self,
        context: ContextId,
        (address, value, value_type): (Operand, Option<Operand>, TypeId),
        node: Node,
    ) -> Node {
        let bytes = self.program.types.layout(value_type).store_size;
        let width = self.width(value_type).filter(|_| bytes <= 16);
        let value = value.zip(width).map(|(value, width)| {
            let value = self.bits(context, value, width);
            self.system.terms.zero_extend(value, bytes as u32 * 8)
        });
        match self.target(context, address) {
            Target::Objects(targets) => {
                let mut assigns = Vec::new();
                for (condition, object, offset) in targets {
                    assigns.extend(self.write(object, offset, bytes, value, condition));
                }
                self.then(node, None, assigns)
            }
            Target::Somewhere => {
                let written = self.written(context, &[address]);
                self.forget(node, written, Vec::new())
            }
        }
    }

    /// The new values of an object's cells if the condition holds. A value that is not known is
    /// any.
    fn write(
        &mut self,
        object: ObjectId,
        offset: Term,
        bytes: u64,
        value: Option<Term>,
        condition: Term,
    ) -> Vec<(VarId, Term)> {
        let cells = self.objects[object].cells.clone();
        let place = self.system.terms.as_constant(offset).and_then(|at| u64::try_from(at).ok());
        let mut assigns = Vec::new();
        for cell in cells {
            let Some(variable) = cell.variable else { continue };
            let new = match place {
                Some(at) => self.overwritten(cell, at, bytes, value),
                None => Some(self.maybe_overwritten(cell, offset, bytes, value)),
            };
            if let Some(new) = new {
                let new = self.system.terms.ite(condition, new, cell.value);
                assigns.push((variable, new));
            }
        }
        assigns
    }

    /// A cell after a write to a known place; none if it is not touched.
    fn overwritten(
        &mut self,
        cell: Cell,
        at: u64,
        bytes: u64,
        value: Option<Term>,
    ) -> Option<Term> {
        let end = at.saturating_add(bytes);
        if at >= cell.end() || end <= cell.offset {
            return None;
        }
        let Some(value) = value else { return Some(self.free(cell.bytes as u32 * 8)) };
        if (at, bytes) == (cell.offset, cell.bytes) {
            return Some(value);
        }
        let terms = &mut self.system.terms;
        let mut new: Option<Term> = None;
        for byte in cell.offset..cell.end() {
            let part = match (at..end).contains(&byte) {
                true => terms.extract(value, (byte - at) as u32 * 8, 8),
                false => terms.extract(cell.value, (byte - cell.offset) as u32 * 8, 8),
            };
            new = Some(match new {
                Some(low) => terms.concat(part, low),
                None => part,
            });
        }
        new
    }

    /// A cell after a write to a place that is not known: the value if it is just this cell,
    /// anything if it is a part of it.
    fn maybe_overwritten(
        &mut self,
        cell: Cell,
        offset: Term,
        bytes: u64,
        value: Option<Term>,
    ) -> Term {
        let any = self.free(cell.bytes as u32 * 8);
        let terms = &mut self.system.terms;
        let width = terms.width(offset);
        let start = terms.constant(width, u128::from(cell.offset));
        // How far it begins before the end of the cell tells whether they overlap.
        let reach = terms.constant(width, u128::from(cell.bytes + bytes - 1));
        let before =
            terms.constant(width, u128::from(cell.offset).wrapping_sub(u128::from(bytes - 1)));
        let distance = terms.sub(offset, before);
        let overlaps = terms.ult(distance, reach);
        let partly = terms.ite(overlaps, any, cell.value);
        match value.filter(|_| bytes == cell.bytes) {
            Some(value) => {
                let is_here = terms.eq(offset, start);
                terms.ite(is_here, value, partly)
            }
            None => partly,
        }
    }

    pub(super) fn copy(
        &mut self,
        context: ContextId,
        (to, from, size): (Operand, Operand, Operand),
        node: Node,
    ) -> Node {
        let source = self.fixed_place(context, from);
        self.overwrite(context, (to, size), node, |builder, cell, at| {
            let (object, offset) = source?;
            builder.read_at(object, offset.checked_add(cell.offset - at)?, cell.bytes)
        })
    }

    /// A range holds anything from now on.
    pub(super) fn unset(
        &mut self,
        context: ContextId,
        range: (Operand, Operand),
        node: Node,
    ) -> Node {
        self.overwrite(context, range, node, |_, _, _| None)
    }

    pub(super) fn set(
        &mut self,
        context: ContextId,
        (to, byte, size): (Operand, Term, Operand),
        node: Node,
    ) -> Node {
        self.overwrite(context, (to, size), node, |builder, cell, _| {
            let terms = &mut builder.system.terms;
            Some((1..cell.bytes).fold(byte, |whole, _| terms.concat(byte, whole)))
        })
    }

    /// Copies what an operand points to into a fresh object.
    pub(super) fn copy_into(
        &mut self,
        context: ContextId,
        object: ObjectId,
        from: Operand,
        node: Node,
    ) -> Node {
        let source = self.fixed_place(context, from);
        let mut assigns = Vec::new();
        for cell in self.objects[object].cells.clone() {
            let value = source
                .and_then(|(of, at)| self.read_at(of, at.checked_add(cell.offset)?, cell.bytes));
            let value = value.unwrap_or_else(|| self.free(cell.bytes as u32 * 8));
            assigns.extend(cell.variable.map(|variable| (variable, value)));
        }
        self.then(node, None, assigns)
    }

    /// The one object and the offset that an address surely means.
    fn fixed_place(&mut self, context: ContextId, from: Operand) -> Option<(ObjectId, u64)> {
        let Target::Objects(targets) = self.target(context, from) else { return None };
        let [(_, object, offset)] = targets[..] else { return None };
        let offset = self.system.terms.as_constant(offset)?;
        Some((object, u64::try_from(offset).ok()?))
    }

    /// Gives the cells of a range new values: what `value` says of a cell that lies in it as a
    /// whole, where the range begins, and anything where that is not known.
    fn overwrite(
        &mut self,
        context: ContextId,
        (to, size): (Operand, Operand),
        node: Node,
        value: impl Fn(&mut Self, Cell, u64) -> Option<Term>,
    ) -> Node {
        let size = self.size_operand(context, size);
        let Target::Objects(targets) = self.target(context, to) else {
            let written = self.written(context, &[to]);
            return self.forget(node, written, Vec::new());
        };
        let is_sure = targets.len() == 1;
        let mut assigns = Vec::new();
        for (_, object, offset) in targets {
            let offset = self.system.terms.as_constant(offset).map(|offset| offset as u64);
            for cell in self.objects[object].cells.clone() {
                let Some(variable) = cell.variable else { continue };
                let new = match (offset, size) {
                    (Some(at), Some(size)) => {
                        let end = at.saturating_add(size);
                        if at >= cell.end() || end <= cell.offset {
                            continue;
                        }
                        let is_inside = at <= cell.offset && cell.end() <= end;
                        match is_inside && is_sure {
                            true => value(self, cell, at),
                            false => None,
                        }
                    }
                    _ => None,
                };
                let new = new.unwrap_or_else(|| self.free(cell.bytes as u32 * 8));
                assigns.push((variable, new));
            }
        }
        self.then(node, None, assigns)
    }

    fn size_operand(&mut self, context: ContextId, size: Operand) -> Option<u64> {
        for width in [self.program.pointer_bits, 32, 64] {
            let term = self.bits(context, size, width);
            if let Some(size) = self.system.terms.as_constant(term) {
                return u64::try_from(size).ok();
            }
        }
        None
    }
}

/// Where an object can lie: programs of 64 bits have the lower half, and none reaches around the
/// end.
fn places(terms: &mut Terms, address: Term, size: u64) -> [Term; 2] {
    let width = terms.width(address);
    let end: u128 = if width == 64 { 1 << 63 } else { 1 << width };
    let lowest = terms.constant(width, 4096);
    let highest = terms.constant(width, end - 1 - u128::from(size).min(end / 2));
    [terms.ule(lowest, address), terms.ule(address, highest)]
}
