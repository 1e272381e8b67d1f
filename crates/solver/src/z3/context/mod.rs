//! A Z3 context with just the calls that the backend needs, each safe to use from here on.
//!
//! Z3 counts references: every term made is kept until the context goes. The raw bindings are
//! used because the safe crate ties all terms to a thread-local context and lacks conversions
//! from bits to floats.

mod fixedpoint;

use std::ffi::{CStr, CString};
use std::ptr::NonNull;

use z3_sys::*;

use assay_expr::Value;

pub(crate) use fixedpoint::{Fixedpoint, Form, Relation};

/// Z3 refused to build something, which is a bug in the translation or a lack of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused;

pub(crate) type Made<T = Ast> = Result<T, Refused>;

/// A term of one context, alive as long as the context.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ast(Z3_ast);

// SAFETY: a term goes where its context goes, which may be used by one thread at a time.
unsafe impl Send for Ast {}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sort(Z3_sort);

/// What Z3 says to a conjunction.
pub(crate) enum Checked {
    /// The values of the terms that were asked for.
    Sat(Vec<Option<Value>>),
    Unsat,
    Unknown(String),
}

pub(crate) struct Context {
    raw: Z3_context,
}

// SAFETY: a context may be used by any thread, by one at a time; it is not `Sync`.
unsafe impl Send for Context {}

/// A handle that only interrupts, from another thread.
pub(crate) struct Interrupter(Z3_context);

// SAFETY: `Z3_interrupt` is the one call that may come from another thread.
unsafe impl Send for Interrupter {}

impl Interrupter {
    /// # Safety
    /// The context must still exist.
    pub(crate) unsafe fn interrupt(&self) {
        // SAFETY: the caller promises that the context exists.
        unsafe { Z3_interrupt(self.0) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing made in this context outlives it, see `Ast`.
        unsafe { Z3_del_context(self.raw) }
    }
}

/// Calls of the form `name(arguments)` that make a term of terms.
macro_rules! term_makers {
    ($($name:ident($($argument:ident),*) = $function:ident;)*) => {
        $(pub(crate) fn $name(&self, $($argument: Ast),*) -> Made {
            // SAFETY: the arguments belong to this context and are alive.
            self.keep(unsafe { $function(self.raw, $($argument.0),*) })
        })*
    };
}

impl Context {
    pub(crate) fn new() -> Option<Context> {
        // SAFETY: the configuration is deleted after its one use; without an error handler Z3
        // reports errors by null results instead of ending the process.
        unsafe {
            let config = Z3_mk_config()?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw?;
            Z3_set_error_handler(raw, None);
            Some(Context { raw })
        }
    }

    pub(crate) fn interrupter(&self) -> Interrupter {
        Interrupter(self.raw)
    }

    fn keep(&self, made: Option<Z3_ast>) -> Made {
        let ast = made.ok_or(Refused)?;
        // SAFETY: just made by this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        Ok(Ast(ast))
    }

    fn keep_sort(&self, made: Option<Z3_sort>) -> Made<Sort> {
        let sort = made.ok_or(Refused)?;
        // SAFETY: just made by this context; sorts are terms to the reference counter.
        self.keep(unsafe { Z3_sort_to_ast(self.raw, sort) })?;
        Ok(Sort(sort))
    }

