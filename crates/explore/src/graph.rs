//! The interprocedural graph of a program, as strategies see it.
//!
//! Path filtering drops what leads to nothing in this graph, so it must not miss a way that
//! execution can take. Calls lead into their targets and the exits of those back to the block of
//! the call, which may do more behind it. `longjmp` leads to every `setjmp`. Constructors lead to
//! the entry, its end and `exit` to what is registered for the end.

use assay_base::Id;
use assay_engine::Subject;
use assay_program::callgraph::CallGraph;
use assay_program::cfg::Cfg;
use assay_program::{Block, BlockId, Callee, EdgeSource, FuncId, Op, Program, Terminator};
use assay_search::{Graph, GraphNode, Parts};

pub struct ProgramGraph {
    pub graph: Graph,
    blocks: Blocks,
}

impl ProgramGraph {
    pub fn of(subject: &Subject) -> ProgramGraph {
        let program = &subject.program;
        let blocks = Blocks::of(program);
        let mut successors = ways(program, &blocks);
        let mut link = |from: GraphNode, to: GraphNode| successors[from as usize].push(to);
        link_ends(program, &blocks, subject.entry, &mut link);
        link_jumps(program, &blocks, &mut link);
        for list in &mut successors {
            list.sort_unstable();
            list.dedup();
        }
        let graph = Graph::new(Parts {
            successors,
            edges: edges(program, &blocks),
            entry: blocks.start(subject.entry),
            ..per_block(program, &blocks)
        });
        ProgramGraph { graph, blocks }
    }

    /// Where a function starts.
    pub fn start(&self, function: FuncId) -> GraphNode {
        self.blocks.start(function)
    }
}

/// Blocks of all functions, numbered one after the other.
struct Blocks {
    first: Vec<GraphNode>,
    count: usize,
}

impl Blocks {
    fn of(program: &Program) -> Blocks {
        let (mut first, mut count) = (Vec::with_capacity(program.functions.len()), 0);
        for function in program.functions.values() {
            first.push(count as GraphNode);
            count += function.body.as_ref().map_or(0, |body| body.blocks.len());
        }
        Blocks { first, count }
    }

    fn node(&self, function: FuncId, block: BlockId) -> GraphNode {
        self.first[function.index()] + block.index() as GraphNode
    }

    fn start(&self, function: FuncId) -> GraphNode {
        self.first[function.index()]
    }
}

fn all_blocks(program: &Program) -> impl Iterator<Item = (FuncId, BlockId, &Block)> {
    program.functions.iter().flat_map(|(id, function)| {
        let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
        blocks.map(move |(block_id, block)| (id, block_id, block))
    })
}

/// Within functions, into called ones and back.
fn ways(program: &Program, blocks: &Blocks) -> Vec<Vec<GraphNode>> {
    let calls = CallGraph::new(program);
    let mut successors: Vec<Vec<GraphNode>> = vec![Vec::new(); blocks.count];
    for (function, block_id, block) in all_blocks(program) {
        let from = blocks.node(function, block_id);
        let next = block.terminator.successors().into_iter().map(|to| blocks.node(function, to));
        successors[from as usize].extend(next);
        for callee in block.insts.iter().flat_map(|inst| calls.targets(program, &inst.op)) {
            if program.functions[callee].body.is_none() {
                continue;
            }
            successors[from as usize].push(blocks.start(callee));
            for exit in exits(program, callee) {
                successors[blocks.node(callee, exit) as usize].push(from);
            }
        }
    }
    successors
}

fn exits(program: &Program, function: FuncId) -> impl Iterator<Item = BlockId> {
    let blocks = program.functions[function].body.iter().flat_map(|body| body.blocks.iter());
    let exits = blocks.filter(|(_, block)| matches!(block.terminator, Terminator::Return(_)));
    exits.map(|(id, _)| id)
}

/// The blocks that call a function of one of these names directly.
fn callers<'a>(
    program: &'a Program,
    blocks: &'a Blocks,
    names: &'a [&str],
) -> impl Iterator<Item = GraphNode> + 'a {
    let calls = |op: &Op| match op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            names.contains(&program.functions[*callee].name.as_str())
        }
        _ => false,
    };
    all_blocks(program)
        .filter(move |(_, _, block)| block.insts.iter().any(|inst| calls(&inst.op)))
        .map(|(function, block, _)| blocks.node(function, block))
}

/// What comes before the entry and after the end of the program.
fn link_ends(
    program: &Program,
    blocks: &Blocks,
    entry: FuncId,
    link: &mut impl FnMut(GraphNode, GraphNode),
) {
    let with_body = |id: &FuncId| program.functions[*id].body.is_some();
    let constructors: Vec<FuncId> =
        program.constructors.iter().copied().filter(with_body).collect();
    for &constructor in &constructors {
        for exit in exits(program, constructor) {
            let from = blocks.node(constructor, exit);
            link(from, blocks.start(entry));
            constructors.iter().for_each(|&other| link(from, blocks.start(other)));
        }
    }
    let registered = program.function_named("__assay_run_atexit");
    let handlers: Vec<FuncId> = registered
        .into_iter()
        .chain(program.destructors.iter().copied())
        .filter(with_body)
        .collect();
    let ends = exits(program, entry).map(|exit| blocks.node(entry, exit));
    let exit_calls = callers(program, blocks, &["exit", "__assay_exit"]);
    let handler_ends = handlers
        .iter()
        .flat_map(|&handler| exits(program, handler).map(move |exit| blocks.node(handler, exit)));
    let all_ends: Vec<GraphNode> = ends.chain(exit_calls).chain(handler_ends).collect();
    for from in all_ends {
        handlers.iter().for_each(|&handler| link(from, blocks.start(handler)));
    }
}

const SETJMP: &[&str] = &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
const LONGJMP: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

fn link_jumps(program: &Program, blocks: &Blocks, link: &mut impl FnMut(GraphNode, GraphNode)) {
    let landings: Vec<GraphNode> = callers(program, blocks, SETJMP).collect();
    for from in callers(program, blocks, LONGJMP) {
        landings.iter().for_each(|&landing| link(from, landing));
    }
}

/// Start and end of every edge of the program.
fn edges(program: &Program, blocks: &Blocks) -> Vec<Option<(GraphNode, GraphNode)>> {
    let mut edges = vec![None; program.edges.len()];
    for (id, edge) in program.edges.iter() {
        let Some(body) = &program.functions[edge.function].body else { continue };
        let node = |block: BlockId| blocks.node(edge.function, block);
        edges[id.index()] = match edge.source {
            EdgeSource::Terminator(block) => {
                let successors = body.blocks[block].terminator.successors();
                successors.get(edge.outcome as usize).map(|&to| (node(block), node(to)))
            }
            // Both outcomes of a select go on in the same block.
            EdgeSource::Select(value) => body
                .blocks
                .iter()
                .find(|(_, block)| block.insts.iter().any(|inst| inst.result == Some(value)))
                .map(|(block, _)| (node(block), node(block))),
        };
    }
    edges
}

/// What is known of single blocks.
fn per_block(program: &Program, blocks: &Blocks) -> Parts {
    let mut parts = Parts::default();
    for (id, function) in program.functions.iter() {
        let Some(body) = &function.body else { continue };
        let post_dominators = Cfg::new(body).post_dominators();
        for (block_id, block) in body.blocks.iter() {
            parts.sizes.push(block.insts.len() as u32 + 1);
            parts.functions.push(blocks.start(id));
            let after = post_dominators.immediate(block_id);
            parts.post_dominators.push(after.map(|after| blocks.node(id, after)));
        }
    }
    parts
}
