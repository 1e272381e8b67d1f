//! A driver for any function: a `main` that makes the function's parameters, and the variables
//! it can see, from inputs, and calls it.
//!
//! The driver is LLVM assembly written here and linked into the program. It has no branches of
//! its own; everything that depends on types is done by `runtime/unit.c`, guided by tables.

mod arguments;
mod contract;
mod ctypes;
mod lengths;
mod reach;
mod tables;

pub use contract::{Contract, InputContract, Length};
pub use tables::Bounds;

use crate::LoadError;
use crate::edges::is_local;
use crate::llvm::{Context, Metadata, Module, RawLinkage, TypeKind, Value};
use arguments::{Argument, Arguments};
use assay_base::Id;
use assay_program::{CKind, CTypeId, CTypes, Interface, InterfaceVariable, Variadic, interface};
pub use ctypes::CTypeReader;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tables::Names;

/// Functions that a pointer may name, of each type.
const MAX_CALLABLES: usize = 4;
/// Bytes of a variable that is made an input.
const MAX_GLOBAL: u64 = 1 << 14;

/// Flags of an input, as in `runtime/unit.h`.
const GLOBAL: u32 = 8;

/// The name that the program's own `main` gets when it is not the one that runs.
const OTHER_MAIN: &str = "assay_other_main";

/// A unit of a program.
#[derive(Clone)]
pub struct Unit {
    pub interface: Interface,
    driver: String,
    /// What the driver refers to by name.
    used: Vec<String>,
}

/// Reads the unit's interface and writes its driver.
///
/// `sources` are the files that were compiled, by their absolute paths.
pub fn prepare(
    module: &Module,
    function: Value<'_>,
    sources: &[PathBuf],
    bounds: &Bounds,
    contract: &Contract,
) -> Result<Unit, LoadError> {
    module.set_debug_records(false);
    let arguments = Arguments::of(module, function);
    let mut reader = CTypeReader::new(module.data_layout().pointer_bits());
    let parameters = parameters(&mut reader, &arguments);
    let result = function.subprogram().and_then(Metadata::subprogram_type).map(|list| {
        let result = list.base_type().and_then(|list| list.node_operands().first().copied()?);
        reader.read(result)
    });
    let reach = reach::from([function]);
    let globals = globals(module, &mut reader, function, &reach);
    let used = globals.iter().map(|(value, _)| value.name()).collect();
    let wanted = function_types(&reader.types);
    let mut callables = callables(module, &mut reader, &wanted, &compiled_file(function));
    callables.extend(stubs(&function.name(), &reader.types, &wanted));
    let called = callables.iter().filter_map(|(_, name)| module.function_named(name));
    let called = reach::from(called.chain([function]));
    let mut unit = Unit {
        interface: Interface {
            function: function.name(),
            parameters: parameters.clone(),
            result: result.filter(|&id| reader.types.get(id).kind != CKind::Void),
            globals: globals.iter().map(|(_, variable)| variable.clone()).collect(),
            source: compiled_file(function)
                .and_then(|file| sources.iter().position(|source| *source == file)),
            variadic: variadic(&reader.types, function, &parameters),
            is_heap: called.functions.iter().any(|function| releases(&function.name())),
            types: reader.types,
        },
        driver: String::new(),
        used,
    };
    contract::check(contract, &unit.interface)?;
    let driver = Driver::new(&unit.interface, bounds, contract, &callables);
    unit.driver = driver.text(module, function, &arguments)?;
    unit.used.extend(callables.into_iter().map(|(_, name)| name));
    unit.used.push(function.name());
    Ok(unit)
}

impl Unit {
    /// Makes the driver the program's `main`.
    pub fn link<'c>(&self, module: &mut Module<'c>, context: &'c Context) -> Result<(), LoadError> {
        let internal = |reason: String| LoadError::Internal { reason };
        for name in &self.used {
            let value = module.function_named(name).or_else(|| module.global_named(name));
            if let Some(value) = value.filter(|value| is_local(value.linkage())) {
                value.set_linkage(RawLinkage::LLVMExternalLinkage);
            }
        }
        if let Some(main) = module.function_named("main") {
            main.set_name(OTHER_MAIN);
        }
        let driver = context.parse_assembly(&self.driver).map_err(internal)?;
        driver.set_target(&module.triple(), &module.data_layout_text());
        module.link(driver).map_err(internal)
    }
}

/// Removes what the driver cannot reach. The tables stay visible for the native part of the
/// driver.
pub fn drop_unreachable(module: &mut Module) -> Result<(), LoadError> {
    let mut kept = vec!["main".to_string()];
    let tables = module.globals().map(|global| global.name());
    kept.extend(tables.filter(|name| name.starts_with("__assay_unit_")));
    let kept: Vec<String> = kept.iter().map(|name| format!("preserve-gv={name}")).collect();
    let passes = format!("internalize<{}>,globaldce", kept.join(";"));
    module.run_passes(&passes).map_err(|reason| LoadError::Internal { reason })
}

