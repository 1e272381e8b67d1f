//! Objects that the driver of a unit has made (`runtime/unit.c`), and what is done with them only
//! when the program looks.
//!
//! An object is first nothing but an address: its bytes are there, and unset. When the program
//! looks at one of them, the path stops there ([`PathEnd::Unmade`]), the driver's function makes
//! the members that are looked at, and the instruction is done again. So an object costs what is
//! used of it, and what lies behind its pointers comes about as the program goes there.
//!
//! The number of elements may be an input (its *extent*): then that an access lies within them is a
//! decision on that input, once for each byte that no access before has reached. In front of an
//! object and behind it there may be *room*: that there is more than the type says (a header in
//! front, a larger struct) is an input too, asked for where the program looks there.
//!
//! What never changes: a byte of an object with an extent that holds a plain value was accessed
//! before, so that it is known to lie within. Hence the fast paths of loads and stores need not
//! know of any of this.

use crate::machine::{Machine, Outcome, push_plain_frame};
use crate::memory::{Extent, Made, Object, ObjectKind, Room};
use crate::path::{Decision, PathEnd, Unmade};
use crate::precondition::Fault;
use assay_base::Id;
use assay_expr::{BinaryOp as TermOp, Term, Value as Number};
use assay_program::FuncId;
use assay_verdict::{FindingKind, InputSource, Shown, UnitInput};
use std::sync::Arc;

/// Accesses are made for so many bytes at once at most.
const MOST_AT_ONCE: u64 = 1 << 20;

impl Machine {
    /// That bytes, which must be accessible, lie within the elements that their object has on this
    /// path and are made; else the path ends here for now, or with a finding.
    pub(crate) fn check_made(&mut self, address: u64, size: u64, write: bool) -> Outcome<()> {
        if self.state.is_making {
            return Ok(());
        }
        let Some((base, made)) = self.state.objects.made_at(address) else { return Ok(()) };
        if let Some(extent) = made.extent {
            self.check_extent(base, made, extent, address, size, write)?;
        }
        self.check_is_made(address, size, write)
    }

    /// That bytes, which must be accessible, are made.
    pub(crate) fn check_is_made(&mut self, address: u64, size: u64, write: bool) -> Outcome<()> {
        if self.state.is_making || size == 0 {
            return Ok(());
        }
        let Some((_, made)) = self.state.objects.made_at(address) else { return Ok(()) };
        let Some(first) = self.state.memory.first_unset(address, size) else { return Ok(()) };
        let end = (address + size).min(first + MOST_AT_ONCE);
        let start = if write { address } else { first };
        Err(PathEnd::Unmade(Unmade {
            object: made.number,
            offset: start.wrapping_sub(made.origin) as i64,
            size: end - start,
            is_write: write,
        }))
    }

    fn check_extent(
        &mut self,
        base: u64,
        made: Made,
        extent: Extent,
        address: u64,
        size: u64,
        write: bool,
    ) -> Outcome<()> {
        let end = (address + size).wrapping_sub(made.origin);
        // What lies in front is not among the elements.
        if end as i64 <= 0 || end <= extent.known {
            return Ok(());
        }
        let needed = end.div_ceil(extent.element.max(1));
        let inside = self.has_elements(extent, needed);
        if self.decide(inside, Decision::Within(base))? {
            if let Some(Extent { known, .. }) =
                self.state.objects.made_mut(base).and_then(|made| made.extent.as_mut())
            {
                *known = needed * extent.element;
            }
            return Ok(());
        }
        self.fault = Some(Fault { address, size });
        let object =
            Object { base: made.origin, size: self.extent_now(extent), kind: ObjectKind::Heap };
        let message = self.outside_of(&object, address, size, write);
        self.fail(FindingKind::OutOfBounds, message)
    }

    /// That there are at least so many elements, in the words in which the program is likely to
    /// ask.
    fn has_elements(&mut self, extent: Extent, needed: u64) -> Term {
        let bits = self.terms.width(extent.count);
        if bits < 64 && needed >> (bits - u32::from(extent.is_signed)) != 0 {
            return self.terms.constant(1, 0);
        }
        let needed = self.terms.constant(bits, Number::from(needed));
        let order = if extent.is_signed { TermOp::Slt } else { TermOp::Ult };
        let fewer = self.terms.binary(order, extent.count, needed);
        self.terms.not(fewer)
    }

