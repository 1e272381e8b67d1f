//! Lambdas and method references: a class that implements the interface, with what is captured in
//! its fields (`java.lang.invoke.LambdaMetafactory`).

use super::assemble::{Assembler, class, kind_of, member};
use super::boxing::adapt;
use crate::classfile::{
    Call, Constant, Descriptor, Dynamic, Field, HandleKind, Instruction, MemberRef, Method,
    MethodHandle, Name, StackOp, access,
};
use crate::frontend::translator::{Result, Translator};

/// What the factory is told about the method to be implemented.
struct Shape<'a> {
    name: &'a str,
    /// As it is called here.
    actual: Descriptor,
    body: &'a MethodHandle,
    captured: Descriptor,
}

pub fn make(translator: &mut Translator, name: &str, site: &Dynamic) -> Result<MemberRef> {
    let [
        Constant::MethodType(erased),
        Constant::Handle(body),
        Constant::MethodType(actual),
        more @ ..,
    ] = &site.arguments[..]
    else {
        return Err("a lambda whose factory is called in an unknown way".to_string());
    };
    let captured = Descriptor::new(&site.descriptor);
    let interface = crate::classfile::internal(&captured.result);
    let actual = Descriptor::new(actual);
    let shape = Shape { name: &site.name, actual, body, captured };
    let (markers, bridges) = extras(more);
    let mut methods = vec![factory(name, &shape), called(translator, name, &shape, erased)?];
    for bridge in bridges {
        methods.push(called(translator, name, &shape, &bridge)?);
    }
    let fields = shape.captured.parameters.iter().enumerate().map(|(index, ty)| field(index, ty));
    let mut file = class(name, "java/lang/Object", methods);
    file.fields = fields.chain([instance()]).collect();
    file.interfaces = std::iter::once(interface).chain(markers).collect();
    translator.classes.make(file);
    Ok(MemberRef { class: name.into(), name: "make".into(), descriptor: site.descriptor.clone() })
}

/// More interfaces, and more descriptors of the method.
fn extras(arguments: &[Constant]) -> (Vec<Name>, Vec<Name>) {
    const SERIALIZABLE: i32 = 1;
    const MARKERS: i32 = 2;
    const BRIDGES: i32 = 4;
    let mut rest = arguments.iter();
    let Some(&Constant::Int(flags)) = rest.next() else { return Default::default() };
    let mut list = |flag: i32| {
        let count = match flags & flag != 0 {
            true => rest.next(),
            false => None,
        };
        let Some(&Constant::Int(count)) = count else { return Vec::new() };
        let items = rest.by_ref().take(count as usize);
        let named = items.filter_map(|item| match item {
            Constant::Class(name) | Constant::MethodType(name) => Some(name.clone()),
            _ => None,
        });
        named.collect::<Vec<Name>>()
    };
    let mut markers = list(MARKERS);
    let bridges = list(BRIDGES);
    if flags & SERIALIZABLE != 0 {
        markers.push("java/io/Serializable".into());
    }
    (markers, bridges)
}

fn field(index: usize, descriptor: &Name) -> Field {
    let name = format!("captured{index}").into();
    Field { name, descriptor: descriptor.clone(), access: access::PRIVATE, constant: None }
}

/// The one object of a lambda that captures nothing.
fn instance() -> Field {
    Field {
        name: "instance".into(),
        descriptor: "Ljava/lang/Object;".into(),
        access: access::PRIVATE | access::STATIC,
        constant: None,
    }
}

