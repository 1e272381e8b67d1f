//! One incremental CaDiCaL instance: gates are defined in it as queries need them, a query is
//! solved under assumptions, and learnt clauses serve later queries.
//!
//! CaDiCaL assigns every variable of the instance in each call, so that an instance full of the
//! gates of past queries slows small ones down; see [`Session::is_overgrown`].

use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use super::gates::{Bit, Gate, Gates};
use crate::answer::Unknown;
use crate::limits::Limits;

/// When an instance is replaced by a new one.
#[derive(Copy, Clone)]
pub(crate) struct Growth {
    /// Instances below this many variables are never worth replacing.
    pub(crate) small: usize,
    /// An instance this many times larger than what a query needs is replaced.
    pub(crate) overgrown: usize,
}

const UNDEFINED: u32 = u32::MAX;

/// Gates between two looks at the clock.
const BETWEEN_LOOKS: u32 = 4096;

pub(crate) enum Outcome {
    Sat,
    /// Assumptions that fail together.
    Unsat(Vec<Bit>),
    Unknown(Unknown),
}

pub(crate) struct Session {
    solver: CaDiCaL<'static, 'static>,
    limits: Limits,
    /// The SAT variable of a gate.
    variables: Vec<u32>,
    used: u32,
    /// The last query that visited a gate.
    visited: Vec<u32>,
    query: u32,
    stack: Vec<usize>,
    assumptions: Vec<Lit>,
    out_of_memory: bool,
}

