//! Where the arguments of a function come from: the way from C's parameters to LLVM's.
//!
//! A struct may arrive in pieces, in registers, or as a copy in memory. Instead of knowing the
//! calling conventions, this reads them off the callee: clang's unoptimised code first puts every
//! argument where the parameter it belongs to lives.

use crate::edges::{calls, calls_prefix};
use crate::llvm::{DataLayout, Metadata, Module, Opcode, Value, ValueKind};
use rustc_hash::FxHashMap;

/// What the caller passes for one of LLVM's parameters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Where the result goes.
    Result,
    /// The bytes at this offset of a C parameter.
    Part { parameter: usize, offset: u64 },
    /// The address of a copy of a C parameter.
    Copy { parameter: usize },
    /// It has no home in the source: zero.
    Unused,
}

pub struct Arguments<'m> {
    /// One for each of LLVM's parameters.
    pub arguments: Vec<Argument>,
    /// The variables of C's parameters, in their order.
    pub parameters: Vec<Metadata<'m>>,
}

impl<'m> Arguments<'m> {
    /// The module's debug information must be in the form of calls.
    pub fn of(module: &'m Module, function: Value<'m>) -> Arguments<'m> {
        let homes = declared_homes(function);
        let mut result = Arguments { arguments: Vec::new(), parameters: Vec::new() };
        for (index, param) in function.params().into_iter().enumerate() {
            let argument = if function.param_type_attribute(index as u32, "sret").is_some() {
                Argument::Result
            } else if let Some(&variable) = homes.get(&param) {
                Argument::Copy { parameter: result.parameter(variable) }
            } else if let Some((variable, offset)) = stored_at(module, &homes, param) {
                Argument::Part { parameter: result.parameter(variable), offset }
            } else if let Some(variable) = loaded_to(module, &homes, param) {
                Argument::Copy { parameter: result.parameter(variable) }
            } else {
                Argument::Unused
            };
            result.arguments.push(argument);
        }
        result
    }

    fn parameter(&mut self, variable: Metadata<'m>) -> usize {
        match self.parameters.iter().position(|&known| known == variable) {
            Some(index) => index,
            None => {
                self.parameters.push(variable);
                self.parameters.len() - 1
            }
        }
    }
}

/// The variables by their addresses.
pub(super) fn declared_homes(function: Value<'_>) -> FxHashMap<Value<'_>, Metadata<'_>> {
    let mut homes = FxHashMap::default();
    for instruction in function.blocks().flat_map(|block| block.instructions()) {
        if !calls(instruction, "llvm.dbg.declare") {
            continue;
        }
        let address = instruction.operand(0).metadata_value();
        let variable = instruction.operand(1).metadata_node();
        if let (Some(address), Some(variable)) = (address, variable)
            && variable.is_local_variable()
        {
            homes.entry(address).or_insert(variable);
        }
    }
    homes
}

/// The variable that gets what a parameter is the address of: an integer too wide for registers.
fn loaded_to<'m>(
    module: &'m Module,
    homes: &FxHashMap<Value<'m>, Metadata<'m>>,
    param: Value<'m>,
) -> Option<Metadata<'m>> {
    let load = user_with(param, |user| user.opcode() == Opcode::LLVMLoad)?;
    stored_at(module, homes, load).map(|(variable, _)| variable)
}

fn user_with<'m>(value: Value<'m>, is_wanted: impl Fn(Value<'m>) -> bool) -> Option<Value<'m>> {
    value.users().find(|&user| user.is_instruction() && is_wanted(user))
}

/// Where a value is first stored. Truth values and integers of odd widths are resized on the way.
fn first_store(value: Value<'_>) -> Option<Value<'_>> {
    let is_resize = |user: Value| {
        matches!(user.opcode(), Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc)
    };
    let mut steps = std::iter::successors(Some(value), |&value| user_with(value, is_resize));
    steps.find_map(|value| {
        user_with(value, |user| user.opcode() == Opcode::LLVMStore && user.operand(0) == value)
    })
}

/// The variable that a value is stored to at once, and where in it.
fn stored_at<'m>(
    module: &'m Module,
    homes: &FxHashMap<Value<'m>, Metadata<'m>>,
    value: Value<'m>,
) -> Option<(Metadata<'m>, u64)> {
    let store = first_store(value)?;
    let (allocation, offset) = allocation_and_offset(module.data_layout(), store.operand(1));
    if let Some(&variable) = homes.get(&allocation) {
        return Some((variable, offset));
    }
    // An integer that does not fill its register is stored in two steps.
    let reload = user_with(allocation, |user| user.opcode() == Opcode::LLVMLoad);
    if let Some(store) = reload.and_then(first_store) {
        let (home, _) = allocation_and_offset(module.data_layout(), store.operand(1));
        return homes.get(&home).map(|&variable| (variable, offset));
    }
    // The pieces of a struct whose registers are larger than it go through a copy.
    let copy = allocation.users().find(|&user| {
        user.is_instruction() && calls_prefix(user, "llvm.memcpy") && user.operand(1) == allocation
    })?;
    let (target, further) = allocation_and_offset(module.data_layout(), copy.operand(0));
    homes.get(&target).map(|&variable| (variable, offset + further))
}

/// What an address is in, and how far from its start.
fn allocation_and_offset<'m>(layout: DataLayout<'m>, address: Value<'m>) -> (Value<'m>, u64) {
    let (mut address, mut offset) = (address, 0);
    while address.is_instruction() && address.opcode() == Opcode::LLVMGetElementPtr {
        let source = address.gep_source_type();
        let last = address.operand(address.operand_count() - 1);
        let index = last.as_int().unwrap_or(0);
        let is_field = address.operand_count() == 3
            && source.kind() == crate::llvm::TypeKind::LLVMStructTypeKind
            && last.kind() == ValueKind::LLVMConstantIntValueKind;
        offset += if is_field {
            layout.field_offset(source, index as u32)
        } else {
            index * layout.alloc_size(source)
        };
        address = address.operand(0);
    }
    (address, offset)
}
