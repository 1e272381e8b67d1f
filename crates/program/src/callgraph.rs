//! Who may call whom. Direct calls are exact, and so are indirect ones that say what they may call;
//! any other indirect call may reach every function whose address is taken somewhere in the program
//! and whose number of parameters fits.

use crate::{CallArg, Callee, Const, FuncId, Function, Op, Program};
use assay_base::Arena;

#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Arena<FuncId, Vec<FuncId>>,
    callers: Arena<FuncId, Vec<FuncId>>,
    address_taken: Vec<FuncId>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let address_taken = address_taken(program);
        let callees: Arena<FuncId, Vec<FuncId>> = program
            .functions
            .values()
            .map(|function| callees_of(program, function, &address_taken))
            .collect();
        let mut callers: Arena<FuncId, Vec<FuncId>> =
            program.functions.ids().map(|_| Vec::new()).collect();
        for (caller, list) in callees.iter() {
            for &callee in list {
                callers[callee].push(caller);
            }
        }
        CallGraph { callees, callers, address_taken }
    }

    /// The functions that an instruction may call.
    pub fn targets(&self, program: &Program, op: &Op) -> Vec<FuncId> {
        targets(program, op, &self.address_taken)
    }

    /// In ascending order, each once.
    pub fn callees(&self, function: FuncId) -> &[FuncId] {
        &self.callees[function]
    }

    /// In ascending order, each once.
    pub fn callers(&self, function: FuncId) -> &[FuncId] {
        &self.callers[function]
    }

    /// Functions used as values, in ascending order.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// The entries and everything they may call, directly or not, in ascending order.
    pub fn reachable(&self, entries: &[FuncId]) -> Vec<FuncId> {
        let mut is_reached: Arena<FuncId, bool> = self.callees.ids().map(|_| false).collect();
        let mut pending = entries.to_vec();
        while let Some(function) = pending.pop() {
            if !std::mem::replace(&mut is_reached[function], true) {
                pending.extend_from_slice(&self.callees[function]);
            }
        }
        is_reached.ids().filter(|&function| is_reached[function]).collect()
    }
}

/// A direct call names its function without a constant, so every constant function is one whose
/// address is used.
fn address_taken(program: &Program) -> Vec<FuncId> {
    let mut taken: Vec<FuncId> = program
        .constants
        .values()
        .filter_map(|constant| match constant {
            Const::Function { function, .. } => Some(*function),
            _ => None,
        })
        .collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}

fn callees_of(program: &Program, function: &Function, address_taken: &[FuncId]) -> Vec<FuncId> {
    let blocks = function.body.iter().flat_map(|body| body.blocks.values());
    let insts = blocks.flat_map(|block| &block.insts);
    let mut found: Vec<FuncId> =
        insts.flat_map(|inst| targets(program, &inst.op, address_taken)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn targets(program: &Program, op: &Op, address_taken: &[FuncId]) -> Vec<FuncId> {
    let Op::Call { callee, args } = op else { return Vec::new() };
    match callee {
        Callee::Direct(callee) => vec![*callee],
        Callee::Indirect { targets: Some(targets), .. } => targets.clone(),
        Callee::Indirect { targets: None, .. } => {
            let fits = |taken: &&FuncId| fits(&program.functions[**taken], args);
            address_taken.iter().filter(fits).copied().collect()
        }
    }
}

/// Whether it is known what an indirect call may reach.
pub fn is_closed(op: &Op) -> bool {
    matches!(op, Op::Call { callee: Callee::Indirect { targets: Some(_), .. }, .. })
}

fn fits(function: &Function, args: &[CallArg]) -> bool {
    match function.is_variadic {
        true => args.len() >= function.params.len(),
        false => args.len() == function.params.len(),
    }
}
