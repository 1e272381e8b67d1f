//! `System.out`, `System.err` and `System.in`, and what is printed when nobody catches an
//! exception.
//!
//! Both are of a class of our own that extends `PrintStream`, turns everything into a string as
//! `PrintStream` does, and writes the string's characters in UTF-8.

use super::assemble::{Assembler, class, native_static};
use crate::classfile::{
    ClassFile, Comparison, Field, Instruction, Kind, Method, StackOp, access, field_storage,
};
use crate::frontend::translator::{Result, Translator};
use assay_program::{ConstId, FuncId};

const CONSOLE: &str = "assay/Console";
const STREAM: &str = "java/io/PrintStream";
const SHOWN: [&str; 9] =
    ["Z", "C", "I", "J", "F", "D", "[C", "Ljava/lang/String;", "Ljava/lang/Object;"];

pub fn classes() -> Vec<ClassFile> {
    let mut methods = vec![
        native_static("write", "(ILjava/lang/String;)V"),
        native_static("write", "(I[BII)V"),
        end_of_line(),
        write_byte(),
        write_bytes(),
        nothing("flush"),
        nothing("close"),
        format(),
    ];
    for ty in SHOWN {
        methods.push(print("print", ty));
        methods.push(print("println", ty));
    }
    let mut console = class(CONSOLE, STREAM, methods);
    console.fields.push(Field {
        name: "descriptor".into(),
        descriptor: "I".into(),
        access: access::PRIVATE,
        constant: None,
    });
    vec![console, class("assay/Uncaught", "java/lang/Object", vec![report()])]
}

fn descriptor(code: &mut Assembler) -> &mut Assembler {
    code.this().get_field(CONSOLE, "descriptor", "I")
}

fn print(name: &str, ty: &str) -> Method {
    let mut code = Assembler::new(name, &format!("({ty})V"), 1);
    let kind = field_storage(ty).kind();
    let value_type = if ty == "Ljava/lang/String;" { "Ljava/lang/Object;" } else { ty };
    descriptor(&mut code).load(kind, 1);
    code.call_static("java/lang/String", "valueOf", &format!("({value_type})Ljava/lang/String;"));
    code.call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    if name == "println" {
        code.this().call_virtual(CONSOLE, "println", "()V");
    }
    code.give_back();
    code.finish()
}

fn end_of_line() -> Method {
    let mut code = Assembler::new("println", "()V", 1);
    descriptor(&mut code).text("\n").call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    code.give_back();
    code.finish()
}

fn write_byte() -> Method {
    let mut code = Assembler::new("write", "(I)V", 1);
    code.int(1).add(Instruction::NewArray("[B".into())).store(Kind::Reference, 2);
    code.load(Kind::Reference, 2).int(0).load(Kind::Int, 1);
    code.add(Instruction::ArrayStore(crate::classfile::Storage::Byte));
    descriptor(&mut code).load(Kind::Reference, 2).int(0).int(1);
    code.call_static(CONSOLE, "write", "(I[BII)V").give_back();
    code.finish()
}

fn write_bytes() -> Method {
    let mut code = Assembler::new("write", "([BII)V", 1);
    code.load(Kind::Int, 2).load(Kind::Int, 3).load(Kind::Reference, 1);
    code.add(Instruction::ArrayLength);
    code.call_static("java/util/Objects", "checkFromIndexSize", "(III)I").stack(StackOp::Pop);
    descriptor(&mut code).load(Kind::Reference, 1).load(Kind::Int, 2).load(Kind::Int, 3);
    code.call_static(CONSOLE, "write", "(I[BII)V").give_back();
    code.finish()
}

fn nothing(name: &str) -> Method {
    let mut code = Assembler::new(name, "()V", 1);
    code.give_back();
    code.finish()
}

fn format() -> Method {
    let ty = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";
    let mut code = Assembler::new("format", ty, 1);
    descriptor(&mut code).load(Kind::Reference, 1).load(Kind::Reference, 2);
    let string = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
    code.call_static("java/lang/String", "format", string);
    code.call_static(CONSOLE, "write", "(ILjava/lang/String;)V").this().give_back();
    code.finish()
}

/// What the virtual machine says of an exception that ends the program, without where it was.
fn report() -> Method {
    let mut code = Assembler::new_static("report", "(Ljava/lang/Throwable;)V");
    let (again, end) = (code.label(), code.label());
    code.int(2).text("Exception in thread \"main\" ");
    code.call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    code.place(again).int(2).load(Kind::Reference, 0);
    // The message that the virtual machine makes for null is not known.
    let (other, said) = (code.label(), code.label());
    code.add(Instruction::InstanceOf("java/lang/NullPointerException".into()));
    code.if_zero(Comparison::Eq, other).load(Kind::Reference, 0);
    code.get_field("java/lang/Throwable", "detailMessage", "Ljava/lang/String;");
    code.if_null(false, other).text("java.lang.NullPointerException").goto(said).place(other);
    code.load(Kind::Reference, 0);
    code.call_static("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
    code.place(said);
    code.call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    code.int(2).text("\n").call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    code.load(Kind::Reference, 0);
    code.call_virtual("java/lang/Throwable", "getCause", "()Ljava/lang/Throwable;");
    code.stack(StackOp::Dup).store(Kind::Reference, 0).if_null(true, end);
    code.int(2).text("Caused by: ").call_static(CONSOLE, "write", "(ILjava/lang/String;)V");
    code.int(0).if_zero(Comparison::Eq, again).place(end).give_back();
    code.finish()
}

/// The function that reports what nobody has caught.
pub fn uncaught(translator: &mut Translator) -> Result<FuncId> {
    translator.helper("assay/Uncaught", "report", "(Ljava/lang/Throwable;)V")
}

/// What a static field of the JDK holds from the beginning, if its own class does not say it.
pub fn initial(translator: &mut Translator, class: &str, field: &str) -> Result<Option<ConstId>> {
    let number = match (class, field) {
        ("java/lang/System", "in") => return standard_input(translator).map(Some),
        ("java/lang/System", "out") => 1,
        ("java/lang/System", "err") => 2,
        _ => return Ok(None),
    };
    let console = translator.class(CONSOLE)?;
    let at = translator.field_offset(console, "descriptor", "I")?;
    let object = translator.object(console, &format!("System.{field}"), &[(at, number)], &[])?;
    Ok(Some(translator.model.address_of(object)))
}

/// A stream of what there is to read.
fn standard_input(translator: &mut Translator) -> Result<ConstId> {
    const STREAM: &str = "java/io/ByteArrayInputStream";
    let bytes = translator.stdin.clone();
    let array = translator.byte_array(&bytes)?;
    let class = translator.class(STREAM)?;
    let count = (translator.field_offset(class, "count", "I")?, bytes.len() as i32);
    let buffer = (translator.field_offset(class, "buf", "[B")?, array);
    let object = translator.object(class, "System.in", &[count], &[buffer])?;
    Ok(translator.model.address_of(object))
}
