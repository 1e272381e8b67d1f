//! Building instructions, for the replay module and for rewriting the user's.

use super::{Module, Opcode, RawIntPredicate, Type, Value};
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

    /// An operation on two integers of one type; LLVM folds it for constants.
    pub fn binary(&self, opcode: Opcode, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        // SAFETY: the opcode is one of those.
        Value::known(unsafe { LLVMBuildBinOp(self.raw, opcode, a.raw(), b.raw(), UNNAMED) })
    }

    /// A conversion from one integer type to another.
    pub fn cast(&self, opcode: Opcode, value: Value<'m>, to: Type<'m>) -> Value<'m> {
        // SAFETY: the opcode is `trunc`, `zext` or `sext`, and fits the widths.
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
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|arg| arg.raw()).collect();
        // SAFETY: the arguments are those of the function's type.
        Value::known(unsafe {
            LLVMBuildCall2(
                self.raw,
                function.value_type().raw(),
                function.raw(),
                raw.as_mut_ptr(),
                raw.len() as u32,
                UNNAMED,
            )
        })
    }
}
