//! Which objects a pointer may point to, for every value of the program that is followed.
//!
//! Andersen's inclusion-based analysis, insensitive to flow, context and fields: sets of objects
//! grow along assignments, loads and stores until nothing changes. Every computation passes on what
//! its operands may point to, so that pointers survive a way through integers.
//!
//! One object stands for all memory outside of the program. What is in it, and what that points to,
//! has *escaped*: code that is not followed may read and write it.

use crate::effects::Effects;
use crate::followed::{is_followed, known_outside};
use crate::things::Things;
use assay_base::{Id, id};
use assay_program::callgraph::CallGraph;
use assay_program::role::Effect;
use assay_program::{
    CallArg, Callee, Const, ConstExpr, ConstId, FuncId, GlobalId, Inst, Intrinsic, Op, Operand,
    Program, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

id!(
    /// An object as this analysis sees it: all that one place of the program makes.
    ThingId,
    "thing"
);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// Memory that is not the program's.
    Outside,
    Global(GlobalId),
    Function(FuncId),
    /// What an alloca makes, the copy behind a parameter that is passed by value, or what a call
    /// allocates.
    Made(FuncId, ValueId),
}

pub struct PointsTo {
    ids: FxHashMap<Thing, ThingId>,
    things: Vec<Thing>,
    /// By node: see [`Nodes`].
    sets: Vec<Things>,
    /// The round in which each of them has grown last, and that of now.
    changed: Vec<u32>,
    round: u32,
    nodes: Nodes,
    constants: FxHashMap<ConstId, Things>,
    outside: ThingId,
    pub effects: Effects,
    /// Words that were copied since somebody was asked whether to stop.
    copied: usize,
}

/// Words that are copied between two such questions: a millisecond or two.
const STRETCH: usize = 1 << 20;

/// Numbers of what has a set: values, results of functions, contents of objects.
struct Nodes {
    first_value: FxHashMap<FuncId, u32>,
    params: FxHashMap<FuncId, Vec<u32>>,
    results: FxHashMap<FuncId, u32>,
    contents: Vec<u32>,
    /// All that is thrown.
    thrown: u32,
    count: u32,
}

#[derive(Default)]
struct Constraints {
    copies: Vec<(u32, u32)>,
    loads: Vec<(u32, u32)>,
    stores: Vec<(u32, u32)>,
    moves: Vec<(u32, u32)>,
}

/// What a program starts with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Variables have their initial values.
    Program,
    /// A function of it, called with anything: all variables have been written and passed around.
    Function,
}

