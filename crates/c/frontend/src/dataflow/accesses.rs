//! Where variables are defined and used: by their names, and if asked for through pointers.

use super::homes::Homes;
use super::library::written;
use super::pointers::Pointers;
use super::predicates::Consumers;
use super::variables::{Finder, Variable};
use super::{Scope, Spot};
use crate::edges::calls_prefix;
use crate::llvm::{Module, Opcode, Value, ValueKind};
use crate::promote::is_fill;
use assay_program::dataflow::DefinitionKind;
use rustc_hash::FxHashMap;

/// What an instruction does to a variable. Definitions and uses by their indices.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    Define(usize),
    Use(usize),
    /// From here on the variable has no value: its life begins.
    Forget(usize),
}

/// How an instruction comes to a variable.
#[derive(Copy, Clone)]
pub enum Way<'m> {
    Direct,
    Pointer(Through<'m>),
}

/// An access through a pointer: of this variable, if that is where it points.
#[derive(Copy, Clone)]
pub struct Through<'m> {
    pub address: Value<'m>,
    /// How many bytes.
    pub size: u64,
    /// There is nothing else that it may point to.
    pub is_only: bool,
}

pub struct Definition<'m> {
    pub variable: usize,
    pub way: Way<'m>,
    /// Only if the call that defines it returns at least this much, or any pointer but null.
    pub least_result: Option<u32>,
    pub kind: DefinitionKind,
    /// `None` for what a global starts with.
    pub function: Option<Value<'m>>,
    /// The number of its block there.
    pub block: Option<usize>,
    pub spot: Spot,
}

impl Definition<'_> {
    /// Whether nothing that was there before can be seen behind it.
    pub fn is_certain(&self) -> bool {
        let is_hit = match self.way {
            Way::Direct => true,
            Way::Pointer(through) => through.is_only,
        };
        is_hit && self.least_result.is_none()
    }
}

pub struct Use<'m> {
    pub variable: usize,
    pub way: Way<'m>,
    pub function: Value<'m>,
    /// The number of its block there.
    pub block: usize,
    pub spot: Spot,
    pub load: Value<'m>,
    pub consumers: Consumers<'m>,
}

/// All accesses of a module.
pub struct Accesses<'m> {
    pub variables: Vec<Variable<'m>>,
    /// From here on they are locals.
    first_local: usize,
    /// The locals that other functions come to by a pointer.
    is_shared: Vec<bool>,
    pub definitions: Vec<Definition<'m>>,
    pub uses: Vec<Use<'m>>,
    pub by_instruction: FxHashMap<Value<'m>, Vec<Access>>,
    /// What each global starts with.
    pub initial: Vec<usize>,
    homes: Homes<'m>,
    pointers: Option<Pointers<'m>>,
    annotation: u32,
    /// What is looked at: a function, and the number of a block there.
    function: Option<Value<'m>>,
    block: usize,
}

