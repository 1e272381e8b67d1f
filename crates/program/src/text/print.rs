//! A program as text.

mod constants;
mod dataflow;
mod instructions;
mod observables;
mod roles;
mod types;

use super::spelling::{self, SCALARS};
use crate::prototype::{Count, Prototype, Target};
use crate::{
    FuncId, Function, FunctionBody, Global, GlobalId, Linkage, Param, Program, TypeId, ValueId,
    Variable, VariableHome,
};
use assay_base::{Arena, FileId, Place};
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    // Writing to a string does not fail.
    let _ = printer.program();
    printer.out
}

/// One function, with its body.
pub fn print_function(program: &Program, function: &Function) -> String {
    let mut printer = Printer::new(program);
    let _ = printer.function(function);
    printer.out
}

/// What a name can stand for.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
    /// Of symbols that share their name with an earlier one: which of them it is.
    later: FxHashMap<Symbol, usize>,
    /// Places in this file are written without it.
    file: Option<FileId>,
    /// The types of the values of the function that is being printed.
    values: Option<&'p Arena<ValueId, TypeId>>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Printer<'p> {
        let globals = program.globals.iter();
        let globals = globals.map(|(id, global)| (Symbol::Global(id), &global.name));
        let functions = program.functions.iter();
        let functions = functions.map(|(id, function)| (Symbol::Function(id), &function.name));
        let mut seen: FxHashMap<&String, usize> = FxHashMap::default();
        let mut later = FxHashMap::default();
        for (symbol, name) in globals.chain(functions) {
            let count = seen.entry(name).or_default();
            if *count > 0 {
                later.insert(symbol, *count);
            }
            *count += 1;
        }
        Printer { program, out: String::new(), later, file: None, values: None }
    }

    fn program(&mut self) -> fmt::Result {
        let program = self.program;
        writeln!(self.out, "pointers of {} bits", program.pointer_bits)?;
        for note in &program.notes {
            writeln!(self.out, "note {note:?}")?;
        }
        for (id, file) in program.files.iter() {
            let system = if file.is_system { " system" } else { "" };
            writeln!(self.out, "{id} = {:?}{system}", file.name)?;
        }
        self.layouts()?;
        for global in program.globals.values() {
            self.global(global)?;
        }
        self.beginnings()?;
        for function in program.functions.values() {
            self.out.push('\n');
            self.function(function)?;
        }
        self.dataflow()
    }

    fn symbol(&mut self, symbol: Symbol) -> fmt::Result {
        let name = match symbol {
            Symbol::Global(id) => &self.program.globals[id].name,
            Symbol::Function(id) => &self.program.functions[id].name,
        };
        self.out.push_str(&spelling::name(name));
        match self.later.get(&symbol) {
            Some(number) => write!(self.out, "#{number}"),
            None => Ok(()),
        }
    }

    fn global(&mut self, global: &Global) -> fmt::Result {
        self.out.push_str(if global.is_thread_local { "thread_local " } else { "" });
        self.out.push_str(if global.initialiser.is_none() { "external " } else { "" });
        self.out.push_str(if global.is_constant { "constant" } else { "global" });
        write!(self.out, " {} ", spelling::name(&global.name))?;
        self.ty(global.ty)?;
        if let Some(initialiser) = global.initialiser {
            self.out.push(' ');
            self.constant_value(initialiser)?;
        }
        write!(self.out, ", size {}, align {}", global.size, global.align)?;
        if let Some(name) = &global.source_name {
            write!(self.out, ", called {name:?}")?;
        }
        self.place(global.place)?;
        self.out.push('\n');
        Ok(())
    }

    fn function(&mut self, function: &'p Function) -> fmt::Result {
        let keyword = if function.body.is_some() { "define" } else { "declare" };
        let linkage = match function.linkage {
            Linkage::External => "",
            Linkage::Internal => "internal ",
            Linkage::Weak => "weak ",
        };
        let model = if function.is_model { "model " } else { "" };
        let noreturn = if function.never_returns { "noreturn " } else { "" };
        write!(self.out, "{keyword} {linkage}{model}{noreturn}")?;
        self.role(function)?;
        self.ty(function.return_type)?;
        write!(self.out, " {}(", spelling::name(&function.name))?;
        for (index, param) in function.params.iter().enumerate() {
            self.separator(index)?;
            self.param(param)?;
        }
        if function.is_variadic {
            self.separator(function.params.len())?;
            self.out.push_str("...");
        }
        self.out.push(')');
        if let Some(name) = &function.stable_name {
            write!(self.out, " known as {name:?}")?;
        }
        if let Some(label) = &function.label {
            write!(self.out, " called {label:?}")?;
        }
        if let Some(outside) = &function.outside {
            self.outside(outside)?;
        }
        self.file = None;
        self.place(function.place)?;
        if let Some(prototype) = &function.prototype {
            self.prototype(prototype)?;
        }
        self.file = function.place.map(|place| place.file);
        if let Some(body) = &function.body {
            self.body(body)?;
        }
        self.file = None;
        self.out.push('\n');
        Ok(())
    }

    fn param(&mut self, param: &Param) -> fmt::Result {
        self.ty(param.ty)?;
        if let Some(ty) = param.byval {
            write!(self.out, " byval ")?;
            self.ty(ty)?;
        }
        let sret = if param.is_sret { " sret" } else { "" };
        write!(self.out, "{sret} {}", param.value)?;
        match &param.name {
            Some(name) => write!(self.out, " {name:?}"),
            None => Ok(()),
        }
    }

    fn prototype(&mut self, prototype: &Prototype) -> fmt::Result {
        self.out.push_str(" answers {\n");
        self.out.push_str(if prototype.returns_text { "  text\n" } else { "" });
        if let Some(most) = prototype.most {
            self.out.push_str("  most");
            self.count(most)?;
            self.out.push('\n');
        }
        if let Some(row) = prototype.answer {
            writeln!(self.out, "  answer {row}")?;
        }
        for place in &prototype.places {
            writeln!(self.out, "  place {} of {} bytes", place.param, place.element)?;
        }
        for out in &prototype.outs {
            write!(self.out, "  parameter {}", out.param)?;
            if let Some(count) = out.count {
                self.out.push_str(" times");
                self.count(count)?;
            }
            if let Some(row) = out.answer {
                write!(self.out, " answer {row}")?;
            }
            if let Some(element) = out.moves {
                write!(self.out, " moves {element}")?;
            }
            self.target(&out.target)?;
        }
        if let Some(target) = &prototype.result {
            self.out.push_str("  result");
            self.target(target)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn count(&mut self, count: Count) -> fmt::Result {
        let behind = if count.is_behind { " behind" } else { "" };
        let sign = if count.is_signed { "signed" } else { "unsigned" };
        write!(self.out, "{behind} {} as {sign} {}", count.param, count.bits)
    }

    fn target(&mut self, target: &Target) -> fmt::Result {
        let whole = if target.is_whole { " whole" } else { "" };
        write!(self.out, " of {} bytes{whole} {{", target.size)?;
        for (index, part) in target.parts.iter().enumerate() {
            self.separator(index)?;
            let kind = SCALARS.iter().find(|(kind, _)| *kind == part.kind);
            let kind = kind.map_or("unsigned", |(_, word)| word);
            write!(self.out, "{}: {kind} of {} {:?}", part.offset, part.size, part.name)?;
        }
        self.out.push_str("}\n");
        Ok(())
    }

    fn body(&mut self, body: &'p FunctionBody) -> fmt::Result {
        self.values = Some(&body.values);
        self.out.push_str(" {\n");
        for variable in &body.variables {
            self.variable(variable)?;
        }
        for (block_id, block) in body.blocks.iter() {
            writeln!(self.out, "{block_id}:")?;
            for inst in &block.insts {
                self.inst(inst)?;
            }
            self.terminator(block)?;
        }
        if let Some(observables) = &body.observables {
            self.observables(observables)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn variable(&mut self, variable: &Variable) -> fmt::Result {
        write!(self.out, "  variable {:?}", variable.name)?;
        if let Some(number) = variable.parameter {
            write!(self.out, " parameter {number}")?;
        }
        match &variable.home {
            VariableHome::Memory(value) => write!(self.out, " at {value}")?,
            VariableHome::Values(values) => write!(self.out, " in {values:?}")?,
        }
        self.place(variable.place)?;
        self.out.push('\n');
        Ok(())
    }

    /// ` !line:column`, for the end of a line; with the file where that is not the function's.
    fn place(&mut self, place: Option<Place>) -> fmt::Result {
        let Some(place) = place else { return Ok(()) };
        self.out.push_str(" !");
        if self.file != Some(place.file) {
            write!(self.out, "{}:", place.file)?;
        }
        write!(self.out, "{}:{}", place.line, place.column)
    }

    fn separator(&mut self, index: usize) -> fmt::Result {
        self.out.push_str(if index > 0 { ", " } else { "" });
        Ok(())
    }
}
