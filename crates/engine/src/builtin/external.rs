//! Functions that are defined nowhere but whose declaration is known: what they write through
//! their parameters, and what the pointers they return point to, are inputs too.
//!
//! The stand-ins of the native run (`Externals` in `c/testing`) take the same values in the same
//! order.

use crate::blocks::MAX_SIZES;
use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::memory::Byte;
use crate::path::{Decision, PathEnd};
use crate::value::Value;
use assay_expr::{BinaryOp, Term, Value as Number, VarId};
use assay_program::CKind;
use assay_program::Role;
use assay_program::outside::{MOST_ERRNO, buffer_of, errno_of};
use assay_program::prototype::{Count, OutParameter, Part, Prototype, Target};
use assay_verdict::{InputSource, Shown};

/// Bytes of a buffer that one call fills.
const MAX_BUFFER: u64 = 1 << 12;

/// An object of the driver that is an answer.
#[derive(Copy, Clone)]
pub(crate) struct Answer {
    address: u64,
    number: u32,
}

/// All of one call.
#[derive(Default)]
pub(crate) struct Answers {
    /// By the parameter, with the size.
    outs: Vec<(usize, Answer, u64)>,
    pub(crate) result: Option<Answer>,
    /// Bits of a pointer.
    pointer: u64,
}

impl Answers {
    /// Those that there are, with their sizes.
    fn objects(&self) -> impl Iterator<Item = (Answer, u64)> {
        let result = self.result.filter(|result| result.address != 0);
        let result = result.map(|result| (result, self.pointer / 8));
        self.outs.iter().map(|(_, answer, size)| (*answer, *size)).chain(result)
    }
}

impl Machine {
    /// A parameter that is null, or not given, is no answer. Returns how much the function was
    /// allowed to write, if its result may tell how much it has written.
    pub(crate) fn write_outs(
        &mut self,
        function: &str,
        prototype: &Prototype,
        answers: &Answers,
        site: &CallSite,
    ) -> Outcome<Option<u64>> {
        let mut places = Vec::new();
        for out in prototype.outs.iter().filter(|out| out.param < site.args.len()) {
            let address = self.address_argument(site, out.param)?;
            if address == 0 {
                continue;
            }
            let size = match out.count {
                Some(count) => self.buffer_size(address, count, out.target.size, site)?,
                None => out.target.size,
            };
            // The path may stop here until these bytes are made, and come back: nothing is logged
            // before.
            let is_all =
                out.count.is_some() || answers.outs.iter().any(|(at, ..)| *at == out.param);
            if is_all {
                self.check_access(address, size, true)?;
            } else {
                // What it does not write is as the driver makes it, when somebody looks.
                self.check_valid(address, size, true)?;
                for part in &out.target.parts {
                    self.check_made(address + part.offset, part.size, true)?;
                }
            }
            places.push((out, address, size));
        }
        for (answer, size) in answers.objects() {
            self.check_access(answer.address, size, false)?;
        }
        let most = match prototype.most {
            Some(count) => Some(self.counted(count, site)?),
            None => None,
        };
        for (out, address, size) in places {
            let answer = answers.outs.iter().find(|(param, ..)| *param == out.param);
            match (out.count, answer) {
                (Some(_), _) => self.fill_buffer(function, address, size),
                (None, Some((_, answer, _))) => {
                    if !self.move_pointer(function, out, address)? {
                        self.log_answer(function, *answer, Vec::new(), 0);
                        self.state.memory.copy(address, answer.address, size);
                    }
                }
                (None, None) => self.fill_target(function, &out.target, address)?,
            }
        }
        Ok(most)
    }

