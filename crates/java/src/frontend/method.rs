//! A method's bytecode as a body in the model.
//!
//! The bytecode is carried out with operands in place of values, block after block, with locals and
//! stack as they are known there. A block that is come to in one way goes on with what was known;
//! any other has a phi for each local that may be read later and each place of the stack, of which
//! those that say nothing are removed in the end.
//!
//! What a call throws is caught in a *landing* of the handlers around it (one for each list of
//! handlers), which leads to a block that asks for the classes of the handlers, one by one. Code
//! that throws by itself goes to the same block.

use super::body::Body;
use super::classes::{ClassId, MethodId};
use super::flow::Flow;
use super::translator::{Result, Translator};
use crate::classfile::{Code, Kind, access};
use assay_program::{
    BlockId, Callee, FuncId, IntPredicate, Op, Operand, Terminator, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A value, and what kind it is of.
pub type Value = (Operand, Kind);

pub struct Method<'t> {
    pub translator: &'t mut Translator,
    pub body: Body,
    pub code: &'t Code,
    pub class: ClassId,
    pub method: MethodId,
    pub flow: Flow,
    /// The instruction that is being translated.
    pub at: usize,
    pub state: State,
    /// The strings of the program's text that are no constants.
    pub late_texts: FxHashMap<Operand, Operand>,
    entries: Vec<Option<Entry>>,
    landings: FxHashMap<Vec<usize>, Landing>,
    /// Blocks to come, by their ranks.
    pending: BTreeSet<(usize, usize)>,
    /// Where code goes that fails in a certain way, outside of all handlers.
    pub failures: FxHashMap<&'static str, BlockId>,
}

/// What is known between two instructions.
#[derive(Clone, Default)]
pub struct State {
    pub locals: Vec<Option<Value>>,
    pub stack: Vec<Value>,
    /// Known not to be null.
    pub checked: FxHashSet<Operand>,
    /// Classes that were initialised on the way.
    pub initialised: FxHashSet<ClassId>,
}

/// How a block of the bytecode begins.
struct Entry {
    block: BlockId,
    state: State,
    /// The phis of locals and stack, if there are several ways to it.
    phis: Option<Phis>,
}

#[derive(Default)]
struct Phis {
    locals: Vec<(usize, ValueId, Kind)>,
    stack: Vec<ValueId>,
}

struct Landing {
    /// Where calls unwind to.
    block: BlockId,
    caught: Phis,
    /// Where the classes of the handlers are asked for.
    dispatch: BlockId,
    thrown: ValueId,
    locals: Phis,
}

/// Translates the code of a method into the body of its function.
pub fn translate(
    translator: &mut Translator,
    method: MethodId,
    function: FuncId,
    code: &Code,
) -> Result<()> {
    let (parameters, _) = translator.signature(method);
    let class = translator.classes.methods[method].class;
    let flow = Flow::new(code);
    let mut this = Method {
        body: Body::new(translator.model.types, &parameters),
        translator,
        code,
        class,
        method,
        at: 0,
        state: State::default(),
        late_texts: FxHashMap::default(),
        entries: (0..flow.starts.len() - 1).map(|_| None).collect(),
        landings: FxHashMap::default(),
        pending: BTreeSet::new(),
        failures: FxHashMap::default(),
        flow,
    };
    this.body.file = this.translator.own_file(class);
    this.begin();
    while let Some((_, block)) = this.pending.pop_first() {
        this.block(block);
    }
    let Method { body, translator, .. } = this;
    body.finish(&mut translator.model.program, function);
    Ok(())
}

