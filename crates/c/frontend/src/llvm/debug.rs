//! Debug information: locations, files, variables.
//!
//! LLVM's verifier is lenient with it, and a damaged file can have any node in any place. So the
//! kind of every node is looked at before it is taken for what it should be.

use super::{Value, copy_text};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

/// A metadata node.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Metadata<'m> {
    raw: LLVMMetadataRef,
    context: LLVMContextRef,
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
    /// `None` for null.
    fn from_raw(raw: LLVMMetadataRef, context: LLVMContextRef) -> Option<Metadata<'m>> {
        (!raw.is_null()).then_some(Metadata { raw, context, module: PhantomData })
    }

    /// Wrapped, as the C API wants it for looking at operands.
    fn as_value(self) -> Value<'m> {
        // SAFETY: node and wrapper belong to the context.
        Value::known(unsafe { LLVMMetadataAsValue(self.context, self.raw) })
    }

    fn kind(self) -> LLVMMetadataKind {
        // SAFETY: every node has a kind.
        unsafe { LLVMGetMetadataKind(self.raw) }
    }

    pub fn is_local_variable(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDILocalVariableMetadataKind)
    }

    fn is_global_variable(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDIGlobalVariableMetadataKind)
    }

    /// Folder and name of a file.
    pub fn file_path(self) -> (String, String) {
        let text = |index| self.text_operand(index).unwrap_or_default();
        (text(1), text(0))
    }

    /// The file of a scope.
    pub fn scope_file(self) -> Option<Metadata<'m>> {
        let is_scope = matches!(
            self.kind(),
            LLVMMetadataKind::LLVMDISubprogramMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
        );
        // SAFETY: asked of scopes only.
        let file = is_scope.then(|| unsafe { LLVMDIScopeGetFile(self.raw) })?;
        Metadata::from_raw(file, self.context).filter(|file| file.is_file())
    }

    fn is_file(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDIFileMetadataKind)
    }

    /// The name of a subprogram in the source.
    pub fn subprogram_name(self) -> Option<String> {
        self.text_operand(2)
    }

    pub fn subprogram_line(self) -> u32 {
        // SAFETY: only called for subprograms.
        unsafe { LLVMDISubprogramGetLine(self.raw) }
    }

    /// File and line of a variable.
    pub fn variable_place(self) -> (Option<Metadata<'m>>, u32) {
        // SAFETY: only called for variables.
        let (file, line) =
            unsafe { (LLVMDIVariableGetFile(self.raw), LLVMDIVariableGetLine(self.raw)) };
        (Metadata::from_raw(file, self.context).filter(|file| file.is_file()), line)
    }

    /// The name of a variable.
    pub fn variable_name(self) -> Option<String> {
        self.text_operand(1)
    }

    /// The type of a variable.
    pub fn variable_type(self) -> Option<Metadata<'m>> {
        self.node_operand(3)
    }

    /// The type of a subprogram: a list of types, the result first.
    pub fn subprogram_type(self) -> Option<Metadata<'m>> {
        self.node_operand(4)
    }

    /// The file that was compiled, of a subprogram.
    pub fn compiled_file(self) -> Option<Metadata<'m>> {
        let unit = self.node_operand(5)?;
        let is_unit = matches!(unit.kind(), LLVMMetadataKind::LLVMDICompileUnitMetadataKind);
        is_unit.then(|| unit.node_operand(0))?.filter(|file| file.is_file())
    }

    fn is_type(self) -> bool {
        matches!(
            self.kind(),
            LLVMMetadataKind::LLVMDIBasicTypeMetadataKind
                | LLVMMetadataKind::LLVMDIDerivedTypeMetadataKind
                | LLVMMetadataKind::LLVMDICompositeTypeMetadataKind
                | LLVMMetadataKind::LLVMDISubroutineTypeMetadataKind
        )
    }

    /// DWARF's tag of a type; `None` for what is no type.
    pub fn type_tag(self) -> Option<u32> {
        // SAFETY: asked of debug information's own nodes only.
        self.is_type().then(|| u32::from(unsafe { LLVMGetDINodeTag(self.raw) }))
    }

    /// The methods below want a type (see [`type_tag`](Metadata::type_tag)).
    pub fn type_name(self) -> Option<String> {
        self.text_operand(2).filter(|name| !name.is_empty())
    }

    pub fn type_bits(self) -> u64 {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetSizeInBits(self.raw) }
    }

    /// Of a member.
    pub fn member_bit_offset(self) -> u64 {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetOffsetInBits(self.raw) }
    }

    pub fn is_bit_field(self) -> bool {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetFlags(self.raw) & LLVMDIFlagBitField != 0 }
    }

    /// Declared only.
    pub fn is_incomplete(self) -> bool {
        // SAFETY: a type.
        unsafe { LLVMDITypeGetFlags(self.raw) & LLVMDIFlagFwdDecl != 0 }
    }

    /// What a derived type or an array is made from; the list of a subroutine's types.
    pub fn base_type(self) -> Option<Metadata<'m>> {
        self.node_operand(3)
    }

    /// The members of a struct or union, the ranges of an array.
    pub fn elements(self) -> Vec<Option<Metadata<'m>>> {
        self.node_operand(4).map_or_else(Vec::new, Metadata::node_operands)
    }

    /// The number of elements in one dimension of an array, where it is a constant.
    pub fn subrange_count(self) -> Option<u64> {
        self.operands().into_iter().next().flatten()?.as_int()
    }

    /// Operands that are nodes; `None` for the others.
    pub fn node_operands(self) -> Vec<Option<Metadata<'m>>> {
        let node = |operand: Option<Value<'m>>| operand.and_then(Value::metadata_node);
        self.operands().into_iter().map(node).collect()
    }

    fn node_operand(self, index: usize) -> Option<Metadata<'m>> {
        self.operands().get(index).copied().flatten()?.metadata_node()
    }

    fn operands(self) -> Vec<Option<Value<'m>>> {
        // SAFETY: the node has the number of operands that it says; missing ones are null.
        unsafe {
            let value = self.as_value().raw();
            let count = LLVMGetMDNodeNumOperands(value) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.into_iter().map(Value::from_raw).collect()
        }
    }

    /// An operand that is a string.
    fn text_operand(self, index: usize) -> Option<String> {
        let text = self.operands().get(index).copied().flatten()?;
        // SAFETY: looked at only where it is a string.
        unsafe {
            if LLVMIsAMDString(text.raw()).is_null() {
                return None;
            }
            let mut length = 0;
            Some(copy_text(LLVMGetMDString(text.raw(), &mut length), length as usize))
        }
    }

    /// LLVM's text of the node.
    pub fn print(self) -> String {
        self.as_value().print()
    }
}

