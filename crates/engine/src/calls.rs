//! Calls and returns: frames, arguments, function pointers.

use crate::branch::MAX_TARGETS;
use crate::code::{CallArg, CallSite, Code, FunctionCode, Slot, Target};
use crate::failures::{Fate, asked};
use crate::machine::{Machine, Outcome, push_plain_frame};
use crate::memory::{STACK_TOP, gap_after};
use crate::path::PathEnd;
use crate::precondition::Fault;
use crate::state::Frame;
use crate::value::{Value, signed};
use crate::variadic::VariadicArea;
use assay_base::Id;
use assay_program::{Callee, FuncId, Op};
use assay_verdict::FindingKind;
use std::sync::Arc;

/// What one call costs on the native stack at least, beside its locals.
const NATIVE_FRAME: u64 = 96;

impl Machine {
    pub(crate) fn call(&mut self, code: &Code, site: u32) -> Outcome<()> {
        let site = &code.calls[site as usize];
        if let (Target::Function(function), Some(slots), None) =
            (&site.callee, &site.plain, &site.outside)
            && let Some(callee) = plain_callee(code, *function, slots)
        {
            return self.enter_plain(callee, site, slots);
        }
        if let Target::Stub(function) = site.callee {
            return Err(PathEnd::Missing(function));
        }
        let fate = self.fate(site.outside.as_deref(), site)?;
        if matches!(fate, Fate::Fails) {
            return Ok(());
        }
        match site.callee {
            Target::Function(function) => {
                self.enter(code, function, site)?;
                self.give_part(code, function, fate);
                Ok(())
            }
            Target::Primitive(primitive, function) => {
                self.call_primitive(primitive, function, site)?;
                self.state.pc = self.state.pc.wrapping_add(1);
                Ok(())
            }
            Target::External(function) => {
                self.call_external(function, site)?;
                self.state.pc += 1;
                Ok(())
            }
            Target::Indirect | Target::Stub(_) => self.unsupported("a call of nothing"),
        }
    }

    pub(crate) fn call_indirect(&mut self, code: &Code, a: Slot, site: u32) -> Outcome<()> {
        let pointer = u32::from(self.subject.code.pointer_bits);
        let address = match self.get(a, pointer) {
            Value::Concrete(number) => number as u64,
            Value::Symbolic(term) => {
                self.check_initialised(term)?;
                self.blame(term);
                self.choose(term, MAX_TARGETS, "a call through a pointer")? as u64
            }
        };
        let function = self.subject.image.addresses.function_at(address);
        let known = function.filter(|f| f.index() < self.subject.program.functions.len());
        let Some(function) = known else {
            self.check_host_pointer(address)?;
            let (kind, what) = if address < 4096 {
                (FindingKind::NullDereference, "call through a null pointer".to_string())
            } else {
                (FindingKind::OutOfBounds, format!("call of {address:#x}, which is no function"))
            };
            self.fault = Some(Fault { address, size: 1 });
            return self.fail(kind, what);
        };
        debug_assert!(self.is_listed(function), "a list of targets that is too short");
        let called = &code.calls[site as usize];
        if let Some(slots) = &called.plain
            && let Some(callee) = plain_callee(code, function, slots)
        {
            return self.enter_plain(callee, called, slots);
        }
        if self.subject.program.is_stub(function) {
            return Err(PathEnd::Missing(function));
        }
        let site = &code.calls[site as usize];
        let outside = asked(&self.subject.program, function).filter(|_| !self.is_in_model());
        let fate = self.fate(outside.as_deref(), site)?;
        if matches!(fate, Fate::Fails) {
            return Ok(());
        }
        let callee = &self.subject.program.functions[function];
        match callee.role.primitive() {
            Some(primitive) => {
                self.call_primitive(primitive, function, site)?;
                self.state.pc = self.state.pc.wrapping_add(1);
                Ok(())
            }
            _ if callee.body.is_some() => {
                self.enter(code, function, site)?;
                self.give_part(code, function, fate);
                Ok(())
            }
            _ => {
                self.call_external(function, site)?;
                self.state.pc += 1;
                Ok(())
            }
        }
    }

