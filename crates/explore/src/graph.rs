//! The interprocedural graph of a program, as strategies see it.

use assay_base::Id;
use assay_program::callgraph::CallGraph;
use assay_program::{BlockId, Callee, EdgeSource, FuncId, Op, Program, Terminator};
use assay_search::Graph;

/// Blocks of all functions, numbered one after the other.
pub fn of(program: &Program) -> Graph {
    let mut first = Vec::with_capacity(program.functions.len());
    let mut count = 0u32;
    for function in program.functions.values() {
        first.push(count);
        count += function.body.as_ref().map_or(0, |body| body.blocks.len() as u32);
    }
    let node = |function: FuncId, block: BlockId| first[function.index()] + block.index() as u32;
    let calls = CallGraph::new(program);
    let mut successors: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
    for (id, function) in program.functions.iter() {
        let Some(body) = &function.body else { continue };
        for (block_id, block) in body.blocks.iter() {
            let from = node(id, block_id);
            let next: Vec<u32> =
                block.terminator.successors().into_iter().map(|to| node(id, to)).collect();
            for inst in &block.insts {
                for callee in callees(program, calls.address_taken(), &inst.op) {
                    successors[from as usize].push(node(callee, BlockId::new(0)));
                    for exit in exits(program, callee) {
                        successors[node(callee, exit) as usize].extend(&next);
                    }
                }
            }
            successors[from as usize].extend(&next);
        }
    }
    for list in &mut successors {
        list.sort_unstable();
        list.dedup();
    }
    Graph { successors, edges: edges(program, node) }
}

/// The functions with a body that an instruction may call.
fn callees(program: &Program, address_taken: &[FuncId], op: &Op) -> Vec<FuncId> {
    let Op::Call { callee, args } = op else { return Vec::new() };
    let has_body = |id: &FuncId| program.functions[*id].body.is_some();
    match callee {
        Callee::Direct(function) => Some(*function).filter(has_body).into_iter().collect(),
        Callee::Indirect(_) => {
            let fits = |id: &FuncId| program.functions[*id].params.len() == args.len();
            address_taken.iter().copied().filter(has_body).filter(fits).collect()
        }
    }
}

fn exits(program: &Program, function: FuncId) -> Vec<BlockId> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let is_exit = |block: &assay_program::Block| matches!(block.terminator, Terminator::Return(_));
    body.blocks.iter().filter(|(_, block)| is_exit(block)).map(|(id, _)| id).collect()
}

/// Start and end of every edge of the program.
fn edges(program: &Program, node: impl Fn(FuncId, BlockId) -> u32) -> Vec<Option<(u32, u32)>> {
    let mut edges = vec![None; program.edges.len()];
    for (id, edge) in program.edges.iter() {
        let Some(body) = &program.functions[edge.function].body else { continue };
        edges[id.index()] = match edge.source {
            EdgeSource::Terminator(block) => {
                let successors = body.blocks[block].terminator.successors();
                successors
                    .get(edge.outcome as usize)
                    .map(|&to| (node(edge.function, block), node(edge.function, to)))
            }
            // Both outcomes of a select go on in the same block.
            EdgeSource::Select(value) => body
                .blocks
                .iter()
                .find(|(_, block)| block.insts.iter().any(|inst| inst.result == Some(value)))
                .map(|(block, _)| (node(edge.function, block), node(edge.function, block))),
        };
    }
    edges
}