    /// What the driver has made for this call. The path stops here for each object, and comes back.
    pub(crate) fn answers(&mut self, prototype: &Prototype, site: &CallSite) -> Outcome<Answers> {
        if self.state.answerer.is_none() {
            return Ok(Answers::default());
        }
        let mut wanted = Vec::new();
        for out in prototype.outs.iter().filter(|out| out.param < site.args.len()) {
            let Some(row) = out.answer else { continue };
            let address = self.address_argument(site, out.param)?;
            let pointer = u64::from(self.pointer_bits() / 8);
            let is_pointer = out.target.parts.is_empty() && out.target.size == pointer;
            if address != 0 && is_pointer || self.is_blank(address, out.target.size) {
                wanted.push((row, Some((out.param, out.target.size))));
            }
        }
        let result = prototype.answer.filter(|_| site.result_leaves.len() == 1);
        wanted.extend(result.map(|row| (row, None)));
        let made = self.state.answers.len();
        if let Some((row, _)) = wanted.get(made) {
            return Err(PathEnd::Unanswered(*row));
        }
        let mut answers = Answers { pointer: self.pointer_width().into(), ..Answers::default() };
        for ((_, out), (address, number)) in wanted.iter().zip(self.state.answers.clone()) {
            let answer = Answer { address, number };
            match out {
                Some(_) if address == 0 => {}
                Some((param, size)) => answers.outs.push((*param, answer, *size)),
                None => answers.result = Some(answer),
            }
        }
        Ok(answers)
    }

    /// Memory that waits to be filled: unset or zero. What a caller has put pointers into keeps
    /// them; only the numbers beside them become others.
    fn is_blank(&self, address: u64, size: u64) -> bool {
        let memory = &self.state.memory;
        let is_empty =
            |at: u64| matches!(memory.byte(at), Byte::Uninitialised(_) | Byte::Concrete(0));
        address != 0
            && self.state.objects.made_at(address).is_none()
            && memory.is_accessible(address, size, true)
            && (address..address + size).all(is_empty)
    }

    /// Moves the pointer at an address within the object that it points into, or leaves it to the
    /// answer.
    fn move_pointer(&mut self, function: &str, out: &OutParameter, address: u64) -> Outcome<bool> {
        let Some(element) = out.moves else { return Ok(false) };
        let bits = self.pointer_bits();
        let before = self.read(address, bits).term(&mut self.terms, bits);
        let now = self.evaluate(before) as u64;
        // What it points to now decides what comes, so other inputs that come here must agree.
        let object = self.object_of(now);
        let agrees = match object {
            Some(object) => self.lies_between(before, object, 0),
            None => self.equals(before, now.into()),
        };
        self.log.is_narrowed |= self.terms.as_constant(agrees).is_none();
        self.constrain(agrees);
        let Some(object) = object else { return Ok(false) };
        let (variable, choice) = self.fresh_variable(64);
        let (function, param) = (function.to_string(), out.param);
        let source = InputSource::Moved { function: function.clone(), param, element };
        self.log_input(&function, source, Shown::Unsigned, vec![variable], 8);
        let number = self.terms.extract(choice, 0, 8);
        let is_moved = self.equals(number, 0);
        if !self.decide(is_moved, Decision::Choice(param as u64))? {
            return Ok(false);
        }
        let offset = self.terms.extract(choice, 8, 24);
        let one = self.terms.constant(24, element.into());
        let offset = self.terms.binary(BinaryOp::Xor, offset, one);
        let offset = self.terms.resize(offset, bits);
        let there = self.terms.binary(BinaryOp::Add, before, offset);
        let part = self.likely_part(object);
        self.log.is_narrowed |= part.is_some();
        let is_inside = self.lies_inside(there, part.unwrap_or(object), 0);
        let size = self.terms.constant(bits, element.into());
        let remainder = self.terms.binary(BinaryOp::URem, offset, size);
        let is_element = self.equals(remainder, 0);
        let is_place = self.terms.and(is_inside, is_element);
        self.assume(is_place)?;
        self.write(address, Value::of(&self.terms, there), bits);
        Ok(true)
    }

    fn log_answer(&mut self, function: &str, answer: Answer, place: Vec<VarId>, places: u8) {
        let object = self.made_name(answer.address).unwrap_or_default();
        let size = if place.is_empty() { 0 } else { 8 };
        let (function, number) = (function.to_string(), answer.number);
        let name = function.clone();
        let source = InputSource::Answer { function, number, object, places };
        self.log_input(&name, source, Shown::Unsigned, place, size);
    }

