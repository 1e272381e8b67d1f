//! Float operations. Rules are few, because they must keep every bit: `x + 0` is not `x` for a
//! signalling NaN or a negative zero.

use crate::{FloatBinaryOp, FloatOp, Format, Term, Terms};

impl Terms {
    pub(super) fn rewrite_float(&mut self, _op: FloatOp, _a: Term, _width: u32) -> Option<Term> {
        None
    }

    pub(super) fn rewrite_float_binary(
        &mut self,
        _op: FloatBinaryOp,
        _format: Format,
        _a: Term,
        _b: Term,
    ) -> Option<Term> {
        None
    }
}
