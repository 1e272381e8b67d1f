//! A thin typed layer over LLVM's C API: every `unsafe` of the front end is in this folder.
//!
//! Handles are `Copy` and borrow the [`Module`] that owns what they point to, so none outlives
//! it, and linking (which takes the module mutably) cannot run while one is held. What the type
//! system does not promise: the C API casts without checks, so methods that are only right for
//! one kind of value say so and are called after looking at [`Value::kind`] or
//! [`Value::opcode`].

mod attributes;
mod block;
mod build;
mod debug;
mod module;
mod types;
mod value;

pub use block::Block;
pub use build::Builder;
pub use debug::Metadata;
pub use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as RawIntPredicate, LLVMLinkage as RawLinkage,
    LLVMOpcode as Opcode, LLVMRealPredicate as RawFloatPredicate, LLVMTypeKind as TypeKind,
    LLVMValueKind as ValueKind,
};
pub use module::{Context, Module};
pub use types::{DataLayout, Type};
pub use value::Value;

use llvm_sys::core::LLVMDisposeMessage;
use std::ffi::{CStr, CString, c_char};

/// `va_arg` for `LLVMVAArg`.
pub fn opcode_name(opcode: Opcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}

/// A string LLVM allocated for us; freed here.
fn take_message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out NUL-terminated strings that the caller disposes of.
    unsafe {
        let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
        LLVMDisposeMessage(raw);
        text
    }
}

/// A string LLVM keeps; copied.
///
/// # Safety
/// `data` is null or points to `length` readable bytes.
unsafe fn copy_text(data: *const c_char, length: usize) -> String {
    if data.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: promised by the caller.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// For names that go into LLVM; a NUL inside would end the name, so it does.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
