//! Contexts and modules: reading, writing, linking, verifying, running passes.

use super::{DataLayout, Type, Value, c_string, copy_text, take_message};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::{LLVMGetBitcodeModuleInContext2, LLVMParseBitcodeInContext2};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMSetSubprogram, LLVMStripModuleDebugInfo};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMDiagnosticSeverity, LLVMModule};
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::ptr;

type Errors = RefCell<Vec<String>>;

/// Owns the types and constants of its modules; collects what LLVM complains about.
pub struct Context {
    raw: LLVMContextRef,
    /// Boxed because LLVM holds its address.
    errors: Box<Errors>,
}

extern "C" fn collect_diagnostic(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: `errors` is the boxed list that `Context::new` registered and that lives as long
    // as the context; `info` is valid during the call.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) != LLVMDiagnosticSeverity::LLVMDSError {
            return;
        }
        let text = take_message(LLVMGetDiagInfoDescription(info));
        (*errors.cast::<Errors>()).borrow_mut().push(text);
    }
}

impl Context {
    pub fn new() -> Context {
        let errors = Box::new(Errors::default());
        // SAFETY: the handler's context outlives the LLVM context, see `Drop`.
        unsafe {
            let raw = LLVMContextCreate();
            let collector = ptr::from_ref::<Errors>(&errors).cast_mut().cast::<c_void>();
            LLVMContextSetDiagnosticHandler(raw, Some(collect_diagnostic), collector);
            Context { raw, errors }
        }
    }

    /// The errors since the last call, as LLVM words them.
    pub fn take_errors(&self) -> Vec<String> {
        self.errors.take()
    }

    /// Parses bitcode that LLVM itself has written; anything else may abort the process.
    pub fn parse_bitcode(&self, bytes: &[u8], name: &str) -> Result<Module<'_>, String> {
        let name = c_string(name);
        let mut raw: *mut LLVMModule = ptr::null_mut();
        // SAFETY: the buffer copies `bytes`; a failed parse leaves `raw` unset.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            let failed = LLVMParseBitcodeInContext2(self.raw, buffer, &mut raw);
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        if failed != 0 || raw.is_null() {
            return Err(self.take_errors().join("; "));
        }
        let module = Module { raw, context: self };
        module.set_name(name.to_string_lossy().as_ref());
        Ok(module)
    }

    /// Opens bitcode that was made here: bodies of functions are read when they are linked into
    /// another module.
    pub fn open_bitcode(&self, bytes: &'static [u8], name: &str) -> Result<Module<'_>, String> {
        let name = c_string(name);
        let mut raw: *mut LLVMModule = ptr::null_mut();
        // SAFETY: the bytes outlive the module, which owns the buffer unless it could not be
        // opened.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRange(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
                0,
            );
            LLVMGetBitcodeModuleInContext2(self.raw, buffer, &mut raw)
        };
        if failed != 0 || raw.is_null() {
            return Err(self.take_errors().join("; "));
        }
        Ok(Module { raw, context: self })
    }

    /// Parses assembly that was written here.
    pub fn parse_assembly(&self, text: &str) -> Result<Module<'_>, String> {
        let text = c_string(text);
        let mut raw: *mut LLVMModule = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: the buffer copies the text and its final zero; the parser takes the buffer.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                text.as_ptr(),
                text.as_bytes().len(),
                c"driver".as_ptr(),
            );
            LLVMParseIRInContext(self.raw, buffer, &mut raw, &mut message)
        };
        if failed != 0 || raw.is_null() {
            return Err(take_message(message));
        }
        Ok(Module { raw, context: self })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow the context, so none is left.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: handles into the module borrow it, so none is left.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

impl<'c> Module<'c> {
    pub(super) fn raw_context(&self) -> LLVMContextRef {
        self.context.raw
    }

    fn set_name(&self, name: &str) {
        // SAFETY: pointer and length describe `name`.
        unsafe { LLVMSetModuleIdentifier(self.raw, name.as_ptr().cast(), name.len()) }
    }

    pub fn triple(&self) -> String {
        // SAFETY: LLVM keeps the NUL-terminated string.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    pub fn data_layout_text(&self) -> String {
        // SAFETY: as above.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)).to_string_lossy().into_owned() }
    }