    /// The pointer that the driver has made, or one to where an argument points.
    pub(crate) fn return_answer(
        &mut self,
        function: &str,
        prototype: &Prototype,
        answer: Answer,
        site: &CallSite,
    ) -> Outcome<()> {
        let bits = self.pointer_bits();
        let made = match answer.address {
            0 => Value::Concrete(0),
            address => self.read(address, bits),
        };
        let mut pointer = made.term(&mut self.terms, bits);
        let places = &prototype.places;
        if places.is_empty() {
            self.log_answer(function, answer, Vec::new(), 0);
            self.set_result_value(site, Value::of(&self.terms, pointer));
            return Ok(());
        }
        let (variable, choice) = self.fresh_variable(64);
        self.log_answer(function, answer, vec![variable], places.len() as u8);
        let number = self.terms.extract(choice, 0, 8);
        let offset = self.terms.extract(choice, 8, 24);
        let offset = self.terms.resize(offset, bits);
        for (index, place) in places.iter().enumerate() {
            let argument = self.argument(site, place.param, bits)?.term(&mut self.terms, bits);
            let is_chosen = self.equals(number, index as Number + 1);
            let is_place = self.is_place(argument, offset, place.element);
            let is_other = self.terms.not(is_chosen);
            let is_meant = self.terms.or(is_other, is_place);
            self.assume(is_meant)?;
            let there = self.terms.binary(BinaryOp::Add, argument, offset);
            pointer = self.terms.ite(is_chosen, there, pointer);
        }
        self.set_result_value(site, Value::of(&self.terms, pointer));
        Ok(())
    }

    /// That an element begins so far behind the argument, or the object ends there.
    fn is_place(&mut self, argument: Term, offset: Term, element: u64) -> Term {
        let bits = self.pointer_bits();
        let address = self.evaluate(argument) as u64;
        let object = self.live_object(address, 0);
        let rest = object.map_or(0, |object| object.base + object.size - address);
        let most = self.terms.constant(bits, rest.into());
        let size = self.terms.constant(bits, element.max(1).into());
        let is_inside = self.terms.ule(offset, most);
        let remainder = self.terms.binary(BinaryOp::URem, offset, size);
        let is_element = self.equals(remainder, 0);
        self.terms.and(is_inside, is_element)
    }

    /// What a parameter says about the number of elements behind another one.
    fn counted(&mut self, count: Count, site: &CallSite) -> Outcome<u64> {
        let value = if count.is_behind {
            let at = self.address_argument(site, count.param)?;
            if at == 0 {
                return Ok(0);
            }
            self.check_access(at, u64::from(count.bits / 8), false)?;
            self.read(at, count.bits)
        } else {
            self.argument(site, count.param, count.bits)?
        };
        let value = match value {
            Value::Concrete(number) => number as u64,
            Value::Symbolic(term) => self.choose(term, MAX_SIZES, "the size of a buffer")? as u64,
        };
        let is_negative = count.is_signed && value >> (count.bits - 1) & 1 != 0;
        Ok(if is_negative { 0 } else { value })
    }

    /// The bytes that a function may write into a buffer: no more than there are.
    fn buffer_size(
        &mut self,
        address: u64,
        count: Count,
        element: u64,
        site: &CallSite,
    ) -> Outcome<u64> {
        let asked = self.counted(count, site)?.saturating_mul(element);
        if asked == 0 {
            return Ok(0);
        }
        let size = asked.min(self.settled_rest(address)?).max(1);
        self.log.is_narrowed |= size > MAX_BUFFER;
        Ok(size.min(MAX_BUFFER))
    }

    /// Any bytes; at first they stay as they are.
    fn fill_buffer(&mut self, function: &str, address: u64, size: u64) {
        let mut variables = Vec::with_capacity(size as usize);
        for at in address..address + size {
            let before = match self.state.memory.byte(at) {
                Byte::Concrete(byte) => byte,
                _ => 0,
            };
            let (variable, term) = self.fresh_variable(8);
            if self.is_first_run {
                self.inputs.set(variable, before.into());
            }
            self.draw_first_value(variable, 8);
            variables.push(variable);
            self.write_input(at, term);
        }
        if size > 0 {
            let function = buffer_of(function);
            let source = InputSource::External { function: function.clone() };
            self.log_input(&function, source, Shown::Bytes, variables, size);
        }
    }

