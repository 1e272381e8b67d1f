//! `VarHandle`: variables that are named by an object. With one thread, all orders of memory are
//! the same, and a handle is where its variables lie: `assay.VarHandle` says it.
//!
//! A call of an access method has the types that its caller wants, so that each call site is code
//! of its own. What would convert a value ends the path.

use super::assemble::{Assembler, class, member};
use crate::classfile::{
    ClassFile, Descriptor, Field, Instruction, Kind, MemberRef, Storage, access, field_storage,
};
use crate::frontend::body::Body;
use crate::frontend::classes::{ClassId, MethodId};
use crate::frontend::method::Method;
use crate::frontend::shape;
use crate::frontend::translator::{Result, Translator};
use assay_program::{BinaryOp, Callee, CastOp, FuncId, IntPredicate, Intrinsic, Operand, TypeId};

const HANDLE: &str = "assay/VarHandle";
const POLYMORPHIC: &str = "java/lang/invoke/VarHandle";
/// Where a variable lies: `base`, or the object in its place, + `offset` + index * `scale`.
const FIELDS: [(&str, &str); 6] = [
    ("base", "Ljava/lang/Object;"),
    ("offset", "I"),
    ("scale", "I"),
    // The number of its `Storage`.
    ("storage", "I"),
    // How many elements beyond the one at the index an access needs: for bytes seen as numbers.
    ("beyond", "I"),
    ("isBig", "I"),
];

pub fn classes() -> Vec<ClassFile> {
    let itself = |name: &str| {
        let mut code = Assembler::new(name, "()Ljava/lang/invoke/VarHandle;", 1);
        code.this().give_back();
        code.finish()
    };
    let methods = vec![itself("withInvokeExactBehavior"), itself("withInvokeBehavior")];
    let mut handle = class(HANDLE, POLYMORPHIC, methods);
    handle.fields.extend(FIELDS.iter().map(|(name, descriptor)| Field {
        name: (*name).into(),
        descriptor: (*descriptor).into(),
        access: access::PRIVATE,
        constant: None,
    }));
    let mut big = Assembler::new_static("big", "()Ljava/nio/ByteOrder;");
    let order = member("java/nio/ByteOrder", "BIG_ENDIAN", "Ljava/nio/ByteOrder;");
    big.add(Instruction::GetStatic(order)).give_back();
    vec![handle, class("assay/ByteOrders", "java/lang/Object", vec![big.finish()])]
}

/// What an access method does.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Access {
    Get,
    Set,
    /// Whether it had the value that was expected, or which it had.
    CompareAndSet,
    CompareAndExchange,
    Replace(Option<BinaryOp>),
}

/// By its name, whatever order of memory that asks for.
fn access_of(name: &str) -> Option<Access> {
    let plain = ["Acquire", "Release", "Opaque", "Volatile", "Plain"]
        .iter()
        .find_map(|order| name.strip_suffix(order))
        .unwrap_or(name);
    Some(match plain {
        "get" => Access::Get,
        "set" => Access::Set,
        "compareAndSet" | "weakCompareAndSet" => Access::CompareAndSet,
        "compareAndExchange" => Access::CompareAndExchange,
        "getAndSet" => Access::Replace(None),
        "getAndAdd" => Access::Replace(Some(BinaryOp::Add)),
        "getAndBitwiseOr" => Access::Replace(Some(BinaryOp::Or)),
        "getAndBitwiseAnd" => Access::Replace(Some(BinaryOp::And)),
        "getAndBitwiseXor" => Access::Replace(Some(BinaryOp::Xor)),
        _ => return None,
    })
}

/// Whether a call has the types of its caller.
pub fn is_access(member: &MemberRef) -> bool {
    &*member.class == POLYMORPHIC && access_of(&member.name).is_some()
}

