//! Signals that the program raises by what it does wrong, and may handle.
//!
//! Where a program sets a handler somewhere, a path does not end with the finding: the library's
//! model is entered (`on_fault` of the platform), as a call that never returns to the faulty
//! instruction. It knows the handlers. It ends the path there after all ([`Machine::die`]) if there
//! is none for this signal.

use crate::machine::{Machine, Outcome, push_plain_frame};
use crate::path::PathEnd;
use crate::precondition::Fault;
use crate::value::Value;
use assay_base::Id;
use assay_verdict::FindingKind;
use std::sync::Arc;

/// What the model is told of a fault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    number: u32,
    /// The `si_code` of a handler that asks for it.
    code: i32,
    address: u64,
}

impl Signal {
    pub const ILLEGAL: Signal = Signal { number: 4, code: 2, address: 0 };
    pub const TRAP: Signal = Signal { number: 5, code: 0x80, address: 0 };
    const ABORT: Signal = Signal { number: 6, code: -6, address: 0 };
    const ARITHMETIC: Signal = Signal { number: 8, code: 1, address: 0 };

    fn access(address: u64) -> Signal {
        Signal { number: 11, code: 1, address }
    }
}

impl Machine {
    /// The signal that the processor or the C library raises for a finding that ends the path.
    pub(crate) fn signal_of(&self, kind: FindingKind) -> Option<Signal> {
        match kind {
            FindingKind::Abort | FindingKind::Assertion | FindingKind::ReachError => {
                Some(Signal::ABORT)
            }
            FindingKind::DivisionByZero | FindingKind::SignedOverflow => Some(Signal::ARITHMETIC),
            FindingKind::NullDereference => {
                Some(Signal::access(self.fault.as_ref().map_or(0, |fault| fault.address)))
            }
            // Near an object there may be anything.
            FindingKind::OutOfBounds => {
                let Fault { address, .. } = *self.fault.as_ref()?;
                self.is_far_from_objects(address).then_some(Signal::access(address))
            }
            // Of a stack that has no room the handler needs another one, of which nothing is known.
            FindingKind::StackOverflow
            | FindingKind::UseAfterFree
            | FindingKind::DoubleFree
            | FindingKind::InvalidFree
            | FindingKind::UninitialisedRead
            | FindingKind::BadShift
            | FindingKind::Unreachable
            | FindingKind::Timeout
            | FindingKind::UncaughtException => None,
        }
    }

    /// Whether the program ever sets a handler.
    pub(crate) fn handles_signals(&self) -> bool {
        self.subject.program.platform.on_fault.is_some()
    }

    /// Goes on in the model where the path would end by a signal that may have a handler.
    pub(crate) fn survive(&mut self, end: PathEnd) -> Outcome<()> {
        let signal = self.log.signal.take().filter(|_| end == PathEnd::Finding);
        let handle = self.subject.program.platform.on_fault;
        let Some((signal, handle)) = signal.zip(handle) else { return Err(end) };
        if self.subject.program.is_stub(handle) {
            self.grow(handle)?;
        }
        let code = Arc::clone(&self.subject.code);
        let Some(function) = &code.functions[handle.index()] else { return Err(end) };
        self.fault = None;
        push_plain_frame(&mut self.state, function);
        let frame = self.frame_mut();
        // The place of a call is that before its return.
        frame.return_to += 1;
        let base = frame.base as usize;
        let arguments = [u64::from(signal.number), u64::from(signal.code as u32), signal.address];
        for (param, argument) in function.params.iter().zip(arguments) {
            self.state.registers[base + param.slot as usize] = argument;
        }
        Ok(())
    }

    /// The path ends by what was found last.
    pub(crate) fn die(&mut self) -> Outcome<()> {
        self.log.signal = None;
        Err(PathEnd::Finding)
    }

    /// The signals that are held back.
    pub(crate) fn blocked_signals(&mut self) -> Option<u64> {
        let address = self.global_address(self.subject.program.platform.held_back)?;
        let bits = self.read(address, 64);
        Some(self.concrete(bits) as u64)
    }

    pub(crate) fn block_signals(&mut self, blocked: u64) {
        if let Some(address) = self.global_address(self.subject.program.platform.held_back) {
            self.write(address, Value::Concrete(blocked.into()), 64);
        }
    }
}
