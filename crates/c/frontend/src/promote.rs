//! Promotion of locals to values (LLVM's `mem2reg`), which keeps every branch.
//!
//! clang was told to fill uninitialised variables with a pattern. Promoted, the fill of
//! `int i; i = 0;` would be dead and vanish, but the fill of a variable that is really read too
//! early would become an ordinary constant. So before promotion each fill's value is routed
//! through a call of a private function that LLVM knows nothing about; the calls that still have
//! uses afterwards are exactly the reads of uninitialised variables.
//!
//! clang fills no variable that a jump may skip (`switch (x) { int y; case 1: … }`), and foreign
//! bitcode has no fills at all. Such variables get one here, where they begin, so that reading them
//! too early is told too; natively they have none.

use crate::edges::calls_prefix;
use crate::llvm::{Builder, Module, Opcode, Type, TypeKind, Value};
use crate::{LoadError, model};
use rustc_hash::FxHashSet;

/// Functions of this prefix take the fill and return "it".
pub const UNINITIALISED: &str = "assay.uninitialised.";

pub fn promote(module: &mut Module) -> Result<(), LoadError> {
    let filled = mark_fills(module);
    mark_others(module, &filled);
    keep_memory_across_setjmp(module);
    forget_places(module);
    module.run_passes("mem2reg").map_err(|reason| LoadError::Internal { reason })?;
    unmark_dead_fills(module);
    Ok(())
}

/// Whether clang added the instruction to fill an uninitialised variable.
pub fn is_fill(instruction: Value, annotation_kind: u32) -> bool {
    instruction.metadata(annotation_kind).is_some_and(|node| node.node_has_text("auto-init"))
}

/// The fill behind a marked value.
pub fn marked_fill(value: Value) -> Option<Value> {
    let is_marker = value.is_instruction() && calls_prefix(value, UNINITIALISED);
    is_marker.then(|| value.operand(0))
}

fn fill_stores<'m>(module: &'m Module) -> Vec<Value<'m>> {
    let kind = module.metadata_kind("annotation");
    let mut found = Vec::new();
    for block in module.functions().flat_map(Value::blocks) {
        found.extend(block.instructions().filter(|&instruction| {
            instruction.opcode() == Opcode::LLVMStore && is_fill(instruction, kind)
        }));
    }
    found
}

/// The variables that have a fill.
fn mark_fills<'m>(module: &'m Module) -> Vec<Value<'m>> {
    let builder = Builder::new(module);
    let mut filled = Vec::new();
    for store in fill_stores(module) {
        let (fill, address) = (store.operand(0), store.operand(1));
        if is_alloca(address) {
            builder.place_before(store);
            store.set_operand(0, builder.call(marker(module, fill.ty()), &[fill]));
            filled.push(address);
        }
    }
    filled
}

fn is_alloca(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMAlloca
}

/// A marked fill for the scalars of the program that have none.
fn mark_others(module: &Module, filled: &[Value]) {
    let builder = Builder::new(module);
    let filled: FxHashSet<Value> = filled.iter().copied().collect();
    let own = module.functions().filter(|function| !function.has_function_mark(model::MARK));
    let entries = own.filter_map(|function| function.blocks().next());
    for local in entries.flat_map(|block| block.instructions()).collect::<Vec<_>>() {
        let Some(next) = local.next_instruction().filter(|_| is_alloca(local)) else { continue };
        let ty = local.allocated_type();
        if is_scalar(ty) && !filled.contains(&local) {
            builder.place_before(next);
            builder.store(builder.call(marker(module, ty), &[ty.zero()]), local);
        }
    }
}

fn is_scalar(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
            | TypeKind::LLVMX86_FP80TypeKind
            | TypeKind::LLVMPointerTypeKind
    )
}

fn marker<'m>(module: &'m Module, ty: Type<'m>) -> Value<'m> {
    let name = format!("{UNINITIALISED}{}", ty.print());
    module
        .function_named(&name)
        .unwrap_or_else(|| module.add_function(&name, Type::function_returning(ty, &[ty])))
}

/// What `setjmp` returns to a second time must see the variables as they are in memory, as
/// clang's unoptimised code does.
fn keep_memory_across_setjmp(module: &Module) {
    for function in module.functions() {
        let mut instructions = function.blocks().flat_map(|block| block.instructions());
        let returns_twice = |instruction: Value| {
            instruction.opcode() == Opcode::LLVMCall && instruction.is_returns_twice_call()
        };
        if instructions.any(returns_twice) {
            module.add_function_attribute(function, "noinline");
            module.add_function_attribute(function, "optnone");
        }
    }
}

/// Takes the places of assignments away that promotion makes values of. Where many meet, LLVM looks
/// for what their places have in common, two at a time and scope by scope: the square of how deep a
/// chain of `else if`s is.
fn forget_places(module: &Module) {
    let instructions = module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions());
    for local in instructions.filter(|&instruction| is_alloca(instruction)) {
        let stores = |user: &Value| {
            user.opcode() == Opcode::LLVMStore && user.operand(1) == local && !user.is_volatile()
        };
        let users: Vec<Value> = local.users().filter(|user| user.is_instruction()).collect();
        let is_promoted =
            users.iter().all(|user| user.opcode() == Opcode::LLVMLoad || stores(user));
        if is_promoted {
            users.into_iter().filter(stores).for_each(Value::forget_debug_location);
        }
    }
}

/// Gives fills of variables that stay in memory their constant back, takes those away that clang
/// did not make, and removes what is left without a use.
fn unmark_dead_fills(module: &Module) {
    for store in fill_stores(module) {
        if let Some(fill) = marked_fill(store.operand(0)) {
            store.set_operand(0, fill);
        }
    }
    let instructions = || module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions());
    let is_ours = |instruction: &Value| {
        instruction.opcode() == Opcode::LLVMStore && marked_fill(instruction.operand(0)).is_some()
    };
    instructions().filter(is_ours).collect::<Vec<_>>().into_iter().for_each(Value::erase);
    let mut dead = Vec::new();
    for block in module.functions().flat_map(Value::blocks) {
        dead.extend(
            block.instructions().filter(|&instruction| {
                marked_fill(instruction).is_some() && !instruction.has_uses()
            }),
        );
    }
    for call in dead {
        call.erase();
    }
}