fn factory(name: &str, shape: &Shape) -> Method {
    let mut code = Assembler::new_static("make", &shape.captured.to_string());
    let interface = crate::classfile::internal(&shape.captured.result);
    let only = member(name, "instance", "Ljava/lang/Object;");
    let fresh = code.label();
    let captures = &shape.captured.parameters;
    if captures.is_empty() {
        code.add(Instruction::GetStatic(only.clone())).if_null(true, fresh);
        code.add(Instruction::GetStatic(only.clone())).cast(&interface).give_back();
        code.place(fresh);
    }
    code.add(Instruction::New(name.into()));
    if captures.is_empty() {
        code.stack(StackOp::Dup).add(Instruction::PutStatic(only));
        code.add(Instruction::GetStatic(member(name, "instance", "Ljava/lang/Object;")));
        code.cast(&interface);
    }
    let mut local = 0;
    for (index, ty) in captures.iter().enumerate() {
        let kind = kind_of(ty);
        code.stack(StackOp::Dup).load(kind, local);
        code.put_field(name, &format!("captured{index}"), ty);
        local += if kind.is_wide() { 2 } else { 1 };
    }
    code.give_back();
    code.finish()
}

/// The method of the interface: hands on what is captured and what it is given.
fn called(translator: &mut Translator, name: &str, shape: &Shape, erased: &str) -> Result<Method> {
    let outer = Descriptor::new(erased);
    let mut code = Assembler::new(shape.name, erased, 1);
    let target = Target::new(translator, shape.body)?;
    if target.is_new {
        code.new_object(&shape.body.member.class);
    }
    let mut wanted = target.parameters.iter();
    for (index, ty) in shape.captured.parameters.iter().enumerate() {
        let to = wanted.next().ok_or("a lambda that captures too much")?;
        code.this().get_field(name, &format!("captured{index}"), ty);
        adapt(&mut code, ty, to)?;
    }
    let mut local = 1;
    for (given, actual) in outer.parameters.iter().zip(&shape.actual.parameters) {
        let to = wanted.next().ok_or("a lambda that is given too much")?;
        code.load(kind_of(given), local);
        local += if kind_of(given).is_wide() { 2 } else { 1 };
        adapt(&mut code, given, actual)?;
        adapt(&mut code, actual, to)?;
    }
    code.add(target.call);
    match (&*target.result, &*outer.result) {
        ("V", "V") => {}
        (result, "V") => {
            code.stack(if kind_of(result).is_wide() { StackOp::Pop2 } else { StackOp::Pop });
        }
        (result, wanted) => {
            adapt(&mut code, result, &shape.actual.result)?;
            adapt(&mut code, &shape.actual.result, wanted)?;
        }
    }
    code.give_back();
    Ok(code.finish())
}

/// What a method handle calls.
struct Target {
    call: Instruction,
    is_new: bool,
    /// With the receiver.
    parameters: Vec<Name>,
    result: Name,
}

impl Target {
    fn new(translator: &mut Translator, handle: &MethodHandle) -> Result<Target> {
        let called = &handle.member;
        let descriptor = Descriptor::new(&called.descriptor);
        let receiver: Name = match called.class.starts_with('[') {
            true => called.class.clone(),
            false => format!("L{};", called.class).into(),
        };
        let with_receiver = || {
            std::iter::once(receiver.clone()).chain(descriptor.parameters.iter().cloned()).collect()
        };
        let call = match handle.kind {
            HandleKind::Static | HandleKind::New => None,
            HandleKind::Virtual => Some(Call::Virtual),
            HandleKind::Interface => Some(Call::Interface),
            HandleKind::Special => Some(special(translator, called)?),
            _ => return Err("a reference to a field".to_string()),
        };
        Ok(match (handle.kind, call) {
            (HandleKind::New, _) => Target {
                call: Instruction::Invoke(Call::Special, called.clone()),
                is_new: true,
                parameters: descriptor.parameters,
                result: receiver,
            },
            (_, None) => Target {
                call: Instruction::Invoke(Call::Static, called.clone()),
                is_new: false,
                parameters: descriptor.parameters,
                result: descriptor.result,
            },
            (_, Some(call)) => Target {
                call: Instruction::Invoke(call, called.clone()),
                is_new: false,
                parameters: with_receiver(),
                result: descriptor.result,
            },
        })
    }
}

/// A handle that calls exactly this method: a private one, or that of a super class.
fn special(translator: &mut Translator, called: &MemberRef) -> Result<Call> {
    translator.class(&called.class)?;
    Ok(Call::Special)
}
