//! `Object`, `Throwable`, and what else every object has.

use super::{answer, first, make, nothing};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row, arrays};
use assay_program::{BinaryOp, CastOp, FuncId, IntPredicate, Op, Operand};

const NULL_POINTER: &str = "java/lang/NullPointerException";

pub const ROWS: &[Row] = &[
    ("java/lang/Object", "getClass", "", Native::Made(get_class)),
    ("java/lang/Object", "hashCode", "", Native::Made(identity_hash)),
    ("java/lang/System", "identityHashCode", "", Native::Made(identity_hash_of)),
    ("java/lang/Object", "clone", "", Native::Made(clone)),
    ("java/lang/Object", "notify", "", Native::Made(nothing)),
    ("java/lang/Object", "notifyAll", "", Native::Made(nothing)),
    ("java/lang/Object", "wait", "", Native::Unmodelled("Object.wait")),
    ("java/lang/Object", "wait0", "", Native::Unmodelled("Object.wait")),
    ("java/lang/ref/Reference", "refersTo0", "", Native::Made(refers_to)),
    ("java/lang/ref/PhantomReference", "refersTo0", "", Native::Made(refers_to)),
    ("java/lang/ref/Reference", "clear0", "", Native::Made(clear)),
    ("java/lang/ref/PhantomReference", "clear0", "", Native::Made(clear)),
    (NULL_POINTER, "getMessage", "", Native::Instead("assay/Throw", "nullMessage")),
    (NULL_POINTER, "getExtendedNPEMessage", "", Native::Made(super::zero)),
    ("assay/Throw", "unknownMessage", "", Native::Unmodelled("what is null, in words")),
    ("java/lang/Throwable", "fillInStackTrace", "", Native::Made(first)),
    ("java/lang/Throwable", "getOurStackTrace", "", Native::Unmodelled("stack traces")),
    ("java/lang/Throwable", "printStackTrace", "", Native::Unmodelled("stack traces")),
];

fn get_class(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |_, body| {
        let descriptor = body.load_pointer(body.parameter(0), shape::DESCRIPTOR);
        Ok(body.load_pointer(descriptor, part::MIRROR))
    })
}

fn identity_hash_of(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let null = translator.model.null();
        let pointer = body.types.pointer;
        let is_null = body.compare(IntPredicate::Eq, body.parameter(0), null, pointer);
        let (none, some) = (body.block(), body.block());
        body.inner_branch(is_null, none, some);
        body.go_to(none);
        let zero = translator.model.int(0);
        body.give_back(Some(zero));
        body.go_to(some);
        give_back_hash(translator, body);
        Ok(())
    })
}

fn identity_hash(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        give_back_hash(translator, body);
        Ok(())
    })
}

fn referent_at(translator: &mut Translator) -> Result<u64> {
    let class = translator.class("java/lang/ref/Reference")?;
    translator.field_offset(class, "referent", "Ljava/lang/Object;")
}

fn refers_to(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let at = referent_at(translator)?;
    answer(translator, function, method, |_, body| {
        let types = body.types;
        let referent = body.load_pointer(body.parameter(0), at);
        let is_it = body.compare(IntPredicate::Eq, referent, body.parameter(1), types.pointer);
        Ok(body.cast(CastOp::ZExt, is_it, types.bit, types.int))
    })
}

fn clear(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let at = referent_at(translator)?;
    make(translator, function, method, |translator, body| {
        let null = translator.model.null();
        let place = body.offset(body.parameter(0), at);
        body.store(null, body.types.pointer, place, 8);
        body.give_back(None);
        Ok(())
    })
}