/// A call of an access method.
pub fn call(method: &mut Method, member: &MemberRef) -> Result<()> {
    let descriptor = Descriptor::new(&member.descriptor);
    let access = access_of(&member.name).ok_or("an access method")?;
    let args = method.arguments(&descriptor)?;
    let handle = method.pop()?;
    method.check_null(handle)?;
    let count = match access {
        Access::Get => 0,
        Access::Set | Access::Replace(_) => 1,
        Access::CompareAndSet | Access::CompareAndExchange => 2,
    };
    let places = args.len() - count;
    let ty = if count == 0 { &descriptor.result } else { &descriptor.parameters[places] };
    if &**ty == "V" || args.len() < count {
        return Err(format!("VarHandle.{} without a value", member.name));
    }
    let storage = field_storage(ty);
    let mut site = Site { method, handle, storage };
    site.check_type()?;
    let address = site.address(&args[..places])?;
    let values: Vec<Operand> = args[places..].iter().map(|(value, _)| *value).collect();
    let Some((result, kind)) = site.access(access, address, &values)? else { return Ok(()) };
    if &*descriptor.result == "V" {
        return Ok(());
    }
    method.push(result, kind);
    match descriptor.result.strip_prefix('L').and_then(|it| it.strip_suffix(';')) {
        Some(name) => method.check_cast(name),
        None if descriptor.result.starts_with('[') => method.check_cast(&descriptor.result),
        None => Ok(()),
    }
}

/// A call site under translation.
struct Site<'m, 't> {
    method: &'m mut Method<'t>,
    handle: Operand,
    storage: Storage,
}

impl Site<'_, '_> {
    fn part(&mut self, name: &str) -> Result<Operand> {
        let class = self.method.translator.class(HANDLE)?;
        let descriptor = FIELDS.iter().find(|(field, _)| *field == name).expect("it has it").1;
        let at = self.method.translator.field_offset(class, name, descriptor)?;
        Ok(match descriptor {
            "I" => self.method.body.load_int(self.handle, at),
            _ => self.method.body.load_pointer(self.handle, at),
        })
    }

    /// The path ends where something holds.
    fn end_if(&mut self, condition: Operand, what: &str) {
        let body = &mut self.method.body;
        let (wrong, on) = (body.block(), body.block());
        body.inner_branch(condition, wrong, on);
        body.go_to(wrong);
        body.unsupported(what);
        body.go_to(on);
    }

    fn check_type(&mut self) -> Result<()> {
        let types = self.method.body.types;
        let (int, pointer) = (types.int, types.pointer);
        let class = self.method.translator.class(HANDLE)?;
        let ours = self.method.translator.descriptor(class)?;
        let class = self.method.body.load_pointer(self.handle, shape::DESCRIPTOR);
        let is_other = self.method.body.compare(IntPredicate::Ne, class, ours, pointer);
        self.end_if(is_other, "a VarHandle that was found in an unknown way");
        let own = self.part("storage")?;
        let wanted = self.method.translator.model.int(number_of(self.storage));
        let differs = self.method.body.compare(IntPredicate::Ne, own, wanted, int);
        self.end_if(differs, "a VarHandle that converts");
        Ok(())
    }

    fn address(&mut self, places: &[(Operand, TypeId)]) -> Result<Operand> {
        let offset = self.part("offset")?;
        let Some(&(object, _)) = places.first() else {
            let base = self.part("base")?;
            return Ok(self.method.body.element(base, 0, offset, 1));
        };
        self.method.check_null(object)?;
        let Some(&(index, _)) = places.get(1) else {
            return Ok(self.method.body.element(object, 0, offset, 1));
        };
        let int = self.method.body.types.int;
        let length = self.method.body.array_length(object);
        let beyond = self.part("beyond")?;
        let last = self.method.body.add(index, beyond);
        let is_outside = self.method.body.compare(IntPredicate::Uge, index, length, int);
        let ends_outside = self.method.body.compare(IntPredicate::Uge, last, length, int);
        let args = [(index, int), (length, int)];
        self.method.fail_if(is_outside, "bounds", "(II)Ljava/lang/Throwable;", &args)?;
        self.end_if(ends_outside, "a number beyond the end of its bytes");
        let scale = self.part("scale")?;
        let at = self.method.body.binary(BinaryOp::Mul, index, scale, int);
        let at = self.method.body.add(at, offset);
        Ok(self.method.body.element(object, 0, at, 1))
    }

    /// Bytes in the other order, if the handle says so.
    fn ordered(&mut self, value: Operand) -> Result<Operand> {
        if self.storage.size() == 1 || self.storage == Storage::Reference {
            return Ok(value);
        }
        let (int, zero) = (self.method.body.types.int, self.method.translator.model.int(0));
        let is_big = self.part("isBig")?;
        let is_big = self.method.body.compare(IntPredicate::Ne, is_big, zero, int);
        if matches!(self.storage, Storage::Float | Storage::Double) {
            self.end_if(is_big, "a float whose first byte is the highest");
            return Ok(value);
        }
        let ty = self.method.body.types.stored(self.storage);
        let swapped = self.method.body.intrinsic(Intrinsic::ByteSwap, value, ty);
        Ok(self.method.body.select(is_big, swapped, value, ty))
    }

