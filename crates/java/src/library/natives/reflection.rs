//! Reflection: what a class has, as arrays of `Field`, `Method` and `Constructor` objects that are
//! there from the beginning, and calls of what is known only when the program runs.
//!
//! The descriptor of a class has a function that tells all of this, one for each class, made when a
//! program first asks.

use super::class::descriptor;
use super::{answer, make, one};
use crate::classfile::{Descriptor, access, internal};
use crate::frontend::body::Body;
use crate::frontend::classes::{ClassId, MethodId};
use crate::frontend::model::Image;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use crate::library::reflection::{self, question};
use crate::library::{Native, Row, arrays};
use assay_program::{Callee, FuncId, GlobalId, IntPredicate, Operand};

const CLASS: &str = "java/lang/Class";
const REFLECTION: &str = "assay/Reflection";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const METHODS_17: &str = "jdk/internal/reflect/NativeMethodAccessorImpl";
const METHODS: &str = "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor";
const CONSTRUCTORS_17: &str = "jdk/internal/reflect/NativeConstructorAccessorImpl";
const CONSTRUCTORS: &str = "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor";
const FACTORY: &str = "jdk/internal/reflect/ReflectionFactory";
const ACCESSIBLE: &str = "java/lang/reflect/AccessibleObject";
const NO_ATTRIBUTES: Native = Native::Unmodelled("what a class file says beyond its members");

pub const ROWS: &[Row] = &[
    (CLASS, "getDeclaredFields0", "", Native::Instead(REFLECTION, "fields")),
    (CLASS, "getDeclaredMethods0", "", Native::Instead(REFLECTION, "methods")),
    (CLASS, "getDeclaredConstructors0", "", Native::Instead(REFLECTION, "constructors")),
    (CLASS, "getInterfaces0", "", Native::Instead(REFLECTION, "interfaces")),
    (CLASS, "getRawAnnotations", "", NO_ATTRIBUTES),
    (CLASS, "getGenericSignature0", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Executable", "getParameters0", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Method", "getExceptionTypes", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Constructor", "getExceptionTypes", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Field", "getGenericSignature", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Method", "getGenericSignature", "", NO_ATTRIBUTES),
    ("java/lang/reflect/Constructor", "getSignature", "", NO_ATTRIBUTES),
    ("sun/reflect/annotation/AnnotationParser", "parseAnnotations", "", NO_ATTRIBUTES),
    (METHODS_17, "invoke0", "", Native::Instead(REFLECTION, "invoke")),
    (METHODS, "invoke0", "", Native::Instead(REFLECTION, "invoke")),
    (CONSTRUCTORS_17, "newInstance0", "", Native::Instead(REFLECTION, "construct")),
    (CONSTRUCTORS, "newInstance0", "", Native::Instead(REFLECTION, "construct")),
    (FACTORY, "inflationThreshold", "", Native::Made(never)),
    (FACTORY, "useNativeAccessorOnly", "", Native::Made(one)),
    (
        "jdk/internal/reflect/MethodHandleAccessorFactory",
        "useNativeAccessor",
        "",
        Native::Made(one),
    ),
    (
        ACCESSIBLE,
        "checkCanSetAccessible",
        "(Ljava/lang/Class;Ljava/lang/Class;Z)Z",
        Native::Made(may_open),
    ),
    ("jdk/internal/reflect/Reflection", "isCallerSensitive", "", Native::Made(super::zero)),
    (ACCESSIBLE, "verifyAccess", "", Native::Made(may_use)),
    (UNSAFE, "objectFieldOffset0", "", Native::Made(field_slot)),
    (UNSAFE, "staticFieldOffset0", "", Native::Made(super::zero)),
    (UNSAFE, "staticFieldBase0", "", Native::Made(field_base)),
    (REFLECTION, "ask", "", Native::Made(ask)),
];

/// Native methods are invoked, always.
fn never(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    super::constant(translator, function, method, i32::MAX)
}

/// The members of the user's classes can be made accessible.
fn may_open(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let of = descriptor(translator, body, body.parameter(2))?;
        let flags = body.load_int(of, part::FLAGS);
        let is_user = arrays::has_flag(&mut translator.model, body, flags, part::IS_USER);
        let (open, closed) = (body.block(), body.block());
        body.inner_branch(is_user, open, closed);
        body.go_to(closed);
        body.unsupported("access to what a class of the JDK or a library keeps for itself");
        body.go_to(open);
        let yes = translator.model.int(1);
        body.give_back(Some(yes));
        Ok(())
    })
}

