//! Calls of functions, known and unknown.

use super::functions::{Body, unsupported};
use crate::llvm::{Value, ValueKind};
use crate::{edges, marks, promote, wide};
use assay_program::{CallArg, Callee, EdgeSource, Op};

impl<'m> Body<'_, 'm> {
    pub(super) fn call(&mut self, call: Value<'m>) -> Option<Op> {
        let called = call.called_value();
        if let Some(fill) = promote::marked_fill(call) {
            return Some(Op::Uninitialised { fill: self.cx.constant(fill) });
        }
        if called.kind() == ValueKind::LLVMFunctionValueKind {
            let name = called.name();
            if let Some(what) = name.strip_prefix(wide::UNSUPPORTED) {
                return Some(unsupported(what.to_string()));
            }
            if name == marks::MARK {
                return Some(self.mark(call));
            }
            if let Some(name) = name.strip_prefix("llvm.") {
                return self.intrinsic(call, name);
            }
        }
        if called.kind() == ValueKind::LLVMGlobalIFuncValueKind {
            return Some(unsupported(format!("a call of the ifunc `{}`", called.name())));
        }
        let callee = match self.cx.called_function(called) {
            Some(function) => Callee::Direct(function),
            None => Callee::Indirect { address: self.operand(called), targets: None },
        };
        let args = call.call_args().into_iter().enumerate();
        let args = args.map(|(index, arg)| self.call_arg(call, index as u32, arg)).collect();
        Some(Op::Call { callee, args })
    }

    fn mark(&mut self, call: Value<'m>) -> Op {
        let at = EdgeSource::Mark(self.block_id(call.block()));
        let edges = self.cx.edges_of(call, self.id, at);
        let count = edges::outcome_count(call);
        let index = (count > 1).then(|| self.operand(call.operand(0)));
        Op::Mark { edges, count, index }
    }

    fn call_arg(&mut self, call: Value<'m>, index: u32, arg: Value<'m>) -> CallArg {
        let byval = call.call_type_attribute(index, "byval").map(|ty| {
            let stated = call.call_int_attribute(index, "align").filter(|&align| align != 0);
            let align = stated.unwrap_or_else(|| self.cx.layout.align(ty));
            (self.cx.type_id(ty), align)
        });
        CallArg { value: self.operand(arg), ty: self.type_of(arg), byval }
    }
}
