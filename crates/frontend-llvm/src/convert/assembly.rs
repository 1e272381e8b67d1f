//! Inline assembly. Empty text is a barrier for the compiler and means nothing to the machine;
//! outputs tied to inputs (`"+r"(x)`) then are those inputs. Everything else is unsupported.

use super::functions::{Body, is_void, unsupported};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use assay_base::Place;
use assay_program::{Inst, Intrinsic, Op, Operand};

pub(super) fn is_assembly(instruction: Value) -> bool {
    instruction.opcode() == Opcode::LLVMCall
        && instruction.called_value().kind() == ValueKind::LLVMInlineAsmValueKind
}

/// How many values an instruction needs: several only for a barrier with several outputs.
pub(super) fn value_count(instruction: Value) -> usize {
    if !is_assembly(instruction) || instruction.ty().kind() != TypeKind::LLVMStructTypeKind {
        return 1;
    }
    tied_inputs(instruction).map_or(1, |inputs| inputs.len().max(1))
}

/// For a barrier: the argument behind each output. `None` if it is no barrier.
fn tied_inputs(call: Value) -> Option<Vec<usize>> {
    let (text, constraints) = call.called_value().assembly();
    if !text.trim().is_empty() {
        return None;
    }
    tied_arguments(&constraints)
}

/// Constraints list outputs (`=…`), then inputs, then clobbers (`~…`). Outputs in memory (`=*m`)
/// take an argument and give no value; a number ties an input to an output.
fn tied_arguments(constraints: &str) -> Option<Vec<usize>> {
    let mut outputs: Vec<Option<usize>> = Vec::new();
    // The place among the results of each output constraint, none for outputs in memory.
    let mut places: Vec<Option<usize>> = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
        if let Some(output) = constraint.strip_prefix('=') {
            if output.starts_with('*') {
                places.push(None);
                argument += 1;
            } else {
                places.push(Some(outputs.len()));
                outputs.push(None);
            }
        } else if !constraint.starts_with('~') {
            if let Ok(tied) = constraint.parse::<usize>()
                && let Some(place) = places.get(tied).copied().flatten()
            {
                outputs[place] = Some(argument);
            }
            argument += 1;
        }
    }
    outputs.into_iter().collect()
}

impl<'m> Body<'_, 'm> {
    pub(super) fn assembly(
        &mut self,
        call: Value<'m>,
        place: Option<Place>,
        insts: &mut Vec<Inst>,
    ) {
        let args = call.call_args();
        let inputs = tied_inputs(call)
            .map(|tied| tied.into_iter().filter_map(|index| args.get(index).copied()))
            .map(|values| values.collect::<Vec<Value>>());
        match inputs {
            Some(_) if is_void(call) => {}
            Some(inputs) if call.ty().kind() == TypeKind::LLVMStructTypeKind => {
                self.assemble_outputs(call, &inputs, place, insts);
            }
            Some(inputs) if inputs.len() == 1 && inputs[0].ty() == call.ty() => {
                let args = vec![(self.operand(inputs[0]), self.type_of(inputs[0]))];
                let op = Op::Intrinsic { intrinsic: Intrinsic::Identity, args };
                insts.push(self.inst(call, op, place));
            }
            _ => {
                let (text, _) = call.called_value().assembly();
                let op = unsupported(format!("inline assembly \"{}\"", text.escape_debug()));
                insts.push(self.inst(call, op, place));
            }
        }
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
    use super::tied_arguments;

    #[test]
    fn outputs_find_their_inputs() {
        assert_eq!(tied_arguments("~{memory},~{dirflag}"), Some(vec![]));
        assert_eq!(tied_arguments("=r,0,~{flags}"), Some(vec![0]));
        assert_eq!(tied_arguments("=r,=r,1,0"), Some(vec![1, 0]));
        assert_eq!(tied_arguments("=*m,*m,~{memory}"), Some(vec![]));
        assert_eq!(tied_arguments("=*m,=r,1"), Some(vec![1]));
        assert_eq!(tied_arguments("r"), Some(vec![]));
    }

    #[test]
    fn an_output_from_nowhere_is_no_barrier() {
        assert_eq!(tied_arguments("=r"), None);
        assert_eq!(tied_arguments("=r,r"), None);
    }
}
