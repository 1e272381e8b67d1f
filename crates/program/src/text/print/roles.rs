//! What functions are to those who run them, and what is known of them.

use super::{Printer, Symbol};
use crate::outside::{OutsideCall, Stream};
use crate::role::{Conduct, Effect, Inputs, Mode, Primitive, Role};
use crate::text::spelling::{ANSWERS, EFFECTS, FLOATS, MEANINGS, word};
use crate::{Function, GlobalId};
use std::fmt::{self, Write};

impl Printer<'_> {
    /// Where the program begins and ends, and what of the platform it has.
    pub(super) fn beginnings(&mut self) -> fmt::Result {
        let program = self.program;
        let function = |id: &crate::FuncId| Symbol::Function(*id);
        let global = |id: &GlobalId| Symbol::Global(*id);
        let list = |ids: &[crate::FuncId]| ids.iter().map(function).collect::<Vec<Symbol>>();
        let globals = |ids: &[GlobalId]| ids.iter().map(global).collect::<Vec<Symbol>>();
        let platform = &program.platform;
        self.symbols("entry", &list(program.entry.as_slice()))?;
        self.symbols("startup", &list(&program.startup))?;
        self.symbols("shutdown", &list(&program.shutdown))?;
        self.symbols("arrived", &list(&program.arrivals))?;
        self.symbols("platform error_number", &globals(platform.error_number.as_slice()))?;
        self.symbols("platform error_place", &list(platform.error_place.as_slice()))?;
        self.symbols("platform held_back", &globals(platform.held_back.as_slice()))?;
        self.symbols("platform on_fault", &list(platform.on_fault.as_slice()))?;
        self.symbols("platform sets_handlers", &list(platform.sets_handlers.as_slice()))?;
        self.symbols("platform input", &globals(platform.input.as_slice()))?;
        self.symbols("platform output", &globals(platform.output.as_slice()))?;
        self.symbols("platform driver", &list(platform.driver.as_slice()))?;
        self.symbols("platform environment", &globals(&platform.environment))?;
        self.symbols("platform asks_world", &globals(&platform.asks_world))
    }

    /// A line, if there are any.
    fn symbols(&mut self, what: &str, symbols: &[Symbol]) -> fmt::Result {
        for (index, &symbol) in symbols.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { what });
            self.out.push_str(if index > 0 { "" } else { " " });
            self.symbol(symbol)?;
        }
        self.out.push_str(if symbols.is_empty() { "" } else { "\n" });
        Ok(())
    }

    /// What is so by default is left out.
    pub(super) fn role(&mut self, function: &Function) -> fmt::Result {
        let has_body = function.body.is_some();
        match &function.role {
            Role::Plain if has_body => {}
            Role::Plain => self.out.push_str("plain "),
            Role::Unknown if !has_body => {}
            Role::Unknown => self.out.push_str("unknown "),
            Role::Error => self.out.push_str("error "),
            Role::Stub => self.out.push_str("stub "),
            Role::Primitive(primitive) => self.primitive(*primitive)?,
            Role::Unmodelled(what) => write!(self.out, "unmodelled {what:?} ")?,
            Role::Answered { is_cut } => {
                self.out.push_str(if *is_cut { "answered cut " } else { "answered " });
            }
        }
        self.conduct(function.conduct)
    }

    fn primitive(&mut self, primitive: Primitive) -> fmt::Result {
        match primitive {
            Primitive::Input(meaning) => {
                write!(self.out, "primitive input {} ", word(&MEANINGS, &meaning))
            }
            Primitive::InputAt { bits, meaning } => {
                write!(self.out, "primitive input_at {bits} {} ", word(&MEANINGS, &meaning))
            }
            Primitive::Math(format) => {
                write!(self.out, "primitive math {} ", word(&FLOATS, &format))
            }
            plain => write!(self.out, "primitive {} ", word(Primitive::WORDS, &plain)),
        }
    }

    fn conduct(&mut self, conduct: Conduct) -> fmt::Result {
        match conduct.effect {
            Effect::Anything => {}
            Effect::Prints { format } => write!(self.out, "effect prints {format} ")?,
            effect => write!(self.out, "effect {} ", word(&EFFECTS, &effect))?,
        }
        self.out.push_str(match conduct.depends_on {
            Inputs::Anything => "",
            Inputs::Arguments => "depends on arguments ",
            Inputs::ArgumentsAndLocale => "depends on locale ",
        });
        self.out.push_str(match conduct.changes {
            None => "",
            Some(Mode::Locale) => "changes locale ",
            Some(Mode::Streams) => "changes streams ",
        });
        Ok(())
    }

    pub(super) fn outside(&mut self, call: &OutsideCall) -> fmt::Result {
        self.out.push_str(" asks {");
        self.out.push_str(if call.varies { " varies" } else { "" });
        self.out.push_str(if call.allocates { " allocates" } else { "" });
        if let Some(failure) = &call.failure {
            write!(self.out, " fails {} {:?}", word(&ANSWERS, &failure.answer), failure.errors)?;
            match failure.stream {
                None => {}
                Some(Stream::Input) => self.out.push_str(" stream input"),
                Some(Stream::Output) => self.out.push_str(" stream output"),
                Some(Stream::Argument(index)) => write!(self.out, " stream {index}")?,
            }
            if let Some(index) = failure.count {
                write!(self.out, " part {index}")?;
            }
        }
        self.out.push_str(" }");
        Ok(())
    }
}