/// The functions that can be units, and whether they can be called from other files.
pub fn candidates(module: &Module) -> Vec<(String, bool)> {
    module
        .functions()
        .filter(|function| !function.is_declaration())
        .map(|function| (function.name(), !is_local(function.linkage())))
        .filter(|(name, _)| !name.starts_with("llvm."))
        .collect()
}

fn releases(name: &str) -> bool {
    matches!(name, "free" | "realloc" | "reallocarray" | "cfree" | "fclose" | "getline")
}

fn compiled_file(function: Value<'_>) -> Option<PathBuf> {
    let (folder, name) = function.subprogram()?.compiled_file()?.file_path();
    let path = Path::new(&folder).join(name);
    Some(path.canonicalize().unwrap_or(path))
}

fn parameters<'m>(
    reader: &mut CTypeReader<'m>,
    arguments: &Arguments<'m>,
) -> Vec<InterfaceVariable> {
    let parameter = |(index, &variable): (usize, &Metadata<'m>)| {
        let name = variable.variable_name().filter(|name| !name.is_empty());
        InterfaceVariable {
            name: name.unwrap_or_else(|| format!("parameter{}", index + 1)),
            ty: reader.read(variable.variable_type()),
        }
    };
    arguments.parameters.iter().enumerate().map(parameter).collect()
}

/// The variables that the unit can see and a test of it can name: those that code of the same file
/// mentions.
fn globals<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    function: Value<'m>,
    reach: &reach::Reach<'m>,
) -> Vec<(Value<'m>, InterfaceVariable)> {
    let debug = module.metadata_kind("dbg");
    let own_file = compiled_file(function);
    let visible: Vec<Value<'m>> = reach
        .functions
        .iter()
        .filter(|function| compiled_file(**function) == own_file)
        .flat_map(|function| reach::mentioned(*function))
        .collect();
    let mut found: Vec<(Value<'m>, InterfaceVariable)> = Vec::new();
    for &global in &reach.globals {
        let is_input = !global.is_declaration()
            && !global.is_constant_global()
            && !global.is_thread_local()
            && visible.contains(&global);
        let Some(variable) = global.global_variable(debug).filter(|_| is_input) else { continue };
        // The variables inside functions, and those renamed by the linker, have other names here.
        let Some(name) = variable.variable_name().filter(|name| *name == global.name()) else {
            continue;
        };
        let ty = reader.read(variable.variable_type());
        if (1..=MAX_GLOBAL).contains(&reader.types.get(ty).size) {
            found.push((global, InterfaceVariable { name, ty }));
        }
    }
    found.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    found
}

fn variadic(
    types: &CTypes,
    function: Value<'_>,
    parameters: &[InterfaceVariable],
) -> Option<Variadic> {
    let is_text = |parameter: &InterfaceVariable| match types.get(parameter.ty).kind {
        CKind::Pointer { to, .. } => types.get(to).kind == CKind::Char,
        _ => false,
    };
    let is_format = parameters.last().is_some_and(is_text);
    let is_variadic = function.value_type().is_variadic();
    is_variadic.then_some(if is_format { Variadic::Texts } else { Variadic::Numbers })
}

fn function_types(types: &CTypes) -> Vec<CTypeId> {
    let is_function = |id: &CTypeId| matches!(types.get(*id).kind, CKind::Function { .. });
    types.0.ids().filter(is_function).collect()
}

/// Functions of the program whose address is taken, by the function types they have.
fn callables<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    wanted: &[CTypeId],
    file: &Option<PathBuf>,
) -> Vec<(CTypeId, String)> {
    let mut found: Vec<(CTypeId, String)> = Vec::new();
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let Some(ty) = function.subprogram().and_then(Metadata::subprogram_type) else { continue };
        // A test can name only what its own file declares.
        if !reach::is_address_taken(function) || compiled_file(function) != *file {
            continue;
        }
        let ty = reader.read(Some(ty));
        let kind = reader.types.get(ty).kind.clone();
        for &id in wanted {
            let is_full = found.iter().filter(|(known, _)| *known == id).count() == MAX_CALLABLES;
            if !is_full && reader.types.get(id).kind == kind {
                found.push((id, function.name()));
            }
        }
    }
    found
}

/// For each function type, a function that is defined nowhere, so that it may return anything.
fn stubs(unit: &str, types: &CTypes, wanted: &[CTypeId]) -> Vec<(CTypeId, String)> {
    let stub = |&id: &CTypeId| {
        result_type(types, id)?;
        Some((id, format!("{}{unit}_{}", interface::CALLBACK, id.index())))
    };
    wanted.iter().filter_map(stub).collect()
}

