//! Calls of functions that the user lets the program make on the host.
//!
//! The arguments, and the objects that can be reached from them, become concrete: what depends on
//! inputs is fixed to its value on this path, which is a bound of the exploration and told as a
//! note. What comes back is concrete too.
//!
//! A pointer into memory of the host means nothing to the machine. If the function returns one,
//! the program gets a copy of what C's types say is behind it, or, where they say nothing, the
//! bare number, which it can pass on but not look behind.

use crate::code::{CallSite, Leaf, LeafKind};
use crate::machine::{Machine, Outcome};
use crate::memory::Byte;
use crate::value::Value;
use assay_expr::Value as Number;
use assay_program::native::{
    BehindResult, NativeAnswer, NativeCall, NativeFunctions, NativeObject,
};
use assay_program::{FuncId, Prototype, Scalar, Signature};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes of all objects of one call.
const MOST_BYTES: u64 = 16 << 20;

/// The addresses of the machine's own memory are below.
const ADDRESSES: u64 = 1 << 32;

impl Machine {
    /// The functions of the host, if this is one that the user allows.
    pub(crate) fn native_functions(&self, name: &str) -> Option<Arc<dyn NativeFunctions>> {
        self.subject.native.clone().filter(|native| native.allows(name))
    }

    pub(crate) fn call_native(
        &mut self,
        native: &dyn NativeFunctions,
        function: FuncId,
        site: &CallSite,
    ) -> Outcome<()> {
        let call = Arc::new(self.native_call(function, site)?);
        self.state.native_calls.push_back(Arc::clone(&call));
        let calls: Vec<Arc<NativeCall>> = self.state.native_calls.iter().cloned().collect();
        let answer = match native.call(&calls) {
            Ok(answer) => answer,
            Err(why) => return self.unsupported(why),
        };
        self.take_objects(&call, &answer)?;
        self.set_error_number(Value::Concrete((answer.error as u32).into()));
        self.take_result(&call, &answer, site)
    }

    fn native_call(&mut self, function: FuncId, site: &CallSite) -> Outcome<NativeCall> {
        let subject = self.subject.clone();
        let declared = &subject.program.functions[function];
        let name = &declared.name;
        let mut signature = Signature {
            function: name.clone(),
            result: site.result_leaves.iter().map(scalar).collect(),
            args: Vec::new(),
            fixed: declared.is_variadic.then_some(declared.params.len()),
        };
        let mut args = Vec::new();
        for arg in &site.args {
            let ([leaf], None) = (&arg.leaves[..], arg.byval) else {
                return self.unsupported(format!("'{name}': a struct by value"));
            };
            let value = self.get(leaf.slot, leaf.leaf.bits);
            let number = self.fixed_value(value, leaf.leaf.bits, name);
            let is_pointer = leaf.leaf.kind == LeafKind::Pointer;
            if is_pointer && subject.image.addresses.function_at(number as u64).is_some() {
                let what = format!("'{name}': it is given a function of the program to call");
                return self.unsupported(what);
            }
            signature.args.push(scalar(&leaf.leaf));
            args.push(number);
        }
        let roots = args.iter().zip(&signature.args);
        let roots: Vec<u64> = roots
            .filter(|(_, scalar)| **scalar == Scalar::Pointer)
            .map(|(number, _)| *number as u64)
            .collect();
        Ok(NativeCall {
            objects: self.reachable_objects(roots, name)?,
            error: self.native_error(),
            behind_result: behind_result(declared.prototype.as_ref()),
            signature,
            args,
        })
    }

    /// The value on this path, to which it is fixed.
    fn fixed_value(&mut self, value: Value, bits: u32, name: &str) -> Number {
        let Value::Symbolic(term) = value else { return self.concrete(value) };
        let number = self.evaluate(term);
        let constant = self.terms.constant(bits, number);
        let same = self.terms.eq(term, constant);
        self.constrain(same);
        self.notes.insert(format!("concretised: what '{name}' is called with natively"));
        number
    }

