//! From a linked, verified, possibly promoted LLVM module to the program model.
//!
//! First everything with a name gets its id, then initialisers and bodies are converted, so that
//! references in any direction find their target. One file per group: types, constants, the
//! instructions by family, variables, source places.

mod assembly;
mod calls;
mod chains;
mod constants;
mod dataflow;
mod functions;
mod instructions;
mod intrinsics;
mod memory;
mod source_files;
mod terminators;
mod types;
mod variables;

use crate::coverage::{CoverageMap, FunctionCoverage};
use crate::edges;
use crate::llvm::{Block, DataLayout, Metadata, Module, RawLinkage, Type, Value, ValueKind};
use crate::marks::{self, Marks};
use crate::model;
use crate::promote::UNINITIALISED;
use crate::wide;
use assay_base::{Arena, Id};
use assay_program::role::Conduct;
use assay_program::{
    BlockId, ConstId, Edge, EdgeId, EdgeKind, EdgeSource, FuncId, Function, Global, GlobalId,
    Linkage, Param, Program, Role, TypeId, ValueId,
};
use rustc_hash::FxHashMap;
pub use source_files::SourceFiles;
use std::sync::Arc;

pub use source_files::file_name;
pub use variables::debug_calls;

pub struct Converter<'m> {
    module: &'m Module<'m>,
    layout: DataLayout<'m>,
    program: Program,
    files: SourceFiles<'m>,
    coverage: CoverageMap,
    types: FxHashMap<Type<'m>, TypeId>,
    constants: FxHashMap<Value<'m>, ConstId>,
    functions: FxHashMap<Value<'m>, FuncId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    blocks: FxHashMap<Value<'m>, FxHashMap<Block<'m>, BlockId>>,
    /// 1 for the variable of the first parameter.
    parameter_numbers: FxHashMap<Metadata<'m>, u32>,
    kinds: MetadataKinds,
    marks: &'m Marks,
    /// The edges of user code by their numbers, which promotion and conversion do not change.
    numbered_edges: Vec<Option<Edge>>,
    /// Edges of the libc model, which come after those of the user.
    model_edges: Vec<Edge>,
    maps: Maps,
}

/// clang's coverage maps, of the functions that have one.
pub type Maps = Vec<(FuncId, FunctionCoverage)>;

struct MetadataKinds {
    annotation: u32,
    debug: u32,
    edges: u32,
}

/// `marks`: what [`edges::number`] and [`Marks::place`] have given out.
pub fn program<'m>(module: &'m Module<'m>, marks: &'m Marks) -> (Program, Maps) {
    module.set_debug_records(false);
    let parameter_numbers = variables::parameter_numbers(module);
    let mut converter = Converter {
        module,
        layout: module.data_layout(),
        program: Program::default(),
        files: SourceFiles::new(),
        coverage: CoverageMap::of(module),
        types: FxHashMap::default(),
        constants: FxHashMap::default(),
        functions: FxHashMap::default(),
        globals: FxHashMap::default(),
        blocks: FxHashMap::default(),
        parameter_numbers,
        kinds: MetadataKinds {
            annotation: module.metadata_kind("annotation"),
            debug: module.metadata_kind("dbg"),
            edges: module.metadata_kind(edges::METADATA),
        },
        numbered_edges: vec![None; marks.edge_count as usize],
        marks,
        model_edges: Vec::new(),
        maps: Maps::new(),
    };
    converter.run();
    (converter.program, converter.maps)
}

/// The names of the files that have code, without those of the system.
pub fn source_files(module: &Module) -> Vec<String> {
    let mut files = SourceFiles::new();
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let subprogram = function.subprogram();
        files.place(subprogram.and_then(|subprogram| subprogram.scope_file()), 1, 0);
    }
    for path in CoverageMap::of(module).files() {
        files.of_path(path);
    }
    let files = files.take();
    let own = files.values().filter(|file| !file.is_system);
    let mut names: Vec<String> = own.map(|file| file.name.clone()).collect();
    names.sort();
    names
}