/// Numbers that look arbitrary, in the order in which they are asked for.
fn give_back_hash(translator: &mut Translator, body: &mut Body) {
    let int = body.types.int;
    let object = body.parameter(0);
    let known = body.load_int(object, shape::HASH);
    let zero = translator.model.int(0);
    let is_new = body.compare(IntPredicate::Eq, known, zero, int);
    let (fresh, old) = (body.block(), body.block());
    body.inner_branch(is_new, fresh, old);
    body.go_to(old);
    body.give_back(Some(known));
    body.go_to(fresh);
    let counter = translator.variable("the last identity hash", 4);
    let counter = translator.model.global(counter);
    let last = body.load(int, counter, 4);
    // A generator of full period (Knuth); 31 bits, as HotSpot's.
    let factor = translator.model.int(1_664_525);
    let step = translator.model.int(1_013_904_223);
    let next = body.binary(BinaryOp::Mul, last, factor, int);
    let next = body.binary(BinaryOp::Add, next, step, int);
    body.store(next, int, counter, 4);
    let mask = translator.model.int(i32::MAX);
    let hash = body.binary(BinaryOp::And, next, mask, int);
    let one = translator.model.int(1);
    let hash = body.binary(BinaryOp::Or, hash, one, int);
    let at = body.offset(object, shape::HASH);
    body.store(hash, int, at, 4);
    body.give_back(Some(hash));
}

/// A copy of the same size, without the identity hash.
fn clone(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let cloneable = translator.class("java/lang/Cloneable")?;
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let object = body.parameter(0);
        let descriptor = body.load_pointer(object, shape::DESCRIPTOR);
        let may = translator.subtype(body, descriptor, cloneable)?;
        let (fine, refused) = (body.block(), body.block());
        body.inner_branch(may, fine, refused);
        body.go_to(refused);
        let maker = translator.helper("assay/Throw", "notCloneable", NOT_CLONEABLE)?;
        let callee = assay_program::Callee::Direct(maker);
        let thrown = body.call(callee, &[(object, types.pointer)], types.pointer);
        body.end(assay_program::Terminator::Throw(thrown.expect("it is made")));
        body.go_to(fine);
        let size = body.load_int(descriptor, part::SIZE);
        let flags = body.load_int(descriptor, part::FLAGS);
        let is_array = arrays::has_flag(&mut translator.model, body, flags, part::IS_ARRAY);
        let (array, plain, on) = (body.block(), body.block(), body.block());
        let whole = body.phi(on, types.long);
        body.inner_branch(is_array, array, plain);
        body.go_to(plain);
        let plain_size = body.cast(CastOp::ZExt, size, types.int, types.long);
        body.meet(on, whole, plain, plain_size);
        body.jump(on);
        body.go_to(array);
        let length = body.array_length(object);
        let array_size = sized(translator, body, length, size);
        body.meet(on, whole, array, array_size);
        body.jump(on);
        body.go_to(on);
        let copy = copied(translator, body, object, descriptor, Operand::Value(whole));
        body.give_back(Some(copy));
        Ok(())
    })
}

pub const NOT_CLONEABLE: &str = "(Ljava/lang/Object;)Ljava/lang/Throwable;";

/// The size of an array whose elements have a size that is known when the program runs.
pub fn sized(
    translator: &mut Translator,
    body: &mut Body,
    length: Operand,
    each: Operand,
) -> Operand {
    let (int, long) = (body.types.int, body.types.long);
    let length = body.cast(CastOp::ZExt, length, int, long);
    let each = body.cast(CastOp::ZExt, each, int, long);
    let size = body.binary(BinaryOp::Mul, length, each, long);
    let header = translator.model.long(shape::ARRAY_HEADER as i64);
    body.binary(BinaryOp::Add, size, header, long)
}

fn copied(
    translator: &mut Translator,
    body: &mut Body,
    object: Operand,
    descriptor: Operand,
    size: Operand,
) -> Operand {
    let allocator = translator.allocator();
    let copy = body.allocate(&mut translator.model, allocator, descriptor, size);
    let long = body.types.long;
    let header = translator.model.long(shape::HEADER as i64);
    let rest = body.binary(BinaryOp::Sub, size, header, long);
    let (to, from) = (body.offset(copy, shape::HEADER), body.offset(object, shape::HEADER));
    body.push_void(Op::MemoryCopy { to, from, size: rest, may_overlap: false, is_fill: false });
    copy
}
