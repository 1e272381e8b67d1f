//! Variables of the source, from debug information.
//!
//! Before promotion a variable is a `dbg.declare` of its address, after it a `dbg.value` for
//! each value it takes.

use super::functions::Body;
use crate::dataflow::SHADOW;
use crate::edges::calls;
use crate::llvm::{Metadata, Module, Opcode, Value};
use assay_program::{ValueId, Variable, VariableHome};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Description {
    Declare,
    Value,
}

/// A call that says where a variable is.
pub struct DebugCall<'m> {
    pub at: Value<'m>,
    description: Description,
    pub variable: Metadata<'m>,
    /// `None` for several values at once, and for removed ones.
    pub value: Option<Value<'m>>,
}

impl DebugCall<'_> {
    /// Whether its value is the address of the variable.
    pub fn is_declaration(&self) -> bool {
        self.description == Description::Declare
    }
}

fn debug_call(instruction: Value<'_>) -> Option<DebugCall<'_>> {
    let description = match () {
        _ if calls(instruction, "llvm.dbg.value") => Description::Value,
        _ if calls(instruction, "llvm.dbg.declare") => Description::Declare,
        _ => return None,
    };
    let variable = instruction.operand(1).metadata_node()?;
    // The variables of inlined code belong to another function.
    let is_own = instruction.debug_location().is_none_or(|location| !location.is_inlined);
    if !variable.is_local_variable() || !is_own {
        return None;
    }
    let value = instruction.operand(0).metadata_value();
    Some(DebugCall { at: instruction, description, variable, value })
}

/// While debug information is in the form of calls.
pub fn debug_calls(function: Value<'_>) -> impl Iterator<Item = DebugCall<'_>> {
    function.blocks().flat_map(|block| block.instructions()).filter_map(debug_call)
}

/// Which parameter each variable is, from 1. The C API does not give the number, so it is read
/// from the node's print. Printing a node that a call refers to would number the whole module
/// each time; while debug information is in the form of records, nothing refers to it.
pub(super) fn parameter_numbers<'m>(module: &'m Module) -> FxHashMap<Metadata<'m>, u32> {
    let mut nodes: Vec<Metadata> = Vec::new();
    for function in module.functions() {
        nodes.extend(debug_calls(function).map(|call| call.variable));
    }
    nodes.dedup();
    module.set_debug_records(true);
    let mut numbers = FxHashMap::default();
    for node in nodes {
        if !numbers.contains_key(&node)
            && let Some(number) = printed_number(&node.print())
        {
            numbers.insert(node, number);
        }
    }
    module.set_debug_records(false);
    numbers
}

/// From `… = !DILocalVariable(name: "x", arg: 1, scope: …`.
fn printed_number(printed: &str) -> Option<u32> {
    let (_, rest) = printed.split_once(" arg: ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

impl<'m> Body<'_, 'm> {
    /// In the order of their descriptions. Also names the function's parameters.
    pub(super) fn variables(&mut self) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        let mut known: FxHashMap<Metadata<'m>, usize> = FxHashMap::default();
        let mut parameter_homes: FxHashMap<Value<'m>, String> = FxHashMap::default();
        for call in debug_calls(self.function) {
            let index = match known.get(&call.variable) {
                Some(&index) => index,
                None => {
                    let Some(variable) = self.variable(call.variable) else { continue };
                    variables.push(variable);
                    known.insert(call.variable, variables.len() - 1);
                    variables.len() - 1
                }
            };
            let variable = &mut variables[index];
            let Some(value) = call.value else { continue };
            if variable.parameter.is_some() {
                parameter_homes.entry(value).or_insert_with(|| variable.name.clone());
            }
            self.add_home(variable, call.description, value);
        }
        self.name_parameters(&parameter_homes);
        variables.extend(self.shadows());
        variables
    }

    /// What holds the last definitions of variables, where it is observed: a variable too, so that
    /// what is said about it can be understood.
    fn shadows(&self) -> Vec<Variable> {
        let mut found: BTreeMap<String, Vec<ValueId>> = BTreeMap::new();
        for (value, &id) in self.values.iter().filter(|(value, _)| value.is_instruction()) {
            let name = value.name();
            let Some(name) = name.strip_prefix(SHADOW) else { continue };
            // LLVM adds a number to make names unique.
            let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('.');
            found.entry(format!("definition of {name}")).or_default().push(id);
        }
        let variable = |(name, mut values): (String, Vec<ValueId>)| {
            values.sort_unstable();
            Variable { name, place: None, parameter: None, home: VariableHome::Values(values) }
        };
        found.into_iter().map(variable).collect()
    }

    fn variable(&mut self, node: Metadata<'m>) -> Option<Variable> {
        let name = node.variable_name()?;
        // clang's own variables for the lengths of arrays.
        if name.starts_with("__vla_expr") {
            return None;
        }
        let (file, line) = node.variable_place();
        Some(Variable {
            name,
            place: self.cx.files.place(file, line, 0),
            parameter: self.cx.parameter_numbers.get(&node).copied(),
            home: VariableHome::Values(Vec::new()),
        })
    }

    fn add_home(&mut self, variable: &mut Variable, description: Description, value: Value<'m>) {
        let Some(&id) = self.values.get(&value) else { return };
        match (description, &mut variable.home) {
            (Description::Declare, VariableHome::Values(values)) if values.is_empty() => {
                variable.home = VariableHome::Memory(id);
            }
            (Description::Value, VariableHome::Values(values)) if !values.contains(&id) => {
                values.push(id);
            }
            _ => {}
        }
    }

    /// A parameter has the name of the variable that is it, or that it is stored to at once;
    /// a struct passed in pieces gives its name to all of them.
    fn name_parameters(&mut self, homes: &FxHashMap<Value<'m>, String>) {
        for (index, param) in self.function.params().into_iter().enumerate() {
            let stored_to = || {
                param
                    .users()
                    .filter(|user| user.is_instruction() && user.opcode() == Opcode::LLVMStore)
                    .find_map(|store| homes.get(&allocation(store.operand(1))))
            };
            if let Some(name) = homes.get(&param).or_else(stored_to) {
                self.cx.program.functions[self.id].params[index].name = Some(name.clone());
            }
        }
    }
}

/// What an address of a field is in.
fn allocation(mut address: Value<'_>) -> Value<'_> {
    while address.is_instruction() && address.opcode() == Opcode::LLVMGetElementPtr {
        address = address.operand(0);
    }
    address
}

#[cfg(test)]
mod tests {
    use super::printed_number;

    #[test]
    fn the_number_is_read_from_the_print() {
        let print = r#"<0x1> = !DILocalVariable(name: "x", arg: 12, scope: <0x2>, line: 3)"#;
        assert_eq!(printed_number(print), Some(12));
        assert_eq!(printed_number(r#"!DILocalVariable(name: "x", scope: <0x2>)"#), None);
    }
}
