//! The heap, and block moves by call.

use crate::blocks::MAX_SIZES;
use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::memory::ObjectKind;
use crate::path::{Decision, PathEnd};
use crate::precondition::Fault;
use crate::value::Value;
use assay_expr::Term;
use assay_program::{FuncId, GlobalId};
use assay_verdict::FindingKind;

/// What fresh heap memory holds, here and in the native run.
const HEAP_FILL: u8 = 0xAA;

/// Of the host.
const PAGE: u64 = 4096;

/// The error number of a request without success.
const NO_MEMORY: u64 = 12;

/// Bytes that a request for memory may be for, by the bits of a pointer.
fn most(bits: u32) -> u64 {
    if bits == 32 { 1 << 31 } else { 1 << 40 }
}

impl Machine {
    pub(crate) fn pointer_width(&self) -> u32 {
        u32::from(self.subject.code.pointer_bits)
    }

    /// A size that must be concrete: a bounded choice of values.
    fn size_argument(&mut self, site: &CallSite, n: usize) -> Outcome<u64> {
        match self.argument(site, n, self.pointer_width())? {
            Value::Concrete(number) => Ok(number as u64),
            Value::Symbolic(term) if self.is_absurd(term)? => Ok(u64::MAX),
            Value::Symbolic(term) => {
                Ok(self.choose(term, MAX_SIZES, "the size of an allocation")? as u64)
            }
        }
    }

    /// Whether more is asked for than any real machine gives: what the program does then is tried
    /// when nothing else is left.
    fn is_absurd(&mut self, size: Term) -> Outcome<bool> {
        let (_, largest) = self.terms.bounds(size);
        let bits = self.pointer_width();
        if largest <= most(bits).into() {
            return Ok(false);
        }
        let most = self.terms.constant(bits, most(bits).into());
        let is_real = self.terms.ule(size, most);
        Ok(!self.decide(is_real, Decision::Growth(0))?)
    }