    fn symbol(&self, name: &CStr) -> Made<Z3_symbol> {
        // SAFETY: the name is a C string.
        unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) }.ok_or(Refused)
    }

    pub(crate) fn bits_sort(&self, width: u32) -> Made<Sort> {
        // SAFETY: plain call.
        self.keep_sort(unsafe { Z3_mk_bv_sort(self.raw, width) })
    }

    pub(crate) fn float_sort(&self, exponent: u32, significand: u32) -> Made<Sort> {
        // SAFETY: plain call.
        self.keep_sort(unsafe { Z3_mk_fpa_sort(self.raw, exponent, significand) })
    }

    pub(crate) fn truth_sort(&self) -> Made<Sort> {
        // SAFETY: plain call.
        self.keep_sort(unsafe { Z3_mk_bool_sort(self.raw) })
    }

    pub(crate) fn number_sort(&self) -> Made<Sort> {
        // SAFETY: plain call.
        self.keep_sort(unsafe { Z3_mk_int_sort(self.raw) })
    }

    pub(crate) fn variable(&self, number: usize, width: u32) -> Made {
        self.named(number, self.bits_sort(width)?)
    }

    /// A variable of any sort; its number is its name.
    pub(crate) fn named(&self, number: usize, sort: Sort) -> Made {
        let number = i32::try_from(number).map_err(|_| Refused)?;
        // SAFETY: the sort is alive.
        unsafe {
            let symbol = Z3_mk_int_symbol(self.raw, number).ok_or(Refused)?;
            self.keep(Z3_mk_const(self.raw, symbol, sort.0))
        }
    }

    pub(crate) fn constant(&self, value: Value, width: u32) -> Made {
        let sort = self.bits_sort(width)?;
        let text = CString::new(value.to_string()).map_err(|_| Refused)?;
        // SAFETY: the sort is alive and the text a C string.
        self.keep(unsafe { Z3_mk_numeral(self.raw, text.as_ptr(), sort.0) })
    }

    /// An integer.
    pub(crate) fn number(&self, value: i128) -> Made {
        let sort = self.number_sort()?;
        let text = CString::new(value.to_string()).map_err(|_| Refused)?;
        // SAFETY: the sort is alive and the text a C string.
        self.keep(unsafe { Z3_mk_numeral(self.raw, text.as_ptr(), sort.0) })
    }

    pub(crate) fn sum(&self, a: Ast, b: Ast) -> Made {
        // SAFETY: two terms of this context.
        self.keep(unsafe { Z3_mk_add(self.raw, 2, [a.0, b.0].as_ptr()) })
    }

    pub(crate) fn difference(&self, a: Ast, b: Ast) -> Made {
        // SAFETY: two terms of this context.
        self.keep(unsafe { Z3_mk_sub(self.raw, 2, [a.0, b.0].as_ptr()) })
    }

    pub(crate) fn product(&self, a: Ast, b: Ast) -> Made {
        // SAFETY: two terms of this context.
        self.keep(unsafe { Z3_mk_mul(self.raw, 2, [a.0, b.0].as_ptr()) })
    }

    pub(crate) fn and(&self, a: Ast, b: Ast) -> Made {
        // SAFETY: two terms of this context.
        self.keep(unsafe { Z3_mk_and(self.raw, 2, [a.0, b.0].as_ptr()) })
    }

    pub(crate) fn or(&self, a: Ast, b: Ast) -> Made {
        // SAFETY: two terms of this context.
        self.keep(unsafe { Z3_mk_or(self.raw, 2, [a.0, b.0].as_ptr()) })
    }

    pub(crate) fn extract(&self, a: Ast, low: u32, width: u32) -> Made {
        // SAFETY: the term is alive.
        self.keep(unsafe { Z3_mk_extract(self.raw, low + width - 1, low, a.0) })
    }

    pub(crate) fn zero_extend(&self, a: Ast, by: u32) -> Made {
        // SAFETY: the term is alive.
        self.keep(unsafe { Z3_mk_zero_ext(self.raw, by, a.0) })
    }

    pub(crate) fn sign_extend(&self, a: Ast, by: u32) -> Made {
        // SAFETY: the term is alive.
        self.keep(unsafe { Z3_mk_sign_ext(self.raw, by, a.0) })
    }

    pub(crate) fn float_of_bits(&self, bits: Ast, sort: Sort) -> Made {
        // SAFETY: term and sort are alive.
        self.keep(unsafe { Z3_mk_fpa_to_fp_bv(self.raw, bits.0, sort.0) })
    }

    pub(crate) fn float_of_float(&self, mode: Ast, a: Ast, sort: Sort) -> Made {
        // SAFETY: terms and sort are alive.
        self.keep(unsafe { Z3_mk_fpa_to_fp_float(self.raw, mode.0, a.0, sort.0) })
    }

    pub(crate) fn float_of_signed(&self, mode: Ast, a: Ast, sort: Sort) -> Made {
        // SAFETY: terms and sort are alive.
        self.keep(unsafe { Z3_mk_fpa_to_fp_signed(self.raw, mode.0, a.0, sort.0) })
    }

    pub(crate) fn float_of_unsigned(&self, mode: Ast, a: Ast, sort: Sort) -> Made {
        // SAFETY: terms and sort are alive.
        self.keep(unsafe { Z3_mk_fpa_to_fp_unsigned(self.raw, mode.0, a.0, sort.0) })
    }

    pub(crate) fn signed_of_float(&self, mode: Ast, a: Ast, width: u32) -> Made {
        // SAFETY: the terms are alive.
        self.keep(unsafe { Z3_mk_fpa_to_sbv(self.raw, mode.0, a.0, width) })
    }

    pub(crate) fn unsigned_of_float(&self, mode: Ast, a: Ast, width: u32) -> Made {
        // SAFETY: the terms are alive.
        self.keep(unsafe { Z3_mk_fpa_to_ubv(self.raw, mode.0, a.0, width) })
    }

    pub(crate) fn nan(&self, sort: Sort) -> Made {
        // SAFETY: the sort is alive.
        self.keep(unsafe { Z3_mk_fpa_nan(self.raw, sort.0) })
    }

    term_makers! {
        eq(a, b) = Z3_mk_eq;
        ite(condition, a, b) = Z3_mk_ite;
        not(a) = Z3_mk_not;
        xor(a, b) = Z3_mk_xor;
        bits_not(a) = Z3_mk_bvnot;
        bits_neg(a) = Z3_mk_bvneg;
        bits_and(a, b) = Z3_mk_bvand;
        bits_or(a, b) = Z3_mk_bvor;
        bits_xor(a, b) = Z3_mk_bvxor;
        add(a, b) = Z3_mk_bvadd;
        sub(a, b) = Z3_mk_bvsub;
        mul(a, b) = Z3_mk_bvmul;
        udiv(a, b) = Z3_mk_bvudiv;
        sdiv(a, b) = Z3_mk_bvsdiv;
        urem(a, b) = Z3_mk_bvurem;
        srem(a, b) = Z3_mk_bvsrem;
        shl(a, b) = Z3_mk_bvshl;
        lshr(a, b) = Z3_mk_bvlshr;
        ashr(a, b) = Z3_mk_bvashr;
        ult(a, b) = Z3_mk_bvult;
        ule(a, b) = Z3_mk_bvule;
        slt(a, b) = Z3_mk_bvslt;
        sle(a, b) = Z3_mk_bvsle;
        concat(high, low) = Z3_mk_concat;
        less(a, b) = Z3_mk_lt;
        at_most(a, b) = Z3_mk_le;
        nearest_even() = Z3_mk_fpa_rne;
        nearest_away() = Z3_mk_fpa_rna;
        toward_zero() = Z3_mk_fpa_rtz;
        upward() = Z3_mk_fpa_rtp;
        downward() = Z3_mk_fpa_rtn;
        float_neg(a) = Z3_mk_fpa_neg;
        float_abs(a) = Z3_mk_fpa_abs;
        float_add(mode, a, b) = Z3_mk_fpa_add;
        float_sub(mode, a, b) = Z3_mk_fpa_sub;
        float_mul(mode, a, b) = Z3_mk_fpa_mul;
        float_div(mode, a, b) = Z3_mk_fpa_div;
        float_fma(mode, a, b, c) = Z3_mk_fpa_fma;
        float_sqrt(mode, a) = Z3_mk_fpa_sqrt;
        float_round(mode, a) = Z3_mk_fpa_round_to_integral;
        float_remainder(a, b) = Z3_mk_fpa_rem;
        float_eq(a, b) = Z3_mk_fpa_eq;
        float_lt(a, b) = Z3_mk_fpa_lt;
        float_le(a, b) = Z3_mk_fpa_leq;
        is_nan(a) = Z3_mk_fpa_is_nan;
        is_infinite(a) = Z3_mk_fpa_is_infinite;
        is_negative(a) = Z3_mk_fpa_is_negative;
        bits_of_float(a) = Z3_mk_fpa_to_ieee_bv;
    }

    /// Are the assertions satisfiable together? `wanted` are read from the model.
    pub(crate) fn check(
        &self,
        logic: &CStr,
        seed: u32,
        assertions: &[Ast],
        wanted: &[Ast],
    ) -> Made<Checked> {
        let solver = Solver::new(self, logic, seed)?;
        for assertion in assertions {
            // SAFETY: solver and assertion are alive.
            unsafe { Z3_solver_assert(self.raw, solver.raw, assertion.0) };
        }
        // SAFETY: the solver is alive.
        match unsafe { Z3_solver_check(self.raw, solver.raw) } {
            Z3_L_TRUE => solver.model(wanted).map(Checked::Sat),
            Z3_L_FALSE => Ok(Checked::Unsat),
            _ => Ok(Checked::Unknown(solver.reason())),
        }
    }

    fn numeral(&self, ast: Z3_ast) -> Option<Value> {
        // SAFETY: the text stays valid until the next call.
        let text = unsafe {
            let text = Z3_get_numeral_string(self.raw, ast);
            if text.is_null() {
                return None;
            }
            CStr::from_ptr(text)
        };
        text.to_str().ok()?.parse().ok()
    }
}