impl Method<'_> {
    fn begin(&mut self) {
        let found = &self.translator.classes.methods[self.method];
        let descriptor = crate::classfile::Descriptor::new(&found.descriptor);
        let receiver = (!found.is(access::STATIC)).then_some(Kind::Reference);
        let kinds: Vec<Kind> = receiver.into_iter().chain(descriptor.kinds()).collect();
        if receiver.is_some() {
            self.body.objects.insert(self.body.parameter(0));
        }
        let mut locals = Vec::new();
        for (index, kind) in kinds.into_iter().enumerate() {
            locals.push(Some((self.body.parameter(index), kind)));
            if kind.is_wide() {
                locals.push(None);
            }
        }
        locals.resize(usize::from(self.code.max_locals).max(locals.len()), None);
        self.state.locals = locals;
        let first = self.enter(0);
        self.body.jump(first);
    }

    fn block(&mut self, block: usize) {
        let entry = self.entries[block].as_ref().expect("only blocks with a way to them wait");
        self.state = entry.state.clone();
        self.body.go_to(entry.block);
        for at in self.flow.starts[block]..self.flow.starts[block + 1] {
            self.at = at;
            self.body.place =
                self.code.line(at).and_then(|line| self.translator.place(self.class, line));
            if let Err(what) = self.instruction(&self.code.instructions[at]) {
                if !self.body.is_closed() {
                    self.body.unsupported(what);
                }
                return;
            }
            if self.body.is_closed() {
                return;
            }
        }
        let next = self.enter(block + 1);
        self.body.jump(next);
    }

    /// The current block of the body leads to a block of the bytecode, with what is known now.
    pub fn enter(&mut self, target: usize) -> BlockId {
        if self.entries[target].is_none() {
            self.entries[target] = Some(self.entry(target));
            self.pending.insert((self.flow.rank[target], target));
        }
        let from = self.body.current();
        let entry = self.entries[target].take().expect("it was made");
        if let Some(phis) = &entry.phis {
            self.meet(entry.block, phis, from);
        }
        let block = entry.block;
        self.entries[target] = Some(entry);
        block
    }

    fn entry(&mut self, target: usize) -> Entry {
        let block = self.body.block();
        if self.flow.entries[target] == 1 {
            let mut state = self.state.clone();
            let is_live = |local: &usize| self.flow.is_live(target, *local);
            let dead: Vec<usize> =
                (0..self.code.max_locals.into()).filter(|it| !is_live(it)).collect();
            dead.into_iter().for_each(|local| state.locals[local] = None);
            return Entry { block, state, phis: None };
        }
        let live: Vec<usize> = (0..self.code.max_locals.into())
            .filter(|local| self.flow.is_live(target, *local))
            .collect();
        let (mut state, phis) = self.phis(block, &live);
        for (place, (_, kind)) in self.state.stack.clone().into_iter().enumerate() {
            state.stack.push((Operand::Value(phis.stack[place]), kind));
        }
        Entry { block, state, phis: Some(phis) }
    }

    /// Phis for these locals, as far as they have a value, and for the stack.
    fn phis(&mut self, block: BlockId, live: &[usize]) -> (State, Phis) {
        let mut phis = Phis::default();
        let mut state = State { locals: vec![None; self.state.locals.len()], ..State::default() };
        for &local in live {
            let Some((_, kind)) = self.state.locals[local] else { continue };
            let phi = self.body.phi(block, self.body.types.of(kind));
            phis.locals.push((local, phi, kind));
            state.locals[local] = Some((Operand::Value(phi), kind));
        }
        for (_, kind) in self.state.stack.clone() {
            phis.stack.push(self.body.phi(block, self.body.types.of(kind)));
        }
        (state, phis)
    }

    fn meet(&mut self, block: BlockId, phis: &Phis, from: BlockId) {
        for &(local, phi, kind) in &phis.locals {
            let value = match self.state.locals[local] {
                Some((value, known)) if known == kind => value,
                // Then it is not read on this way.
                _ => self.translator.model.nothing(kind),
            };
            self.body.meet(block, phi, from, value);
        }
        for (place, &phi) in phis.stack.iter().enumerate() {
            let (value, _) = self.state.stack[place];
            self.body.meet(block, phi, from, value);
        }
    }

    // Exceptions.

    /// The handlers around the current instruction, by their numbers.
    fn handlers(&self) -> Vec<usize> {
        let at = self.at as u32;
        let handlers = self.code.handlers.iter().enumerate();
        let around = handlers.filter(|(_, it)| it.start <= at && at < it.end);
        around.map(|(number, _)| number).collect()
    }

    pub fn is_guarded(&self) -> bool {
        let at = self.at as u32;
        self.code.handlers.iter().any(|it| it.start <= at && at < it.end)
    }

    /// A call that may throw.
    pub fn call(
        &mut self,
        callee: Callee,
        args: &[(Operand, TypeId)],
        result: TypeId,
    ) -> Option<Operand> {
        let result = self.body.call(callee, args, result);
        if self.is_guarded() {
            let key = self.landing();
            let landing = self.landings.remove(&key).expect("it was made");
            let from = self.body.current();
            self.meet_locals(landing.block, &landing.caught, from);
            let normal = self.body.block();
            self.body.end(Terminator::Invoke { normal, unwind: landing.block });
            self.landings.insert(key, landing);
            self.body.go_to(normal);
        }
        result
    }

    /// Throws what is no null.
    pub fn throw(&mut self, thrown: Operand) {
        if !self.is_guarded() {
            self.body.end(Terminator::Throw(thrown));
            return;
        }
        let key = self.landing();
        let landing = self.landings.remove(&key).expect("it was made");
        let from = self.body.current();
        self.body.meet(landing.dispatch, landing.thrown, from, thrown);
        self.meet_locals(landing.dispatch, &landing.locals, from);
        self.body.jump(landing.dispatch);
        self.landings.insert(key, landing);
    }

    fn meet_locals(&mut self, block: BlockId, phis: &Phis, from: BlockId) {
        let stack = std::mem::take(&mut self.state.stack);
        self.meet(block, phis, from);
        self.state.stack = stack;
    }

    /// Makes the landing of the handlers around the current instruction, if it is not there.
    fn landing(&mut self) -> Vec<usize> {
        let key = self.handlers();
        if !self.landings.contains_key(&key) {
            let landing = self.make_landing(&key);
            self.landings.insert(key.clone(), landing);
        }
        key
    }

    fn make_landing(&mut self, handlers: &[usize]) -> Landing {
        let is_live = |local: &usize| {
            let targets = handlers.iter().map(|it| self.code.handlers[*it].target);
            targets.into_iter().any(|it| self.flow.is_live(self.flow.block(it), *local))
        };
        let live: Vec<usize> = (0..self.code.max_locals.into()).filter(is_live).collect();
        let (block, dispatch) = (self.body.block(), self.body.block());
        let resume = self.body.current();
        let before = std::mem::take(&mut self.state.stack);
        let saved = self.state.clone();
        let (caught_state, caught) = self.phis(block, &live);
        let pointer = self.body.types.pointer;
        let thrown = self.body.phi(dispatch, pointer);
        let (dispatch_state, locals) = self.phis(dispatch, &live);
        // From the landing to the block that asks.
        self.body.go_to(block);
        let exception = self.body.push(Op::Caught, pointer);
        self.state = caught_state;
        self.body.meet(dispatch, thrown, block, exception);
        self.meet(dispatch, &locals, block);
        self.body.jump(dispatch);
        self.state = dispatch_state;
        self.body.go_to(dispatch);
        let thrown_value = Operand::Value(thrown);
        self.body.objects.insert(thrown_value);
        self.ask(handlers, thrown_value);
        self.state = saved;
        self.state.stack = before;
        self.body.go_to(resume);
        Landing { block, caught, dispatch, thrown, locals }
    }

    /// Goes to the first handler that takes what was thrown, or throws it again.
    fn ask(&mut self, handlers: &[usize], thrown: Operand) {
        for &number in handlers {
            let handler = &self.code.handlers[number];
            let target = self.flow.block(handler.target);
            self.state.stack = vec![(thrown, Kind::Reference)];
            let class = handler.class.as_deref().filter(|class| *class != "java/lang/Throwable");
            let Some(class) = class else {
                let to = self.enter(target);
                self.body.jump(to);
                return;
            };
            let test = match self.translator.class(class) {
                Ok(class) => self.is_instance(thrown, class),
                Err(what) => Err(what),
            };
            let test = match test {
                Ok(test) => test,
                Err(what) => return self.body.unsupported(what),
            };
            let (on, next) = (self.enter(target), self.body.block());
            self.body.inner_branch(test, on, next);
            self.body.go_to(next);
        }
        self.body.end(Terminator::Throw(thrown));
    }

    // The stack.

    pub fn push(&mut self, value: Operand, kind: Kind) {
        self.state.stack.push((value, kind));
    }

    pub fn pop(&mut self) -> Result<Operand> {
        Ok(self.pop_value()?.0)
    }

    pub fn pop_value(&mut self) -> Result<Value> {
        self.state.stack.pop().ok_or_else(|| "bytecode that takes from an empty stack".to_string())
    }

    // Checks.

    /// Goes on if the condition does not hold, and throws what a method of `assay.Throw` makes if
    /// it does.
    pub fn fail_if(
        &mut self,
        condition: Operand,
        how: &'static str,
        descriptor: &str,
        args: &[(Operand, TypeId)],
    ) -> Result<()> {
        if self.translator.model.known_int(condition) == Some(0) {
            return Ok(());
        }
        let is_shared = args.is_empty() && !self.is_guarded();
        let block = match self.failures.get(how).filter(|_| is_shared) {
            Some(&block) => block,
            None => self.failure(how, descriptor, args, is_shared)?,
        };
        self.body.check(condition, block);
        Ok(())
    }

    fn failure(
        &mut self,
        how: &'static str,
        descriptor: &str,
        args: &[(Operand, TypeId)],
        is_shared: bool,
    ) -> Result<BlockId> {
        let maker = self.translator.helper("assay/Throw", how, descriptor)?;
        let here = self.body.current();
        let block = self.body.block();
        self.body.go_to(block);
        let pointer = self.body.types.pointer;
        let thrown = self.body.call(Callee::Direct(maker), args, pointer);
        self.throw(thrown.expect("it returns what is thrown"));
        self.body.go_to(here);
        if is_shared {
            self.failures.insert(how, block);
        }
        Ok(block)
    }

    pub fn is_known_object(&self, value: Operand) -> bool {
        let is_object = match value {
            Operand::Const(id) => {
                let constant = &self.translator.model.program.constants[id];
                matches!(constant, assay_program::Const::Global { .. })
            }
            Operand::Value(_) => false,
        };
        is_object || self.body.objects.contains(&value) || self.state.checked.contains(&value)
    }

    /// Throws if it is null.
    pub fn check_null(&mut self, value: Operand) -> Result<()> {
        if self.is_known_object(value) {
            return Ok(());
        }
        let null = self.translator.model.null();
        let pointer = self.body.types.pointer;
        let is_null = self.body.compare(IntPredicate::Eq, value, null, pointer);
        self.fail_if(is_null, "nullPointer", "()Ljava/lang/Throwable;", &[])?;
        self.state.checked.insert(value);
        Ok(())
    }
}
