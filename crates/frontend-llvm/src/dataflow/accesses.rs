//! Where variables are defined and used.

use super::Spot;
use super::predicates::Consumers;
use super::variables::{self, Variable};
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
    by_home: FxHashMap<Value<'m>, usize>,
    annotation: u32,
    /// The number of the block that is looked at.
    block: usize,
}

impl<'m> Accesses<'m> {
    pub fn of(module: &'m Module<'m>) -> Accesses<'m> {
        let globals = variables::globals(module);
        let mut accesses = Accesses {
            first_local: globals.len(),
            variables: Vec::new(),
            definitions: Vec::new(),
            uses: Vec::new(),
            by_instruction: FxHashMap::default(),
            initial: Vec::new(),
            by_home: FxHashMap::default(),
            annotation: module.metadata_kind("annotation"),
            block: 0,
        };
        for global in globals {
            accesses.global(global);
        }
        for function in module.functions().filter(|function| !function.is_declaration()) {
            if function.subprogram().is_some() {
                accesses.function(function);
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
        self.by_home.insert(variable.home, self.variables.len());
        self.variables.push(variable);
        self.variables.len() - 1
    }

    fn function(&mut self, function: Value<'m>) {
        for local in variables::locals(function) {
            self.variable(local);
        }
        let parameters = function.params();
        let blocks = function.blocks().enumerate();
        let code = blocks.flat_map(|(at, block)| block.instructions().map(move |code| (at, code)));
        for (block, instruction) in code {
            self.block = block;
            match instruction.opcode() {
                Opcode::LLVMStore => self.store(function, instruction, &parameters),
                Opcode::LLVMLoad => self.read(function, instruction, instruction.operand(0)),
                Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
                    let address = instruction.operand(0);
                    self.read(function, instruction, address);
                    self.write(function, instruction, address, DefinitionKind::Assignment);
                }
                _ => {}
            }
        }
    }

    fn store(&mut self, function: Value<'m>, store: Value<'m>, parameters: &[Value<'m>]) {
        let address = store.operand(1);
        if is_fill(store, self.annotation) {
            let Some(&variable) = self.by_home.get(&address) else { return };
            self.note(store, Access::Forget(variable));
            return;
        }
        let kind = match parameters.contains(&unconverted(store.operand(0))) {
            true if store.debug_location().is_none_or(|at| at.line == 0) => {
                DefinitionKind::Parameter
            }
            _ => DefinitionKind::Assignment,
        };
        self.write(function, store, address, kind);
    }

    fn write(
        &mut self,
        function: Value<'m>,
        at: Value<'m>,
        address: Value<'m>,
        kind: DefinitionKind,
    ) {
        let Some(&variable) = self.by_home.get(&address) else { return };
        // What clang adds at the start of a function has no place of its own.
        let spot = Spot::of(at).unwrap_or_else(|| self.variables[variable].spot.clone());
        self.note(at, Access::Define(self.definitions.len()));
        let (function, block) = (Some(function), Some(self.block));
        self.definitions.push(Definition { variable, kind, function, block, spot });
    }

    fn read(&mut self, function: Value<'m>, load: Value<'m>, address: Value<'m>) {
        let Some(&variable) = self.by_home.get(&address) else { return };
        let Some(spot) = Spot::of(load) else { return };
        self.note(load, Access::Use(self.uses.len()));
        let consumers = Consumers::of(load);
        let block = self.block;
        self.uses.push(Use { variable, function, block, spot, load, consumers });
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
