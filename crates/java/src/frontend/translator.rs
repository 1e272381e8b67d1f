//! What is translated when: methods become functions, one after the other, as they are wanted.
//!
//! A function is declared when something names its method, as a stub, and gets its body when it is
//! translated. Everything is only ever added: a function, a variable, a class keeps its number.

use super::body::Body;
use super::classes::{ClassId, Classes, MethodId};
use super::dispatch::Dispatch;
use super::images::Images;
use super::initialisation::Initialisation;
use super::method;
use super::model::Model;
use crate::classfile::{ClassPath, Descriptor, Name, access};
use crate::library::{self, Native};
use assay_base::{FileId, Place};
use assay_program::{Callee, FuncId, Program, Role, SourceFile, TypeId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What cannot be translated, in the words of those who meet it.
pub type Result<T> = std::result::Result<T, String>;

pub struct Translator {
    pub model: Model,
    pub classes: Classes,
    pub images: Images,
    pub dispatch: Dispatch,
    pub initialisation: Initialisation,
    functions: FxHashMap<MethodId, FuncId>,
    method_of: FxHashMap<FuncId, MethodId>,
    /// Wanted, and not translated yet.
    pending: VecDeque<MethodId>,
    /// In which round each was last waited for.
    wanted_in: FxHashMap<MethodId, u32>,
    round: u32,
    files: FxHashMap<Name, FileId>,
    /// Functions of our own making, by name.
    pub helpers: FxHashMap<String, FuncId>,
    /// How many synthetic classes there are.
    pub made: usize,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
}

impl Translator {
    pub fn new(path: ClassPath) -> Translator {
        let mut translator = Translator {
            model: Model::default(),
            classes: Classes::new(path),
            images: Images::default(),
            dispatch: Dispatch::default(),
            initialisation: Initialisation::default(),
            functions: FxHashMap::default(),
            method_of: FxHashMap::default(),
            pending: VecDeque::new(),
            wanted_in: FxHashMap::default(),
            round: 0,
            files: FxHashMap::default(),
            helpers: FxHashMap::default(),
            made: 0,
            stdin: Vec::new(),
        };
        library::make_classes(&mut translator.classes);
        translator
    }

    /// Translates what is wanted, and what that may call, until all is there or so many methods
    /// have been translated.
    pub fn translate(&mut self, limit: usize) {
        self.translate_pending(limit);
        self.close_calls();
        self.list_literals();
    }

    /// How many are left of so many.
    fn translate_pending(&mut self, limit: usize) -> usize {
        let mut left = limit;
        while left > 0
            && let Some(method) = self.pending.pop_front()
        {
            left -= usize::from(self.translate_method(method));
        }
        left
    }

    /// Gives these functions bodies, with what they may call, up to so many methods.
    pub fn fill(&mut self, program: &mut Program, wanted: &[FuncId], limit: usize) {
        std::mem::swap(&mut self.model.program, program);
        // What they call comes before what others wait for.
        let others = std::mem::take(&mut self.pending);
        self.round += 1;
        let wanted = wanted.iter().filter_map(|function| self.method_of.get(function));
        self.pending.extend(wanted);
        let left = self.translate_pending(limit);
        self.pending.extend(others);
        self.translate(left);
        std::mem::swap(&mut self.model.program, program);
    }

    /// The class of a name, or why there is none.
    pub fn class(&mut self, name: &str) -> Result<ClassId> {
        self.classes.class(name).map_err(|error| error.0)
    }

    /// The function of a method, which is not translated for that.
    pub fn function_of(&mut self, method: MethodId) -> Result<FuncId> {
        if let Some(&function) = self.functions.get(&method) {
            return Ok(function);
        }
        let found = &self.classes.methods[method];
        let class = &self.classes.classes[found.class];
        let name = format!("{}.{}{}", class.name.replace('/', "."), found.name, found.descriptor);
        let is_library = !class.is_user;
        let (parameters, result) = self.signature(method);
        let function = self.model.declare(name, &parameters, result, Role::Stub);
        let declared = &mut self.model.program.functions[function];
        declared.is_model = is_library;
        self.functions.insert(method, function);
        self.method_of.insert(function, method);
        Ok(function)
    }

    /// The types of what a method's function takes and returns.
    pub fn signature(&self, method: MethodId) -> (Vec<TypeId>, TypeId) {
        let found = &self.classes.methods[method];
        let descriptor = Descriptor::new(&found.descriptor);
        let types = self.model.types;
        let receiver = (!found.is(access::STATIC)).then_some(types.pointer);
        let parameters = receiver.into_iter().chain(descriptor.kinds().map(|kind| types.of(kind)));
        (parameters.collect(), types.of_result(descriptor.result_kind()))
    }

    /// A method is called somewhere: it is to be translated.
    pub fn want(&mut self, method: MethodId) -> Result<FuncId> {
        let function = self.function_of(method)?;
        if self.model.program.functions[function].role == Role::Stub
            && self.wanted_in.insert(method, self.round) != Some(self.round)
        {
            self.pending.push_back(method);
        }
        Ok(function)
    }

    /// The method that a function stands for.
    pub fn method_of(&self, function: FuncId) -> Option<MethodId> {
        self.method_of.get(&function).copied()
    }

    /// A static method of a class of our own or the JDK's, to be called by what we make.
    pub fn helper(&mut self, class: &str, name: &str, descriptor: &str) -> Result<FuncId> {
        let id = self.class(class)?;
        let method = self.classes.method(id, name, descriptor);
        let method = method
            .ok_or_else(|| format!("{class}.{name}{descriptor}, which this JDK does not have"))?;
        self.want(method)
    }

    /// Whether there was anything to do.
    fn translate_method(&mut self, method: MethodId) -> bool {
        let Ok(function) = self.function_of(method) else { return false };
        if self.model.program.functions[function].role != Role::Stub {
            return false;
        }
        let found = &self.classes.methods[method];
        let class = &self.classes.classes[found.class];
        let native = library::native(&class.name, &found.name, &found.descriptor);
        let code = class.file.methods[found.index].code.clone();
        let shown = self.model.program.functions[function].name.clone();
        let done = match (native, code) {
            (Some(Native::Made(make)), _) => make(self, function, method),
            (Some(Native::Instead(class, name)), _) => self.instead(function, method, class, name),
            (Some(Native::Nothing), _) => {
                let (parameters, _) = self.signature(method);
                let mut body = Body::new(self.model.types, &parameters);
                body.give_back(None);
                body.finish(&mut self.model.program, function);
                Ok(())
            }
            (Some(Native::Unmodelled(what)), _) => Err(what.to_string()),
            (None, Some(code)) => method::translate(self, method, function, &code),
            (None, None) if found.is(access::ABSTRACT) => {
                Err(format!("the abstract method {shown}"))
            }
            (None, None) => Err(format!("the native method {shown}")),
        };
        match done {
            Ok(()) => {
                self.model.program.functions[function].role = Role::Plain;
                self.note_calls(function);
            }
            Err(what) => {
                let declared = &mut self.model.program.functions[function];
                declared.body = None;
                declared.role = Role::Unmodelled(what.into());
                self.dispatch.forget_calls();
            }
        }
        true
    }

    /// A body that hands its arguments on to a static method.
    fn instead(
        &mut self,
        function: FuncId,
        method: MethodId,
        class: &str,
        name: &str,
    ) -> Result<()> {
        let found = &self.classes.methods[method];
        let mut descriptor = Descriptor::new(&found.descriptor);
        if !found.is(access::STATIC) {
            let receiver = format!("L{};", self.classes.classes[found.class].name);
            descriptor.parameters.insert(0, receiver.into());
        }
        let target = self.helper(class, name, &descriptor.to_string())?;
        let (parameters, result) = self.signature(method);
        let mut body = Body::new(self.model.types, &parameters);
        let args = parameters.iter().enumerate().map(|(index, ty)| (body.parameter(index), *ty));
        let args: Vec<_> = args.collect();
        let result = body.call(Callee::Direct(target), &args, result);
        body.give_back(result);
        body.finish(&mut self.model.program, function);
        Ok(())
    }

    /// The place of a line of a class's source.
    pub fn place(&mut self, class: ClassId, line: u32) -> Option<Place> {
        let found = &self.classes.classes[class];
        let source = found.file.source.clone()?;
        let name: Name = match found.name.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{source}").into(),
            None => source,
        };
        let is_system = !found.is_user;
        let file = match self.files.get(&name) {
            Some(&file) => file,
            None => {
                let source = SourceFile { name: name.to_string(), is_system };
                let file = self.model.program.files.push(source);
                self.files.insert(name, file);
                file
            }
        };
        Some(Place { file, line, column: 0 })
    }
}
