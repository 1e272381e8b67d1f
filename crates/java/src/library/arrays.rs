//! What arrays need beyond instructions: arrays of arrays, and the test of what is stored.

use super::assemble::{Assembler, class, member};
use crate::classfile::{
    Arithmetic, Comparison, Instruction, Kind, Name, StackOp, Storage, element_of,
};
use crate::frontend::body::Body;
use crate::frontend::model::Model;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use assay_program::{BinaryOp, FuncId, IntPredicate, Operand, Role};

/// The function that makes arrays of arrays with so many lengths given.
pub fn maker(translator: &mut Translator, array: &str, dimensions: u8) -> Result<FuncId> {
    let holder = format!("assay/Arrays${dimensions}${array}").replace([';', '['], "_");
    let descriptor = maker_type(array, dimensions);
    if !translator.classes.is_made(&holder) {
        let method = make(translator, array, dimensions)?;
        translator.classes.make(class(&holder, "java/lang/Object", vec![method]));
    }
    translator.helper(&holder, "make", &descriptor)
}

fn maker_type(array: &str, dimensions: u8) -> String {
    format!("({}){array}", "I".repeat(dimensions.into()))
}

fn make(
    translator: &mut Translator,
    array: &str,
    dimensions: u8,
) -> Result<crate::classfile::Method> {
    let mut code = Assembler::new_static("make", &maker_type(array, dimensions));
    // All lengths are looked at before anything is made.
    for local in 0..u16::from(dimensions) {
        let fine = code.label();
        code.load(Kind::Int, local).if_zero(Comparison::Ge, fine);
        code.load(Kind::Int, local).add(Instruction::NewArray("[I".into())).stack(StackOp::Pop);
        code.place(fine);
    }
    let (made, index) = (u16::from(dimensions), u16::from(dimensions) + 1);
    code.load(Kind::Int, 0).add(Instruction::NewArray(array.into()));
    code.store(Kind::Reference, made);
    if dimensions > 1 {
        let inner: Name = element_of(array).unwrap_or_default().into();
        maker(translator, &inner, dimensions - 1)?;
        let holder = format!("assay/Arrays${}${inner}", dimensions - 1).replace([';', '['], "_");
        let (again, end) = (code.label(), code.label());
        code.int(0).store(Kind::Int, index).place(again);
        code.load(Kind::Int, index).load(Kind::Int, 0).if_int(Comparison::Ge, end);
        code.load(Kind::Reference, made).load(Kind::Int, index);
        (1..u16::from(dimensions)).for_each(|local| {
            code.load(Kind::Int, local);
        });
        let inner_make = member(&holder, "make", &maker_type(&inner, dimensions - 1));
        code.add(Instruction::Invoke(crate::classfile::Call::Static, inner_make));
        code.add(Instruction::ArrayStore(Storage::Reference));
        code.load(Kind::Int, index).int(1).arithmetic(Arithmetic::Add, Kind::Int);
        code.store(Kind::Int, index).goto(again).place(end);
    }
    code.load(Kind::Reference, made).give_back();
    Ok(code.finish())
}

/// The function that says whether an object must not be stored into an array of references.
pub fn store_test(translator: &mut Translator) -> Result<FuncId> {
    if let Some(&known) = translator.helpers.get("does not fit") {
        return Ok(known);
    }
    let test = subtype_test(translator);
    let model = &mut translator.model;
    let types = model.types;
    let parameters = [types.pointer, types.pointer];
    let name = "does not fit".to_string();
    let function = model.declare(name.clone(), &parameters, types.bit, Role::Plain);
    model.program.functions[function].is_model = true;
    let mut body = Body::new(types, &parameters);
    let (array, value) = (body.parameter(0), body.parameter(1));
    let null = model.null();
    let is_null = body.compare(IntPredicate::Eq, value, null, types.pointer);
    let (fits, look) = (body.block(), body.block());
    body.inner_branch(is_null, fits, look);
    body.go_to(fits);
    let no = model.bit(false);
    body.give_back(Some(no));
    body.go_to(look);
    let class = body.load_pointer(array, shape::DESCRIPTOR);
    let element = body.load_pointer(class, part::ELEMENT);
    let own = body.load_pointer(value, shape::DESCRIPTOR);
    let args = [(own, types.pointer), (element, types.pointer)];
    let fits = body.call(assay_program::Callee::Direct(test), &args, types.bit);
    let one = model.bit(true);
    let wrong = body.binary(BinaryOp::Xor, fits.expect("an answer"), one, types.bit);
    body.give_back(Some(wrong));
    body.finish(&mut model.program, function);
    translator.helpers.insert(name, function);
    Ok(function)
}

