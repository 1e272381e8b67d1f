//! Values: constants, globals, functions, instructions and their operands.

use super::{
    Block, Opcode, RawFloatPredicate, RawIntPredicate, RawLinkage, RmwOp, Type, ValueKind,
    copy_text, take_message,
};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

pub(super) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: pointer and length describe `name`.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl<'m> Value<'m> {
    /// `None` for null.
    pub(super) fn from_raw(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value { raw, module: PhantomData })
    }

    /// Where LLVM promises a value.
    pub(super) fn known(raw: LLVMValueRef) -> Value<'m> {
        debug_assert!(!raw.is_null());
        Value { raw, module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw
    }

    pub fn kind(self) -> ValueKind {
        // SAFETY: every value has a kind.
        unsafe { LLVMGetValueKind(self.raw) }
    }

    pub fn ty(self) -> Type<'m> {
        // SAFETY: every value has a type.
        Type::from_raw(unsafe { LLVMTypeOf(self.raw) })
    }

    pub fn name(self) -> String {
        String::from_utf8_lossy(self.name_bytes()).into_owned()
    }

    pub fn name_bytes(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: LLVM keeps the name as long as the value has it; nothing here renames values.
        unsafe {
            let data = LLVMGetValueName2(self.raw, &mut length).cast::<u8>();
            if length == 0 { &[] } else { std::slice::from_raw_parts(data, length) }
        }
    }

    pub fn print(self) -> String {
        // SAFETY: the message is ours.
        take_message(unsafe { LLVMPrintValueToString(self.raw) })
    }

    pub fn is_constant(self) -> bool {
        // SAFETY: asked of any value.
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }

    pub fn is_instruction(self) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind
    }

    pub fn has_uses(self) -> bool {
        // SAFETY: null where there is none.
        unsafe { !LLVMGetFirstUse(self.raw).is_null() }
    }

    pub fn users(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: walks the list of uses, which is not changed meanwhile.
        unsafe {
            let first = LLVMGetFirstUse(self.raw);
            std::iter::successors((!first.is_null()).then_some(first), |use_| {
                let next = LLVMGetNextUse(*use_);
                (!next.is_null()).then_some(next)
            })
            .map(|use_| Value::known(LLVMGetUser(use_)))
        }
    }

    // Operands (of instructions, constant expressions and constant aggregates).

    pub fn operand_count(self) -> u32 {
        // SAFETY: only called for users.
        u32::try_from(unsafe { LLVMGetNumOperands(self.raw) }).unwrap_or(0)
    }

    pub fn operand(self, index: u32) -> Value<'m> {
        debug_assert!(index < self.operand_count());
        // SAFETY: the index is below the count.
        Value::known(unsafe { LLVMGetOperand(self.raw, index) })
    }

    pub fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).map(move |index| self.operand(index))
    }

    pub fn set_operand(self, index: u32, value: Value<'m>) {
        // SAFETY: the index is below the count and the types agree.
        unsafe { LLVMSetOperand(self.raw, index, value.raw) }
    }

    // Constants.

    /// The low 64 bits of an integer constant.
    pub fn int_low_bits(self) -> u64 {
        // SAFETY: only called for integer constants.
        unsafe { LLVMConstIntGetZExtValue(self.raw) }
    }

    /// The value of an integer constant of at most 64 bits.
    pub fn int_signed(self) -> i64 {
        // SAFETY: only called for integer constants.
        unsafe { LLVMConstIntGetSExtValue(self.raw) }
    }

    pub fn as_int(self) -> Option<u64> {
        (self.kind() == ValueKind::LLVMConstantIntValueKind).then(|| self.int_low_bits())
    }

    /// The same bits as a constant of another type; LLVM folds it for numbers.
    pub fn bitcast_constant(self, to: Type<'m>) -> Value<'m> {
        // SAFETY: types of equal size.
        Value::known(unsafe { LLVMConstBitCast(self.raw, to.raw()) })
    }

    /// The bytes of an array of `i8` in LLVM's packed form (`ConstantDataArray`).
    pub fn byte_array(self) -> Option<&'m [u8]> {
        // SAFETY: `LLVMIsConstantString` is true only for packed arrays of i8, whose bytes the
        // context keeps.
        unsafe {
            if self.kind() != ValueKind::LLVMConstantDataArrayValueKind
                || LLVMIsConstantString(self.raw) == 0
            {
                return None;
            }
            let mut length = 0;
            let data = LLVMGetAsString(self.raw, &mut length).cast::<u8>();
            Some(if length == 0 { &[] } else { std::slice::from_raw_parts(data, length) })
        }
    }

    /// Element of a `ConstantDataArray` or `ConstantDataVector`.
    pub fn packed_element(self, index: u32) -> Value<'m> {
        // SAFETY: the index is below the length.
        Value::known(unsafe { LLVMGetAggregateElement(self.raw, index) })
    }

    /// Opcode of a constant expression.
    pub fn constant_opcode(self) -> Opcode {
        // SAFETY: only called for constant expressions.
        unsafe { LLVMGetConstOpcode(self.raw) }
    }

    pub fn block_address(self) -> (Value<'m>, Block<'m>) {
        // SAFETY: only called for block addresses.
        unsafe {
            let function = Value::known(LLVMGetBlockAddressFunction(self.raw));
            (function, Block::known(LLVMGetBlockAddressBasicBlock(self.raw)))
        }
    }

    // Globals, functions, aliases.

    pub fn linkage(self) -> RawLinkage {
        // SAFETY: only called for global values.
        unsafe { LLVMGetLinkage(self.raw) }
    }

    /// Other parts of a program than this one cannot define or see it.
    pub fn is_hidden(self) -> bool {
        // SAFETY: only called for global values.
        unsafe { LLVMGetVisibility(self.raw) != llvm_sys::LLVMVisibility::LLVMDefaultVisibility }
    }

    pub fn set_linkage(self, linkage: RawLinkage) {
        // SAFETY: only called for global values.
        unsafe { LLVMSetLinkage(self.raw, linkage) }
    }

    /// Nobody may hold a slice of the old name.
    pub fn set_name(self, name: &str) {
        // SAFETY: pointer and length describe `name`, which is copied.
        unsafe { LLVMSetValueName2(self.raw, name.as_ptr().cast(), name.len()) }
    }

    pub fn section(self) -> String {
        // SAFETY: only called for global values; null without a section.
        unsafe {
            let raw = LLVMGetSection(self.raw);
            if raw.is_null() {
                return String::new();
            }
            std::ffi::CStr::from_ptr(raw).to_string_lossy().into_owned()
        }
    }

    pub fn is_declaration(self) -> bool {
        // SAFETY: only called for global values.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// The type of what a global holds, or a function's type.
    pub fn value_type(self) -> Type<'m> {
        // SAFETY: only called for global values.
        Type::from_raw(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    pub fn initialiser(self) -> Option<Value<'m>> {
        // SAFETY: only called for global variables; null without one.
        Value::from_raw(unsafe { LLVMGetInitializer(self.raw) })
    }

    pub fn set_initialiser(self, constant: Value<'m>) {
        // SAFETY: of a global; the constant has its type.
        unsafe { LLVMSetInitializer(self.raw, constant.raw) }
    }

    pub fn is_constant_global(self) -> bool {
        // SAFETY: only called for global variables.
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    pub fn is_thread_local(self) -> bool {
        // SAFETY: only called for global variables.
        unsafe { LLVMIsThreadLocal(self.raw) != 0 }
    }

    pub fn aliasee(self) -> Value<'m> {
        // SAFETY: only called for aliases.
        Value::known(unsafe { LLVMAliasGetAliasee(self.raw) })
    }

    pub fn params(self) -> Vec<Value<'m>> {
        // SAFETY: only called for functions; the index is below the count.
        unsafe {
            (0..LLVMCountParams(self.raw))
                .map(|index| Value::known(LLVMGetParam(self.raw, index)))
                .collect()
        }
    }

    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        // SAFETY: walks the function's own list.
        unsafe {
            std::iter::successors(Block::from_raw(LLVMGetFirstBasicBlock(self.raw)), |block| {
                Block::from_raw(LLVMGetNextBasicBlock(block.raw()))
            })
        }
    }

    pub fn has_function_mark(self, key: &str) -> bool {
        let whole = llvm_sys::LLVMAttributeFunctionIndex;
        // SAFETY: pointer and length describe `key`; null where it is not set.
        unsafe {
            let text = key.as_ptr().cast();
            !LLVMGetStringAttributeAtIndex(self.raw, whole, text, key.len() as u32).is_null()
        }
    }

    pub fn has_function_attribute(self, name: &str) -> bool {
        let whole = llvm_sys::LLVMAttributeFunctionIndex;
        // SAFETY: null where it is not set.
        unsafe { !LLVMGetEnumAttributeAtIndex(self.raw, whole, attribute_kind(name)).is_null() }
    }

    /// The type in a parameter attribute like `byval(T)`; parameters count from 0.
    pub fn param_type_attribute(self, param: u32, name: &str) -> Option<Type<'m>> {
        // SAFETY: null where it is not set; these attributes hold types.
        unsafe {
            let found = LLVMGetEnumAttributeAtIndex(self.raw, param + 1, attribute_kind(name));
            (!found.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(found)))
        }
    }

    // Calls.

    pub fn called_value(self) -> Value<'m> {
        // SAFETY: only called for calls.
        Value::known(unsafe { LLVMGetCalledValue(self.raw) })
    }

    pub fn call_arg_count(self) -> u32 {
        // SAFETY: only called for calls.
        unsafe { LLVMGetNumArgOperands(self.raw) }
    }

    pub fn call_args(self) -> Vec<Value<'m>> {
        (0..self.call_arg_count()).map(|index| self.operand(index)).collect()
    }

    pub fn call_type_attribute(self, arg: u32, name: &str) -> Option<Type<'m>> {
        // SAFETY: null where it is not set; these attributes hold types.
        unsafe {
            let found = LLVMGetCallSiteEnumAttribute(self.raw, arg + 1, attribute_kind(name));
            (!found.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(found)))
        }
    }

    pub fn call_int_attribute(self, arg: u32, name: &str) -> Option<u64> {
        // SAFETY: null where it is not set; these attributes hold integers.
        unsafe {
            let found = LLVMGetCallSiteEnumAttribute(self.raw, arg + 1, attribute_kind(name));
            (!found.is_null()).then(|| LLVMGetEnumAttributeValue(found))
        }
    }

    /// The type of the function that is called.
    pub fn called_type(self) -> Type<'m> {
        // SAFETY: only called for calls.
        Type::from_raw(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    pub fn is_returns_twice_call(self) -> bool {
        let kind = attribute_kind("returns_twice");
        let whole = llvm_sys::LLVMAttributeFunctionIndex;
        // SAFETY: only called for calls; null where it is not set.
        let here = unsafe { !LLVMGetCallSiteEnumAttribute(self.raw, whole, kind).is_null() };
        let callee = self.called_value();
        here || (callee.kind() == ValueKind::LLVMFunctionValueKind
            && callee.has_function_attribute("returns_twice"))
    }

    /// Text and constraints of inline assembly.
    pub fn assembly(self) -> (String, String) {
        // SAFETY: only called for inline assembly.
        unsafe {
            let mut length = 0;
            let text = copy_text(LLVMGetInlineAsmAsmString(self.raw, &mut length), length);
            let mut length = 0;
            let raw = LLVMGetInlineAsmConstraintString(self.raw, &mut length);
            (text, copy_text(raw, length))
        }
    }

    // Instructions.

    pub fn opcode(self) -> Opcode {
        debug_assert!(self.is_instruction());
        // SAFETY: only called for instructions.
        unsafe { LLVMGetInstructionOpcode(self.raw) }
    }

    pub fn block(self) -> Block<'m> {
        // SAFETY: only called for instructions in a block.
        Block::known(unsafe { LLVMGetInstructionParent(self.raw) })
    }

    pub fn next_instruction(self) -> Option<Value<'m>> {
        // SAFETY: null after the last one.
        Value::from_raw(unsafe { LLVMGetNextInstruction(self.raw) })
    }

    /// Of allocas, loads, stores and global variables.
    pub fn alignment(self) -> u64 {
        // SAFETY: only called for those.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Of the same.
    pub fn set_alignment(self, bytes: u32) {
        // SAFETY: only called for those, with a power of two.
        unsafe { LLVMSetAlignment(self.raw, bytes) }
    }

    /// Of loads and stores.
    pub fn is_volatile(self) -> bool {
        // SAFETY: only called for accesses.
        unsafe { LLVMGetVolatile(self.raw) != 0 }
    }

    pub fn allocated_type(self) -> Type<'m> {
        // SAFETY: only called for allocas.
        Type::from_raw(unsafe { LLVMGetAllocatedType(self.raw) })
    }

    /// Of a `getelementptr` instruction or constant.
    pub fn gep_source_type(self) -> Type<'m> {
        // SAFETY: only called for those.
        Type::from_raw(unsafe { LLVMGetGEPSourceElementType(self.raw) })
    }

    /// Of `add`, `sub`, `mul` and `shl`.
    pub fn no_signed_wrap(self) -> bool {
        // SAFETY: only called for those.
        unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    pub fn no_unsigned_wrap(self) -> bool {
        // SAFETY: as above.
        unsafe { LLVMGetNUW(self.raw) != 0 }
    }

    pub fn int_predicate(self) -> RawIntPredicate {
        // SAFETY: only called for `icmp`.
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    pub fn float_predicate(self) -> RawFloatPredicate {
        // SAFETY: only called for `fcmp`.
        unsafe { LLVMGetFCmpPredicate(self.raw) }
    }

    pub fn rmw_op(self) -> RmwOp {
        // SAFETY: only called for `atomicrmw`.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    /// Of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        // SAFETY: only called for those; LLVM keeps the list.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.raw), count).to_vec()
        }
    }

    /// Lanes of `shufflevector`; `None` is undefined.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        // SAFETY: only called for `shufflevector`; the index is below the count.
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw))
                .map(|lane| u32::try_from(LLVMGetMaskValue(self.raw, lane)).ok())
                .collect()
        }
    }

    pub fn incoming(self) -> impl Iterator<Item = (Block<'m>, Value<'m>)> {
        // SAFETY: only called for phis; the index is below the count.
        let count = unsafe { LLVMCountIncoming(self.raw) };
        (0..count).map(move |index| unsafe {
            let block = Block::known(LLVMGetIncomingBlock(self.raw, index));
            (block, Value::known(LLVMGetIncomingValue(self.raw, index)))
        })
    }

    pub fn add_incoming(self, block: Block<'m>, value: Value<'m>) {
        let (mut block, mut value) = (block.raw(), value.raw);
        // SAFETY: only called for phis; one value of the phi's type.
        unsafe { LLVMAddIncoming(self.raw, &mut value, &mut block, 1) }
    }

    pub fn is_conditional_branch(self) -> bool {
        // SAFETY: the second question is asked of `br` only.
        self.opcode() == Opcode::LLVMBr && unsafe { LLVMIsConditional(self.raw) != 0 }
    }

    /// Of terminators.
    pub fn successor_count(self) -> usize {
        // SAFETY: only called for terminators.
        unsafe { LLVMGetNumSuccessors(self.raw) as usize }
    }

    pub fn successor(self, position: usize) -> Block<'m> {
        debug_assert!(position < self.successor_count());
        // SAFETY: only called for terminators; the position is below the count.
        Block::known(unsafe { LLVMGetSuccessor(self.raw, position as u32) })
    }

    /// Of terminators. For `br`: true, false. For `switch`: default first, then the cases.
    pub fn successors(self) -> Vec<Block<'m>> {
        (0..self.successor_count()).map(|position| self.successor(position)).collect()
    }

    /// The case values of a `switch`, in the order of `successors()[1..]`.
    pub fn case_values(self) -> Vec<Value<'m>> {
        (2..self.operand_count()).step_by(2).map(|index| self.operand(index)).collect()
    }

    pub fn replace_uses(self, by: Value<'m>) {
        // SAFETY: two values of one type.
        unsafe { LLVMReplaceAllUsesWith(self.raw, by.raw) }
    }

    pub fn erase(self) {
        // SAFETY: an instruction without uses; the caller drops its handle.
        unsafe { LLVMInstructionEraseFromParent(self.raw) }
    }

    // Metadata of instructions.

    pub fn metadata(self, kind: u32) -> Option<Value<'m>> {
        // SAFETY: null where there is none.
        unsafe {
            if LLVMHasMetadata(self.raw) == 0 {
                return None;
            }
            Value::from_raw(LLVMGetMetadata(self.raw, kind))
        }
    }

    pub fn set_metadata(self, kind: u32, node: Value<'m>) {
        // SAFETY: `node` wraps a metadata node.
        unsafe { LLVMSetMetadata(self.raw, kind, node.raw) }
    }
}
