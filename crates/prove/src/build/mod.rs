//! From the program model to a [`System`].
//!
//! Functions are copied into each of their calls, so that every copy has the values of its own
//! call: the call strings of "Bidirectional Symbolic Analysis for Effective Branch Testing",
//! section 6. A recursive call, and every call when the system grows too large, is *cut*: what
//! follows it goes on with any result and any memory, and its code is looked at in one copy of the
//! function that starts with anything.
//!
//! Only what SSA form leaves open is state: phis, loads, results of calls. All other values are
//! terms over these. That is right wherever such a value is used: its definition dominates the use,
//! so none of the state it is made of can have been assigned since (a way from there to the use
//! that avoids the definition would lead from the entry to the use without it).
//!
//! Memory that was never set holds anything: the fill that it has in the machine and natively is
//! not looked at.

mod apart;
mod calls;
mod memory;
mod value;

use crate::Refusal;
use crate::points_to::{PointsTo, Start, ThingId};
use crate::source::{ContextId, Origin, Site};
use crate::system::{Node, Step, System};
use crate::things::Things;
use assay_base::{Arena, Id, Place};
use assay_expr::{Term, Terms, VarId};
use assay_program::callgraph::CallGraph;
use assay_program::{
    Block, BlockId, CastOp, EdgeId, FuncId, Inst, Op, Operand, Param, Program, Terminator, Type,
    TypeId, ValueId,
};
use memory::{Object, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use value::Bits;

/// Nodes beyond which calls are cut.
const MANY_NODES: usize = 60_000;
/// Assignments of what is not known any more, beyond which a program is too large.
const MANY_FORGOTTEN: usize = 2_000_000;
/// Calls inside of calls beyond which they are cut.
const DEEPEST: usize = 40;

/// Why there is no system of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbuilt {
    /// Told to stop.
    Stopped,
    /// It does what there is no model of.
    Refused(Refusal),
}

impl From<Refusal> for Unbuilt {
    fn from(why: Refusal) -> Unbuilt {
        Unbuilt::Refused(why)
    }
}

pub fn build(
    program: &Program,
    entry: FuncId,
    start: Start,
    must_stop: &dyn Fn() -> bool,
) -> Result<System, Unbuilt> {
    let points_to = PointsTo::of(program, entry, start, must_stop).ok_or(Unbuilt::Stopped)?;
    let first = Builder::new(program, entry, points_to, must_stop).run(entry, start)?;
    // Which things are one object only is known when all copies have been made.
    let mut counts: FxHashMap<ThingId, usize> = FxHashMap::default();
    for thing in first.objects.values().filter_map(|object| object.thing) {
        *counts.entry(thing).or_default() += 1;
    }
    let again = Builder { counts, ..Builder::new(program, entry, first.points_to, must_stop) };
    Ok(again.run(entry, start)?.system)
}

struct Context {
    function: FuncId,
    /// The call it was made for; none for one that starts with anything.
    caller: Option<ContextId>,
    depth: usize,
    entry: Node,
    arguments: Vec<Bits>,
    /// Where it returns to, and the variable of the result.
    returns: Option<(Node, Option<VarId>)>,
    /// Where what it throws is caught; none if that is not followed.
    throws: Option<Node>,
    values: FxHashMap<ValueId, Bits>,
    heads: FxHashMap<BlockId, Node>,
}

/// Where the values of a function are defined.
type Definitions = FxHashMap<ValueId, (BlockId, usize)>;

