//! The decision procedures behind the layers: which is asked first, what the other one is for,
//! and the checks that no answer escapes.

use std::io::Write;
use std::time::{Duration, Instant};

use assay_base::ProcessorTime;

use crate::answer::Unknown;
use crate::bitblast::Bitblast;
use crate::config::{Backend, Config};
use crate::dump::Dump;
use crate::limits::Limits;
use crate::query::{Checker, Query, Verdict};
use crate::stats::{Layer, Stats};
use crate::z3::Z3;

pub(crate) struct Backends {
    config: Config,
    limits: Limits,
    bitblast: Bitblast,
    z3: Z3,
    dump: Option<Dump>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Engine {
    Bitblast,
    Z3,
}

impl Backends {
    pub(crate) fn new(config: Config, limits: &Limits) -> Backends {
        Backends {
            bitblast: Bitblast::new(limits, config.seed),
            z3: Z3::new(limits, config.seed),
            dump: config.dump.clone().map(Dump::new),
            limits: limits.clone(),
            config,
        }
    }

    /// The interrupt flag changed: callbacks that hold the old one are made anew.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.bitblast = Bitblast::new(limits, self.config.seed);
        self.z3 = Z3::new(limits, self.config.seed);
    }

    pub(crate) fn set_timeout(&mut self, timeout: Duration) {
        self.config.timeout = timeout;
    }

    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.set_deadline(deadline);
    }

    pub(crate) fn forget(&mut self) {
        self.bitblast.forget();
        self.z3.forget();
    }

    pub(crate) fn memory(&self) -> usize {
        self.bitblast.memory() + self.z3.memory()
    }

    pub(crate) fn answer(
        &mut self,
        query: &Query,
        checker: &mut Checker,
        stats: &mut Stats,
    ) -> Verdict {
        let has_float = query.has_float();
        let (first, second) = match self.config.backend {
            Backend::Auto if has_float => (Engine::Z3, None),
            Backend::Auto => (Engine::Bitblast, Some(Engine::Z3)),
            Backend::Z3 => (Engine::Z3, None),
            Backend::Bitblast => (Engine::Bitblast, None),
        };
        let mut engine = first;
        let timeout = self.config.timeout;
        let share = if second.is_some() { timeout / 2 } else { timeout };
        let start = ProcessorTime::now();
        let mut verdict = self.ask(first, share, query, checker, stats);
        if let (Verdict::Unknown(reason), Some(second)) = (&verdict, second)
            && *reason != Unknown::Interrupted
        {
            engine = second;
            let rest = timeout.saturating_sub(start.elapsed());
            verdict = self.ask(second, rest, query, checker, stats);
        }
        if self.config.check && !has_float {
            self.compare(engine, &mut verdict, query, checker, stats);
        }
        stats.count(if engine == Engine::Z3 { Layer::Z3 } else { Layer::Bitblast });
        if let Some(dump) = &mut self.dump {
            dump.write(query, &verdict);
        }
        verdict
    }

    /// Asks one backend and believes a model only if it evaluates to true.
    fn ask(
        &mut self,
        engine: Engine,
        timeout: Duration,
        query: &Query,
        checker: &mut Checker,
        stats: &mut Stats,
    ) -> Verdict {
        self.limits.begin(timeout);
        let start = Instant::now();
        let verdict = match engine {
            Engine::Bitblast => self.bitblast.solve(query),
            Engine::Z3 => self.z3.solve(query),
        };
        match engine {
            Engine::Bitblast => stats.bitblast_time += start.elapsed(),
            Engine::Z3 => stats.z3_time += start.elapsed(),
        }
        stats.largest_circuit = self.bitblast.largest_circuit;
        let Verdict::Sat(model) = &verdict else { return verdict };
        checker.set(model);
        if checker.holds(query) {
            return verdict;
        }
        stats.wrong_models += 1;
        let name = if engine == Engine::Z3 { "z3" } else { "the bit-blaster" };
        Verdict::Unknown(Unknown::Incomplete(format!("{name} gave a wrong model")))
    }

    /// Asks the other backend too. A contradiction leaves the query unknown.
    fn compare(
        &mut self,
        asked: Engine,
        verdict: &mut Verdict,
        query: &Query,
        checker: &mut Checker,
        stats: &mut Stats,
    ) {
        let other = if asked == Engine::Z3 { Engine::Bitblast } else { Engine::Z3 };
        let second = self.ask(other, self.config.timeout, query, checker, stats);
        let contradict = matches!(
            (&*verdict, &second),
            (Verdict::Sat(_), Verdict::Unsat(_)) | (Verdict::Unsat(_), Verdict::Sat(_))
        );
        if contradict {
            stats.disagreements += 1;
            // It is counted too, so that it is told where this cannot be.
            let _ = writeln!(
                std::io::stderr(),
                "warning: the solvers disagree on a query of {} constraints",
                query.conjuncts.len()
            );
            let reason = "the solvers disagree".to_string();
            *verdict = Verdict::Unknown(Unknown::Incomplete(reason));
        }
    }
}
