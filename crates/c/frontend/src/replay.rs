//! The module for native replay: the user's code as linked, with clang's instrumentation, and
//! with a byte per edge that is set when the edge is taken.
//!
//! `llvm-cov` infers false counts by subtraction and so reports branches as covered that were never
//! reached (after a crash, or an `exit` in a callee). The bytes are exact: just before a branch,
//! the index of the edge it is about to take is computed from its condition by selects and the byte
//! is set. A mark becomes the setting of its byte. No block is added and no edge is split, so the
//! module's coverage map stays true.

use crate::llvm::{Builder, Module, Opcode, RawLinkage, Value};
use crate::{edges, marks};

const EDGES: &str = "__assay_edges";
const PAGE: u64 = 4096;
const EDGE_COUNT: &str = "__assay_edge_count";

/// Adds the recording to a copy of the user's module and returns its bitcode. Nobody looks at its
/// places in the source, and making machine code with them takes the square of how deep it is
/// nested.
pub fn bitcode(linked: &Module, edge_count: u32) -> Vec<u8> {
    let module = linked.duplicate();
    record_edges(&module, edge_count);
    module.strip_places();
    module.write_bitcode()
}

fn record_edges(module: &Module, edge_count: u32) {
    let byte = module.int_type(8);
    let word = module.int_type(32);
    // Whole pages, so that processes can share them and nothing else. An array of no bytes would
    // share its address with its neighbour.
    let size = u64::from(edge_count.max(1)).next_multiple_of(PAGE);
    let table_type = byte.array_of(size);
    let table = module.add_global(EDGES, table_type, table_type.zero());
    table.set_alignment(PAGE as u32);
    let count = module.add_global(EDGE_COUNT, word, word.constant(u64::from(edge_count)));
    count.set_linkage(RawLinkage::LLVMExternalLinkage);
    let kind = module.metadata_kind(edges::METADATA);
    let builder = Builder::new(module);
    for function in module.functions() {
        let found = marks::of(function);
        for &source in edges::sources(function).iter().chain(&found) {
            let Some(first) = source.metadata(kind).and_then(Value::node_integer) else {
                continue;
            };
            builder.place_before(source);
            let edge = |outcome: u32| word.constant(u64::from(first + outcome));
            let index = taken_edge(&builder, source, edge);
            let address = builder.element_address(byte, table, index);
            builder.store(byte.constant(1), address);
        }
        found.into_iter().for_each(Value::erase);
    }
}

fn taken_edge<'m>(
    builder: &Builder<'m>,
    source: Value<'m>,
    edge: impl Fn(u32) -> Value<'m>,
) -> Value<'m> {
    match source.opcode() {
        Opcode::LLVMSwitch => {}
        Opcode::LLVMCall => return builder.binary(Opcode::LLVMAdd, source.operand(0), edge(0)),
        _ => return builder.select(source.operand(0), edge(0), edge(1)),
    }
    let cases = source.case_values();
    let value = source.operand(0);
    let default = edge(cases.len() as u32);
    cases.into_iter().enumerate().fold(default, |otherwise, (index, case)| {
        builder.select(builder.equal(value, case), edge(index as u32), otherwise)
    })
}
