//! What functions are to those who run them, and what is known of them.

use super::{Parsed, Parser, Symbol, Token};
use crate::GlobalId;
use crate::outside::{Failure, OutsideCall, Stream};
use crate::role::{Conduct, Effect, Inputs, Mode, Primitive, Role};
use crate::text::spelling::{ANSWERS, EFFECTS, FLOATS, MEANINGS};

impl Parser {
    /// `platform error_number @errno`.
    pub(super) fn platform(&mut self) -> Parsed<()> {
        const PARTS: [&str; 10] = [
            "error_number",
            "error_place",
            "held_back",
            "on_fault",
            "sets_handlers",
            "input",
            "output",
            "driver",
            "environment",
            "asks_world",
        ];
        self.next();
        let part = self.take_any_word(&PARTS)?;
        match part {
            "error_number" => self.program.platform.error_number = Some(self.global_name()?),
            "error_place" => self.program.platform.error_place = Some(self.function_name()?),
            "held_back" => self.program.platform.held_back = Some(self.global_name()?),
            "on_fault" => self.program.platform.on_fault = Some(self.function_name()?),
            "sets_handlers" => self.program.platform.sets_handlers = Some(self.function_name()?),
            "input" => self.program.platform.input = Some(self.global_name()?),
            "output" => self.program.platform.output = Some(self.global_name()?),
            "driver" => self.program.platform.driver = Some(self.function_name()?),
            "environment" => self.program.platform.environment = self.global_list()?,
            _ => self.program.platform.asks_world = self.global_list()?,
        }
        Ok(())
    }

    fn global_list(&mut self) -> Parsed<Vec<GlobalId>> {
        let mut globals = vec![self.global_name()?];
        while self.take_sign(",") {
            globals.push(self.global_name()?);
        }
        Ok(globals)
    }

    fn global_name(&mut self) -> Parsed<GlobalId> {
        match self.symbol()? {
            Symbol::Global(id) => Ok(id),
            Symbol::Function(_) => self.error_before("this is no variable".to_string()),
        }
    }

    pub(super) fn role(&mut self, has_body: bool) -> Parsed<Role> {
        Ok(match () {
            () if self.take_word("primitive") => Role::Primitive(self.primitive()?),
            () if self.take_word("unmodelled") => Role::Unmodelled(self.text()?.into()),
            () if self.take_word("answered") => Role::Answered { is_cut: self.take_word("cut") },
            () if self.take_word("error") => Role::Error,
            () if self.take_word("stub") => Role::Stub,
            () if self.take_word("plain") => Role::Plain,
            () if self.take_word("unknown") => Role::Unknown,
            () if has_body => Role::Plain,
            () => Role::Unknown,
        })
    }

    fn primitive(&mut self) -> Parsed<Primitive> {
        if self.take_word("input") {
            return Ok(Primitive::Input(self.one_of(&MEANINGS)?));
        }
        if self.take_word("input_at") {
            let bits = self.number()?;
            return Ok(Primitive::InputAt { bits, meaning: self.one_of(&MEANINGS)? });
        }
        if self.take_word("math") {
            return Ok(Primitive::Math(self.one_of(&FLOATS)?));
        }
        match Primitive::WORDS.iter().find(|(_, word)| self.is_word(word)) {
            Some((primitive, _)) => {
                self.next();
                Ok(*primitive)
            }
            None => self.expected("a primitive"),
        }
    }

    fn one_of<T: Copy>(&mut self, all: &[(T, &str)]) -> Parsed<T> {
        match all.iter().find(|(_, word)| self.is_word(word)) {
            Some((found, _)) => {
                self.next();
                Ok(*found)
            }
            None => {
                let words: Vec<&str> = all.iter().map(|(_, word)| *word).collect();
                self.expected(&format!("one of '{}'", words.join("', '")))
            }
        }
    }

    pub(super) fn conduct(&mut self) -> Parsed<Conduct> {
        let mut conduct = Conduct::default();
        if self.take_word("effect") {
            conduct.effect = match self.one_of(&EFFECTS)? {
                Effect::Prints { .. } => Effect::Prints { format: self.number()? },
                effect => effect,
            };
        }
        if self.take_word("depends") {
            self.word("on")?;
            conduct.depends_on = match self.take_any_word(&["arguments", "locale"])? {
                "arguments" => Inputs::Arguments,
                _ => Inputs::ArgumentsAndLocale,
            };
        }
        if self.take_word("changes") {
            conduct.changes = match self.take_any_word(&["locale", "streams"])? {
                "locale" => Some(Mode::Locale),
                _ => Some(Mode::Streams),
            };
        }
        Ok(conduct)
    }

    /// `asks { varies allocates fails zero [12] stream 0 }`.
    pub(super) fn outside(&mut self, name: &str) -> Parsed<OutsideCall> {
        self.sign("{")?;
        let varies = self.take_word("varies");
        let allocates = self.take_word("allocates");
        let failure = if self.take_word("fails") { Some(self.failure()?) } else { None };
        self.sign("}")?;
        Ok(OutsideCall { name: name.into(), failure, varies, allocates })
    }

    fn failure(&mut self) -> Parsed<Failure> {
        let answer = self.one_of(&ANSWERS)?;
        let mut errors = Vec::new();
        self.sign("[")?;
        while !self.take_sign("]") {
            if !errors.is_empty() {
                self.sign(",")?;
            }
            errors.push(self.number()?);
        }
        let has_stream = self.take_word("stream");
        let stream = match () {
            () if !has_stream => None,
            () if self.take_word("input") => Some(Stream::Input),
            () if self.take_word("output") => Some(Stream::Output),
            () if matches!(self.peek(), Token::Number(_)) => Some(Stream::Argument(self.number()?)),
            () => return self.expected("a stream"),
        };
        let count = if self.take_word("part") { Some(self.number()?) } else { None };
        Ok(Failure { answer, errors, stream, count })
    }
}