impl PointsTo {
    /// None when told to stop.
    pub fn of(
        program: &Program,
        entry: FuncId,
        start: Start,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<PointsTo> {
        let calls = CallGraph::new(program);
        let functions = followed(program, &calls, entry);
        let mut analysis = PointsTo::new(program, &functions);
        let constraints = analysis.constraints(program, &calls, &functions);
        analysis.begin(program, entry, start);
        analysis.solve(&constraints, must_stop)?;
        Some(analysis)
    }

    /// What an operand in this function may point to.
    pub fn operand(&self, function: FuncId, operand: Operand) -> Things {
        match operand {
            Operand::Value(value) => self.value(function, value),
            Operand::Const(constant) => self.constants.get(&constant).cloned().unwrap_or_default(),
        }
    }

    fn value(&self, function: FuncId, value: ValueId) -> Things {
        let first = self.nodes.first_value.get(&function);
        first
            .map(|first| self.sets[first.wrapping_add(value.index() as u32) as usize].clone())
            .unwrap_or_default()
    }

    pub fn thing(&self, id: ThingId) -> Thing {
        self.things[id.index()]
    }

    /// What code outside of the program may know the address of, itself included.
    pub fn escaped(&self) -> &Things {
        &self.sets[self.nodes.contents[self.outside.index()] as usize]
    }

    pub fn outside(&self) -> ThingId {
        self.outside
    }

    pub fn find(&self, thing: Thing) -> Option<ThingId> {
        self.ids.get(&thing).copied()
    }

    fn new(program: &Program, functions: &[FuncId]) -> PointsTo {
        let nodes = Nodes {
            first_value: FxHashMap::default(),
            params: FxHashMap::default(),
            results: FxHashMap::default(),
            contents: Vec::new(),
            thrown: 0,
            count: 1,
        };
        let mut analysis = PointsTo {
            ids: FxHashMap::default(),
            things: Vec::new(),
            sets: Vec::new(),
            changed: Vec::new(),
            round: 0,
            nodes,
            constants: FxHashMap::default(),
            outside: ThingId::new(0),
            effects: Effects::of(program, functions),
            copied: 0,
        };
        analysis.outside = analysis.add(Thing::Outside);
        for &function in functions {
            let values =
                program.functions[function].body.as_ref().map_or(0, |body| body.values.len());
            let first = analysis.nodes.count;
            let params = program.functions[function].params.iter();
            let params = params.map(|param| first + param.value.index() as u32).collect();
            analysis.nodes.params.insert(function, params);
            analysis.nodes.first_value.insert(function, first);
            analysis.nodes.results.insert(function, analysis.nodes.count + values as u32);
            analysis.nodes.count += values as u32 + 1;
        }
        analysis.sets.resize(analysis.nodes.count as usize, Things::default());
        for global in program.globals.ids() {
            analysis.add(Thing::Global(global));
        }
        for constant in program.constants.ids() {
            let mut found = Things::default();
            analysis.add_constant(program, constant, &mut found);
            analysis.constants.insert(constant, found);
        }
        for (global, of) in program.globals.iter() {
            let initial = of.initialiser.and_then(|id| analysis.constants.get(&id).cloned());
            let node = analysis.contents(analysis.ids[&Thing::Global(global)]);
            analysis.sets[node as usize].include(&initial.unwrap_or_default());
        }
        analysis
    }

    fn add(&mut self, thing: Thing) -> ThingId {
        if let Some(&id) = self.ids.get(&thing) {
            return id;
        }
        let id = ThingId::new(self.things.len());
        self.things.push(thing);
        self.ids.insert(thing, id);
        self.nodes.contents.push(self.nodes.count);
        self.nodes.count += 1;
        self.sets.resize(self.nodes.count as usize, Things::default());
        id
    }

    fn contents(&self, thing: ThingId) -> u32 {
        self.nodes.contents[thing.index()]
    }

    fn add_constant(&mut self, program: &Program, constant: ConstId, found: &mut Things) {
        match &program.constants[constant] {
            Const::Global { global, .. } => {
                found.insert(self.add(Thing::Global(*global)));
            }
            Const::Function { function, .. } => {
                found.insert(self.add(Thing::Function(*function)));
            }
            Const::Aggregate { elements, .. } => {
                elements.iter().for_each(|&element| self.add_constant(program, element, found));
            }
            Const::Image { places, .. } => {
                places.iter().for_each(|&(_, place)| self.add_constant(program, place, found));
            }
            Const::Expr { expr, .. } => match expr {
                ConstExpr::Offset { base, .. } | ConstExpr::Resize(base) => {
                    self.add_constant(program, *base, found);
                }
                ConstExpr::Add(a, b)
                | ConstExpr::Sub(a, b)
                | ConstExpr::Mul(a, b)
                | ConstExpr::Xor(a, b) => {
                    self.add_constant(program, *a, found);
                    self.add_constant(program, *b, found);
                }
                ConstExpr::Unsupported(_) => {
                    found.insert(self.outside);
                }
            },
            Const::Int { .. }
            | Const::Float { .. }
            | Const::Null { .. }
            | Const::Zero { .. }
            | Const::Undef { .. }
            | Const::Bytes { .. }
            | Const::BlockAddress { .. } => {}
        }
    }

    fn begin(&mut self, program: &Program, entry: FuncId, start: Start) {
        let outside = self.contents(self.outside);
        self.sets[outside as usize].insert(self.outside);
        for param in &program.functions[entry].params {
            let node = self.node(entry, param.value);
            self.sets[node as usize].insert(self.outside);
        }
        let shared = shared_globals(program);
        let is_partial = program.is_partial();
        let is_known_outside = |global: &GlobalId| {
            let is_defined = program.globals[*global].initialiser.is_some();
            start == Start::Function || is_partial || !is_defined || shared.contains(global)
        };
        let globals = program.globals.ids().filter(is_known_outside);
        let globals: Vec<ThingId> =
            globals.map(|global| self.ids[&Thing::Global(global)]).collect();
        self.sets[outside as usize].extend(globals);
        if is_partial {
            let followed = program.functions.ids().filter(|id| self.nodes.results.contains_key(id));
            for function in followed.collect::<Vec<FuncId>>() {
                let thing = self.add(Thing::Function(function));
                self.sets[outside as usize].insert(thing);
            }
        }
    }

    fn node(&self, function: FuncId, value: ValueId) -> u32 {
        self.nodes.first_value[&function] + value.index() as u32
    }

    fn constraints(
        &mut self,
        program: &Program,
        calls: &CallGraph,
        functions: &[FuncId],
    ) -> Constraints {
        let mut found = Constraints::default();
        for &function in functions {
            let Some(body) = &program.functions[function].body else { continue };
            for param in program.functions[function].params.iter().filter(|p| p.byval.is_some()) {
                self.make(function, param.value);
            }
            for block in body.blocks.values() {
                for inst in &block.insts {
                    self.constrain(program, calls, function, inst, &mut found);
                }
                match block.terminator {
                    Terminator::Return(Some(value)) => {
                        let source = self.source(function, value);
                        found.copies.push((self.nodes.results[&function], source));
                    }
                    Terminator::Throw(value) => {
                        let source = self.source(function, value);
                        found.copies.push((self.nodes.thrown, source));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn make(&mut self, function: FuncId, value: ValueId) -> ThingId {
        let thing = self.add(Thing::Made(function, value));
        let node = self.node(function, value);
        self.sets[node as usize].insert(thing);
        thing
    }

    /// The node of an operand; constants get one of their own.
    fn source(&mut self, function: FuncId, operand: Operand) -> u32 {
        match operand {
            Operand::Value(value) => self.node(function, value),
            Operand::Const(constant) => {
                let set = self.constants.get(&constant).cloned().unwrap_or_default();
                self.sets.push(set);
                self.nodes.count += 1;
                self.nodes.count - 1
            }
        }
    }

    fn constrain(
        &mut self,
        program: &Program,
        calls: &CallGraph,
        function: FuncId,
        inst: &Inst,
        found: &mut Constraints,
    ) {
        let result = inst.result.map(|value| self.node(function, value));
        match &inst.op {
            Op::Alloca { .. } => {
                if let Some(value) = inst.result {
                    self.make(function, value);
                }
            }
            Op::Load { address, .. } => {
                let address = self.source(function, *address);
                found.loads.extend(result.map(|result| (result, address)));
            }
            Op::Store { address, value, .. } => {
                let (address, value) =
                    (self.source(function, *address), self.source(function, *value));
                found.stores.push((address, value));
            }
            Op::AtomicUpdate { address, value, .. } => {
                let (address, value) =
                    (self.source(function, *address), self.source(function, *value));
                found.stores.push((address, value));
                found.loads.extend(result.map(|result| (result, address)));
            }
            Op::CompareExchange { address, new, .. } => {
                let (address, new) = (self.source(function, *address), self.source(function, *new));
                found.stores.push((address, new));
                found.loads.extend(result.map(|result| (result, address)));
            }
            Op::MemoryCopy { to, from, .. } => {
                let (to, from) = (self.source(function, *to), self.source(function, *from));
                found.moves.push((to, from));
            }
            Op::Call { callee, args } => {
                let targets = calls.targets(program, &inst.op);
                if let Callee::Indirect { targets: None, .. } = callee {
                    // Whoever else may stand behind the pointer is outside.
                    self.outside_call(function, args, result, found);
                }
                for target in targets {
                    if is_followed(program, target) {
                        self.call(program, function, target, args, result, found);
                    } else {
                        self.library_call(program, (function, inst.result), target, args, found);
                    }
                }
            }
            Op::Intrinsic { intrinsic: Intrinsic::VaStart | Intrinsic::VaCopy, args } => {
                let outside = self.outside_node();
                for (argument, _) in args {
                    let address = self.source(function, *argument);
                    found.stores.push((address, outside));
                }
            }
            // What is not followed may throw what it knows.
            Op::Caught => {
                let (thrown, outside) = (self.nodes.thrown, self.outside_node());
                found.copies.extend(result.map(|result| (result, thrown)));
                found.copies.extend(result.map(|result| (result, outside)));
            }
            Op::Unsupported { .. } => {
                let outside = self.outside_node();
                found.copies.extend(result.map(|result| (result, outside)));
            }
            op => {
                let Some(result) = result else { return };
                for operand in op.operands() {
                    let source = self.source(function, operand);
                    found.copies.push((result, source));
                }
            }
        }
    }

    /// A node whose set is the outside and all that has escaped.
    fn outside_node(&self) -> u32 {
        self.contents(self.outside)
    }

    fn call(
        &mut self,
        program: &Program,
        caller: FuncId,
        callee: FuncId,
        args: &[CallArg],
        result: Option<u32>,
        found: &mut Constraints,
    ) {
        let params = &program.functions[callee].params;
        for (index, arg) in args.iter().enumerate() {
            let source = self.source(caller, arg.value);
            match params.get(index) {
                Some(param) if arg.byval.is_some() => {
                    let to = self.node(callee, param.value);
                    found.moves.push((to, source));
                }
                Some(param) => found.copies.push((self.node(callee, param.value), source)),
                // Reached through a `va_list`, which is outside.
                None => found.copies.push((self.outside_node(), source)),
            }
        }
        found.copies.extend(result.map(|result| (result, self.nodes.results[&callee])));
    }

    fn outside_call(
        &mut self,
        function: FuncId,
        args: &[CallArg],
        result: Option<u32>,
        found: &mut Constraints,
    ) {
        let outside = self.outside_node();
        for arg in args {
            let source = self.source(function, arg.value);
            found.copies.push((outside, source));
        }
        found.copies.extend(result.map(|result| (result, outside)));
    }

    fn library_call(
        &mut self,
        program: &Program,
        (function, value): (FuncId, Option<ValueId>),
        callee: FuncId,
        args: &[CallArg],
        found: &mut Constraints,
    ) {
        let result = value.map(|value| self.node(function, value));
        let sources: Vec<u32> = args.iter().map(|arg| self.source(function, arg.value)).collect();
        let outside = self.outside_node();
        match self.effects.of_call(program, callee, args) {
            Effect::Ends | Effect::Assumes | Effect::Reads => {}
            Effect::Allocates => {
                if let Some(value) = value {
                    self.make(function, value);
                }
            }
            Effect::Copies | Effect::Sets | Effect::Fills => {
                for &source in &sources {
                    // What is filled in may be read as a pointer, to what was there before or
                    // outside.
                    found.stores.push((source, outside));
                    found.copies.extend(result.map(|result| (result, source)));
                    found.moves.extend(sources.iter().map(|&from| (source, from)));
                }
                found.copies.extend(result.map(|result| (result, outside)));
            }
            Effect::CallsBack
            | Effect::OutOfReach
            | Effect::Streams
            | Effect::Prints { .. }
            | Effect::Anything => {
                self.outside_call(function, args, result, found);
            }
        }
    }

    /// None when told to stop.
    fn solve(&mut self, constraints: &Constraints, must_stop: &dyn Fn() -> bool) -> Option<()> {
        self.changed = vec![0; self.sets.len()];
        while self.has_grown(constraints, must_stop)? {}
        if cfg!(debug_assertions) {
            self.changed.fill(self.round);
            let has_grown = self.has_grown(constraints, must_stop)?;
            debug_assert!(!has_grown, "a set depends on one that was not looked at again");
        }
        Some(())
    }

    /// One round, which looks only at what has changed in it or in the one before. None when told
    /// to stop.
    fn has_grown(
        &mut self,
        constraints: &Constraints,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        self.round += 1;
        let mut has_grown = false;
        for &(to, from) in &constraints.copies {
            has_grown |= self.is_fresh(from) && self.include(to, from);
        }
        for &(to, address) in &constraints.loads {
            for thing in self.fresh_things(address, None) {
                has_grown |= self.include(to, self.contents(thing));
            }
            self.go_on(must_stop)?;
        }
        for &(address, from) in &constraints.stores {
            if self.is_fresh(address) || self.is_fresh(from) {
                for thing in self.sets[address as usize].clone().iter() {
                    has_grown |= self.include(self.contents(thing), from);
                }
            }
            self.go_on(must_stop)?;
        }
        for &(to, from) in &constraints.moves {
            for source in self.fresh_things(from, Some(to)) {
                for target in self.sets[to as usize].clone().iter() {
                    has_grown |= self.include(self.contents(target), self.contents(source));
                }
                self.go_on(must_stop)?;
            }
        }
        has_grown |= self.escape();
        Some(has_grown)
    }

    /// Whether a set has grown since all that depends on it was last looked at.
    fn is_fresh(&self, node: u32) -> bool {
        self.changed[node as usize] + 1 >= self.round
    }

    /// Those things of a set whose contents may tell something new: all if it is fresh itself, or
    /// this other set.
    fn fresh_things(&self, set: u32, other: Option<u32>) -> Vec<ThingId> {
        let is_fresh = self.is_fresh(set) || other.is_some_and(|other| self.is_fresh(other));
        let things = self.sets[set as usize].iter();
        things.filter(|&thing| is_fresh || self.is_fresh(self.contents(thing))).collect()
    }

    /// Asks now and then whether to stop, after the same work in every run.
    fn go_on(&mut self, must_stop: &dyn Fn() -> bool) -> Option<()> {
        if self.copied < STRETCH {
            return Some(());
        }
        self.copied = 0;
        (!must_stop()).then_some(())
    }

    /// What has escaped holds what is outside, and the other way round.
    fn escape(&mut self) -> bool {
        let outside = self.outside_node();
        let mut has_changed = false;
        for thing in self.sets[outside as usize].clone().iter() {
            if let Thing::Function(function) = self.thing(thing) {
                // It may be called from there.
                for param in self.nodes.params.get(&function).cloned().unwrap_or_default() {
                    has_changed |= self.is_fresh(outside) && self.include(param, outside);
                }
                if let Some(&result) = self.nodes.results.get(&function) {
                    let is_fresh = self.is_fresh(outside) || self.is_fresh(result);
                    has_changed |= is_fresh && self.include(outside, result);
                }
            }
            let contents = self.contents(thing);
            let is_fresh = self.is_fresh(outside) || self.is_fresh(contents);
            has_changed |= is_fresh && self.include(outside, contents);
            has_changed |= self.is_fresh(outside) && self.include(contents, outside);
        }
        has_changed
    }

    fn include(&mut self, to: u32, from: u32) -> bool {
        if to == from || self.sets[from as usize].is_empty() {
            return false;
        }
        let added = std::mem::take(&mut self.sets[from as usize]);
        self.copied += added.words();
        let has_changed = self.sets[to as usize].include(&added);
        self.sets[from as usize] = added;
        if has_changed {
            self.changed[to as usize] = self.round;
        }
        has_changed
    }
}

/// Variables that code uses which is not followed: those of the library, such as `optind`.
fn shared_globals(program: &Program) -> FxHashSet<GlobalId> {
    let mut found = FxHashSet::default();
    for function in program.functions.ids().filter(|&id| !is_followed(program, id)) {
        let bodies = program.functions[function].body.iter();
        for block in bodies.flat_map(|body| body.blocks.values()) {
            let operands = block.insts.iter().flat_map(|inst| inst.op.operands());
            for operand in operands.chain(block.terminator.operand()) {
                if let Operand::Const(constant) = operand {
                    add_globals(program, constant, &mut found);
                }
            }
        }
    }
    found
}

fn add_globals(program: &Program, constant: ConstId, found: &mut FxHashSet<GlobalId>) {
    match &program.constants[constant] {
        Const::Global { global, .. } => {
            if found.insert(*global)
                && let Some(initialiser) = program.globals[*global].initialiser
            {
                add_globals(program, initialiser, found);
            }
        }
        Const::Aggregate { elements, .. } => {
            elements.iter().for_each(|&element| add_globals(program, element, found));
        }
        Const::Image { places, .. } => {
            places.iter().for_each(|&(_, place)| add_globals(program, place, found));
        }
        Const::Expr { expr: ConstExpr::Offset { base, .. } | ConstExpr::Resize(base), .. } => {
            add_globals(program, *base, found);
        }
        Const::Expr {
            expr:
                ConstExpr::Add(a, b)
                | ConstExpr::Sub(a, b)
                | ConstExpr::Mul(a, b)
                | ConstExpr::Xor(a, b),
            ..
        } => {
            add_globals(program, *a, found);
            add_globals(program, *b, found);
        }
        _ => {}
    }
}

/// The functions that the entry can reach and whose code is followed.
fn followed(program: &Program, calls: &CallGraph, entry: FuncId) -> Vec<FuncId> {
    let mut seen: FxHashSet<FuncId> = FxHashSet::default();
    let ends = program.startup.iter().chain(&program.shutdown).copied();
    // Called back from anywhere.
    let taken = known_outside(program, calls);
    let mut pending: Vec<FuncId> = ends.chain(taken).chain([entry]).collect();
    while let Some(function) = pending.pop() {
        if is_followed(program, function) && seen.insert(function) {
            pending.extend(calls.callees(function));
        }
    }
    let mut functions: Vec<FuncId> = seen.into_iter().collect();
    functions.sort_unstable();
    functions
}
