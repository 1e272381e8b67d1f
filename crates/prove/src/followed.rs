//! Which functions are part of the system: the program's own, and what is a mere computation of the
//! library.
//!
//! A function of the library is followed only if its result depends on nothing but its arguments.
//! All others have models that answer for one world (the process has this number, nobody wakes who
//! sleeps), and small as such a model may be, a proof that believed it would be about that world
//! only.
//!
//! What is not there yet of a program that grows is not followed either. Code that is not followed
//! may come to it, so that it may know every variable and call every function, and lists of what
//! indirect calls can reach are none.

use assay_program::callgraph::CallGraph;
use assay_program::role::{Inputs, Mode};
use assay_program::{Const, FuncId, Op, Operand, Program};

/// The most instructions of a function of the library that is followed.
const SMALL: usize = 64;

/// Whether the code of a function is part of the system.
pub fn is_followed(program: &Program, function: FuncId) -> bool {
    let called = &program.functions[function];
    called.body.is_some()
        && (!called.is_model || is_computed(program, function) && computes(program, function))
}

/// The functions that code can call which is not followed: those whose address is known, in
/// ascending order. What is not there yet of a program may know all.
pub fn known_outside(program: &Program, calls: &CallGraph) -> Vec<FuncId> {
    match program.is_partial() {
        true => program.functions.ids().filter(|&id| is_followed(program, id)).collect(),
        false => calls.address_taken().to_vec(),
    }
}

fn is_computed(program: &Program, function: FuncId) -> bool {
    let is_fixed =
        || program.functions.values().all(|other| other.conduct.changes != Some(Mode::Locale));
    match program.functions[function].conduct.depends_on {
        Inputs::Anything => false,
        Inputs::Arguments => true,
        Inputs::ArgumentsAndLocale => is_fixed(),
    }
}

/// Whether the model is small, and the system can say what it does.
fn computes(program: &Program, function: FuncId) -> bool {
    let Some(body) = &program.functions[function].body else { return false };
    let mut insts = body.blocks.values().flat_map(|block| &block.insts);
    let size: usize = body.blocks.values().map(|block| block.insts.len()).sum();
    let computes = |op: &Op| {
        !matches!(
            op,
            Op::Alloca { .. }
                | Op::Load { .. }
                | Op::Store { .. }
                | Op::MemoryCopy { .. }
                | Op::MemorySet { .. }
                | Op::Call { .. }
                | Op::AtomicUpdate { .. }
                | Op::CompareExchange { .. }
                | Op::Unsupported { .. }
        )
    };
    // What knows a variable of the library, such as that of the error number, gives it away.
    let is_number = |operand: Operand| match operand {
        Operand::Value(_) => true,
        Operand::Const(constant) => {
            matches!(program.constants[constant], Const::Int { .. } | Const::Float { .. })
        }
    };
    size <= SMALL
        && insts.all(|inst| computes(&inst.op) && inst.op.operands().into_iter().all(is_number))
        && body.blocks.values().all(|block| block.terminator.operand().is_none_or(is_number))
}