/// `(this, caller, class of the member, class of the receiver, modifiers)`: who calls is not known,
/// so that a private member of the user's may be open or not.
fn may_use(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let of = descriptor(translator, body, body.parameter(2))?;
        let flags = body.load_int(of, part::FLAGS);
        let is_user = arrays::has_flag(&mut translator.model, body, flags, part::IS_USER);
        let private = i32::from(access::PRIVATE);
        let is_private = arrays::has_flag(&mut translator.model, body, body.parameter(4), private);
        let both = assay_program::BinaryOp::And;
        let is_doubtful = body.binary(both, is_user, is_private, types.bit);
        let (doubtful, open) = (body.block(), body.block());
        body.inner_branch(is_doubtful, doubtful, open);
        body.go_to(doubtful);
        body.unsupported("a private member that was not made accessible");
        body.go_to(open);
        let yes = translator.model.int(1);
        body.give_back(Some(yes));
        Ok(())
    })
}

/// `(unsafe, field)`: where an instance has it.
fn field_slot(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = translator.class("java/lang/reflect/Field")?;
    let at = translator.field_offset(class, "slot", "I")?;
    answer(translator, function, method, |_, body| {
        let slot = body.load_int(body.parameter(1), at);
        Ok(body.cast(assay_program::CastOp::ZExt, slot, body.types.int, body.types.long))
    })
}

/// `(unsafe, field)`: the variable of a static one. It is no object, and is never asked for its
/// class.
fn field_base(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let ask = translator.helper(REFLECTION, "ask", reflection::ASK)?;
    let class = translator.class("java/lang/reflect/Field")?;
    let at = translator.field_offset(class, "slot", "I")?;
    let of = translator.field_offset(class, "clazz", "Ljava/lang/Class;")?;
    answer(translator, function, method, |translator, body| {
        let types = body.types;
        let slot = body.load_int(body.parameter(1), at);
        let class = body.load_pointer(body.parameter(1), of);
        let (kind, null) = (translator.model.int(question::VARIABLE), translator.model.null());
        let args = [(class, types.pointer), (kind, types.int), (slot, types.int)];
        let rest = [(null, types.pointer), (null, types.pointer)];
        let args = [&args[..], &rest[..]].concat();
        Ok(body.call(Callee::Direct(ask), &args, types.pointer).expect("a variable"))
    })
}

/// `(class, question, number, receiver, arguments)`: null if the class has no members at all.
fn ask(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let of = descriptor(translator, body, body.parameter(0))?;
        let address = body.load_pointer(of, part::REFLECTOR);
        let null = translator.model.null();
        let is_none = body.compare(IntPredicate::Eq, address, null, types.pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_none, none, some);
        body.go_to(none);
        body.give_back(Some(null));
        body.go_to(some);
        let rest = [types.int, types.int, types.pointer, types.pointer];
        let args: Vec<_> = (1..).zip(rest).map(|(at, ty)| (body.parameter(at), ty)).collect();
        let callee = Callee::Indirect { address, targets: None };
        let answer = body.call(callee, &args, types.pointer);
        body.give_back(answer);
        Ok(())
    })
}

/// The class that one of `assay.Reflected` is about.
fn subject(translator: &mut Translator, method: MethodId) -> Result<ClassId> {
    let of = translator.classes.methods[method].class;
    let name = translator.classes.classes[of].name.clone();
    let name = name.strip_prefix(reflection::REFLECTED).ok_or("a class without members")?;
    translator.class(name)
}