impl<'m> Accesses<'m> {
    pub fn of(module: &'m Module<'m>, scope: Scope) -> Accesses<'m> {
        let mut finder = Finder::new(module, scope);
        let globals = finder.globals();
        let mut accesses = Accesses {
            first_local: globals.len(),
            is_shared: Vec::new(),
            variables: Vec::new(),
            definitions: Vec::new(),
            uses: Vec::new(),
            by_instruction: FxHashMap::default(),
            initial: Vec::new(),
            homes: Homes::new(module.data_layout()),
            pointers: (scope == Scope::Program).then(|| Pointers::of(module)).flatten(),
            annotation: module.metadata_kind("annotation"),
            function: None,
            block: 0,
        };
        for global in globals {
            accesses.global(global);
        }
        let has_source =
            |function: &Value<'m>| !function.is_declaration() && function.subprogram().is_some();
        let functions: Vec<Value<'m>> = module.functions().filter(has_source).collect();
        for &function in &functions {
            for local in finder.locals(function) {
                accesses.variable(local);
            }
        }
        functions.into_iter().for_each(|function| accesses.function(function));
        accesses.begin_shared();
        accesses
    }

    /// How many accesses through pointers do not count with all variables that they may come to;
    /// none where that is not known of any.
    pub fn unseen(&self) -> Option<usize> {
        self.pointers.as_ref().map(|pointers| pointers.unseen)
    }

    /// Whether only its own function comes to a variable.
    pub fn is_local(&self, variable: usize) -> bool {
        variable >= self.first_local && !self.is_shared[variable]
    }

    /// Whether other functions come to a local by a pointer.
    pub fn is_shared(&self, variable: usize) -> bool {
        self.is_shared[variable]
    }

    /// Each call of a function begins the life of its locals, whoever comes to them.
    fn begin_shared(&mut self) {
        for variable in 0..self.variables.len() {
            if self.is_shared[variable] {
                self.note(self.variables[variable].home, Access::Forget(variable));
            }
        }
    }

    fn global(&mut self, global: Variable<'m>) {
        let spot = global.spot.clone();
        let variable = self.variable(global);
        self.initial.push(self.definitions.len());
        let kind = DefinitionKind::Initial;
        let (way, least_result, function, block) = (Way::Direct, None, None, None);
        self.definitions.push(Definition {
            variable,
            way,
            least_result,
            kind,
            function,
            block,
            spot,
        });
    }

    fn variable(&mut self, variable: Variable<'m>) -> usize {
        self.homes.add(self.variables.len(), &variable);
        self.variables.push(variable);
        self.is_shared.push(false);
        self.variables.len() - 1
    }

    fn function(&mut self, function: Value<'m>) {
        self.function = Some(function);
        let parameters = function.params();
        let blocks = function.blocks().enumerate();
        let code = blocks.flat_map(|(at, block)| block.instructions().map(move |code| (at, code)));
        for (block, instruction) in code {
            self.block = block;
            match instruction.opcode() {
                Opcode::LLVMStore => self.store(instruction, &parameters),
                Opcode::LLVMLoad => {
                    let size = self.homes.size(instruction.ty());
                    self.read(instruction, instruction.operand(0), size);
                }
                Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
                    let size = self.homes.size(instruction.operand(1).ty());
                    let address = instruction.operand(0);
                    self.read(instruction, address, size);
                    self.write(instruction, address, size, DefinitionKind::Assignment);
                }
                Opcode::LLVMCall => {
                    self.block_operation(instruction);
                    self.library_call(instruction);
                }
                _ => {}
            }
        }
    }

    fn store(&mut self, store: Value<'m>, parameters: &[Value<'m>]) {
        let (value, address) = (store.operand(0), store.operand(1));
        let size = self.homes.size(value.ty());
        let kind = match parameters.contains(&unconverted(value)) {
            true if store.debug_location().is_none_or(|at| at.line == 0) => {
                DefinitionKind::Parameter
            }
            _ => DefinitionKind::Assignment,
        };
        self.write(store, address, size, kind);
    }

    /// Copying and filling.
    fn block_operation(&mut self, call: Value<'m>) {
        let is_copy = ["llvm.memcpy.", "llvm.memmove."].iter().any(|name| calls_prefix(call, name));
        if !is_copy && !calls_prefix(call, "llvm.memset.") {
            return;
        }
        let Some(size) = call.operand(2).as_int() else { return };
        if is_copy {
            self.read(call, call.operand(1), size);
        }
        self.write(call, call.operand(0), size, DefinitionKind::Assignment);
    }

    fn library_call(&mut self, call: Value<'m>) {
        for written in written(call) {
            let first = self.definitions.len();
            let address = call.operand(written.argument);
            self.write(call, address, written.size, DefinitionKind::Library);
            let new = &mut self.definitions[first..];
            new.iter_mut().for_each(|definition| definition.least_result = written.least_result);
        }
    }

    fn write(&mut self, at: Value<'m>, address: Value<'m>, size: u64, kind: DefinitionKind) {
        let is_fill = is_fill(at, self.annotation);
        for (variable, way) in self.touched(address, size) {
            if is_fill {
                self.note(at, Access::Forget(variable));
                continue;
            }
            // What clang adds at the start of a function has no place of its own.
            let spot = Spot::of(at).unwrap_or_else(|| self.variables[variable].spot.clone());
            self.note(at, Access::Define(self.definitions.len()));
            let (function, block) = (self.function, Some(self.block));
            self.definitions.push(Definition {
                variable,
                way,
                least_result: None,
                kind,
                function,
                block,
                spot,
            });
        }
    }

    fn read(&mut self, load: Value<'m>, address: Value<'m>, size: u64) {
        let (Some(function), Some(spot)) = (self.function, Spot::of(load)) else { return };
        for (variable, way) in self.touched(address, size) {
            self.note(load, Access::Use(self.uses.len()));
            let (spot, block, consumers) = (spot.clone(), self.block, Consumers::of(load));
            self.uses.push(Use { variable, way, function, block, spot, load, consumers });
        }
    }

    /// The variables that an access may come to, and how.
    fn touched(&mut self, address: Value<'m>, size: u64) -> Vec<(usize, Way<'m>)> {
        if let Some(found) = self.homes.touched(address, size) {
            return found.into_iter().map(|variable| (variable, Way::Direct)).collect();
        }
        let (Some(pointers), Some(function)) = (&mut self.pointers, self.function) else {
            return Vec::new();
        };
        let (found, is_only) = pointers.candidates(address, size, function, &self.homes);
        for &variable in &found {
            let home = self.variables[variable].home;
            self.is_shared[variable] |=
                home.is_instruction() && home.block().function() != function;
        }
        let way = Way::Pointer(Through { address, size, is_only });
        found.into_iter().map(|variable| (variable, way)).collect()
    }

    fn note(&mut self, instruction: Value<'m>, access: Access) {
        self.by_instruction.entry(instruction).or_default().push(access);
    }
}

/// A parameter that is passed as another type than it is declared with.
fn unconverted(mut value: Value<'_>) -> Value<'_> {
    while value.kind() == ValueKind::LLVMInstructionValueKind
        && matches!(value.opcode(), Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMFPTrunc)
    {
        value = value.operand(0);
    }
    value
}