    /// Whether the program says that the current call, which is indirect, can reach this function.
    fn is_listed(&self, function: FuncId) -> bool {
        let caller = self.frame().function;
        let code = self.subject.code.functions[caller.index()].as_ref();
        let mut calls = code.iter().flat_map(|code| &code.calls);
        let call = calls.find(|(pc, ..)| *pc == self.state.pc);
        let body = self.subject.program.functions[caller].body.as_ref();
        let inst = call.zip(body).map(|(&(_, block, inst), body)| &body.blocks[block].insts[inst]);
        match inst.map(|inst| &inst.op) {
            Some(Op::Call { callee: Callee::Indirect { targets: Some(list), .. }, .. }) => {
                list.contains(&function)
            }
            _ => true,
        }
    }

    /// Makes a frame for a call that only moves what is in these slots.
    #[inline]
    fn enter_plain(
        &mut self,
        callee: &FunctionCode,
        site: &CallSite,
        slots: &[Slot],
    ) -> Outcome<()> {
        self.check_stack(callee.frame_size)?;
        let (return_to, caller_stack) = (self.state.pc + 1, self.state.stack);
        let (caller, was_symbolic) = (self.frame().base as usize, self.frame().is_symbolic);
        push_plain_frame(&mut self.state, callee);
        let base = self.frame().base as usize;
        let mut is_symbolic = false;
        for (to, &slot) in slots.iter().enumerate() {
            let from = caller + slot as usize;
            self.state.registers[base + to] = self.state.registers[from];
            if was_symbolic {
                let shadow = self.state.shadows[from];
                self.state.shadows[base + to] = shadow;
                is_symbolic |= shadow.is_some();
            }
        }
        let frame = self.frame_mut();
        (frame.return_to, frame.result) = (return_to, site.result);
        (frame.caller_stack, frame.is_symbolic) = (caller_stack, is_symbolic);
        Ok(())
    }

    /// Makes a frame for `function` with the arguments of the call.
    fn enter(&mut self, code: &Code, function: FuncId, site: &CallSite) -> Outcome<()> {
        let Some(callee) = code.functions[function.index()].as_ref() else {
            return self.unsupported("a call of a function without code");
        };
        self.check_stack(callee.frame_size)?;
        let caller_base = self.frame().base as usize;
        let return_to = self.state.pc + 1;
        let caller_stack = self.state.stack;
        let outer_objects = self.state.stack_objects.len() as u32;
        let fixed = self.fixed_arguments(callee, site);
        let copies =
            if site.has_copies { self.copy_arguments(&site.args[..fixed])? } else { Vec::new() };
        let variadic = match callee.is_variadic {
            true => self.variadic_area(&site.args[..fixed], &site.args[fixed..])?,
            false => VariadicArea::default(),
        };

        push_plain_frame(&mut self.state, callee);
        let base = self.frame().base as usize;
        let mut params = callee.params.iter();
        let mut is_symbolic = false;
        for (i, arg) in site.args[..fixed].iter().enumerate() {
            for leaf in &arg.leaves {
                let Some(param) = params.next() else { break };
                let from = caller_base + leaf.slot as usize;
                let to = base + param.slot as usize;
                for part in 0..param.leaf.slots().min(leaf.leaf.slots()) as usize {
                    self.state.registers[to + part] = self.state.registers[from + part];
                    self.state.shadows[to + part] = self.state.shadows[from + part];
                    is_symbolic |= self.state.shadows[to + part].is_some();
                }
                if let Some(Some(address)) = copies.get(i).copied() {
                    self.state.registers[to] = address;
                    self.state.shadows[to] = None;
                }
            }
        }
        let result = site.result;
        let frame = self.frame_mut();
        frame.return_to = return_to;
        frame.result = result;
        frame.caller_stack = caller_stack;
        frame.outer_objects = outer_objects;
        frame.variadic = variadic;
        frame.is_symbolic = is_symbolic;
        Ok(())
    }

    /// Lets the function that has just been entered see another argument than its caller gave it.
    fn give_part(&mut self, code: &Code, function: FuncId, fate: Fate) {
        let Fate::DoesPart(argument, value) = fate else { return };
        let callee = code.functions[function.index()].as_ref();
        let Some(param) = callee.and_then(|callee| callee.params.get(argument)) else { return };
        self.set(param.slot, param.leaf.bits, value);
        self.frame_mut().is_symbolic |= matches!(value, Value::Symbolic(_));
    }