struct Builder<'a> {
    program: &'a Program,
    must_stop: &'a dyn Fn() -> bool,
    calls: CallGraph,
    points_to: PointsTo,
    system: System,
    contexts: Arena<ContextId, Context>,
    /// The copy and the instruction that are being looked at.
    current: Option<(ContextId, Site)>,
    /// The nodes in front of copies that start with anything, by function.
    open: FxHashMap<FuncId, Node>,
    pending: Vec<ContextId>,
    definitions: FxHashMap<FuncId, Rc<Definitions>>,
    objects: Arena<ObjectId, Object>,
    names_of_objects: Vec<String>,
    by_thing: FxHashMap<ThingId, ObjectId>,
    /// How many objects each thing stands for, if the system was built before.
    counts: FxHashMap<ThingId, usize>,
    globals: FxHashMap<assay_program::GlobalId, ObjectId>,
    functions: FxHashMap<FuncId, Term>,
    /// By address variable.
    by_address: FxHashMap<VarId, ObjectId>,
    /// State variables that may hold an address.
    pointers: FxHashSet<VarId>,
    /// What pointers may point to that are compared with each other.
    compared: Things,
    /// Numbers become pointers somewhere.
    has_made_up_pointers: bool,
    /// The variable of what was thrown last, where anything may be.
    thrown: Option<VarId>,
    /// Steps, by their index, after which what these things hold is not known. Copies of functions
    /// that are made later have such things too.
    forgetting: Vec<(usize, Forgotten)>,
}

