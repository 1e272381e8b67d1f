//! The interprocedural graph of a program, as strategies see it.
//!
//! Path filtering drops what leads to nothing in this graph, so it must not miss a way that
//! execution can take. Calls lead into their targets, and the exits of those behind every call of
//! them; what they throw leads to where it is caught. A jump back leads to every place that is
//! marked, and all code to the handlers of signals. What runs before the entry leads to it, and its
//! end and every exit to what runs at the end. What is not there yet of a program that grows is one
//! node, which calls everything; nodes are numbered in the order in which bodies came.
//!
//! A candidate is *must-relevant* if its flipped decision takes an edge that is still wanted,
//! *may-relevant* if a wanted edge can be reached behind it in the interprocedural graph, else
//! *irrelevant*: then no input that follows it reaches anything new, and it is dropped when a
//! strategy picks it. What a picked candidate was worth when it was found does not matter, so the
//! pool needs no re-check. The graph must not miss a way that execution can take: calls through
//! pointers, jumps back, what runs before the entry and at the end, handlers of signals.
//! Candidates that lead to a finding are always relevant.

use assay_base::{Id, Place};
use assay_engine::Subject;
use assay_program::callgraph::CallGraph;
use assay_program::cfg::Cfg;
use assay_program::dataflow::{Definition, ObservedVariable};
use assay_program::{
    Block, BlockId, Callee, EdgeId, EdgeSource, FuncId, Inst, Op, Primitive, Program, Terminator,
};
use assay_search::{Graph, GraphNode, Parts, Waypoint};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

pub struct ProgramGraph {
    pub graph: Graph,
    /// How often the program had grown.
    pub version: usize,
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
        link_faults(program, &blocks, &mut link);
        link_maker(program, &blocks, subject.entry, &mut link);
        for list in &mut successors {
            list.sort_unstable();
            list.dedup();
        }
        let graph = Graph::new(Parts {
            successors,
            edges: edges(program, &blocks),
            entry: blocks.start(subject.entry),
            waypoints: waypoints(program, &blocks),
            ..per_node(program, &blocks)
        });
        ProgramGraph { graph, version: subject.version(), blocks }
    }

    /// All edges that the control flow comes to from one of these blocks.
    pub fn behind(&self, blocks: &BTreeSet<(FuncId, BlockId)>) -> FxHashSet<EdgeId> {
        let starts = blocks.iter().map(|&(function, block)| self.blocks.block(function, block));
        let reached = self.graph.reached_from(starts);
        let is_reached = |edge: &usize| {
            self.graph.ends(*edge as u32).is_none_or(|(from, _)| reached[from as usize])
        };
        (0..self.graph.edge_count()).filter(is_reached).map(EdgeId::new).collect()
    }

    /// The nodes of the instructions at these places.
    pub fn nodes_at(
        &self,
        program: &Program,
        places: &FxHashSet<Place>,
    ) -> FxHashMap<Place, Vec<GraphNode>> {
        let mut found: FxHashMap<Place, Vec<GraphNode>> = FxHashMap::default();
        let mut note = |place: Option<Place>, node: GraphNode| {
            if let Some(place) = place.filter(|place| places.contains(place)) {
                found.entry(place).or_default().push(node);
            }
        };
        for (at, block) in all_blocks(program) {
            let mut node = self.blocks.block(at.0, at.1);
            for inst in &block.insts {
                note(inst.place, node);
                node += GraphNode::from(is_cut(&inst.op));
            }
            note(block.terminator_place, node);
        }
        found
    }

    /// Where a function starts.
    pub fn start(&self, function: FuncId) -> GraphNode {
        self.blocks.start(function)
    }
}

/// The nodes of the graph: blocks of all functions, one after the other, each cut behind every
/// call that matters, so that what a call returns to is only what comes behind it.
struct Blocks {
    /// By function: its first node.
    first: Vec<GraphNode>,
    /// By function and block: its first node.
    blocks: Vec<Vec<GraphNode>>,
    /// By function, where there may be exceptions: the node behind all that it throws.
    throws: Option<Vec<GraphNode>>,
    /// All that is not there yet, of a program that grows.
    missing: Option<GraphNode>,
    count: usize,
}

