//! Functions that are not part of the program and that the user lets it call on the host: what is
//! said about such a call, and what is answered.
//!
//! A call is plain data. Pointers are addresses of the program's own memory; the objects that can
//! be reached from the arguments come along with their bytes, and whoever makes the call puts
//! them at these very addresses, so that pointers inside of them hold too.

use crate::{Callee, FloatKind, FuncId, Function, Op, Program, Type, TypeId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What fits a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// An integer of this many bits; up to 128.
    Integer(u32),
    Float,
    Double,
    LongDouble,
    Pointer,
}

impl Scalar {
    /// The scalars of a type in the order of its members; `None` if one of them is no scalar.
    pub fn parts(program: &Program, ty: TypeId) -> Option<Vec<Scalar>> {
        let repeated = |element: TypeId, length: u64| {
            let one = Scalar::parts(program, element)?;
            // More than two registers' worth is returned in memory, never as a value.
            (length <= 16).then(|| one.repeat(length as usize))
        };
        match program.types.get(ty) {
            Type::Void => Some(vec![]),
            Type::Int(bits @ 1..=128) => Some(vec![Scalar::Integer(*bits)]),
            Type::Float(FloatKind::Single) => Some(vec![Scalar::Float]),
            Type::Float(FloatKind::Double) => Some(vec![Scalar::Double]),
            Type::Float(FloatKind::X87) => Some(vec![Scalar::LongDouble]),
            Type::Pointer => Some(vec![Scalar::Pointer]),
            Type::Array { element, length } => repeated(*element, *length),
            Type::Vector { element, length } => repeated(*element, u64::from(*length)),
            Type::Struct { fields, .. } => {
                let parts: Option<Vec<Vec<Scalar>>> =
                    fields.iter().map(|field| Scalar::parts(program, field.ty)).collect();
                Some(parts?.concat())
            }
            Type::Int(_) | Type::Float(_) | Type::Opaque => None,
        }
    }

    /// The scalar that a type is.
    fn of(program: &Program, ty: TypeId) -> Option<Scalar> {
        match program.types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Pointer => {
                Scalar::parts(program, ty)?.first().copied()
            }
            _ => None,
        }
    }

    pub fn c_type(self) -> &'static str {
        match self {
            Scalar::Integer(..=1) => "_Bool",
            Scalar::Integer(..=8) => "uint8_t",
            Scalar::Integer(..=16) => "uint16_t",
            Scalar::Integer(..=32) => "uint32_t",
            Scalar::Integer(..=64) => "uint64_t",
            Scalar::Integer(_) => "unsigned __int128",
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::LongDouble => "long double",
            Scalar::Pointer => "void *",
        }
    }
}

/// How a function is called in one place. A variadic function has one for each list of arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    pub function: String,
    pub result: Vec<Scalar>,
    pub args: Vec<Scalar>,
    /// How many arguments have parameters of their own; the others are variadic.
    pub fixed: Option<usize>,
}

/// Why a function cannot be called on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCallable {
    pub function: String,
    pub reason: &'static str,
}

impl Signature {
    /// All the ways in which the program calls these functions, each of which is defined nowhere.
    pub fn of_calls(
        program: &Program,
        is_wanted: impl Fn(&Function) -> bool,
    ) -> Result<BTreeSet<Signature>, NotCallable> {
        let wanted: Vec<FuncId> = program
            .functions
            .iter()
            .filter(|(_, function)| function.body.is_none() && is_wanted(function))
            .map(|(id, _)| id)
            .collect();
        let mut found = BTreeSet::new();
        for &id in &wanted {
            let function = &program.functions[id];
            // It may be called through a pointer.
            if !function.is_variadic {
                let types: Vec<TypeId> = function.params.iter().map(|param| param.ty).collect();
                found.insert(Signature::new(program, function, function.return_type, &types)?);
            }
        }
        for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
            let insts = body.blocks.values().flat_map(|block| &block.insts);
            for inst in insts {
                let Op::Call { callee: Callee::Direct(callee), args } = &inst.op else { continue };
                if !wanted.contains(callee) {
                    continue;
                }
                let function = &program.functions[*callee];
                if args.iter().any(|arg| arg.byval.is_some()) {
                    return Err(refused(function, STRUCT));
                }
                let types: Vec<TypeId> = args.iter().map(|arg| arg.ty).collect();
                found.insert(Signature::new(program, function, inst.ty, &types)?);
            }
        }
        Ok(found)
    }

    fn new(
        program: &Program,
        function: &Function,
        result: TypeId,
        args: &[TypeId],
    ) -> Result<Signature, NotCallable> {
        let has_struct = function.params.iter().any(|param| param.byval.is_some());
        let is_sret = function.params.iter().any(|param| param.is_sret);
        if has_struct || is_sret {
            return Err(refused(function, STRUCT));
        }
        let args: Option<Vec<Scalar>> = args.iter().map(|&ty| Scalar::of(program, ty)).collect();
        let args = args.ok_or_else(|| refused(function, STRUCT))?;
        if args.iter().any(|arg| matches!(arg, Scalar::Integer(2..=31))) {
            return Err(refused(function, NARROW));
        }
        Ok(Signature {
            function: function.name.clone(),
            result: Scalar::parts(program, result).ok_or_else(|| refused(function, RESULT))?,
            args,
            fixed: function.is_variadic.then_some(function.params.len()),
        })
    }
}

const STRUCT: &str = "it takes or returns a struct by value";
/// Who extends such an argument to a register, and how, LLVM's types do not say.
const NARROW: &str = "it takes a char or short by value";
const RESULT: &str = "what it returns does not fit registers";

fn refused(function: &Function, reason: &'static str) -> NotCallable {
    NotCallable { function: function.name.clone(), reason }
}

/// A call with everything that it may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCall {
    pub signature: Signature,
    /// The bits of each argument.
    pub args: Vec<u128>,
    pub objects: Vec<NativeObject>,
    /// `errno` before the call.
    pub error: i32,
    pub behind_result: BehindResult,
}

/// An object of the program's memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeObject {
    pub address: u64,
    pub bytes: Vec<u8>,
}

/// What is behind a pointer that the function returns and that leads out of the program's memory.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum BehindResult {
    /// Nothing that the program looks at.
    #[default]
    Opaque,
    /// Characters up to a zero.
    Text,
    /// So many bytes, without pointers in them.
    Bytes(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeAnswer {
    /// The bits of each part of the result.
    pub result: Vec<u128>,
    /// `errno` after the call.
    pub error: i32,
    /// The bytes of the call's objects, as the function left them.
    pub objects: Vec<Vec<u8>>,
    /// The result is a pointer out of the program's memory; what was asked for behind it.
    pub behind_result: Option<Vec<u8>>,
}

/// Whoever makes calls on the host.
pub trait NativeFunctions: Send + Sync {
    /// Whether the user allows this function.
    fn allows(&self, name: &str) -> bool;

    /// Makes the last of these calls. Those before it are all that were made on the same path:
    /// the function may remember them. The same calls have the same answer, always; an error says
    /// why there is none.
    fn call(&self, calls: &[Arc<NativeCall>]) -> Result<NativeAnswer, String>;
}
