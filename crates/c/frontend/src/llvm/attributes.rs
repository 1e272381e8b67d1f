//! Copying attributes between functions and between calls that differ in a few parameters.

use super::Value;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex};

impl<'m> Value<'m> {
    /// Of a function to this one: those of the whole, and of the parameters that have the same
    /// type in both.
    pub(super) fn copy_function_attributes(self, from: Value<'m>) {
        let (own, other) = (self.value_type().params(), from.value_type().params());
        for index in common_indices(own.iter().zip(&other).map(|(a, b)| a == b)) {
            // SAFETY: LLVM fills in as many as it has counted.
            unsafe {
                let count = LLVMGetAttributeCountAtIndex(from.raw(), index);
                let mut found = vec![std::ptr::null_mut(); count as usize];
                LLVMGetAttributesAtIndex(from.raw(), index, found.as_mut_ptr());
                for attribute in found {
                    LLVMAddAttributeAtIndex(self.raw(), index, attribute);
                }
            }
        }
    }

    /// Of a call to this one, likewise.
    pub fn copy_call_attributes(self, from: Value<'m>) {
        let (own, other) = (self.call_args(), from.call_args());
        for index in common_indices(own.iter().zip(&other).map(|(a, b)| a.ty() == b.ty())) {
            // SAFETY: LLVM fills in as many as it has counted.
            unsafe {
                let count = LLVMGetCallSiteAttributeCount(from.raw(), index);
                let mut found: Vec<LLVMAttributeRef> = vec![std::ptr::null_mut(); count as usize];
                LLVMGetCallSiteAttributes(from.raw(), index, found.as_mut_ptr());
                for attribute in found {
                    LLVMAddCallSiteAttribute(self.raw(), index, attribute);
                }
            }
        }
    }
}

/// LLVM counts parameters from 1.
fn common_indices(same: impl Iterator<Item = bool>) -> Vec<LLVMAttributeIndex> {
    let params = same.zip(1..).filter(|(is_same, _)| *is_same).map(|(_, index)| index);
    params.chain([LLVMAttributeFunctionIndex]).collect()
}