impl<'m> Converter<'m> {
    fn run(&mut self) {
        self.program.pointer_bits = self.layout.pointer_bits();
        let globals: Vec<Value> = self.module.globals().filter(|&g| is_program_global(g)).collect();
        let functions: Vec<Value> =
            self.module.functions().filter(|&f| is_program_function(f)).collect();
        for (index, &global) in globals.iter().enumerate() {
            self.globals.insert(global, GlobalId::new(index));
        }
        for (index, &function) in functions.iter().enumerate() {
            self.functions.insert(function, FuncId::new(index));
        }
        for &function in &functions {
            let declared = self.declare_function(function);
            self.program.functions.push(declared);
        }
        for &global in &globals {
            let converted = self.global(global);
            self.program.globals.push(converted);
        }
        for &function in functions.iter().filter(|function| !function.is_declaration()) {
            let body = functions::body(self, function);
            let id = self.functions[&function];
            self.program.functions[id].body = Some(Arc::new(body));
        }
        self.program.startup = self.structors("llvm.global_ctors");
        self.program.shutdown = self.structors("llvm.global_dtors");
        self.program.shutdown.reverse();
        self.note_module_assembly();
        self.finish_edges();
        self.dataflow();
        self.program.files = self.files.take();
    }

    fn declare_function(&mut self, function: Value<'m>) -> Function {
        let ty = function.value_type();
        let params = function.params();
        Function {
            name: source_name(function),
            linkage: linkage(function.linkage()),
            params: params
                .into_iter()
                .enumerate()
                .map(|(index, param)| self.param(function, index as u32, param))
                .collect(),
            return_type: self.type_id(ty.return_type()),
            is_variadic: ty.is_variadic(),
            is_model: function.has_function_mark(model::MARK),
            never_returns: function.has_function_attribute("noreturn"),
            place: function.subprogram().and_then(|subprogram| {
                self.files.place(subprogram.scope_file(), subprogram.subprogram_line(), 0)
            }),
            role: Role::default(),
            conduct: Conduct::default(),
            stable_name: None,
            label: None,
            outside: None,
            body: None,
            prototype: None,
        }
    }

    fn param(&mut self, function: Value<'m>, index: u32, param: Value<'m>) -> Param {
        let byval = function.param_type_attribute(index, "byval");
        let name = param.name();
        Param {
            value: ValueId::new(index as usize),
            ty: self.type_id(param.ty()),
            byval: byval.map(|ty| self.type_id(ty)),
            is_sret: function.param_type_attribute(index, "sret").is_some(),
            name: (!name.is_empty()).then_some(name),
        }
    }

    fn global(&mut self, global: Value<'m>) -> Global {
        let ty = global.value_type();
        let variable = global.global_variable(self.kinds.debug);
        let is_sized = ty.is_sized();
        Global {
            name: source_name(global),
            ty: self.type_id(ty),
            size: if is_sized { self.layout.alloc_size(ty) } else { 0 },
            align: match global.alignment() {
                0 if is_sized => self.layout.global_align(global),
                align => align.max(1),
            },
            initialiser: global.initialiser().map(|value| self.constant(value)),
            is_constant: global.is_constant_global(),
            is_thread_local: global.is_thread_local(),
            place: variable.and_then(|variable| {
                let (file, line) = variable.variable_place();
                self.files.place(file, line, 0)
            }),
            source_name: variable.and_then(|variable| variable.variable_name()),
        }
    }

    /// The functions of `llvm.global_ctors` or `…dtors`, lowest priority first.
    fn structors(&mut self, list: &str) -> Vec<FuncId> {
        let entries = self.module.global_named(list).and_then(Value::initialiser);
        let mut found: Vec<(u64, FuncId)> = Vec::new();
        for entry in entries.into_iter().flat_map(Value::operands) {
            if entry.kind() != ValueKind::LLVMConstantStructValueKind {
                continue;
            }
            let priority = entry.operand(0).as_int().unwrap_or(u64::MAX);
            if let Some(function) = self.called_function(entry.operand(1)) {
                found.push((priority, function));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, function)| function).collect()
    }

