//! Symbolic branches, switches and computed gotos.

use crate::code::{Code, Compare, Edge, Slot, SwitchTable};
use crate::machine::{Machine, Outcome};
use crate::memory::BLOCKS;
use crate::path::Decision;
use crate::value::Value;
use assay_expr::{Term, Value as Number};
use assay_verdict::FindingKind;
use std::sync::Arc;

/// Targets of one computed jump or call that are tried on one path.
pub(crate) const MAX_TARGETS: u32 = 64;

/// Values of one term that are tried at most, where bounds grow.
const MOST_VALUES: u32 = 1024;

impl SwitchTable {
    /// The edge for a concrete value.
    #[inline]
    pub fn edge(&self, value: u64) -> Edge {
        if let Some(dense) = &self.dense {
            let first = self.cases[0].0;
            return *value
                .checked_sub(first)
                .and_then(|index| dense.get(index as usize))
                .unwrap_or(&self.default);
        }
        match self.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(index) => self.cases[index].1,
            Err(_) => self.default,
        }
    }
}

impl Machine {
    pub(crate) fn symbolic_branch_compare(
        &mut self,
        compare: Compare,
        w: u8,
        a: Slot,
        b: Slot,
        edge: Edge,
    ) -> Outcome<bool> {
        let bits = u32::from(w);
        let (a, b) = (self.get_term(a, bits), self.get_term(b, bits));
        let condition = self.compare_terms(compare, a, b);
        self.branch_on(condition, edge)
    }

    pub(crate) fn symbolic_branch(&mut self, c: Slot, edge: Edge) -> Outcome<bool> {
        let mut condition = self.get_term(c, 1);
        if self.terms.width(condition) > 1 {
            condition = self.terms.extract(condition, 0, 1);
        }
        self.branch_on(condition, edge)
    }

    fn branch_on(&mut self, condition: Term, edge: Edge) -> Outcome<bool> {
        if let Some(truth) = self.known_truth(condition) {
            return Ok(truth);
        }
        self.check_initialised(condition)?;
        self.maybe_snapshot()?;
        self.decide(condition, Decision::Branch { first: edge })
    }

    /// Reports a decision that depends on memory nobody wrote. Where it does so for some inputs
    /// only, that is a decision of its own.
    pub(crate) fn check_initialised(&mut self, term: Term) -> Outcome<()> {
        if !self.terms.reads_uninitialised(term) {
            return Ok(());
        }
        let Some(depends) = self.terms.uninitialised_condition(term) else {
            self.go_astray();
            return Ok(());
        };
        let holds = if self.terms.variables(depends).is_empty() {
            self.evaluate(depends) == 0
        } else {
            let does_not = self.terms.not(depends);
            self.decide(does_not, Decision::Check(FindingKind::UninitialisedRead))?
        };
        if !holds {
            self.go_astray();
            let message = "this decision depends on memory that was never written".to_string();
            self.report(FindingKind::UninitialisedRead, message);
        }
        Ok(())
    }

    pub(crate) fn symbolic_switch(&mut self, w: u8, a: Slot, table: u32) -> Outcome<Edge> {
        let code = Arc::clone(&self.subject.code);
        let table = &code.switches[table as usize];
        let bits = u32::from(w);
        let term = self.get_term(a, bits);
        self.check_initialised(term)?;
        self.maybe_snapshot()?;
        let value = self.evaluate(term) as u64;
        let edge = table.edge(value);
        // In the order of the source: cases, then the default.
        let first = table.cases.iter().map(|(_, edge)| *edge).min().unwrap_or(table.default);
        let mut cases = table.cases.clone();
        cases.sort_unstable_by_key(|(_, edge)| *edge);
        let mut outcomes: Vec<(Edge, Term)> = Vec::with_capacity(cases.len() + 1);
        let mut none = self.terms.truth(true);
        for (case, edge) in cases {
            let case = self.terms.constant(bits, Number::from(case));
            let is_case = self.terms.eq(term, case);
            let is_not = self.terms.not(is_case);
            none = self.terms.and(none, is_not);
            outcomes.push((edge, is_case));
        }
        outcomes.push((table.default, none));
        let taken = outcomes.iter().find(|(e, _)| *e == edge).map(|(_, condition)| *condition);
        let Some(taken) = taken else { return self.unsupported("a switch without a target") };
        if self.known_truth(taken) == Some(true) {
            return Ok(edge);
        }
        let others: Vec<(u32, Term)> = outcomes
            .into_iter()
            .filter(|(e, _)| *e != edge)
            .filter(|(_, condition)| self.terms.as_constant(*condition) != Some(0))
            .map(|(e, condition)| (e - first, condition))
            .collect();
        self.record(Decision::Branch { first }, edge - first, taken, &others)?;
        Ok(edge)
    }

