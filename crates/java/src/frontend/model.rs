//! The program under construction: types and constants that every part of the front end needs.

use crate::classfile::{Kind, Storage};
use assay_base::Id;
use assay_program::role::{Conduct, Effect};
use assay_program::types::Layout;
use assay_program::{
    Const, ConstExpr, ConstId, FloatKind, FuncId, Function, Global, GlobalId, Linkage, Operand,
    Param, Program, Role, Type, TypeId, ValueId,
};
use rustc_hash::FxHashMap;

/// The types of Java's values in the model.
#[derive(Copy, Clone, Debug)]
pub struct Types {
    pub void: TypeId,
    pub bit: TypeId,
    pub byte: TypeId,
    pub short: TypeId,
    pub int: TypeId,
    pub long: TypeId,
    pub float: TypeId,
    pub double: TypeId,
    pub pointer: TypeId,
}

impl Types {
    pub fn of(&self, kind: Kind) -> TypeId {
        match kind {
            Kind::Int => self.int,
            Kind::Long => self.long,
            Kind::Float => self.float,
            Kind::Double => self.double,
            Kind::Reference => self.pointer,
        }
    }

    /// Of a result; nothing for `None`.
    pub fn of_result(&self, kind: Option<Kind>) -> TypeId {
        kind.map_or(self.void, |kind| self.of(kind))
    }

    /// As it lies in memory.
    pub fn stored(&self, storage: Storage) -> TypeId {
        match storage {
            Storage::Boolean | Storage::Byte => self.byte,
            Storage::Char | Storage::Short => self.short,
            wide => self.of(wide.kind()),
        }
    }
}

pub struct Model {
    pub program: Program,
    pub types: Types,
    constants: FxHashMap<Const, ConstId>,
}

impl Default for Model {
    fn default() -> Model {
        let mut program = Program { pointer_bits: 64, ..Program::default() };
        let types = types(&mut program);
        Model { program, types, constants: FxHashMap::default() }
    }
}

impl Model {
    /// A constant, which stands in the table once.
    pub fn constant(&mut self, constant: Const) -> ConstId {
        if let Some(&id) = self.constants.get(&constant) {
            return id;
        }
        let id = self.program.constants.push(constant.clone());
        self.constants.insert(constant, id);
        id
    }

    fn integer(&mut self, ty: TypeId, value: u64) -> Operand {
        Operand::Const(self.constant(Const::Int { ty, words: vec![value] }))
    }

    pub fn bit(&mut self, value: bool) -> Operand {
        self.integer(self.types.bit, value.into())
    }

    pub fn byte(&mut self, value: i8) -> Operand {
        self.integer(self.types.byte, value as u8 as u64)
    }

    pub fn int(&mut self, value: i32) -> Operand {
        self.integer(self.types.int, value as u32 as u64)
    }

    pub fn long(&mut self, value: i64) -> Operand {
        self.integer(self.types.long, value as u64)
    }

    pub fn float(&mut self, bits: u32) -> Operand {
        let ty = self.types.float;
        Operand::Const(self.constant(Const::Float { ty, bits: bits.into() }))
    }

    pub fn double(&mut self, bits: u64) -> Operand {
        let ty = self.types.double;
        Operand::Const(self.constant(Const::Float { ty, bits: bits.into() }))
    }

    pub fn null(&mut self) -> Operand {
        let ty = self.types.pointer;
        Operand::Const(self.constant(Const::Null { ty }))
    }

    /// What nobody looks at.
    pub fn nothing(&mut self, kind: Kind) -> Operand {
        let ty = self.types.of(kind);
        Operand::Const(self.constant(Const::Undef { ty }))
    }

    pub fn zero(&mut self, kind: Kind) -> Operand {
        match kind {
            Kind::Int => self.int(0),
            Kind::Long => self.long(0),
            Kind::Float => self.float(0),
            Kind::Double => self.double(0),
            Kind::Reference => self.null(),
        }
    }

    pub fn address_of(&mut self, global: GlobalId) -> ConstId {
        let ty = self.types.pointer;
        self.constant(Const::Global { global, ty })
    }

    pub fn global(&mut self, global: GlobalId) -> Operand {
        Operand::Const(self.address_of(global))
    }

