//! `Class`: what descriptors say of classes.

use super::{answer, make, zero};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row, arrays};
use assay_program::{Callee, CastOp, FuncId, IntPredicate, Operand, Terminator};

const CLASS: &str = "java/lang/Class";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";

const FOR_NAME_OF_LOADER: &str = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";

/// Classes of the JDK that it finds by names that it puts together.
const FOUND_BY_NAME: [&str; 14] = [
    "sun.net.www.protocol.http.Handler",
    "sun.net.www.protocol.https.Handler",
    "sun.net.www.protocol.file.Handler",
    "sun.util.locale.provider.JRELocaleProviderAdapter",
    "sun.util.locale.provider.FallbackLocaleProviderAdapter",
    "sun.util.cldr.CLDRLocaleProviderAdapter",
    "sun.security.provider.Sun",
    "sun.security.provider.MD2",
    "sun.security.provider.MD5",
    "sun.security.provider.SHA",
    "sun.security.provider.SHA2$SHA224",
    "sun.security.provider.SHA2$SHA256",
    "sun.security.provider.SHA5$SHA384",
    "sun.security.provider.SHA5$SHA512",
];

pub const ROWS: &[Row] = &[
    (CLASS, "isInterface", "", Native::Made(is_interface)),
    (CLASS, "isArray", "", Native::Made(is_array)),
    (CLASS, "isPrimitive", "", Native::Made(is_primitive)),
    (CLASS, "isRecord", "", Native::Made(is_record)),
    (CLASS, "isHidden", "", Native::Made(zero)),
    (CLASS, "isEnum", "", Native::Made(is_enum)),
    (CLASS, "getName", "", Native::Made(name)),
    (CLASS, "getSimpleName", "", Native::Made(simple_name)),
    (CLASS, "getCanonicalName", "", Native::Made(canonical_name)),
    (CLASS, "getTypeName", "", Native::Made(type_name)),
    (CLASS, "getModifiers", "", Native::Made(modifiers)),
    (CLASS, "getSuperclass", "", Native::Made(super_class)),
    (CLASS, "getComponentType", "", Native::Made(component)),
    (CLASS, "isInstance", "", Native::Made(is_instance)),
    (CLASS, "isAssignableFrom", "", Native::Made(is_assignable)),
    (CLASS, "desiredAssertionStatus", "", Native::Made(zero)),
    (CLASS, "getPrimitiveClass", "", Native::Made(primitive)),
    (CLASS, "getClassLoader", "", Native::Made(zero)),
    (CLASS, "getClassLoader0", "", Native::Made(zero)),
    (CLASS, "getEnumConstantsShared", "", Native::Made(enum_constants)),
    (CLASS, "getResourceAsStream", "", Native::Unmodelled("resources of the class path")),
    (CLASS, "getResource", "", Native::Unmodelled("resources of the class path")),
    ("java/util/HashMap", "comparableClassFor", "", Native::Made(comparable_class)),
    ("assay/Throw", "home", "", Native::Made(home)),
    ("assay/Throw", "lengthOf", "", Native::Made(length_of)),
    (SECRETS, "ensureClassInitialized", "", Native::Made(initialise_first)),
    ("jdk/internal/misc/Unsafe", "ensureClassInitialized0", "", Native::Made(initialise_second)),
    (CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", Native::Made(for_name)),
    (CLASS, "forName", FOR_NAME_OF_LOADER, Native::Made(for_name)),
    (CLASS, "forName", "", Native::Unmodelled("Class.forName of a module")),
    ("java/lang/reflect/Array", "newArray", "", Native::Made(new_array)),
    (
        "java/lang/reflect/Array",
        "getLength",
        "",
        Native::Instead("assay/Reflection", "arrayLength"),
    ),
    ("java/lang/reflect/Array", "get", "", Native::Instead("assay/Reflection", "arrayGet")),
    ("java/lang/reflect/Array", "set", "", Native::Instead("assay/Reflection", "arraySet")),
];

/// The descriptor of the class that a `Class` object stands for.
pub fn descriptor(
    translator: &mut Translator,
    body: &mut Body,
    mirror: Operand,
) -> Result<Operand> {
    let at = translator.mirror_size()? - 8;
    Ok(body.load_pointer(mirror, at))
}

fn flag(translator: &mut Translator, function: FuncId, method: MethodId, flag: i32) -> Result<()> {
    answer(translator, function, method, |translator, body| {
        let of = descriptor(translator, body, body.parameter(0))?;
        let flags = body.load_int(of, part::FLAGS);
        let has = arrays::has_flag(&mut translator.model, body, flags, flag);
        Ok(body.cast(CastOp::ZExt, has, body.types.bit, body.types.int))
    })
}

fn is_interface(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    flag(translator, function, method, part::IS_INTERFACE)
}

fn is_array(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    flag(translator, function, method, part::IS_ARRAY)
}

fn is_primitive(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    flag(translator, function, method, part::IS_PRIMITIVE)
}

fn is_record(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    flag(translator, function, method, part::IS_RECORD)
}

fn is_enum(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    flag(translator, function, method, part::IS_ENUM)
}

fn part_of(translator: &mut Translator, function: FuncId, method: MethodId, at: u64) -> Result<()> {
    answer(translator, function, method, |translator, body| {
        let of = descriptor(translator, body, body.parameter(0))?;
        Ok(body.load_pointer(of, at))
    })
}

fn name(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    part_of(translator, function, method, part::NAME)
}

fn home(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    part_of(translator, function, method, part::HOME)
}

fn length_of(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |_, body| Ok(body.array_length(body.parameter(0))))
}

