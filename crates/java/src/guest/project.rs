//! Classes that are opened, and the units made of them.

use super::NAME;
use super::native::{Class, Unit};
use super::writer::{self, Tested, Units};
use crate::classfile::{ClassPath, Error, Jdk, access, compile};
use crate::jvm::{self, Probes};
use crate::program;
use crate::sequences::{self, DRIVER, Plan};
use assay_language::{Counted, Input, IsOfInterest, Loaded, Order, Project, Rejected, TestWriter};
use assay_output::digest;
use assay_program::FuncId;
use assay_program::observable::{Observables, Observed};
use assay_verdict::{Argument, Content, NextStep, Report, World};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Opened {
    input: Input,
    world: World,
    jdk: PathBuf,
    /// Where the user's own classes are.
    own: Vec<PathBuf>,
    /// The user's `.java` files.
    sources: Vec<PathBuf>,
    /// The user's own classes.
    classes: Vec<String>,
    units: Units,
    scratch: Scratch,
}

/// A folder that is gone when this is.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("assay-java-{}-{number}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left of it is in the way of nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rejected(error: Error) -> Rejected {
    Rejected(error.to_string())
}

impl Opened {
    pub fn open(order: &Order) -> Result<Opened, Rejected> {
        let input = order.input.clone();
        if let Some(missing) = input.inputs.iter().find(|place| !place.exists()) {
            return Err(Rejected(format!("{}: no such file or folder", missing.display())));
        }
        let scratch = Scratch::new();
        let jdk = Jdk::open(input.jdk.as_deref()).map_err(rejected)?;
        let is = |place: &Path, kind: &str| place.extension().is_some_and(|it| it == kind);
        let (sources, places): (Vec<_>, Vec<_>) =
            input.inputs.iter().cloned().partition(|place| is(place, "java"));
        let root = |place: PathBuf| match is(&place, "class") {
            true => root_of(&place),
            false => Ok(place),
        };
        let mut own = places.into_iter().map(root).collect::<Result<Vec<_>, _>>()?;
        if !sources.is_empty() {
            let into = scratch.0.join("classes");
            let path = [&own[..], &input.classpath].concat();
            compile(jdk.home(), &sources, &path, &into).map_err(rejected)?;
            own.insert(0, into);
        }
        let home = jdk.home().to_path_buf();
        let path = ClassPath::new(&own, &input.classpath, jdk).map_err(rejected)?;
        let classes = path.user_classes().iter().map(|name| name.to_string()).collect();
        Ok(Opened {
            world: order.world.clone(),
            jdk: home,
            own,
            sources,
            classes,
            units: Units::default(),
            scratch,
            input,
        })
    }

    fn path(&self) -> Result<ClassPath, Rejected> {
        let jdk = Jdk::open(Some(&self.jdk)).map_err(rejected)?;
        ClassPath::new(&self.own, &self.input.classpath, jdk).map_err(rejected)
    }

    /// The class that a user means, by its whole name or the last part of it.
    fn named(&self, name: &str) -> Result<String, Rejected> {
        let shown = |class: &String| class.replace(['/', '$'], ".");
        let is_whole = |class: &&String| shown(class) == name.replace('$', ".");
        if let Some(found) = self.classes.iter().find(is_whole) {
            return Ok(found.clone());
        }
        let ending = format!(".{name}");
        let found: Vec<_> =
            self.classes.iter().filter(|class| shown(class).ends_with(&ending)).collect();
        match found.as_slice() {
            [one] => Ok(one.to_string()),
            [] => Err(Rejected(format!("there is no class {name}"))),
            several => {
                let names: Vec<String> = several.iter().map(|class| shown(class)).collect();
                let names = names.join(", ");
                Err(Rejected(format!("several classes are called {name}: say which of {names}")))
            }
        }
    }

    /// What runs drivers, compiled once.
    fn support(&self) -> Result<PathBuf, Rejected> {
        let folder = self.scratch.0.join("support");
        if !folder.join("classes").exists() {
            jvm::prepare(&self.jdk, &folder).map_err(rejected)?;
        }
        Ok(folder.join("classes"))
    }

    fn plan(&self, class: &str, method: Option<&str>) -> Result<Plan, Rejected> {
        sequences::plan(&mut self.path()?, class, method, &self.classes).map_err(rejected)
    }

