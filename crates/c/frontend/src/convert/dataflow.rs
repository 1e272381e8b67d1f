//! The definitions and uses that are observed, in the terms of the program.

use super::Converter;
use crate::dataflow::{ObservedDefinition, ObservedUse, ObservedVariable, Spot};
use assay_base::{Id, Place};
use assay_program::dataflow::{Dataflow, Definition, ObservedVariable as Variable, VariableUse};
use assay_program::{BlockId, EdgeId, FuncId};

impl Converter<'_> {
    pub(super) fn dataflow(&mut self) {
        let marks = self.marks;
        let variables = marks.variables.iter().map(|variable| self.observed(variable)).collect();
        let uses = marks.uses.iter().filter_map(|of_use| self.observed_use(of_use)).collect();
        self.program.dataflow = Dataflow { variables, uses };
    }

    fn observed(&mut self, variable: &ObservedVariable) -> Variable {
        let definition = |of: &ObservedDefinition| Definition {
            kind: of.kind,
            function: of.function.as_deref().and_then(|name| self.function_called(name)),
            block: of.block.map(BlockId::new),
            place: self.place(&of.spot),
            hit: of.hit.map(|edge| EdgeId::new(edge as usize)),
        };
        let definitions = variable.definitions.iter().map(definition).collect();
        Variable { name: variable.name.clone(), place: self.place(&variable.spot), definitions }
    }

    fn observed_use(&mut self, of: &ObservedUse) -> Option<VariableUse> {
        Some(VariableUse {
            variable: of.variable,
            function: self.function_called(&of.function)?,
            block: BlockId::new(of.block),
            place: self.place(&of.spot),
            outcome: of.outcome.clone(),
            first: EdgeId::new(of.first as usize),
            reaching: of.reaching.clone(),
        })
    }

    fn function_called(&self, name: &str) -> Option<FuncId> {
        self.functions.get(&self.module.function_named(name)?).copied()
    }

    fn place(&mut self, spot: &Spot) -> Place {
        Place { file: self.files.of_path(&spot.file), line: spot.line, column: spot.column }
    }
}