    /// The function that a constant is, also through aliases.
    fn called_function(&self, mut value: Value<'m>) -> Option<FuncId> {
        while value.kind() == ValueKind::LLVMGlobalAliasValueKind {
            value = value.aliasee();
        }
        self.functions.get(&value).copied()
    }

    fn note_module_assembly(&mut self) {
        if !self.module.inline_assembly().trim().is_empty() {
            let note = "assembly outside of functions is ignored".to_string();
            self.program.notes.push(note);
        }
    }

    /// The id of a block of any function of the module.
    fn block_id(&mut self, function: Value<'m>, block: Block<'m>) -> Option<BlockId> {
        let ids = self.blocks.entry(function).or_insert_with(|| {
            function.blocks().enumerate().map(|(index, b)| (b, BlockId::new(index))).collect()
        });
        ids.get(&block).copied()
    }

    /// The first edge of a branching instruction, whose outcomes are entered into the table.
    fn edges_of(&mut self, source: Value<'m>, function: FuncId, at: EdgeSource) -> EdgeId {
        let count = edges::outcome_count(source);
        let kind = EdgeKind::of(&self.program.functions[function], at, false);
        let outcomes = (0..count).map(|outcome| Edge { function, source: at, outcome, kind });
        let number = source.metadata(self.kinds.edges).and_then(Value::node_integer);
        match number.map(|number| number as usize) {
            Some(first) if first + count as usize <= self.numbered_edges.len() => {
                for (slot, edge) in self.numbered_edges[first..].iter_mut().zip(outcomes) {
                    *slot = Some(edge);
                }
                EdgeId::new(first)
            }
            _ => {
                let first = self.numbered_edges.len() + self.model_edges.len();
                self.model_edges.extend(outcomes);
                EdgeId::new(first)
            }
        }
    }

    fn finish_edges(&mut self) {
        let missing = self.numbered_edges.iter().filter(|edge| edge.is_none()).count();
        debug_assert_eq!(missing, 0, "an edge of the user's code was lost in promotion");
        let edges = std::mem::take(&mut self.numbered_edges).into_iter().flatten();
        let edges: Arena<EdgeId, Edge> =
            edges.chain(std::mem::take(&mut self.model_edges)).collect();
        self.program.edges = edges;
    }
}

/// Names with a leading `\1` are exact for the assembler; the rest of the name is what C sees.
fn source_name(value: Value) -> String {
    let name = value.name();
    name.strip_prefix('\u{1}').map(str::to_string).unwrap_or(name)
}

fn linkage(raw: RawLinkage) -> Linkage {
    match raw {
        RawLinkage::LLVMInternalLinkage | RawLinkage::LLVMPrivateLinkage => Linkage::Internal,
        RawLinkage::LLVMWeakAnyLinkage
        | RawLinkage::LLVMWeakODRLinkage
        | RawLinkage::LLVMLinkOnceAnyLinkage
        | RawLinkage::LLVMLinkOnceODRLinkage
        | RawLinkage::LLVMExternalWeakLinkage => Linkage::Weak,
        _ => Linkage::External,
    }
}

fn is_program_function(function: Value) -> bool {
    let name = function.name();
    let own = ["llvm.", marks::MARK, UNINITIALISED, wide::UNSUPPORTED];
    !own.iter().any(|prefix| name.starts_with(prefix))
}

/// Not the tables that instrumentation and the compiler keep for themselves.
fn is_program_global(global: Value) -> bool {
    let name = global.name();
    let private = ["llvm.", "__profn_", "__covrec_", "__llvm_coverage_", "__llvm_prf", "__profc_"];
    let own_sections = ["llvm.metadata", "__llvm_covmap", "__llvm_covfun"];
    !private.iter().any(|prefix| name.starts_with(prefix))
        && !own_sections.contains(&global.section().as_str())
}