    /// How many of the call's arguments fill the callee's own parameters.
    fn fixed_arguments(&self, callee: &FunctionCode, site: &CallSite) -> usize {
        let mut leaves = 0;
        for (i, arg) in site.args.iter().enumerate() {
            if leaves >= callee.params.len() {
                return i;
            }
            leaves += arg.leaves.len();
        }
        site.args.len()
    }

    fn check_stack(&mut self, size: u64) -> Outcome<()> {
        let locals = STACK_TOP - self.state.stack + size;
        let native = locals + self.state.frames.len() as u64 * NATIVE_FRAME;
        if native > self.limits.stack {
            let depth = self.state.frames.len();
            let message = format!("{depth} calls deep, more than the stack holds");
            return self.fail(FindingKind::StackOverflow, message);
        }
        Ok(())
    }

    /// Reserves bytes on the stack that live until the current call returns.
    pub(crate) fn push_stack_object(&mut self, size: u64, align: u64) -> Outcome<u64> {
        let base = self.push_stack_holes(size, align)?;
        self.state.memory.map(base, size, 0xAA, false);
        Ok(base)
    }

    /// The same, but none of the bytes exists yet.
    pub(crate) fn push_stack_holes(&mut self, size: u64, align: u64) -> Outcome<u64> {
        self.check_stack(size)?;
        let gap = gap_after(size);
        let base = (self.state.stack - size - gap) & !(align.max(16) - 1);
        self.state.stack = base;
        self.state.stack_objects.push((base, size));
        Ok(base)
    }

    /// Structs passed by value: the address of each copy.
    fn copy_arguments(&mut self, args: &[CallArg]) -> Outcome<Vec<Option<u64>>> {
        let mut copies = Vec::with_capacity(args.len());
        for arg in args {
            copies.push(match arg.byval {
                Some((size, align)) => Some(self.copy_argument(arg, size, align)?),
                None => None,
            });
        }
        Ok(copies)
    }

    fn copy_argument(&mut self, arg: &CallArg, size: u64, align: u64) -> Outcome<u64> {
        let original = self.concrete_address(arg.leaves[0].slot)?;
        self.check_access(original, size, false)?;
        let copy = self.push_stack_object(size, align)?;
        self.state.memory.copy(copy, original, size);
        Ok(copy)
    }

    /// An address that must be concrete from here on.
    pub(crate) fn concrete_address(&mut self, slot: Slot) -> Outcome<u64> {
        let pointer = u32::from(self.subject.code.pointer_bits);
        match self.get(slot, pointer) {
            Value::Concrete(number) => Ok(number as u64),
            Value::Symbolic(term) => {
                self.blame(term);
                Ok(self.choose(term, MAX_TARGETS, "an address of a block of memory")? as u64)
            }
        }
    }

    pub(crate) fn return_from(&mut self, code: &Code, first: Slot, count: u32) -> Outcome<()> {
        let Some(frame) = self.state.frames.pop() else { return self.unsupported("a return") };
        self.leave_locals(code, &frame);
        let from = frame.base as usize + first as usize;
        if self.state.frames.is_empty() {
            let end = self.entry_returned(from, count);
            return self.run_exit_handlers(end, 0);
        }
        let caller_base = self.frame().base as usize;
        if frame.result != Slot::MAX && count > 0 {
            let to = caller_base + frame.result as usize;
            for i in 0..count as usize {
                self.state.registers[to + i] = self.state.registers[from + i];
                let shadow = self.state.shadows[from + i];
                self.state.shadows[to + i] = shadow;
                if shadow.is_some() {
                    self.frame_mut().is_symbolic = true;
                }
            }
        }
        self.state.registers.truncate(frame.base as usize);
        self.state.shadows.truncate(frame.base as usize);
        self.state.pc = frame.return_to;
        Ok(())
    }

    /// Leaves calls up to the innermost one that catches what is thrown.
    pub(crate) fn throw(&mut self, code: &Code, a: Slot) -> Outcome<()> {
        let handler = |frame: &Frame, caller: &Frame| {
            code.functions[caller.function.index()].as_ref()?.handler_of(frame.return_to)
        };
        let frames = &self.state.frames;
        let caught = (1..frames.len())
            .rev()
            .find_map(|depth| Some((depth, handler(&frames[depth], &frames[depth - 1])?)));
        let Some((depth, handler)) = caught else {
            let message = "nobody catches what is thrown here".to_string();
            return self.fail(FindingKind::UncaughtException, message);
        };
        self.state.thrown = self.get(a, u32::from(self.subject.code.pointer_bits));
        self.unwind(depth);
        self.state.pc = handler;
        Ok(())
    }