impl Session {
    pub(crate) fn new(limits: &Limits, seed: u64) -> Session {
        let mut solver = CaDiCaL::default();
        configure(&mut solver, seed);
        let watched = limits.clone();
        solver.attach_terminator(move || match watched.exceeded() {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        Session {
            solver,
            limits: limits.clone(),
            variables: Vec::new(),
            used: 0,
            visited: Vec::new(),
            query: 0,
            stack: Vec::new(),
            assumptions: Vec::new(),
            out_of_memory: false,
        }
    }

    pub(crate) fn memory(&self) -> usize {
        // About what CaDiCaL keeps for a variable with the clauses of its gate.
        self.used as usize * 900 + (self.variables.capacity() + self.visited.capacity()) * 4
    }

    /// Is the instance so much larger than a query of `cone` gates that a new one pays?
    pub(crate) fn is_overgrown(&self, cone: usize, growth: Growth) -> bool {
        self.used as usize > growth.small && self.used as usize > growth.overgrown * cone
    }

    /// The number of gates that the roots depend on.
    pub(crate) fn cone(&mut self, gates: &Gates, roots: &[Bit]) -> usize {
        self.query += 1;
        self.visited.resize(gates.len(), 0);
        let mut count = 0;
        self.stack.extend(roots.iter().map(|bit| bit.gate()));
        while let Some(gate) = self.stack.pop() {
            if std::mem::replace(&mut self.visited[gate], self.query) == self.query {
                continue;
            }
            count += 1;
            for_each_input(gates, gate, |bit| self.stack.push(bit.gate()));
        }
        count
    }

    pub(crate) fn is_defined(&self, bit: Bit) -> bool {
        self.variables.get(bit.gate()).is_some_and(|variable| *variable != UNDEFINED)
    }

    /// Can all roots be true together?
    pub(crate) fn solve(&mut self, gates: &Gates, roots: &[Bit]) -> Outcome {
        if let Some(reason) = self.limits.exceeded() {
            return Outcome::Unknown(reason);
        }
        self.variables.resize(gates.len(), UNDEFINED);
        self.assumptions.clear();
        for root in roots {
            let literal = self.literal(*root);
            self.assumptions.push(literal);
        }
        let mut until_look = BETWEEN_LOOKS;
        while let Some(gate) = self.stack.pop() {
            self.define(gates, gate);
            until_look -= 1;
            if until_look == 0 {
                until_look = BETWEEN_LOOKS;
                if let Some(reason) = self.limits.exceeded() {
                    return Outcome::Unknown(reason);
                }
            }
        }
        if self.out_of_memory {
            return Outcome::Unknown(Unknown::Memory);
        }
        match self.solver.solve_assumps(&self.assumptions) {
            Ok(SolverResult::Sat) => Outcome::Sat,
            Ok(SolverResult::Unsat) => Outcome::Unsat(self.failed(roots)),
            Ok(SolverResult::Interrupted) => {
                Outcome::Unknown(self.limits.exceeded().unwrap_or(Unknown::Interrupted))
            }
            Err(_) => Outcome::Unknown(Unknown::Memory),
        }
    }

    /// The roots in the core of the last query.
    fn failed(&mut self, roots: &[Bit]) -> Vec<Bit> {
        let core = self.solver.core().unwrap_or_default();
        let failed = |literal: &Lit| core.contains(&!*literal);
        let both = roots.iter().zip(&self.assumptions);
        both.filter(|(_, literal)| failed(literal)).map(|(root, _)| *root).collect()
    }

    /// The value of a defined bit in the model of the last query; none if it does not matter.
    pub(crate) fn value(&self, bit: Bit) -> Option<bool> {
        if !self.is_defined(bit) {
            return None;
        }
        let literal = Lit::new(self.variables[bit.gate()], bit.is_negated());
        match self.solver.lit_val(literal) {
            Ok(TernaryVal::True) => Some(true),
            Ok(TernaryVal::False) => Some(false),
            _ => None,
        }
    }

    /// The literal of a bit; a new gate's definition is left on the stack.
    fn literal(&mut self, bit: Bit) -> Lit {
        let gate = bit.gate();
        if self.variables[gate] == UNDEFINED {
            self.variables[gate] = self.used;
            self.used += 1;
            self.stack.push(gate);
        }
        Lit::new(self.variables[gate], bit.is_negated())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.out_of_memory |= self.solver.add_clause_ref(Cl::new(literals)).is_err();
    }

    /// Adds the clauses that make a gate's variable equal to the gate's function.
    fn define(&mut self, gates: &Gates, index: usize) {
        let output = Lit::new(self.variables[index], false);
        match gates.gate(index) {
            Gate::False => self.clause(&[!output]),
            Gate::Input => {}
            Gate::And(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.clause(&[!output, a]);
                self.clause(&[!output, b]);
                self.clause(&[output, !a, !b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.clause(&[!output, a, b]);
                self.clause(&[!output, !a, !b]);
                self.clause(&[output, !a, b]);
                self.clause(&[output, a, !b]);
            }
            Gate::Mux(c, t, e) => {
                let (c, t, e) = (self.literal(c), self.literal(t), self.literal(e));
                self.clause(&[!c, !t, output]);
                self.clause(&[!c, t, !output]);
                self.clause(&[c, !e, output]);
                self.clause(&[c, e, !output]);
                // Implied, but lets the output propagate before the condition is known.
                self.clause(&[!t, !e, output]);
                self.clause(&[t, e, !output]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.literal(a), self.literal(b), self.literal(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.clause(&[!x, !y, output]);
                    self.clause(&[x, y, !output]);
                }
            }
            Gate::Wide { start, length } => {
                let inputs = gates.wide_inputs(start, length);
                let mut long = vec![output];
                for bit in inputs {
                    let literal = self.literal(*bit);
                    self.clause(&[!output, literal]);
                    long.push(!literal);
                }
                self.clause(&long);
            }
        }
    }
}

/// Small queries are over before preprocessing would pay; inprocessing, which starts after some
/// conflicts, stays on for the hard ones.
fn configure(solver: &mut CaDiCaL, seed: u64) {
    let seed = (seed % 2_000_000_000) as i32;
    for (name, value) in
        [("lucky", 0), ("walk", 0), ("preprocesslight", 0), ("profile", 0), ("seed", seed)]
    {
        // An option that this version does not know is no loss: they only save time.
        let _ = solver.set_option(name, value);
    }
}

fn for_each_input(gates: &Gates, index: usize, mut each: impl FnMut(Bit)) {
    match gates.gate(index) {
        Gate::False | Gate::Input => {}
        Gate::And(a, b) | Gate::Xor(a, b) => [a, b].into_iter().for_each(each),
        Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [a, b, c].into_iter().for_each(each),
        Gate::Wide { start, length } => {
            gates.wide_inputs(start, length).iter().for_each(|bit| each(*bit));
        }
    }
}
