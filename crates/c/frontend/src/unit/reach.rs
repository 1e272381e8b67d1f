//! What a function can reach: the functions and variables that its code mentions, directly or
//! through what it mentions.

use crate::llvm::{Opcode, RawIntPredicate, Type, TypeKind, Value, ValueKind};
use assay_program::{CKind, CType};
use rustc_hash::FxHashSet;

pub struct Reach<'m> {
    pub functions: Vec<Value<'m>>,
    pub globals: Vec<Value<'m>>,
}

impl Reach<'_> {
    /// Whether somebody looks which of two pointers comes first, or how far they are apart.
    pub fn orders_pointers(&self) -> bool {
        let blocks = self.functions.iter().flat_map(|function| function.blocks());
        blocks.flat_map(|block| block.instructions()).any(orders_pointers)
    }

    /// The low bits of pointers that somebody looks at, as far as it can be seen: those that
    /// numbers are masked with where pointers become numbers.
    pub fn tag_bits(&self) -> u32 {
        self.functions.iter().map(|function| tag_bits(*function)).fold(0, |all, bits| all | bits)
    }

    /// What is stepped through as an array is.
    pub fn stepped(&self) -> Stepped {
        let mut stepped = Stepped::default();
        let blocks = self.functions.iter().flat_map(|function| function.blocks());
        for instruction in blocks.flat_map(|block| block.instructions()) {
            if instruction.opcode() == Opcode::LLVMGetElementPtr && goes_on(instruction) {
                stepped.note(instruction.gep_source_type());
            }
        }
        stepped
    }
}

/// Types of which the code goes from one object to the next: `p++`, `p[i]`. A pointer to one of
/// them points to several.
#[derive(Default)]
pub struct Stepped {
    /// Names of structs and unions without `struct` in front.
    aggregates: FxHashSet<String>,
    pointers: bool,
}

impl Stepped {
    fn note(&mut self, ty: Type<'_>) {
        match ty.kind() {
            TypeKind::LLVMPointerTypeKind => self.pointers = true,
            TypeKind::LLVMStructTypeKind => {
                let Some(name) = ty.struct_name() else { return };
                let name = name.split_once('.').map_or(name.as_str(), |(_, name)| name);
                // A second type of the same name has a number behind it.
                let name = name.split_once('.').map_or(name, |(name, _)| name);
                self.aggregates.insert(name.to_string());
            }
            _ => {}
        }
    }

    pub fn contains(&self, ty: &CType) -> bool {
        match ty.kind {
            CKind::Pointer { .. } => self.pointers,
            CKind::Struct { .. } | CKind::Union { .. } => ty.name.as_ref().is_some_and(|name| {
                self.aggregates.contains(name.split_once(' ').map_or(name.as_str(), |(_, tag)| tag))
            }),
            _ => false,
        }
    }
}

/// Whether an address is computed that may be that of a later element.
fn goes_on(instruction: Value<'_>) -> bool {
    let first = instruction.operand(1);
    first.kind() != ValueKind::LLVMConstantIntValueKind || first.int_signed() > 0
}

fn orders_pointers(instruction: Value<'_>) -> bool {
    match instruction.opcode() {
        Opcode::LLVMICmp => {
            let is_pointer = instruction.operand(0).ty().kind() == TypeKind::LLVMPointerTypeKind;
            let predicate = instruction.int_predicate();
            let by_order =
                !matches!(predicate, RawIntPredicate::LLVMIntEQ | RawIntPredicate::LLVMIntNE);
            is_pointer && by_order
        }
        Opcode::LLVMSub => instruction
            .operands()
            .all(|operand| operand.is_instruction() && operand.opcode() == Opcode::LLVMPtrToInt),
        _ => false,
    }
}

/// Bits of an address that its alignment leaves free.
const FREE_BITS: u64 = 15;

fn tag_bits(function: Value<'_>) -> u32 {
    let code = || function.blocks().flat_map(|block| block.instructions());
    let mut casts = code().filter(|code| code.opcode() == Opcode::LLVMPtrToInt);
    let Some(width) = casts.next().map(|cast| cast.ty().int_bits()) else { return 0 };
    let masks = code().filter(|code| code.opcode() == Opcode::LLVMAnd);
    let masks = masks.filter(|mask| mask.ty().kind() == TypeKind::LLVMIntegerTypeKind);
    let masks = masks.filter(|mask| mask.ty().int_bits() == width);
    let low = |mask: Value<'_>| {
        let bits = mask.operands().find_map(|operand| {
            let is_number = operand.kind() == ValueKind::LLVMConstantIntValueKind;
            is_number.then(|| operand.int_signed() as u64)
        })?;
        [bits, !bits].into_iter().find(|bits| (1..=FREE_BITS).contains(bits))
    };
    masks.filter_map(low).fold(0, |all, bits| all | bits) as u32
}

pub fn from<'m>(entries: impl IntoIterator<Item = Value<'m>>) -> Reach<'m> {
    let mut walk = Walk { seen: FxHashSet::default(), open: Vec::new() };
    let mut reach = Reach { functions: Vec::new(), globals: Vec::new() };
    for entry in entries {
        walk.mention(entry);
    }
    while let Some(value) = walk.open.pop() {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind => {
                reach.functions.push(value);
                for instruction in value.blocks().flat_map(|block| block.instructions()) {
                    walk.mention_all(instruction);
                }
            }
            ValueKind::LLVMGlobalVariableValueKind => {
                reach.globals.push(value);
                if let Some(initialiser) = value.initialiser() {
                    walk.mention(initialiser);
                }
            }
            ValueKind::LLVMGlobalAliasValueKind => walk.mention(value.aliasee()),
            _ => walk.mention_all(value),
        }
    }
    reach
}

struct Walk<'m> {
    seen: FxHashSet<Value<'m>>,
    open: Vec<Value<'m>>,
}

impl<'m> Walk<'m> {
    fn mention_all(&mut self, user: Value<'m>) {
        for operand in user.operands() {
            self.mention(operand);
        }
    }

    /// Constants are looked into; instructions are found by themselves.
    fn mention(&mut self, value: Value<'m>) {
        let is_of_interest = matches!(
            value.kind(),
            ValueKind::LLVMFunctionValueKind
                | ValueKind::LLVMGlobalVariableValueKind
                | ValueKind::LLVMGlobalAliasValueKind
                | ValueKind::LLVMConstantExprValueKind
                | ValueKind::LLVMConstantStructValueKind
                | ValueKind::LLVMConstantArrayValueKind
                | ValueKind::LLVMConstantVectorValueKind
        );
        if is_of_interest && self.seen.insert(value) {
            self.open.push(value);
        }
    }
}

/// What the code of one function mentions, at any depth of constants.
pub fn mentioned(function: Value<'_>) -> Vec<Value<'_>> {
    let mut walk = Walk { seen: FxHashSet::default(), open: Vec::new() };
    for instruction in function.blocks().flat_map(|block| block.instructions()) {
        walk.mention_all(instruction);
    }
    let mut found = Vec::new();
    while let Some(value) = walk.open.pop() {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind | ValueKind::LLVMGlobalVariableValueKind => {
                found.push(value);
            }
            ValueKind::LLVMGlobalAliasValueKind => {}
            _ => walk.mention_all(value),
        }
    }
    found
}

/// Whether the function is used other than by calling it.
pub fn is_address_taken(function: Value<'_>) -> bool {
    function.users().any(|user| {
        let is_call = user.is_instruction()
            && user.opcode() == Opcode::LLVMCall
            && user.called_value() == function
            && user.call_args().iter().all(|&argument| argument != function);
        !is_call
    })
}