    /// The bytes of an object's elements, as a term as wide as a pointer.
    fn extent_bytes(&mut self, extent: Extent) -> Term {
        let bits = self.pointer_bits();
        let count = self.terms.resize(extent.count, bits);
        let element = self.terms.constant(bits, Number::from(extent.element));
        let bytes = self.terms.binary(TermOp::Mul, count, element);
        if !extent.is_signed {
            return bytes;
        }
        let zero = self.terms.constant(self.terms.width(extent.count), 0);
        let is_negative = self.terms.binary(TermOp::Slt, extent.count, zero);
        let none = self.terms.constant(bits, 0);
        self.terms.ite(is_negative, none, bytes)
    }

    /// The bytes of an object's elements on this path.
    pub(crate) fn extent_now(&mut self, extent: Extent) -> u64 {
        let bytes = self.extent_bytes(extent);
        self.evaluate(bytes) as u64
    }

    /// The condition that an access lies among the elements that its object has; `None` if it has
    /// as many as it is long.
    pub(crate) fn fits_extent(&mut self, address: Term, object: Object, size: u64) -> Option<Term> {
        let (_, made) = self.state.objects.made_at(object.base)?;
        let extent = made.extent?;
        let bits = self.pointer_bits();
        let bytes = self.extent_bytes(extent);
        let size = self.terms.constant(bits, Number::from(size));
        let origin = self.terms.constant(bits, Number::from(made.origin));
        let start = self.terms.sub(address, origin);
        let end = self.terms.binary(TermOp::Add, start, size);
        Some(self.terms.ule(end, bytes))
    }

    /// The bytes that can be accessed from an address on; where an input says how many there are,
    /// it is settled.
    pub(crate) fn settled_rest(&mut self, address: u64) -> Outcome<u64> {
        let Some(object) = self.live_object(address, 1) else { return Ok(0) };
        let rest = object.base + object.size - address;
        let Some((_, made)) = self.state.objects.made_at(address) else { return Ok(rest) };
        let Some(extent) = made.extent else { return Ok(rest) };
        let bytes = self.extent_bytes(extent);
        let bytes = self.choose(bytes, crate::blocks::MAX_SIZES, "the length of an input")? as u64;
        Ok(rest.min((made.origin + bytes).saturating_sub(address)))
    }

    /// Whether bytes outside of an object of the driver are there after all, because an input says
    /// so. The address may depend on inputs too: then it may lie in any room of the object that it
    /// is meant for.
    pub(crate) fn has_room(
        &mut self,
        address: u64,
        size: u64,
        term: Option<Term>,
        meant: Option<Object>,
    ) -> Outcome<bool> {
        if self.state.is_making {
            return Ok(false);
        }
        let last = address.wrapping_add(size).wrapping_sub(1);
        let mut declined = Vec::new();
        loop {
            // Where other inputs have come by, the room of another object may have been asked for
            // first.
            let expected = self.expected_choice().and_then(|number| self.room_numbered(number));
            let objects = &self.state.objects;
            let found = objects.room_at(address).or_else(|| objects.room_at(last));
            let others = meant.map_or([None; 2], |object| self.rooms_of(object));
            let mut rooms = found.into_iter().chain(others.into_iter().flatten());
            let next = rooms.find(|(base, _, room)| !declined.contains(&(*base, *room)));
            let Some(room) = expected.or(next) else { return Ok(false) };
            if self.decide_room(room, size, term)? {
                return Ok(self.state.memory.is_accessible(address, size, true));
            }
            declined.push((room.0, room.2));
        }
    }

    fn rooms_of(&self, object: Object) -> [Option<(u64, Made, Room)>; 2] {
        let Some((base, made)) = self.state.objects.made_at(object.base) else { return [None; 2] };
        let back = (made.back > 0).then_some((base, made, Room::Back));
        [back, (made.front > 0).then_some((base, made, Room::Front))]
    }

