//! `__builtin_setjmp` and `__builtin_longjmp`: to the machine they are the jumps of the C library.
//! The buffer is smaller, but the machine keeps no more than a number in it.
//!
//! Done before locals are promoted, which must know where a function may go on a second time.

use crate::edges;
use crate::llvm::{Builder, Module, Type, Value};

const SETJMP: &str = "llvm.eh.sjlj.setjmp";
const LONGJMP: &str = "llvm.eh.sjlj.longjmp";

pub fn become_library_calls(module: &Module) {
    let builder = Builder::new(module);
    let (int, pointer) = (module.int_type(32), module.pointer_type());
    for call in calls_of(module, SETJMP) {
        let setjmp = function(module, "_setjmp", Type::function_returning(int, &[pointer]));
        module.add_function_attribute(setjmp, "returns_twice");
        builder.place_before(call);
        call.replace_uses(builder.call(setjmp, &[call.operand(0)]));
        call.erase();
    }
    for call in calls_of(module, LONGJMP) {
        let ty = Type::function_returning(module.void_type(), &[pointer, int]);
        let longjmp = function(module, "longjmp", ty);
        builder.place_before(call);
        builder.call(longjmp, &[call.operand(0), int.constant(1)]);
        call.erase();
    }
}

fn calls_of<'m>(module: &'m Module, name: &str) -> Vec<Value<'m>> {
    if module.function_named(name).is_none() {
        return Vec::new();
    }
    let blocks = module.functions().flat_map(Value::blocks);
    blocks.flat_map(|block| block.instructions()).filter(|&i| edges::calls(i, name)).collect()
}

fn function<'m>(module: &'m Module, name: &str, ty: Type<'m>) -> Value<'m> {
    module.function_named(name).unwrap_or_else(|| module.add_function(name, ty))
}