#[derive(Clone, Debug)]
enum Forgotten {
    Things(Things),
    Everything,
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        entry: FuncId,
        points_to: PointsTo,
        must_stop: &'a dyn Fn() -> bool,
    ) -> Builder<'a> {
        let mut nodes = Arena::new();
        let first = nodes.push(program.functions[entry].place);
        Builder {
            program,
            must_stop,
            calls: CallGraph::new(program),
            points_to,
            system: System::new(Terms::new(), nodes, first),
            contexts: Arena::new(),
            current: None,
            open: FxHashMap::default(),
            pending: Vec::new(),
            definitions: FxHashMap::default(),
            objects: Arena::new(),
            names_of_objects: Vec::new(),
            by_thing: FxHashMap::default(),
            counts: FxHashMap::default(),
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            by_address: FxHashMap::default(),
            pointers: FxHashSet::default(),
            compared: Things::default(),
            has_made_up_pointers: has_made_up_pointers(program),
            thrown: None,
            forgetting: Vec::new(),
        }
    }

    fn run(mut self, entry: FuncId, start: Start) -> Result<Builder<'a>, Unbuilt> {
        if self.program.has_exceptions() {
            let variable = self.state(self.program.pointer_bits, "what was thrown".to_string());
            self.pointers.insert(variable);
            self.thrown = Some(variable);
        }
        self.begin(entry, start);
        while let Some(context) = self.pending.pop() {
            if (self.must_stop)() {
                return Err(Unbuilt::Stopped);
            }
            self.function(context)?;
        }
        self.current = None;
        self.finish_forgetting()?;
        self.keep_apart();
        Ok(self)
    }

    /// The initial values of variables, then the entry. What runs before and after it may find
    /// anything.
    fn begin(&mut self, entry: FuncId, start: Start) {
        let mut assigns = Vec::new();
        for global in self.program.globals.ids() {
            let object = self.global(global);
            if start == Start::Function {
                self.note_inputs(object);
            }
            if start == Start::Program && self.program.startup.is_empty() {
                assigns.extend(self.initial_values(object));
            }
        }
        let ends = self.program.startup.iter().chain(&self.program.shutdown);
        for function in ends.copied().collect::<Vec<_>>() {
            self.enter_anyhow(self.system.entry, function);
        }
        let node = self.node(self.program.functions[entry].place);
        let truth = self.system.terms.truth(true);
        self.step(self.system.entry, node, truth, assigns, None);
        // Never assigned: they are what the caller gives.
        let given = |builder: &mut Self, (index, param): (usize, &Param)| {
            let name = param.name.clone().unwrap_or_else(|| format!("argument {}", index + 1));
            let width = builder.width(param.ty)?;
            let variable = builder.state(width, name.clone());
            if !matches!(builder.program.types.get(param.ty), Type::Pointer) {
                builder.system.inputs.insert(variable, name);
            }
            if width >= builder.program.pointer_bits {
                builder.pointers.insert(variable);
            }
            Some(builder.system.terms.variable(variable))
        };
        let params = self.program.functions[entry].params.iter().enumerate();
        let arguments = params.map(|param| given(self, param).into()).collect();
        let context = Context {
            function: entry,
            caller: None,
            depth: 0,
            entry: node,
            arguments,
            returns: None,
            throws: None,
            values: FxHashMap::default(),
            heads: FxHashMap::default(),
        };
        let id = self.add(context);
        self.system.source_mut().entry = Some(id);
        self.name_arguments(id);
    }

    /// A new copy of a function, which is looked at later.
    fn add(&mut self, context: Context) -> ContextId {
        let (entry, function) = (context.entry, context.function);
        let id = self.contexts.push(context);
        self.system.source_mut().nodes.insert(entry, id);
        self.system.source_mut().functions.insert(id, function);
        self.pending.push(id);
        id
    }

    /// The arguments of a copy are variables of its own.
    fn name_arguments(&mut self, id: ContextId) {
        let Context { function, arguments, .. } = &self.contexts[id];
        let System { terms, source, .. } = &mut self.system;
        let source = Arc::make_mut(source);
        for (param, argument) in self.program.functions[*function].params.iter().zip(arguments) {
            let Bits::One(term) = argument else { continue };
            for &variable in terms.variables(*term) {
                source.origins.insert(variable, Origin::Value(id, param.value));
            }
        }
    }

    /// What a variable of the program holds at the start is an input.
    fn note_inputs(&mut self, object: ObjectId) {
        for variable in self.objects[object].variables() {
            if let Some(name) = self.system.names.get(&variable) {
                self.system.inputs.insert(variable, name.clone());
            }
        }
    }

    /// A node that is part of no copy.
    fn nowhere(&mut self, place: Option<Place>) -> Node {
        self.system.nodes.push(place)
    }

    fn node(&mut self, place: Option<Place>) -> Node {
        let node = self.nowhere(place);
        if let Some((context, _)) = self.current {
            self.system.source_mut().nodes.insert(node, context);
        }
        node
    }

    fn step(
        &mut self,
        from: Node,
        to: Node,
        guard: Term,
        assigns: Vec<(VarId, Term)>,
        takes: Option<EdgeId>,
    ) {
        self.system.steps.push(Step { from, to, guard, assigns, takes });
    }

    /// A step without a guard to a new node, which it returns.
    fn then(&mut self, from: Node, place: Option<Place>, assigns: Vec<(VarId, Term)>) -> Node {
        let to = self.node(place.or(self.system.nodes[from]));
        let truth = self.system.terms.truth(true);
        self.step(from, to, truth, assigns, None);
        to
    }

    /// The same, and what these things hold is not known afterwards.
    fn forget(&mut self, from: Node, what: Forgotten, assigns: Vec<(VarId, Term)>) -> Node {
        self.forgetting.push((self.system.steps.len(), what));
        self.then(from, None, assigns)
    }

    fn finish_forgetting(&mut self) -> Result<(), Unbuilt> {
        let mut count = 0;
        for (step, what) in std::mem::take(&mut self.forgetting) {
            let objects: Vec<ObjectId> = match &what {
                Forgotten::Everything => self.objects.ids().collect(),
                Forgotten::Things(things) => {
                    let is_one = |id: &ObjectId| {
                        self.objects[*id].thing.is_some_and(|thing| things.contains(thing))
                    };
                    self.objects.ids().filter(is_one).collect()
                }
            };
            let mut assigns = std::mem::take(&mut self.system.steps[step].assigns);
            let mut assigned: FxHashSet<VarId> =
                assigns.iter().map(|(variable, _)| *variable).collect();
            for object in objects {
                for variable in self.objects[object].variables() {
                    if assigned.insert(variable) {
                        let width = self.system.terms.variable_width(variable);
                        assigns.push((variable, self.free(width)));
                    }
                }
            }
            count += assigns.len();
            if count > MANY_FORGOTTEN {
                return Err("the program is too large for it".to_string().into());
            }
            if (self.must_stop)() {
                return Err(Unbuilt::Stopped);
            }
            self.system.steps[step].assigns = assigns;
        }
        Ok(())
    }

    fn state(&mut self, width: u32, name: String) -> VarId {
        let (variable, _) = self.system.terms.new_variable(width);
        self.system.names.insert(variable, name);
        variable
    }

    fn free(&mut self, width: u32) -> Term {
        self.system.terms.new_variable(width).1
    }

    fn width(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Int(width) if *width <= 128 => Some(*width),
            Type::Float(kind) => Some(kind.bits()),
            Type::Pointer => Some(self.program.pointer_bits),
            _ => None,
        }
    }

    fn unknown(&mut self, ty: TypeId) -> Bits {
        match self.width(ty) {
            Some(width) => Bits::One(self.free(width)),
            None => Bits::None,
        }
    }

    fn definitions(&mut self, function: FuncId) -> Rc<Definitions> {
        if let Some(known) = self.definitions.get(&function) {
            return Rc::clone(known);
        }
        let mut found = Definitions::default();
        let blocks =
            self.program.functions[function].body.iter().flat_map(|body| body.blocks.iter());
        for (block, code) in blocks {
            for (index, inst) in code.insts.iter().enumerate() {
                found.extend(inst.result.map(|value| (value, (block, index))));
            }
        }
        let found = Rc::new(found);
        self.definitions.insert(function, Rc::clone(&found));
        found
    }

    fn head(&mut self, context: ContextId, block: BlockId) -> Node {
        if let Some(&node) = self.contexts[context].heads.get(&block) {
            return node;
        }
        let function = self.contexts[context].function;
        let body = self.program.functions[function].body.as_ref();
        let place = body.and_then(|body| {
            let code = &body.blocks[block];
            code.insts.iter().find_map(|inst| inst.place).or(code.terminator_place)
        });
        let node = self.node(place);
        self.contexts[context].heads.insert(block, node);
        self.system.source_mut().heads.insert(node, block);
        node
    }

    fn function(&mut self, context: ContextId) -> Result<(), Refusal> {
        let program = self.program;
        let function = self.contexts[context].function;
        let Some(body) = &program.functions[function].body else { return Ok(()) };
        let first = BlockId::new(0);
        let entry = self.contexts[context].entry;
        self.contexts[context].heads.insert(first, entry);
        self.system.source_mut().heads.insert(entry, first);
        for (id, block) in body.blocks.iter() {
            self.current = Some((context, (id, 0)));
            let head = self.head(context, id);
            if let Some(end) = self.instructions(context, id, block, head)? {
                self.terminator(context, id, block, end)?;
            }
        }
        Ok(())
    }

    /// The node behind all instructions of a block; none if the last one does not return.
    fn instructions(
        &mut self,
        context: ContextId,
        block: BlockId,
        code: &Block,
        head: Node,
    ) -> Result<Option<Node>, Refusal> {
        let mut node = head;
        for (index, inst) in code.insts.iter().enumerate() {
            self.current = Some((context, (block, index)));
            match self.instruction(context, block, inst, node)? {
                Some(next) => node = next,
                None => return Ok(None),
            }
        }
        Ok(Some(node))
    }

    fn instruction(
        &mut self,
        context: ContextId,
        block: BlockId,
        inst: &Inst,
        node: Node,
    ) -> Result<Option<Node>, Refusal> {
        Ok(Some(match &inst.op {
            Op::Phi { .. } | Op::Fence => node,
            Op::Select { condition, edges: Some(edges), .. } => {
                let condition = self.bits(context, *condition, 1);
                self.fork(node, inst.place, condition, *edges)
            }
            Op::Mark { edges, count, index } => {
                let index = index.map(|index| self.bits(context, index, 32));
                self.mark(node, inst.place, *edges, *count, index)
            }
            Op::Alloca { element, count, .. } => {
                self.alloca(context, block, inst, (*element, *count), node)
            }
            Op::Load { address, .. } => self.load(context, inst, *address, node),
            Op::Store { address, value, value_type, is_fill, .. } => {
                let value = (!is_fill).then_some(*value);
                self.store(context, (*address, value, *value_type), node)
            }
            Op::MemoryCopy { to, size, is_fill: true, .. }
            | Op::MemorySet { to, size, is_fill: true, .. } => {
                self.unset(context, (*to, *size), node)
            }
            Op::MemoryCopy { to, from, size, .. } => self.copy(context, (*to, *from, *size), node),
            Op::MemorySet { to, byte, size, .. } => {
                let byte = self.bits(context, *byte, 8);
                self.set(context, (*to, byte, *size), node)
            }
            Op::AtomicUpdate { address, .. } | Op::CompareExchange { address, .. } => {
                let written = self.written(context, &[*address]);
                let assigns = self.anything(context, inst);
                self.forget(node, written, assigns)
            }
            Op::Call { callee, args } => return self.call(context, inst, callee, args, node),
            Op::Intrinsic { intrinsic, args } => {
                return Ok(self.intrinsic(context, inst, *intrinsic, args, node));
            }
            Op::Unsupported { .. } => {
                let assigns = self.anything(context, inst);
                self.forget(node, Forgotten::Everything, assigns)
            }
            Op::Caught => self.caught(context, inst, node),
            _ if self.is_term(context, inst) => node,
            _ => {
                let assigns = self.anything(context, inst);
                self.then(node, inst.place, assigns)
            }
        }))
    }

    /// The result gets any value.
    fn anything(&mut self, context: ContextId, inst: &Inst) -> Vec<(VarId, Term)> {
        let Some(variable) = self.result(context, inst) else { return Vec::new() };
        let width = self.system.terms.variable_width(variable);
        vec![(variable, self.free(width))]
    }

    /// The state variable of an instruction's result.
    fn result(&mut self, context: ContextId, inst: &Inst) -> Option<VarId> {
        let value = inst.result?;
        match self.leaf(context, value, inst.ty) {
            Bits::One(term) => self.system.terms.variables(term).first().copied(),
            Bits::Two(..) | Bits::None => None,
        }
    }

    /// Takes the first of two edges if the condition holds, else the second; goes on in one node.
    fn fork(&mut self, from: Node, place: Option<Place>, condition: Term, edges: EdgeId) -> Node {
        let to = self.node(place);
        let otherwise = self.system.terms.not(condition);
        for (outcome, guard) in [condition, otherwise].into_iter().enumerate() {
            let edge = EdgeId::new(edges.index() + outcome);
            self.step(from, to, guard, Vec::new(), Some(edge));
        }
        to
    }

    fn mark(
        &mut self,
        from: Node,
        place: Option<Place>,
        edges: EdgeId,
        count: u32,
        index: Option<Term>,
    ) -> Node {
        let to = self.node(place);
        for outcome in 0..count {
            let guard = match index {
                Some(index) => {
                    let number = self.system.terms.constant(32, u128::from(outcome));
                    self.system.terms.eq(index, number)
                }
                None => self.system.terms.truth(true),
            };
            let edge = EdgeId::new(edges.index() + outcome as usize);
            self.step(from, to, guard, Vec::new(), Some(edge));
        }
        to
    }

    fn terminator(
        &mut self,
        context: ContextId,
        block: BlockId,
        code: &Block,
        node: Node,
    ) -> Result<(), Refusal> {
        match &code.terminator {
            Terminator::Return(value) => self.give_back(context, *value, node),
            Terminator::Jump(to) => {
                let truth = self.system.terms.truth(true);
                self.jump(context, block, *to, node, truth, None);
            }
            Terminator::Branch { condition, on_true, on_false, edges } => {
                let condition = self.bits(context, *condition, 1);
                let otherwise = self.system.terms.not(condition);
                let ways = [(condition, on_true), (otherwise, on_false)];
                for (outcome, (guard, to)) in ways.into_iter().enumerate() {
                    let edge = EdgeId::new(edges.index() + outcome);
                    self.jump(context, block, *to, node, guard, Some(edge));
                }
            }
            Terminator::Switch { value, value_type, cases, default, edges } => {
                let width = self.width(*value_type).unwrap_or(32);
                let value = self.bits(context, *value, width);
                let mut otherwise = self.system.terms.truth(true);
                for (index, (case, to)) in cases.iter().enumerate() {
                    let case = self.system.terms.constant(width, *case);
                    let guard = self.system.terms.eq(value, case);
                    let edge = EdgeId::new(edges.index() + index);
                    self.jump(context, block, *to, node, guard, Some(edge));
                    let differs = self.system.terms.not(guard);
                    otherwise = self.system.terms.and(otherwise, differs);
                }
                let edge = EdgeId::new(edges.index() + cases.len());
                self.jump(context, block, *default, node, otherwise, Some(edge));
            }
            Terminator::IndirectJump { targets, .. } => {
                let truth = self.system.terms.truth(true);
                for to in targets {
                    self.jump(context, block, *to, node, truth, None);
                }
            }
            Terminator::Invoke { normal, .. } => {
                let truth = self.system.terms.truth(true);
                self.jump(context, block, *normal, node, truth, None);
            }
            Terminator::Throw(value) => self.throw(context, *value, node),
            Terminator::Unreachable => {}
            Terminator::Unsupported { what } => return Err(what.clone()),
        }
        Ok(())
    }

    /// A step to the start of a block, which gives its phis their values.
    fn jump(
        &mut self,
        context: ContextId,
        from: BlockId,
        to: BlockId,
        node: Node,
        guard: Term,
        takes: Option<EdgeId>,
    ) {
        let head = self.head(context, to);
        let function = self.contexts[context].function;
        let body = self.program.functions[function].body.as_ref();
        let mut assigns = Vec::new();
        for inst in body.into_iter().flat_map(|body| &body.blocks[to].insts) {
            let Op::Phi { incoming } = &inst.op else { break };
            let Some(variable) = self.result(context, inst) else { continue };
            let width = self.system.terms.variable_width(variable);
            let value = match incoming.iter().find(|(block, _)| *block == from) {
                Some((_, value)) => self.bits(context, *value, width),
                None => self.free(width),
            };
            assigns.push((variable, value));
        }
        self.step(node, head, guard, assigns, takes);
    }

    /// What is changed by a write through a pointer. One that points outside may point to
    /// everything that has escaped; a number from anywhere may be any address.
    fn written(&self, context: ContextId, pointers: &[Operand]) -> Forgotten {
        let mut things = Things::default();
        for &pointer in pointers {
            let of = self.points_to.operand(self.contexts[context].function, pointer);
            let is_outside = of.contains(self.points_to.outside());
            if self.has_made_up_pointers && (is_outside || of.is_empty()) {
                return Forgotten::Everything;
            }
            things.include(&of);
            if is_outside {
                things.include(self.points_to.escaped());
            }
        }
        Forgotten::Things(things)
    }
}

/// Whether a number is ever turned into an address.
fn has_made_up_pointers(program: &Program) -> bool {
    let bodies = program.functions.values().filter(|function| !function.is_model);
    let blocks = bodies.flat_map(|function| &function.body).flat_map(|body| body.blocks.values());
    let mut insts = blocks.flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.op, Op::Cast { op: CastOp::IntToPtr, .. }))
}