impl Blocks {
    fn of(program: &Program) -> Blocks {
        let (count, grows) = (program.functions.len(), program.grows());
        let throws = (grows || program.has_exceptions()).then(|| vec![0; count]);
        let mut numbered = Blocks {
            first: vec![0; count],
            blocks: vec![Vec::new(); count],
            throws,
            missing: grows.then_some(0),
            count: usize::from(grows),
        };
        for id in program.in_order_of_arrival() {
            numbered.first[id.index()] = numbered.count as GraphNode;
            let blocks = program.functions[id].body.iter().flat_map(|body| body.blocks.values());
            for block in blocks {
                numbered.blocks[id.index()].push(numbered.count as GraphNode);
                numbered.count += 1 + block.insts.iter().filter(|inst| is_cut(&inst.op)).count();
            }
            if let Some(throws) = &mut numbered.throws {
                throws[id.index()] = numbered.count as GraphNode;
                numbered.count += 1;
            }
        }
        numbered
    }

    fn start(&self, function: FuncId) -> GraphNode {
        self.first[function.index()]
    }

    fn block(&self, function: FuncId, block: BlockId) -> GraphNode {
        self.blocks[function.index()][block.index()]
    }

    /// The node that this instruction of the block lies in, or the end of the block.
    fn node(&self, program: &Program, at: (FuncId, BlockId), inst: usize) -> GraphNode {
        let Some(body) = &program.functions[at.0].body else { return self.start(at.0) };
        let before = body.blocks[at.1].insts.iter().take(inst);
        let cuts = before.filter(|inst| is_cut(&inst.op)).count();
        self.block(at.0, at.1) + cuts as GraphNode
    }

    fn end(&self, program: &Program, at: (FuncId, BlockId)) -> GraphNode {
        self.node(program, at, usize::MAX)
    }
}

/// Behind this instruction a new node begins.
fn is_cut(op: &Op) -> bool {
    matches!(op, Op::Call { .. })
}

fn all_blocks(program: &Program) -> impl Iterator<Item = ((FuncId, BlockId), &Block)> {
    program.functions.iter().flat_map(|(id, function)| {
        let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
        blocks.map(move |(block_id, block)| ((id, block_id), block))
    })
}

/// The calls of a block, each with its node; what comes behind it is the next one.
fn calls<'a>(
    blocks: &Blocks,
    at: (FuncId, BlockId),
    block: &'a Block,
) -> impl Iterator<Item = (GraphNode, &'a Op)> {
    let first = blocks.block(at.0, at.1);
    let calls = block.insts.iter().map(|inst| &inst.op).filter(|op| is_cut(op));
    calls.enumerate().map(move |(index, op)| (first + index as GraphNode, op))
}

/// Within functions, into called ones and back.
fn ways(program: &Program, blocks: &Blocks) -> Vec<Vec<GraphNode>> {
    let graph = CallGraph::new(program);
    let mut successors: Vec<Vec<GraphNode>> = vec![Vec::new(); blocks.count];
    for (at, block) in all_blocks(program) {
        for (from, op) in calls(blocks, at, block) {
            successors[from as usize].push(from + 1);
            for callee in graph.targets(program, op) {
                if program.functions[callee].body.is_none() {
                    if let Some(missing) = blocks.missing.filter(|_| program.is_stub(callee)) {
                        successors[from as usize].push(missing);
                        successors[missing as usize].push(from + 1);
                    }
                    continue;
                }
                successors[from as usize].push(blocks.start(callee));
                for exit in exits(program, blocks, callee) {
                    successors[exit as usize].push(from + 1);
                }
            }
        }
        let next = block.terminator.successors().into_iter().map(|to| blocks.block(at.0, to));
        successors[blocks.end(program, at) as usize].extend(next);
        throw_ways(program, blocks, &graph, (at, block), &mut successors);
    }
    missing_ways(program, blocks, &mut successors);
    successors
}

/// What is not there yet may call whatever is.
fn missing_ways(program: &Program, blocks: &Blocks, successors: &mut [Vec<GraphNode>]) {
    let Some(missing) = blocks.missing else { return };
    if !program.is_partial() {
        return;
    }
    for function in program.in_order_of_arrival() {
        successors[missing as usize].push(blocks.start(function));
        for exit in exits(program, blocks, function) {
            successors[exit as usize].push(missing);
        }
        if let Some(throws) = &blocks.throws {
            successors[throws[function.index()] as usize].push(missing);
        }
    }
}