    /// Compiles the driver of a plan; the folder with its classes.
    fn driver(&self, plan: &Plan, support: &Path) -> Result<PathBuf, Rejected> {
        let folder = self.scratch.0.join(format!("driver-{}", self.units.count()));
        let problem = |error: std::io::Error| Rejected(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(problem)?;
        let file = folder.join(format!("{DRIVER}.java"));
        std::fs::write(&file, sequences::source(plan)).map_err(problem)?;
        let mut path = self.own.clone();
        path.extend(self.input.classpath.iter().cloned());
        path.push(support.to_path_buf());
        let classes = folder.join("classes");
        compile(&self.jdk, &[file], &path, &classes)
            .map_err(|error| Rejected(format!("BUG: the driver of the unit: {error}")))?;
        Ok(classes)
    }

    fn program_input(&self) -> program::Input {
        program::Input {
            places: self.own.clone(),
            libraries: self.input.classpath.clone(),
            sources: self.sources.clone(),
            jdk: Some(self.jdk.clone()),
            scratch: self.scratch.0.clone(),
            ..program::Input::default()
        }
    }

    /// The classes with probes, as far as their methods are in the program.
    fn probed(&self, program: &program::Program) -> Result<Vec<Class>, Rejected> {
        let mut probes: BTreeMap<&str, Probes> = BTreeMap::new();
        for (class, index, function) in &program.own_methods {
            let body = program.model.functions[*function].body.as_ref();
            let observables = body.and_then(|body| body.observables.as_ref());
            let of_class = probes.entry(class).or_default();
            for (number, edge) in observables.into_iter().flat_map(first_edges) {
                of_class.insert((*index, number), edge);
            }
        }
        let mut path = self.path()?;
        let class = |(name, probes): (&str, Probes)| {
            let bytes = path.bytes(name).map_err(rejected)?.0;
            Ok(Class { name: name.to_string(), bytes, probes })
        };
        probes.into_iter().map(class).collect()
    }
}

/// The methods of a class and of those in it, or those of one name with what stands in them.
fn own(program: &program::Program, class: &str, method: Option<&str>) -> Vec<FuncId> {
    let inner = format!("{class}$");
    let is_own = |name: &str| name == class || name.starts_with(&inner);
    let of_class = program.own_methods.iter().filter(|(name, ..)| is_own(name));
    let functions = of_class.map(|(.., function)| *function);
    let Some(method) = method else { return functions.collect() };
    let lambda = format!("lambda${method}$");
    let is_wanted = |function: &FuncId| {
        let name = &program.model.functions[*function].name;
        let name = name.split('(').next().unwrap_or(name).rsplit('.').next().unwrap_or(name);
        name == method || name.starts_with(&lambda)
    };
    functions.filter(is_wanted).collect()
}

/// The number of each place that has edges, and the first of them.
fn first_edges(observables: &Observables) -> Vec<(u32, usize)> {
    let first = |place: &assay_program::observable::Observable| {
        let Observed::Branch(branch) = &place.kind else { return None };
        let (_, edges) = branch.outcomes.first()?;
        let edge = edges.iter().next()?;
        Some((place.number, assay_base::Id::index(edge)))
    };
    observables.places.iter().filter_map(first).collect()
}

/// The folder from which a class file's name is that of its class.
fn root_of(file: &Path) -> Result<PathBuf, Rejected> {
    let problem = |why: String| Rejected(format!("{}: {why}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| problem(error.to_string()))?;
    let class = crate::classfile::parse(&bytes).map_err(problem)?;
    let mut root = file.to_path_buf();
    for _ in class.name.split('/') {
        root.pop();
    }
    match root.as_os_str().is_empty() {
        true => Ok(PathBuf::from(".")),
        false => Ok(root),
    }
}

impl Project for Opened {
    fn language(&self) -> &'static str {
        NAME
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn digest(&self) -> String {
        let Ok(mut path) = self.path() else { return String::new() };
        let bytes = self.classes.iter().filter_map(|class| path.bytes(class).ok());
        digest(&bytes.flat_map(|(bytes, _)| bytes).collect::<Vec<u8>>())
    }

    fn files(&self) -> Result<Vec<String>, Rejected> {
        Ok(self.sources.iter().map(|source| source.display().to_string()).collect())
    }

    fn units(&self, named: &[String], _: &IsOfInterest<'_>) -> Result<Vec<String>, Rejected> {
        if !named.is_empty() {
            let unit = |name: &String| {
                let (class, method) = match name.split_once('#') {
                    Some((class, method)) => (class, Some(method)),
                    None => (name.as_str(), None),
                };
                let class = self.named(class)?;
                let method = method.map_or(String::new(), |method| format!("#{method}"));
                Ok(format!("{}{method}", class.replace('/', ".")))
            };
            return named.iter().map(unit).collect();
        }
        let mut path = self.path()?;
        let mut units = Vec::new();
        for class in &self.classes {
            let file = path.find(class).map_err(rejected)?.0;
            let is_code = file.access & access::INTERFACE == 0 && !class.ends_with("-info");
            if is_code && !self.plan(class, None)?.targets.is_empty() {
                units.push(class.replace('/', "."));
            }
        }
        match units.is_empty() {
            true => Err(Rejected("the input has no class with a method to test".to_string())),
            false => Ok(units),
        }
    }

    fn load(&mut self, unit: &str) -> Result<Loaded, Rejected> {
        let (class, method) = match unit.split_once('#') {
            Some((class, method)) => (class.replace('.', "/"), Some(method)),
            None => (unit.replace('.', "/"), None),
        };
        let plan = self.plan(&class, method)?;
        if plan.targets.is_empty() {
            let why = "has no method that a test in its package can call";
            return Err(Rejected(format!("{unit} {why}")));
        }
        let support = self.support()?;
        let driver = self.driver(&plan, &support)?;
        let main = match plan.package.is_empty() {
            true => DRIVER.to_string(),
            false => format!("{}.{DRIVER}", plan.package),
        };
        let mut input = self.program_input();
        input.libraries.extend([support.clone(), driver.clone()]);
        input.main = main.clone();
        input.classes = vec![class.clone()];
        input.all_of_user = true;
        let program = program::open(&input).map_err(rejected)?;
        let mut places = vec![driver];
        places.extend(self.own.iter().chain(&self.input.classpath).cloned());
        let native = Unit {
            jdk: self.jdk.clone(),
            support,
            driver: main,
            probes: program.model.edges.len(),
            places,
            classes: self.probed(&program)?,
        };
        let tested = Tested { plan, class: class.replace('/', ".") };
        Ok(Loaded {
            unit: self.units.add(Arc::new(tested)),
            own: own(&program, &class, method),
            program: program.model,
            regions: Vec::new(),
            notes: Vec::new(),
            growth: Some(program.rest),
            function: None,
            bounds: Vec::new(),
            native: Arc::new(native),
        })
    }

    fn program(&mut self) -> Result<Loaded, Rejected> {
        let only = || match self.classes.as_slice() {
            [one] => Some(one.clone()),
            _ => only_class(&self.input.inputs),
        };
        let named = self.input.entries.first().cloned().or_else(only);
        let main = named.ok_or_else(|| {
            let what = "several classes may be meant: name the one whose main is run with --entry";
            Rejected(what.to_string())
        })?;
        let mut input = self.program_input();
        input.main = main.clone();
        input.arguments = arguments(&self.world)?;
        input.stdin = standard_input(&self.world)?;
        let program = program::open(&input).map_err(rejected)?;
        let native = Unit {
            jdk: self.jdk.clone(),
            support: PathBuf::new(),
            driver: main.clone(),
            probes: 0,
            places: Vec::new(),
            classes: Vec::new(),
        };
        let tested = Tested { plan: Plan::default(), class: main };
        Ok(Loaded {
            unit: self.units.add(Arc::new(tested)),
            own: Vec::new(),
            program: program.model,
            regions: Vec::new(),
            notes: Vec::new(),
            growth: Some(program.rest),
            function: None,
            bounds: Vec::new(),
            native: Arc::new(native),
        })
    }

    fn writer(&self, formats: &[String], _: &[String]) -> Result<Box<dyn TestWriter>, Rejected> {
        if let Some(other) = formats.iter().find(|format| *format != "junit5") {
            return Err(Rejected(format!("--format {other} is not for tests of Java")));
        }
        let mut path = self.own.clone();
        path.extend(self.input.classpath.iter().cloned());
        let (jdk, sources) = (self.jdk.clone(), self.sources.clone());
        Ok(Box::new(writer::Writer { units: self.units.clone(), jdk, path, sources }))
    }

    fn counted(&self, _: &Path, _: &Report) -> Option<Result<Counted, String>> {
        None
    }

    fn next_steps(&self) -> Vec<NextStep> {
        vec![NextStep {
            command: "make -C {out}/tests check".to_string(),
            what: "run the tests".to_string(),
        }]
    }
}

fn only_class(inputs: &[PathBuf]) -> Option<String> {
    let [file] = inputs else { return None };
    let extension = file.extension()?.to_str()?;
    let stem = file.file_stem()?.to_str()?;
    matches!(extension, "java" | "class").then(|| stem.to_string())
}

fn arguments(world: &World) -> Result<Vec<String>, Rejected> {
    let texts = world.arguments.iter().map(|argument| match argument {
        Argument::Fixed(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        _ => Err(Rejected("only --arg is known for Java yet, no symbolic arguments".into())),
    });
    texts.collect()
}

fn standard_input(world: &World) -> Result<Vec<u8>, Rejected> {
    match &world.stdin {
        Content::Fixed(bytes) => Ok(bytes.clone()),
        Content::Input { .. } => {
            Err(Rejected("only --stdin is known for Java yet, no symbolic input".into()))
        }
    }
}
