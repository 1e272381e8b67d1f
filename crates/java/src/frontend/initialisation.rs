//! Classes are initialised before they are first used (JVMS 5.5).
//!
//! A class that has something to run has a cell: 0 before, 1 from the moment where its
//! initialisation begins (there is one thread, and its own uses do not wait), 2 if it has failed.

use super::body::Body;
use super::classes::{ClassId, Form, MethodId};
use super::method::Method;
use super::translator::{Result, Translator};
use crate::classfile::access;
use crate::library::{self, Native};
use assay_program::{Callee, FuncId, GlobalId, IntPredicate, Op, Operand, Role, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

/// The cell of a class and the function that initialises it.
type Initialiser = (GlobalId, FuncId);

#[derive(Default)]
pub struct Initialisation {
    /// `None`: there is nothing to do.
    known: FxHashMap<ClassId, Option<Initialiser>>,
    /// Those whose own code is to be translated.
    wanted: FxHashSet<ClassId>,
}

const DONE: i32 = 1;
const FAILED: i32 = 2;

impl Method<'_> {
    /// A class is used: it is initialised, unless it must be so already.
    pub fn initialise(&mut self, class: ClassId) -> Result<()> {
        if self.is_initialised(class) {
            return Ok(());
        }
        let Some((cell, function)) = self.translator.initialiser(class)? else { return Ok(()) };
        self.translator.want_initialised(class)?;
        let int = self.body.types.int;
        let cell = self.translator.model.global(cell);
        let state = self.body.load(int, cell, 4);
        let done = self.translator.model.int(DONE);
        let is_open = self.body.compare(IntPredicate::Ne, state, done, int);
        self.body.guards.insert(is_open, cell);
        let (first, on) = (self.body.block(), self.body.block());
        self.body.inner_branch(is_open, first, on);
        self.body.go_to(first);
        self.call(Callee::Direct(function), &[], self.body.types.void);
        self.body.jump(on);
        self.body.go_to(on);
        self.state.initialised.insert(class);
        Ok(())
    }

    /// Within its own code, and that of classes below it; and where it has just been seen to.
    fn is_initialised(&self, class: ClassId) -> bool {
        let own = &self.translator.classes.classes[self.class];
        own.ancestors.contains(&class) || self.state.initialised.contains(&class)
    }
}

impl Translator {
    pub fn initialiser(&mut self, class: ClassId) -> Result<Option<Initialiser>> {
        if let Some(&known) = self.initialisation.known.get(&class) {
            return Ok(known);
        }
        let before = self.initialised_before(class);
        let mut has_work = self.has_own(class);
        let mut needed = Vec::new();
        for above in before {
            let initialiser = self.initialiser(above)?;
            has_work |= initialiser.is_some();
            needed.extend(initialiser);
        }
        let initialiser = match has_work {
            true => Some(self.declare_initialiser(class)),
            false => None,
        };
        self.initialisation.known.insert(class, initialiser);
        if let Some(initialiser) = initialiser {
            self.make_initialiser(class, initialiser, &needed)?;
        }
        Ok(initialiser)
    }

    /// What the initialisation of a class runs is to be translated.
    pub fn want_initialised(&mut self, class: ClassId) -> Result<()> {
        if !self.initialisation.wanted.insert(class) {
            return Ok(());
        }
        for above in self.initialised_before(class) {
            self.want_initialised(above)?;
        }
        if self.has_own(class) {
            self.want(self.own_initialiser(class))?;
        }
        Ok(())
    }

    fn own_initialiser(&self, class: ClassId) -> MethodId {
        let found = &self.classes.classes[class];
        found.methods[found.file.method("<clinit>", "()V").expect("it has one")]
    }

    /// The super class, and the interfaces that have code that may see them initialised.
    fn initialised_before(&self, class: ClassId) -> Vec<ClassId> {
        let found = &self.classes.classes[class];
        if found.form == Form::Interface {
            return Vec::new();
        }
        let has_default = |interface: &&ClassId| {
            let methods = &self.classes.classes[**interface].file.methods;
            methods.iter().any(|method| {
                !method.is(access::STATIC | access::ABSTRACT) && !method.name.starts_with('<')
            })
        };
        let interfaces = found.interfaces.iter().filter(has_default);
        found.super_class.iter().chain(interfaces).copied().collect()
    }

    fn has_own(&self, class: ClassId) -> bool {
        let found = &self.classes.classes[class];
        found.file.method("<clinit>", "()V").is_some()
            && !matches!(library::native(&found.name, "<clinit>", "()V"), Some(Native::Nothing))
    }

