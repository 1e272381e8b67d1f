//! Reflection in bytecode of our own: questions to a class, and calls by the numbers of methods.

use super::assemble::{Assembler, class, kind_of, native_static};
use super::boxing::{box_value, unbox};
use crate::classfile::{
    Call, ClassFile, Comparison, Descriptor, Instruction, Kind, Method, StackOp, Storage, access,
    internal,
};
use crate::frontend::translator::Result;

/// What a class is asked.
pub mod question {
    pub const FIELDS: i32 = 0;
    pub const METHODS: i32 = 1;
    pub const CONSTRUCTORS: i32 = 2;
    pub const INTERFACES: i32 = 3;
    pub const VARIABLE: i32 = 4;
    pub const INVOKE: i32 = 5;
}

/// The questions, and the methods of `assay.Reflected` that answer them.
pub const QUESTIONS: &[(i32, &str)] = &[
    (question::FIELDS, "fields"),
    (question::METHODS, "methods"),
    (question::CONSTRUCTORS, "constructors"),
    (question::INTERFACES, "interfaces"),
    (question::VARIABLE, "variable"),
    (question::INVOKE, "invoke"),
];

/// Before the name of a class: the class that answers for it.
pub const REFLECTED: &str = "assay/Reflected/";
pub const TELL: &str = "(IILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
pub const ASK: &str =
    "(Ljava/lang/Class;IILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
pub const INVOKE: &str = "(ILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

const REFLECTION: &str = "assay/Reflection";
const MISMATCH: &str = "java/lang/IllegalArgumentException";
const OBJECT: &str = "java/lang/Object";

pub fn classes() -> Vec<ClassFile> {
    let methods = vec![
        native_static("ask", ASK),
        members("fields", "java/lang/reflect/Field", question::FIELDS),
        members("methods", "java/lang/reflect/Method", question::METHODS),
        members("constructors", "java/lang/reflect/Constructor", question::CONSTRUCTORS),
        interfaces(),
        call("invoke", "java/lang/reflect/Method", 3),
        call("construct", "java/lang/reflect/Constructor", 2),
        argument(),
        receiver(),
        array_length(),
        array_get(),
        array_set(),
    ];
    vec![class(REFLECTION, OBJECT, methods)]
}

/// The class that answers for another.
pub fn reflected(name: &str) -> ClassFile {
    let mut methods = vec![native_static("tell", TELL)];
    methods.extend(QUESTIONS.iter().map(|(_, name)| native_static(name, TELL)));
    class(&format!("{REFLECTED}{name}"), OBJECT, methods)
}

fn ask(code: &mut Assembler, what: i32) {
    code.load(Kind::Reference, 0).int(what).int(0);
    code.add(Instruction::Null).add(Instruction::Null);
    code.call_static(REFLECTION, "ask", ASK);
}

/// All members of a kind, or the public ones.
fn members(name: &str, of: &str, what: i32) -> Method {
    let array = format!("[L{of};");
    let mut code = Assembler::new_static(name, &format!("(Ljava/lang/Class;Z){array}"));
    let (none, all, again, skip, end) =
        (code.label(), code.label(), code.label(), code.label(), code.label());
    // The objects are there without a constructor that has initialised their class.
    code.add(Instruction::New(of.into())).stack(StackOp::Pop);
    ask(&mut code, what);
    code.cast(&array).store(Kind::Reference, 2).load(Kind::Reference, 2).if_null(true, none);
    code.load(Kind::Int, 1).if_zero(Comparison::Eq, all);
    code.load(Kind::Reference, 2).add(Instruction::ArrayLength);
    code.add(Instruction::NewArray(array.as_str().into())).store(Kind::Reference, 3);
    code.int(0).store(Kind::Int, 4).int(0).store(Kind::Int, 5).place(again);
    code.load(Kind::Int, 4).load(Kind::Reference, 2).add(Instruction::ArrayLength);
    code.if_int(Comparison::Ge, end).load(Kind::Reference, 2).load(Kind::Int, 4);
    code.add(Instruction::ArrayLoad(Storage::Reference)).store(Kind::Reference, 6);
    code.load(Kind::Reference, 6).call_virtual(of, "getModifiers", "()I");
    code.int(1).arithmetic(crate::classfile::Arithmetic::And, Kind::Int);
    code.if_zero(Comparison::Eq, skip).load(Kind::Reference, 3).load(Kind::Int, 5);
    code.load(Kind::Reference, 6).add(Instruction::ArrayStore(Storage::Reference));
    code.add(Instruction::Increment(5, 1)).place(skip).add(Instruction::Increment(4, 1));
    code.goto(again).place(end).load(Kind::Reference, 3).load(Kind::Int, 5);
    let copy = "([Ljava/lang/Object;I)[Ljava/lang/Object;";
    code.call_static("java/util/Arrays", "copyOf", copy).cast(&array).give_back();
    code.place(all).load(Kind::Reference, 2).give_back().place(none).int(0);
    code.add(Instruction::NewArray(array.as_str().into())).give_back();
    code.finish()
}

