//! Which object an address that depends on the input names.
//!
//! Such an address is a sum. If one of its parts is an address of the program's memory, or a choice
//! between several, the access is *meant* for the object which that part names: first that object
//! is settled, then that the whole access lies within it. Both are decisions, so that a pointer
//! that may name several objects is explored one by one, one that is null on the first input is
//! tried as another, an index that is out of bounds at first is tried in bounds, and what leaves
//! its object becomes a finding. Without the first step, an offset could lead from null, or from
//! one object, into another: numbers of this machine that mean nothing on a real one.
//!
//! Where no part says what is meant, the number alone decides.

use crate::code::Slot;
use crate::machine::{Machine, Outcome};
use crate::memory::{Object, ObjectKind};
use crate::path::Decision;
use crate::precondition::Fault;
use crate::value::Value;
use assay_expr::{BinaryOp as TermOp, Node, Term, Value as Number};
use assay_verdict::FindingKind;

/// Objects that one symbolic address may name on one path.
const MAX_OBJECTS: u32 = 32;
/// Parts of an address that are looked at.
const MAX_PARTS: usize = 256;
/// How far from an object an address may lie that is computed from it.
const NEAR: u64 = 4096;

/// What an address is computed from.
enum Meant {
    /// One object.
    Object(Object),
    /// An address with no object: null, most often.
    Nowhere(u64),
    /// Any of these, or none.
    Several(Vec<Object>),
}

impl Machine {
    /// Settles which object a symbolic address names; afterwards the path condition says that
    /// the whole access lies within it.
    pub(crate) fn resolve(&mut self, address: Term, size: u64, write: bool) -> Outcome<Object> {
        self.blame(address);
        self.check_initialised(address)?;
        let concrete = self.evaluate(address) as u64;
        let found = self.live_object(concrete, size);
        if let Some(object) = found {
            let inside = self.lies_inside(address, object, size);
            if self.known_truth(inside) == Some(true) {
                self.check_valid(concrete, size, write)?;
                return Ok(object);
            }
        }
        if found.is_some() {
            self.doubt_number(address);
        }
        match self.meant(address)? {
            Meant::Object(object) => self.resolve_within(object, address, size, write),
            Meant::Nowhere(pointer) => {
                // Null and an offset may be memory all the same: nothing is proved by such a path.
                self.log.is_narrowed = true;
                self.fault = Some(Fault { address: pointer, size });
                let (kind, message) = self.explain(pointer, size, write);
                self.fail(kind, message)
            }
            Meant::Several(others) => {
                let offered = found.map_or(others, |object| vec![object]);
                self.resolve_among(offered, address, size, write)
            }
        }
    }

    /// A number that the input has made up is the address of an object here, and on a real machine
    /// it is not.
    fn doubt_number(&mut self, address: Term) {
        let parts = self.parts(address);
        let leaves: Vec<Term> = parts.into_iter().map(|part| self.chosen_now(part)).collect();
        self.state.is_doubtful |= !leaves.into_iter().any(|leaf| self.may_hold_address(leaf));
    }

    /// What a choice comes to on this path.
    fn chosen_now(&mut self, mut term: Term) -> Term {
        while let Node::Ite(condition, yes, no) = self.terms.node(term) {
            term = if self.evaluate(condition) != 0 { yes } else { no };
        }
        term
    }

    /// False if it is made of nothing but inputs and numbers that are no addresses.
    pub(crate) fn may_hold_address(&self, term: Term) -> bool {
        let mut pending = vec![term];
        for _ in 0..MAX_PARTS {
            let Some(term) = pending.pop() else { return false };
            match self.terms.node(term) {
                Node::Const(number) if self.object_of(number as u64).is_some() => return true,
                Node::Uninitialised { .. } | Node::Lookup { .. } => return true,
                _ => self.terms.for_each_argument(term, |argument| pending.push(argument)),
            }
        }
        true
    }

    /// An access that is meant for one object.
    fn resolve_within(
        &mut self,
        object: Object,
        address: Term,
        size: u64,
        write: bool,
    ) -> Outcome<Object> {
        let concrete = self.evaluate(address) as u64;
        for part in [self.likely_part(object), Some(object)].into_iter().flatten() {
            if size <= part.size {
                let inside = self.lies_inside(address, part, size);
                if self.decide(inside, Decision::Within(part.base))? {
                    self.check_valid(concrete, size, write)?;
                    return Ok(part);
                }
            }
        }
        if self.has_room(concrete, size, Some(address), Some(object))?
            && let Some(object) = self.live_object(concrete, size)
        {
            return self.resolve_within(object, address, size, write);
        }
        self.check_is_of_interest(Some(object))?;
        self.log.is_narrowed = true;
        self.fault = Some(Fault { address: concrete, size });
        let message = self.outside_of(&object, concrete, size, write);
        self.fail(FindingKind::OutOfBounds, message)
    }

    /// The bytes that a driver's object has at first, while it may still become much longer: an
    /// index is tried there before it is tried among all that there could be.
    pub(crate) fn likely_part(&self, object: Object) -> Option<Object> {
        let (_, made) = self.state.objects.made_at(object.base)?;
        let size = made.origin.wrapping_sub(object.base).wrapping_add(made.shown);
        (made.extent.is_none() && size < object.size).then_some(Object { size, ..object })
    }

