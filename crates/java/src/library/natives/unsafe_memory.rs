//! `jdk.internal.misc.Unsafe`: fields and elements by their offsets. With one thread, all orders of
//! memory are the same.

use super::{answer, constant, make, nothing, one};
use crate::classfile::{Descriptor, Storage, field_storage};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape::{self, class as part};
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::{CastOp, FuncId, IntPredicate, Op, Operand};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// The rows of what is there for a type.
macro_rules! accesses {
    ($($get:literal $put:literal $get_volatile:literal $put_volatile:literal)*) => {
        &[$(
            (UNSAFE, $get, "", Native::Made(get)),
            (UNSAFE, $put, "", Native::Made(put)),
            (UNSAFE, $get_volatile, "", Native::Made(get)),
            (UNSAFE, $put_volatile, "", Native::Made(put)),
        )*
            (UNSAFE, "compareAndSetInt", "", Native::Made(compare_and_set)),
            (UNSAFE, "compareAndSetLong", "", Native::Made(compare_and_set)),
            (UNSAFE, "compareAndSetReference", "", Native::Made(compare_and_set)),
            (UNSAFE, "compareAndExchangeInt", "", Native::Made(compare_and_exchange)),
            (UNSAFE, "compareAndExchangeLong", "", Native::Made(compare_and_exchange)),
            (UNSAFE, "compareAndExchangeReference", "", Native::Made(compare_and_exchange)),
            (UNSAFE, "fullFence", "", Native::Made(nothing)),
            (UNSAFE, "loadFence", "", Native::Made(nothing)),
            (UNSAFE, "storeFence", "", Native::Made(nothing)),
            (UNSAFE, "arrayBaseOffset0", "", Native::Made(array_base)),
            (UNSAFE, "arrayIndexScale0", "", Native::Made(array_scale)),
            (UNSAFE, "addressSize0", "", Native::Made(eight)),
            (UNSAFE, "isBigEndian0", "", Native::Made(super::zero)),
            (UNSAFE, "unalignedAccess0", "", Native::Made(one)),
            (UNSAFE, "shouldBeInitialized0", "", Native::Made(super::zero)),
            (UNSAFE, "park", "", Native::Unmodelled("another thread")),
            (UNSAFE, "unpark", "", Native::Made(nothing)),
        ]
    };
}

pub const ROWS: &[Row] = accesses! {
    "getInt" "putInt" "getIntVolatile" "putIntVolatile"
    "getReference" "putReference" "getReferenceVolatile" "putReferenceVolatile"
    "getBoolean" "putBoolean" "getBooleanVolatile" "putBooleanVolatile"
    "getByte" "putByte" "getByteVolatile" "putByteVolatile"
    "getShort" "putShort" "getShortVolatile" "putShortVolatile"
    "getChar" "putChar" "getCharVolatile" "putCharVolatile"
    "getLong" "putLong" "getLongVolatile" "putLongVolatile"
    "getFloat" "putFloat" "getFloatVolatile" "putFloatVolatile"
    "getDouble" "putDouble" "getDoubleVolatile" "putDoubleVolatile"
};

fn eight(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    constant(translator, function, method, 8)
}

fn array_base(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    constant(translator, function, method, shape::ARRAY_HEADER as i32)
}

fn array_scale(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |translator, body| {
        let of = super::class::descriptor(translator, body, body.parameter(1))?;
        Ok(body.load_int(of, part::SIZE))
    })
}

/// `(object, offset)`
fn address(body: &mut Body) -> Operand {
    let (base, index) = (body.parameter(1), body.parameter(2));
    let indices = vec![(index, body.types.long, 1)];
    body.push(Op::Address { base, offset: 0, indices }, body.types.pointer)
}

/// How what a method reads or writes lies in memory. One of an address alone is not for us.
fn storage(translator: &Translator, method: MethodId, position: Option<usize>) -> Result<Storage> {
    let descriptor = Descriptor::new(&translator.classes.methods[method].descriptor);
    let is_of_object =
        descriptor.parameters.first().is_some_and(|it| &**it == "Ljava/lang/Object;");
    if !is_of_object {
        return Err("memory outside of objects".to_string());
    }
    let ty = match position {
        Some(position) => &descriptor.parameters[position],
        None => &descriptor.result,
    };
    Ok(field_storage(ty))
}

fn get(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let storage = storage(translator, method, None)?;
    answer(translator, function, method, |_, body| {
        let address = address(body);
        let types = body.types;
        let value = body.load(types.stored(storage), address, 1);
        let op = match storage {
            Storage::Byte | Storage::Short => CastOp::SExt,
            Storage::Boolean | Storage::Char => CastOp::ZExt,
            _ => return Ok(value),
        };
        Ok(body.cast(op, value, types.stored(storage), types.int))
    })
}

fn put(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let storage = storage(translator, method, Some(2))?;
    make(translator, function, method, |_, body| {
        let address = address(body);
        let types = body.types;
        let value = body.parameter(3);
        let value = match storage.size() {
            1 | 2 => body.cast(CastOp::Trunc, value, types.int, types.stored(storage)),
            _ => value,
        };
        body.store(value, types.stored(storage), address, 1);
        body.give_back(None);
        Ok(())
    })
}

/// `(object, offset, expected, new)`: the old value, with what was expected beside it.
fn exchange(body: &mut Body, ty: assay_program::TypeId) -> (Operand, Operand) {
    let address = address(body);
    let (expected, new) = (body.parameter(3), body.parameter(4));
    let old = body.load(ty, address, 1);
    let is_equal = body.compare(IntPredicate::Eq, old, expected, ty);
    let value = body.select(is_equal, new, old, ty);
    body.store(value, ty, address, 1);
    (old, is_equal)
}

fn compare_and_set(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let (parameters, _) = translator.signature(method);
    answer(translator, function, method, |_, body| {
        let (_, is_equal) = exchange(body, parameters[3]);
        Ok(body.cast(CastOp::ZExt, is_equal, body.types.bit, body.types.int))
    })
}

fn compare_and_exchange(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
) -> Result<()> {
    let (parameters, _) = translator.signature(method);
    answer(translator, function, method, |_, body| Ok(exchange(body, parameters[3]).0))
}
