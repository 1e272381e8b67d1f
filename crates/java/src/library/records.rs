//! What a record says of itself (`java.lang.runtime.ObjectMethods`).

use super::assemble::{Assembler, shown_as};
use super::boxing::box_value;
use crate::classfile::{
    Arithmetic, Call, Comparison, Constant, Dynamic, Instruction, Kind, MemberRef, Method,
};
use crate::frontend::translator::Result;

/// A record, its components by name, and the field of each.
struct Record<'a> {
    class: &'a str,
    names: Vec<String>,
    fields: Vec<&'a MemberRef>,
}

pub fn method(site: &Dynamic) -> Result<Method> {
    let [Constant::Class(class), Constant::String(names), getters @ ..] = &site.arguments[..]
    else {
        return Err("a record whose methods are made in an unknown way".to_string());
    };
    let names = String::from_utf16_lossy(names);
    let fields = getters.iter().filter_map(|getter| match getter {
        Constant::Handle(handle) => Some(&*handle.member),
        _ => None,
    });
    let names = names.split(';').filter(|name| !name.is_empty()).map(str::to_string);
    let record = Record { class, names: names.collect(), fields: fields.collect() };
    match &*site.name {
        "toString" => Ok(to_string(&record, &site.descriptor)),
        "hashCode" => hash_code(&record, &site.descriptor),
        "equals" => equals(&record, &site.descriptor),
        other => Err(format!("the method {other} of a record")),
    }
}

fn append(code: &mut Assembler, ty: &str) {
    let descriptor = format!("({ty})Ljava/lang/StringBuilder;");
    code.call_virtual("java/lang/StringBuilder", "append", &descriptor);
}

fn to_string(record: &Record, descriptor: &str) -> Method {
    let simple = record.class.rsplit(['/', '$']).next().unwrap_or_default();
    let mut code = Assembler::new_static("text", descriptor);
    code.new_object("java/lang/StringBuilder").construct("java/lang/StringBuilder", "()V");
    append(code.text(&format!("{simple}[")), "Ljava/lang/String;");
    for (index, (name, field)) in record.names.iter().zip(&record.fields).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        append(code.text(&format!("{comma}{name}=")), "Ljava/lang/String;");
        code.load(Kind::Reference, 0).get_field(&field.class, &field.name, &field.descriptor);
        append(&mut code, shown_as(&field.descriptor));
    }
    append(code.text("]"), "Ljava/lang/String;");
    code.call_virtual("java/lang/StringBuilder", "toString", "()Ljava/lang/String;").give_back();
    code.finish()
}

fn hash_code(record: &Record, descriptor: &str) -> Result<Method> {
    let mut code = Assembler::new_static("hash", descriptor);
    code.int(0);
    for field in &record.fields {
        code.int(31).arithmetic(Arithmetic::Mul, Kind::Int);
        code.load(Kind::Reference, 0).get_field(&field.class, &field.name, &field.descriptor);
        if field.descriptor.len() == 1 {
            box_value(&mut code, &field.descriptor)?;
        }
        code.call_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
        code.arithmetic(Arithmetic::Add, Kind::Int);
    }
    code.give_back();
    Ok(code.finish())
}

/// Floats are equal as `compare` says, objects as `equals` does.
fn equals(record: &Record, descriptor: &str) -> Result<Method> {
    let mut code = Assembler::new_static("equal", descriptor);
    let (no, same) = (code.label(), code.label());
    code.load(Kind::Reference, 0).load(Kind::Reference, 1).if_same(true, same);
    code.load(Kind::Reference, 1).add(Instruction::InstanceOf(record.class.into()));
    code.if_zero(Comparison::Eq, no);
    for field in &record.fields {
        for local in [0, 1] {
            code.load(Kind::Reference, local).cast(record.class);
            code.get_field(&field.class, &field.name, &field.descriptor);
        }
        let compare = |code: &mut Assembler, class: &str, ty: &str| {
            code.call(Call::Static, class, "compare", &format!("({ty}{ty})I"));
            code.if_zero(Comparison::Ne, no);
        };
        match &*field.descriptor {
            "F" => compare(&mut code, "java/lang/Float", "F"),
            "D" => compare(&mut code, "java/lang/Double", "D"),
            "J" => compare(&mut code, "java/lang/Long", "J"),
            ty if ty.len() == 1 => {
                code.if_int(Comparison::Ne, no);
            }
            _ => {
                let ty = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                code.call_static("java/util/Objects", "equals", ty);
                code.if_zero(Comparison::Eq, no);
            }
        }
    }
    code.place(same).int(1).give_back();
    code.place(no).int(0).give_back();
    Ok(code.finish())
}