    /// An access that the number alone decides.
    fn resolve_among(
        &mut self,
        offered: Vec<Object>,
        address: Term,
        size: u64,
        write: bool,
    ) -> Outcome<Object> {
        let concrete = self.evaluate(address) as u64;
        let mut offered = offered.into_iter().filter(|object| object.size >= size);
        for _ in 0..MAX_OBJECTS {
            let object = match self.expected_object() {
                Some(base) => self.live_object(base, 1),
                None => offered.next(),
            };
            let Some(object) = object else { break };
            let inside = self.lies_inside(address, object, size);
            if self.decide(inside, Decision::Choice(object.base))? {
                self.check_valid(concrete, size, write)?;
                return Ok(object);
            }
        }
        if !self.state.memory.is_accessible(concrete, size, write)
            && self.has_room(concrete, size, Some(address), None)?
            && let Some(object) = self.live_object(concrete, size)
        {
            return self.resolve_within(object, address, size, write);
        }
        // Outside of every object, or too many of them: as the concrete address says. What is
        // decided from here on is about this address, so other inputs that come here must have it
        // too.
        self.log.is_narrowed = true;
        let same = self.equals(address, Number::from(concrete));
        self.constrain(same);
        if !self.state.memory.is_accessible(concrete, size, write) {
            self.fail_access(concrete, size, write)?;
        }
        self.check_made(concrete, size, write)?;
        self.notes.insert(format!("a pointer may name more than {MAX_OBJECTS} objects"));
        Ok(Object { base: concrete, size, kind: ObjectKind::Heap })
    }

    /// What an access is meant for; if the pointer in it may name several objects, the one that it
    /// names on this path is settled.
    fn meant(&mut self, address: Term) -> Outcome<Meant> {
        let parts = self.parts(address);
        let mut pointers = parts.iter().copied().filter(|&part| self.names_object(part));
        let (Some(pointer), None) = (pointers.next(), pointers.next()) else {
            return Ok(Meant::Several(self.objects_near_parts(&parts)));
        };
        let is_alone = parts.iter().all(|&part| part == pointer || self.is_constant(part));
        if is_alone && !self.is_constant(pointer) {
            return Ok(Meant::Several(self.objects_near_parts(&parts)));
        }
        self.settle_pointer(pointer)
    }

    fn settle_pointer(&mut self, pointer: Term) -> Outcome<Meant> {
        self.blame_pointer(pointer);
        let value = self.evaluate(pointer) as u64;
        let (own, _) = self.pointing_at(pointer, value);
        if self.known_truth(own) == Some(true) {
            return Ok(self.named_by(value));
        }
        for _ in 0..MAX_OBJECTS {
            let choice = self.expected_object().unwrap_or(value);
            let (condition, choice) = self.pointing_at(pointer, choice);
            if self.decide(condition, Decision::Choice(choice))? {
                return Ok(self.named_by(value));
            }
        }
        self.log.is_narrowed = true;
        self.notes.insert(format!("a pointer may name more than {MAX_OBJECTS} objects"));
        self.constrain(own);
        Ok(self.named_by(value))
    }

    /// That a pointer names what it names with this value, and a number for that.
    fn pointing_at(&mut self, pointer: Term, value: u64) -> (Term, u64) {
        match self.object_of(value) {
            Some(object) => (self.lies_inside(pointer, object, 0), object.base),
            None => (self.equals(pointer, Number::from(value)), value),
        }
    }

    fn named_by(&self, value: u64) -> Meant {
        self.object_of(value).map_or(Meant::Nowhere(value), Meant::Object)
    }

    /// The live object that a pointer names; it may point to its end.
    pub(crate) fn object_of(&self, pointer: u64) -> Option<Object> {
        self.nearest_object(pointer).filter(|object| {
            object.kind != ObjectKind::Freed && pointer - object.base <= object.size
        })
    }

    /// The same address, once it is settled that the pointer in it names this object: without the
    /// other things that the pointer could have been. Where it may name the object in several ways,
    /// the one of this path is settled.
    pub(crate) fn settled(&mut self, address: Term, object: Object) -> Outcome<Term> {
        let parts = self.parts(address);
        let mut pointers = parts.into_iter().filter(|&part| self.names_object(part));
        let (Some(pointer), None) = (pointers.next(), pointers.next()) else { return Ok(address) };
        let ways = self.ways_to(pointer, object);
        let settled = match ways[..] {
            [] => return Ok(address),
            [only] => only,
            _ => self.settle_way(pointer, &ways)?,
        };
        let rest = self.terms.sub(address, pointer);
        Ok(self.terms.add(settled, rest))
    }