/// `(descriptor, descriptor of what it may be below)`: whether the one class is the other, or below
/// it, for classes that are known only when the program runs.
pub fn subtype_test(translator: &mut Translator) -> FuncId {
    if let Some(&known) = translator.helpers.get("is below") {
        return known;
    }
    let model = &mut translator.model;
    let types = model.types;
    let parameters = [types.pointer, types.pointer];
    let name = "is below".to_string();
    let function = model.declare(name.clone(), &parameters, types.bit, Role::Plain);
    model.program.functions[function].is_model = true;
    let mut body = Body::new(types, &parameters);
    let (own, of) = (body.parameter(0), body.parameter(1));
    give_back_if_same(model, &mut body, own, of);
    let flags = body.load_int(of, part::FLAGS);
    // An interface stands in the table.
    let is_interface = has_flag(model, &mut body, flags, part::IS_INTERFACE);
    let (interface, other) = (body.block(), body.block());
    body.inner_branch(is_interface, interface, other);
    body.go_to(interface);
    let size = body.load_int(own, part::INTERFACES_SIZE);
    let number = body.load_int(of, part::NUMBER);
    let place = body.binary(BinaryOp::URem, number, size, types.int);
    let table = body.load_pointer(own, part::INTERFACES);
    let at = body.element(table, 0, place, 8);
    let found = body.load(types.pointer, at, 8);
    let is_there = body.compare(IntPredicate::Eq, found, of, types.pointer);
    body.give_back(Some(is_there));
    // A class of arrays, if the elements are below its elements.
    body.go_to(other);
    let both = body.load_int(own, part::FLAGS);
    let both = body.binary(BinaryOp::And, flags, both, types.int);
    let are_arrays = has_flag(model, &mut body, both, part::IS_ARRAY);
    let (arrays, classes) = (body.block(), body.block());
    body.inner_branch(are_arrays, arrays, classes);
    body.go_to(arrays);
    let own_element = body.load_pointer(own, part::ELEMENT);
    let element = body.load_pointer(of, part::ELEMENT);
    let args = [(own_element, types.pointer), (element, types.pointer)];
    let result = body.call(assay_program::Callee::Direct(function), &args, types.bit);
    body.give_back(result);
    // A class, if it is above.
    body.go_to(classes);
    above(model, &mut body, own, of);
    body.finish(&mut model.program, function);
    translator.helpers.insert(name, function);
    function
}

fn give_back_if_same(model: &mut Model, body: &mut Body, own: Operand, of: Operand) {
    let pointer = body.types.pointer;
    let is_same = body.compare(IntPredicate::Eq, own, of, pointer);
    let (same, on) = (body.block(), body.block());
    body.inner_branch(is_same, same, on);
    body.go_to(same);
    let yes = model.bit(true);
    body.give_back(Some(yes));
    body.go_to(on);
}

pub fn has_flag(model: &mut Model, body: &mut Body, flags: Operand, flag: i32) -> Operand {
    let int = body.types.int;
    let (flag, zero) = (model.int(flag), model.int(0));
    let bit = body.binary(BinaryOp::And, flags, flag, int);
    body.compare(IntPredicate::Ne, bit, zero, int)
}

/// Goes up from a class until the other is met.
fn above(model: &mut Model, body: &mut Body, own: Operand, of: Operand) {
    let pointer = body.types.pointer;
    let null = model.null();
    let from = body.current();
    let again = body.block();
    body.jump(again);
    let class = body.phi(again, pointer);
    body.meet(again, class, from, own);
    body.go_to(again);
    let next = body.load_pointer(Operand::Value(class), part::SUPER);
    let is_end = body.compare(IntPredicate::Eq, next, null, pointer);
    let (end, look) = (body.block(), body.block());
    body.inner_branch(is_end, end, look);
    body.go_to(end);
    let no = model.bit(false);
    body.give_back(Some(no));
    body.go_to(look);
    let is_it = body.compare(IntPredicate::Eq, next, of, pointer);
    let (found, on) = (body.block(), body.block());
    body.inner_branch(is_it, found, on);
    body.go_to(found);
    let yes = model.bit(true);
    body.give_back(Some(yes));
    body.go_to(on);
    body.meet(again, class, on, next);
    body.jump(again);
}