/// Those of an array are the same for all.
fn interfaces() -> Method {
    let array = "[Ljava/lang/Class;";
    let mut code = Assembler::new_static("interfaces", &format!("(Ljava/lang/Class;){array}"));
    let (none, primitive) = (code.label(), code.label());
    ask(&mut code, question::INTERFACES);
    code.cast(array).store(Kind::Reference, 1).load(Kind::Reference, 1).if_null(true, none);
    code.load(Kind::Reference, 1).call_virtual(array, "clone", "()Ljava/lang/Object;");
    code.cast(array).give_back().place(none).load(Kind::Reference, 0);
    code.call_virtual("java/lang/Class", "isArray", "()Z").if_zero(Comparison::Eq, primitive);
    code.int(2).add(Instruction::NewArray(array.into()));
    for (index, name) in [(0, "java/lang/Cloneable"), (1, "java/io/Serializable")] {
        code.stack(StackOp::Dup).int(index);
        code.add(Instruction::Constant(crate::classfile::Constant::Class(name.into())));
        code.add(Instruction::ArrayStore(Storage::Reference));
    }
    code.give_back().place(primitive).int(0);
    code.add(Instruction::NewArray(array.into())).give_back();
    code.finish()
}

/// `(member, [receiver,] arguments)`
fn call(name: &str, of: &str, parameters: u16) -> Method {
    let receiver = if parameters == 3 { "Ljava/lang/Object;" } else { "" };
    let descriptor = format!("(L{of};{receiver}[Ljava/lang/Object;)Ljava/lang/Object;");
    let mut code = Assembler::new_static(name, &descriptor);
    code.load(Kind::Reference, 0).get_field(of, "clazz", "Ljava/lang/Class;");
    code.int(question::INVOKE).load(Kind::Reference, 0).get_field(of, "slot", "I");
    match parameters {
        3 => code.load(Kind::Reference, 1),
        _ => code.add(Instruction::Null),
    };
    code.load(Kind::Reference, parameters - 1).call_static(REFLECTION, "ask", ASK).give_back();
    code.finish()
}

fn refuse(code: &mut Assembler, text: &str) {
    code.new_object(MISMATCH).text(text).construct(MISMATCH, "(Ljava/lang/String;)V");
    code.add(Instruction::Throw);
}

/// `(arguments, index, class)`: an argument that is null or of this class.
fn argument() -> Method {
    let mut code = Assembler::new_static(
        "argument",
        "([Ljava/lang/Object;ILjava/lang/Class;)Ljava/lang/Object;",
    );
    let fine = code.label();
    code.load(Kind::Reference, 0).load(Kind::Int, 1);
    code.add(Instruction::ArrayLoad(Storage::Reference)).store(Kind::Reference, 3);
    code.load(Kind::Reference, 3).if_null(true, fine);
    code.load(Kind::Reference, 2).load(Kind::Reference, 3);
    code.call_virtual("java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z");
    code.if_zero(Comparison::Ne, fine);
    refuse(&mut code, "argument type mismatch");
    code.place(fine).load(Kind::Reference, 3).give_back();
    code.finish()
}

/// `(receiver, class)`
fn receiver() -> Method {
    let mut code = Assembler::new_static(
        "receiver",
        "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;",
    );
    let fine = code.label();
    code.load(Kind::Reference, 1).load(Kind::Reference, 0);
    // Null is refused here, as it is by a call.
    code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "isAssignableFrom", "(Ljava/lang/Class;)Z");
    code.if_zero(Comparison::Ne, fine);
    refuse(&mut code, "object is not an instance of declaring class");
    code.place(fine).load(Kind::Reference, 0).give_back();
    code.finish()
}

