//! The coverage map of a function.

use super::{Parsed, Parser, Token, id_number};
use crate::coverage::{
    BranchRegion, Condition, Counter, DecisionRegion, Expression, FunctionCoverage, Region,
    RegionKind,
};
use crate::{EdgeId, EdgeRuns};
use assay_base::Id;

impl Parser {
    pub(super) fn coverage(&mut self) -> Parsed<FunctionCoverage> {
        self.word("coverage")?;
        let profile_name = self.text()?;
        self.word("hash")?;
        let hash = self.number()?;
        self.word("counters")?;
        let counters = self.number()?;
        let mut coverage =
            FunctionCoverage { hash, profile_name, counters, ..FunctionCoverage::default() };
        while *self.peek_behind() == Token::Sign("=") {
            self.ordinal("x", coverage.expressions.len())?;
            self.sign("=")?;
            coverage.expressions.push(self.counter_expression()?);
        }
        while self.take_sign("#") {
            let number: usize = self.number()?;
            if number != coverage.regions.len() {
                let next = coverage.regions.len();
                return self.error_before(format!("#{next} is the next region"));
            }
            coverage.regions.push(self.region()?);
        }
        Ok(coverage)
    }

    fn ordinal(&mut self, prefix: &str, next: usize) -> Parsed<()> {
        let number = match self.peek() {
            Token::Word(word) => word.strip_prefix(prefix).and_then(id_number),
            _ => None,
        };
        match number == Some(next) {
            true => {
                self.next();
                Ok(())
            }
            false => self.expected(&format!("{prefix}{next}")),
        }
    }

    fn counter_expression(&mut self) -> Parsed<Expression> {
        let a = self.counter()?;
        if self.take_sign("+") {
            return Ok(Expression::Add(a, self.counter()?));
        }
        self.sign("-")?;
        Ok(Expression::Subtract(a, self.counter()?))
    }

    pub(super) fn counter(&mut self) -> Parsed<Counter> {
        let counter = match self.peek() {
            Token::Number(digits) if digits == "0" => Some(Counter::Zero),
            Token::Word(word) => {
                let number = word.get(1..).and_then(id_number);
                match (word.as_bytes()[0], number) {
                    (b'c', Some(number)) => Some(Counter::Counter(number as u32)),
                    (b'x', Some(number)) => Some(Counter::Expression(number as u32)),
                    _ => None,
                }
            }
            _ => None,
        };
        match counter {
            Some(counter) => {
                self.next();
                Ok(counter)
            }
            None => self.expected("a counter"),
        }
    }

    fn region(&mut self) -> Parsed<Region> {
        let file = self.file_id()?;
        let start = self.point()?;
        self.word("to")?;
        let end = self.point()?;
        let in_expansion = self.take_word("expansion");
        Ok(Region { kind: self.region_kind()?, file, start, end, in_expansion })
    }

    fn point(&mut self) -> Parsed<(u32, u32)> {
        let line = self.number()?;
        self.sign(":")?;
        Ok((line, self.number()?))
    }

    fn region_kind(&mut self) -> Parsed<RegionKind> {
        let words = ["code", "expands", "skipped", "gap", "branch", "decision"];
        Ok(match self.take_any_word(&words)? {
            "code" => {
                let counter = self.counter()?;
                RegionKind::Code { counter, edges: self.list(Parser::edge)? }
            }
            "expands" => RegionKind::Expansion(self.counter()?),
            "skipped" => RegionKind::Skipped,
            "gap" => RegionKind::Gap(self.counter()?),
            "branch" => RegionKind::Branch(self.branch_region()?),
            _ => RegionKind::Decision(self.decision_region()?),
        })
    }

    pub(super) fn edge(&mut self) -> Parsed<EdgeId> {
        self.id("e", "an edge")
    }

    fn branch_region(&mut self) -> Parsed<BranchRegion> {
        self.word("true")?;
        let (on_true, true_edges) = (self.counter()?, self.edge_runs()?);
        self.word("false")?;
        let (on_false, false_edges) = (self.counter()?, self.edge_runs()?);
        let condition = if self.take_word("condition") { Some(self.condition()?) } else { None };
        let is_folded = self.take_word("folded");
        Ok(BranchRegion { on_true, on_false, condition, is_folded, true_edges, false_edges })
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

    fn decision_region(&mut self) -> Parsed<DecisionRegion> {
        let bitmap = self.number()?;
        let vectors = self.number()?;
        let firsts = self.list(Parser::edge)?;
        let conditions = self.list(Parser::number)?;
        let is_left_out = self.take_word("left_out");
        Ok(DecisionRegion { bitmap, vectors, conditions, firsts, is_left_out })
    }
}
