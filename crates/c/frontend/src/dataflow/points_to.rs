//! Where pointers may point, for what is read and written through them.
//!
//! Andersen's inclusion-based analysis, insensitive to flow and context: sets of
//! [places](super::places) grow along assignments, loads, stores and calls until nothing changes.
//! Which functions a pointer calls is found on the way. A function of the library may return and
//! store what it is given, and may call back what it is given with that.
//!
//! The sets only say which variables come into question; a run compares addresses. So what is
//! missed here is a pair less, and never a wrong one.

use super::elements::Step;
use super::places::{PlaceId, Places};
use crate::edges::calls_prefix;
use crate::llvm::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Places that are looked at before the analysis gives up.
const MOST_WORK: usize = 20_000_000;

type NodeId = usize;

/// What has a set.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Node<'m> {
    Value(Value<'m>),
    /// What a function returns.
    Result(Value<'m>),
    Contents(PlaceId),
    /// The same as another one, anywhere in its objects.
    Spread(NodeId),
}

#[derive(Copy, Clone)]
enum Constraint<'m> {
    Copy {
        to: NodeId,
        from: NodeId,
    },
    Spread {
        to: NodeId,
        from: NodeId,
    },
    Element {
        to: NodeId,
        from: NodeId,
        step: Step,
    },
    Load {
        to: NodeId,
        address: NodeId,
    },
    Store {
        address: NodeId,
        from: NodeId,
    },
    /// All that is in memory.
    Move {
        to: NodeId,
        from: NodeId,
    },
    /// Through a pointer, or by a function of the library.
    Call {
        call: Value<'m>,
        called: NodeId,
        is_library: bool,
    },
}

pub struct PointsTo<'m> {
    places: Places<'m>,
    nodes: FxHashMap<Node<'m>, NodeId>,
    sets: Vec<BTreeSet<PlaceId>>,
    constraints: Vec<Constraint<'m>>,
    /// Who calls whom.
    calls: FxHashSet<(Value<'m>, Value<'m>)>,
    bound: FxHashSet<(Value<'m>, Value<'m>)>,
    module: &'m Module<'m>,
    has_grown: bool,
    work: usize,
}

