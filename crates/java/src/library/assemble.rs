//! Classes and bytecode of our own making.

use crate::classfile::{
    Arithmetic, Call, ClassFile, Code, Comparison, Constant, Descriptor, Handler, Instruction,
    Kind, MemberRef, Method, Name, StackOp, access, field_storage,
};
use std::sync::Arc;

/// A class with these methods, and nothing else to it.
pub fn class(name: &str, super_name: &str, methods: Vec<Method>) -> ClassFile {
    ClassFile {
        name: name.into(),
        super_name: Some(super_name.into()),
        interfaces: Vec::new(),
        access: access::FINAL | 1,
        fields: Vec::new(),
        methods,
        source: None,
        inner_name: None,
        is_record: false,
        is_self_comparable: false,
    }
}

/// Code under construction. Its jumps go to labels.
pub struct Assembler {
    instructions: Vec<Instruction>,
    /// Where each label stands.
    labels: Vec<u32>,
    /// From where to where, and the label to which anything goes that is thrown there.
    handlers: Vec<(u32, u32, Label)>,
    max_locals: u16,
    name: Name,
    descriptor: Name,
    access: u16,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Label(usize);

impl Assembler {
    pub fn new_static(name: &str, descriptor: &str) -> Assembler {
        Assembler::new(name, descriptor, access::STATIC | 1)
    }

    pub fn new(name: &str, descriptor: &str, access: u16) -> Assembler {
        Assembler {
            instructions: Vec::new(),
            labels: Vec::new(),
            handlers: Vec::new(),
            max_locals: 32,
            name: name.into(),
            descriptor: descriptor.into(),
            access,
        }
    }

    pub fn add(&mut self, instruction: Instruction) -> &mut Assembler {
        self.instructions.push(instruction);
        self
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() - 1)
    }

    pub fn place(&mut self, label: Label) -> &mut Assembler {
        self.labels[label.0] = self.instructions.len() as u32;
        self
    }

    pub fn load(&mut self, kind: Kind, local: u16) -> &mut Assembler {
        self.max_locals = self.max_locals.max(local + 2);
        self.add(Instruction::Load(kind, local))
    }

    pub fn store(&mut self, kind: Kind, local: u16) -> &mut Assembler {
        self.max_locals = self.max_locals.max(local + 2);
        self.add(Instruction::Store(kind, local))
    }

    pub fn this(&mut self) -> &mut Assembler {
        self.load(Kind::Reference, 0)
    }

    pub fn int(&mut self, value: i32) -> &mut Assembler {
        self.add(Instruction::Constant(Constant::Int(value)))
    }

    pub fn text(&mut self, text: &str) -> &mut Assembler {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.add(Instruction::Constant(Constant::String(units.into())))
    }

    pub fn stack(&mut self, op: StackOp) -> &mut Assembler {
        self.add(Instruction::Stack(op))
    }

    pub fn new_object(&mut self, class: &str) -> &mut Assembler {
        self.add(Instruction::New(class.into())).stack(StackOp::Dup)
    }

    pub fn call(&mut self, call: Call, class: &str, name: &str, ty: &str) -> &mut Assembler {
        self.add(Instruction::Invoke(call, member(class, name, ty)))
    }

    pub fn call_static(&mut self, class: &str, name: &str, ty: &str) -> &mut Assembler {
        self.call(Call::Static, class, name, ty)
    }

    pub fn call_virtual(&mut self, class: &str, name: &str, ty: &str) -> &mut Assembler {
        self.call(Call::Virtual, class, name, ty)
    }

    pub fn construct(&mut self, class: &str, ty: &str) -> &mut Assembler {
        self.call(Call::Special, class, "<init>", ty)
    }

    pub fn get_field(&mut self, class: &str, name: &str, ty: &str) -> &mut Assembler {
        self.add(Instruction::GetField(member(class, name, ty)))
    }

    pub fn put_field(&mut self, class: &str, name: &str, ty: &str) -> &mut Assembler {
        self.add(Instruction::PutField(member(class, name, ty)))
    }

    pub fn cast(&mut self, class: &str) -> &mut Assembler {
        self.add(Instruction::CheckCast(class.into()))
    }

    pub fn arithmetic(&mut self, op: Arithmetic, kind: Kind) -> &mut Assembler {
        self.add(Instruction::Arithmetic(op, kind))
    }

    /// Jumps stand with the numbers of their labels until the end.
    pub fn if_zero(&mut self, comparison: Comparison, to: Label) -> &mut Assembler {
        self.add(Instruction::IfZero(comparison, to.0 as u32))
    }

    pub fn if_int(&mut self, comparison: Comparison, to: Label) -> &mut Assembler {
        self.add(Instruction::IfInt(comparison, to.0 as u32))
    }

    pub fn if_null(&mut self, is_null: bool, to: Label) -> &mut Assembler {
        self.add(Instruction::IfNull { is_null, target: to.0 as u32 })
    }

    pub fn if_same(&mut self, is_same: bool, to: Label) -> &mut Assembler {
        self.add(Instruction::IfSame { is_same, target: to.0 as u32 })
    }

    pub fn goto(&mut self, to: Label) -> &mut Assembler {
        self.add(Instruction::Goto(to.0 as u32))
    }

    /// The place of the next instruction.
    pub fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// What is thrown from a place on up to here goes to a label.
    pub fn handler(&mut self, start: u32, to: Label) -> &mut Assembler {
        self.handlers.push((start, self.here(), to));
        self
    }

    /// Returns what the method's descriptor says.
    pub fn give_back(&mut self) -> &mut Assembler {
        let kind = Descriptor::new(&self.descriptor.clone()).result_kind();
        self.add(Instruction::Return(kind))
    }

    pub fn finish(self) -> Method {
        let labels = self.labels;
        let handlers = self.handlers.iter().map(|&(start, end, to)| Handler {
            start,
            end,
            target: labels[to.0],
            class: None,
        });
        let handlers = handlers.collect();
        let place = |label: &mut u32| *label = labels[*label as usize];
        let mut instructions = self.instructions;
        for instruction in &mut instructions {
            match instruction {
                Instruction::IfZero(_, target)
                | Instruction::IfInt(_, target)
                | Instruction::IfNull { target, .. }
                | Instruction::IfSame { target, .. }
                | Instruction::Goto(target) => place(target),
                _ => {}
            }
        }
        let code = Code { max_locals: self.max_locals, instructions, handlers, lines: Vec::new() };
        Method {
            name: self.name,
            descriptor: self.descriptor,
            access: self.access,
            code: Some(Arc::new(code)),
        }
    }
}

pub fn member(class: &str, name: &str, descriptor: &str) -> Arc<MemberRef> {
    Arc::new(MemberRef { class: class.into(), name: name.into(), descriptor: descriptor.into() })
}

/// A method without code, whose body is in the table of natives.
pub fn native_static(name: &str, descriptor: &str) -> Method {
    let access = access::STATIC | access::NATIVE | 1;
    Method { name: name.into(), descriptor: descriptor.into(), access, code: None }
}

/// What `StringBuilder.append` and `String.valueOf` take for a value of this type.
pub fn shown_as(descriptor: &str) -> &'static str {
    match descriptor {
        "Z" => "Z",
        "C" => "C",
        "B" | "S" | "I" => "I",
        "J" => "J",
        "F" => "F",
        "D" => "D",
        "Ljava/lang/String;" => "Ljava/lang/String;",
        _ => "Ljava/lang/Object;",
    }
}

pub fn kind_of(descriptor: &str) -> Kind {
    field_storage(descriptor).kind()
}