    fn access(
        &mut self,
        access: Access,
        address: Operand,
        values: &[Operand],
    ) -> Result<Option<(Operand, Kind)>> {
        let types = self.method.body.types;
        let (storage, ty) = (self.storage, types.stored(self.storage));
        let is_float = matches!(storage, Storage::Float | Storage::Double);
        if is_float && !matches!(access, Access::Get | Access::Set | Access::Replace(None)) {
            return Err("a VarHandle that compares or adds floats".into());
        }
        let old = match access {
            Access::Set => None,
            _ => {
                let old = self.method.body.load(ty, address, 1);
                Some(self.ordered(old)?)
            }
        };
        let mut values = values.iter().map(|value| self.method.trimmed(*value, storage));
        let values: Vec<Operand> = values.by_ref().collect();
        let mut result = None;
        let new = match (access, old) {
            (Access::Set, _) | (Access::Replace(None), _) => Some(values[0]),
            (Access::Replace(Some(op)), Some(old)) => {
                Some(self.method.body.binary(op, old, values[0], ty))
            }
            (Access::CompareAndSet | Access::CompareAndExchange, Some(old)) => {
                let is_equal = self.method.body.compare(IntPredicate::Eq, old, values[0], ty);
                result = Some(is_equal);
                Some(self.method.body.select(is_equal, values[1], old, ty))
            }
            _ => None,
        };
        if let Some(new) = new {
            let new = self.ordered(new)?;
            self.method.body.store(new, ty, address, 1);
        }
        Ok(match (access, old, result) {
            (Access::CompareAndSet, _, Some(is_equal)) => {
                let bit = self.method.body.cast(CastOp::ZExt, is_equal, types.bit, types.int);
                Some((bit, Kind::Int))
            }
            (_, Some(old), _) => Some((self.method.widen(old, storage), storage.kind())),
            _ => None,
        })
    }
}

fn number_of(storage: Storage) -> i32 {
    storage as i32
}

/// What a method that finds handles returns, if its arguments are constants.
pub fn found(
    translator: &mut Translator,
    within: ClassId,
    member: &MemberRef,
    args: &[Operand],
) -> Result<Option<Operand>> {
    match (&*member.class, &*member.name, args) {
        ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle", [_, class, name, _])
        | ("jdk/internal/invoke/MhUtil", "findVarHandle", [_, class, name, _]) => {
            let class = translator.class_of_mirror(*class);
            of_field(translator, class, *name)
        }
        // The class that asks is the one whose look-up it hands on.
        ("jdk/internal/invoke/MhUtil", "findVarHandle", [_, name, _]) => {
            of_field(translator, Some(within), *name)
        }
        ("java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle", [_, class, name, _]) => {
            let class = translator.class_of_mirror(*class);
            of_static(translator, class, *name)
        }
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle", [class]) => {
            of_elements(translator, *class, None)
        }
        _ => Ok(None),
    }
}

fn of_field(
    translator: &mut Translator,
    class: Option<ClassId>,
    name: Operand,
) -> Result<Option<Operand>> {
    let (Some(class), Some(name)) = (class, translator.text_of(name)) else { return Ok(None) };
    let mut fields = translator.classes.classes[class].fields.iter();
    let Some((_, place)) = fields.find(|((field, _), _)| **field == *name) else {
        return Ok(None);
    };
    let (offset, storage) = (place.offset as i32, number_of(place.storage));
    let name = format!("the handle of {}.{name}", translator.classes.classes[class].name);
    made(translator, &name, &[("offset", offset), ("storage", storage)], None).map(Some)
}

fn of_static(
    translator: &mut Translator,
    class: Option<ClassId>,
    name: Operand,
) -> Result<Option<Operand>> {
    let (Some(class), Some(name)) = (class, translator.text_of(name)) else { return Ok(None) };
    let fields = &translator.classes.classes[class].file.fields;
    let Some(index) = fields.iter().position(|field| *field.name == *name) else {
        return Ok(None);
    };
    let storage = number_of(field_storage(&fields[index].descriptor));
    let variable = translator.static_field(class, index)?;
    let name = format!("the handle of {}.{name}", translator.classes.classes[class].name);
    made(translator, &name, &[("storage", storage)], Some(variable)).map(Some)
}

