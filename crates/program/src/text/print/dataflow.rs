//! Variables with their definitions, and what each use may see.

use super::{Printer, Symbol};
use crate::dataflow::{Definition, VariableUse};
use crate::text::spelling;
use std::fmt::{self, Write};

impl Printer<'_> {
    pub(super) fn dataflow(&mut self) -> fmt::Result {
        let flow = &self.program.dataflow;
        for variable in &flow.variables {
            write!(self.out, "\nobserve {:?}", variable.name)?;
            self.place(Some(variable.place))?;
            self.out.push_str(" {\n");
            for definition in &variable.definitions {
                self.definition(definition)?;
            }
            self.out.push_str("}\n");
        }
        for seen in &flow.uses {
            self.variable_use(seen)?;
        }
        Ok(())
    }

    fn definition(&mut self, definition: &Definition) -> fmt::Result {
        write!(self.out, "  {}", spelling::lower(&definition.kind))?;
        if let Some(function) = definition.function {
            self.out.push_str(" in ");
            self.symbol(Symbol::Function(function))?;
        }
        if let Some(block) = definition.block {
            write!(self.out, " {block}")?;
        }
        if let Some(edge) = definition.hit {
            write!(self.out, " hit {edge}")?;
        }
        self.place(Some(definition.place))?;
        self.out.push('\n');
        Ok(())
    }

    fn variable_use(&mut self, seen: &VariableUse) -> fmt::Result {
        write!(self.out, "use {} in ", seen.variable)?;
        self.symbol(Symbol::Function(seen.function))?;
        write!(self.out, " {} {} reached by {:?}", seen.block, seen.first, seen.reaching)?;
        if let Some(outcome) = &seen.outcome {
            write!(self.out, " outcome {outcome:?}")?;
        }
        self.place(Some(seen.place))?;
        self.out.push('\n');
        Ok(())
    }
}
