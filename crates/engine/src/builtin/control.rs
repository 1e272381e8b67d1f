//! Ways out: exits, aborts, failed assertions, and non-local jumps.

use crate::code::{CallSite, Slot};
use crate::machine::{Machine, Outcome};
use crate::memory::Byte;
use crate::path::PathEnd;
use crate::state::{Frame, JumpPoint};
use crate::value::{Value, signed};
use assay_program::{FuncId, Role};
use assay_verdict::FindingKind;
use std::sync::Arc;

impl Machine {
    fn exit_code(&mut self, site: &CallSite) -> Outcome<i64> {
        let code = self.argument(site, 0, 32)?;
        Ok(signed(self.current(code) as u64, 32))
    }

    pub(crate) fn exit(&mut self, site: &CallSite) -> Outcome<()> {
        let code = self.exit_code(site)?;
        self.run_exit_handlers(PathEnd::Exited(code), 1)
    }

    pub(crate) fn exit_now(&mut self, site: &CallSite) -> Outcome<()> {
        let code = self.exit_code(site)?;
        Err(PathEnd::Exited(code))
    }

    /// A failure counts as `reach-error` when it happens inside the program's own error function.
    fn failure_kind(&self, kind: FindingKind) -> FindingKind {
        let program = &self.subject.program;
        let is_error = |frame: &Frame| program.functions[frame.function].role == Role::Error;
        let is_error = self.state.frames.iter().any(is_error);
        if is_error { FindingKind::ReachError } else { kind }
    }

    pub(crate) fn abort(&mut self) -> Outcome<()> {
        let kind = self.failure_kind(FindingKind::Abort);
        self.fail(kind, "the program aborts".into())
    }

    pub(crate) fn reach_error(&mut self) -> Outcome<()> {
        self.fail(FindingKind::ReachError, "the error function is called".into())
    }

    pub(crate) fn fail_assertion(&mut self, site: &CallSite) -> Outcome<()> {
        let text = self.address_argument(site, 0)?;
        let expression = self.concrete_text(text);
        let kind = self.failure_kind(FindingKind::Assertion);
        self.fail(kind, format!("assertion '{expression}' failed"))
    }

    /// The string at an address as far as it is concrete, for messages.
    pub(crate) fn concrete_text(&self, address: u64) -> String {
        let mut text = Vec::new();
        for i in 0..256 {
            if !self.state.memory.is_accessible(address + i, 1, false) {
                break;
            }
            match self.state.memory.byte(address + i) {
                Byte::Concrete(0) => break,
                Byte::Concrete(byte) => text.push(byte),
                _ => text.push(b'?'),
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Stores the number of a jump point in the buffer and returns 0.
    pub(crate) fn mark_place(&mut self, site: &CallSite) -> Outcome<()> {
        let buffer = self.address_argument(site, 0)?;
        self.check_access(buffer, 8, true)?;
        let blocked = match site.args.len() {
            2.. => {
                let keeps = self.argument(site, 1, 32)?;
                (self.concrete(keeps) != 0).then(|| self.blocked_signals()).flatten()
            }
            _ => None,
        };
        let number = self.state.jump_points.len() as u64;
        self.state.jump_points.push(JumpPoint {
            depth: self.state.frames.len() as u32,
            serial: self.frame().serial,
            pc: self.state.pc,
            result: site.result,
            stack: self.state.stack,
            objects: self.state.stack_objects.len() as u32,
            blocked,
        });
        self.write(buffer, Value::Concrete(u128::from(number)), 64);
        self.set_result(site, 0);
        Ok(())
    }

    pub(crate) fn jump_back(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let buffer = self.address_argument(site, 0)?;
        self.check_access(buffer, 8, false)?;
        let value = self.argument(site, 1, 32)?;
        let value = match value {
            Value::Concrete(0) => Value::Concrete(1),
            Value::Concrete(_) => value,
            Value::Symbolic(term) => {
                let (zero, one) = (self.terms.constant(32, 0), self.terms.constant(32, 1));
                let is_zero = self.terms.eq(term, zero);
                Value::Symbolic(self.terms.ite(is_zero, one, term))
            }
        };
        let number = self.read(buffer, 64);
        let number = self.concrete(number) as usize;
        let point = self.state.jump_points.get(number).cloned().filter(|point| {
            let frame = self.state.frames.get(point.depth as usize - 1);
            frame.is_some_and(|frame| frame.serial == point.serial)
        });
        let Some(point) = point else {
            let name = &self.subject.program.functions[function].name;
            let message = format!("{name} to a function that has returned");
            return self.fail(FindingKind::UseAfterFree, message);
        };
        self.unwind(point.depth as usize);
        self.drop_stack_objects(point.objects);
        self.state.stack = point.stack;
        if let Some(blocked) = point.blocked {
            self.block_signals(blocked);
        }
        if point.result != Slot::MAX {
            self.set(point.result, 32, value);
        }
        // The caller of a primitive goes on behind the call: where the place was marked.
        self.state.pc = point.pc;
        Ok(())
    }

    /// Leaves all calls above `depth`.
    pub(crate) fn unwind(&mut self, depth: usize) {
        let code = Arc::clone(&self.subject.code);
        while self.state.frames.len() > depth {
            let frame = self.frame().clone();
            self.leave_locals(&code, &frame);
            self.state.frames.pop();
            self.state.registers.truncate(frame.base as usize);
            self.state.shadows.truncate(frame.base as usize);
        }
    }
}
