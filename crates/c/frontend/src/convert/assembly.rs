//! Inline assembly. Empty text is a barrier for the compiler and means nothing to the machine;
//! outputs tied to inputs (`"+r"(x)`, `"=g"(x) : "0"(y)`) then are those inputs. Everything else is
//! unsupported.

use super::functions::{Body, is_void, unsupported};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use assay_base::Place;
use assay_program::{Inst, Intrinsic, Op, Operand};

pub(super) fn is_assembly(instruction: Value) -> bool {
    instruction.opcode() == Opcode::LLVMCall
        && instruction.called_value().kind() == ValueKind::LLVMInlineAsmValueKind
}

/// What a barrier does with one of its outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Output {
    /// The argument that says where in memory it is; else it is a value.
    address: Option<usize>,
    /// The argument that it is tied to, and so becomes.
    tied: Option<usize>,
}

/// How many values an instruction needs: several only for a barrier with several outputs.
pub(super) fn value_count(instruction: Value) -> usize {
    if !is_assembly(instruction) || instruction.ty().kind() != TypeKind::LLVMStructTypeKind {
        return 1;
    }
    barrier(instruction).map_or(1, |outputs| values(&outputs).len().max(1))
}

/// The outputs of a barrier. `None` if the call is none.
fn barrier(call: Value) -> Option<Vec<Output>> {
    let (text, constraints) = call.called_value().assembly();
    if !text.trim().is_empty() {
        return None;
    }
    outputs(&constraints)
}

/// Constraints list outputs (`=…`), then inputs, then clobbers (`~…`). Outputs in memory (`=*m`)
/// take an argument and give no value; a number ties an input to an output. Memory that nothing is
/// tied to stays as it is; a value that nothing is tied to comes from nowhere: `None`.
fn outputs(constraints: &str) -> Option<Vec<Output>> {
    let mut outputs: Vec<Output> = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
        if let Some(output) = constraint.strip_prefix('=') {
            let address = output.starts_with('*').then_some(argument);
            argument += usize::from(address.is_some());
            outputs.push(Output { address, tied: None });
        } else if !constraint.starts_with('~') {
            let tied = constraint.parse::<usize>().ok();
            if let Some(output) = tied.and_then(|output| outputs.get_mut(output)) {
                output.tied = Some(argument);
            }
            argument += 1;
        }
    }
    let comes_from_nowhere = |output: &Output| output.address.is_none() && output.tied.is_none();
    (!outputs.iter().any(comes_from_nowhere)).then_some(outputs)
}

/// The arguments that become the values of a barrier, in the order of its outputs.
fn values(outputs: &[Output]) -> Vec<usize> {
    let values = outputs.iter().filter(|output| output.address.is_none());
    values.filter_map(|output| output.tied).collect()
}

/// What a barrier writes: the address and the value, as arguments of the call. `None` where a value
/// is not of the type that is at its address.
fn stores(call: Value, outputs: &[Output]) -> Option<Vec<(usize, usize)>> {
    let args = call.call_args();
    let stores = outputs.iter().filter_map(|output| Some((output.address?, output.tied?)));
    let stores: Vec<(usize, usize)> = stores.collect();
    let fits = |&(address, value): &(usize, usize)| {
        let there = call.call_type_attribute(address as u32, "elementtype");
        there.is_some() && there == args.get(value).map(|value| value.ty())
    };
    stores.iter().all(fits).then_some(stores)
}

impl<'m> Body<'_, 'm> {
    pub(super) fn assembly(
        &mut self,
        call: Value<'m>,
        place: Option<Place>,
        insts: &mut Vec<Inst>,
    ) {
        let done = barrier(call).and_then(|outputs| self.pass_barrier(call, &outputs, place));
        insts.extend(done.unwrap_or_else(|| {
            let (text, _) = call.called_value().assembly();
            let op = unsupported(format!("inline assembly \"{}\"", text.escape_debug()));
            vec![self.inst(call, op, place)]
        }));
    }

    /// `None` if an output is tied to something of another type.
    fn pass_barrier(
        &mut self,
        call: Value<'m>,
        outputs: &[Output],
        place: Option<Place>,
    ) -> Option<Vec<Inst>> {
        let args = call.call_args();
        let mut insts = Vec::new();
        let nothing = self.cx.module.void_type();
        let ty = self.cx.type_id(nothing);
        for (address, value) in stores(call, outputs)? {
            let value = args[value];
            let op = Op::Store {
                address: self.operand(args[address]),
                value: self.operand(value),
                value_type: self.type_of(value),
                align: 1,
                is_fill: false,
            };
            insts.push(Inst { op, result: None, ty, place });
        }
        if is_void(call) {
            return Some(insts);
        }
        let inputs: Vec<Value> = values(outputs).into_iter().map(|value| args[value]).collect();
        match inputs[..] {
            _ if call.ty().kind() == TypeKind::LLVMStructTypeKind => {
                self.assemble_outputs(call, &inputs, place, &mut insts);
            }
            [input] if input.ty() == call.ty() => {
                let args = vec![(self.operand(input), self.type_of(input))];
                let op = Op::Intrinsic { intrinsic: Intrinsic::Identity, args };
                insts.push(self.inst(call, op, place));
            }
            _ => return None,
        }
        Some(insts)
    }

    /// One `InsertValue` per output.
    fn assemble_outputs(
        &mut self,
        call: Value<'m>,
        inputs: &[Value<'m>],
        place: Option<Place>,
        insts: &mut Vec<Inst>,
    ) {
        let nothing = Operand::Const(self.cx.undefined(call.ty()));
        let part = |body: &mut Self, output: usize, before: Option<Operand>| {
            let op = Op::InsertValue {
                aggregate: before.unwrap_or(nothing),
                value: body.operand(inputs[output]),
                value_type: body.type_of(inputs[output]),
                path: vec![output as u32],
            };
            (op, body.type_of(call))
        };
        self.chain(call, place, inputs.len(), part, insts);
    }
}

#[cfg(test)]
mod tests {
    use super::{Output, outputs, values};

    #[test]
    fn outputs_find_their_inputs() {
        let inputs = |constraints| outputs(constraints).map(|outputs| values(&outputs));
        assert_eq!(inputs("~{memory},~{dirflag}"), Some(vec![]));
        assert_eq!(inputs("=r,0,~{flags}"), Some(vec![0]));
        assert_eq!(inputs("=r,=r,1,0"), Some(vec![1, 0]));
        assert_eq!(inputs("=*m,*m,~{memory}"), Some(vec![]));
        assert_eq!(inputs("=*m,=r,1"), Some(vec![1]));
        assert_eq!(inputs("r"), Some(vec![]));
    }

    #[test]
    fn an_output_in_memory_becomes_what_it_is_tied_to() {
        let written = |address, tied| Some(vec![Output { address: Some(address), tied }]);
        assert_eq!(outputs("=*imr,0,~{flags}"), written(0, Some(1)));
        assert_eq!(outputs("=*m,*m"), written(0, None));
    }

    #[test]
    fn an_output_from_nowhere_is_no_barrier() {
        assert_eq!(outputs("=r"), None);
        assert_eq!(outputs("=r,r"), None);
    }
}