    pub fn set_target(&self, triple: &str, data_layout: &str) {
        let (triple, data_layout) = (c_string(triple), c_string(data_layout));
        // SAFETY: both strings are copied.
        unsafe {
            LLVMSetTarget(self.raw, triple.as_ptr());
            LLVMSetDataLayout(self.raw, data_layout.as_ptr());
        }
    }

    pub fn data_layout(&self) -> DataLayout<'_> {
        // SAFETY: the module owns the layout.
        DataLayout::new(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    /// Assembly at file level (`__asm__("…");` outside functions).
    pub fn inline_assembly(&self) -> String {
        let mut length = 0;
        // SAFETY: LLVM keeps the string.
        unsafe { copy_text(LLVMGetModuleInlineAsm(self.raw, &mut length), length) }
    }

    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: walks the module's own list.
        self.walk(unsafe { LLVMGetFirstFunction(self.raw) }, LLVMGetNextFunction)
    }

    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: as above.
        self.walk(unsafe { LLVMGetFirstGlobal(self.raw) }, LLVMGetNextGlobal)
    }

    pub fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: as above.
        self.walk(unsafe { LLVMGetFirstGlobalAlias(self.raw) }, LLVMGetNextGlobalAlias)
    }

    fn walk(
        &self,
        first: LLVMValueRef,
        next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: `next` belongs to the list that `first` comes from.
        std::iter::successors(Value::from_raw(first), move |value| {
            Value::from_raw(unsafe { next(value.raw()) })
        })
    }

    pub fn function_named(&self, name: &str) -> Option<Value<'_>> {
        let name = c_string(name);
        // SAFETY: returns null where there is none.
        Value::from_raw(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) })
    }

    pub fn global_named(&self, name: &str) -> Option<Value<'_>> {
        let name = c_string(name);
        // SAFETY: returns null where there is none.
        Value::from_raw(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    pub fn int_type(&self, bits: u32) -> Type<'_> {
        // SAFETY: types belong to the context, which outlives the module.
        Type::from_raw(unsafe { LLVMIntTypeInContext(self.raw_context(), bits) })
    }

    pub fn void_type(&self) -> Type<'_> {
        // SAFETY: as above.
        Type::from_raw(unsafe { LLVMVoidTypeInContext(self.raw_context()) })
    }

    pub fn pointer_type(&self) -> Type<'_> {
        // SAFETY: as above.
        Type::from_raw(unsafe { LLVMPointerTypeInContext(self.raw_context(), 0) })
    }

    /// The number LLVM gives to a kind of metadata (`dbg`, `annotation`, our own).
    pub fn metadata_kind(&self, name: &str) -> u32 {
        // SAFETY: pointer and length describe `name`.
        unsafe {
            LLVMGetMDKindIDInContext(self.raw_context(), name.as_ptr().cast(), name.len() as u32)
        }
    }

    pub fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the message is ours to dispose of.
        let broken = unsafe { LLVMVerifyModule(self.raw, action, &mut message) };
        let message = take_message(message);
        if broken == 0 { Ok(()) } else { Err(message) }
    }

    /// Moves everything of `other` into this module; on failure says why.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), String> {
        let source = other.raw;
        // LLVM destroys the source in any case.
        std::mem::forget(other);
        // SAFETY: both modules are of one context, and `source` is not used again.
        let failed = unsafe { LLVMLinkModules2(self.raw, source) };
        let errors = self.context.take_errors();
        if failed == 0 { Ok(()) } else { Err(errors.join("; ")) }
    }

    pub fn duplicate(&self) -> Module<'c> {
        // SAFETY: the clone is a module of its own in the same context.
        Module { raw: unsafe { LLVMCloneModule(self.raw) }, context: self.context }
    }

    pub fn write_bitcode(&self) -> Vec<u8> {
        // SAFETY: the buffer lives until it is disposed of, after the copy.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }

    /// Runs a pass pipeline, named as for `opt -passes=…`.
    pub fn run_passes(&mut self, passes: &str) -> Result<(), String> {
        let passes = c_string(passes);
        // SAFETY: no target machine is needed; the error message is copied and disposed of.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw, passes.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Debug records (LLVM 19's own form, which the C API cannot walk) or `llvm.dbg.*` calls.
    pub fn set_debug_records(&self, records: bool) {
        // SAFETY: rewrites the module in place.
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw, i32::from(records)) }
    }

    /// Takes out what says where in the source the code comes from.
    pub fn strip_places(&self) {
        // SAFETY: rewrites the module in place.
        unsafe { LLVMStripModuleDebugInfo(self.raw) };
    }

    pub fn add_function(&self, name: &str, ty: Type<'_>) -> Value<'_> {
        let name = c_string(name);
        // SAFETY: `ty` is a function type of the same context; never null.
        Value::known(unsafe { LLVMAddFunction(self.raw, name.as_ptr(), ty.raw()) })
    }

    /// Removes a function without uses; the caller drops its handle.
    pub fn remove_function(&self, function: Value<'_>) {
        // SAFETY: a function of this module that nothing refers to.
        unsafe { LLVMDeleteFunction(function.raw()) }
    }

    /// Moves name, body and uses of a function to a new one of type `ty`. The old one is left as
    /// a declaration without uses; what becomes of its parameters is up to the caller.
    pub fn retype_function<'m>(&'m self, function: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let new = self.add_function("", ty);
        let name = c_string(&function.name());
        // SAFETY: both are functions of this module; a block without a parent may go anywhere.
        unsafe {
            LLVMSetValueName2(function.raw(), c"".as_ptr(), 0);
            LLVMSetValueName2(new.raw(), name.as_ptr(), name.as_bytes().len());
            LLVMSetLinkage(new.raw(), LLVMGetLinkage(function.raw()));
            LLVMSetFunctionCallConv(new.raw(), LLVMGetFunctionCallConv(function.raw()));
            LLVMSetSubprogram(new.raw(), LLVMGetSubprogram(function.raw()));
            LLVMSetSubprogram(function.raw(), ptr::null_mut());
            for block in function.blocks().collect::<Vec<_>>() {
                LLVMRemoveBasicBlockFromParent(block.raw());
                LLVMAppendExistingBasicBlock(new.raw(), block.raw());
                if let Some(address) = block.taken_address() {
                    let moved = LLVMBlockAddress(new.raw(), block.raw());
                    LLVMReplaceAllUsesWith(address.raw(), moved);
                }
            }
        }
        new.copy_function_attributes(function);
        function.replace_uses(new);
        new
    }

    pub fn add_global(&self, name: &str, ty: Type<'_>, initialiser: Value<'_>) -> Value<'_> {
        let name = c_string(name);
        // SAFETY: type and initialiser are of the same context; never null.
        unsafe {
            let global = LLVMAddGlobal(self.raw, ty.raw(), name.as_ptr());
            LLVMSetInitializer(global, initialiser.raw());
            Value::known(global)
        }
    }

    /// A metadata node with one integer, for [`Value::set_metadata`].
    pub fn integer_node(&self, number: u32) -> Value<'_> {
        // SAFETY: node and constant belong to the context.
        unsafe {
            let context = self.raw_context();
            let number = LLVMConstInt(LLVMInt32TypeInContext(context), u64::from(number), 0);
            let mut operand = LLVMValueAsMetadata(number);
            let node = LLVMMDNodeInContext2(context, &mut operand, 1);
            Value::known(LLVMMetadataAsValue(context, node))
        }
    }

    /// A string attribute on a whole function.
    pub fn mark_function(&self, function: Value<'_>, key: &str) {
        // SAFETY: pointer and length describe `key`.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                self.raw_context(),
                key.as_ptr().cast(),
                key.len() as u32,
                ptr::null(),
                0,
            );
            let whole = llvm_sys::LLVMAttributeFunctionIndex;
            LLVMAddAttributeAtIndex(function.raw(), whole, attribute);
        }
    }

    /// An attribute of LLVM's own on a whole function (`optnone`).
    pub fn add_function_attribute(&self, function: Value<'_>, name: &str) {
        // SAFETY: the attribute belongs to the context.
        unsafe {
            let kind = super::value::attribute_kind(name);
            let attribute = LLVMCreateEnumAttribute(self.raw_context(), kind, 0);
            let whole = llvm_sys::LLVMAttributeFunctionIndex;
            LLVMAddAttributeAtIndex(function.raw(), whole, attribute);
        }
    }
}