    /// A fresh object; 0 where the program asks for more than the machine gives.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, initialised: bool) -> Outcome<u64> {
        // A request beyond any real machine fails, as it does natively.
        if size > most(self.pointer_width()) {
            return Ok(0);
        }
        if self.state.objects.live_bytes + size > self.limits.heap {
            return Err(PathEnd::OutOfMemory);
        }
        let place = self.place();
        let Some(base) = self.state.objects.allocate(size, align, place) else {
            return Err(PathEnd::OutOfMemory);
        };
        let fill = if initialised { 0 } else { HEAP_FILL };
        self.state.memory.map(base, size, fill, initialised);
        Ok(base)
    }

    /// Where the program looks at it at all, the model has a variable for it.
    pub(crate) fn set_error_number(&mut self, number: Value) {
        if let Some(address) = self.error_number_address() {
            self.write(address, number, 32);
        }
    }

    pub(crate) fn error_number_address(&self) -> Option<u64> {
        self.global_address(self.subject.program.platform.error_number)
    }

    pub(crate) fn error_number_call(&mut self, site: &CallSite) -> Outcome<()> {
        let number = match self.error_number_address() {
            Some(address) => self.read(address, 32),
            None => Value::Concrete(0),
        };
        self.set_result_value(site, number);
        Ok(())
    }

    /// Where a variable of the model lies, if it is there.
    pub(crate) fn global_address(&self, global: Option<GlobalId>) -> Option<u64> {
        global.map(|global| self.subject.image.addresses.global(global))
    }

    pub(crate) fn allocate_call(&mut self, site: &CallSite) -> Outcome<()> {
        let size = self.size_argument(site, 0)?;
        let base = self.allocate(size, 16, false)?;
        self.set_result(site, base);
        Ok(())
    }

    pub(crate) fn allocate_zeroed(&mut self, site: &CallSite) -> Outcome<()> {
        let (count, size) = (self.size_argument(site, 0)?, self.size_argument(site, 1)?);
        let base = match count.checked_mul(size) {
            Some(total) => self.allocate(total, 16, true)?,
            None => 0,
        };
        self.set_result(site, base);
        Ok(())
    }

    pub(crate) fn resize(&mut self, function: FuncId, site: &CallSite) -> Outcome<()> {
        let old = self.address_argument(site, 0)?;
        let size = self.size_argument(site, 1)?;
        if size > 0 && self.is_refused(function, site)? {
            return Ok(());
        }
        if old == 0 {
            let base = self.allocate(size, 16, false)?;
            self.set_result(site, base);
            return Ok(());
        }
        let old_size = self.check_free(old)?;
        if size == 0 {
            self.release(old, old_size);
            self.set_result(site, 0);
            return Ok(());
        }
        let base = self.allocate(size, 16, false)?;
        if base != 0 {
            self.state.memory.copy(base, old, old_size.min(size));
            self.release(old, old_size);
        }
        self.set_result(site, base);
        Ok(())
    }

    pub(crate) fn release_call(&mut self, site: &CallSite) -> Outcome<()> {
        let address = self.address_argument(site, 0)?;
        if address != 0 {
            let size = self.check_free(address)?;
            self.release(address, size);
        }
        Ok(())
    }

    /// The size of the live heap object that starts here, or a finding.
    fn check_free(&mut self, address: u64) -> Outcome<u64> {
        let fault = Fault { address, size: 1 };
        match self.state.objects.heap_object(address) {
            Some(object) if object.is_freed => {
                let size = object.size;
                let message = format!("the object of {size} bytes was freed before");
                self.fault = Some(fault);
                self.fail(FindingKind::DoubleFree, message)
            }
            Some(object) => Ok(object.size),
            None => {
                let message = match self.nearest_object(address) {
                    Some(object) if object.contains(address, 1) => match object.kind {
                        ObjectKind::Heap | ObjectKind::Freed => {
                            let offset = address - object.base;
                            format!("offset {offset} in a heap object is not its start")
                        }
                        ObjectKind::Global => "a global is not on the heap".to_string(),
                        ObjectKind::Stack => "a local is not on the heap".to_string(),
                    },
                    _ => format!("{address:#x} is no object"),
                };
                self.check_host_pointer(address)?;
                self.fault = Some(fault);
                self.fail(FindingKind::InvalidFree, message)
            }
        }
    }

    fn release(&mut self, address: u64, size: u64) {
        self.state.objects.free(address);
        self.state.memory.unmap(address, size);
    }

    pub(crate) fn allocate_pages(&mut self, site: &CallSite) -> Outcome<()> {
        let size = self.size_argument(site, 0)?;
        let base = self.allocate(size, PAGE, false)?;
        self.set_result(site, base);
        Ok(())
    }

    pub(crate) fn allocate_aligned(&mut self, site: &CallSite) -> Outcome<()> {
        let (align, size) = (self.size_argument(site, 0)?, self.size_argument(site, 1)?);
        let base = if align.is_power_of_two() { self.allocate(size, align, false)? } else { 0 };
        self.set_result(site, base);
        Ok(())
    }

    pub(crate) fn allocate_into(&mut self, site: &CallSite) -> Outcome<()> {
        const INVALID: u64 = 22;
        let to = self.address_argument(site, 0)?;
        let (align, size) = (self.size_argument(site, 1)?, self.size_argument(site, 2)?);
        let pointer = self.pointer_width();
        if !align.is_power_of_two() || align < u64::from(pointer / 8) {
            self.set_result(site, INVALID);
            return Ok(());
        }
        let base = self.allocate(size, align, false)?;
        if base == 0 {
            self.set_result(site, NO_MEMORY);
            return Ok(());
        }
        self.store(Value::Concrete(to.into()), Value::Concrete(base.into()), pointer)?;
        self.set_result(site, 0);
        Ok(())
    }

    pub(crate) fn memory_copy_call(&mut self, site: &CallSite) -> Outcome<()> {
        let size = self.size_argument(site, 2)?;
        let (to, from) = (self.address_argument(site, 0)?, self.address_argument(site, 1)?);
        self.copy_bytes(to, from, size)?;
        self.set_result(site, to);
        Ok(())
    }

    pub(crate) fn memory_set_call(&mut self, site: &CallSite) -> Outcome<()> {
        let size = self.size_argument(site, 2)?;
        let to = self.address_argument(site, 0)?;
        let byte = self.argument(site, 1, 8)?;
        self.fill_bytes(to, byte, size)?;
        self.set_result(site, to);
        Ok(())
    }
}
