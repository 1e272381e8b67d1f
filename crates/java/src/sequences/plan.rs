//! Which calls are possible: what is visible to a test in the package of the class under test.

use crate::classfile::{ClassFile, ClassPath, Descriptor, Error, Method, access};
use std::collections::BTreeMap;
use std::sync::Arc;

const PUBLIC: u16 = 0x1;
const PROTECTED: u16 = 0x4;
const SYNTHETIC: u16 = 0x1000;

/// What tests of a unit can do.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Of the class under test; empty for none.
    pub package: String,
    /// The calls under test.
    pub targets: Vec<Call>,
    /// How objects come to be.
    pub makers: Vec<Maker>,
}

#[derive(Clone, Debug)]
pub struct Call {
    /// The class, as a source names it.
    pub owner: String,
    /// `<init>` for a constructor.
    pub name: String,
    /// What makes the object it is called on, if it is called on one.
    pub receiver: Option<usize>,
    pub params: Vec<Param>,
    /// The types of the parameters as a source names them, where others of the same name take as many:
    /// then a value alone may not say which is meant.
    pub casts: Option<Vec<String>>,
    /// As a descriptor.
    pub result: String,
}

impl Call {
    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }
}

#[derive(Clone, Debug, Default)]
pub struct Maker {
    /// The class, as a source names it.
    pub class: String,
    /// Constructors and static methods that return one.
    pub ways: Vec<Call>,
    /// Of an enum.
    pub constants: Vec<String>,
    /// Methods that return nothing: what is called to change it.
    pub changes: Vec<Call>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    Primitive(Primitive),
    Text,
    /// The type of the elements, and how a source names it.
    Array(Box<Param>, String),
    Boxed(Primitive),
    List,
    Map,
    /// Anything at all.
    Object,
    /// By a maker.
    Made(usize),
    /// Nothing that could be made: null, of the type that a source names so.
    Null(String),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    fn of(descriptor: &str) -> Option<Primitive> {
        Some(match descriptor {
            "Z" => Primitive::Boolean,
            "B" => Primitive::Byte,
            "C" => Primitive::Char,
            "S" => Primitive::Short,
            "I" => Primitive::Int,
            "J" => Primitive::Long,
            "F" => Primitive::Float,
            "D" => Primitive::Double,
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }
}

const BOXES: &[(&str, Primitive)] = &[
    ("java/lang/Boolean", Primitive::Boolean),
    ("java/lang/Byte", Primitive::Byte),
    ("java/lang/Character", Primitive::Char),
    ("java/lang/Short", Primitive::Short),
    ("java/lang/Integer", Primitive::Int),
    ("java/lang/Number", Primitive::Int),
    ("java/lang/Long", Primitive::Long),
    ("java/lang/Float", Primitive::Float),
    ("java/lang/Double", Primitive::Double),
];
const TEXTS: &[&str] = &["java/lang/String", "java/lang/CharSequence"];
const OBJECTS: &[&str] = &["java/lang/Object", "java/lang/Comparable", "java/io/Serializable"];
const LISTS: &[&str] =
    &["java/util/List", "java/util/Collection", "java/lang/Iterable", "java/util/ArrayList"];
const MAPS: &[&str] = &["java/util/Map", "java/util/HashMap"];

/// The plan of a class, or of its methods of one name. `own` are the user's classes.
pub fn plan(
    path: &mut ClassPath,
    class: &str,
    method: Option<&str>,
    own: &[String],
) -> Result<Plan, Error> {
    let file = path.find(class)?.0;
    let mut planner = Planner {
        path,
        own,
        package: package(class).to_string(),
        plan: Plan { package: package(class).replace('/', "."), ..Plan::default() },
        makers: BTreeMap::new(),
    };
    planner.targets(&file, method);
    Ok(planner.plan)
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

struct Planner<'p> {
    path: &'p mut ClassPath,
    own: &'p [String],
    package: String,
    plan: Plan,
    /// By their classes.
    makers: BTreeMap<String, usize>,
}

impl Planner<'_> {
    fn targets(&mut self, file: &Arc<ClassFile>, wanted: Option<&str>) {
        let is_abstract = file.access & access::ABSTRACT != 0;
        for method in &file.methods {
            let is_wanted = match wanted {
                Some(name) => *method.name == *name,
                None => true,
            };
            let is_constructor = &*method.name == "<init>";
            let is_class_code = &*method.name == "<clinit>";
            let is_callable = !(is_class_code || is_constructor && is_abstract);
            if is_wanted && is_callable && self.is_visible(file, method) {
                let is_static = method.access & access::STATIC != 0;
                let needs_one = !is_static && !is_constructor;
                let receiver = needs_one.then(|| self.maker(&file.name));
                let call = self.call(file, method, receiver);
                self.plan.targets.push(call);
            }
        }
    }

    fn call(&mut self, file: &ClassFile, method: &Method, receiver: Option<usize>) -> Call {
        let descriptor = Descriptor::new(&method.descriptor);
        let params = descriptor.parameters.iter().map(|ty| self.param(ty)).collect();
        let is_other = |other: &Method| {
            let count = Descriptor::new(&other.descriptor).parameters.len();
            other.name == method.name
                && other.descriptor != method.descriptor
                && count == descriptor.parameters.len()
        };
        let is_overloaded = file.methods.iter().any(is_other);
        let types = || descriptor.parameters.iter().map(|ty| self.type_name(ty)).collect();
        let casts = is_overloaded.then(types);
        Call {
            owner: source_name(file),
            name: method.name.to_string(),
            receiver,
            params,
            casts,
            result: descriptor.result.to_string(),
        }
    }

    /// Whether a test in the package can name it.
    fn is_visible(&self, file: &ClassFile, method: &Method) -> bool {
        let is_near = package(&file.name) == self.package;
        let is_open =
            |access: u16| access & PUBLIC != 0 || is_near && access & access::PRIVATE == 0;
        let is_hidden = method.access & (access::PRIVATE | SYNTHETIC) != 0;
        let is_protected = method.access & PROTECTED != 0 && !is_near;
        self.is_class_visible(file) && is_open(method.access) && !is_hidden && !is_protected
    }

    fn is_class_visible(&self, file: &ClassFile) -> bool {
        let is_near = package(&file.name) == self.package;
        let inner = file.inner_name.as_ref();
        let access = inner.map_or(file.access, |inner| inner.access);
        // What is made only inside of another object or method cannot be named here.
        let is_nameable = inner.is_none_or(|inner| {
            inner.outer.is_some()
                && !inner.simple.is_empty()
                && inner.access & (access::STATIC | access::INTERFACE) != 0
        });
        let is_open = access & PUBLIC != 0 || is_near && access & access::PRIVATE == 0;
        is_nameable && is_open && access & SYNTHETIC == 0
    }

    fn param(&mut self, ty: &str) -> Param {
        if let Some(primitive) = Primitive::of(ty) {
            return Param::Primitive(primitive);
        }
        if let Some(element) = ty.strip_prefix('[') {
            let name = self.type_name(element);
            return Param::Array(Box::new(self.param(element)), name);
        }
        let class = ty.trim_start_matches('L').trim_end_matches(';');
        if TEXTS.contains(&class) {
            return Param::Text;
        }
        if let Some((_, primitive)) = BOXES.iter().find(|(name, _)| *name == class) {
            return Param::Boxed(*primitive);
        }
        match class {
            _ if OBJECTS.contains(&class) => Param::Object,
            _ if LISTS.contains(&class) => Param::List,
            _ if MAPS.contains(&class) => Param::Map,
            _ => self.made(class),
        }
    }

    fn made(&mut self, class: &str) -> Param {
        let maker = self.maker(class);
        let known = &self.plan.makers[maker];
        match known.ways.is_empty() && known.constants.is_empty() && self.is_done(class) {
            true => Param::Null(self.type_name(&format!("L{class};"))),
            false => Param::Made(maker),
        }
    }

    /// Whether its maker is not being filled in at the moment.
    fn is_done(&self, class: &str) -> bool {
        self.makers.get(class).is_some_and(|&maker| !self.plan.makers[maker].class.is_empty())
    }

    fn type_name(&mut self, ty: &str) -> String {
        if let Some(primitive) = Primitive::of(ty) {
            return primitive.name().to_string();
        }
        if let Some(element) = ty.strip_prefix('[') {
            return format!("{}[]", self.type_name(element));
        }
        let class = ty.trim_start_matches('L').trim_end_matches(';');
        match self.path.find(class) {
            Ok((file, _)) => source_name(&file),
            Err(_) => class.replace(['/', '$'], "."),
        }
    }

    /// The maker of a class, made with all that it needs if it is not there.
    fn maker(&mut self, class: &str) -> usize {
        if let Some(&known) = self.makers.get(class) {
            return known;
        }
        let number = self.plan.makers.len();
        self.plan.makers.push(Maker::default());
        self.makers.insert(class.to_string(), number);
        let made = self.fill(class, number);
        self.plan.makers[number] = made;
        number
    }

    fn fill(&mut self, class: &str, number: usize) -> Maker {
        let name = self.type_name(&format!("L{class};"));
        let mut maker = Maker { class: name, ..Maker::default() };
        let Ok((file, is_own)) = self.path.find(class) else { return maker };
        if !self.is_class_visible(&file) || !is_own {
            return maker;
        }
        if file.access & access::ENUM != 0 {
            let constants = file.fields.iter().filter(|field| field.access & access::ENUM != 0);
            maker.constants = constants.map(|field| field.name.to_string()).collect();
            return maker;
        }
        maker.ways = self.ways(&file);
        let changes = file.methods.iter().filter(|method| {
            let is_plain = method.access & access::STATIC == 0 && !method.name.starts_with('<');
            is_plain && method.descriptor.ends_with(")V")
        });
        for method in changes {
            if self.is_visible(&file, method) {
                let call = self.call(&file, method, Some(number));
                maker.changes.push(call);
            }
        }
        maker
    }

    /// What makes an object of this class, or of one that extends it.
    fn ways(&mut self, file: &Arc<ClassFile>) -> Vec<Call> {
        let mut ways = Vec::new();
        let is_abstract = file.access & (access::ABSTRACT | access::INTERFACE) != 0;
        let returned = format!(")L{};", file.name);
        for method in &file.methods {
            let is_maker = match &*method.name {
                "<init>" => !is_abstract,
                _ => method.access & access::STATIC != 0 && method.descriptor.ends_with(&returned),
            };
            if is_maker && self.is_visible(file, method) {
                ways.push(self.call(file, method, None));
            }
        }
        if is_abstract {
            for own in self.own {
                let Ok((below, _)) = self.path.find(own) else { continue };
                let is_below = below.super_name.as_deref() == Some(&*file.name)
                    || below.interfaces.iter().any(|above| *above == file.name);
                if is_below && self.is_class_visible(&below) {
                    ways.extend(self.ways(&below));
                }
            }
        }
        // The simplest first: it is what a search begins with.
        ways.sort_by_key(|call| call.params.len());
        ways
    }
}

/// A class as a source names it.
pub fn source_name(file: &ClassFile) -> String {
    match &file.inner_name {
        Some(_) => file.name.replace(['/', '$'], "."),
        None => file.name.replace('/', "."),
    }
}
