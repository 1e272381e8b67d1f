//! What can be observed of a function: a line for each place, with the edges of its outcomes.

use super::Printer;
use crate::decision::Condition;
use crate::observable::{Branch, DecisionPlace, Extent, Observables, Observed};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn observables(&mut self, observables: &Observables) -> fmt::Result {
        self.out.push_str("observables\n");
        for place in &observables.places {
            write!(self.out, "  #{} ", place.number)?;
            self.extent(place.extent)?;
            match &place.kind {
                Observed::Code(edges) => write!(self.out, "code {edges:?}")?,
                Observed::Branch(branch) => self.branch(branch)?,
            }
            self.out.push('\n');
        }
        for decision in &observables.decisions {
            let DecisionPlace { extent, vectors, conditions, firsts, is_counted } = decision;
            self.out.push_str("  decision ");
            self.extent(*extent)?;
            write!(self.out, "{vectors} {firsts:?} {conditions:?}")?;
            self.out.push_str(if *is_counted { "\n" } else { " uncounted\n" });
        }
        Ok(())
    }

    fn extent(&mut self, extent: Extent) -> fmt::Result {
        let Extent { file, start, end } = extent;
        write!(self.out, "{file} {}:{} to {}:{} ", start.0, start.1, end.0, end.1)
    }

    fn branch(&mut self, branch: &Branch) -> fmt::Result {
        self.out.push_str("branch");
        for (outcome, edges) in &branch.outcomes {
            write!(self.out, " {outcome} {edges:?}")?;
        }
        if let Some(Condition { id, true_next, false_next, is_negated }) = branch.condition {
            let next = |id: Option<u32>| id.map_or("end".to_string(), |id| id.to_string());
            let sign = if is_negated { "!" } else { "" };
            let (on_true, on_false) = (next(true_next), next(false_next));
            write!(self.out, " condition {sign}{id}: {on_true} {on_false}")?;
        }
        self.out.push_str(if branch.is_folded { " folded" } else { "" });
        Ok(())
    }
}