/// What LLVM calls the result of a function type, where it is a scalar.
fn result_type(types: &CTypes, function: CTypeId) -> Option<String> {
    let CKind::Function { result, .. } = types.get(function).kind else { return None };
    let ty = types.get(result);
    Some(match (&ty.kind, ty.size) {
        (CKind::Void, _) => "void".to_string(),
        (CKind::Bool, _) => "i1".to_string(),
        (CKind::Pointer { .. }, _) => "ptr".to_string(),
        (CKind::Float, 4) => "float".to_string(),
        (CKind::Float, 8) => "double".to_string(),
        (CKind::Char | CKind::Signed | CKind::Unsigned | CKind::Enum, size @ (1 | 2 | 4 | 8)) => {
            format!("i{}", size * 8)
        }
        _ => return None,
    })
}

/// Writes the assembly.
struct Driver<'a> {
    interface: &'a Interface,
    bounds: &'a Bounds,
    contract: &'a Contract,
    callables: &'a [(CTypeId, String)],
    names: Names,
    body: String,
}

const DECLARATIONS: &str = "\
declare void @__assay_unit_input(ptr, i32, ptr, i32)
declare void @__assay_unit_sized(ptr, i32, ptr, i32, ptr, i32, ptr)
declare void @__assay_unit_exactly(ptr, i32, ptr, i32, i32)
declare void @__assay_unit_range(ptr, i32, i64, i64)
declare void @__assay_unit_ready()
declare void @__assay_unit_returned(ptr, i32)
";

impl<'a> Driver<'a> {
    fn new(
        interface: &'a Interface,
        bounds: &'a Bounds,
        contract: &'a Contract,
        callables: &'a [(CTypeId, String)],
    ) -> Driver<'a> {
        Driver { interface, bounds, contract, callables, names: Names::new(), body: String::new() }
    }

    fn text(
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
        self.make_globals();
        self.make_parameters();
        self.line("call void @__assay_unit_ready()");
        let declaration = self.call(module, function, arguments)?;
        let types = tables::types(&self.interface.types, &mut self.names);
        let callables = self.callable_tables();
        let bounds = self.bounds_table();
        let names = self.names.definition();
        Ok(format!(
            "{names}{types}{callables}{bounds}{references}{DECLARATIONS}{declaration}\n\
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
        let functions: Vec<String> =
            functions.filter(|name| self.callables.iter().all(|known| known.1 != *name)).collect();
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

    fn make_globals(&mut self) {
        for global in &self.interface.globals {
            let name = self.name(&global.name);
            let (symbol, ty) = (quoted(&global.name), global.ty.index());
            let flags = GLOBAL | self.promised(&global.name).flags();
            self.line(format!(
                "call void @__assay_unit_input(ptr @{symbol}, i32 {ty}, {name}, i32 {flags})"
            ));
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
        let arguments = format!(
            "ptr %slot{index}, i32 {}, {name}, i32 {}",
            parameter.ty.index(),
            promised.flags()
        );
        if let Some(length) = length {
            let other = &self.interface.parameters[length];
            let (length_type, length_name) = (other.ty.index(), self.name(&other.name));
            self.line(format!(
                "call void @__assay_unit_sized({arguments}, ptr %slot{length}, i32 {length_type}, \
                 {length_name})"
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

    fn callable_tables(&mut self) -> String {
        let mut words = Vec::new();
        let mut addresses = Vec::new();
        let mut declarations = String::new();
        for (ty, name) in self.callables {
            words.extend([ty.index() as u32, self.names.add(name)]);
            addresses.push(format!("ptr @{}", quoted(name)));
            let is_stub = name.starts_with(interface::CALLBACK);
            let result = result_type(&self.interface.types, *ty).filter(|_| is_stub);
            let result = result.unwrap_or_else(|| "void".to_string());
            let declaration = format!("declare {result} @{}()\n", quoted(name));
            if *name != self.interface.function && !declarations.contains(&declaration) {
                declarations += &declaration;
            }
        }
        if addresses.is_empty() {
            addresses.push("ptr null".to_string());
        }
        format!(
            "{declarations}{}@__assay_unit_callable_count = constant i32 {}\n\
             @__assay_unit_callable_addresses = constant [{} x ptr] [{}]\n",
            tables::words("__assay_unit_callables", &words),
            self.callables.len(),
            addresses.len(),
            addresses.join(", ")
        )
    }

    fn bounds_table(&self) -> String {
        let Bounds { items, sized, nested, text, room, depth, objects, elements } = *self.bounds;
        let is_heap = u32::from(self.interface.is_heap);
        let words = [items, sized, nested, text, room, depth, objects, elements, is_heap];
        tables::words("__assay_unit_bounds", &words)
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
fn quoted(name: &str) -> String {
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
