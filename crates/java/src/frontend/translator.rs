//! What is translated when: methods become functions, one after the other, as they are wanted.
//!
//! A function is declared when something names its method, as a stub, and gets its body when a path
//! comes to it ([`Grow`]), or ahead of that. Everything is only ever added: a function, a variable,
//! a class keeps its number, and of a body only the lists of what virtual calls can reach get
//! longer.

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
use assay_program::{Callee, FuncId, Grow, Program, Role, SourceFile, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

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
    /// Called by what was translated last, in the order in which that came.
    pending: VecDeque<MethodId>,
    is_pending: FxHashSet<MethodId>,
    /// How many methods are translated together with one that a path has come to: such as it calls.
    ahead: usize,
    files: FxHashMap<Name, FileId>,
    /// Functions of our own making, by name.
    pub helpers: FxHashMap<String, FuncId>,
    /// How many synthetic classes there are.
    pub made: usize,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    /// The files that the user names.
    pub sources: Vec<PathBuf>,
}

impl Translator {
    pub fn new(path: ClassPath, ahead: usize) -> Translator {
        let mut translator = Translator {
            model: Model::default(),
            classes: Classes::new(path),
            images: Images::default(),
            dispatch: Dispatch::default(),
            initialisation: Initialisation::default(),
            functions: FxHashMap::default(),
            method_of: FxHashMap::default(),
            pending: VecDeque::new(),
            is_pending: FxHashSet::default(),
            ahead,
            files: FxHashMap::default(),
            helpers: FxHashMap::default(),
            made: 0,
            stdin: Vec::new(),
            sources: Vec::new(),
        };
        library::make_classes(&mut translator.classes);
        translator
    }

    /// Translates what is called, and what that calls, until all is there or so many methods have
    /// been translated.
    fn translate(&mut self, limit: usize) {
        let mut left = limit;
        while left > 0
            && let Some(method) = self.pending.pop_front()
        {
            left -= usize::from(self.translate_method(method));
        }
        // The rest comes when a path comes to it.
        self.pending.clear();
        self.is_pending.clear();
        self.lengthen_lists();
    }

    /// Translates what runs first, or this class and all of the user's classes that the user's
    /// classes name.
    pub fn begin(&mut self, with_users: bool, main: &str) {
        let mut known = 0;
        if let Some(main) = self.classes.known(main).filter(|_| with_users) {
            for method in self.classes.classes[main].methods.clone() {
                self.translate_method(method);
            }
        }
        while with_users && known < self.classes.classes.len() {
            self.want_users(known);
            known = self.classes.classes.len();
            let pending: Vec<MethodId> = self.pending.drain(..).collect();
            self.is_pending.clear();
            for method in pending {
                if self.is_users(method) {
                    self.translate_method(method);
                }
            }
        }
        self.translate(self.ahead);
    }

    fn is_users(&self, method: MethodId) -> bool {
        self.classes.classes[self.classes.methods[method].class].is_user
    }

    /// Wants the methods of the user's classes but for so many classes, which came before.
    fn want_users(&mut self, known: usize) {
        let new = self.classes.classes.values().skip(known).filter(|class| class.is_user);
        let methods: Vec<MethodId> = new.flat_map(|class| class.methods.clone()).collect();
        for method in methods {
            if !self.classes.methods[method].is(access::ABSTRACT) {
                // What has no function is reported where it is called.
                let _ = self.want(method);
            }
        }
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
        let (home, is_library) = (found.class, !class.is_user);
        let code = class.file.methods[found.index].code.as_ref();
        let line = code.and_then(|code| code.lines.first()).map_or(0, |(_, line)| *line);
        let (parameters, result) = self.signature(method);
        let function = self.model.declare(name, &parameters, result, Role::Stub);
        match is_library {
            true => self.model.is_of_library(function),
            false => self.model.program.functions[function].place = self.place(home, line),
        }
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

    /// A method is called somewhere.
    pub fn want(&mut self, method: MethodId) -> Result<FuncId> {
        let function = self.function_of(method)?;
        if self.model.program.is_stub(function) && self.is_pending.insert(method) {
            self.pending.push_back(method);
        }
        Ok(function)
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
        if !self.model.program.is_stub(function) {
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
            Ok(()) => self.note_calls(function),
            Err(what) => {
                let program = &mut self.model.program;
                program.arrivals.retain(|arrived| *arrived != function);
                let declared = &mut program.functions[function];
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

    /// The file of a class's source, if it is the user's.
    pub fn own_file(&mut self, class: ClassId) -> Option<FileId> {
        let is_user = self.classes.classes[class].is_user;
        self.place(class, 0).filter(|_| is_user).map(|place| place.file)
    }

    /// The functions of the user's methods that are there, by class and position in the class file.
    pub fn own_methods(&self) -> impl Iterator<Item = (Name, usize, FuncId)> + '_ {
        self.functions.iter().filter(|(method, _)| self.is_users(**method)).map(|(method, id)| {
            let found = &self.classes.methods[*method];
            (self.classes.classes[found.class].name.clone(), found.index, *id)
        })
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
                let path = Path::new(&*name);
                // A file need not lie in the folder of its package.
                let whole = self.sources.iter().find(|source| source.ends_with(path));
                let last = self.sources.iter().find(|it| it.file_name() == path.file_name());
                let named = whole.or(last).filter(|_| !is_system);
                let shown = named.map(|source| source.display().to_string());
                let source = SourceFile { name: shown.unwrap_or(name.to_string()), is_system };
                let file = self.model.program.files.push(source);
                self.files.insert(name, file);
                file
            }
        };
        Some(Place { file, line, column: 0 })
    }
}

impl Grow for Translator {
    /// What cannot be translated is a stub no more either: it says what stands in the way.
    fn fill(&mut self, program: &mut Program, stub: FuncId) -> Result<()> {
        let method = self.method_of.get(&stub).copied();
        std::mem::swap(&mut self.model.program, program);
        self.pending.extend(method);
        self.translate(1 + self.ahead);
        std::mem::swap(&mut self.model.program, program);
        method.map(|_| ()).ok_or_else(|| "no method has this function".to_string())
    }
}
