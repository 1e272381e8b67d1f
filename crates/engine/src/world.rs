//! The surroundings of a whole program, as they lie in guest memory: arguments and environment
//! are there before it starts, the standard input and the files when it first asks for them.
//!
//! A symbolic string is as many bytes as it may have, and a zero: all shorter ones are among its
//! values, filled up with zeros, for there is nothing behind the end of a string that an input
//! could choose. How many arguments there are is decided at the start, one path each. The size of a
//! symbolic file is a term, so a path is split only when the program comes to the end.

use crate::code::CallSite;
use crate::input::{InputRecord, present};
use crate::machine::{Machine, Outcome};
use crate::memory::{STACK_TOP, gap_after};
use crate::path::{Decision, PathEnd};
use crate::value::Value;
use assay_expr::{Term, VarId};
use assay_verdict::{Argument, Content, InputSource, Shown, World, WorldPart};
use std::rc::Rc;
use std::sync::Arc;

/// What the first argument is, here and in the native run.
const PROGRAM_NAME: &[u8] = b"program";

/// Bits of the variable that says how many bytes of a file are missing, or arguments of a list.
const COUNT_BITS: u32 = 16;

/// A file of more bytes than these is a long one,
const LONG: u64 = 256;
/// and has so many at first.
const SHORT: u64 = 32;

/// Bytes of stack that hold the strings and tables of any run, with the gaps between them.
pub(crate) fn stack_size(world: &World) -> u64 {
    let argument = |argument: &Argument| match argument {
        Argument::Fixed(bytes) => room(bytes.len() as u64 + 1) + POINTER,
        Argument::Inputs { most, length, .. } => {
            *most as u64 * (room(*length as u64 + 1) + POINTER)
        }
    };
    let variable = |(name, content): &(String, Content)| {
        room((name.len() + content.most()) as u64 + 2) + POINTER
    };
    let arguments: u64 = world.arguments.iter().map(argument).sum();
    let variables: u64 = world.environment.iter().map(variable).sum();
    // The name, and what a large gap behind the two tables takes at most.
    (arguments + variables + 3 * room(1 << 14)).next_multiple_of(4096)
}

const POINTER: u64 = 8;

fn room(size: u64) -> u64 {
    size + gap_after(size) + 16
}

impl Machine {
    /// Lays out arguments and environment and hands them to the entry.
    pub(crate) fn enter_world(&mut self) -> Outcome<()> {
        self.state.has_entered = true;
        let world = Arc::clone(&self.subject.world);
        let mut top = STACK_TOP;
        let mut arguments = vec![self.place_text(&mut top, PROGRAM_NAME)];
        for (item, argument) in world.arguments.iter().enumerate() {
            match argument {
                Argument::Fixed(bytes) => arguments.push(self.place_text(&mut top, bytes)),
                &Argument::Inputs { least, most, length } => {
                    for _ in 0..self.argument_count(item, least, most)? {
                        let name = format!("arg{}", arguments.len());
                        let part = WorldPart::Argument { item };
                        arguments.push(self.place_input(&mut top, b"", length, &name, part)?);
                    }
                }
            }
        }
        let mut variables = Vec::new();
        for (name, content) in &world.environment {
            let start = format!("{name}=").into_bytes();
            variables.push(match content {
                Content::Fixed(bytes) => self.place_text(&mut top, &[&start[..], bytes].concat()),
                Content::Input { most } => {
                    let part = WorldPart::Variable { name: name.clone() };
                    self.place_input(&mut top, &start, *most, &format!("env {name}"), part)?
                }
            });
        }
        let table = self.place_pointers(&mut top, &arguments);
        let environment = self.place_pointers(&mut top, &variables);
        self.set_environment(environment);
        self.pass_arguments([arguments.len() as u64, table, environment]);
        // What was laid out belongs to nobody's call.
        let outer = self.state.stack_objects.len() as u32;
        self.state.frames.iter_mut().for_each(|frame| frame.outer_objects = outer);
        Ok(())
    }

