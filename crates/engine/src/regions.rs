//! Memory at fixed addresses: registers of a device, and what else lies where no variable is.
//!
//! Each read of a register is an input of its own, and what is written to it is gone. Memory that
//! keeps its bytes has them from the first read or write on. Both are no memory of the machine, so
//! the fast paths never see them. A symbolic address is fixed first, as a decision.
//!
//! Natively the same pages are there, and whoever reads from them is handed the same values: the
//! compiler puts a call in front of every load and store of the program (`assay_regions.c` in
//! `c/testing`). It does so for plain loads and stores only, hence anything else ends the path
//! here.

use crate::code::Slot;
use crate::machine::{Machine, Outcome};
use crate::memory::{Byte, FUNCTIONS, MADE, MADE_END, STACK_TOP};
use crate::path::Decision;
use crate::value::Value;
use assay_expr::Term;
use assay_verdict::{InputSource, Region, Shown};

/// Offsets in a region that are tried for one symbolic address.
const MAX_PLACES: u32 = 64;
/// Where functions and variables of most programs end.
const LOW_END: u64 = 0x0300_0000;
/// What the stack and the texts around it take at most.
const STACK: u64 = 0x1000_0000;

/// Where a number is tried as a pointer that nobody has told where it points: a process has nothing
/// there, and it is low enough for numbers of 32 bits.
pub const FOR_NUMBERS: Region = Region { address: 0x7000_0000, size: 0x1_0000, keeps: true };
/// From one such place to the next, and from the start of the region to the first.
const BETWEEN: u64 = 0x1000;
const FIRST: u64 = 0x800;
/// Places that several numbers may share.
const SHARED: usize = 2;

/// Numbers that became pointers on one path.
const MAX_NUMBERS: usize = 64;

/// Whether the machine has objects of the program there, or may come to have some.
pub fn has_own_objects(region: &Region) -> bool {
    let own = [(FUNCTIONS, LOW_END), (MADE, MADE_END), (STACK_TOP - STACK, STACK_TOP)];
    own.into_iter()
        .any(|(from, to)| region.overlaps(&Region { address: from, size: to - from, keeps: false }))
}

impl Machine {
    /// The region that an access goes to, and the address, if it does so on this path.
    pub(crate) fn in_region(
        &mut self,
        address: Value,
        size: u64,
    ) -> Outcome<Option<(Region, u64)>> {
        if self.subject.world.regions.is_empty() {
            return Ok(None);
        }
        if let Value::Symbolic(term) = address
            && let Some(at) = self.number_as_pointer(term)?
        {
            return self.access_in(at, size);
        }
        let now = self.current(address) as u64;
        let found = self.access_in(now, size)?;
        if let (Some(_), Value::Symbolic(term)) = (found, address) {
            self.choose(term, MAX_PLACES, "an address in a region")?;
        }
        Ok(found)
    }

    fn access_in(&self, address: u64, size: u64) -> Outcome<Option<(Region, u64)>> {
        let Some(region) = self.region_at(address, size) else { return Ok(None) };
        if !matches!(size, 1 | 2 | 4 | 8 | 16) || self.is_in_model() {
            return self.no_plain_access(address);
        }
        Ok(Some((region, address)))
    }

    /// A number becomes a pointer in the code under test.
    pub(crate) fn note_number(&mut self, number: Slot) {
        let bits = self.pointer_bits();
        if self.subject.world.regions.contains(&FOR_NUMBERS)
            && let Value::Symbolic(number) = self.get(number, bits)
        {
            self.add_number(number);
        }
    }

    fn add_number(&mut self, number: Term) {
        let is_room = self.state.number_pointers.len() < MAX_NUMBERS;
        if is_room && !self.may_hold_address(number) && self.number_before(number).is_none() {
            self.state.number_pointers.push_back((number, None));
        }
    }

    /// The number that an address is so many bytes away from, by its place among them.
    fn number_before(&mut self, address: Term) -> Option<(usize, u64)> {
        let numbers: Vec<Term> =
            self.state.number_pointers.iter().map(|(number, _)| *number).collect();
        let bits = self.pointer_bits();
        let now = self.evaluate(address);
        numbers.into_iter().enumerate().find_map(|(index, number)| {
            let offset = now.wrapping_sub(self.evaluate(number)) as u64;
            let fixed = self.terms.constant(bits, offset.into());
            let is_it = self.terms.add(number, fixed) == address;
            is_it.then_some((index, offset))
        })
    }

