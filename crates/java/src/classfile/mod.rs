//! Class files as the front end reads them: all names resolved, bytecode in few, regular forms.
//!
//! What reads the bytes (`read.rs`) is a library's business. The instructions here are those of the
//! JVM with their families joined (`iadd`, `lsub`, … are one form with an operation and a kind),
//! and with positions in the list of instructions where the file has offsets in bytes. So that code
//! of our own (lambdas, concatenations, substitutions) is written in them too.

mod class_path;
mod compile;
mod descriptor;
mod jdk;
mod read;

pub use class_path::{ClassPath, Error};
pub use compile::compile;
pub use descriptor::{Descriptor, Kind, Storage, array_of, element_of, field_storage, internal};
pub use jdk::Jdk;
pub use read::read as parse;

use std::sync::Arc;

/// A name as class files have it: `java/lang/String`, `main`, `(I)V`.
pub type Name = Arc<str>;

pub mod access {
    pub const PRIVATE: u16 = 0x2;
    pub const STATIC: u16 = 0x8;
    pub const FINAL: u16 = 0x10;
    pub const NATIVE: u16 = 0x100;
    pub const INTERFACE: u16 = 0x200;
    pub const ABSTRACT: u16 = 0x400;
    pub const ENUM: u16 = 0x4000;
}

#[derive(Clone, Debug)]
pub struct ClassFile {
    pub name: Name,
    pub super_name: Option<Name>,
    pub interfaces: Vec<Name>,
    pub access: u16,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    /// The file of its source, without a folder.
    pub source: Option<Name>,
    /// The name that its source gives it; `None` if that is the last part of its name.
    pub inner_name: Option<InnerName>,
    pub is_record: bool,
    /// It implements `Comparable` of itself, in so many words.
    pub is_self_comparable: bool,
}

#[derive(Clone, Debug)]
pub struct InnerName {
    /// Empty for an anonymous class.
    pub simple: Name,
    /// The class that has it as a member.
    pub outer: Option<Name>,
    /// As in the attribute, which is what `Class.getModifiers` says.
    pub access: u16,
}

impl ClassFile {
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    pub fn method(&self, name: &str, descriptor: &str) -> Option<usize> {
        let is_meant = |method: &Method| &*method.name == name && &*method.descriptor == descriptor;
        self.methods.iter().position(is_meant)
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub descriptor: Name,
    pub access: u16,
    /// What a static one is from the beginning.
    pub constant: Option<Constant>,
}

impl Field {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: Name,
    pub descriptor: Name,
    pub access: u16,
    pub code: Option<Arc<Code>>,
}

impl Method {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }
}

#[derive(Clone, Debug, Default)]
pub struct Code {
    pub max_locals: u16,
    pub instructions: Vec<Instruction>,
    /// In the order in which they are asked.
    pub handlers: Vec<Handler>,
    /// The first instruction of each run, and its line.
    pub lines: Vec<(u32, u32)>,
}

impl Code {
    /// How many instructions before this one go on in several ways.
    pub fn branches_before(&self, at: usize) -> u32 {
        self.instructions[..at].iter().filter(|it| it.branches()).count() as u32
    }

    pub fn line(&self, at: usize) -> Option<u32> {
        let behind = self.lines.partition_point(|&(start, _)| start as usize <= at);
        Some(self.lines[behind.checked_sub(1)?].1)
    }
}

/// From `start` to before `end`, what is thrown and is of this class goes to `target`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// `None`: whatever is thrown.
    pub class: Option<Name>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Int(i32),
    Long(i64),
    /// By its bits.
    Float(u32),
    Double(u64),
    /// In UTF-16.
    String(Arc<[u16]>),
    Class(Name),
    /// A method's descriptor.
    MethodType(Name),
    Handle(MethodHandle),
    Dynamic(Arc<Dynamic>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct MemberRef {
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MethodHandle {
    pub kind: HandleKind,
    pub member: Arc<MemberRef>,
    pub in_interface: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    Virtual,
    Static,
    Special,
    New,
    Interface,
}

/// What a bootstrap method is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Dynamic {
    pub bootstrap: MethodHandle,
    pub arguments: Vec<Constant>,
    pub name: Name,
    pub descriptor: Name,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    And,
    Or,
    Xor,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StackOp {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Call {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Jumps go to positions in the list of instructions.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    Nop,
    Null,
    Constant(Constant),
    Load(Kind, u16),
    Store(Kind, u16),
    Increment(u16, i32),
    ArrayLoad(Storage),
    ArrayStore(Storage),
    ArrayLength,
    Stack(StackOp),
    Arithmetic(Arithmetic, Kind),
    Negate(Kind),
    Convert(Kind, Kind),
    /// An int to what a byte, char or short holds.
    Narrow(Storage),
    /// -1, 0 or 1; of floats, `unordered` where one is no number.
    Compare {
        kind: Kind,
        unordered: i32,
    },
    IfZero(Comparison, u32),
    IfInt(Comparison, u32),
    IfNull {
        is_null: bool,
        target: u32,
    },
    IfSame {
        is_same: bool,
        target: u32,
    },
    Goto(u32),
    Switch {
        cases: Vec<(i32, u32)>,
        default: u32,
    },
    Return(Option<Kind>),
    GetField(Arc<MemberRef>),
    PutField(Arc<MemberRef>),
    GetStatic(Arc<MemberRef>),
    PutStatic(Arc<MemberRef>),
    Invoke(Call, Arc<MemberRef>),
    InvokeDynamic(Arc<Dynamic>),
    New(Name),
    /// Of this class of arrays.
    NewArray(Name),
    NewArrays {
        class: Name,
        dimensions: u8,
    },
    Throw,
    CheckCast(Name),
    InstanceOf(Name),
    Monitor,
    /// What this build has no meaning for.
    Unsupported(Name),
}

impl Instruction {
    /// Where it may go on other than behind itself.
    pub fn targets(&self) -> Vec<u32> {
        match self {
            Instruction::IfZero(_, target)
            | Instruction::IfInt(_, target)
            | Instruction::IfNull { target, .. }
            | Instruction::IfSame { target, .. }
            | Instruction::Goto(target) => vec![*target],
            Instruction::Switch { cases, default } => {
                cases.iter().map(|(_, target)| *target).chain([*default]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it goes on in one of several ways.
    fn branches(&self) -> bool {
        !self.targets().is_empty() && !matches!(self, Instruction::Goto(_))
    }

    /// Whether what stands behind it may come next.
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Instruction::Goto(_)
                | Instruction::Switch { .. }
                | Instruction::Return(_)
                | Instruction::Throw
                | Instruction::Unsupported(_)
        )
    }
}
