//! `assay.Throw`: makes the exceptions that the virtual machine throws by itself.

use super::assemble::{Assembler, class, native_static};
use crate::classfile::{Arithmetic, Call, ClassFile, Comparison, Instruction, Kind, Method};

const BUILDER: &str = "java/lang/StringBuilder";
const TEXT: &str = "(Ljava/lang/String;)V";

pub fn throw() -> ClassFile {
    let methods = vec![
        null_pointer(),
        required(),
        null_message(),
        native_static("unknownMessage", "()Ljava/lang/String;"),
        missing_class(),
        missing_file(),
        with_text("division", "java/lang/ArithmeticException", "/ by zero"),
        bounds(),
        negative_size(),
        cast(),
        array_store(),
        of_class("notCloneable", "java/lang/CloneNotSupportedException"),
        copy_types(),
        copy_element(),
        copy_bounds(),
        copy_end(),
        name_of_array(),
        initialised_before(),
        initialiser_failed(),
        homes(),
        native_static("home", "(Ljava/lang/Class;)Ljava/lang/String;"),
        native_static("lengthOf", "(Ljava/lang/Object;)I"),
    ];
    class("assay/Throw", "java/lang/Object", methods)
}

const NULL_POINTER: &str = "java/lang/NullPointerException";
/// Of one that the virtual machine throws, whose message is made of the code that it comes from.
const OF_MACHINE: i32 = 4;

fn null_pointer() -> Method {
    let mut code = Assembler::new_static("nullPointer", "()Ljava/lang/Throwable;");
    code.new_object(NULL_POINTER).construct(NULL_POINTER, "()V").store(Kind::Reference, 0);
    code.load(Kind::Reference, 0).int(OF_MACHINE);
    code.put_field(NULL_POINTER, "extendedMessageState", "I");
    code.load(Kind::Reference, 0).give_back();
    code.finish()
}

fn required() -> Method {
    let mut code = Assembler::new_static("required", "()Ljava/lang/Throwable;");
    code.new_object(NULL_POINTER).construct(NULL_POINTER, "()V").give_back();
    code.finish()
}

/// `NullPointerException.getMessage`: null for one that the program made without a message.
fn null_message() -> Method {
    let descriptor = "(Ljava/lang/NullPointerException;)Ljava/lang/String;";
    let mut code = Assembler::new_static("nullMessage", descriptor);
    let (given, of_program) = (code.label(), code.label());
    let message = |code: &mut Assembler| {
        code.load(Kind::Reference, 0);
        code.get_field("java/lang/Throwable", "detailMessage", "Ljava/lang/String;");
    };
    message(&mut code);
    code.if_null(false, given).load(Kind::Reference, 0);
    code.get_field(NULL_POINTER, "extendedMessageState", "I").int(OF_MACHINE);
    code.if_int(Comparison::Ne, of_program);
    code.call_static("assay/Throw", "unknownMessage", "()Ljava/lang/String;").give_back();
    code.place(of_program).add(Instruction::Null).give_back().place(given);
    message(&mut code);
    code.give_back();
    code.finish()
}

/// `(name)`: of a class that is not there.
fn missing_class() -> Method {
    let exception = "java/lang/ClassNotFoundException";
    let mut code =
        Assembler::new_static("missingClass", "(Ljava/lang/String;)Ljava/lang/Throwable;");
    code.new_object(exception).load(Kind::Reference, 0).construct(exception, TEXT).give_back();
    code.finish()
}