impl<'m> PointsTo<'m> {
    /// None where that takes too long.
    pub fn of(module: &'m Module<'m>) -> Option<PointsTo<'m>> {
        let mut analysis = PointsTo {
            places: Places::new(module.data_layout()),
            nodes: FxHashMap::default(),
            sets: Vec::new(),
            constraints: Vec::new(),
            calls: FxHashSet::default(),
            bound: FxHashSet::default(),
            module,
            has_grown: false,
            work: 0,
        };
        for global in module.globals() {
            for (place, target) in analysis.places.initial(global) {
                let contents = analysis.node(Node::Contents(place));
                analysis.sets[contents].insert(target);
            }
        }
        for function in module.functions().filter(|function| !function.is_declaration()) {
            analysis.function(function);
        }
        analysis.solve().then_some(analysis)
    }

    /// The objects that a pointer may point into, by what stands for them, and where in them;
    /// `None` is anywhere.
    pub fn targets(&self, pointer: Value<'m>) -> Vec<(Value<'m>, Option<u64>)> {
        let node = self.nodes.get(&Node::Value(pointer));
        let places = node.into_iter().flat_map(|&node| &self.sets[node]);
        places.map(|&place| (self.places.value(place), self.places.get(place).offset)).collect()
    }

    /// Whether a function may be called again before it returns.
    pub fn is_recursive(&self, function: Value<'m>) -> bool {
        let mut seen: FxHashSet<Value<'m>> = FxHashSet::default();
        let mut pending = vec![function];
        while let Some(caller) = pending.pop() {
            for &(_, callee) in self.calls.iter().filter(|(from, _)| *from == caller) {
                if callee == function {
                    return true;
                }
                if seen.insert(callee) {
                    pending.push(callee);
                }
            }
        }
        false
    }

    fn node(&mut self, node: Node<'m>) -> NodeId {
        let next = self.sets.len();
        let id = *self.nodes.entry(node).or_insert(next);
        if id == next {
            self.sets.push(BTreeSet::new());
        }
        id
    }

    fn value(&mut self, value: Value<'m>) -> NodeId {
        let node = self.node(Node::Value(value));
        if value.is_constant() && self.sets[node].is_empty() {
            let place = self.places.constant(value);
            self.sets[node].extend(place);
        }
        node
    }

    fn spread(&mut self, from: NodeId) -> NodeId {
        let is_new = !self.nodes.contains_key(&Node::Spread(from));
        let to = self.node(Node::Spread(from));
        if is_new {
            self.constraints.push(Constraint::Spread { to, from });
        }
        to
    }

    fn copy(&mut self, to: NodeId, from: NodeId) {
        self.constraints.push(Constraint::Copy { to, from });
    }

    fn function(&mut self, function: Value<'m>) {
        for (index, param) in function.params().into_iter().enumerate() {
            if let Some(ty) = function.param_type_attribute(index as u32, "byval") {
                let place = self.places.start(param, ty);
                let node = self.value(param);
                self.sets[node].insert(place);
            }
        }
        for instruction in function.blocks().flat_map(|block| block.instructions()) {
            self.instruction(function, instruction);
        }
    }

    fn instruction(&mut self, function: Value<'m>, at: Value<'m>) {
        match at.opcode() {
            Opcode::LLVMAlloca => {
                let place = self.places.start(at, at.allocated_type());
                let node = self.value(at);
                self.sets[node].insert(place);
            }
            Opcode::LLVMGetElementPtr => {
                let Some(step) = Step::of(at, self.module.data_layout()) else { return };
                let (to, from) = (self.value(at), self.value(at.operand(0)));
                self.constraints.push(Constraint::Element { to, from, step });
            }
            Opcode::LLVMLoad => self.load(at, at.operand(0)),
            Opcode::LLVMStore => self.store(at.operand(1), at.operand(0)),
            Opcode::LLVMAtomicRMW => {
                self.load(at, at.operand(0));
                self.store(at.operand(0), at.operand(1));
            }
            Opcode::LLVMAtomicCmpXchg => {
                self.load(at, at.operand(0));
                self.store(at.operand(0), at.operand(2));
            }
            Opcode::LLVMCall => self.call(function, at),
            Opcode::LLVMRet if at.operand_count() == 1 => {
                let (to, from) = (self.node(Node::Result(function)), self.value(at.operand(0)));
                self.copy(to, from);
            }
            opcode if self.may_point(at.ty()) => self.computation(opcode, at),
            _ => {}
        }
    }

    fn computation(&mut self, opcode: Opcode, at: Value<'m>) {
        let to = self.value(at);
        let is_same = matches!(
            opcode,
            Opcode::LLVMPHI
                | Opcode::LLVMSelect
                | Opcode::LLVMPtrToInt
                | Opcode::LLVMIntToPtr
                | Opcode::LLVMBitCast
                | Opcode::LLVMFreeze
                | Opcode::LLVMExtractValue
                | Opcode::LLVMInsertValue
        );
        let operands: Vec<Value<'m>> = match opcode {
            Opcode::LLVMPHI => at.incoming().map(|(_, value)| value).collect(),
            _ => at.operands().collect(),
        };
        for operand in operands {
            if !self.may_point(operand.ty()) {
                continue;
            }
            let mut from = self.value(operand);
            if !is_same {
                from = self.spread(from);
            }
            self.copy(to, from);
        }
    }

    /// Whether a value of this type can have a pointer in it.
    fn may_point(&self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::LLVMIntegerTypeKind => {
                ty.int_bits() >= self.module.data_layout().pointer_bits()
            }
            TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMStructTypeKind
            | TypeKind::LLVMArrayTypeKind
            | TypeKind::LLVMVectorTypeKind => true,
            _ => false,
        }
    }

    /// The address of a value in memory: where it has parts, they may be anywhere.
    fn address(&mut self, address: Value<'m>, ty: Type<'m>) -> NodeId {
        let node = self.value(address);
        match ty.kind() {
            TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind => node,
            _ => self.spread(node),
        }
    }

    fn load(&mut self, load: Value<'m>, address: Value<'m>) {
        if self.may_point(load.ty()) {
            let (to, address) = (self.value(load), self.address(address, load.ty()));
            self.constraints.push(Constraint::Load { to, address });
        }
    }

    fn store(&mut self, address: Value<'m>, value: Value<'m>) {
        if self.may_point(value.ty()) {
            let (address, from) = (self.address(address, value.ty()), self.value(value));
            self.constraints.push(Constraint::Store { address, from });
        }
    }

    fn call(&mut self, caller: Value<'m>, call: Value<'m>) {
        let callee = call.called_value();
        let is_function = callee.kind() == ValueKind::LLVMFunctionValueKind;
        if ["llvm.memcpy.", "llvm.memmove.", "llvm.va_copy"].iter().any(|n| calls_prefix(call, n)) {
            let (to, from) = (self.value(call.operand(0)), self.value(call.operand(1)));
            self.constraints.push(Constraint::Move { to, from });
        } else if calls_prefix(call, "llvm.va_start") {
            let list = self.value(call.operand(0));
            let (address, from) = (self.spread(list), self.value(call));
            self.sets[from].insert(self.places.function(caller));
            self.constraints.push(Constraint::Store { address, from });
        } else if calls_prefix(call, "llvm.") {
            // None of the others passes on a pointer.
        } else if is_function && !callee.is_declaration() {
            self.bind(call, callee);
        } else if callee.kind() != ValueKind::LLVMInlineAsmValueKind {
            let called = self.value(callee);
            self.constraints.push(Constraint::Call { call, called, is_library: is_function });
            if is_function {
                self.library(call);
            }
        }
    }

    /// What a call passes to a function of the program, and what comes back.
    fn bind(&mut self, call: Value<'m>, function: Value<'m>) {
        if !self.bound.insert((call, function)) {
            return;
        }
        self.calls.insert((call.block().function(), function));
        let params = function.params();
        for (index, arg) in call.call_args().into_iter().enumerate() {
            let from = self.value(arg);
            match params.get(index) {
                Some(&param) if call.call_type_attribute(index as u32, "byval").is_some() => {
                    let to = self.value(param);
                    self.constraints.push(Constraint::Move { to, from });
                }
                Some(&param) => {
                    let to = self.value(param);
                    self.copy(to, from);
                }
                // The function finds it by its `va_list`, which points to the function here.
                None => {
                    let further = self.places.function(function);
                    let to = self.node(Node::Contents(further));
                    self.copy(to, from);
                }
            }
        }
        let (to, from) = (self.value(call), self.node(Node::Result(function)));
        self.copy(to, from);
    }

    /// What a function of the library makes of its arguments: it returns one of them, or something
    /// new, and stores them where another one points to.
    fn library(&mut self, call: Value<'m>) {
        let result = self.value(call);
        let made = self.places.untyped(call);
        self.sets[result].insert(made);
        let args = self.pointers_of(call);
        for &arg in &args {
            self.copy(result, arg);
            for &from in args.iter().filter(|&&from| from != arg) {
                self.constraints.push(Constraint::Store { address: arg, from });
            }
        }
    }

    fn pointers_of(&mut self, call: Value<'m>) -> Vec<NodeId> {
        let args = call.call_args().into_iter().filter(|arg| self.may_point(arg.ty()));
        let args: Vec<Value<'m>> = args.collect();
        args.into_iter()
            .map(|arg| {
                let node = self.value(arg);
                self.spread(node)
            })
            .collect()
    }

    /// Whether it came to an end.
    fn solve(&mut self) -> bool {
        loop {
            self.has_grown = false;
            let mut at = 0;
            // Calls through pointers add to them.
            while at < self.constraints.len() {
                self.apply(self.constraints[at]);
                at += 1;
                if self.work > MOST_WORK {
                    return false;
                }
            }
            if !self.has_grown {
                return true;
            }
        }
    }

    fn apply(&mut self, constraint: Constraint<'m>) {
        match constraint {
            Constraint::Copy { to, from } => self.include(to, from),
            Constraint::Spread { to, from } => {
                for place in self.set(from) {
                    let anywhere = self.places.anywhere(place);
                    self.add(to, anywhere);
                }
            }
            Constraint::Element { to, from, step } => {
                for place in self.set(from) {
                    if let Some(element) = self.places.step(place, step) {
                        self.add(to, element);
                    }
                }
            }
            Constraint::Load { to, address } => {
                for place in self.set(address) {
                    for place in self.places.overlapping(place) {
                        let contents = self.node(Node::Contents(place));
                        self.include(to, contents);
                    }
                }
            }
            Constraint::Store { address, from } => {
                for place in self.set(address) {
                    let contents = self.node(Node::Contents(place));
                    self.include(contents, from);
                }
            }
            Constraint::Move { to, from } => self.move_memory(to, from),
            Constraint::Call { call, called, is_library } => self.follow(call, called, is_library),
        }
    }

    fn move_memory(&mut self, to: NodeId, from: NodeId) {
        for source in self.set(from) {
            let start = self.places.get(source);
            for held in self.places.all_of(start.object) {
                let offset = self.places.get(held).offset;
                let distance = match (offset, start.offset) {
                    (Some(at), Some(start)) if at < start => continue,
                    (at, start) => at.zip(start).map(|(at, start)| at - start),
                };
                let contents = self.node(Node::Contents(held));
                for target in self.set(to) {
                    if let Some(place) = self.places.further(target, distance) {
                        let copied = self.node(Node::Contents(place));
                        self.include(copied, contents);
                    }
                }
            }
        }
    }

    /// Goes into the functions that a pointer calls, or that the library is given to call.
    fn follow(&mut self, call: Value<'m>, called: NodeId, is_library: bool) {
        let given = if is_library { self.pointers_of(call) } else { vec![called] };
        let places: BTreeSet<PlaceId> = given.iter().flat_map(|&node| self.set(node)).collect();
        let functions = places.into_iter().filter_map(|place| self.places.as_function(place));
        for function in functions.collect::<Vec<_>>() {
            match (function.is_declaration(), is_library) {
                (true, _) => {
                    if self.bound.insert((call, function)) {
                        self.library(call);
                    }
                }
                (false, false) => self.bind(call, function),
                (false, true) => self.call_back(call, function, &given),
            }
        }
    }

    fn call_back(&mut self, call: Value<'m>, function: Value<'m>, given: &[NodeId]) {
        if !self.bound.insert((call, function)) {
            return;
        }
        self.calls.insert((call.block().function(), function));
        for param in function.params() {
            let to = self.value(param);
            given.iter().for_each(|&from| self.copy(to, from));
        }
    }

    fn set(&mut self, node: NodeId) -> Vec<PlaceId> {
        self.work += self.sets[node].len() + 1;
        self.sets[node].iter().copied().collect()
    }

    fn add(&mut self, to: NodeId, place: PlaceId) {
        self.has_grown |= self.sets[to].insert(place);
    }

    fn include(&mut self, to: NodeId, from: NodeId) {
        self.work += 1;
        if to == from || self.sets[from].is_empty() {
            return;
        }
        self.work += self.sets[from].len();
        let before = self.sets[to].len();
        let added = std::mem::take(&mut self.sets[from]);
        self.sets[to].extend(&added);
        self.sets[from] = added;
        self.has_grown |= self.sets[to].len() != before;
    }
}