/// From what a block throws, and what the calls in it do, to where that is caught.
fn throw_ways(
    program: &Program,
    blocks: &Blocks,
    graph: &CallGraph,
    (at, block): ((FuncId, BlockId), &Block),
    successors: &mut [Vec<GraphNode>],
) {
    let Some(throws) = &blocks.throws else { return };
    let own = throws[at.0.index()];
    if let Terminator::Throw(_) = block.terminator {
        successors[blocks.end(program, at) as usize].push(own);
    }
    let last = blocks.end(program, at);
    for (from, op) in calls(blocks, at, block) {
        let to = match block.terminator {
            Terminator::Invoke { unwind, .. } if from + 1 == last => blocks.block(at.0, unwind),
            _ => own,
        };
        for callee in graph.targets(program, op) {
            match blocks.missing {
                _ if program.functions[callee].body.is_some() => {
                    successors[throws[callee.index()] as usize].push(to);
                }
                Some(missing) if program.is_stub(callee) => {
                    successors[missing as usize].push(to);
                }
                _ => {}
            }
        }
    }
}

/// Where a function returns.
fn exits<'a>(
    program: &'a Program,
    blocks: &'a Blocks,
    function: FuncId,
) -> impl Iterator<Item = GraphNode> + 'a {
    let all = program.functions[function].body.iter().flat_map(|body| body.blocks.iter());
    let exits = all.filter(|(_, block)| matches!(block.terminator, Terminator::Return(_)));
    exits.map(move |(id, _)| blocks.end(program, (function, id)))
}

/// The nodes that call this primitive directly.
fn callers(program: &Program, blocks: &Blocks, primitive: Primitive) -> Vec<GraphNode> {
    let is_named = |op: &Op| match op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            program.functions[*callee].role.primitive() == Some(primitive)
        }
        _ => false,
    };
    all_blocks(program)
        .flat_map(|(at, block)| calls(blocks, at, block))
        .filter(|(_, op)| is_named(op))
        .map(|(node, _)| node)
        .collect()
}

/// What comes before the entry and after the end of the program.
fn link_ends(
    program: &Program,
    blocks: &Blocks,
    entry: FuncId,
    link: &mut impl FnMut(GraphNode, GraphNode),
) {
    let with_body = |id: &FuncId| program.functions[*id].body.is_some();
    let startup: Vec<FuncId> = program.startup.iter().copied().filter(with_body).collect();
    for &before in &startup {
        for from in exits(program, blocks, before) {
            link(from, blocks.start(entry));
            startup.iter().for_each(|&other| link(from, blocks.start(other)));
        }
    }
    let handlers: Vec<FuncId> = program.shutdown.iter().copied().filter(with_body).collect();
    let ends = exits(program, blocks, entry);
    let handler_ends = handlers.iter().flat_map(|&handler| exits(program, blocks, handler));
    let exit_calls = callers(program, blocks, Primitive::Exit);
    for from in ends.chain(handler_ends).chain(exit_calls) {
        handlers.iter().for_each(|&handler| link(from, blocks.start(handler)));
    }
}

fn link_jumps(program: &Program, blocks: &Blocks, link: &mut impl FnMut(GraphNode, GraphNode)) {
    let landings = callers(program, blocks, Primitive::MarkPlace);
    for from in callers(program, blocks, Primitive::JumpBack) {
        landings.iter().for_each(|&landing| link(from, landing + 1));
    }
}

/// Where the program sets handlers of signals, anything it does may lead into one.
fn link_faults(program: &Program, blocks: &Blocks, link: &mut impl FnMut(GraphNode, GraphNode)) {
    let Some(handle) = program.platform.on_fault else { return };
    for ((function, block), _) in all_blocks(program) {
        if !program.functions[function].is_model {
            let nodes = blocks.block(function, block)..=blocks.end(program, (function, block));
            nodes.for_each(|node| link(node, blocks.start(handle)));
        }
    }
}

/// The driver of a unit makes objects when the program looks at them, wherever that is: what is
/// decided then leads on to all that the program may do. No call of the program says so.
fn link_maker(
    program: &Program,
    blocks: &Blocks,
    entry: FuncId,
    link: &mut impl FnMut(GraphNode, GraphNode),
) {
    for made in callers(program, blocks, Primitive::UnitMade) {
        link(made + 1, blocks.start(entry));
    }
}