    /// A place inside of a variable.
    pub fn inside(&mut self, global: GlobalId, bytes: i64) -> Operand {
        let (ty, base) = (self.types.pointer, self.address_of(global));
        Operand::Const(self.constant(Const::Expr { ty, expr: ConstExpr::Offset { base, bytes } }))
    }

    pub fn function(&mut self, function: FuncId) -> ConstId {
        let ty = self.types.pointer;
        self.constant(Const::Function { function, ty })
    }

    /// The number that an operand is, if it is a constant one.
    pub fn known_int(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Const(id) => match &self.program.constants[id] {
                Const::Int { words, .. } => words.first().copied(),
                _ => None,
            },
            Operand::Value(_) => None,
        }
    }

    /// A variable of so many bytes, whose contents are said later.
    pub fn reserve(&mut self, name: String, size: u64) -> GlobalId {
        let ty = self.bytes(size);
        self.program.globals.push(Global {
            name,
            ty,
            size,
            align: 8,
            initialiser: None,
            is_constant: false,
            is_thread_local: false,
            place: None,
            source_name: None,
        })
    }

    /// Says what a variable holds at first.
    pub fn fill(&mut self, global: GlobalId, image: Image) {
        let ty = self.program.globals[global].ty;
        let Image { mut bytes, mut places } = image;
        places.sort_by_key(|(at, _)| *at);
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        bytes.truncate(used);
        let constant = match bytes.is_empty() && places.is_empty() {
            true => Const::Zero { ty },
            false => Const::Image { ty, bytes, places },
        };
        let constant = self.constant(constant);
        self.program.globals[global].initialiser = Some(constant);
    }

    fn bytes(&mut self, length: u64) -> TypeId {
        let element = self.types.byte;
        let layout = Layout { store_size: length, alloc_size: length, align: 1 };
        self.program.types.intern(Type::Array { element, length }, layout)
    }

    /// A function is the library's: whoever does not look into it must take it that it calls what
    /// the user has overridden.
    pub fn is_of_library(&mut self, function: FuncId) {
        let declared = &mut self.program.functions[function];
        declared.is_model = true;
        declared.conduct = Conduct { effect: Effect::CallsBack, ..Conduct::default() };
    }

    /// A function without a body.
    pub fn declare(
        &mut self,
        name: String,
        parameters: &[TypeId],
        return_type: TypeId,
        role: Role,
    ) -> FuncId {
        let params = parameters.iter().enumerate().map(|(index, &ty)| Param {
            value: ValueId::new(index),
            ty,
            byval: None,
            is_sret: false,
            name: None,
        });
        self.program.functions.push(Function {
            name,
            linkage: Linkage::External,
            params: params.collect(),
            return_type,
            is_variadic: false,
            is_model: false,
            never_returns: false,
            role,
            conduct: Default::default(),
            label: None,
            outside: None,
            place: None,
            body: None,
            prototype: None,
        })
    }
}

/// What a variable holds: bytes, and constants that lie in them.
#[derive(Clone, Debug, Default)]
pub struct Image {
    bytes: Vec<u8>,
    places: Vec<(u64, ConstId)>,
}

impl Image {
    pub fn new(size: u64) -> Image {
        Image { bytes: vec![0; size as usize], places: Vec::new() }
    }

    pub fn set(&mut self, at: u64, bytes: &[u8]) {
        let at = at as usize;
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn set_int(&mut self, at: u64, value: i32) {
        self.set(at, &value.to_le_bytes());
    }

    pub fn set_pointer(&mut self, at: u64, constant: ConstId) {
        self.places.push((at, constant));
    }
}

fn types(program: &mut Program) -> Types {
    let mut number = |ty: Type, size: u64| {
        let layout = Layout { store_size: size, alloc_size: size, align: size.max(1) };
        program.types.intern(ty, layout)
    };
    Types {
        void: number(Type::Void, 0),
        bit: number(Type::Int(1), 1),
        byte: number(Type::Int(8), 1),
        short: number(Type::Int(16), 2),
        int: number(Type::Int(32), 4),
        long: number(Type::Int(64), 8),
        float: number(Type::Float(FloatKind::Single), 4),
        double: number(Type::Float(FloatKind::Double), 8),
        pointer: number(Type::Pointer, 8),
    }
}
