//! The text form of a program, for people: like LLVM's, with byte offsets and edge ids.
//! Everything that the model holds is in it.

mod constants;
mod coverage;
mod instructions;

use crate::{Function, FunctionBody, Global, Linkage, Program, Type, TypeId, VariableHome};
use assay_base::Place;
use std::fmt::{self, Write};

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new() };
    // Writing to a string does not fail.
    let _ = printer.program();
    printer.out
}

/// One function, with its body.
pub fn print_function(program: &Program, function: &Function) -> String {
    let mut printer = Printer { program, out: String::new() };
    let _ = printer.function(function);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
}

impl Printer<'_> {
    fn program(&mut self) -> fmt::Result {
        let program = self.program;
        writeln!(self.out, "pointers of {} bits", program.pointer_bits)?;
        for note in &program.notes {
            writeln!(self.out, "note: {note}")?;
        }
        for (id, file) in program.files.iter() {
            let system = if file.is_system { " system" } else { "" };
            writeln!(self.out, "{id} = {:?}{system}", file.name)?;
        }
        for (id, global) in program.globals.iter() {
            write!(self.out, "{id} = ")?;
            self.global(global)?;
        }
        for (list, name) in
            [(&program.constructors, "constructors"), (&program.destructors, "destructors")]
        {
            if !list.is_empty() {
                let names = list.iter().map(|&id| format!("@{}", program.functions[id].name));
                writeln!(self.out, "{name} {}", names.collect::<Vec<_>>().join(", "))?;
            }
        }
        for (id, function) in program.functions.iter() {
            write!(self.out, "\n{id} = ")?;
            self.function(function)?;
        }
        Ok(())
    }

    fn global(&mut self, global: &Global) -> fmt::Result {
        let kind = match (global.is_constant, global.initialiser) {
            (_, None) => "external",
            (true, _) => "constant",
            (false, _) => "global",
        };
        let thread = if global.is_thread_local { "thread_local " } else { "" };
        write!(self.out, "{thread}{kind} @{} ", global.name)?;
        self.ty(global.ty)?;
        if let Some(initialiser) = global.initialiser {
            self.out.push(' ');
            self.constant_value(initialiser)?;
        }
        write!(self.out, ", size {}, align {}", global.size, global.align)?;
        if let Some(name) = &global.source_name {
            write!(self.out, " ; {name}")?;
        }
        self.place(global.place)?;
        self.out.push('\n');
        Ok(())
    }

    fn function(&mut self, function: &Function) -> fmt::Result {
        let keyword = if function.body.is_some() { "define" } else { "declare" };
        let linkage = match function.linkage {
            Linkage::External => "",
            Linkage::Internal => "internal ",
            Linkage::Weak => "weak ",
        };
        let model = if function.is_model { "model " } else { "" };
        write!(self.out, "{keyword} {linkage}{model}")?;
        self.ty(function.return_type)?;
        write!(self.out, " @{}(", function.name)?;
        for (index, param) in function.params.iter().enumerate() {
            self.separator(index)?;
            self.ty(param.ty)?;
            if let Some(ty) = param.byval {
                write!(self.out, " byval ")?;
                self.ty(ty)?;
            }
            let sret = if param.is_sret { " sret" } else { "" };
            write!(self.out, "{sret} {}", param.value)?;
            if let Some(name) = &param.name {
                write!(self.out, ":{name}")?;
            }
        }
        if function.is_variadic {
            self.separator(function.params.len())?;
            self.out.push_str("...");
        }
        self.out.push(')');
        match &function.body {
            None => self.out.push('\n'),
            Some(body) => self.body(function, body)?,
        }
        Ok(())
    }

    fn body(&mut self, function: &Function, body: &FunctionBody) -> fmt::Result {
        self.out.push_str(" {");
        if let Some(place) = function.place {
            write!(self.out, " ; {}", self.program.files[place.file].name)?;
        }
        self.place(function.place)?;
        self.out.push('\n');
        for variable in &body.variables {
            write!(self.out, "  ; variable {}", variable.name)?;
            if let Some(number) = variable.parameter {
                write!(self.out, " (parameter {number})")?;
            }
            match &variable.home {
                VariableHome::Memory(value) => write!(self.out, " at {value}")?,
                VariableHome::Values(values) => write!(self.out, " in {values:?}")?,
            }
            self.place(variable.place)?;
            self.out.push('\n');
        }
        for (id, block) in body.blocks.iter() {
            writeln!(self.out, "{id}:")?;
            for inst in &block.insts {
                self.inst(inst)?;
            }
            self.terminator(block)?;
        }
        self.out.push_str("}\n");
        match &body.coverage {
            Some(coverage) => self.coverage(coverage),
            None => Ok(()),
        }
    }

    fn ty(&mut self, id: TypeId) -> fmt::Result {
        let program = self.program;
        match program.types.get(id) {
            Type::Void => self.out.push_str("void"),
            Type::Int(bits) => write!(self.out, "i{bits}")?,
            Type::Float(kind) => write!(self.out, "f{}", float_name(*kind))?,
            Type::Pointer => self.out.push_str("ptr"),
            Type::Array { element, length } => {
                write!(self.out, "[{length} x ")?;
                self.ty(*element)?;
                self.out.push(']');
            }
            Type::Vector { element, length } => {
                write!(self.out, "<{length} x ")?;
                self.ty(*element)?;
                self.out.push('>');
            }
            Type::Struct { fields, size, .. } => {
                self.out.push('{');
                for (index, field) in fields.iter().enumerate() {
                    self.separator(index)?;
                    write!(self.out, "{}: ", field.offset)?;
                    self.ty(field.ty)?;
                }
                write!(self.out, "; {size}}}")?;
            }
            Type::Opaque => self.out.push_str("opaque"),
        }
        Ok(())
    }

    /// ` ; line:column`, for the end of a line.
    fn place(&mut self, place: Option<Place>) -> fmt::Result {
        match place {
            Some(place) => write!(self.out, " ; {}:{}", place.line, place.column),
            None => Ok(()),
        }
    }

    fn separator(&mut self, index: usize) -> fmt::Result {
        if index > 0 {
            self.out.push_str(", ");
        }
        Ok(())
    }
}

fn float_name(kind: crate::FloatKind) -> &'static str {
    match kind {
        crate::FloatKind::Half => "16",
        crate::FloatKind::BFloat => "16b",
        crate::FloatKind::Single => "32",
        crate::FloatKind::Double => "64",
        crate::FloatKind::X87 => "80",
        crate::FloatKind::Quad => "128",
    }
}