/// Start and end of every edge of the program.
fn edges(program: &Program, blocks: &Blocks) -> Vec<Option<(GraphNode, GraphNode)>> {
    let mut edges = vec![None; program.edges.len()];
    for (id, edge) in program.edges.iter() {
        let Some(body) = &program.functions[edge.function].body else { continue };
        edges[id.index()] = match edge.source {
            EdgeSource::Terminator(block) => {
                let from = blocks.end(program, (edge.function, block));
                let to = body.blocks[block].terminator.successor(edge.outcome as usize);
                to.map(|to| (from, blocks.block(edge.function, to)))
            }
            EdgeSource::Mark(block) => {
                let is_own = |inst: &Inst| match inst.op {
                    Op::Mark { edges, .. } => edges.index() + edge.outcome as usize == id.index(),
                    _ => false,
                };
                let inst = body.blocks[block].insts.iter().position(is_own);
                let node = |inst| blocks.node(program, (edge.function, block), inst);
                inst.map(node).map(|node| (node, node))
            }
            // Both outcomes of a select go on in the same place.
            EdgeSource::Select(value) => body.blocks.iter().find_map(|(block, code)| {
                let inst = code.insts.iter().position(|inst| inst.result == Some(value))?;
                let node = blocks.node(program, (edge.function, block), inst);
                Some((node, node))
            }),
        };
    }
    edges
}

/// A use sees a definition only after it was made, and before another one is.
fn waypoints(program: &Program, blocks: &Blocks) -> FxHashMap<u32, Waypoint> {
    let node = |definition: &Definition| {
        let (function, block) = definition.function.zip(definition.block)?;
        let body = program.functions[function].body.as_ref()?;
        (block.index() < body.blocks.len()).then(|| blocks.block(function, block))
    };
    let variables = &program.dataflow.variables;
    let places: Vec<Vec<Option<GraphNode>>> =
        variables.iter().map(|variable| variable.definitions.iter().map(node).collect()).collect();
    // Where a pointer may point elsewhere, nothing is sure to be undone.
    let certain = |variable: &ObservedVariable| {
        variable
            .definitions
            .iter()
            .filter(|definition| definition.hit.is_none())
            .filter_map(node)
            .collect()
    };
    let undone_by: Vec<Arc<[GraphNode]>> = variables.iter().map(certain).collect();
    let hit = |definition: &Definition| definition.hit.map(|edge| edge.index() as u32);
    let hits: Vec<Arc<[u32]>> = variables
        .iter()
        .map(|variable| variable.definitions.iter().filter_map(hit).collect())
        .collect();
    let mut waypoints = FxHashMap::default();
    for of_use in &program.dataflow.uses {
        for &number in &of_use.reaching {
            let Some(node) = places[of_use.variable][number as usize - 1] else { continue };
            let undone_by = Arc::clone(&undone_by[of_use.variable]);
            let undoing = Arc::clone(&hits[of_use.variable]);
            let own = hit(&variables[of_use.variable].definitions[number as usize - 1]);
            let edge = of_use.edge(number).index() as u32;
            waypoints.insert(edge, Waypoint { node, undone_by, undoing, own });
        }
    }
    waypoints
}

/// What is known of single nodes.
fn per_node(program: &Program, blocks: &Blocks) -> Parts {
    let mut parts = Parts::default();
    if let Some(missing) = blocks.missing {
        parts.sizes.push(0);
        parts.functions.push(missing);
        parts.post_dominators.push(None);
    }
    for id in program.in_order_of_arrival() {
        let Some(body) = &program.functions[id].body else { continue };
        let post_dominators = Cfg::new(body).post_dominators();
        for (block_id, block) in body.blocks.iter() {
            let after = post_dominators.immediate(block_id).map(|after| blocks.block(id, after));
            let (first, last) = (blocks.block(id, block_id), blocks.end(program, (id, block_id)));
            parts.sizes.push(block.insts.len() as u32 + 1);
            parts.sizes.extend((first..last).map(|_| 0));
            parts.functions.extend((first..=last).map(|_| blocks.start(id)));
            parts.post_dominators.extend((first..=last).map(|_| after));
        }
        if blocks.throws.is_some() {
            parts.sizes.push(0);
            parts.functions.push(blocks.start(id));
            parts.post_dominators.push(None);
        }
    }
    parts
}
