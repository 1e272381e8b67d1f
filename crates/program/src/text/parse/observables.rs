//! What can be observed of a function.

use super::{Parsed, Parser};
use crate::decision::Condition;
use crate::observable::{
    Branch, DecisionPlace, Extent, Observable, Observables, Observed, Outcome,
};
use crate::{EdgeId, EdgeRuns};
use assay_base::Id;

impl Parser {
    /// Behind the word.
    pub(super) fn observables(&mut self) -> Parsed<Observables> {
        let mut found = Observables::default();
        while self.take_sign("#") {
            let number: u32 = self.number()?;
            if found.places.last().is_some_and(|last| last.number >= number) {
                return self.error_before("numbers go up".to_string());
            }
            let extent = self.extent()?;
            let kind = match self.take_any_word(&["code", "branch"])? {
                "code" => Observed::Code(self.edge_runs()?),
                _ => Observed::Branch(self.branch()?),
            };
            found.places.push(Observable { number, extent, kind });
        }
        while self.take_word("decision") {
            found.decisions.push(self.decision()?);
        }
        Ok(found)
    }

    fn extent(&mut self) -> Parsed<Extent> {
        let file = self.file_id()?;
        let start = self.point()?;
        self.word("to")?;
        Ok(Extent { file, start, end: self.point()? })
    }

    fn point(&mut self) -> Parsed<(u32, u32)> {
        let line = self.number()?;
        self.sign(":")?;
        Ok((line, self.number()?))
    }

    pub(super) fn edge(&mut self) -> Parsed<EdgeId> {
        self.id("e", "an edge")
    }

    fn branch(&mut self) -> Parsed<Branch> {
        let mut outcomes = Vec::new();
        while let Some(outcome) = self.outcome()? {
            outcomes.push((outcome, self.edge_runs()?));
        }
        let condition = if self.take_word("condition") { Some(self.condition()?) } else { None };
        Ok(Branch { outcomes, condition, is_folded: self.take_word("folded") })
    }

    fn outcome(&mut self) -> Parsed<Option<Outcome>> {
        let plain =
            [("true", Outcome::True), ("false", Outcome::False), ("default", Outcome::Default)];
        if let Some((_, outcome)) = plain.into_iter().find(|(word, _)| self.take_word(word)) {
            return Ok(Some(outcome));
        }
        if self.take_word("case") { Ok(Some(Outcome::Case(self.number()?))) } else { Ok(None) }
    }

    /// `[e1, e3..e5]`.
    fn edge_runs(&mut self) -> Parsed<EdgeRuns> {
        let runs = self.list(|parser| {
            let first = parser.edge()?;
            let last = if parser.take_sign("..") { parser.edge()? } else { first };
            match last < first {
                true => parser.error_before("this run is empty".to_string()),
                false => Ok(EdgeRuns::without(first, last.index() - first.index() + 1, &[])),
            }
        })?;
        Ok(EdgeRuns::union(&runs))
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let is_negated = self.take_sign("!");
        let id = self.number()?;
        self.sign(":")?;
        let true_next = self.next_condition()?;
        Ok(Condition { id, true_next, false_next: self.next_condition()?, is_negated })
    }

    fn next_condition(&mut self) -> Parsed<Option<u32>> {
        if self.take_word("end") { Ok(None) } else { self.number().map(Some) }
    }

    fn decision(&mut self) -> Parsed<DecisionPlace> {
        let extent = self.extent()?;
        let vectors = self.number()?;
        let firsts = self.list(Parser::edge)?;
        let conditions = self.list(Parser::number)?;
        let is_counted = !self.take_word("uncounted");
        Ok(DecisionPlace { extent, vectors, conditions, firsts, is_counted })
    }
}