    /// At first a function says that it has written all. That it says more is tried when nothing
    /// else is left; one of the system does not.
    pub(crate) fn keep_within(
        &mut self,
        role: &Role,
        result: Term,
        most: u64,
        bits: u32,
    ) -> Outcome<()> {
        if bits < 64 && most >> (bits - 1) != 0 || most > i64::MAX as u64 {
            return Ok(());
        }
        self.begin_with(most.into());
        let most = self.terms.constant(bits, most.into());
        let is_more = self.terms.binary(BinaryOp::Slt, most, result);
        let is_within = self.terms.not(is_more);
        if let Role::Answered { is_cut } = role {
            self.log.is_narrowed |= is_cut;
            return self.assume(is_within);
        }
        self.decide(is_within, Decision::Growth(0))?;
        Ok(())
    }

    /// A function of the system may leave any error number behind; 0 is none.
    pub(crate) fn answer_error_number(&mut self, function: &str) -> Outcome<()> {
        let Some(address) = self.error_number_address() else { return Ok(()) };
        let name = errno_of(function);
        let source = InputSource::External { function: name.clone() };
        let error = self.scalar_input(&name, source, Shown::Unsigned, 8);
        self.begin_with(0);
        let most = self.terms.constant(8, MOST_ERRNO.into());
        let is_error = self.terms.ule(error, most);
        self.assume(is_error)?;
        let none = self.terms.constant(8, 0);
        let is_none = self.terms.eq(error, none);
        let before = self.read(address, 32).term(&mut self.terms, 32);
        let error = self.terms.zero_extend(error, 32);
        let number = self.terms.ite(is_none, before, error);
        self.write(address, Value::of(&self.terms, number), 32);
        Ok(())
    }

    /// A fresh object, or null.
    pub(crate) fn return_object(
        &mut self,
        function: &str,
        target: &Target,
        site: &CallSite,
    ) -> Outcome<()> {
        let source = InputSource::External { function: function.to_string() };
        let is_null =
            self.scalar_input(&format!("{function}: is null"), source, Shown::Unsigned, 8);
        let address = self.allocate(target.size, 16, true)?;
        self.fill_target(function, target, address)?;
        let bits = self.pointer_width();
        let one = self.terms.constant(8, 1);
        let is_null = self.terms.eq(is_null, one);
        let null = self.terms.constant(bits, 0);
        let address = self.terms.constant(bits, Number::from(address));
        let pointer = self.terms.ite(is_null, null, address);
        self.set_result_value(site, Value::of(&self.terms, pointer));
        Ok(())
    }

    /// At first everything stays as it is; what is no part stays so on all paths.
    fn fill_target(&mut self, function: &str, target: &Target, address: u64) -> Outcome<()> {
        self.log.is_narrowed |= !target.is_whole;
        for part in &target.parts {
            let bits = part_bits(part);
            let at = address + part.offset;
            let before = self.read(at, bits);
            let mut before = self.concrete(before);
            if part.kind == CKind::Bool {
                before &= 1;
            }
            let source = InputSource::External { function: function.to_string() };
            let name = format!("{function}{}", part.name);
            let term = self.scalar_input(&name, source, shown(&part.kind), bits);
            self.begin_with(before);
            if part.kind == CKind::Bool {
                let two = self.terms.constant(bits, 2);
                let is_truth = self.terms.ult(term, two);
                self.assume(is_truth)?;
            }
            self.write(at, Value::Symbolic(term), bits);
        }
        Ok(())
    }
}

/// A `long double` is padded.
fn part_bits(part: &Part) -> u32 {
    match (&part.kind, part.size) {
        (CKind::Float, 12 | 16) => 80,
        (_, size) => size as u32 * 8,
    }
}

fn shown(kind: &CKind) -> Shown {
    match kind {
        CKind::Bool => Shown::Bool,
        CKind::Unsigned => Shown::Unsigned,
        CKind::Float => Shown::Float,
        _ => Shown::Signed,
    }
}
