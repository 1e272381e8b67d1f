//! Whether a pointer points to a variable, as a run decides it: by comparing addresses.
//!
//! A local that other functions come to by a pointer has its address in a global as long as it
//! lives. Only locals of functions that have one frame at a time are among them.

use super::accesses::Through;
use super::variables::Variable;
use crate::llvm::{Opcode, RawIntPredicate, RawLinkage, Type, Value};
use crate::marks::Placing;
use rustc_hash::FxHashMap;

/// How the names of the globals begin that hold the addresses of locals.
const ADDRESS: &str = "assay.address.";

pub struct Aims<'r, 'm> {
    placing: &'r Placing<'m>,
    /// An integer as wide as an address.
    number: Type<'m>,
    /// Where the address of a local is found.
    addresses: FxHashMap<Value<'m>, Value<'m>>,
}

impl<'r, 'm> Aims<'r, 'm> {
    pub fn new(placing: &'r Placing<'m>) -> Aims<'r, 'm> {
        let number = placing.module.int_type(placing.module.data_layout().pointer_bits());
        Aims { placing, number, addresses: FxHashMap::default() }
    }

    /// From where it begins to live until its function returns, other functions know where a local
    /// is.
    pub fn share(&mut self, local: &Variable<'m>) {
        if self.addresses.contains_key(&local.home) {
            return;
        }
        let Placing { module, builder, .. } = self.placing;
        let pointer = module.pointer_type();
        let address =
            module.add_global(&format!("{ADDRESS}{}", local.name), pointer, pointer.zero());
        address.set_linkage(RawLinkage::LLVMInternalLinkage);
        if let Some(after) = local.home.next_instruction() {
            builder.place_before(after);
            builder.store(local.home, address);
        }
        for end in ends(local.home) {
            builder.place_before(end);
            builder.store(pointer.zero(), address);
        }
        self.addresses.insert(local.home, address);
    }

    /// Whether the access of `function` touches the variable; the builder is where that is asked.
    pub fn hits(
        &self,
        variable: &Variable<'m>,
        through: Through<'m>,
        function: Value<'m>,
    ) -> Value<'m> {
        let builder = &self.placing.builder;
        let number = |value: u64| self.number.constant(value);
        let as_number = |address| builder.cast(Opcode::LLVMPtrToInt, address, self.number);
        let mut start = as_number(self.home(variable, function));
        if variable.offset > 0 {
            start = builder.binary(Opcode::LLVMAdd, start, number(variable.offset));
        }
        let address = as_number(through.address);
        if variable.size == through.size && !variable.is_array {
            return builder.equal(address, start);
        }
        // The last byte of the access is not before the variable, nor its first one behind it.
        let reach = through.size.max(1) - 1;
        let distance = builder.binary(Opcode::LLVMSub, address, start);
        let last = builder.binary(Opcode::LLVMAdd, distance, number(reach));
        let width = number(variable.size.saturating_add(reach));
        builder.compare(RawIntPredicate::LLVMIntULT, last, width)
    }

    /// Where the object is that the variable belongs to.
    fn home(&self, variable: &Variable<'m>, function: Value<'m>) -> Value<'m> {
        let home = variable.home;
        let is_here = !home.is_instruction() || home.block().function() == function;
        match self.addresses.get(&home).filter(|_| !is_here) {
            Some(&address) => {
                self.placing.builder.load(self.placing.module.pointer_type(), address)
            }
            None => home,
        }
    }
}

/// Where the function of a local returns.
pub fn ends(home: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let last = home.block().function().blocks().filter_map(|block| block.terminator());
    last.filter(|last| last.opcode() == Opcode::LLVMRet)
}
