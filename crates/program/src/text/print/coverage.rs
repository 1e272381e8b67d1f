//! The coverage map of a function: a line per region, with the edges of its outcomes.

use super::Printer;
use crate::coverage::{Counter, DecisionRegion, Expression, FunctionCoverage, RegionKind};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn coverage(&mut self, coverage: &FunctionCoverage) -> fmt::Result {
        writeln!(
            self.out,
            "coverage {:?} hash {} counters {}",
            coverage.profile_name, coverage.hash, coverage.counters
        )?;
        for (index, expression) in coverage.expressions.iter().enumerate() {
            let (a, sign, b) = match expression {
                Expression::Subtract(a, b) => (a, '-', b),
                Expression::Add(a, b) => (a, '+', b),
            };
            writeln!(self.out, "  x{index} = {} {sign} {}", counter(*a), counter(*b))?;
        }
        for (index, region) in coverage.regions.iter().enumerate() {
            let (start, end) = (region.start, region.end);
            let expansion = if region.in_expansion { " expansion" } else { "" };
            write!(
                self.out,
                "  #{index} {} {}:{} to {}:{}{expansion} ",
                region.file, start.0, start.1, end.0, end.1
            )?;
            self.region_kind(&region.kind)?;
            self.out.push('\n');
        }
        Ok(())
    }

    fn region_kind(&mut self, kind: &RegionKind) -> fmt::Result {
        match kind {
            RegionKind::Code { counter: count, edges } => {
                write!(self.out, "code {} {edges:?}", counter(*count))
            }
            RegionKind::Expansion(count) => write!(self.out, "expands {}", counter(*count)),
            RegionKind::Skipped => write!(self.out, "skipped"),
            RegionKind::Gap(count) => write!(self.out, "gap {}", counter(*count)),
            RegionKind::Decision(decision) => {
                let DecisionRegion { bitmap, vectors, conditions, firsts, is_left_out } = decision;
                write!(self.out, "decision {bitmap} {vectors} {firsts:?} {conditions:?}")?;
                self.out.push_str(if *is_left_out { " left_out" } else { "" });
                Ok(())
            }
            RegionKind::Branch(branch) => {
                let (on_true, on_false) = (counter(branch.on_true), counter(branch.on_false));
                write!(self.out, "branch true {on_true} {:?}", branch.true_edges)?;
                write!(self.out, " false {on_false} {:?}", branch.false_edges)?;
                if let Some(condition) = branch.condition {
                    let next = |id: Option<u32>| id.map_or("end".to_string(), |id| id.to_string());
                    let (on_true, on_false) =
                        (next(condition.true_next), next(condition.false_next));
                    let sign = if condition.is_negated { "!" } else { "" };
                    write!(self.out, " condition {sign}{}: {on_true} {on_false}", condition.id)?;
                }
                self.out.push_str(if branch.is_folded { " folded" } else { "" });
                Ok(())
            }
        }
    }
}

fn counter(counter: Counter) -> String {
    match counter {
        Counter::Zero => "0".to_string(),
        Counter::Counter(id) => format!("c{id}"),
        Counter::Expression(id) => format!("x{id}"),
    }
}