    /// The objects that these pointers lead to, also through other objects.
    fn reachable_objects(&mut self, roots: Vec<u64>, name: &str) -> Outcome<Vec<NativeObject>> {
        let word = u64::from(self.subject.code.pointer_bits) / 8;
        let mut waiting = roots;
        let mut found = BTreeMap::new();
        let mut size = 0;
        while let Some(address) = waiting.pop() {
            // One behind the end is a pointer to the object too.
            let object = self
                .live_object(address, 1)
                .or_else(|| address.checked_sub(1).and_then(|before| self.live_object(before, 1)));
            let Some(object) = object.filter(|object| !found.contains_key(&object.base)) else {
                continue;
            };
            size += object.size;
            if size > MOST_BYTES {
                return self.unsupported(format!("'{name}': it may reach too much memory"));
            }
            let bytes: Vec<u8> = (object.base..object.base + object.size)
                .map(|at| self.fixed_byte(at, name))
                .collect();
            let start = (object.base.next_multiple_of(word) - object.base).min(object.size);
            waiting.extend(bytes[start as usize..].chunks_exact(word as usize).map(address_in));
            found.insert(object.base, bytes);
        }
        let objects = found.into_iter();
        Ok(objects.map(|(address, bytes)| NativeObject { address, bytes }).collect())
    }

    fn fixed_byte(&mut self, address: u64, name: &str) -> u8 {
        match self.state.memory.byte(address) {
            Byte::Concrete(byte) | Byte::Uninitialised(byte) => byte,
            byte @ Byte::Symbolic(_) => {
                let term = self.byte_term(byte, address);
                self.fixed_value(Value::Symbolic(term), 8, name) as u8
            }
        }
    }

    /// What the function left in memory. It may have initialised any of it.
    fn take_objects(&mut self, call: &NativeCall, answer: &NativeAnswer) -> Outcome<()> {
        for (object, bytes) in call.objects.iter().zip(&answer.objects) {
            let size = bytes.len() as u64;
            if self.state.memory.is_accessible(object.address, size, true) {
                self.state.memory.write_bytes(object.address, bytes);
            } else if object.bytes != *bytes {
                let name = &call.signature.function;
                return self.unsupported(format!("'{name}' writes into a constant"));
            }
        }
        Ok(())
    }

    fn take_result(
        &mut self,
        call: &NativeCall,
        answer: &NativeAnswer,
        site: &CallSite,
    ) -> Outcome<()> {
        if let Some(behind) = &answer.behind_result {
            return self.take_pointer(call, behind, answer.result[0], site);
        }
        let mut slot = site.result;
        for (leaf, &number) in site.result_leaves.iter().zip(&answer.result) {
            let number = number & crate::value::wide_mask(leaf.bits);
            self.set(slot, leaf.bits, Value::Concrete(number));
            slot += leaf.slots();
        }
        Ok(())
    }

    /// A pointer to memory of the host.
    fn take_pointer(
        &mut self,
        call: &NativeCall,
        behind: &[u8],
        number: Number,
        site: &CallSite,
    ) -> Outcome<()> {
        if !behind.is_empty() {
            let address = self.allocate(behind.len() as u64, 16, true)?;
            self.state.memory.write_bytes(address, behind);
            self.set_result(site, address);
            return Ok(());
        }
        // Such numbers are no addresses of the machine, if they have 64 bits.
        if self.subject.code.pointer_bits == 32 {
            let name = &call.signature.function;
            return self.unsupported(format!("'{name}' returns a pointer to memory of its own"));
        }
        self.state.has_host_pointers = true;
        self.set_result(site, number as u64);
        Ok(())
    }

    /// Ends the path where the program looks behind a pointer to memory of the host: that is no
    /// mistake of the program.
    pub(crate) fn check_host_pointer(&self, address: u64) -> Outcome<()> {
        if self.state.has_host_pointers && address > ADDRESSES {
            return self.unsupported("a use of memory that a native function gave out");
        }
        Ok(())
    }

    fn native_error(&mut self) -> i32 {
        let Some(address) = self.error_number_address() else { return 0 };
        let value = self.read(address, 32);
        self.concrete(value) as i32
    }
}

fn behind_result(prototype: Option<&Prototype>) -> BehindResult {
    match prototype {
        Some(known) if known.returns_text => BehindResult::Text,
        // A block without parts is memory of an unknown size.
        Some(Prototype { result: Some(target), .. }) if !target.parts.is_empty() => {
            BehindResult::Bytes(target.size)
        }
        _ => BehindResult::Opaque,
    }
}

fn address_in(word: &[u8]) -> u64 {
    word.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn scalar(leaf: &Leaf) -> Scalar {
    match leaf.kind {
        LeafKind::Int => Scalar::Integer(leaf.bits),
        LeafKind::Pointer => Scalar::Pointer,
        LeafKind::Float(_) => match leaf.bits {
            32 => Scalar::Float,
            64 => Scalar::Double,
            _ => Scalar::LongDouble,
        },
    }
}
