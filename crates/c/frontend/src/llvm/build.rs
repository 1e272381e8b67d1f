//! Building instructions, for the replay module and for rewriting the user's.

use super::{Block, Module, Opcode, RawFloatPredicate, RawIntPredicate, Type, Value};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

const UNNAMED: *const std::ffi::c_char = c"".as_ptr();

pub struct Builder<'m> {
    raw: LLVMBuilderRef,
    module: PhantomData<&'m ()>,
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}

impl<'m> Builder<'m> {
    pub fn new(module: &'m Module<'_>) -> Builder<'m> {
        // SAFETY: the context outlives the module.
        Builder {
            raw: unsafe { LLVMCreateBuilderInContext(module.raw_context()) },
            module: PhantomData,
        }
    }

    /// What is built from here on stands before `instruction`.
    pub fn place_before(&self, instruction: Value<'m>) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.raw, instruction.raw()) }
    }

    pub fn select(&self, condition: Value<'m>, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        // SAFETY: an i1 and two values of one type.
        Value::known(unsafe {
            LLVMBuildSelect(self.raw, condition.raw(), a.raw(), b.raw(), UNNAMED)
        })
    }

    pub fn equal(&self, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        self.compare(RawIntPredicate::LLVMIntEQ, a, b)
    }

    pub fn compare(&self, predicate: RawIntPredicate, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        // SAFETY: two integers of one type.
        Value::known(unsafe { LLVMBuildICmp(self.raw, predicate, a.raw(), b.raw(), UNNAMED) })
    }

    /// An operation on two numbers of one type; LLVM folds it for constants.
    pub fn binary(&self, opcode: Opcode, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        // SAFETY: the opcode is one of those.
        Value::known(unsafe { LLVMBuildBinOp(self.raw, opcode, a.raw(), b.raw(), UNNAMED) })
    }

    /// A conversion from one scalar type to another.
    pub fn cast(&self, opcode: Opcode, value: Value<'m>, to: Type<'m>) -> Value<'m> {
        // SAFETY: the opcode is a conversion that fits the types.
        Value::known(unsafe { LLVMBuildCast(self.raw, opcode, value.raw(), to.raw(), UNNAMED) })
    }

    pub fn load(&self, ty: Type<'m>, address: Value<'m>) -> Value<'m> {
        // SAFETY: a pointer and a sized type.
        Value::known(unsafe {
            let load = LLVMBuildLoad2(self.raw, ty.raw(), address.raw(), UNNAMED);
            LLVMSetAlignment(load, 1);
            load
        })
    }

    /// The same value, which LLVM does not look through.
    pub fn freeze(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: any value that is not void.
        Value::known(unsafe { LLVMBuildFreeze(self.raw, value.raw(), UNNAMED) })
    }

    pub fn float_compare(
        &self,
        predicate: RawFloatPredicate,
        a: Value<'m>,
        b: Value<'m>,
    ) -> Value<'m> {
        // SAFETY: two floats of one type.
        Value::known(unsafe { LLVMBuildFCmp(self.raw, predicate, a.raw(), b.raw(), UNNAMED) })
    }

    pub fn float_negated(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: a float.
        Value::known(unsafe { LLVMBuildFNeg(self.raw, value.raw(), UNNAMED) })
    }

    /// A variable in the frame of `function`, which has a body. What is built next stands where
    /// the builder was.
    pub fn local(&self, function: Value<'m>, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a verified function's first block is not empty; a sized type.
        Value::known(unsafe {
            let context = LLVMGetModuleContext(LLVMGetGlobalParent(function.raw()));
            let entry = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function.raw()));
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, entry);
            let local = LLVMBuildAlloca(builder, ty.raw(), UNNAMED);
            LLVMDisposeBuilder(builder);
            local
        })
    }

    /// `targets`: the default first, then that of each case.
    pub fn switch(
        &self,
        value: Value<'m>,
        targets: &[Block<'m>],
        cases: impl Iterator<Item = Value<'m>>,
    ) -> Value<'m> {
        // SAFETY: an integer, constants of its type, and blocks of the same function.
        Value::known(unsafe {
            let count = targets.len() as u32 - 1;
            let switch = LLVMBuildSwitch(self.raw, value.raw(), targets[0].raw(), count);
            for (case, target) in cases.zip(&targets[1..]) {
                LLVMAddCase(switch, case.raw(), target.raw());
            }
            switch
        })
    }

    pub fn return_nothing(&self) {
        // SAFETY: in a function without a result.
        unsafe { LLVMBuildRetVoid(self.raw) };
    }

    /// Without incoming values as yet.
    pub fn phi(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: stands before another phi.
        Value::known(unsafe { LLVMBuildPhi(self.raw, ty.raw(), UNNAMED) })
    }

    /// The address `index` elements of `element` after `base`.
    pub fn element_address(
        &self,
        element: Type<'m>,
        base: Value<'m>,
        index: Value<'m>,
    ) -> Value<'m> {
        let mut index = index.raw();
        // SAFETY: a pointer and an integer.
        Value::known(unsafe {
            LLVMBuildGEP2(self.raw, element.raw(), base.raw(), &mut index, 1, UNNAMED)
        })
    }

    pub fn store(&self, value: Value<'m>, address: Value<'m>) -> Value<'m> {
        // SAFETY: a pointer and a value of a sized type.
        Value::known(unsafe {
            let store = LLVMBuildStore(self.raw, value.raw(), address.raw());
            LLVMSetAlignment(store, 1);
            store
        })
    }

    pub fn call(&self, function: Value<'m>, args: &[Value<'m>]) -> Value<'m> {
        self.call_as(function.value_type(), function, args)
    }

    /// Calls an address as a function of type `ty`.
    pub fn call_as(&self, ty: Type<'m>, called: Value<'m>, args: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|arg| arg.raw()).collect();
        // SAFETY: the arguments are those of the type.
        Value::known(unsafe {
            LLVMBuildCall2(
                self.raw,
                ty.raw(),
                called.raw(),
                raw.as_mut_ptr(),
                raw.len() as u32,
                UNNAMED,
            )
        })
    }
}