/// The class with the method that calls the methods of another by their numbers.
pub fn invoker(holder: &str, name: &str, file: &ClassFile) -> Result<ClassFile> {
    let mut code = Assembler::new_static("invoke", INVOKE);
    for (slot, method) in (0..).zip(&file.methods) {
        if &*method.name == "<clinit>" {
            continue;
        }
        let next = code.label();
        code.load(Kind::Int, 0).int(slot).if_int(Comparison::Ne, next);
        call_member(&mut code, name, file, method)?;
        code.place(next);
    }
    refuse(&mut code, "a method that is not there");
    Ok(class(holder, OBJECT, vec![code.finish()]))
}

/// What the method itself throws is wrapped; what is wrong with its arguments is not.
fn call_member(code: &mut Assembler, name: &str, file: &ClassFile, method: &Method) -> Result<()> {
    const WRAPPED: &str = "java/lang/reflect/InvocationTargetException";
    let descriptor = Descriptor::new(&method.descriptor);
    let constructs = &*method.name == "<init>";
    let is_static = method.is(access::STATIC);
    let (counted, wrong, caught) = (code.label(), code.label(), code.label());
    if constructs {
        code.new_object(name);
    } else if !is_static {
        code.load(Kind::Reference, 1);
        code.add(Instruction::Constant(crate::classfile::Constant::Class(name.into())));
        let ty = "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";
        code.call_static(REFLECTION, "receiver", ty).cast(name);
    }
    // No array of arguments is as good as an empty one.
    if descriptor.parameters.is_empty() {
        code.load(Kind::Reference, 2).if_null(true, counted);
    } else {
        code.load(Kind::Reference, 2).if_null(true, wrong);
    }
    code.load(Kind::Reference, 2).add(Instruction::ArrayLength);
    code.int(descriptor.parameters.len() as i32).if_int(Comparison::Ne, wrong).place(counted);
    for (index, parameter) in (0..).zip(&descriptor.parameters) {
        code.load(Kind::Reference, 2).int(index);
        pass(code, parameter)?;
    }
    let start = code.here();
    let kind = match (constructs || method.is(access::PRIVATE), is_static) {
        (_, true) => Call::Static,
        (true, _) => Call::Special,
        _ if file.access & access::INTERFACE != 0 => Call::Interface,
        _ => Call::Virtual,
    };
    code.call(kind, name, &method.name, &method.descriptor);
    code.handler(start, caught);
    match &*descriptor.result {
        _ if constructs => {}
        "V" => {
            code.add(Instruction::Null);
        }
        primitive if primitive.len() == 1 => box_value(code, primitive)?,
        _ => {}
    }
    code.give_back().place(caught).store(Kind::Reference, 3).new_object(WRAPPED);
    code.load(Kind::Reference, 3).construct(WRAPPED, "(Ljava/lang/Throwable;)V");
    code.add(Instruction::Throw).place(wrong);
    refuse(code, "wrong number of arguments");
    Ok(())
}

/// On the stack: the arguments, an index. Leaves the argument as a parameter of this type.
fn pass(code: &mut Assembler, parameter: &str) -> Result<()> {
    if parameter.len() > 1 {
        let name = internal(parameter);
        code.add(Instruction::Constant(crate::classfile::Constant::Class(name.clone())));
        let ty = "([Ljava/lang/Object;ILjava/lang/Class;)Ljava/lang/Object;";
        code.call_static(REFLECTION, "argument", ty).cast(&name);
        return Ok(());
    }
    code.add(Instruction::ArrayLoad(Storage::Reference));
    // It knows which numbers widen to which, and refuses others in the same words.
    code.store(Kind::Reference, 4).int(1);
    code.add(Instruction::NewArray(format!("[{parameter}").as_str().into()));
    code.store(Kind::Reference, 5);
    code.load(Kind::Reference, 5).int(0).load(Kind::Reference, 4);
    let ty = "(Ljava/lang/Object;ILjava/lang/Object;)V";
    code.call_static(REFLECTION, "arraySet", ty);
    code.load(Kind::Reference, 5).int(0);
    let storage = crate::classfile::field_storage(parameter);
    code.add(Instruction::ArrayLoad(storage));
    debug_assert_eq!(storage.kind(), kind_of(parameter));
    Ok(())
}

