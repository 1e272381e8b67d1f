//! `System`, `Runtime`, threads, and what a virtual machine says of itself.

use super::class::{throw_if, throw_if_null};
use super::{constant, make, nothing, one, zero};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row, arrays};
use assay_program::role::{Conduct, Effect};
use assay_program::{BinaryOp, Callee, CastOp, FuncId, IntPredicate, Op, Operand, Primitive, Role};

const SYSTEM: &str = "java/lang/System";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";

const ZONE: &str = "java/util/TimeZone";
const BOOT_LOADER: &str = "jdk/internal/loader/BootLoader";
const SECURITY: &str = "java/security/Security";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";

const PROPERTY: Native = Native::Instead("assay/Properties", "get");

pub const ROWS: &[Row] = &[
    (SYSTEM, "<clinit>", "()V", Native::Nothing),
    (SYSTEM, "arraycopy", "", Native::Made(copy_array)),
    (SYSTEM, "exit", "", Native::Made(exit)),
    (SYSTEM, "nanoTime", "", Native::Made(time)),
    (SYSTEM, "currentTimeMillis", "", Native::Made(time)),
    (SYSTEM, "getProperties", "", Native::Instead("assay/Properties", "all")),
    (SYSTEM, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", PROPERTY),
    (SYSTEM, "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", PROPERTY),
    (SYSTEM, "setProperty", "", Native::Instead("assay/Properties", "set")),
    (SYSTEM, "clearProperty", "", Native::Instead("assay/Properties", "clear")),
    (SYSTEM, "lineSeparator", "", Native::Made(line_separator)),
    (SYSTEM, "getSecurityManager", "", Native::Made(zero)),
    (SYSTEM, "allowSecurityManager", "", Native::Made(zero)),
    (SYSTEM, "getenv", "", Native::Unmodelled("the environment")),
    (SYSTEM, "gc", "", Native::Made(nothing)),
    ("java/lang/Runtime", "exit", "", Native::Unmodelled("Runtime.exit")),
    ("java/lang/Runtime", "halt", "", Native::Unmodelled("Runtime.halt")),
    ("java/lang/Runtime", "addShutdownHook", "", Native::Made(add_hook)),
    ("java/lang/Runtime", "gc", "", Native::Made(nothing)),
    ("java/lang/Runtime", "availableProcessors", "", Native::Made(one)),
    ("java/lang/Thread", "currentThread", "", Native::Made(thread)),
    ("java/lang/Thread", "currentCarrierThread", "", Native::Made(thread)),
    ("java/lang/Thread", "start", "", Native::Unmodelled("another thread")),
    ("java/lang/Thread", "start0", "", Native::Unmodelled("another thread")),
    ("java/lang/Thread", "yield", "", Native::Made(nothing)),
    ("java/lang/Thread", "setPriority0", "", Native::Nothing),
    ("jdk/internal/misc/VM", "initialize", "", Native::Made(nothing)),
    ("jdk/internal/misc/VM", "initLevel", "()I", Native::Made(booted)),
    ("jdk/internal/misc/VM", "isBooted", "", Native::Made(one)),
    ("jdk/internal/misc/VM", "isModuleSystemInited", "", Native::Made(one)),
    ("jdk/internal/misc/VM", "getSavedProperty", "", Native::Made(zero)),
    ("jdk/internal/misc/CDS", "initializeFromArchive", "", Native::Made(nothing)),
    ("jdk/internal/misc/CDS", "isDumpingClassList0", "", Native::Made(zero)),
    ("jdk/internal/misc/CDS", "getCDSConfigStatus", "", Native::Made(zero)),
    ("jdk/internal/misc/CDS", "isDumpingArchive0", "", Native::Made(zero)),
    ("jdk/internal/misc/CDS", "isSharingEnabled0", "", Native::Made(zero)),
    (SECRETS, "getJavaLangAccess", "", Native::Instead("assay/Properties", "javaLangAccess")),
    ("jdk/internal/reflect/Reflection", "getCallerClass", "", Native::Made(zero)),
    ("java/security/AccessController", "getStackAccessControlContext", "", Native::Made(zero)),
    ("java/security/AccessController", "ensureMaterializedForStackWalk", "", Native::Made(nothing)),
    (SECURITY, "initialize", "()V", Native::Instead("assay/Properties", "security")),
    (ZONE, "getSystemTimeZoneID", "", Native::Made(time_zone)),
    ("sun/util/calendar/ZoneInfo", "getTimeZone", "", Native::Instead("assay/Properties", "zone")),
    ("assay/Properties", "otherZone", "", Native::Unmodelled("a time zone other than UTC")),
    (BOOT_LOADER, "<clinit>", "()V", Native::Nothing),
    (BOOT_LOADER, "loadLibrary", "", Native::Nothing),
    ("java/net/InetAddress", "init", "()V", Native::Nothing),
    ("java/net/InetAddress", "loadImpl", "", Native::Instead("assay/Properties", "addresses")),
    ("java/net/Inet4Address", "init", "()V", Native::Nothing),
    ("java/net/Inet6Address", "init", "()V", Native::Nothing),
    ("java/net/InetAddressImplFactory", "isIPv6Supported", "", Native::Made(zero)),
    ("java/net/InetAddress", "isIPv6Supported", "", Native::Made(zero)),
    ("java/net/InetAddress", "isIPv4Available", "", Native::Made(one)),
    ("java/io/UnixFileSystem", "getBooleanAttributes0", "", Native::Made(zero)),
    ("java/io/UnixFileSystem", "checkAccess", "", Native::Made(zero)),
    ("java/io/UnixFileSystem", "checkAccess0", "", Native::Made(zero)),
    ("java/io/FileInputStream", "open0", "", Native::Instead("assay/Throw", "missingFile")),
    ("java/io/FileDescriptor", "getHandle", "", Native::Made(super::zero)),
    ("java/io/FileDescriptor", "getAppend", "", Native::Made(zero)),
    (SECRETS, "getJavaLangReflectAccess", "", Native::Instead("assay/Properties", "reflectAccess")),
    ("java/lang/ref/Reference", "<clinit>", "()V", Native::Nothing),
    ("java/lang/ref/Finalizer", "<clinit>", "()V", Native::Nothing),
    ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", Native::Made(one)),
    (HANDLES, "<clinit>", "()V", Native::Nothing),
    (HANDLES, "byteArrayViewVarHandle", "", Native::Made(crate::library::handles::make_view)),
    (HANDLES, "lookup", "", Native::Made(lookup)),
    (HANDLES, "publicLookup", "", Native::Made(lookup)),
    (HANDLES, "privateLookupIn", "", Native::Made(lookup)),
    (VAR_HANDLE, "<clinit>", "()V", Native::Nothing),
    (VAR_HANDLE, "fullFence", "", Native::Nothing),
    (VAR_HANDLE, "acquireFence", "", Native::Nothing),
    (VAR_HANDLE, "releaseFence", "", Native::Nothing),
    (VAR_HANDLE, "loadLoadFence", "", Native::Nothing),
    (VAR_HANDLE, "storeStoreFence", "", Native::Nothing),
    ("java/lang/StringCoding", "err", "", Native::Made(nothing)),
    (
        "java/util/Objects",
        "requireNonNull",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        Native::Made(require),
    ),
];

/// As far as it goes.
fn booted(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    constant(translator, function, method, 4)
}

/// The one thread that there is, as far as programs ask for it.
fn thread(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = translator.class("java/lang/Thread")?;
    let name_at = translator.field_offset(class, "name", "Ljava/lang/String;")?;
    let name = translator.text("main")?;
    let mut references = vec![(name_at, name)];
    // Where it is not in a class of its own, as it is in later versions.
    let mut ints = Vec::new();
    if let Ok(group_at) = translator.field_offset(class, "group", "Ljava/lang/ThreadGroup;") {
        references.push((group_at, thread_group(translator)?));
        ints.push((translator.field_offset(class, "priority", "I")?, 5));
    }
    // It is alive.
    if let Ok(own_at) = translator.field_offset(class, "eetop", "J") {
        ints.push((own_at, 1));
    }
    let thread = translator.object(class, "the thread", &ints, &references)?;
    super::answer(translator, function, method, |translator, _| Ok(translator.model.global(thread)))
}

fn thread_group(translator: &mut Translator) -> Result<assay_program::GlobalId> {
    let class = translator.class("java/lang/ThreadGroup")?;
    let name_at = translator.field_offset(class, "name", "Ljava/lang/String;")?;
    let priority_at = translator.field_offset(class, "maxPriority", "I")?;
    let name = translator.text("main")?;
    translator.object(class, "the group of the thread", &[(priority_at, 10)], &[(name_at, name)])
}

/// `(runtime, thread)`: what the JDK does at the end of a program has no effect here.
fn add_hook(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        throw_if_null(translator, body, body.parameter(1))?;
        let of = body.load_pointer(body.parameter(1), shape::DESCRIPTOR);
        let flags = body.load_int(of, part::FLAGS);
        let is_user = arrays::has_flag(&mut translator.model, body, flags, part::IS_USER);
        let thread = translator.class("java/lang/Thread")?;
        let plain = translator.descriptor(thread)?;
        let is_plain = body.compare(IntPredicate::Eq, of, plain, body.types.pointer);
        let counts = body.binary(BinaryOp::Or, is_user, is_plain, body.types.bit);
        let (of_user, on) = (body.block(), body.block());
        body.inner_branch(counts, of_user, on);
        body.go_to(of_user);
        body.unsupported("another thread");
        body.go_to(on);
        body.give_back(None);
        Ok(())
    })
}

