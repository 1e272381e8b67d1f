//! The Z3 backend: everything, floats included.

mod context;
mod float;
#[cfg(test)]
mod float_tests;
mod integers;
pub(crate) mod spacer;
mod translate;
mod watch;

use std::ffi::CStr;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use assay_expr::{Term, Value};

use crate::answer::Unknown;
use crate::limits::Limits;
use crate::query::{Query, Verdict};
use context::{Ast, Checked, Context};
use translate::{Translation, Untranslatable, View};
use watch::Watch;

/// Terms in one context before it is replaced: Z3 frees none of them earlier.
const MANY_TERMS: usize = 200_000;
/// Contexts that are being freed beside the work.
const MOST_RETIRED: usize = 2;

pub(crate) struct Z3 {
    limits: Limits,
    seed: u32,
    /// Made when first needed: a context costs a millisecond, and many runs need none.
    engine: Option<Engine>,
    /// Held by each thread that frees a context.
    retired: Arc<()>,
}

struct Engine {
    context: Context,
    built: FxHashMap<(Term, View), Ast>,
    watch: Watch,
}

impl Z3 {
    pub(crate) fn new(limits: &Limits, seed: u64) -> Z3 {
        Z3 { limits: limits.clone(), seed: seed as u32, engine: None, retired: Arc::default() }
    }

    /// Drops all that is known about terms.
    pub(crate) fn forget(&mut self) {
        self.engine = None;
    }

    /// Takes leave of a context. Z3 may free a large one for many times as long as it was asked to
    /// think, which is not for the exploration to wait for, unless there are several of them.
    fn retire(&mut self) {
        let Some(engine) = self.engine.take() else { return };
        if Arc::strong_count(&self.retired) > MOST_RETIRED {
            return;
        }
        let token = Arc::clone(&self.retired);
        let free = move || {
            drop(engine);
            drop(token);
        };
        // Where the system has no thread to give, it is freed here.
        let _ = std::thread::Builder::new().name("z3 end".to_string()).spawn(free);
    }

    pub(crate) fn memory(&self) -> usize {
        // A term of Z3 with its entry here.
        self.engine.as_ref().map_or(0, |engine| 100_000 + engine.built.len() * 200)
    }

    pub(crate) fn solve(&mut self, query: &Query) -> Verdict {
        if let Some(reason) = self.limits.exceeded() {
            return Verdict::Unknown(reason);
        }
        if self.engine.as_ref().is_some_and(|engine| engine.built.len() > MANY_TERMS) {
            self.retire();
        }
        if self.engine.is_none() {
            self.engine = Engine::new(&self.limits);
        }
        let Some(engine) = &mut self.engine else { return Verdict::Unknown(Unknown::Memory) };
        let (result, interrupted) = engine.solve(query, self.seed);
        if interrupted || result.is_err() {
            // An interrupt may reach Z3 after its work ended and would then stop the next.
            self.retire();
        }
        match result {
            Ok(verdict @ (Verdict::Sat(_) | Verdict::Unsat(_))) => verdict,
            _ if interrupted => {
                Verdict::Unknown(self.limits.exceeded().unwrap_or(Unknown::Interrupted))
            }
            Ok(verdict) => verdict,
            Err(Untranslatable::Refused) => {
                Verdict::Unknown(Unknown::Incomplete("z3 refused the query".to_string()))
            }
            Err(Untranslatable::TooHard(what)) => {
                Verdict::Unknown(Unknown::Incomplete(what.to_string()))
            }
        }
    }
}

impl Engine {
    fn new(limits: &Limits) -> Option<Engine> {
        let watch = Watch::new(limits)?;
        Some(Engine { context: Context::new()?, built: FxHashMap::default(), watch })
    }

    fn solve(&mut self, query: &Query, seed: u32) -> (Result<Verdict, Untranslatable>, bool) {
        let Engine { context, built, watch } = self;
        let context = &*context;
        watch.guard(context, || {
            let mut translation = Translation { context, terms: query.terms, built };
            let assertions = query
                .conjuncts
                .iter()
                .map(|term| translation.translate(*term, View::Truth))
                .collect::<Result<Vec<_>, _>>()?;
            let wanted = query
                .variables
                .iter()
                .map(|var| translation.translate(query.terms.variable(*var), View::Bits))
                .collect::<Result<Vec<_>, _>>()?;
            let logic: &CStr = if query.has_float() { c"QF_FPBV" } else { c"QF_BV" };
            Ok(verdict(query, context.check(logic, seed, &assertions, &wanted)?))
        })
    }
}

fn verdict(query: &Query, checked: Checked) -> Verdict {
    match checked {
        Checked::Sat(values) => {
            let base = |variable| query.base.get(variable);
            let value = |(variable, value): (_, Option<Value>)| {
                (variable, value.unwrap_or_else(|| base(variable)))
            };
            Verdict::Sat(query.variables.iter().copied().zip(values).map(value).collect())
        }
        Checked::Unsat => Verdict::Unsat(query.conjuncts.to_vec()),
        Checked::Unknown(reason) if reason.contains("memory") => Verdict::Unknown(Unknown::Memory),
        Checked::Unknown(reason) => Verdict::Unknown(Unknown::Incomplete(format!("z3: {reason}"))),
    }
}