fn simple_name(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    part_of(translator, function, method, part::SIMPLE_NAME)
}

fn canonical_name(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    part_of(translator, function, method, part::CANONICAL_NAME)
}

/// Its name; of arrays, that of the elements and brackets.
fn type_name(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    part_of(translator, function, method, part::TYPE_NAME)
}

fn modifiers(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |translator, body| {
        let of = descriptor(translator, body, body.parameter(0))?;
        Ok(body.load_int(of, part::ACCESS))
    })
}

/// The object for a descriptor; null for null.
fn mirror_or_null(translator: &mut Translator, body: &mut Body, descriptor: Operand) {
    let null = translator.model.null();
    let pointer = body.types.pointer;
    let is_none = body.compare(IntPredicate::Eq, descriptor, null, pointer);
    let (none, some) = (body.block(), body.block());
    body.inner_branch(is_none, none, some);
    body.go_to(none);
    body.give_back(Some(null));
    body.go_to(some);
    let mirror = body.load_pointer(descriptor, part::MIRROR);
    body.give_back(Some(mirror));
}

/// None for interfaces, whose descriptors have `Object` there.
fn super_class(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let of = descriptor(translator, body, body.parameter(0))?;
        let flags = body.load_int(of, part::FLAGS);
        let is_interface = arrays::has_flag(&mut translator.model, body, flags, part::IS_INTERFACE);
        let above = body.load_pointer(of, part::SUPER);
        let null = translator.model.null();
        let above = body.select(is_interface, null, above, types.pointer);
        mirror_or_null(translator, body, above);
        Ok(())
    })
}

fn component(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let of = descriptor(translator, body, body.parameter(0))?;
        let flags = body.load_int(of, part::FLAGS);
        let is_array = arrays::has_flag(&mut translator.model, body, flags, part::IS_ARRAY);
        let element = body.load_pointer(of, part::ELEMENT);
        let null = translator.model.null();
        let element = body.select(is_array, element, null, types.pointer);
        mirror_or_null(translator, body, element);
        Ok(())
    })
}

/// What the function in the descriptor of an enum lists; null for other classes.
fn enum_constants(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let pointer = body.types.pointer;
        let of = descriptor(translator, body, body.parameter(0))?;
        let address = body.load_pointer(of, part::VALUES);
        let null = translator.model.null();
        let is_none = body.compare(IntPredicate::Eq, address, null, pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_none, none, some);
        body.go_to(none);
        body.give_back(Some(null));
        body.go_to(some);
        let all = body.call(Callee::Indirect { address, targets: None }, &[], pointer);
        body.give_back(all);
        Ok(())
    })
}

fn initialise_first(t: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    initialise(t, function, method, 0)
}

fn initialise_second(t: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    initialise(t, function, method, 1)
}