/// All that is asked of a look-up is answered where it is asked (`handles.rs`).
fn lookup(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = translator.class("java/lang/invoke/MethodHandles$Lookup")?;
    let lookup = translator.object(class, "a look-up of method handles", &[], &[])?;
    super::answer(translator, function, method, |translator, _| Ok(translator.model.global(lookup)))
}

/// A clock of our own, which goes on by one each time somebody looks.
fn time(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let clock = translator.variable("the time", 8);
    super::answer(translator, function, method, |translator, body| {
        let long = body.types.long;
        let clock = translator.model.global(clock);
        let last = body.load(long, clock, 8);
        let one = translator.model.long(1);
        let next = body.binary(BinaryOp::Add, last, one, long);
        body.store(next, long, clock, 8);
        Ok(next)
    })
}

fn time_zone(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let text = translator.text("UTC")?;
    super::answer(translator, function, method, |translator, _| Ok(translator.model.global(text)))
}

fn line_separator(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let text = translator.text("\n")?;
    super::answer(translator, function, method, |translator, _| Ok(translator.model.global(text)))
}

/// It throws by itself: so there is no message.
fn require(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let null = translator.model.null();
        let is_null = body.compare(IntPredicate::Eq, body.parameter(0), null, body.types.pointer);
        throw_if(translator, body, is_null, "required", "()Ljava/lang/Throwable;", &[])?;
        body.give_back(Some(body.parameter(0)));
        Ok(())
    })
}

