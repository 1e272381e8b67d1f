//! Functions that take or return wide integers. clang itself passes them in memory on both
//! targets, but its optimiser turns what a local function only reads into arguments. Here they go
//! back to memory: a wide argument becomes the address of a copy in the caller's frame, a wide
//! result is written to a last parameter. The copies are then split like all others.

use super::is_wide_type;
use crate::llvm::{Builder, Module, Opcode, Type, Value, ValueKind};

pub(super) fn pass_wide_values_in_memory(module: &Module) {
    let rewriter = Rewriter { module, builder: Builder::new(module) };
    let calls: Vec<Value> = module
        .functions()
        .flat_map(Value::blocks)
        .flat_map(|block| block.instructions())
        .filter(|&it| it.opcode() == Opcode::LLVMCall && !is_machine_call(it))
        .filter(|&it| is_wide_signature(it.called_type()))
        .collect();
    for call in calls {
        rewriter.call(call);
    }
    let functions: Vec<Value> = module
        .functions()
        .filter(|it| !it.name().starts_with("llvm.") && is_wide_signature(it.value_type()))
        .collect();
    for function in functions {
        rewriter.function(function);
    }
}

/// Intrinsics and inline assembly.
fn is_machine_call(call: Value) -> bool {
    let called = call.called_value();
    match called.kind() {
        ValueKind::LLVMFunctionValueKind => called.name_bytes().starts_with(b"llvm."),
        kind => kind == ValueKind::LLVMInlineAsmValueKind,
    }
}

/// With a fixed number of parameters: only such functions come out of the optimiser.
fn is_wide_signature(ty: Type) -> bool {
    !ty.is_variadic()
        && (is_wide_type(ty.return_type()) || ty.params().into_iter().any(is_wide_type))
}

struct Rewriter<'m> {
    module: &'m Module<'m>,
    builder: Builder<'m>,
}

impl<'m> Rewriter<'m> {
    fn signature(&self, ty: Type<'m>) -> Type<'m> {
        let pointer = self.module.pointer_type();
        let mut params = ty.params();
        for param in params.iter_mut().filter(|param| is_wide_type(**param)) {
            *param = pointer;
        }
        let mut result = ty.return_type();
        if is_wide_type(result) {
            params.push(pointer);
            result = self.module.void_type();
        }
        Type::function_returning(result, &params)
    }

    fn call(&self, call: Value<'m>) {
        let signature = self.signature(call.called_type());
        let function = call.block().function();
        let mut args = call.call_args();
        for arg in args.iter_mut().filter(|arg| is_wide_type(arg.ty())) {
            self.builder.place_before(call);
            let copy = self.builder.local(function, arg.ty());
            self.builder.store(*arg, copy);
            *arg = copy;
        }
        let result = is_wide_type(call.ty()).then(|| self.builder.local(function, call.ty()));
        args.extend(result);
        self.builder.place_before(call);
        let new = self.builder.call_as(signature, call.called_value(), &args);
        new.copy_call_attributes(call);
        match result {
            Some(result) => call.replace_uses(self.builder.load(call.ty(), result)),
            None if call.has_uses() => call.replace_uses(new),
            None => {}
        }
        call.erase();
    }

    fn function(&self, function: Value<'m>) {
        let ty = function.value_type();
        let new = self.module.retype_function(function, self.signature(ty));
        let first = new.blocks().next().and_then(|block| block.instructions().next());
        if let Some(first) = first {
            self.builder.place_before(first);
            for (param, by) in function.params().into_iter().zip(new.params()) {
                param.replace_uses(match is_wide_type(param.ty()) {
                    true => self.builder.load(param.ty(), by),
                    false => by,
                });
            }
            if is_wide_type(ty.return_type()) {
                self.return_in_memory(new);
            }
        }
        self.module.remove_function(function);
    }

    fn return_in_memory(&self, function: Value<'m>) {
        let Some(&result) = function.params().last() else { return };
        for end in function.blocks().filter_map(|block| block.terminator()) {
            if end.opcode() == Opcode::LLVMRet {
                self.builder.place_before(end);
                self.builder.store(end.operand(0), result);
                self.builder.return_nothing();
                end.erase();
            }
        }
    }
}