/// `(question, number, receiver, arguments)`, of one class.
pub fn tell(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let of = translator.classes.methods[method].class;
    let holder = translator.classes.classes[of].name.clone();
    make(translator, function, method, |translator, body| {
        for (number, name) in reflection::QUESTIONS {
            let ty = reflection::TELL;
            let asked = translator.helper(&holder, name, ty)?;
            let types = body.types;
            let number = translator.model.int(*number);
            let is_it = body.compare(IntPredicate::Eq, body.parameter(0), number, types.int);
            let (found, on) = (body.block(), body.block());
            body.inner_branch(is_it, found, on);
            body.go_to(found);
            let all = [types.int, types.int, types.pointer, types.pointer];
            let args: Vec<_> = (0..).zip(all).map(|(at, ty)| (body.parameter(at), ty)).collect();
            let answer = body.call(Callee::Direct(asked), &args, types.pointer);
            body.give_back(answer);
            body.go_to(on);
        }
        body.unsupported("another question about a class");
        Ok(())
    })
}

fn give_array(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    class: &str,
    members: &[GlobalId],
) -> Result<()> {
    let array = array(translator, class, members)?;
    answer(translator, function, method, |translator, _| Ok(translator.model.global(array)))
}

/// An array of objects that are there from the beginning.
fn array(translator: &mut Translator, class: &str, members: &[GlobalId]) -> Result<GlobalId> {
    let id = translator.class(class)?;
    let of = translator.descriptor_global(id)?;
    let size = shape::ARRAY_HEADER + 8 * members.len() as u64;
    let global = translator.model.reserve(format!("{class} of reflection"), size);
    let mut image = Image::new(size);
    image.set_pointer(shape::DESCRIPTOR, translator.model.address_of(of));
    image.set_int(shape::LENGTH, members.len() as i32);
    for (index, member) in (0..).zip(members) {
        image.set_pointer(shape::ARRAY_HEADER + 8 * index, translator.model.address_of(*member));
    }
    translator.model.fill(global, image);
    translator.instantiated(id)?;
    Ok(global)
}

fn types_array(
    translator: &mut Translator,
    descriptors: &[crate::classfile::Name],
) -> Result<GlobalId> {
    let mut mirrors = Vec::new();
    for descriptor in descriptors {
        mirrors.push(mirror(translator, &internal(descriptor))?);
    }
    array(translator, "[Ljava/lang/Class;", &mirrors)
}

fn mirror(translator: &mut Translator, name: &str) -> Result<GlobalId> {
    let class = translator.class(name)?;
    translator.mirror(class)?;
    translator.mirror_global(class)
}

/// An object of the JDK's class for a member: its ints, and what it refers to.
fn member_object(
    translator: &mut Translator,
    class: &str,
    ints: &[(&str, i32)],
    references: &[(&str, &str, GlobalId)],
) -> Result<GlobalId> {
    let id = translator.class(class)?;
    let mut numbers = Vec::new();
    for (name, value) in ints {
        numbers.push((translator.field_offset(id, name, "I")?, *value));
    }
    let mut objects = Vec::new();
    for (name, ty, object) in references {
        objects.push((translator.field_offset(id, name, ty)?, *object));
    }
    translator.object(id, "a member", &numbers, &objects)
}

const TEXT: &str = "Ljava/lang/String;";
const MIRROR: &str = "Ljava/lang/Class;";
const MIRRORS: &str = "[Ljava/lang/Class;";

pub fn fields(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = subject(translator, method)?;
    let own = mirror(translator, &translator.classes.classes[class].name.clone())?;
    let found = translator.classes.classes[class].file.fields.clone();
    let mut all = Vec::new();
    for (index, field) in found.iter().enumerate() {
        let slot = match field.access & access::STATIC != 0 {
            true => index as i32,
            false => translator.field_offset(class, &field.name, &field.descriptor)? as i32,
        };
        let name = translator.text(&field.name)?;
        let ty = mirror(translator, &internal(&field.descriptor))?;
        let ints = [("modifiers", i32::from(field.access)), ("slot", slot)];
        let references = [("clazz", MIRROR, own), ("name", TEXT, name), ("type", MIRROR, ty)];
        all.push(member_object(translator, "java/lang/reflect/Field", &ints, &references)?);
    }
    give_array(translator, function, method, "[Ljava/lang/reflect/Field;", &all)
}