    /// Where an access lies whose address is a number that became a pointer, if the number is such
    /// that it lies in the region for them: a decision, made once for each number.
    fn number_as_pointer(&mut self, address: Term) -> Outcome<Option<u64>> {
        if self.state.number_pointers.is_empty() {
            return Ok(None);
        }
        let Some((index, offset)) = self.number_before(address) else { return Ok(None) };
        let place = match self.state.number_pointers[index].1 {
            Some(place) => Some(place),
            None => self.decide_place(index)?,
        };
        Ok(place.map(|place| place.wrapping_add(offset)))
    }

    /// A place of its own first, then those of other numbers.
    fn decide_place(&mut self, index: usize) -> Outcome<Option<u64>> {
        let numbers = &self.state.number_pointers;
        let pointer = numbers[index].0;
        let mut taken: Vec<u64> = numbers.iter().filter_map(|(_, place)| *place).collect();
        taken.sort_unstable();
        taken.dedup();
        let fresh = FOR_NUMBERS.address + FIRST + BETWEEN * taken.len() as u64;
        let is_room = fresh < FOR_NUMBERS.address + FOR_NUMBERS.size;
        let shared = taken.into_iter().rev().take(SHARED);
        for place in is_room.then_some(fresh).into_iter().chain(shared) {
            let is_it = self.equals(pointer, place.into());
            if self.decide(is_it, Decision::Choice(place))? {
                self.state.number_pointers[index].1 = Some(place);
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn region_at(&self, address: u64, size: u64) -> Option<Region> {
        let regions = &self.subject.world.regions;
        let region = regions.iter().find(|region| region.contains(address, size))?;
        (!self.state.memory.is_accessible(address, size, false)).then_some(*region)
    }

    /// What is no load and no store of the program itself cannot be repeated natively.
    fn no_plain_access<T>(&self, address: u64) -> Outcome<T> {
        self.unsupported(format!(
            "an access to {address:#x} that is no plain load or store of a number (a copy, a call \
             of the library, an atomic operation)"
        ))
    }

    /// The same for what is about to fail because there is no object.
    pub(crate) fn check_region(&mut self, address: u64) -> Outcome<()> {
        match self.region_at(address, 1) {
            Some(_) => self.no_plain_access(address),
            None => Ok(()),
        }
    }

    pub(crate) fn check_no_region(&mut self, address: Value) -> Outcome<()> {
        if self.subject.world.regions.is_empty() {
            return Ok(());
        }
        let now = self.current(address) as u64;
        self.check_region(now)
    }

    pub(crate) fn read_region(
        &mut self,
        region: Region,
        address: u64,
        bits: u32,
    ) -> Outcome<Value> {
        let size = u64::from(bits.div_ceil(8));
        let known = |machine: &Machine, at: u64| machine.state.region_bytes.get(&at).copied();
        if !region.keeps || (address..address + size).any(|at| known(self, at).is_none()) {
            let name = region.input_name(address);
            let source = InputSource::External { function: name.clone() };
            let input = self.scalar_input(&name, source, Shown::Unsigned, size as u32 * 8);
            if bits == self.pointer_bits() && region == FOR_NUMBERS {
                self.add_number(input);
            }
            if !region.keeps {
                let term = self.terms.extract(input, 0, bits);
                return Ok(Value::of(&self.terms, term));
            }
            for i in (0..size).filter(|i| known(self, address + i).is_none()).collect::<Vec<_>>() {
                let byte = self.byte_of(input, i as u8);
                self.state.region_bytes.insert(address + i, byte);
            }
        }
        let bytes: Vec<Byte> = (address..address + size).filter_map(|at| known(self, at)).collect();
        let whole = self.assemble(&bytes, address).term(&mut self.terms, size as u32 * 8);
        let term = self.terms.extract(whole, 0, bits);
        Ok(Value::of(&self.terms, term))
    }

    pub(crate) fn write_region(&mut self, region: Region, address: u64, value: Value, bits: u32) {
        if !region.keeps {
            return;
        }
        let size = bits.div_ceil(8);
        let term = value.term(&mut self.terms, bits);
        let term = self.terms.zero_extend(term, size * 8);
        for i in 0..size {
            let byte = self.byte_of(term, i as u8);
            self.state.region_bytes.insert(address + u64::from(i), byte);
        }
    }
}
