//! The graphs on which definitions reach uses: one per function for its locals, and one of the
//! whole program for globals. In that one a call leads to what it may call and comes back from
//! there to every place it may be called from, so that it can do whatever the program can.

use super::accesses::{Access, Accesses};
use super::reaching::{Graph, Node};
use crate::llvm::{Block, Module, Opcode, Value, ValueKind};
use rustc_hash::FxHashMap;

/// The locals of a function.
pub fn within<'m>(function: Value<'m>, accesses: &Accesses<'m>) -> Graph {
    let numbers: FxHashMap<Block<'m>, usize> =
        function.blocks().enumerate().map(|(number, block)| (block, number)).collect();
    let is_local = |access: &Access| accesses.is_local(variable(*access, accesses));
    let node = |block: Block<'m>| {
        let found = block.instructions().filter_map(|at| accesses.by_instruction.get(&at));
        let successors = block.terminator().map(Value::successors).unwrap_or_default();
        Node {
            accesses: found.flatten().copied().filter(is_local).collect(),
            next: successors.iter().map(|to| numbers[to]).collect(),
        }
    };
    Graph { nodes: function.blocks().map(node).collect() }
}

fn variable(access: Access, accesses: &Accesses<'_>) -> usize {
    match access {
        Access::Define(definition) => accesses.definitions[definition].variable,
        Access::Use(of_use) => accesses.uses[of_use].variable,
        Access::Forget(variable) => variable,
    }
}

/// The globals of a program.
pub fn between<'m>(module: &'m Module<'m>, accesses: &Accesses<'m>) -> Graph {
    let mut whole = Whole::default();
    whole.nodes.push(Node::default());
    let functions: Vec<Value<'m>> =
        module.functions().filter(|function| !function.is_declaration()).collect();
    for &function in &functions {
        whole.lay_out(function, accesses);
    }
    let taken: Vec<Value<'m>> =
        functions.iter().copied().filter(|&function| is_address_taken(function)).collect();
    whole.link_calls(&taken);
    whole.nodes[0].accesses = accesses.initial.iter().map(|&of| Access::Define(of)).collect();
    let is_called = |function: &Value<'m>| function.users().any(|user| is_call_of(user, *function));
    let starts = functions.iter().filter(|function| !is_called(function));
    let starts: Vec<usize> = starts.map(|start| whole.entries[start]).collect();
    whole.nodes[0].next.extend(starts);
    whole.nodes[0].next.extend(module.function_named("main").and_then(|f| whole.entries.get(&f)));
    Graph { nodes: whole.nodes }
}

/// The code of all functions, cut at their calls. The first node is the start of the program.
#[derive(Default)]
struct Whole<'m> {
    nodes: Vec<Node>,
    entries: FxHashMap<Value<'m>, usize>,
    exits: FxHashMap<Value<'m>, Vec<usize>>,
    /// The node that a call ends.
    calls: Vec<(Value<'m>, usize)>,
}

impl<'m> Whole<'m> {
    fn lay_out(&mut self, function: Value<'m>, accesses: &Accesses<'m>) {
        let mut starts: FxHashMap<Block<'m>, usize> = FxHashMap::default();
        let mut ends: Vec<(Block<'m>, usize)> = Vec::new();
        for block in function.blocks() {
            starts.insert(block, self.nodes.len());
            self.nodes.push(Node::default());
            for instruction in block.instructions() {
                let last = self.nodes.len() - 1;
                let found = accesses.by_instruction.get(&instruction).into_iter().flatten();
                let is_global = |access: &&Access| !accesses.is_local(variable(**access, accesses));
                self.nodes[last].accesses.extend(found.filter(is_global));
                if is_followed(instruction) {
                    self.calls.push((instruction, last));
                    self.nodes.push(Node::default());
                }
            }
            ends.push((block, self.nodes.len() - 1));
        }
        let entry = function.blocks().next().map_or(0, |block| starts[&block]);
        self.entries.insert(function, entry);
        for (block, end) in ends {
            let Some(last) = block.terminator() else { continue };
            self.nodes[end].next = last.successors().iter().map(|to| starts[to]).collect();
            if last.opcode() == Opcode::LLVMRet {
                self.exits.entry(function).or_default().push(end);
            }
        }
    }

    fn link_calls(&mut self, taken: &[Value<'m>]) {
        for (call, node) in std::mem::take(&mut self.calls) {
            let callee = call.called_value();
            let passed = call.call_args().into_iter().filter(|&arg| is_function(arg));
            let (called, comes_back): (Vec<Value<'m>>, bool) = match is_function(callee) {
                true if !callee.is_declaration() => (vec![callee], false),
                true => (passed.collect(), true),
                false => (taken.to_vec(), true),
            };
            if comes_back {
                self.nodes[node].next.push(node + 1);
            }
            for function in called {
                let Some(&entry) = self.entries.get(&function) else { continue };
                self.nodes[node].next.push(entry);
                for &exit in self.exits.get(&function).into_iter().flatten() {
                    self.nodes[exit].next.push(node + 1);
                }
            }
        }
    }
}

fn is_function(value: Value<'_>) -> bool {
    value.kind() == ValueKind::LLVMFunctionValueKind
}

/// Whether a call may lead to code of the program.
fn is_followed(instruction: Value<'_>) -> bool {
    if instruction.opcode() != Opcode::LLVMCall {
        return false;
    }
    let callee = instruction.called_value();
    match callee.kind() {
        ValueKind::LLVMInlineAsmValueKind => false,
        ValueKind::LLVMFunctionValueKind if callee.is_declaration() => {
            instruction.call_args().into_iter().any(is_function)
        }
        _ => true,
    }
}

fn is_call_of<'m>(user: Value<'m>, function: Value<'m>) -> bool {
    user.is_instruction() && user.opcode() == Opcode::LLVMCall && user.called_value() == function
}

fn is_address_taken(function: Value<'_>) -> bool {
    let is_taken =
        |user: Value<'_>| !is_call_of(user, function) || user.call_args().contains(&function);
    function.users().any(is_taken)
}