    pub(crate) fn caught(&mut self, d: Slot) -> Outcome<()> {
        self.set(d, u32::from(self.subject.code.pointer_bits), self.state.thrown);
        Ok(())
    }

    /// The memory of a call goes away.
    #[inline]
    pub(crate) fn leave_locals(&mut self, code: &Code, frame: &Frame) {
        if let Some(function) = &code.functions[frame.function.index()] {
            for &(offset, size) in &function.locals {
                self.state.memory.unmap(frame.locals + offset, size);
            }
        }
        self.drop_stack_objects(frame.outer_objects);
        self.state.stack = frame.caller_stack;
    }

    pub(crate) fn drop_stack_objects(&mut self, keep: u32) {
        while self.state.stack_objects.len() > keep as usize {
            if let Some((base, size)) = self.state.stack_objects.pop() {
                self.state.memory.unmap(base, size);
            }
        }
    }

    /// How the program ends when its first frame returns.
    fn entry_returned(&mut self, from: usize, count: u32) -> PathEnd {
        if count == 0 {
            return PathEnd::Returned(None);
        }
        let value = match self.state.shadows[from] {
            Some(term) => self.evaluate(term) as u64,
            None => self.state.registers[from],
        };
        PathEnd::Returned(Some(signed(value, 32)))
    }

    /// Ends the program, after what is registered for its exit has run. The machine goes on
    /// `behind` instructions before the first handler.
    pub(crate) fn run_exit_handlers(&mut self, end: PathEnd, behind: u32) -> Outcome<()> {
        if let Some(end) = self.state.ending.take() {
            return Err(end);
        }
        self.state.frames.clear();
        self.state.registers.clear();
        self.state.shadows.clear();
        let program = Arc::clone(&self.subject.program);
        let code = Arc::clone(&self.subject.code);
        for handler in program.shutdown.iter().rev() {
            if let Some(body) = &code.functions[handler.index()] {
                push_plain_frame(&mut self.state, body);
            }
        }
        if self.state.frames.is_empty() {
            return Err(end);
        }
        self.state.ending = Some(end);
        self.state.pc = self.state.pc.wrapping_sub(behind);
        Ok(())
    }

    /// Writes a concrete result of a primitive.
    pub(crate) fn set_result(&mut self, site: &CallSite, number: u64) {
        self.set_result_value(site, Value::Concrete(u128::from(number)));
    }

    pub(crate) fn set_result_value(&mut self, site: &CallSite, value: Value) {
        if let Some(leaf) = site.result_leaves.first() {
            self.set(site.result, leaf.bits, value);
        }
    }

    /// The n-th argument of a primitive, resized to `bits`.
    pub(crate) fn argument(&mut self, site: &CallSite, n: usize, bits: u32) -> Outcome<Value> {
        let Some(arg) = site.args.get(n).and_then(|arg| arg.leaves.first()) else {
            return self.unsupported("a call of a library function with too few arguments");
        };
        Ok(match self.get(arg.slot, arg.leaf.bits) {
            Value::Concrete(number) => Value::Concrete(number & crate::value::wide_mask(bits)),
            Value::Symbolic(term) => {
                let term = self.terms.resize(term, bits);
                Value::of(&self.terms, term)
            }
        })
    }

    /// The n-th argument as an address.
    pub(crate) fn address_argument(&mut self, site: &CallSite, n: usize) -> Outcome<u64> {
        let Some(arg) = site.args.get(n).and_then(|arg| arg.leaves.first()) else {
            return self.unsupported("a call of a library function with too few arguments");
        };
        self.concrete_address(arg.slot)
    }
}

/// The code of a function that is called with what these slots hold, if that is all there is to it.
#[inline]
fn plain_callee<'c>(code: &'c Code, function: FuncId, slots: &[Slot]) -> Option<&'c FunctionCode> {
    let callee = code.functions.get(function.index())?.as_ref()?;
    (callee.is_plain && callee.params.len() == slots.len()).then_some(callee)
}
