//! Writes the driver of a unit, in LLVM's assembly.

use super::answers::Answer;
use super::arguments::{Argument, Arguments};
use super::callables::Callable;
use super::contract::{Contract, InputContract, Length};
use super::meanings::{self, Meanings};
use super::reach::Reach;
use super::tables::{self, Bounds, Names};
use super::{ends, lengths};
use crate::LoadError;
use crate::llvm::{Module, TypeKind, Value};
use assay_base::Id;
use assay_program::{Interface, InterfaceVariable, Variadic};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Flags of an input, as in `runtime/unit.h`.
const GLOBAL: u32 = 8;

pub(super) struct Driver<'a> {
    interface: &'a Interface,
    bounds: &'a Bounds,
    contract: &'a Contract,
    callables: &'a [Callable],
    meanings: &'a Meanings,
    answers: &'a [Answer],
    /// What the unit and the functions that it may be given can reach.
    reach: &'a Reach<'a>,
    names: Names,
    body: String,
}

const DECLARATIONS: &str = "\
declare void @__assay_unit_input(ptr, i32, ptr, i32)
declare void @__assay_unit_sized(ptr, i32, ptr, i32, ptr, i32, ptr, i64, i64)
declare void @__assay_unit_exactly(ptr, i32, ptr, i32, i32)
declare void @__assay_unit_range(ptr, i32, i64, i64)
declare void @__assay_unit_begin()
declare void @__assay_unit_known(ptr, i32, ptr)
declare void @__assay_unit_ready()
declare void @__assay_unit_returned(ptr, i32)
";

