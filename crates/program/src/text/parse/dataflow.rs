//! Variables with their definitions, and what each use may see.

use super::{Parsed, Parser, Token};
use crate::dataflow::{Definition, DefinitionKind, ObservedVariable, VariableUse};

/// Spelled as they are printed.
const KINDS: [(&str, DefinitionKind); 4] = [
    ("assignment", DefinitionKind::Assignment),
    ("parameter", DefinitionKind::Parameter),
    ("initial", DefinitionKind::Initial),
    ("library", DefinitionKind::Library),
];

impl Parser {
    pub(super) fn observed_variable(&mut self) -> Parsed<()> {
        self.next();
        let name = self.text()?;
        let place = self.needed_place()?;
        let mut definitions = Vec::new();
        self.sign("{")?;
        while !self.take_sign("}") {
            definitions.push(self.definition()?);
        }
        self.program.dataflow.variables.push(ObservedVariable { name, place, definitions });
        Ok(())
    }

    fn definition(&mut self) -> Parsed<Definition> {
        let word = self.take_any_word(&KINDS.map(|(word, _)| word))?;
        let kind = KINDS.iter().find(|(known, _)| *known == word);
        let kind = kind.map_or(DefinitionKind::Assignment, |(_, kind)| *kind);
        let function = if self.take_word("in") { Some(self.function_name()?) } else { None };
        let has_block = matches!(self.peek(), Token::Word(word) if word.starts_with('b'));
        let block = if has_block { Some(self.block()?) } else { None };
        let hit = if self.take_word("hit") { Some(self.edge()?) } else { None };
        Ok(Definition { kind, function, block, place: self.needed_place()?, hit })
    }

    pub(super) fn variable_use(&mut self) -> Parsed<()> {
        self.next();
        let variable = self.number()?;
        self.word("in")?;
        let function = self.function_name()?;
        let block = self.block()?;
        let first = self.edge()?;
        self.word("reached")?;
        self.word("by")?;
        let reaching = self.list(Parser::number)?;
        let outcome = if self.take_word("outcome") { Some(self.text()?) } else { None };
        let place = self.needed_place()?;
        let seen = VariableUse { variable, function, block, place, outcome, first, reaching };
        self.program.dataflow.uses.push(seen);
        Ok(())
    }
}