    /// How many arguments a list has on this path: first as many as may be.
    fn argument_count(&mut self, item: usize, least: usize, most: usize) -> Outcome<usize> {
        if least == most {
            return Ok(most);
        }
        let part = WorldPart::ArgumentCount { item };
        let missing = self.scalar_input(
            "missing arguments",
            InputSource::World { part },
            Shown::Unsigned,
            COUNT_BITS,
        );
        self.begin_with(0);
        for count in (least + 1..=most).rev() {
            let so_many = self.terms.constant(COUNT_BITS, (most - count) as u128);
            let is_count = self.terms.eq(missing, so_many);
            if self.decide(is_count, Decision::Choice(count as u64))? {
                return Ok(count);
            }
        }
        Ok(least)
    }

    fn place_object(&mut self, top: &mut u64, size: u64) -> u64 {
        let base = (*top - gap_after(size) - size) & !15;
        self.state.memory.map(base, size, 0, true);
        self.state.stack_objects.push((base, size));
        *top = base;
        base
    }

    fn place_text(&mut self, top: &mut u64, text: &[u8]) -> u64 {
        let base = self.place_object(top, text.len() as u64 + 1);
        self.state.memory.write_bytes(base, text);
        base
    }

    /// Fixed bytes, `most` symbolic ones, and a zero.
    fn place_input(
        &mut self,
        top: &mut u64,
        start: &[u8],
        most: usize,
        name: &str,
        part: WorldPart,
    ) -> Outcome<u64> {
        let base = self.place_object(top, (start.len() + most) as u64 + 1);
        self.state.memory.write_bytes(base, start);
        let variables = self.byte_variables(base + start.len() as u64, most as u64);
        self.fill_up(&variables)?;
        self.log_input(name, InputSource::World { part }, Shown::Text, variables, most as u64);
        Ok(base)
    }

    /// Behind a zero there are only zeros.
    fn fill_up(&mut self, bytes: &[VarId]) -> Outcome<()> {
        let zero = self.terms.constant(8, 0);
        for pair in bytes.windows(2) {
            let [before, byte] = [pair[0], pair[1]].map(|variable| self.terms.variable(variable));
            let is_inside = self.terms.ne(before, zero);
            let is_zero = self.terms.eq(byte, zero);
            let holds = self.terms.or(is_inside, is_zero);
            if self.evaluate(holds) == 0 {
                self.log.is_narrowed = true;
                return Err(PathEnd::AssumptionFailed);
            }
            self.presume(holds);
        }
        Ok(())
    }

    /// An array of pointers with a null pointer at its end.
    fn place_pointers(&mut self, top: &mut u64, pointers: &[u64]) -> u64 {
        let size = usize::from(self.subject.code.pointer_bits) / 8;
        let base = self.place_object(top, ((pointers.len() + 1) * size) as u64);
        for (address, pointer) in (base..).step_by(size).zip(pointers) {
            self.state.memory.write_bytes(address, &pointer.to_le_bytes()[..size]);
        }
        base
    }

    fn set_environment(&mut self, table: u64) {
        let subject = self.subject.clone();
        let size = usize::from(subject.code.pointer_bits) / 8;
        for &id in &subject.program.platform.environment {
            if subject.program.globals[id].size == size as u64 {
                let address = subject.image.addresses.global(id);
                self.state.memory.write_bytes(address, &table.to_le_bytes()[..size]);
            }
        }
    }

    /// The entry's frame is the outermost one; constructors run above it first.
    fn pass_arguments(&mut self, values: [u64; 3]) {
        let code = Arc::clone(&self.subject.code);
        let Some(entry) = &code.functions[assay_base::Id::index(self.subject.entry)] else {
            return;
        };
        let Some(base) = self.state.frames.first().map(|frame| frame.base) else { return };
        for (param, value) in entry.params.iter().zip(values) {
            self.state.registers[(base + param.slot) as usize] = value;
        }
    }

