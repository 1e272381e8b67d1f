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
    /// Where two pointers of a unit are ordered or subtracted, they are tried as pointers into one object.
    pub relate_pointers: bool,
}

/// Translates every function that has a body.
pub fn lower(program: &Program, image: &Image, options: LowerOptions) -> Code {
    lower_observed(program, image, options, &[])
}

/// The same, with a look at the state where each of these blocks begins, behind its phis. They are known by their
/// positions in the list.
pub fn lower_observed(
    program: &Program,
    image: &Image,
    options: LowerOptions,
    points: &[(FuncId, BlockId)],
) -> Code {
    let is_unit = program.platform.driver.is_some();
    let options = LowerOptions { relate_pointers: is_unit, ..options };
    let is_library_edge = program.edges.values().map(|edge| edge.kind == EdgeKind::Library);
    let mut code = Code {
        is_library_edge: is_library_edge.collect(),
        hits: hits(program),
        targets: vec![0; program.edges.len()],
        functions: vec![None; program.functions.len()],
        pointer_bits: program.pointer_bits as u8,
        ..Code::default()
    };
    let mut labels = vec![0; image.addresses.block_order.len()];
    for (id, function) in program.functions.iter() {
        if let Some(body) = &function.body {
            let mut lowering = FunctionLowering::new(program, image, &mut code, id, body, options);
            lowering.points = points;
            let (lowered, blocks) = lowering.run();
            code.functions[id.index()] = Some(lowered);
            for (label, &(owner, block)) in labels.iter_mut().zip(&image.addresses.block_order) {
                if owner == id {
                    *label = blocks[block.index()];
                }
            }
        }
    }
    code.block_addresses = labels;
    code
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
        _ => Target::External(function),
    }
}