fn exit(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let types = translator.model.types;
    let role = Role::Primitive(Primitive::ExitNow);
    let leave = translator.model.declare("exit".to_string(), &[types.int], types.void, role);
    let conduct = Conduct { effect: Effect::Ends, ..Conduct::default() };
    translator.model.program.functions[leave].conduct = conduct;
    make(translator, function, method, |_, body| {
        body.call(Callee::Direct(leave), &[(body.parameter(0), types.int)], types.void);
        body.give_back(None);
        Ok(())
    })
}

/// `(from, its index, to, its index, count)`
fn copy_array(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let (from, to) = (body.parameter(0), body.parameter(2));
        throw_if_null(translator, body, from)?;
        throw_if_null(translator, body, to)?;
        let from_class = body.load_pointer(from, shape::DESCRIPTOR);
        let to_class = body.load_pointer(to, shape::DESCRIPTOR);
        let needs_tests = check_types(translator, body, from_class, to_class)?;
        check_range(translator, body)?;
        let (each, at_once) = (body.block(), body.block());
        body.inner_branch(needs_tests, each, at_once);
        body.go_to(each);
        copy_each(translator, body)?;
        body.go_to(at_once);
        move_elements(body, from_class);
        body.give_back(None);
        Ok(())
    })
}

/// Copies references, each if it fits, up to one that does not.
fn copy_each(translator: &mut Translator, body: &mut Body) -> Result<()> {
    let types = body.types;
    let test = arrays::store_test(translator)?;
    let (from, head) = (body.current(), body.block());
    body.jump(head);
    let index = body.phi(head, types.int);
    let (zero, one) = (translator.model.int(0), translator.model.int(1));
    body.meet(head, index, from, zero);
    body.go_to(head);
    let at = Operand::Value(index);
    let is_end = body.compare(IntPredicate::Sge, at, body.parameter(4), types.int);
    let (end, on) = (body.block(), body.block());
    body.inner_branch(is_end, end, on);
    body.go_to(end);
    body.give_back(None);
    body.go_to(on);
    let place = |body: &mut Body, array: usize| {
        let index = body.add(body.parameter(array + 1), at);
        body.element(body.parameter(array), shape::ARRAY_HEADER, index, 8)
    };
    let (source, target) = (place(body, 0), place(body, 2));
    let value = body.load(types.pointer, source, 8);
    let args = [(body.parameter(2), types.pointer), (value, types.pointer)];
    let is_wrong = body.call(Callee::Direct(test), &args, types.bit).expect("an answer");
    let arrays = [(body.parameter(0), types.pointer), (body.parameter(2), types.pointer)];
    throw_if(translator, body, is_wrong, "copyElement", TWO_OBJECTS, &arrays)?;
    body.store(value, types.pointer, target, 8);
    let next = body.add(at, one);
    let last = body.current();
    body.meet(head, index, last, next);
    body.jump(head);
    Ok(())
}

