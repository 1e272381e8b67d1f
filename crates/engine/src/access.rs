//! Loads and stores off the fast path: checks, symbolic bytes, symbolic addresses.
//!
//! An address that depends on the input is settled in two steps. First, which object:
//! `pointers.rs`. Second, where in the object: a read is a look-up in the table of the object's
//! elements, a write makes every element that may be meant a choice between its old and new value.
//! Objects with too many elements get the offset fixed instead, again as a decision.

use crate::code::Slot;
use crate::machine::{Machine, Outcome};
use crate::memory::{Byte, Cell, Made, Object, ObjectKind};
use crate::path::PathEnd;
use crate::precondition::Fault;
use crate::regions::has_own_objects;
use crate::state::Frame;
use crate::value::Value;
use assay_base::Id;
use assay_expr::{BinaryOp as TermOp, Node, Term, Value as Number};
use assay_verdict::{FindingKind, Region};
use std::ops::Range;

/// Elements of an object that a read or write at a symbolic offset may consider.
const MAX_READ_ELEMENTS: u64 = 2048;
const MAX_WRITE_ELEMENTS: u64 = 256;
/// Where devices can be.
const DEVICES: Range<u64> = 1 << 16..1 << 46;
/// An address that lies so far from all objects is meant for none of them.
const FAR: u64 = 1 << 26;
/// Offsets that are tried in an object that is too large.
const MAX_OFFSETS: u32 = 64;

/// Which bytes of an object an access may touch.
struct Window {
    /// The object's base plus the least offset.
    base: u64,
    /// Offsets are multiples of this.
    stride: u64,
    /// How many.
    count: u64,
    /// The number of the element, as a term of the address's width.
    index: Term,
}

impl Window {
    /// Bytes from the first element to the end of the last one.
    fn length(&self, size: u64) -> u64 {
        (self.count - 1) * self.stride + size
    }
}

impl Machine {
    pub(crate) fn pointer_bits(&self) -> u32 {
        u32::from(self.subject.code.pointer_bits)
    }

    pub(crate) fn load_slow(&mut self, a: Slot, d: Slot, bits: u32) -> Outcome<()> {
        let address = self.get(a, self.pointer_bits());
        let value = self.load(address, bits)?;
        self.set(d, bits, value);
        Ok(())
    }

    pub(crate) fn store_slow(&mut self, a: Slot, v: Slot, bits: u32) -> Outcome<()> {
        let address = self.get(a, self.pointer_bits());
        let value = self.get(v, bits);
        self.store(address, value, bits)
    }

    pub(crate) fn store_fill(&mut self, a: Slot, v: Slot, bits: u32) -> Outcome<()> {
        self.store_slow(a, v, bits)?;
        let address = self.get(a, self.pointer_bits());
        let address = self.concrete(address) as u64;
        self.state.memory.mark_uninitialised(address, bytes_of(bits));
        Ok(())
    }

    /// Reads a value of `bits` bits.
    pub(crate) fn load(&mut self, address: Value, bits: u32) -> Outcome<Value> {
        let size = bytes_of(bits);
        if let Some((region, at)) = self.in_region(address, size)? {
            return self.read_region(region, at, bits);
        }
        match address {
            Value::Concrete(address) => {
                self.check_access(address as u64, size, false)?;
                Ok(self.read(address as u64, bits))
            }
            Value::Symbolic(term) => {
                let object = self.resolve(term, size, false)?;
                match self.window(term, object, size, MAX_READ_ELEMENTS)? {
                    Ok(window) => {
                        self.check_is_made(window.base, window.length(size), false)?;
                        Ok(self.read_window(&window, bits))
                    }
                    Err(address) => {
                        self.check_made(address, size, false)?;
                        Ok(self.read(address, bits))
                    }
                }
            }
        }
    }