    /// Those among the choices of a pointer that can name an object; none if they are not known.
    fn ways_to(&self, pointer: Term, object: Object) -> Vec<Term> {
        let (first, last) = (Number::from(object.base), Number::from(object.base + object.size));
        let mut found = Vec::new();
        let mut pending = vec![pointer];
        for _ in 0..MAX_PARTS {
            let Some(term) = pending.pop() else { return found };
            if let Node::Ite(_, a, b) = self.terms.node(term) {
                pending.extend([b, a]);
                continue;
            }
            let (low, high) = self.terms.bounds(term);
            if low <= last && first <= high && !found.contains(&term) {
                found.push(term);
            }
        }
        Vec::new()
    }

    fn settle_way(&mut self, pointer: Term, ways: &[Term]) -> Outcome<Term> {
        // Whatever the input is: on another one several ways may lead to the same address.
        for &way in ways {
            let is_it = self.terms.eq(pointer, way);
            if self.known_truth(is_it) == Some(true) {
                return Ok(way);
            }
        }
        let value = self.evaluate(pointer);
        let now = ways.iter().position(|&way| self.evaluate(way) == value).unwrap_or(0);
        for _ in 0..ways.len() {
            // A small number: that of an object is an address.
            let way = self.expected_choice().map_or(now, |way| way as usize).min(ways.len() - 1);
            let is_it = self.terms.eq(pointer, ways[way]);
            if self.decide(is_it, Decision::Choice(way as u64))? {
                return Ok(ways[way]);
            }
        }
        // Each of them was excluded, so the conditions that choose between them decide.
        Ok(pointer)
    }

    /// Two pointers are ordered or subtracted, which C allows within one object only: which objects
    /// they name is settled first, so that others are tried too, and with them the same one.
    pub(crate) fn relate_pointers(&mut self, a: Slot, b: Slot) -> Outcome<()> {
        let bits = self.pointer_bits();
        for pointer in [a, b] {
            let Value::Symbolic(address) = self.get(pointer, bits) else { continue };
            let mut pointers = self.parts(address);
            pointers.retain(|&part| !self.is_constant(part) && self.names_object(part));
            if let [pointer] = pointers[..] {
                self.settle_pointer(pointer)?;
            }
        }
        let objects = [a, b].map(|pointer| {
            let value = self.get(pointer, bits);
            let value = self.current(value) as u64;
            self.object_of(value).map(|object| object.base)
        });
        self.state.is_doubtful |= matches!(objects, [Some(one), Some(other)] if one != other);
        Ok(())
    }

    /// The summands of an address.
    pub(crate) fn parts(&self, address: Term) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut pending = vec![address];
        while let Some(term) = pending.pop() {
            match self.terms.node(term) {
                Node::Binary(TermOp::Add | TermOp::Sub, a, b) if parts.len() < MAX_PARTS => {
                    pending.extend([b, a]);
                }
                _ => parts.push(term),
            }
        }
        parts
    }

    fn is_constant(&self, term: Term) -> bool {
        self.terms.as_constant(term).is_some()
    }

    fn names_object(&self, part: Term) -> bool {
        self.addresses_in(part).into_iter().any(|address| self.object_of(address).is_some())
    }

    /// The values that a part of an address can have, as far as it is a choice between constants.
    fn addresses_in(&self, part: Term) -> Vec<u64> {
        let mut addresses = Vec::new();
        let mut pending = vec![part];
        for _ in 0..MAX_PARTS {
            match pending.pop().map(|term| self.terms.node(term)) {
                Some(Node::Const(number)) => addresses.push(number as u64),
                Some(Node::Ite(_, a, b)) => pending.extend([b, a]),
                Some(_) => {}
                None => break,
            }
        }
        addresses
    }

    fn objects_near_parts(&self, parts: &[Term]) -> Vec<Object> {
        let mut objects: Vec<Object> = Vec::new();
        for address in parts.iter().flat_map(|&part| self.addresses_in(part)) {
            for object in self.objects_near(address) {
                if !objects.iter().any(|known| known.base == object.base) {
                    objects.push(object);
                }
            }
        }
        objects
    }

    /// The live objects that an address lies in or near to. Small numbers are no addresses.
    fn objects_near(&self, address: u64) -> impl Iterator<Item = Object> {
        let is_near = move |object: &Object| {
            address >= NEAR
                && object.kind != ObjectKind::Freed
                && object.base <= address.saturating_add(NEAR)
                && address <= object.base.saturating_add(object.size).saturating_add(NEAR)
        };
        let around = [self.nearest_object(address), self.object_behind(address)];
        around.into_iter().flatten().filter(is_near)
    }

    pub(crate) fn lies_inside(&mut self, address: Term, object: Object, size: u64) -> Term {
        let inside = self.lies_between(address, object, size);
        match self.fits_extent(address, object, size) {
            Some(fits) => self.terms.and(inside, fits),
            None => inside,
        }
    }

    /// That an access lies within the bytes that there are for an object, whether it has as many
    /// elements or not.
    pub(crate) fn lies_between(&mut self, address: Term, object: Object, size: u64) -> Term {
        let bits = self.pointer_bits();
        let base = self.terms.constant(bits, Number::from(object.base));
        let last = self.terms.constant(bits, Number::from(object.size - size));
        let offset = self.terms.sub(address, base);
        self.terms.ule(offset, last)
    }
}
