//! What a call does of a function that the prover does not follow: by its [`Effect`], as far as
//! other calls and its arguments let it.
//!
//! Without one it may do more than it does: it returns anything, keeps the pointers it is given,
//! and writes anything to all memory that code outside of the program can know about.

use assay_program::role::{Effect, Mode, Role};
use assay_program::{CallArg, Callee, Const, ConstExpr, ConstId, FuncId, Op, Operand, Program};

/// The effects of functions in one program.
pub struct Effects {
    has_memory_streams: bool,
}

impl Effects {
    /// `functions` are those that are followed.
    pub fn of(program: &Program, functions: &[FuncId]) -> Effects {
        let bodies = functions.iter().filter_map(|&id| program.functions[id].body.as_ref());
        let insts = bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts);
        let mut called = insts
            .filter_map(|inst| match &inst.op {
                Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
                _ => None,
            })
            .chain(program.constants.values().filter_map(|constant| match constant {
                Const::Function { function, .. } => Some(*function),
                _ => None,
            }));
        let changes = |function: FuncId| program.functions[function].conduct.changes;
        let has_memory_streams = called.any(|of| changes(of) == Some(Mode::Streams));
        Effects { has_memory_streams }
    }

    /// What a call of a function that is not followed does.
    pub fn of_call(&self, program: &Program, callee: FuncId, args: &[CallArg]) -> Effect {
        let called = &program.functions[callee];
        // Nobody knows yet what it does.
        if called.role == Role::Stub {
            return Effect::CallsBack;
        }
        if called.never_returns {
            return Effect::Ends;
        }
        match called.conduct.effect {
            // What is read from a stream goes through its buffer.
            Effect::Streams | Effect::Prints { .. } | Effect::Fills if self.has_memory_streams => {
                Effect::Anything
            }
            Effect::Streams => Effect::Reads,
            Effect::Prints { format } if prints_only(program, format, args) => Effect::Reads,
            Effect::Prints { .. } => Effect::Anything,
            effect => effect,
        }
    }
}

/// Whether the format is a constant without `%n`.
fn prints_only(program: &Program, index: u32, args: &[CallArg]) -> bool {
    let format = match args.get(index as usize).map(|arg| arg.value) {
        Some(Operand::Const(constant)) => text(program, constant),
        Some(Operand::Value(_)) | None => None,
    };
    format.is_some_and(|format| !writes_count(format))
}

/// The bytes of a constant string.
fn text(program: &Program, constant: ConstId) -> Option<&[u8]> {
    match &program.constants[constant] {
        Const::Global { global, .. } => {
            let global = &program.globals[*global];
            match &program.constants[global.initialiser.filter(|_| global.is_constant)?] {
                Const::Bytes { bytes, .. } => Some(bytes),
                Const::Zero { .. } => Some(b""),
                _ => None,
            }
        }
        Const::Expr { expr: ConstExpr::Offset { base, bytes: 0 }, .. } => text(program, *base),
        _ => None,
    }
}

/// Whether a format has `%n`.
fn writes_count(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let is_modifier = |byte: &u8| b"0123456789$#-+ '.*hlqjztL".contains(byte);
        let end = rest.iter().position(|byte| !is_modifier(byte)).unwrap_or(rest.len());
        if rest.get(end) == Some(&b'n') {
            return true;
        }
        rest = &rest[(end + 1).min(rest.len())..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_may_write() {
        assert!(writes_count(b"ab%n"));
        assert!(writes_count(b"%d %-08lln"));
        assert!(!writes_count(b"100%% nice %d\n"));
        assert!(!writes_count(b"%"));
    }
}