    /// Takes the edge that the input leads to. That is no decision: what the index depends on
    /// was decided before.
    pub(crate) fn symbolic_mark(&mut self, a: Slot, first: Edge, count: u32) -> Outcome<()> {
        let index = self.get_term(a, 32);
        let is_open =
            !self.terms.variables(index).is_empty() || self.terms.reads_uninitialised(index);
        if is_open && !self.log.open_marks.contains(&first) {
            self.log.open_marks.push(first);
        }
        let index = self.evaluate(index) as u64;
        self.mark(index, first, count);
        Ok(())
    }

    pub(crate) fn mark(&mut self, index: u64, first: Edge, count: u32) {
        if index >= u64::from(count) {
            return;
        }
        let edge = first + index as u32;
        if !self.hits[edge as usize] {
            self.new_edge(edge);
        }
        if self.subject.code.hits.contains(&edge) {
            self.pass(edge);
        }
    }

    /// Notes that a pointer has hit a variable, once between two decisions.
    fn pass(&mut self, edge: Edge) {
        // What comes before the last expected decision is known of the path that took it first.
        if self.log.replayed < self.log.expected.len() {
            return;
        }
        let event = self.log.events.len() as u32;
        let mut recent = self.log.passed.iter().rev().take_while(|(at, _)| *at == event);
        if recent.all(|(_, known)| *known != edge) {
            self.log.passed.push((event, edge));
        }
    }

    pub(crate) fn indirect_jump(&mut self, code: &Code, a: Slot, detours: u32) -> Outcome<()> {
        let pointer = u32::from(self.subject.code.pointer_bits);
        let address = match self.get(a, pointer) {
            Value::Concrete(number) => number as u64,
            Value::Symbolic(term) => self.choose(term, MAX_TARGETS, "a computed goto")? as u64,
        };
        let target =
            address.checked_sub(BLOCKS).and_then(|index| code.block_addresses.get(index as usize));
        match target {
            Some(&pc) => {
                let detours = &code.detours[detours as usize];
                let detour = detours.iter().find(|(target, _)| *target == pc);
                self.state.pc = detour.map_or(pc, |&(_, start)| start);
                Ok(())
            }
            None => self.fail(
                FindingKind::OutOfBounds,
                format!("jump to {address:#x}, which is not a label"),
            ),
        }
    }

    /// Fixes a term to its value on this path. Other values are the other outcome of the same
    /// decision, so nothing is lost. After `limit` values, others wait until nothing else is left;
    /// where bounds do not grow they are given up, and that is noted.
    pub(crate) fn choose(&mut self, term: Term, limit: u32, what: &str) -> Outcome<Number> {
        let value = self.evaluate(term);
        let same = self.equals(term, value);
        if self.known_truth(same) == Some(true) {
            return Ok(value);
        }
        let most = if self.limits.grows { MOST_VALUES } else { limit };
        for number in 0..most {
            let choice = self.expected_choice().map_or(value, Number::from);
            let same = self.equals(term, choice);
            // Many values wait until other things lead nowhere.
            let decision = match number + 1 < limit {
                true => Decision::Choice(choice as u64),
                false => Decision::Growth(choice as u64),
            };
            let other = self.terms.not(same);
            self.chosen.extend([same, other]);
            if self.decide(same, decision)? {
                return Ok(choice);
            }
        }
        let limit = most;
        self.notes.insert(format!("{what}: only {limit} values were tried"));
        self.constrain(same);
        Ok(value)
    }

    pub(crate) fn equals(&mut self, term: Term, value: Number) -> Term {
        let bits = self.terms.width(term);
        let constant = self.terms.constant(bits, value);
        self.terms.eq(term, constant)
    }

    pub(crate) fn unreachable(&mut self) -> Outcome<()> {
        self.fail(FindingKind::Unreachable, "code that must not be reached was reached".into())
    }
}
