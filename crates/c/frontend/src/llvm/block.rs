//! Basic blocks.

use super::{Value, ValueKind};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Block<'m> {
    pub(super) fn from_raw(raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
        (!raw.is_null()).then_some(Block { raw, module: PhantomData })
    }

    pub(super) fn known(raw: LLVMBasicBlockRef) -> Block<'m> {
        debug_assert!(!raw.is_null());
        Block { raw, module: PhantomData }
    }

    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: walks the block's own list; null after the last.
        let first = Value::from_raw(unsafe { LLVMGetFirstInstruction(self.raw) });
        std::iter::successors(first, |value| value.next_instruction())
    }

    /// Empty unless the compiler keeps names.
    pub fn name(self) -> String {
        // SAFETY: a block is a value too.
        Value::known(unsafe { LLVMBasicBlockAsValue(self.raw) }).name()
    }

    /// `None` only in a block that is still being built.
    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: null without one.
        Value::from_raw(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }

    pub(super) fn raw(self) -> LLVMBasicBlockRef {
        self.raw
    }

    pub fn function(self) -> Value<'m> {
        // SAFETY: only called for blocks of a function.
        Value::known(unsafe { LLVMGetBasicBlockParent(self.raw) })
    }

    /// The constant that is the block's address, if there is one.
    pub(super) fn taken_address(self) -> Option<Value<'m>> {
        // SAFETY: a block is a value too.
        let value = Value::known(unsafe { LLVMBasicBlockAsValue(self.raw) });
        value.users().find(|user| user.kind() == ValueKind::LLVMBlockAddressValueKind)
    }

    /// Once for each edge, in no particular order.
    pub fn predecessor_terminators(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: a block is a value too; its users are terminators and block addresses.
        let value = Value::known(unsafe { LLVMBasicBlockAsValue(self.raw) });
        value.users().filter(|user| user.is_instruction())
    }
}