/// A Z3 solver for one query.
struct Solver<'a> {
    context: &'a Context,
    raw: Z3_solver,
}

impl<'a> Solver<'a> {
    fn new(context: &'a Context, logic: &CStr, seed: u32) -> Made<Solver<'a>> {
        let symbol = context.symbol(logic)?;
        let name = context.symbol(c"random_seed")?;
        // SAFETY: all handles are alive and counted.
        unsafe {
            let raw = Z3_mk_solver_for_logic(context.raw, symbol).ok_or(Refused)?;
            Z3_solver_inc_ref(context.raw, raw);
            let params = Z3_mk_params(context.raw).ok_or(Refused)?;
            Z3_params_inc_ref(context.raw, params);
            Z3_params_set_uint(context.raw, params, name, seed);
            Z3_solver_set_params(context.raw, raw, params);
            Z3_params_dec_ref(context.raw, params);
            Ok(Solver { context, raw })
        }
    }

    fn reason(&self) -> String {
        // SAFETY: the text stays valid until the next call.
        unsafe {
            let text = Z3_solver_get_reason_unknown(self.context.raw, self.raw);
            if text.is_null() {
                return "no reason given".to_string();
            }
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }

    fn model(&self, wanted: &[Ast]) -> Made<Vec<Option<Value>>> {
        let context = self.context;
        // SAFETY: the model is counted while it is read.
        unsafe {
            let model = Z3_solver_get_model(context.raw, self.raw).ok_or(Refused)?;
            Z3_model_inc_ref(context.raw, model);
            let value = |ast: &Ast| {
                let mut result = NonNull::dangling();
                let known = Z3_model_eval(context.raw, model, ast.0, true, &mut result);
                if known { context.numeral(result) } else { None }
            };
            let values = wanted.iter().map(value).collect();
            Z3_model_dec_ref(context.raw, model);
            Ok(values)
        }
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        // SAFETY: counted once in `new`.
        unsafe { Z3_solver_dec_ref(self.context.raw, self.raw) }
    }
}
