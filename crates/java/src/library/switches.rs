//! Switches on patterns (`java.lang.runtime.SwitchBootstraps`).

use super::assemble::Assembler;
use crate::classfile::{Comparison, Constant, Dynamic, Instruction, Kind, Method};
use crate::frontend::translator::Result;

/// `(object, where to begin)`: the first label from there on that the object fits; -1 for null, the
/// number of labels for none.
pub fn by_type(site: &Dynamic) -> Result<Method> {
    let mut code = Assembler::new_static("choose", &site.descriptor);
    let null = code.label();
    code.load(Kind::Reference, 0).if_null(true, null);
    for (index, label) in site.arguments.iter().enumerate() {
        let next = code.label();
        code.int(index as i32).load(Kind::Int, 1).if_int(Comparison::Lt, next);
        match label {
            Constant::Class(class) => {
                code.load(Kind::Reference, 0).add(Instruction::InstanceOf(class.clone()));
            }
            Constant::String(_) => {
                code.add(Instruction::Constant(label.clone())).load(Kind::Reference, 0);
                code.call_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            }
            Constant::Int(number) => is_number(&mut code, *number, next),
            other => return Err(format!("a switch with the label {other:?}")),
        }
        code.if_zero(Comparison::Eq, next).int(index as i32).give_back().place(next);
    }
    code.int(site.arguments.len() as i32).give_back();
    code.place(null).int(-1).give_back();
    Ok(code.finish())
}

/// Whether an object is this number: leaves 1 on the stack, or goes to the next label.
fn is_number(code: &mut Assembler, number: i32, next: super::assemble::Label) {
    let (character, end) = (code.label(), code.label());
    code.load(Kind::Reference, 0).add(Instruction::InstanceOf("java/lang/Number".into()));
    code.if_zero(Comparison::Eq, character);
    code.load(Kind::Reference, 0).cast("java/lang/Number");
    code.call_virtual("java/lang/Number", "intValue", "()I").int(number);
    code.if_int(Comparison::Ne, next).goto(end).place(character);
    code.load(Kind::Reference, 0).add(Instruction::InstanceOf("java/lang/Character".into()));
    code.if_zero(Comparison::Eq, next);
    code.load(Kind::Reference, 0).cast("java/lang/Character");
    code.call_virtual("java/lang/Character", "charValue", "()C").int(number);
    code.if_int(Comparison::Ne, next).place(end).int(1);
}