impl<'m> Value<'m> {
    /// A node of the same context; `None` for null.
    fn node(self, raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        // SAFETY: every value has a type, and that a context.
        Metadata::from_raw(raw, unsafe { LLVMGetTypeContext(LLVMTypeOf(self.raw())) })
    }

    pub fn forget_debug_location(self) {
        // SAFETY: only called for instructions; null takes the location away.
        unsafe { LLVMInstructionSetDebugLoc(self.raw(), std::ptr::null_mut()) }
    }

    /// Where an instruction comes from.
    pub fn debug_location(self) -> Option<DebugLocation<'m>> {
        // SAFETY: only called for instructions; a null location or scope is looked for.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw());
            if location.is_null() {
                return None;
            }
            let scope = self.node(LLVMDILocationGetScope(location));
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
        self.node(unsafe { LLVMGetSubprogram(self.raw()) })
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
                .and_then(|node| self.node(LLVMDIGlobalVariableExpressionGetVariable(node)));
            LLVMDisposeValueMetadataEntries(entries);
            found.filter(|variable| variable.is_global_variable())
        }
    }

    /// The node behind a metadata operand of a `llvm.dbg.*` call.
    pub fn metadata_node(self) -> Option<Metadata<'m>> {
        // SAFETY: looked at only where the value wraps metadata.
        unsafe {
            if LLVMIsAMDNode(self.raw()).is_null() {
                return None;
            }
            self.node(LLVMValueAsMetadata(self.raw()))
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
