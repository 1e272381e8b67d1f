//! Where variables are defined and used.

use super::homes::Homes;
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

pub struct Definition<'m> {
    pub variable: usize,
    pub kind: DefinitionKind,
    /// `None` for what a global starts with.
    pub function: Option<Value<'m>>,
    /// The number of its block there.
    pub block: Option<usize>,
    pub spot: Spot,
}

pub struct Use<'m> {
    pub variable: usize,
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
    pub first_local: usize,
    pub definitions: Vec<Definition<'m>>,
    pub uses: Vec<Use<'m>>,
    pub by_instruction: FxHashMap<Value<'m>, Vec<Access>>,
    /// What each global starts with.
    pub initial: Vec<usize>,
    homes: Homes<'m>,
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
            variables: Vec::new(),
            definitions: Vec::new(),
            uses: Vec::new(),
            by_instruction: FxHashMap::default(),
            initial: Vec::new(),
            homes: Homes::new(module.data_layout()),
            annotation: module.metadata_kind("annotation"),
            function: None,
            block: 0,
        };
        for global in globals {
            accesses.global(global);
        }
        for function in module.functions().filter(|function| !function.is_declaration()) {
            if function.subprogram().is_some() {
                let locals = finder.locals(function);
                accesses.function(function, locals);
            }
        }
        accesses
    }

    pub fn is_local(&self, variable: usize) -> bool {
        variable >= self.first_local
    }

    fn global(&mut self, global: Variable<'m>) {
        let spot = global.spot.clone();
        let variable = self.variable(global);
        self.initial.push(self.definitions.len());
        let kind = DefinitionKind::Initial;
        self.definitions.push(Definition { variable, kind, function: None, block: None, spot });
    }

    fn variable(&mut self, variable: Variable<'m>) -> usize {
        self.homes.add(self.variables.len(), &variable);
        self.variables.push(variable);
        self.variables.len() - 1
    }

    fn function(&mut self, function: Value<'m>, locals: Vec<Variable<'m>>) {
        for local in locals {
            self.variable(local);
        }
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
                Opcode::LLVMCall => self.block_operation(instruction),
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

    fn write(&mut self, at: Value<'m>, address: Value<'m>, size: u64, kind: DefinitionKind) {
        let is_fill = is_fill(at, self.annotation);
        for variable in self.homes.touched(address, size) {
            if is_fill {
                self.note(at, Access::Forget(variable));
                continue;
            }
            // What clang adds at the start of a function has no place of its own.
            let spot = Spot::of(at).unwrap_or_else(|| self.variables[variable].spot.clone());
            self.note(at, Access::Define(self.definitions.len()));
            let (function, block) = (self.function, Some(self.block));
            self.definitions.push(Definition { variable, kind, function, block, spot });
        }
    }

    fn read(&mut self, load: Value<'m>, address: Value<'m>, size: u64) {
        let (Some(function), Some(spot)) = (self.function, Spot::of(load)) else { return };
        for variable in self.homes.touched(address, size) {
            self.note(load, Access::Use(self.uses.len()));
            let (spot, block, consumers) = (spot.clone(), self.block, Consumers::of(load));
            self.uses.push(Use { variable, function, block, spot, load, consumers });
        }
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
