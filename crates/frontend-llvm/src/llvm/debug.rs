//! Debug information: locations, files, variables.

use super::{Module, Value, copy_text};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

/// A metadata node.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Metadata<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m ()>,
}

pub struct DebugLocation<'m> {
    pub line: u32,
    pub column: u32,
    pub file: Option<Metadata<'m>>,
    /// The code comes from a function that was inlined here.
    pub is_inlined: bool,
}

impl<'m> Metadata<'m> {
    fn from_raw(raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        (!raw.is_null()).then_some(Metadata { raw, module: PhantomData })
    }

    pub fn is_local_variable(self) -> bool {
        // SAFETY: every node has a kind.
        let kind = unsafe { LLVMGetMetadataKind(self.raw) };
        matches!(kind, LLVMMetadataKind::LLVMDILocalVariableMetadataKind)
    }

    /// Folder and name of a `DIFile`.
    pub fn file_path(self) -> (String, String) {
        let mut length = 0;
        // SAFETY: only called for files; LLVM keeps the strings.
        unsafe {
            let folder = copy_text(LLVMDIFileGetDirectory(self.raw, &mut length), length as usize);
            let mut length = 0;
            let name = copy_text(LLVMDIFileGetFilename(self.raw, &mut length), length as usize);
            (folder, name)
        }
    }

    /// The file of a scope (subprogram, lexical block).
    pub fn scope_file(self) -> Option<Metadata<'m>> {
        // SAFETY: only called for scopes.
        Metadata::from_raw(unsafe { LLVMDIScopeGetFile(self.raw) })
    }

    pub fn subprogram_line(self) -> u32 {
        // SAFETY: only called for subprograms.
        unsafe { LLVMDISubprogramGetLine(self.raw) }
    }

    /// File and line of a variable.
    pub fn variable_place(self) -> (Option<Metadata<'m>>, u32) {
        // SAFETY: only called for variables.
        unsafe {
            (Metadata::from_raw(LLVMDIVariableGetFile(self.raw)), LLVMDIVariableGetLine(self.raw))
        }
    }

    /// The name of a variable: its operand 1.
    pub fn variable_name(self, module: &'m Module<'_>) -> Option<String> {
        // SAFETY: only called for variables, which have more than two operands; a missing name
        // is a null operand.
        unsafe {
            let value = LLVMMetadataAsValue(module.raw_context(), self.raw);
            let count = LLVMGetMDNodeNumOperands(value) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            let name = *operands.get(1)?;
            if name.is_null() || LLVMIsAMDString(name).is_null() {
                return None;
            }
            let mut length = 0;
            Some(copy_text(LLVMGetMDString(name, &mut length), length as usize))
        }
    }

    /// LLVM's text of the node.
    pub fn print(self, module: &'m Module<'_>) -> String {
        // SAFETY: nodes and their wrappers belong to the context.
        Value::known(unsafe { LLVMMetadataAsValue(module.raw_context(), self.raw) }).print()
    }
}

impl<'m> Value<'m> {
    /// Where an instruction comes from.
    pub fn debug_location(self) -> Option<DebugLocation<'m>> {
        // SAFETY: only called for instructions; a null location or scope is looked for.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw());
            if location.is_null() {
                return None;
            }
            let scope = Metadata::from_raw(LLVMDILocationGetScope(location));
            Some(DebugLocation {
                line: LLVMDILocationGetLine(location),
                column: LLVMDILocationGetColumn(location),
                file: scope.and_then(Metadata::scope_file),
                is_inlined: !LLVMDILocationGetInlinedAt(location).is_null(),
            })
        }
    }

    /// Of a function.
    pub fn subprogram(self) -> Option<Metadata<'m>> {
        // SAFETY: only called for functions; null where there is none.
        Metadata::from_raw(unsafe { LLVMGetSubprogram(self.raw()) })
    }

    /// The source's variable behind a global.
    pub fn global_variable(self, debug_kind: u32) -> Option<Metadata<'m>> {
        let mut count = 0;
        // SAFETY: only called for globals; the entries are ours to dispose of.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw(), &mut count);
            let found = (0..count as u32)
                .filter(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == debug_kind)
                .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index))
                .find(|&node| {
                    let kind = LLVMGetMetadataKind(node);
                    matches!(kind, LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind)
                })
                .and_then(|node| {
                    Metadata::from_raw(LLVMDIGlobalVariableExpressionGetVariable(node))
                });
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    /// The node behind a metadata operand of a `llvm.dbg.*` call.
    pub fn metadata_node(self) -> Option<Metadata<'m>> {
        // SAFETY: looked at only where the value wraps metadata.
        unsafe {
            if LLVMIsAMDNode(self.raw()).is_null() {
                return None;
            }
            Metadata::from_raw(LLVMValueAsMetadata(self.raw()))
        }
    }

    /// The one value behind a metadata operand of a `llvm.dbg.*` call.
    pub fn metadata_value(self) -> Option<Value<'m>> {
        // SAFETY: a wrapper of one value has exactly one operand.
        unsafe {
            if LLVMIsAValueAsMetadata(self.raw()).is_null() {
                return None;
            }
            let mut value = std::ptr::null_mut();
            LLVMGetMDNodeOperands(self.raw(), &mut value);
            Value::from_raw(value)
        }
    }

    /// The first operand of a metadata node as an integer (see [`Module::integer_node`]).
    pub fn node_integer(self) -> Option<u32> {
        // SAFETY: the node has the number of operands that it says.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(self.raw()) as usize;
            let mut operands: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.raw(), operands.as_mut_ptr());
            let first = Value::from_raw(*operands.first()?)?;
            u32::try_from(first.as_int()?).ok()
        }
    }

    /// Whether a metadata node holds this string (`!annotation !{!"auto-init"}`).
    pub fn node_has_text(self, text: &str) -> bool {
        // SAFETY: as above; operands that are not strings are passed over.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(self.raw()) as usize;
            let mut operands: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.raw(), operands.as_mut_ptr());
            operands.into_iter().any(|operand| {
                if operand.is_null() || LLVMIsAMDString(operand).is_null() {
                    return false;
                }
                let mut length = 0;
                copy_text(LLVMGetMDString(operand, &mut length), length as usize) == text
            })
        }
    }
}