    /// The room that a decision was about.
    fn room_numbered(&self, number: u64) -> Option<(u64, Made, Room)> {
        let room =
            [Room::Front, Room::Back].into_iter().find(|room| room.number() & number != 0)?;
        let base = number & !room.number();
        let (_, made) = self.state.objects.made_at(base)?;
        (number >> 62 == room.number() >> 62).then_some((base, made, room))
    }

    /// Whether this room is there and has the access in it; then it becomes a part of the object.
    fn decide_room(
        &mut self,
        (base, made, room): (u64, Made, Room),
        size: u64,
        term: Option<Term>,
    ) -> Outcome<bool> {
        let side = if room == Room::Front { "before" } else { "behind" };
        let name = format!("(room {side} {})", made.number);
        let source = UnitInput::Room {
            of: self.made_name(made.origin).unwrap_or_default(),
            number: made.number,
            is_front: room == Room::Front,
            size: if room == Room::Front { made.front } else { made.back },
        };
        let input = self.scalar_input(&name, InputSource::Unit(source), Shown::Unsigned, 16);
        let mut is_there = self.equals(input, Number::from(UnitInput::ROOM));
        if let Some(term) = term {
            let (start, length) = self.with_room(base, made, room);
            let whole = Object { base: start, size: length, kind: ObjectKind::Heap };
            if size > length {
                return Ok(false);
            }
            let inside = self.lies_between(term, whole, size);
            is_there = self.terms.and(is_there, inside);
        }
        if !self.decide(is_there, Decision::Choice(base | room.number()))? {
            return Ok(false);
        }
        let (start, length) = self.state.objects.take_room(base, room);
        self.state.memory.map(start, length, 0, false);
        Ok(true)
    }

    /// Where an object begins with its room, and how long it is then.
    fn with_room(&self, base: u64, made: Made, room: Room) -> (u64, u64) {
        let size = self.live_object(base, 0).map_or(0, |object| object.size);
        match room {
            Room::Front => (base - made.front, size + made.front),
            Room::Back => (base, size + made.back),
        }
    }

    /// What the driver calls its object at an address.
    pub(crate) fn made_name(&self, origin: u64) -> Option<String> {
        self.state.inputs.iter().rev().find_map(|record| match *record.source {
            InputSource::Unit(UnitInput::Object { address, .. }) if address == origin => {
                Some(record.name.to_string())
            }
            _ => None,
        })
    }

    /// Has the driver make what the path looks at; then the path goes on with the same instruction.
    pub(crate) fn make(&mut self, part: Unmade) -> Outcome<()> {
        self.log_touch(part);
        let Unmade { object, offset, size, is_write } = part;
        let arguments = [u64::from(object), offset as u64, size, u64::from(is_write)];
        self.call_driver(self.state.maker, &arguments)
    }

    /// Has it make an answer, in the same way.
    pub(crate) fn make_answer(&mut self, row: u32) -> Outcome<()> {
        let source = InputSource::Unit(UnitInput::Answered { row });
        self.log_input("", source, Shown::Bytes, Vec::new(), 0);
        self.call_driver(self.state.answerer, &[u64::from(row)])
    }

    fn call_driver(&mut self, function: Option<FuncId>, arguments: &[u64]) -> Outcome<()> {
        if let Some(stub) = function.filter(|id| self.subject.program.is_stub(*id)) {
            self.grow(stub)?;
        }
        let code = Arc::clone(&self.subject.code);
        let function = function.and_then(|function| code.functions[function.index()].as_ref());
        let Some(function) = function else {
            return self.unsupported("an input that nobody makes");
        };
        push_plain_frame(&mut self.state, function);
        self.state.is_making = true;
        let base = self.frame().base as usize;
        let width = self.pointer_bits();
        let mask = crate::value::wide_mask(width) as u64;
        for (param, argument) in function.params.iter().zip(arguments) {
            self.state.registers[base + param.slot as usize] = argument & mask;
        }
        Ok(())
    }

    /// The native run repeats it.
    fn log_touch(&mut self, part: Unmade) {
        let Unmade { object, offset, size, is_write } = part;
        let touched = UnitInput::Touched { object, offset, size, is_write };
        self.log_input("", InputSource::Unit(touched), Shown::Bytes, Vec::new(), 0);
    }
}