pub fn methods(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let all = executables(translator, method, false)?;
    give_array(translator, function, method, "[Ljava/lang/reflect/Method;", &all)
}

pub fn constructors(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let all = executables(translator, method, true)?;
    give_array(translator, function, method, "[Ljava/lang/reflect/Constructor;", &all)
}

fn executables(
    translator: &mut Translator,
    method: MethodId,
    constructs: bool,
) -> Result<Vec<GlobalId>> {
    let class = subject(translator, method)?;
    let own = mirror(translator, &translator.classes.classes[class].name.clone())?;
    let none = array(translator, MIRRORS, &[])?;
    let found = translator.classes.classes[class].file.methods.clone();
    let mut all = Vec::new();
    for (slot, member) in (0..).zip(&found) {
        if &*member.name == "<clinit>" || (&*member.name == "<init>") != constructs {
            continue;
        }
        let descriptor = Descriptor::new(&member.descriptor);
        let parameters = types_array(translator, &descriptor.parameters)?;
        // What the class file alone has is kept from programs.
        let modifiers = i32::from(member.access);
        let ints = [("modifiers", modifiers), ("slot", slot)];
        let mut references = vec![
            ("clazz", MIRROR, own),
            ("parameterTypes", MIRRORS, parameters),
            ("exceptionTypes", MIRRORS, none),
        ];
        let mut class = "java/lang/reflect/Constructor";
        if !constructs {
            class = "java/lang/reflect/Method";
            references.push(("name", TEXT, translator.text(&member.name)?));
            let result = mirror(translator, &internal(&descriptor.result))?;
            references.push(("returnType", MIRROR, result));
        }
        all.push(member_object(translator, class, &ints, &references)?);
    }
    Ok(all)
}

pub fn interfaces(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = subject(translator, method)?;
    let names = translator.classes.classes[class].file.interfaces.clone();
    let mut all = Vec::new();
    for name in names {
        all.push(mirror(translator, &name)?);
    }
    give_array(translator, function, method, MIRRORS, &all)
}

/// `(question, number, …)`: the variable of a static field.
pub fn variable(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = subject(translator, method)?;
    let fields = translator.classes.classes[class].file.fields.clone();
    make(translator, function, method, |translator, body| {
        let is_static = |field: &crate::classfile::Field| field.access & access::STATIC != 0;
        for (index, _) in fields.iter().enumerate().filter(|(_, field)| is_static(field)) {
            let number = translator.model.int(index as i32);
            let is_it = body.compare(IntPredicate::Eq, body.parameter(1), number, body.types.int);
            let (found, on) = (body.block(), body.block());
            body.inner_branch(is_it, found, on);
            body.go_to(found);
            let variable: Operand = {
                let global = translator.static_field(class, index)?;
                translator.model.global(global)
            };
            body.give_back(Some(variable));
            body.go_to(on);
        }
        body.unsupported("a static field that is not there");
        Ok(())
    })
}

/// `(question, number, receiver, arguments)`: bytecode of our own calls the method of this number.
pub fn invoke(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = subject(translator, method)?;
    let found = &translator.classes.classes[class];
    let holder = format!("assay/Invoked/{}", found.name);
    if !translator.classes.is_made(&holder) {
        let file = reflection::invoker(&holder, &found.name.clone(), &found.file.clone());
        translator.classes.make(file?);
    }
    let target = translator.helper(&holder, "invoke", reflection::INVOKE)?;
    make(translator, function, method, |_, body: &mut Body| {
        let pointer = body.types.pointer;
        let args = [
            (body.parameter(1), body.types.int),
            (body.parameter(2), pointer),
            (body.parameter(3), pointer),
        ];
        let result = body.call(Callee::Direct(target), &args, pointer);
        body.give_back(result);
        Ok(())
    })
}
