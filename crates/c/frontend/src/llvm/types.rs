//! Types and the data layout.

use super::TypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use std::ffi::CStr;
use std::marker::PhantomData;

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Type<'m> {
    pub(super) fn from_raw(raw: LLVMTypeRef) -> Type<'m> {
        Type { raw, module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.raw
    }

    pub fn kind(self) -> TypeKind {
        // SAFETY: every type has a kind.
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    pub fn is_sized(self) -> bool {
        // SAFETY: asked of any type.
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Of an integer type.
    pub fn int_bits(self) -> u32 {
        debug_assert_eq!(self.kind(), TypeKind::LLVMIntegerTypeKind);
        // SAFETY: only called for integer types.
        unsafe { LLVMGetIntTypeWidth(self.raw) }
    }

    /// Of an array or a fixed vector.
    pub fn element(self) -> Type<'m> {
        // SAFETY: only called for arrays and vectors.
        Type::from_raw(unsafe { LLVMGetElementType(self.raw) })
    }

    pub fn array_length(self) -> u64 {
        // SAFETY: only called for arrays.
        unsafe { LLVMGetArrayLength2(self.raw) }
    }

    pub fn vector_length(self) -> u32 {
        // SAFETY: only called for fixed vectors.
        unsafe { LLVMGetVectorSize(self.raw) }
    }

    /// The fields of a struct that is not opaque.
    pub fn fields(self) -> Vec<Type<'m>> {
        // SAFETY: only called for structs; the index is within the count.
        unsafe {
            (0..LLVMCountStructElementTypes(self.raw))
                .map(|index| Type::from_raw(LLVMStructGetTypeAtIndex(self.raw, index)))
                .collect()
        }
    }

    /// Whether C calls it a union: clang's name for it says so.
    pub fn is_union(self) -> bool {
        self.kind() == TypeKind::LLVMStructTypeKind
            && self.struct_name().is_some_and(|name| name.starts_with("union."))
    }

    /// Of a struct that has one: `struct.list`.
    pub fn struct_name(self) -> Option<String> {
        debug_assert_eq!(self.kind(), TypeKind::LLVMStructTypeKind);
        // SAFETY: only called for structs; null for one without a name.
        let name = unsafe { LLVMGetStructName(self.raw) };
        // SAFETY: a string of the context, which ends in zero.
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    /// A constant struct or array of these parts.
    pub fn constant_of(self, parts: &[super::Value<'m>]) -> super::Value<'m> {
        let mut raw: Vec<_> = parts.iter().map(|part| part.raw()).collect();
        // SAFETY: as many parts as the type has, of their types; LLVM copies the list.
        super::Value::known(unsafe {
            match self.kind() {
                TypeKind::LLVMArrayTypeKind => {
                    LLVMConstArray2(self.element().raw, raw.as_mut_ptr(), raw.len() as u64)
                }
                _ => LLVMConstNamedStruct(self.raw, raw.as_mut_ptr(), raw.len() as u32),
            }
        })
    }

    /// Of a function type.
    pub fn params(self) -> Vec<Type<'m>> {
        // SAFETY: only called for function types; LLVM fills in as many as it has counted.
        let mut raw = vec![std::ptr::null_mut(); unsafe { LLVMCountParamTypes(self.raw) } as usize];
        unsafe { LLVMGetParamTypes(self.raw, raw.as_mut_ptr()) };
        raw.into_iter().map(Type::from_raw).collect()
    }

    /// Of a function type.
    pub fn return_type(self) -> Type<'m> {
        // SAFETY: only called for function types.
        Type::from_raw(unsafe { LLVMGetReturnType(self.raw) })
    }

    pub fn is_variadic(self) -> bool {
        // SAFETY: only called for function types.
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    pub fn print(self) -> String {
        // SAFETY: the message is ours.
        super::take_message(unsafe { LLVMPrintTypeToString(self.raw) })
    }

    pub fn function_returning(result: Type<'m>, params: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = params.iter().map(|ty| ty.raw).collect();
        // SAFETY: the list is copied.
        Type::from_raw(unsafe {
            LLVMFunctionType(result.raw, raw.as_mut_ptr(), raw.len() as u32, 0)
        })
    }

    pub fn array_of(self, length: u64) -> Type<'m> {
        // SAFETY: a sized element type.
        Type::from_raw(unsafe { LLVMArrayType2(self.raw, length) })
    }

    pub fn zero(self) -> super::Value<'m> {
        // SAFETY: never null for sized types.
        super::Value::known(unsafe { LLVMConstNull(self.raw) })
    }

    /// 2 to this power in a float type; infinity where that is too large.
    pub fn power_of_two(self, power: i64) -> super::Value<'m> {
        let text = super::c_string(&format!("0x1p{power}"));
        // SAFETY: only called for float types; the text is read at once.
        super::Value::known(unsafe { LLVMConstRealOfString(self.raw, text.as_ptr()) })
    }

    /// A constant of an integer type of at most 64 bits.
    pub fn constant(self, value: u64) -> super::Value<'m> {
        // SAFETY: only called for integer types.
        super::Value::known(unsafe { LLVMConstInt(self.raw, value, 0) })
    }
}

#[derive(Copy, Clone)]
pub struct DataLayout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl<'m> DataLayout<'m> {
    pub(super) fn new(raw: LLVMTargetDataRef) -> DataLayout<'m> {
        DataLayout { raw, module: PhantomData }
    }

    pub fn pointer_bits(self) -> u32 {
        // SAFETY: the layout lives as long as the module.
        unsafe { LLVMPointerSize(self.raw) * 8 }
    }

    /// The methods below want a sized type.
    pub fn store_size(self, ty: Type<'m>) -> u64 {
        // SAFETY: sized.
        unsafe { LLVMStoreSizeOfType(self.raw, ty.raw()) }
    }

    pub fn alloc_size(self, ty: Type<'m>) -> u64 {
        // SAFETY: sized.
        unsafe { LLVMABISizeOfType(self.raw, ty.raw()) }
    }

    pub fn align(self, ty: Type<'m>) -> u64 {
        // SAFETY: sized.
        u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw()) })
    }

    pub fn field_offset(self, structure: Type<'m>, field: u32) -> u64 {
        // SAFETY: a sized struct and one of its fields.
        unsafe { LLVMOffsetOfElement(self.raw, structure.raw(), field) }
    }

    pub fn global_align(self, global: super::Value<'m>) -> u64 {
        // SAFETY: a global variable.
        u64::from(unsafe { LLVMPreferredAlignmentOfGlobal(self.raw, global.raw()) })
    }
}