    /// A function that initialises an enum and calls its `values`.
    pub fn values_function(&mut self, class: ClassId, values: MethodId) -> Result<FuncId> {
        let initialiser = self.initialiser(class)?;
        self.want_initialised(class)?;
        let values = self.want(values)?;
        let name = format!("constants of {}", self.classes.classes[class].name.replace('/', "."));
        let types = self.model.types;
        let function = self.model.declare(name, &[], types.pointer, Role::Plain);
        self.model.is_of_library(function);
        let mut body = Body::new(types, &[]);
        if let Some((cell, initialise)) = initialiser {
            let cell = self.model.global(cell);
            let state = body.load(types.int, cell, 4);
            let done = self.model.int(DONE);
            let is_open = body.compare(IntPredicate::Ne, state, done, types.int);
            let (first, on) = (body.block(), body.block());
            body.inner_branch(is_open, first, on);
            body.go_to(first);
            body.call(Callee::Direct(initialise), &[], types.void);
            body.jump(on);
            body.go_to(on);
        }
        let all = body.call(Callee::Direct(values), &[], types.pointer);
        body.give_back(all);
        body.finish(&mut self.model.program, function);
        Ok(function)
    }

    fn declare_initialiser(&mut self, class: ClassId) -> Initialiser {
        let found = &self.classes.classes[class];
        let name = found.name.replace('/', ".");
        let is_user = found.is_user;
        let cell = self.model.reserve(format!("state of {name}"), 4);
        self.model.fill(cell, super::model::Image::new(4));
        let void = self.model.types.void;
        let function = self.model.declare(format!("initialise {name}"), &[], void, Role::Plain);
        if !is_user {
            self.model.is_of_library(function);
        }
        (cell, function)
    }

    fn make_initialiser(
        &mut self,
        class: ClassId,
        (cell, function): Initialiser,
        needed: &[Initialiser],
    ) -> Result<()> {
        let mut body = Body::new(self.model.types, &[]);
        let int = body.types.int;
        let cell = self.model.global(cell);
        let state = body.load(int, cell, 4);
        let failed = self.model.int(FAILED);
        let has_failed = body.compare(IntPredicate::Eq, state, failed, int);
        let (refuse, begin) = (body.block(), body.block());
        body.inner_branch(has_failed, refuse, begin);
        body.go_to(refuse);
        let thrown = self.thrown_by(&mut body, "initialisedBefore", class, None)?;
        body.end(Terminator::Throw(thrown));
        body.go_to(begin);
        let done = self.model.int(DONE);
        let is_done = body.compare(IntPredicate::Eq, state, done, int);
        let (leave, begin) = (body.block(), body.block());
        body.inner_branch(is_done, leave, begin);
        body.go_to(leave);
        body.give_back(None);
        body.go_to(begin);
        body.store(done, int, cell, 4);
        let unwind = body.block();
        let mut is_thrown_to = false;
        for &(above_cell, above) in needed {
            let above_cell = self.model.global(above_cell);
            let state = body.load(int, above_cell, 4);
            let is_open = body.compare(IntPredicate::Ne, state, done, int);
            let (first, on) = (body.block(), body.block());
            body.inner_branch(is_open, first, on);
            body.go_to(first);
            body.call(Callee::Direct(above), &[], body.types.void);
            let normal = leading_to(&mut body, on);
            body.end(Terminator::Invoke { normal, unwind });
            is_thrown_to = true;
            body.go_to(on);
        }
        if self.has_own(class) {
            let own = self.function_of(self.own_initialiser(class))?;
            body.call(Callee::Direct(own), &[], body.types.void);
            let on = body.block();
            body.end(Terminator::Invoke { normal: on, unwind });
            is_thrown_to = true;
            body.go_to(on);
        }
        body.give_back(None);
        if is_thrown_to {
            body.go_to(unwind);
            let caught = body.push(Op::Caught, body.types.pointer);
            body.store(failed, int, cell, 4);
            let thrown = self.thrown_by(&mut body, "initialiserFailed", class, Some(caught))?;
            body.end(Terminator::Throw(thrown));
        }
        body.finish(&mut self.model.program, function);
        Ok(())
    }

    /// What a method of `assay.Throw` makes of a class, or of what was thrown.
    fn thrown_by(
        &mut self,
        body: &mut Body,
        how: &str,
        class: ClassId,
        caught: Option<Operand>,
    ) -> Result<Operand> {
        let pointer = body.types.pointer;
        let (descriptor, argument) = match caught {
            Some(caught) => ("(Ljava/lang/Throwable;)Ljava/lang/Throwable;", caught),
            None => ("(Ljava/lang/Class;)Ljava/lang/Throwable;", self.mirror(class)?),
        };
        let maker = self.helper("assay/Throw", how, descriptor)?;
        let thrown = body.call(Callee::Direct(maker), &[(argument, pointer)], pointer);
        Ok(thrown.expect("it returns what is thrown"))
    }
}

/// What returns goes to a block of its own, which leads to where others come to as well.
fn leading_to(body: &mut Body, on: assay_program::BlockId) -> assay_program::BlockId {
    let here = body.current();
    let normal = body.block();
    body.go_to(normal);
    body.jump(on);
    body.go_to(here);
    normal
}
