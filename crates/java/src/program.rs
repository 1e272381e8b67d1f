//! A Java program as a whole: what the user names, opened and translated.

use crate::classfile::{ClassPath, Error, Jdk, Name, compile};
use crate::frontend::body::Body;
use crate::frontend::translator::{Result, Translator};
use crate::library;
use assay_program::{Callee, FuncId, Grow, Op, Role, Terminator};
use std::path::PathBuf;

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Folders of classes, `.class` files, jars, `.java` files.
    pub places: Vec<PathBuf>,
    /// Folders and jars of libraries that these use, which are not what is tested.
    pub libraries: Vec<PathBuf>,
    /// The folder of the JDK, if it is not the one that the environment names.
    pub jdk: Option<PathBuf>,
    /// The sources of the user, as the user names them.
    pub sources: Vec<PathBuf>,
    /// Classes that are there from the start, beside what `main` names.
    pub classes: Vec<String>,
    /// The class whose `main` is run.
    pub main: String,
    pub arguments: Vec<String>,
    /// What it reads from its standard input.
    pub stdin: Vec<u8>,
    /// Where `.java` files are compiled to.
    pub scratch: PathBuf,
    /// How many methods that a path may come to next are translated together with one that it has
    /// come to.
    pub ahead: usize,
    /// All of the user's classes that the user's classes name are translated at once: what is to be
    /// covered is known then.
    pub all_of_user: bool,
}

/// A program that runs `main` once, and what adds to it.
pub struct Program {
    pub model: assay_program::Program,
    pub rest: Box<dyn Grow>,
    /// The functions of the user's own methods that are there: the class, the position of the
    /// method in its file, and the function.
    pub own_methods: Vec<(Name, usize, FuncId)>,
}

pub fn open(input: &Input) -> std::result::Result<Program, Error> {
    let jdk = Jdk::open(input.jdk.as_deref())?;
    let (sources, mut places): (Vec<PathBuf>, Vec<PathBuf>) =
        input.places.iter().cloned().partition(|place| has_extension(place, "java"));
    for place in &mut places {
        if has_extension(place, "class") {
            place.pop();
            if place.as_os_str().is_empty() {
                place.push(".");
            }
        }
    }
    if !sources.is_empty() {
        let path = [&places[..], &input.libraries].concat();
        compile(jdk.home(), &sources, &path, &input.scratch)?;
        places.insert(0, input.scratch.clone());
    }
    let path = ClassPath::new(&places, &input.libraries, jdk)?;
    let mut translator = Translator::new(path, input.ahead);
    translator.stdin = input.stdin.clone();
    translator.sources = input.sources.iter().chain(&sources).cloned().collect();
    for class in &input.classes {
        translator.classes.class(&class.replace('.', "/"))?;
    }
    let entry = enter(&mut translator, input)?;
    translator.begin(input.all_of_user, &input.main.replace('.', "/"));
    let mut model = std::mem::take(&mut translator.model.program);
    model.entry = Some(entry);
    let mut own_methods: Vec<_> = translator.own_methods().collect();
    own_methods.sort_by_key(|(_, _, function)| *function);
    Ok(Program { model, rest: Box::new(translator), own_methods })
}

fn has_extension(place: &std::path::Path, extension: &str) -> bool {
    place.extension().is_some_and(|it| it == extension)
}

/// The function that the machine starts at.
fn enter(translator: &mut Translator, input: &Input) -> std::result::Result<FuncId, Error> {
    let name = input.main.replace('.', "/");
    let class = translator.classes.class(&name)?;
    let main = translator.classes.method(class, "main", "([Ljava/lang/String;)V");
    let main = main.ok_or_else(|| {
        Error(format!("the class {} has no main(String[]); name another with --entry", input.main))
    })?;
    let function = translator.want(main).map_err(Error)?;
    start(translator, class, function, &input.arguments).map_err(Error)
}

/// Initialises the class, calls `main`, and reports what nobody catches.
fn start(
    translator: &mut Translator,
    class: crate::frontend::classes::ClassId,
    main: FuncId,
    arguments: &[String],
) -> Result<FuncId> {
    let types = translator.model.types;
    let function = translator.model.declare("start".to_string(), &[], types.int, Role::Plain);
    let texts = translator.texts(arguments)?;
    let texts = translator.model.global(texts);
    let initialiser = translator.initialiser(class)?;
    translator.want_initialised(class)?;
    let report = library::uncaught(translator)?;
    let mut body = Body::new(types, &[]);
    let unwind = body.block();
    let mut calls: Vec<(FuncId, Vec<_>)> = Vec::new();
    calls.extend(initialiser.map(|(_, function)| (function, Vec::new())));
    calls.push((main, vec![(texts, types.pointer)]));
    for (callee, args) in calls {
        let normal = body.block();
        body.call(Callee::Direct(callee), &args, types.void);
        body.end(Terminator::Invoke { normal, unwind });
        body.go_to(normal);
    }
    let zero = translator.model.int(0);
    body.give_back(Some(zero));
    body.go_to(unwind);
    let thrown = body.push(Op::Caught, types.pointer);
    body.call(Callee::Direct(report), &[(thrown, types.pointer)], types.void);
    let one = translator.model.int(1);
    body.give_back(Some(one));
    body.finish(&mut translator.model.program, function);
    Ok(function)
}
