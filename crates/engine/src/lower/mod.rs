//! From the program model to the machine's flat code.

mod control;
mod function;
mod instruction;
pub mod leaves;

use crate::code::{Code, Edge, Target};
use crate::image::Image;
use assay_base::Id;
use assay_program::{BlockId, EdgeKind, FuncId, Program};
use function::FunctionLowering;
use rustc_hash::FxHashSet;

/// What the code depends on besides the program.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// Report signed overflow.
    pub check_overflow: bool,
    /// Take care of what the program does with addresses, for proofs (see `addresses.rs`).
    pub watch_addresses: bool,
    /// Where two pointers of a unit are ordered or subtracted, they are tried as pointers into one
    /// object.
    pub relate_pointers: bool,
}

/// Translates every function that has a body.
pub fn lower(program: &Program, image: &Image, options: LowerOptions) -> Code {
    lower_observed(program, image, options, &[])
}

/// The same, with a look at the state where each of these blocks begins, behind its phis. They are
/// known by their positions in the list.
pub fn lower_observed(
    program: &Program,
    image: &Image,
    options: LowerOptions,
    points: &[(FuncId, BlockId)],
) -> Code {
    let mut code = Code { pointer_bits: program.pointer_bits as u8, ..Code::default() };
    add(&mut code, program, image, options, points);
    code
}

/// Takes in what has come to a program; what was there stays where it is.
pub(crate) fn lower_more(code: &mut Code, program: &Program, image: &Image, options: LowerOptions) {
    add(code, program, image, options, &[]);
    let calls = &mut code.calls;
    code.stubs.retain(|&site| {
        let callee = &mut calls[site as usize].callee;
        if let Target::Stub(function) = *callee {
            *callee = target(program, function);
        }
        matches!(callee, Target::Stub(_))
    });
}

/// Translates the functions that have no code yet.
fn add(
    code: &mut Code,
    program: &Program,
    image: &Image,
    options: LowerOptions,
    points: &[(FuncId, BlockId)],
) {
    let is_unit = program.platform.driver.is_some();
    let options = LowerOptions { relate_pointers: is_unit, ..options };
    let more_edges = program.edges.values().skip(code.is_library_edge.len());
    code.is_library_edge.extend(more_edges.map(|edge| edge.kind == EdgeKind::Library));
    code.hits = hits(program);
    code.targets.resize(program.edges.len(), 0);
    code.functions.resize(program.functions.len(), None);
    let labels = &image.addresses.block_order;
    code.block_addresses.resize(labels.len(), 0);
    for id in program.came_since(code.arrivals.replace(program.arrivals.len())) {
        let body = program.functions[id].body.as_ref();
        let Some(body) = body.filter(|_| code.functions[id.index()].is_none()) else { continue };
        let mut lowering = FunctionLowering::new(program, image, code, id, body, options);
        lowering.points = points;
        let (lowered, blocks) = lowering.run();
        code.functions[id.index()] = Some(lowered);
        for (address, &(owner, block)) in code.block_addresses.iter_mut().zip(labels) {
            if owner == id {
                *address = blocks[block.index()];
            }
        }
    }
}

/// The edges that are taken where a pointer hits a variable.
fn hits(program: &Program) -> FxHashSet<Edge> {
    let variables = program.dataflow.variables.iter();
    let definitions = variables.flat_map(|variable| &variable.definitions);
    definitions.filter_map(|definition| definition.hit).map(|edge| edge.index() as Edge).collect()
}

/// What a direct call of `function` means.
fn target(program: &Program, function: FuncId) -> Target {
    let callee = &program.functions[function];
    match callee.role.primitive() {
        Some(primitive) => Target::Primitive(primitive, function),
        _ if callee.body.is_some() => Target::Function(function),
        _ if program.is_stub(function) => Target::Stub(function),
        _ => Target::External(function),
    }
}