/// Initialises the class that a parameter stands for.
fn initialise(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    parameter: usize,
) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let of = descriptor(translator, body, body.parameter(parameter))?;
        let address = body.load_pointer(of, part::INITIALISER);
        let null = translator.model.null();
        let is_none = body.compare(IntPredicate::Eq, address, null, body.types.pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_none, none, some);
        body.go_to(some);
        body.call(Callee::Indirect { address, targets: None }, &[], body.types.void);
        body.jump(none);
        body.go_to(none);
        body.give_back(None);
        Ok(())
    })
}

fn is_below(translator: &mut Translator, body: &mut Body, own: Operand, of: Operand) {
    let test = arrays::subtype_test(translator);
    let types = body.types;
    let args = [(own, types.pointer), (of, types.pointer)];
    let result = body.call(Callee::Direct(test), &args, types.bit).expect("an answer");
    let result = body.cast(CastOp::ZExt, result, types.bit, types.int);
    body.give_back(Some(result));
}

fn is_instance(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let object = body.parameter(1);
        let null = translator.model.null();
        let is_null = body.compare(IntPredicate::Eq, object, null, body.types.pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_null, none, some);
        body.go_to(none);
        let no = translator.model.int(0);
        body.give_back(Some(no));
        body.go_to(some);
        let of = descriptor(translator, body, body.parameter(0))?;
        let own = body.load_pointer(object, shape::DESCRIPTOR);
        is_below(translator, body, own, of);
        Ok(())
    })
}

fn is_assignable(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let other = body.parameter(1);
        throw_if_null(translator, body, other)?;
        let of = descriptor(translator, body, body.parameter(0))?;
        let own = descriptor(translator, body, other)?;
        is_below(translator, body, own, of);
        Ok(())
    })
}

pub fn throw_if_null(translator: &mut Translator, body: &mut Body, value: Operand) -> Result<()> {
    let null = translator.model.null();
    let is_null = body.compare(IntPredicate::Eq, value, null, body.types.pointer);
    throw_if(translator, body, is_null, "nullPointer", "()Ljava/lang/Throwable;", &[])
}

/// Goes on if a condition does not hold, and throws what `assay.Throw` makes if it does.
pub fn throw_if(
    translator: &mut Translator,
    body: &mut Body,
    condition: Operand,
    how: &str,
    descriptor: &str,
    args: &[(Operand, assay_program::TypeId)],
) -> Result<()> {
    let maker = translator.helper("assay/Throw", how, descriptor)?;
    let (wrong, here) = (body.block(), body.current());
    body.check(condition, wrong);
    let on = body.current();
    debug_assert_ne!(here, on);
    body.go_to(wrong);
    let thrown = body.call(Callee::Direct(maker), args, body.types.pointer);
    body.end(Terminator::Throw(thrown.expect("it is made")));
    body.go_to(on);
    Ok(())
}

/// By the word of a primitive type.
fn primitive(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let equals = translator.helper("java/lang/String", "equals", "(Ljava/lang/Object;)Z")?;
    make(translator, function, method, |translator, body| {
        let words = crate::classfile::Storage::PRIMITIVES.iter().map(|(_, _, word)| *word);
        for word in words.chain(["void"]) {
            let types = body.types;
            let text = translator.text(word)?;
            let text = translator.model.global(text);
            let args = [(text, types.pointer), (body.parameter(0), types.pointer)];
            let is_it = body.call(Callee::Direct(equals), &args, types.int).expect("an answer");
            let zero = translator.model.int(0);
            let is_it = body.compare(IntPredicate::Ne, is_it, zero, types.int);
            let (found, on) = (body.block(), body.block());
            body.inner_branch(is_it, found, on);
            body.go_to(found);
            let class = translator.class(word)?;
            let mirror = translator.mirror(class)?;
            body.give_back(Some(mirror));
            body.go_to(on);
        }
        body.unsupported("a primitive class of another name");
        Ok(())
    })
}