/// `FileInputStream.open0`: there are no files.
fn missing_file() -> Method {
    let exception = "java/io/FileNotFoundException";
    let descriptor = "(Ljava/io/FileInputStream;Ljava/lang/String;)V";
    let mut code = Assembler::new_static("missingFile", descriptor);
    code.new_object(exception).load(Kind::Reference, 1).text(" (No such file or directory)");
    code.call_virtual("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    code.construct(exception, TEXT).add(Instruction::Throw);
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
    code.load(Kind::Reference, 0);
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.load(Kind::Reference, 1);
    let homes = "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/String;";
    append(code.call_static("assay/Throw", "homes", homes), "Ljava/lang/String;");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

/// Where two classes come from.
fn homes() -> Method {
    let descriptor = "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/String;";
    let mut code = Assembler::new_static("homes", descriptor);
    let differ = code.label();
    let home = |code: &mut Assembler, local: u16| {
        code.load(Kind::Reference, local);
        code.call_static("assay/Throw", "home", "(Ljava/lang/Class;)Ljava/lang/String;");
    };
    let name = |code: &mut Assembler, local: u16| {
        code.load(Kind::Reference, local);
        code.call_virtual("java/lang/Class", "getName", "()Ljava/lang/String;");
        append(code, "Ljava/lang/String;");
    };
    home(&mut code, 0);
    home(&mut code, 1);
    code.if_same(false, differ);
    append_text(builder(&mut code), " (");
    name(&mut code, 0);
    append_text(&mut code, " and ");
    name(&mut code, 1);
    append_text(&mut code, " are in ");
    home(&mut code, 0);
    append(&mut code, "Ljava/lang/String;");
    built(append_text(&mut code, ")")).give_back().place(differ);
    append_text(builder(&mut code), " (");
    name(&mut code, 0);
    append_text(&mut code, " is in ");
    home(&mut code, 0);
    append(&mut code, "Ljava/lang/String;");
    append_text(&mut code, "; ");
    name(&mut code, 1);
    append_text(&mut code, " is in ");
    home(&mut code, 1);
    append(&mut code, "Ljava/lang/String;");
    built(append_text(&mut code, ")")).give_back();
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

const COPY: &str = "(Ljava/lang/Object;ILjava/lang/Object;II)Ljava/lang/Throwable;";
const TWO: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Throwable;";

/// The name of a class as Java writes it, of an array too.
fn type_name(code: &mut Assembler) -> &mut Assembler {
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getTypeName", "()Ljava/lang/String;")
}

/// Arrays of different types, or something else.
fn copy_types() -> Method {
    let exception = "java/lang/ArrayStoreException";
    let mut code = Assembler::new_static("copyTypes", TWO);
    for (local, which) in [(0, "source"), (1, "destination")] {
        let is_array = code.label();
        code.load(Kind::Reference, local);
        code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
        code.call_virtual("java/lang/Class", "isArray", "()Z").if_zero(Comparison::Ne, is_array);
        code.new_object(exception);
        append_text(builder(&mut code), &format!("arraycopy: {which} type "));
        append(name_of_class(code.load(Kind::Reference, local)), "Ljava/lang/String;");
        append_text(&mut code, " is not an array");
        built(&mut code).construct(exception, TEXT).give_back().place(is_array);
    }
    code.new_object(exception);
    append_text(builder(&mut code), "arraycopy: type mismatch: can not copy ");
    append(array_kind(code.load(Kind::Reference, 0)), "Ljava/lang/String;");
    append_text(&mut code, "] into ");
    append(array_kind(code.load(Kind::Reference, 1)), "Ljava/lang/String;");
    append_text(&mut code, "]");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

fn array_kind(code: &mut Assembler) -> &mut Assembler {
    code.call_static("assay/Throw", "nameOfArray", "(Ljava/lang/Object;)Ljava/lang/String;")
}

/// `int[` or `object array[`.
fn name_of_array() -> Method {
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/String;";
    let mut code = Assembler::new_static("nameOfArray", descriptor);
    let is_primitive = code.label();
    code.load(Kind::Reference, 0);
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getComponentType", "()Ljava/lang/Class;");
    code.store(Kind::Reference, 1).load(Kind::Reference, 1);
    code.call_virtual("java/lang/Class", "isPrimitive", "()Z");
    code.if_zero(Comparison::Ne, is_primitive).text("object array[").give_back();
    code.place(is_primitive).load(Kind::Reference, 1);
    code.call_virtual("java/lang/Class", "getName", "()Ljava/lang/String;").text("[");
    code.call_virtual("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    code.give_back();
    code.finish()
}

/// One element does not fit.
fn copy_element() -> Method {
    let exception = "java/lang/ArrayStoreException";
    let mut code = Assembler::new_static("copyElement", TWO);
    code.new_object(exception);
    let text = "arraycopy: element type mismatch: can not cast one of the elements of ";
    append_text(builder(&mut code), text);
    append(type_name(code.load(Kind::Reference, 0)), "Ljava/lang/String;");
    append_text(&mut code, " to the type of the destination array, ");
    code.load(Kind::Reference, 1);
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getComponentType", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getTypeName", "()Ljava/lang/String;");
    append(&mut code, "Ljava/lang/String;");
    built(&mut code).construct(exception, TEXT).give_back();
    code.finish()
}

/// What is wrong first, as HotSpot looks at it.
fn copy_bounds() -> Method {
    let exception = "java/lang/ArrayIndexOutOfBoundsException";
    let mut code = Assembler::new_static("copyBounds", COPY);
    for (array, index, which) in [(0, 1, "source"), (2, 3, "destination")] {
        let fine = code.label();
        code.load(Kind::Int, index).if_zero(Comparison::Ge, fine);
        code.text(&format!("{which} index ")).load(Kind::Int, index);
        code.load(Kind::Reference, array);
        copy_refused(&mut code).place(fine);
    }
    let fine = code.label();
    code.load(Kind::Int, 4).if_zero(Comparison::Ge, fine).new_object(exception);
    append_text(builder(&mut code), "arraycopy: length ");
    append(code.load(Kind::Int, 4), "I");
    append_text(&mut code, " is negative");
    built(&mut code).construct(exception, TEXT).give_back().place(fine);
    for (array, index, which) in [(0, 1, "source"), (2, 3, "destination")] {
        let fine = code.label();
        code.load(Kind::Int, index).load(Kind::Int, 4).arithmetic(Arithmetic::Add, Kind::Int);
        code.load(Kind::Reference, array);
        code.call_static("assay/Throw", "lengthOf", "(Ljava/lang/Object;)I");
        code.call_static("java/lang/Integer", "compareUnsigned", "(II)I");
        code.if_zero(Comparison::Le, fine).text(&format!("last {which} index "));
        code.load(Kind::Int, index).load(Kind::Int, 4).arithmetic(Arithmetic::Add, Kind::Int);
        code.load(Kind::Reference, array);
        copy_refused(&mut code).place(fine);
    }
    code.add(Instruction::Null).give_back();
    code.finish()
}

/// On the stack: which index, the index, the array.
fn copy_refused(code: &mut Assembler) -> &mut Assembler {
    let descriptor = "(Ljava/lang/String;ILjava/lang/Object;)Ljava/lang/Throwable;";
    code.call_static("assay/Throw", "copyEnd", descriptor).give_back()
}

fn copy_end() -> Method {
    let exception = "java/lang/ArrayIndexOutOfBoundsException";
    let descriptor = "(Ljava/lang/String;ILjava/lang/Object;)Ljava/lang/Throwable;";
    let mut code = Assembler::new_static("copyEnd", descriptor);
    code.new_object(exception);
    append_text(builder(&mut code), "arraycopy: ");
    append(code.load(Kind::Reference, 0), "Ljava/lang/String;");
    append(code.load(Kind::Int, 1), "I");
    append_text(&mut code, " out of bounds for ");
    append(array_kind(code.load(Kind::Reference, 2)), "Ljava/lang/String;");
    code.load(Kind::Reference, 2);
    append(code.call_static("assay/Throw", "lengthOf", "(Ljava/lang/Object;)I"), "I");
    append_text(&mut code, "]");
    built(&mut code).construct(exception, TEXT).give_back();
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