    pub(crate) fn store(&mut self, address: Value, value: Value, bits: u32) -> Outcome<()> {
        let size = bytes_of(bits);
        if let Some((region, at)) = self.in_region(address, size)? {
            self.write_region(region, at, value, bits);
            return Ok(());
        }
        match address {
            Value::Concrete(address) => {
                self.check_access(address as u64, size, true)?;
                self.write(address as u64, value, bits);
            }
            Value::Symbolic(term) => {
                let object = self.resolve(term, size, true)?;
                match self.window(term, object, size, MAX_WRITE_ELEMENTS)? {
                    Ok(window) => {
                        self.check_is_made(window.base, window.length(size), false)?;
                        self.write_window(&window, value, bits);
                    }
                    Err(address) => {
                        self.check_made(address, size, true)?;
                        self.write(address, value, bits);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads accessible bytes.
    pub(crate) fn read(&mut self, address: u64, bits: u32) -> Value {
        let size = bytes_of(bits);
        // No value has more.
        let mut bytes = [Byte::Concrete(0); size_of::<Number>()];
        let bytes = &mut bytes[..size as usize];
        for (byte, at) in bytes.iter_mut().zip(address..) {
            *byte = self.state.memory.byte(at);
        }
        let value = self.assemble(bytes, address);
        if u64::from(bits) == size * 8 {
            return value;
        }
        match value {
            Value::Concrete(number) => Value::Concrete(number & crate::value::wide_mask(bits)),
            Value::Symbolic(term) => {
                let term = self.terms.extract(term, 0, bits);
                Value::of(&self.terms, term)
            }
        }
    }

    /// Bytes in memory order, from an address on, as one value.
    pub(crate) fn assemble(&mut self, bytes: &[Byte], address: u64) -> Value {
        if bytes.iter().all(|byte| matches!(byte, Byte::Concrete(_))) {
            let number = bytes.iter().rev().fold(0, |number: Number, byte| match byte {
                Byte::Concrete(byte) => number << 8 | Number::from(*byte),
                _ => number,
            });
            return Value::Concrete(number);
        }
        if let Some(term) = self.whole_term(bytes) {
            return Value::Symbolic(term);
        }
        let mut whole: Option<Term> = None;
        for (byte, at) in bytes.iter().zip(address..) {
            let term = self.byte_term(*byte, at);
            whole = Some(match whole {
                None => term,
                Some(low) => self.terms.concat(term, low),
            });
        }
        match whole {
            Some(term) => Value::of(&self.terms, term),
            None => Value::Concrete(0),
        }
    }

    /// The term whose bytes these are, all of them and in order.
    fn whole_term(&self, bytes: &[Byte]) -> Option<Term> {
        let Byte::Symbolic(first) = bytes.first()? else { return None };
        let is_whole = bytes.iter().enumerate().all(|(i, byte)| {
            matches!(byte, Byte::Symbolic(cell) if cell.term == first.term
                && usize::from(cell.index) == i)
        });
        let fits = self.terms.width(first.term) as usize == bytes.len() * 8;
        (is_whole && fits).then_some(first.term)
    }

    /// The byte at an address.
    pub(crate) fn byte_term(&mut self, byte: Byte, address: u64) -> Term {
        match byte {
            Byte::Concrete(byte) => self.terms.constant(8, Number::from(byte)),
            Byte::Uninitialised(byte) => self.terms.uninitialised(8, Number::from(byte), address),
            Byte::Symbolic(Cell { term, index }) => {
                self.terms.extract(term, u32::from(index) * 8, 8)
            }
        }
    }

    /// Writes to accessible bytes.
    pub(crate) fn write(&mut self, address: u64, value: Value, bits: u32) {
        let size = bytes_of(bits);
        match value {
            Value::Concrete(number) => {
                let bytes = number.to_le_bytes();
                self.state.memory.write_bytes(address, &bytes[..size as usize]);
            }
            Value::Symbolic(term) => {
                let term = self.terms.zero_extend(term, size as u32 * 8);
                for i in 0..size {
                    let byte = self.byte_of(term, i as u8);
                    self.state.memory.write_byte(address + i, byte);
                }
            }
        }
    }

    /// Byte `index` of a term, as memory holds it. What was read uninitialised stays so.
    pub(crate) fn byte_of(&mut self, term: Term, index: u8) -> Byte {
        let constant = self.terms.as_constant(term);
        if let Some(number) = constant {
            return Byte::Concrete((number >> (u32::from(index) * 8)) as u8);
        }
        if let Node::Uninitialised { value: number, .. } = self.terms.node(term) {
            return Byte::Uninitialised((number >> (u32::from(index) * 8)) as u8);
        }
        if matches!(self.terms.node(term), Node::Concat(..) | Node::ZeroExtend(_)) {
            let byte = self.terms.extract(term, u32::from(index) * 8, 8);
            return match self.terms.node(byte) {
                Node::Const(number) => Byte::Concrete(number as u8),
                Node::Uninitialised { value: number, .. } => Byte::Uninitialised(number as u8),
                _ => Byte::Symbolic(Cell { term, index }),
            };
        }
        Byte::Symbolic(Cell { term, index })
    }

    /// Ends the path with a finding if the bytes are not there to be accessed.
    pub(crate) fn check_access(&mut self, address: u64, size: u64, write: bool) -> Outcome<()> {
        self.check_valid(address, size, write)?;
        self.check_made(address, size, write)
    }

    /// The same, without a look at what a driver has made so far.
    pub(crate) fn check_valid(&mut self, address: u64, size: u64, write: bool) -> Outcome<()> {
        if self.state.memory.is_accessible(address, size, write)
            || self.has_room(address, size, None, None)?
        {
            return Ok(());
        }
        self.fail_access(address, size, write)
    }

    /// Ends the path with the finding that the bytes are not there.
    pub(crate) fn fail_access(&mut self, address: u64, size: u64, write: bool) -> Outcome<()> {
        self.check_host_pointer(address)?;
        self.check_region(address)?;
        let behind = self.nearer_behind(address);
        self.check_is_of_interest(behind.or_else(|| self.nearest_object(address)))?;
        let (kind, message) = self.explain(address, size, write);
        self.fault = Some(Fault { address, size });
        self.fail(kind, message)
    }

    /// Ends the path if the object that it looks beyond is taken for large enough.
    pub(crate) fn check_is_of_interest(&self, object: Option<Object>) -> Outcome<()> {
        match object.and_then(|object| self.state.objects.made_at(object.base)) {
            Some((_, made)) if made.is_enough => Err(PathEnd::AssumptionFailed),
            _ => Ok(()),
        }
    }

    /// Why an access is wrong.
    pub(crate) fn explain(
        &mut self,
        address: u64,
        size: u64,
        write: bool,
    ) -> (FindingKind, String) {
        let what = if write { "write" } else { "read" };
        let access = format!("{what} of {size} bytes");
        if address < 4096 {
            return (FindingKind::NullDereference, format!("{access} at address {address:#x}"));
        }
        let before = self.nearest_object(address);
        let before =
            before.filter(|object| address - object.base <= object.size.saturating_add(FAR));
        let behind = self.nearer_behind(address);
        if let Some(object) = behind.filter(|object| object.base - address <= FAR) {
            let (distance, name) = (object.base - address, self.object_name(&object));
            let size = self.shown_size(&object);
            let message = format!("{access} {distance} bytes before {name} of {size} bytes");
            return (FindingKind::OutOfBounds, message);
        }
        match before {
            Some(object) if object.kind == ObjectKind::Freed && object.contains(address, 1) => {
                let message = format!("{access} in an object of {} bytes after free", object.size);
                (FindingKind::UseAfterFree, message)
            }
            Some(object) if object.contains(address, size) && write => {
                (FindingKind::OutOfBounds, format!("{access} into a constant"))
            }
            Some(object) => {
                (FindingKind::OutOfBounds, self.outside_of(&object, address, size, write))
            }
            None => {
                let help = how_to_have(address, size);
                let message =
                    format!("{access} at {address:#x}, where the program has no memory{help}");
                (FindingKind::OutOfBounds, message)
            }
        }
    }

    /// The object behind an address, if that is nearer than the one before it.
    pub(crate) fn nearer_behind(&self, address: u64) -> Option<Object> {
        let before = self.nearest_object(address);
        self.object_behind(address).filter(|object| is_nearer(object, before, address))
    }

    /// That an access does not lie in the object that it is meant for.
    pub(crate) fn outside_of(
        &mut self,
        object: &Object,
        address: u64,
        size: u64,
        write: bool,
    ) -> String {
        let what = if write { "write" } else { "read" };
        let made = self.state.objects.made_at(object.base);
        // What lies in front of the elements is no part of them for people.
        let origin = made.map_or(object.base, |(_, made)| made.origin);
        let offset = address.wrapping_sub(origin) as i64;
        let name = self.object_name(object);
        let all = self.shown_size(object);
        format!("{what} of {size} bytes at offset {offset} of {name} of {all} bytes")
    }

    /// The size of an object, for people.
    fn shown_size(&mut self, object: &Object) -> u64 {
        match self.state.objects.made_at(object.base) {
            Some((_, Made { extent: Some(extent), .. })) => self.extent_now(extent),
            Some((_, made)) => made.shown,
            None => object.size,
        }
    }

    /// Whether there is nothing of the program before or behind an address, so that an access
    /// surely fails.
    pub(crate) fn is_far_from_objects(&self, address: u64) -> bool {
        self.nearest_object(address).is_none() && self.object_behind(address).is_none()
    }

    fn object_name(&self, object: &Object) -> String {
        match object.kind {
            ObjectKind::Global => {
                let addresses = &self.subject.image.addresses;
                let globals = &self.subject.program.globals;
                globals
                    .ids()
                    .find(|&id| addresses.global(id) == object.base)
                    .map(|id| &globals[id])
                    .map(|global| global.source_name.as_ref().unwrap_or(&global.name))
                    .map_or("a global".into(), |name| format!("the global '{name}'"))
            }
            ObjectKind::Heap => "a heap object".into(),
            ObjectKind::Freed => "a freed object".into(),
            ObjectKind::Stack => "a local object".into(),
        }
    }

    /// The object at an address, or the last one before it.
    pub(crate) fn nearest_object(&self, address: u64) -> Option<Object> {
        if address >= self.state.stack {
            return self.stack_object(address);
        }
        self.state.objects.at_or_before(address)
    }

    /// The global or heap object behind an address that is not on the stack.
    pub(crate) fn object_behind(&self, address: u64) -> Option<Object> {
        (address < self.state.stack).then(|| self.state.objects.after(address)).flatten()
    }

    fn stack_object(&self, address: u64) -> Option<Object> {
        let is_before = |(base, _): &(u64, u64)| *base <= address;
        let local = |frame: &Frame| {
            let function = self.subject.code.functions[frame.function.index()].as_ref()?;
            let locals = function.locals.iter();
            let locals = locals.map(|&(offset, size)| (frame.locals + offset, size));
            locals.filter(is_before).max()
        };
        // Of frames, those that were entered later lie lower.
        let frames = &self.state.frames;
        let first = frames.partition_point(|frame| frame.locals > address);
        let local = frames[first..].iter().find_map(local);
        let others = self.state.stack_objects.iter().copied().filter(is_before);
        let (base, size) = others.chain(local).max()?;
        Some(Object { base, size, kind: ObjectKind::Stack })
    }

    pub(crate) fn live_object(&self, address: u64, size: u64) -> Option<Object> {
        self.nearest_object(address)
            .filter(|object| object.kind != ObjectKind::Freed && object.contains(address, size))
    }

    /// The elements of the object that the access may mean; if they are too many, the address,
    /// fixed to one value.
    fn window(
        &mut self,
        address: Term,
        object: Object,
        size: u64,
        limit: u64,
    ) -> Outcome<Result<Window, u64>> {
        let bits = self.pointer_bits();
        let base = self.terms.constant(bits, Number::from(object.base));
        let address = self.settled(address, object)?;
        let offset = self.terms.sub(address, base);
        let last = Number::from(object.size - size);
        let (low, high) = self.terms.bounds(offset);
        // An address that may lie before the object has an offset that may be anything.
        let (first_address, last_address) = self.terms.bounds(address);
        let start = Number::from(object.base);
        let low = low.max(first_address.saturating_sub(start)).min(last) as u64;
        let high = high.min(last_address.saturating_sub(start)).min(last) as u64;
        let concrete = self.evaluate(offset) as u64;
        // Offsets are known to be multiples of 2^zeros; strides beyond the size gain nothing.
        let zeros = self.trailing_zeros(offset, 8).min(12);
        let stride = 1u64 << zeros;
        let low = low.next_multiple_of(stride).min(concrete);
        let count = (high - low) / stride + 1;
        if count > limit {
            let chosen = self.choose(address, MAX_OFFSETS, "an offset in a large object")? as u64;
            return Ok(Err(chosen));
        }
        let shift = self.terms.constant(bits, Number::from(zeros));
        let start = self.terms.constant(bits, Number::from(low));
        let from_start = self.terms.sub(offset, start);
        let index = self.terms.binary(TermOp::LShr, from_start, shift);
        Ok(Ok(Window { base: object.base + low, stride, count, index }))
    }

    /// How many low bits of the term are zero for sure, looking at most `depth` levels deep.
    fn trailing_zeros(&self, term: Term, depth: u32) -> u32 {
        let Some(depth) = depth.checked_sub(1) else { return 0 };
        match self.terms.node(term) {
            Node::Const(0) => self.terms.width(term),
            Node::Const(number) => number.trailing_zeros(),
            Node::Binary(TermOp::Add | TermOp::Sub | TermOp::Or | TermOp::Xor, a, b) => {
                self.trailing_zeros(a, depth).min(self.trailing_zeros(b, depth))
            }
            Node::Binary(TermOp::And, a, b) => {
                self.trailing_zeros(a, depth).max(self.trailing_zeros(b, depth))
            }
            Node::Binary(TermOp::Mul, a, b) => {
                let sum = self.trailing_zeros(a, depth) + self.trailing_zeros(b, depth);
                sum.min(self.terms.width(term))
            }
            Node::Binary(TermOp::Shl, a, b) => match self.terms.as_constant(b) {
                Some(amount) if amount < 128 => {
                    (self.trailing_zeros(a, depth) + amount as u32).min(self.terms.width(term))
                }
                _ => self.trailing_zeros(a, depth),
            },
            Node::Concat(high, low) => {
                let zeros = self.trailing_zeros(low, depth);
                if zeros < self.terms.width(low) {
                    zeros
                } else {
                    zeros + self.trailing_zeros(high, depth)
                }
            }
            Node::ZeroExtend(a) | Node::SignExtend(a) => self.trailing_zeros(a, depth),
            Node::Ite(_, a, b) => self.trailing_zeros(a, depth).min(self.trailing_zeros(b, depth)),
            Node::Neg(a) => self.trailing_zeros(a, depth),
            _ => 0,
        }
    }

    fn read_window(&mut self, window: &Window, bits: u32) -> Value {
        let mut entries = Vec::with_capacity(window.count as usize);
        for i in 0..window.count {
            let value = self.read(window.base + i * window.stride, bits);
            entries.push(value.term(&mut self.terms, bits));
        }
        let term = self.terms.lookup(&entries, window.index);
        Value::of(&self.terms, term)
    }

    fn write_window(&mut self, window: &Window, value: Value, bits: u32) {
        let width = self.terms.width(window.index);
        let size = bytes_of(bits);
        let new = value.term(&mut self.terms, bits);
        let new = self.terms.zero_extend(new, size as u32 * 8);
        if window.stride >= size {
            for i in 0..window.count {
                let address = window.base + i * window.stride;
                let old = self.read(address, size as u32 * 8);
                let old = old.term(&mut self.terms, size as u32 * 8);
                let number = self.terms.constant(width, Number::from(i));
                let here = self.terms.eq(window.index, number);
                let merged = self.terms.ite(here, new, old);
                self.write(address, Value::of(&self.terms, merged), size as u32 * 8);
            }
            return;
        }
        // Elements overlap: each byte may be any byte of the value, by where the access starts.
        let first = window.base;
        let last = window.base + (window.count - 1) * window.stride + size;
        let old: Vec<Byte> = (first..last).map(|at| self.state.memory.byte(at)).collect();
        for at in first..last {
            let before = old[(at - first) as usize];
            let mut term = self.byte_term(before, at);
            for i in 0..window.count {
                let start = first + i * window.stride;
                if (start..start + size).contains(&at) {
                    let byte = self.terms.extract(new, (at - start) as u32 * 8, 8);
                    let number = self.terms.constant(width, Number::from(i));
                    let here = self.terms.eq(window.index, number);
                    term = self.terms.ite(here, byte, term);
                }
            }
            self.write(at, Value::of(&self.terms, term), 8);
        }
    }
}

pub(crate) fn bytes_of(bits: u32) -> u64 {
    u64::from(bits.div_ceil(8))
}

/// Whether the object behind an address is nearer to it than the one before.
fn is_nearer(behind: &Object, before: Option<Object>, address: u64) -> bool {
    before.is_none_or(|before| {
        behind.base - address < address.saturating_sub(before.base + before.size)
    })
}

/// What makes an address memory that nobody has, if it can be that of a device in a process.
fn how_to_have(address: u64, size: u64) -> String {
    if !DEVICES.contains(&address) {
        return String::new();
    }
    match has_own_objects(&Region { address, size, keeps: false }) {
        true => "; a register of a device needs a variable in its place".to_string(),
        false => format!("; a register of a device is an input with --device {address:#x}:{size}"),
    }
}
