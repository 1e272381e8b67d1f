//! `assay.Throw`: makes the exceptions that the virtual machine throws by itself.

use super::assemble::{Assembler, class};
use crate::classfile::{Call, ClassFile, Comparison, Instruction, Kind, Method};

const BUILDER: &str = "java/lang/StringBuilder";
const TEXT: &str = "(Ljava/lang/String;)V";

pub fn throw() -> ClassFile {
    let methods = vec![
        bare("nullPointer", "java/lang/NullPointerException"),
        with_text("division", "java/lang/ArithmeticException", "/ by zero"),
        bounds(),
        negative_size(),
        cast(),
        array_store(),
        of_class("notCloneable", "java/lang/CloneNotSupportedException"),
        with_text("copyTypes", "java/lang/ArrayStoreException", "arraycopy: type mismatch"),
        with_text("copyBounds", "java/lang/ArrayIndexOutOfBoundsException", "arraycopy"),
        initialised_before(),
        initialiser_failed(),
    ];
    class("assay/Throw", "java/lang/Object", methods)
}

fn bare(name: &str, exception: &str) -> Method {
    let mut code = Assembler::new_static(name, "()Ljava/lang/Throwable;");
    code.new_object(exception).construct(exception, "()V").give_back();
    code.finish()
}

fn with_text(name: &str, exception: &str, text: &str) -> Method {
    let mut code = Assembler::new_static(name, "()Ljava/lang/Throwable;");
    code.new_object(exception).text(text).construct(exception, TEXT).give_back();
    code.finish()
}

fn builder(code: &mut Assembler) -> &mut Assembler {
    code.new_object(BUILDER).construct(BUILDER, "()V")
}

fn append<'c>(code: &'c mut Assembler, ty: &str) -> &'c mut Assembler {
    code.call_virtual(BUILDER, "append", &format!("({ty})Ljava/lang/StringBuilder;"))
}

fn append_text<'c>(code: &'c mut Assembler, text: &str) -> &'c mut Assembler {
    append(code.text(text), "Ljava/lang/String;")
}

fn built(code: &mut Assembler) -> &mut Assembler {
    code.call_virtual(BUILDER, "toString", "()Ljava/lang/String;")
}

fn bounds() -> Method {
    let exception = "java/lang/ArrayIndexOutOfBoundsException";
    let mut code = Assembler::new_static("bounds", "(II)Ljava/lang/Throwable;");
    code.new_object(exception);
    append_text(builder(&mut code), "Index ");
    append(code.load(Kind::Int, 0), "I");
    append_text(&mut code, " out of bounds for length ");
    append(code.load(Kind::Int, 1), "I");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

fn negative_size() -> Method {
    let exception = "java/lang/NegativeArraySizeException";
    let mut code = Assembler::new_static("negativeSize", "(I)Ljava/lang/Throwable;");
    code.new_object(exception).load(Kind::Int, 0);
    code.call_static("java/lang/Integer", "toString", "(I)Ljava/lang/String;");
    code.construct(exception, TEXT).give_back();
    code.finish()
}

fn name_of_class(code: &mut Assembler) -> &mut Assembler {
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getName", "()Ljava/lang/String;")
}

fn cast() -> Method {
    let exception = "java/lang/ClassCastException";
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Throwable;";
    let mut code = Assembler::new_static("cast", descriptor);
    code.new_object(exception);
    append_text(builder(&mut code), "class ");
    append(name_of_class(code.load(Kind::Reference, 0)), "Ljava/lang/String;");
    append_text(&mut code, " cannot be cast to class ");
    code.load(Kind::Reference, 1);
    code.call_virtual("java/lang/Class", "getName", "()Ljava/lang/String;");
    append(&mut code, "Ljava/lang/String;");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

/// The name of an object's class is all that there is to say.
fn of_class(name: &str, exception: &str) -> Method {
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/Throwable;";
    let mut code = Assembler::new_static(name, descriptor);
    code.new_object(exception);
    name_of_class(code.load(Kind::Reference, 0)).construct(exception, TEXT).give_back();
    code.finish()
}

fn array_store() -> Method {
    of_class("arrayStore", "java/lang/ArrayStoreException")
}

fn initialised_before() -> Method {
    let exception = "java/lang/NoClassDefFoundError";
    let descriptor = "(Ljava/lang/Class;)Ljava/lang/Throwable;";
    let mut code = Assembler::new_static("initialisedBefore", descriptor);
    code.new_object(exception);
    append_text(builder(&mut code), "Could not initialize class ");
    code.load(Kind::Reference, 0);
    code.call_virtual("java/lang/Class", "getName", "()Ljava/lang/String;");
    append(&mut code, "Ljava/lang/String;");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

/// An error as it is, anything else wrapped.
fn initialiser_failed() -> Method {
    let exception = "java/lang/ExceptionInInitializerError";
    let descriptor = "(Ljava/lang/Throwable;)Ljava/lang/Throwable;";
    let mut code = Assembler::new_static("initialiserFailed", descriptor);
    let wrap = code.label();
    code.load(Kind::Reference, 0).add(Instruction::InstanceOf("java/lang/Error".into()));
    code.if_zero(Comparison::Eq, wrap).load(Kind::Reference, 0).give_back();
    code.place(wrap).new_object(exception).load(Kind::Reference, 0);
    code.call(Call::Special, exception, "<init>", "(Ljava/lang/Throwable;)V").give_back();
    code.finish()
}