/// For each type of elements, the types of what may be put there.
const WIDENING: [(&str, &str); 8] = [
    ("Z", "Z"),
    ("B", "B"),
    ("C", "C"),
    ("S", "SB"),
    ("I", "ISBC"),
    ("J", "JISBC"),
    ("F", "FJISBC"),
    ("D", "DFJISBC"),
];

const WRAPPERS: [(char, &str); 8] = [
    ('Z', "java/lang/Boolean"),
    ('B', "java/lang/Byte"),
    ('C', "java/lang/Character"),
    ('S', "java/lang/Short"),
    ('I', "java/lang/Integer"),
    ('J', "java/lang/Long"),
    ('F', "java/lang/Float"),
    ('D', "java/lang/Double"),
];

/// Does something for an array of each primitive type, and for one of objects; refuses anything
/// else.
fn for_each_array(code: &mut Assembler, mut what: impl FnMut(&mut Assembler, &str)) {
    let objects = "[Ljava/lang/Object;";
    for (element, _) in WIDENING {
        let next = code.label();
        let array = format!("[{element}");
        code.load(Kind::Reference, 0).add(Instruction::InstanceOf(array.as_str().into()));
        code.if_zero(Comparison::Eq, next);
        what(code, element);
        code.place(next);
    }
    let (other, some) = (code.label(), code.label());
    code.load(Kind::Reference, 0).add(Instruction::InstanceOf(objects.into()));
    code.if_zero(Comparison::Eq, other);
    what(code, "Ljava/lang/Object;");
    code.place(other).load(Kind::Reference, 0).if_null(false, some);
    code.new_object("java/lang/NullPointerException");
    code.construct("java/lang/NullPointerException", "()V").add(Instruction::Throw).place(some);
    refuse(code, "Argument is not an array");
}

fn the_array(code: &mut Assembler, element: &str) {
    code.load(Kind::Reference, 0).cast(&format!("[{element}"));
}

fn array_length() -> Method {
    let mut code = Assembler::new_static("arrayLength", "(Ljava/lang/Object;)I");
    for_each_array(&mut code, |code, element| {
        the_array(code, element);
        code.add(Instruction::ArrayLength).give_back();
    });
    code.finish()
}

fn array_get() -> Method {
    let mut code = Assembler::new_static("arrayGet", "(Ljava/lang/Object;I)Ljava/lang/Object;");
    for_each_array(&mut code, |code, element| {
        the_array(code, element);
        code.load(Kind::Int, 1);
        code.add(Instruction::ArrayLoad(crate::classfile::field_storage(element)));
        if element.len() == 1 {
            box_value(code, element).expect("a primitive type");
        }
        code.give_back();
    });
    code.finish()
}

fn array_set() -> Method {
    let mut code = Assembler::new_static("arraySet", "(Ljava/lang/Object;ILjava/lang/Object;)V");
    for_each_array(&mut code, |code, element| {
        let Some((_, from)) = WIDENING.iter().find(|(to, _)| *to == element) else {
            return set_object(code);
        };
        for letter in from.chars() {
            let (_, wrapper) = WRAPPERS.iter().find(|(it, _)| *it == letter).expect("a wrapper");
            let next = code.label();
            code.load(Kind::Reference, 2).add(Instruction::InstanceOf((*wrapper).into()));
            code.if_zero(Comparison::Eq, next);
            the_array(code, element);
            code.load(Kind::Int, 1).load(Kind::Reference, 2).cast(wrapper);
            unbox(code, &format!("L{wrapper};"), element).expect("it is a wrapper");
            let storage = crate::classfile::field_storage(element);
            code.add(Instruction::ArrayStore(storage)).give_back().place(next);
        }
        refuse(code, "argument type mismatch");
    });
    code.finish()
}

fn set_object(code: &mut Assembler) {
    let fine = code.label();
    code.load(Kind::Reference, 2).if_null(true, fine).load(Kind::Reference, 0);
    code.call_virtual(OBJECT, "getClass", "()Ljava/lang/Class;");
    code.call_virtual("java/lang/Class", "getComponentType", "()Ljava/lang/Class;");
    code.load(Kind::Reference, 2);
    code.call_virtual("java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z");
    code.if_zero(Comparison::Ne, fine);
    refuse(code, "array element type mismatch");
    code.place(fine);
    the_array(code, "Ljava/lang/Object;");
    code.load(Kind::Int, 1).load(Kind::Reference, 2);
    code.add(Instruction::ArrayStore(Storage::Reference)).give_back();
}