const TWO_OBJECTS: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Throwable;";

/// Both are arrays of the same primitive type, or of references. Whether elements need a test.
fn check_types(
    translator: &mut Translator,
    body: &mut Body,
    from: Operand,
    to: Operand,
) -> Result<Operand> {
    let types = body.types;
    let same = body.compare(IntPredicate::Eq, from, to, types.pointer);
    let flags = body.load_int(from, part::FLAGS);
    let from_array = arrays::has_flag(&mut translator.model, body, flags, part::IS_ARRAY);
    let is_same = body.binary(BinaryOp::And, same, from_array, types.bit);
    let object = translator.class("java/lang/Object")?;
    let objects = translator.classes.array_of(object).map_err(|error| error.0)?;
    let mut is_objects = |body: &mut Body, class: Operand| -> Result<Operand> {
        let flags = body.load_int(class, part::FLAGS);
        let is_array = arrays::has_flag(&mut translator.model, body, flags, part::IS_ARRAY);
        let fits = translator.subtype(body, class, objects)?;
        Ok(body.binary(BinaryOp::And, is_array, fits, types.bit))
    };
    let (from_objects, to_objects) = (is_objects(body, from)?, is_objects(body, to)?);
    let both = body.binary(BinaryOp::And, from_objects, to_objects, types.bit);
    let fits = body.binary(BinaryOp::Or, is_same, both, types.bit);
    let yes = translator.model.bit(true);
    let is_wrong = body.binary(BinaryOp::Xor, fits, yes, types.bit);
    let arrays = [(body.parameter(0), types.pointer), (body.parameter(2), types.pointer)];
    throw_if(translator, body, is_wrong, "copyTypes", TWO_OBJECTS, &arrays)?;
    let test = arrays::subtype_test(translator);
    let args = [(from, types.pointer), (to, types.pointer)];
    let is_below = body.call(Callee::Direct(test), &args, types.bit).expect("an answer");
    Ok(body.binary(BinaryOp::Xor, is_below, yes, types.bit))
}

/// Both parts lie in their arrays.
fn check_range(translator: &mut Translator, body: &mut Body) -> Result<()> {
    let types = body.types;
    let mut is_wrong = translator.model.bit(false);
    for array in [0, 2] {
        let (from, count) = (body.parameter(array + 1), body.parameter(4));
        let length = body.array_length(body.parameter(array));
        let zero = translator.model.int(0);
        let both = body.binary(BinaryOp::Or, from, count, types.int);
        let is_negative = body.compare(IntPredicate::Slt, both, zero, types.int);
        let end = body.add(from, count);
        let is_beyond = body.compare(IntPredicate::Ugt, end, length, types.int);
        let is_outside = body.binary(BinaryOp::Or, is_negative, is_beyond, types.bit);
        is_wrong = body.binary(BinaryOp::Or, is_wrong, is_outside, types.bit);
    }
    let (int, pointer) = (types.int, types.pointer);
    let args: Vec<_> = [pointer, int, pointer, int, int]
        .into_iter()
        .enumerate()
        .map(|(index, ty)| (body.parameter(index), ty))
        .collect();
    let descriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)Ljava/lang/Throwable;";
    throw_if(translator, body, is_wrong, "copyBounds", descriptor, &args)
}

fn move_elements(body: &mut Body, class: Operand) {
    let types = body.types;
    let each = body.load_int(class, part::SIZE);
    let place = |body: &mut Body, array: Operand, index: Operand| {
        let bytes = body.binary(BinaryOp::Mul, index, each, types.int);
        body.element(array, shape::ARRAY_HEADER, bytes, 1)
    };
    let from = place(body, body.parameter(0), body.parameter(1));
    let to = place(body, body.parameter(2), body.parameter(3));
    let size = body.binary(BinaryOp::Mul, body.parameter(4), each, types.int);
    let size = body.cast(CastOp::ZExt, size, types.int, types.long);
    body.push_void(Op::MemoryCopy { to, from, size, may_overlap: true, is_fill: false });
}