impl<'a> Driver<'a> {
    pub(super) fn new(
        interface: &'a Interface,
        bounds: &'a Bounds,
        contract: &'a Contract,
        callables: &'a [Callable],
        meanings: &'a Meanings,
        answers: &'a [Answer],
        reach: &'a Reach<'a>,
    ) -> Driver<'a> {
        let (names, body) = (Names::new(), String::new());
        Driver { interface, bounds, contract, callables, meanings, answers, reach, names, body }
    }

    pub(super) fn text(
        mut self,
        module: &Module,
        function: Value<'_>,
        arguments: &Arguments<'_>,
    ) -> Result<String, LoadError> {
        let mut references = String::new();
        for global in &self.interface.globals {
            let _ = writeln!(references, "@{} = external global i8", quoted(&global.name));
        }
        references += &self.open_references(module);
        self.line("call void @__assay_unit_begin()");
        self.name_globals();
        // What there is a bound on is for the parameters first.
        self.make_parameters();
        self.make_globals();
        self.line("call void @__assay_unit_ready()");
        let declaration = self.call(module, function, arguments)?;
        let types = tables::types(&self.interface.types, &self.reach.stepped(), &mut self.names);
        let callables = self.callable_tables(&function.name());
        let bounds = self.bounds_table();
        let answers = self.answer_table();
        let names = self.names.definition();
        let variables = self.interface.parameters.iter().chain(&self.interface.globals);
        let variables = tables::variables(variables.map(|variable| variable.name.as_str()));
        Ok(format!(
            "{names}{variables}{types}{callables}{bounds}{answers}{references}{DECLARATIONS}{declaration}\n\
             define i32 @main() {{\n{}  ret i32 0\n}}\n",
            self.body
        ))
    }

    /// Names what is hidden from others and defined nowhere, so that it gets a stand-in even if the
    /// unit does not reach it. A linker takes no file with such a name left open, and tests include
    /// the whole file.
    fn open_references(&self, module: &Module) -> String {
        let is_open = |value: &Value<'_>| value.is_declaration() && value.is_hidden();
        let functions = module.functions().filter(is_open).map(|function| function.name());
        let functions: Vec<String> = functions
            .filter(|name| self.callables.iter().all(|known| known.name != *name))
            .collect();
        let variables: Vec<String> =
            module.globals().filter(is_open).map(|variable| variable.name()).collect();
        let mut text = String::new();
        for name in &functions {
            let _ = writeln!(text, "declare void @{}()", quoted(name));
        }
        for name in &variables {
            let _ = writeln!(text, "@{} = external global i8", quoted(name));
        }
        let all = functions.iter().chain(&variables);
        let list: Vec<String> = all.map(|name| format!("ptr @{}", quoted(name))).collect();
        let (count, list) = (list.len(), list.join(", "));
        text + &format!("@__assay_unit_open = constant [{count} x ptr] [{list}]\n")
    }

    fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.body, "  {}", line.as_ref());
    }

    /// The address of a text among the names.
    fn name(&mut self, text: &str) -> String {
        let offset = self.names.add(text);
        format!("ptr getelementptr (i8, ptr @__assay_unit_names, i32 {offset})")
    }

    /// Pointers may point to variables of the program.
    fn name_globals(&mut self) {
        for global in &self.interface.globals {
            let name = self.name(&global.name);
            let (symbol, ty) = (quoted(&global.name), global.ty.index());
            self.line(format!("call void @__assay_unit_known(ptr @{symbol}, i32 {ty}, {name})"));
        }
    }

    fn make_globals(&mut self) {
        for global in &self.interface.globals {
            let name = self.name(&global.name);
            let (symbol, ty) = (quoted(&global.name), global.ty.index());
            let promised = self.promised(&global.name);
            let flags = GLOBAL | promised.flags();
            let arguments = format!("ptr @{symbol}, i32 {ty}, {name}, i32 {flags}");
            self.line(match promised.length {
                Some(Length::Fixed(count)) => {
                    format!("call void @__assay_unit_exactly({arguments}, i32 {count})")
                }
                _ => format!("call void @__assay_unit_input({arguments})"),
            });
            self.keep_range(&format!("@{symbol}"), global);
        }
    }

    fn promised(&self, name: &str) -> InputContract {
        self.contract.get(name).cloned().unwrap_or_default()
    }

    fn keep_range(&mut self, at: &str, variable: &InterfaceVariable) {
        if let Some((least, most)) = self.promised(&variable.name).range {
            let ty = variable.ty.index();
            self.line(format!(
                "call void @__assay_unit_range(ptr {at}, i32 {ty}, i64 {least}, i64 {most})"
            ));
        }
    }

    /// Every parameter has a slot; those that say how long another one is are made with it.
    fn make_parameters(&mut self) {
        let interface = self.interface;
        for (index, parameter) in interface.parameters.iter().enumerate() {
            let size = interface.types.get(parameter.ty).size.max(1);
            // Pieces that are loaded from it may reach beyond its end.
            let room = size.next_multiple_of(16);
            self.line(format!("%slot{index} = alloca [{room} x i8], align 16"));
            self.line(format!("store [{room} x i8] zeroinitializer, ptr %slot{index}"));
        }
        let lengths = lengths::of(interface, self.contract);
        for (index, parameter) in interface.parameters.iter().enumerate() {
            if lengths.iter().any(|(_, length)| *length == index) {
                continue;
            }
            let length = lengths.iter().find(|(pointer, _)| *pointer == index);
            self.make_parameter(index, parameter, length.map(|(_, length)| *length));
        }
        for (index, parameter) in interface.parameters.iter().enumerate() {
            self.keep_range(&format!("%slot{index}"), parameter);
        }
    }

    fn make_parameter(
        &mut self,
        index: usize,
        parameter: &InterfaceVariable,
        length: Option<usize>,
    ) {
        let name = self.name(&parameter.name);
        let promised = self.promised(&parameter.name);
        let mut flags = promised.flags();
        if ends::is_end(&self.interface.types, &parameter.name, parameter.ty)
            && promised == InputContract::default()
        {
            flags |= ends::END;
        }
        let meant = self.meanings.parameters.get(&index).filter(|_| {
            length.is_none() && meanings::is_unclear(&self.interface.types, parameter.ty)
        });
        let ty = meant.unwrap_or(&parameter.ty).index();
        if length.is_some() && promised.length.is_none() {
            flags |= lengths::LOOSE;
        }
        let arguments = format!("ptr %slot{index}, i32 {ty}, {name}, i32 {flags}");
        if let Some(length) = length {
            let other = &self.interface.parameters[length];
            let (length_type, length_name) = (other.ty.index(), self.name(&other.name));
            let (least, greatest) = self.promised(&other.name).range.unwrap_or((0, i64::MAX));
            self.line(format!(
                "call void @__assay_unit_sized({arguments}, ptr %slot{length}, i32 {length_type}, \
                 {length_name}, i64 {least}, i64 {greatest})"
            ));
        } else if let Some(Length::Fixed(count)) = promised.length {
            self.line(format!("call void @__assay_unit_exactly({arguments}, i32 {count})"));
        } else {
            self.line(format!("call void @__assay_unit_input({arguments})"));
        }
    }

    /// Returns the function's declaration.
    fn call(
        &mut self,
        module: &Module,
        function: Value<'_>,
        arguments: &Arguments<'_>,
    ) -> Result<String, LoadError> {
        let layout = module.data_layout();
        let mut declared = Vec::new();
        let mut passed = Vec::new();
        for (index, param) in function.params().into_iter().enumerate() {
            let ty = plain_type(param, function)?;
            declared.push(ty.clone());
            let index32 = index as u32;
            let argument = match arguments.arguments[index] {
                Argument::Result => {
                    let size = function
                        .param_type_attribute(index32, "sret")
                        .map_or(16, |ty| layout.alloc_size(ty));
                    self.line(format!("%result = alloca [{size} x i8], align 16"));
                    format!("ptr sret([{size} x i8]) align 16 %result")
                }
                Argument::Copy { parameter } => {
                    match function.param_type_attribute(index32, "byval") {
                        Some(held) => {
                            let size = layout.alloc_size(held);
                            format!("ptr byval([{size} x i8]) align 16 %slot{parameter}")
                        }
                        None => format!("ptr %slot{parameter}"),
                    }
                }
                Argument::Part { parameter, offset } => {
                    self.line(format!(
                        "%at{index} = getelementptr i8, ptr %slot{parameter}, i32 {offset}"
                    ));
                    self.load_part(index, &ty);
                    format!("{ty} %part{index}")
                }
                Argument::Unused => format!("{ty} zeroinitializer"),
            };
            passed.push(argument);
        }
        self.finish_call(module, function, &declared, &passed)
    }

    /// A truth value is one byte in memory.
    fn load_part(&mut self, index: usize, ty: &str) {
        if ty == "i1" {
            self.line(format!("%byte{index} = load i8, ptr %at{index}, align 1"));
            self.line(format!("%part{index} = trunc i8 %byte{index} to i1"));
        } else {
            self.line(format!("%part{index} = load {ty}, ptr %at{index}, align 1"));
        }
    }

    fn finish_call(
        &mut self,
        module: &Module,
        function: Value<'_>,
        declared: &[String],
        passed: &[String],
    ) -> Result<String, LoadError> {
        let signature = function.value_type();
        let result = signature.return_type();
        let result_text = result.print();
        if result_text.contains('%') {
            return Err(unsuitable(function, "its result has a type that a driver cannot spell"));
        }
        let name = quoted(&function.name());
        let mut list = declared.to_vec();
        if signature.is_variadic() {
            list.push("...".to_string());
        }
        let called = format!("{result_text} ({})", list.join(", "));
        let mut passed = passed.to_vec();
        passed.extend(self.variadic_arguments());
        let call = format!("call {called} @{name}({})", passed.join(", "));
        let ty = self.interface.result.map_or(0, |ty| ty.index());
        let is_returned_in_memory = passed.iter().any(|argument| argument.contains("%result"));
        if result.kind() == TypeKind::LLVMVoidTypeKind {
            self.line(call);
            let at = if is_returned_in_memory { "%result" } else { "null" };
            self.line(format!("call void @__assay_unit_returned(ptr {at}, i32 {ty})"));
        } else {
            let size = module.data_layout().alloc_size(result).max(16);
            self.line(format!("%result = alloca [{size} x i8], align 16"));
            self.line(format!("store [{size} x i8] zeroinitializer, ptr %result"));
            self.line(format!("%returned = {call}"));
            if result_text == "i1" {
                self.line("%wide = zext i1 %returned to i8");
                self.line("store i8 %wide, ptr %result");
            } else {
                self.line(format!("store {result_text} %returned, ptr %result"));
            }
            self.line(format!("call void @__assay_unit_returned(ptr %result, i32 {ty})"));
        }
        Ok(format!("declare {result_text} @{name}({})", list.join(", ")))
    }

    fn variadic_arguments(&mut self) -> Vec<String> {
        match self.interface.variadic {
            Some(Variadic::Texts) => vec![self.name(Variadic::TEXT); Variadic::COUNT],
            Some(Variadic::Numbers) => (1..=Variadic::COUNT).map(|n| format!("i32 {n}")).collect(),
            None => Vec::new(),
        }
    }

    /// `function` is declared already.
    fn callable_tables(&mut self, function: &str) -> String {
        let mut words = Vec::new();
        let mut addresses = Vec::new();
        let mut declarations: BTreeSet<String> = BTreeSet::new();
        for callable in self.callables {
            words.extend([callable.ty.index() as u32, self.names.add(&callable.name)]);
            addresses.push(format!("ptr @{}", quoted(&callable.name)));
            if callable.name != function {
                declarations.insert(callable.declaration(&self.interface.types));
            }
        }
        if addresses.is_empty() {
            addresses.push("ptr null".to_string());
        }
        let declarations: String = declarations.into_iter().collect();
        format!(
            "{declarations}{}@__assay_unit_callable_count = constant i32 {}\n\
             @__assay_unit_callable_addresses = constant [{} x ptr] [{}]\n",
            tables::words("__assay_unit_callables", &words),
            self.callables.len(),
            addresses.len(),
            addresses.join(", ")
        )
    }

    fn answer_table(&mut self) -> String {
        let mut words = Vec::new();
        for answer in self.answers {
            words.extend([answer.ty.index() as u32, self.names.add(answer.name())]);
        }
        tables::words("__assay_unit_answers", &words)
    }

    fn bounds_table(&self) -> String {
        let is_heap = u32::from(self.interface.is_heap);
        tables::words("__assay_unit_bounds", &self.bounds.levels())
            + &format!("@__assay_unit_is_heap = constant i32 {is_heap}\n")
            + &format!("@__assay_unit_tags = constant i32 {}\n", self.reach.tag_bits())
            + &format!(
                "@__assay_unit_orders = constant i32 {}\n",
                u32::from(self.reach.orders_pointers())
            )
    }
}

fn unsuitable(function: Value<'_>, reason: &str) -> LoadError {
    LoadError::Unsuitable { entry: function.name(), reason: reason.to_string() }
}

fn plain_type(param: Value<'_>, function: Value<'_>) -> Result<String, LoadError> {
    let text = param.ty().print();
    if text.contains('%') {
        return Err(unsuitable(function, "a parameter has a type that a driver cannot spell"));
    }
    Ok(text)
}

/// A name as LLVM's assembly has it.
pub(super) fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f.. => {
                let _ = write!(text, "\\{byte:02X}");
            }
            _ => text.push(byte as char),
        }
    }
    text + "\""
}