/// Of the elements of arrays of a class; of bytes, seen as these elements, if an order is given.
fn of_elements(
    translator: &mut Translator,
    class: Operand,
    is_big: Option<bool>,
) -> Result<Option<Operand>> {
    use crate::frontend::classes::Form;
    let Some(class) = translator.class_of_mirror(class) else { return Ok(None) };
    let Form::Array { storage, .. } = translator.classes.classes[class].form else {
        return Ok(None);
    };
    let size = storage.size() as i32;
    let parts = [
        ("offset", shape::ARRAY_HEADER as i32),
        ("storage", number_of(storage)),
        ("scale", if is_big.is_some() { 1 } else { size }),
        ("beyond", if is_big.is_some() { size - 1 } else { 0 }),
        ("isBig", i32::from(is_big == Some(true))),
    ];
    let name = format!("the handle of {} {is_big:?}", translator.classes.classes[class].name);
    made(translator, &name, &parts, None).map(Some)
}

fn made(
    translator: &mut Translator,
    name: &str,
    parts: &[(&str, i32)],
    base: Option<assay_program::GlobalId>,
) -> Result<Operand> {
    let class = translator.class(HANDLE)?;
    let mut ints = Vec::new();
    for (part, value) in parts {
        ints.push((translator.field_offset(class, part, "I")?, *value));
    }
    let base_at = translator.field_offset(class, "base", "Ljava/lang/Object;")?;
    let references: Vec<_> = base.into_iter().map(|it| (base_at, it)).collect();
    let object = translator.object(class, name, &ints, &references)?;
    Ok(translator.model.global(object))
}

/// `MethodHandles.byteArrayViewVarHandle`, of a class that is a constant: bytes seen as numbers, in
/// the order that is known when the program runs.
pub fn view(method: &mut Method, member: &MemberRef, args: &[(Operand, TypeId)]) -> Result<bool> {
    let (class, order) = match (&*member.class, &*member.name, args) {
        ("java/lang/invoke/MethodHandles", "byteArrayViewVarHandle", [class, order]) => {
            (class.0, order.0)
        }
        _ => return Ok(false),
    };
    let little = of_elements(method.translator, class, Some(false))?;
    let big = of_elements(method.translator, class, Some(true))?;
    let (Some(little), Some(big)) = (little, big) else { return Ok(false) };
    let pointer = method.body.types.pointer;
    let named = method.translator.helper("assay/ByteOrders", "big", "()Ljava/nio/ByteOrder;")?;
    let named = method.call(Callee::Direct(named), &[], pointer).expect("an order");
    let is_big = method.body.compare(IntPredicate::Eq, order, named, pointer);
    let handle = method.body.select(is_big, big, little, pointer);
    method.push(handle, Kind::Reference);
    Ok(true)
}

/// The same, of a class that is known only when the program runs: `(class, order)`.
pub fn make_view(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let (parameters, _) = translator.signature(method);
    let named = translator.helper("assay/ByteOrders", "big", "()Ljava/nio/ByteOrder;")?;
    let mut body = Body::new(translator.model.types, &parameters);
    let pointer = body.types.pointer;
    let named = body.call(Callee::Direct(named), &[], pointer).expect("an order");
    let is_big = body.compare(IntPredicate::Eq, body.parameter(1), named, pointer);
    for name in ["[S", "[C", "[I", "[J", "[F", "[D"] {
        let class = translator.class(name)?;
        let mirror = translator.mirror(class)?;
        let little = of_elements(translator, mirror, Some(false))?.ok_or("a class of arrays")?;
        let big = of_elements(translator, mirror, Some(true))?.ok_or("a class of arrays")?;
        let is_it = body.compare(IntPredicate::Eq, body.parameter(0), mirror, pointer);
        let (found, on) = (body.block(), body.block());
        body.inner_branch(is_it, found, on);
        body.go_to(found);
        let handle = body.select(is_big, big, little, pointer);
        body.give_back(Some(handle));
        body.go_to(on);
    }
    body.unsupported("bytes seen as something else than numbers");
    body.finish(&mut translator.model.program, function);
    Ok(())
}