    // Files, by their number: 0 is the standard input.

    fn file(&self, number: u64) -> Option<(WorldPart, String, Content)> {
        let world = &self.subject.world;
        let Some(index) = number.checked_sub(1) else {
            return Some((WorldPart::Stdin, String::new(), world.stdin.clone()));
        };
        let (name, content) = world.files.get(index as usize)?;
        Some((WorldPart::File { name: name.clone() }, name.clone(), content.clone()))
    }

    fn file_argument(&mut self, site: &CallSite) -> Outcome<(WorldPart, String, Content)> {
        let number = self.argument(site, 0, 32)?;
        let number = self.concrete(number) as u64;
        match self.file(number) {
            Some(file) => Ok(file),
            None => self.unsupported(format!("the file number {number}")),
        }
    }

    /// with the standard input.
    pub(crate) fn file_count_call(&mut self, site: &CallSite) -> Outcome<()> {
        self.set_result(site, self.subject.world.files.len() as u64 + 1);
        Ok(())
    }

    /// `(number, to)`: the length of the name; its bytes where `to` is no null.
    pub(crate) fn file_name_call(&mut self, site: &CallSite) -> Outcome<()> {
        let (_, name, _) = self.file_argument(site)?;
        let to = self.address_argument(site, 1)?;
        if to != 0 {
            self.check_access(to, name.len() as u64, true)?;
            self.state.memory.write_bytes(to, name.as_bytes());
        }
        self.set_result(site, name.len() as u64);
        Ok(())
    }

    /// `(number)`: the most bytes that it can have at the start.
    pub(crate) fn file_room_call(&mut self, site: &CallSite) -> Outcome<()> {
        let (_, _, content) = self.file_argument(site)?;
        self.set_result(site, content.most() as u64);
        Ok(())
    }

    /// `(number, to)`: writes the bytes and returns how many they are, which
    /// for an input is a term.
    pub(crate) fn file_content_call(&mut self, site: &CallSite) -> Outcome<()> {
        let (part, name, content) = self.file_argument(site)?;
        let to = self.address_argument(site, 1)?;
        match content {
            Content::Fixed(bytes) => {
                self.state.memory.write_bytes(to, &bytes);
                self.set_result(site, bytes.len() as u64);
            }
            Content::Input { most } => {
                let shown =
                    if name.is_empty() { "stdin".to_string() } else { format!("file {name}") };
                let size = self.sized_input(to, most as u64, &shown, part, site);
                self.set_result_value(site, Value::Symbolic(size));
            }
        }
        Ok(())
    }

    /// An input of `most` bytes, of which any number may be missing at the end.
    fn sized_input(
        &mut self,
        to: u64,
        most: u64,
        name: &str,
        part: WorldPart,
        site: &CallSite,
    ) -> Term {
        let mut variables: Vec<VarId> = self.byte_variables(to, most);
        let (variable, missing) = self.fresh_variable(COUNT_BITS);
        variables.push(variable);
        self.state.inputs.push_back(InputRecord {
            name: name.into(),
            source: Rc::new(InputSource::World { part }),
            shown: Shown::Text,
            variables: variables.into(),
            size: most as u32,
            has_length: true,
            cut: None,
            place: None,
        });
        // A long one is short at first: it grows where the program asks for more.
        if most > LONG {
            self.begin_with((most - SHORT).into());
        }
        let bits = site.result_leaves.first().map_or(64, |leaf| leaf.bits);
        self.present_term(most, missing, bits)
    }

    /// [`present`] as a term.
    fn present_term(&mut self, most: u64, missing: Term, bits: u32) -> Term {
        let all = self.terms.constant(COUNT_BITS, most.into());
        let zero = self.terms.constant(COUNT_BITS, present(most, u64::MAX).into());
        let too_many = self.terms.ult(all, missing);
        let rest = self.terms.sub(all, missing);
        let count = self.terms.ite(too_many, zero, rest);
        self.terms.zero_extend(count, bits)
    }
}