/// `(class of the elements, length)`
fn new_array(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let allocator = translator.allocator();
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let (mirror, length) = (body.parameter(0), body.parameter(1));
        throw_if_null(translator, body, mirror)?;
        let zero = translator.model.int(0);
        let is_negative = body.compare(IntPredicate::Slt, length, zero, types.int);
        let negative = "(I)Ljava/lang/Throwable;";
        let args = [(length, types.int)];
        throw_if(translator, body, is_negative, "negativeSize", negative, &args)?;
        let element = descriptor(translator, body, mirror)?;
        let array = body.load_pointer(element, part::ARRAY);
        let null = translator.model.null();
        let is_missing = body.compare(IntPredicate::Eq, array, null, types.pointer);
        let (missing, on) = (body.block(), body.block());
        body.inner_branch(is_missing, missing, on);
        body.go_to(missing);
        body.unsupported("an array of arrays of a class that is known only when the program runs");
        body.go_to(on);
        let each = body.load_int(array, part::SIZE);
        let size = super::object::sized(translator, body, length, each);
        let made = body.allocate(&mut translator.model, allocator, array, size);
        let at = body.offset(made, shape::LENGTH);
        body.store(length, types.int, at, 4);
        body.give_back(Some(made));
        Ok(())
    })
}

/// `(name[, whether it is initialised, loader])`: a class that a text of the program names, as far
/// as it is translated. Where one names a class that is not there, that is said; another name is
/// not known.
fn for_name(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let equals = translator.helper("java/lang/String", "equals", "(Ljava/lang/Object;)Z")?;
    let texts = translator.class_names();
    let has_flag =
        translator.classes.methods[method].descriptor.starts_with("(Ljava/lang/String;Z");
    make(translator, function, method, |translator, body| {
        throw_if_null(translator, body, body.parameter(0))?;
        for name in FOUND_BY_NAME.iter().map(|name| name.to_string()).chain(texts) {
            let types = body.types;
            let class = translator.class(&name.replace('.', "/")).ok();
            let text = translator.text(&name)?;
            let text = translator.model.global(text);
            let args = [(text, types.pointer), (body.parameter(0), types.pointer)];
            let is_it = body.call(Callee::Direct(equals), &args, types.int).expect("an answer");
            let zero = translator.model.int(0);
            let is_it = body.compare(IntPredicate::Ne, is_it, zero, types.int);
            let (found, on) = (body.block(), body.block());
            body.inner_branch(is_it, found, on);
            body.go_to(found);
            match class {
                Some(class) => give_class(translator, body, class, has_flag)?,
                None => {
                    let descriptor = "(Ljava/lang/String;)Ljava/lang/Throwable;";
                    let maker = translator.helper("assay/Throw", "missingClass", descriptor)?;
                    let args = [(text, types.pointer)];
                    let thrown = body.call(Callee::Direct(maker), &args, types.pointer);
                    body.end(Terminator::Throw(thrown.expect("it is made")));
                }
            }
            body.go_to(on);
        }
        body.unsupported("Class.forName of a name that no text of the program is");
        Ok(())
    })
}

/// Initialises a class, unless a flag says otherwise, and returns its object.
fn give_class(
    translator: &mut Translator,
    body: &mut Body,
    class: crate::frontend::classes::ClassId,
    has_flag: bool,
) -> Result<()> {
    let types = body.types;
    if let Some((_, initialiser)) = translator.initialiser(class)? {
        translator.want_initialised(class)?;
        let (first, on) = (body.block(), body.block());
        match has_flag {
            true => {
                let zero = translator.model.int(0);
                let is_wanted = body.compare(IntPredicate::Ne, body.parameter(1), zero, types.int);
                body.inner_branch(is_wanted, first, on);
            }
            false => body.jump(first),
        }
        body.go_to(first);
        body.call(Callee::Direct(initialiser), &[], types.void);
        body.jump(on);
        body.go_to(on);
    }
    let mirror = translator.mirror(class)?;
    body.give_back(Some(mirror));
    Ok(())
}

/// The class of an object if it is `Comparable` with its own kind, without the JDK's look at
/// generic types; else null.
fn comparable_class(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let pointer = body.types.pointer;
        let null = translator.model.null();
        let is_null = body.compare(IntPredicate::Eq, body.parameter(0), null, pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_null, none, some);
        body.go_to(none);
        body.give_back(Some(null));
        body.go_to(some);
        let of = body.load_pointer(body.parameter(0), shape::DESCRIPTOR);
        let flags = body.load_int(of, part::FLAGS);
        let flag = part::IS_SELF_COMPARABLE;
        let is_it = arrays::has_flag(&mut translator.model, body, flags, flag);
        let mirror = body.load_pointer(of, part::MIRROR);
        let class = body.select(is_it, mirror, null, pointer);
        body.give_back(Some(class));
        Ok(())
    })
}
