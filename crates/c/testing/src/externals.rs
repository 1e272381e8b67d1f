//! What the program declares and nobody defines: stood in for by C definitions that take the
//! recorded values.
//!
//! Parameters that are not used are left out: the callers pass them by the platform's convention,
//! in which the callee may ignore them. A struct that is returned in registers is recorded part by
//! part, and so is what a function writes through a parameter or returns a pointer to.

use crate::harness::{CLOCK_FUNCTIONS, FAILING_HEADER, HEAP_FUNCTIONS, IDENTITY_FUNCTIONS};
use assay_c_library::outside::call_named;
use assay_c_library::{is_answered, is_on_descriptor, is_variable};
use assay_program::outside::{Answer, Failure, OutsideCall, Stream, buffer_of, errno_of};
use assay_program::prototype::{NEVER_RETURNED, Part, Target};
use assay_program::{Function, Global, Program, Prototype, Role, Scalar};
use assay_verdict::{Region, World};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Stand-ins of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Externals {
    pub functions: Vec<ExternalFunction>,
    pub objects: Vec<ExternalObject>,
    /// Functions that the harness would stand in front of, but that the program has itself.
    pub own: Vec<&'static str>,
    /// Linker flags for the functions that the program calls on the host.
    pub libraries: Vec<String>,
    /// Functions that may fail and that the harness does not stand in front of anyway.
    pub failing: Vec<Arc<OutsideCall>>,
    pub may_fail: MayFail,
    /// Memory at fixed addresses.
    pub regions: Vec<Region>,
}

/// What fails in some tests.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum MayFail {
    #[default]
    Nothing,
    Memory,
    Calls,
}

impl MayFail {
    /// With what the program is compiled so that its calls are those that the machine has counted:
    /// as they stand in the source, and each coming from its caller.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            MayFail::Nothing => &[],
            MayFail::Memory | MayFail::Calls => &["-fno-builtin", "-fno-optimize-sibling-calls"],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalFunction {
    pub name: String,
    /// One input for each; none for a function without a result.
    pub returns: Vec<Scalar>,
    /// Those up to the last one that is written through.
    pub params: Vec<Scalar>,
    pub prototype: Prototype,
    pub never_returns: bool,
}

/// A variable that is declared and never defined: zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalObject {
    pub name: String,
    pub size: u64,
    pub align: u64,
}

impl Externals {
    /// Where the libraries lie that the program is linked with, apart from the system's own. Some
    /// may be links to other folders.
    pub(crate) fn library_folders(&self) -> Vec<PathBuf> {
        let named =
            |prefix| self.libraries.iter().filter_map(move |flag| flag.strip_prefix(prefix));
        let mut folders: Vec<PathBuf> = named("-L").map(PathBuf::from).collect();
        for library in named("-l").map(|name| format!("lib{name}.so")) {
            let files = named("-L")
                .filter_map(|folder| Path::new(folder).join(&library).canonicalize().ok());
            folders.extend(files.filter_map(|file| Some(file.parent()?.to_path_buf())));
        }
        folders.sort();
        folders.dedup();
        folders
    }
}

/// Input functions whose names any program may make up. Their results are recorded as
/// [`InputSource::Nondet`](assay_verdict::InputSource::Nondet), those of others as `External`.
const INPUT_FUNCTION_PREFIX: &str = "__VERIFIER_nondet_";

impl Externals {
    /// None yet, of a program in this world.
    pub fn in_world(world: &World) -> Externals {
        let may_fail = match (world.calls_may_fail, world.allocation_may_fail) {
            (true, _) => MayFail::Calls,
            (false, true) => MayFail::Memory,
            (false, false) => MayFail::Nothing,
        };
        Externals { may_fail, regions: world.regions.clone(), ..Externals::default() }
    }

    /// The undefined functions whose results are inputs of the machine, those that `is_native` says
    /// are called on the host left out, the program's own `__VERIFIER_nondet_…` declarations, and
    /// undefined variables.
    pub fn declared_in(program: &Program, is_native: impl Fn(&str) -> bool) -> Externals {
        let is_wanted = |function: &Function| {
            function.name.starts_with(INPUT_FUNCTION_PREFIX)
                || function.role.is_open() && !is_native(&function.name)
        };
        Externals {
            functions: program
                .functions
                .values()
                .filter(|function| function.body.is_none() && is_wanted(function))
                .filter_map(|function| ExternalFunction::declared(program, function))
                .collect(),
            objects: program.globals.values().filter_map(ExternalObject::declared).collect(),
            own: own(program),
            libraries: Vec::new(),
            failing: failing(program),
            may_fail: MayFail::Nothing,
            regions: Vec::new(),
        }
    }

    /// Those of another unit of the same program, as far as they are not there yet.
    pub fn add(&mut self, more: Externals) {
        for function in more.functions {
            match self.functions.iter_mut().find(|known| known.name == function.name) {
                // More is known of what is answered in a unit.
                Some(known) if known.answers() < function.answers() => *known = function,
                Some(_) => {}
                None => self.functions.push(function),
            }
        }
        for object in more.objects {
            if self.objects.iter().all(|known| known.name != object.name) {
                self.objects.push(object);
            }
        }
        for name in more.own {
            if !self.own.contains(&name) {
                self.own.push(name);
            }
        }
        for call in more.failing {
            if !self.failing.contains(&call) {
                self.failing.push(call);
            }
        }
    }

    /// More memory at fixed addresses: what is not there yet.
    pub fn add_regions(&mut self, regions: &[Region]) {
        for region in regions {
            if !self.regions.contains(region) {
                self.regions.push(*region);
            }
        }
    }

    /// With what the program is compiled for its tests, besides what it is compiled with anyway.
    pub(crate) fn flags(&self) -> Vec<&'static str> {
        let mut flags = self.may_fail.flags().to_vec();
        flags.extend(self.watched_flags());
        flags
    }

    /// With these a call stands in front of each load and store.
    pub(crate) fn watched_flags(&self) -> Option<&'static str> {
        let flag = "-fsanitize-coverage=func,trace-loads,trace-stores";
        (!self.regions.is_empty()).then_some(flag)
    }

    /// The functions that the harness stands in front of.
    pub(crate) fn wrapped<'a>(&'a self) -> impl Iterator<Item = &'a str> {
        let failing = self.let_fail().map(|call| &*call.name);
        let wrappable = wrappable().filter(|name| !self.own.contains(name));
        let wrapped = wrappable.map(|name| -> &'a str { name }).chain(failing);
        let answered = self.functions.iter().map(|function| function.name.as_str());
        let answered = answered.filter(|name| stands_before_library(name));
        wrapped.chain(["main"]).chain(answered)
    }

    fn let_fail(&self) -> impl Iterator<Item = &OutsideCall> {
        self.failing.iter().map(|call| &**call).filter(|_| self.may_fail == MayFail::Calls)
    }

    /// Whether nothing is stood in for.
    pub(crate) fn is_empty(&self) -> bool {
        self.functions.is_empty()
            && self.objects.is_empty()
            && self.let_fail().next().is_none()
            && self.regions.is_empty()
    }

    /// The C source of all stand-ins.
    pub(crate) fn c_source(&self) -> String {
        let mut text = String::from(
            "/* What the program declares and does not define. */\n#include \"assay_inputs.h\"\n\
             #include <errno.h>\n#include <unistd.h>\n\n",
        );
        text += &self.region_table();
        for object in &self.objects {
            text += &object.definition();
        }
        for function in &self.functions {
            text += &function.definition();
        }
        if self.let_fail().next().is_some() {
            let _ = write!(text, "\n#include \"{}\"\n\n", FAILING_HEADER.name);
        }
        text.extend(
            self.let_fail().filter_map(|call| Some(let_fail(&call.name, call.failure.as_ref()?))),
        );
        text
    }
}

impl Externals {
    /// Where the harness makes memory, and what it does with it; nothing where it is to make none.
    fn region_table(&self) -> String {
        if self.regions.is_empty() {
            return String::new();
        }
        let mut text = String::from("const struct assay_region assay_regions[] = {\n");
        for Region { address, size, keeps } in &self.regions {
            let _ = writeln!(text, "    {{{address:#x}, {size:#x}, {}}},", u32::from(*keeps));
        }
        text + "    {0, 0, 0},\n};\n\n"
    }
}

/// Whether the stand-in of a function that nobody defines hides one of the library.
fn stands_before_library(name: &str) -> bool {
    is_answered(name) || is_on_descriptor(name)
}

fn wrappable() -> impl Iterator<Item = &'static str> {
    HEAP_FUNCTIONS.into_iter().chain(CLOCK_FUNCTIONS).chain(IDENTITY_FUNCTIONS)
}

fn own(program: &Program) -> Vec<&'static str> {
    let is_own = |name: &str| {
        let function = program.function_named(name).map(|id| &program.functions[id]);
        function.is_some_and(is_own)
    };
    wrappable().filter(|name| is_own(name)).collect()
}

/// Whether the program defines it itself.
fn is_own(function: &Function) -> bool {
    function.body.is_some() && !function.is_model
}

fn failing(program: &Program) -> Vec<Arc<OutsideCall>> {
    let foreign = program
        .functions
        .values()
        .filter(|function| !is_own(function) && !matches!(function.role, Role::Answered { .. }));
    // What those answer is up to their stand-ins.
    let asked = foreign.filter_map(|function| call_named(&function.name));
    let may_fail = asked.filter(|call| call.failure.is_some());
    may_fail.filter(|call| !wrappable().any(|name| *name == *call.name)).cloned().collect()
}

/// `LET_FAIL(write, MINUS_ONE, NO_STREAM, 2)`: what stands in front of the function.
fn let_fail(name: &str, failure: &Failure) -> String {
    let answer = match failure.answer {
        Answer::MinusOne => "MINUS_ONE",
        Answer::Zero => "ZERO",
        Answer::ErrorNumber => "ERROR_NUMBER",
    };
    let stream = match failure.stream {
        None => "NO_STREAM".to_string(),
        Some(Stream::Input) => "INPUT_STREAM".to_string(),
        Some(Stream::Output) => "OUTPUT_STREAM".to_string(),
        Some(Stream::Argument(index)) => index.to_string(),
    };
    let count = failure.count.map_or("NO_COUNT".to_string(), |index| index.to_string());
    format!("LET_FAIL({name}, {answer}, {stream}, {count});\n")
}

impl ExternalFunction {
    /// `None` if the result cannot be written in C by its parts.
    fn declared(program: &Program, function: &Function) -> Option<ExternalFunction> {
        let returns = Scalar::parts(program, function.return_type)?;
        let prototype = function.prototype.clone().unwrap_or_default();
        let outs = prototype.outs.iter().map(|out| out.param);
        let places = prototype.places.iter().map(|place| place.param);
        let used = match is_on_descriptor(&function.name) {
            // All of them are handed on where the harness calls.
            true => function.params.len(),
            false => outs.chain(places).max().map_or(0, |last| last + 1),
        };
        let params = function.params.iter().take(used).map(|param| {
            let parts = Scalar::parts(program, param.ty)?;
            parts.first().copied().filter(|_| parts.len() == 1 && param.byval.is_none())
        });
        let params: Vec<Scalar> = params.collect::<Option<_>>()?;
        let never_returns = function.never_returns;
        let name = function.name.clone();
        Some(ExternalFunction { name, returns, params, prototype, never_returns })
            .filter(|function| is_identifier(&function.name))
    }

    fn definition(&self) -> String {
        let name = &self.name;
        if self.never_returns {
            return format!("_Noreturn void {name}(void) {{ _exit({NEVER_RETURNED}); }}\n");
        }
        let c_type = match self.returns[..] {
            [] => "void".to_string(),
            [scalar] => scalar.c_type().to_string(),
            _ => format!("struct assay_result_of_{name}"),
        };
        let mut text = String::new();
        if self.returns.len() > 1 {
            let _ = writeln!(text, "{c_type} {{ {}}};", self.members());
        }
        // The library's own function stays for the harness.
        let prefix = if stands_before_library(name) { "__wrap_" } else { "" };
        if is_on_descriptor(name) {
            let _ = writeln!(text, "{c_type} __real_{name}({});", self.parameters());
        }
        let _ = writeln!(text, "{c_type} {prefix}{name}({}) {{", self.parameters());
        if is_on_descriptor(name) {
            text += &self.handed_on();
        }
        for out in &self.prototype.outs {
            let pointer = format!("p{}", out.param);
            if out.count.is_some() {
                let _ = writeln!(text, "    if ({pointer})");
                text += &take_some(&buffer_of(name), &pointer);
            } else {
                let is_taken =
                    format!("assay_take_whole(\"{name}\", {pointer}, {})", out.target.size);
                let is_moved = match out.moves {
                    Some(_) => format!("!assay_take_moved(\"{name}\", {pointer}) && "),
                    None => String::new(),
                };
                let _ = writeln!(text, "    if ({pointer} && {is_moved}!{is_taken}) {{");
                text += &self.takes(&out.target, &pointer);
                text += "    }\n";
            }
        }
        if stands_before_library(name) {
            text += "    unsigned char error = 0;\n";
            text += &take_some(&errno_of(name), "&error");
            text += "    if (error)\n        errno = error;\n";
        }
        match (&self.prototype.result, &self.returns[..]) {
            (Some(target), [Scalar::Pointer]) => text += &self.returned_object(target),
            (_, []) => {}
            _ => {
                let _ = writeln!(text, "    {c_type} result;");
                if self.prototype.answer.is_some() && self.returns == [Scalar::Pointer] {
                    text += &self.taken_pointer();
                }
                for part in self.parts() {
                    text += &self.take(&format!("&{part}"), &format!("sizeof {part}"));
                }
                text += "    return result;\n";
            }
        }
        text + "}\n"
    }

    fn handed_on(&self) -> String {
        let list: Vec<String> = (0..self.params.len()).map(|index| format!("p{index}")).collect();
        format!(
            "    if (assay_is_harness(__builtin_return_address(0)))\n        \
             return __real_{}({});\n",
            self.name,
            list.join(", ")
        )
    }

    fn parameters(&self) -> String {
        let parameter = |(index, scalar): (usize, &Scalar)| format!("{} p{index}", scalar.c_type());
        let list: Vec<String> = self.params.iter().enumerate().map(parameter).collect();
        list.join(", ")
    }

    fn take(&self, address: &str, size: &str) -> String {
        format!("    assay_take({}, \"{}\", {address}, {size});\n", self.kind(), self.name)
    }

    fn takes(&self, target: &Target, pointer: &str) -> String {
        let take = |part: &Part| {
            self.take(&format!("(char *){pointer} + {}", part.offset), &part.size.to_string())
        };
        target.parts.iter().map(take).collect()
    }

    /// The number 1 stands for null.
    fn returned_object(&self, target: &Target) -> String {
        let mut text = "    void *result;\n    unsigned char is_null;\n".to_string();
        text += &self.taken_pointer();
        text += &self.take("&is_null", "1");
        let _ = writeln!(text, "    result = __builtin_calloc(1, {});", target.size);
        text += &self.takes(target, "result");
        text + "    return is_null == 1 ? 0 : result;\n"
    }

    /// The pointer that the driver of a unit has made, or that is a place in an argument.
    fn taken_pointer(&self) -> String {
        let places: Vec<String> =
            self.prototype.places.iter().map(|place| format!("p{}", place.param)).collect();
        let places = if places.is_empty() { "0".to_string() } else { places.join(", ") };
        format!(
            "    if (assay_take_pointer(\"{}\", &result, (void *[]){{{places}}}))\n        \
             return result;\n",
            self.name
        )
    }

    /// How much of it the driver of a unit answers.
    fn answers(&self) -> usize {
        let outs = self.prototype.outs.iter().filter(|out| out.answer.is_some());
        outs.count() + usize::from(self.prototype.answer.is_some())
    }

    fn kind(&self) -> &'static str {
        let is_input_function = self.name.starts_with(INPUT_FUNCTION_PREFIX);
        if is_input_function { "ASSAY_NONDET" } else { "ASSAY_EXTERNAL" }
    }

    fn members(&self) -> String {
        let member =
            |(index, scalar): (usize, &Scalar)| format!("{} part{index}; ", scalar.c_type());
        self.returns.iter().enumerate().map(member).collect()
    }

    fn parts(&self) -> Vec<String> {
        match self.returns.len() {
            1 => vec!["result".to_string()],
            count => (0..count).map(|index| format!("result.part{index}")).collect(),
        }
    }
}

/// What only some calls have.
fn take_some(source: &str, address: &str) -> String {
    format!("    assay_take_some(\"{source}\", {address});\n")
}

impl ExternalObject {
    fn declared(global: &Global) -> Option<ExternalObject> {
        let is_open = global.initialiser.is_none()
            && is_identifier(&global.name)
            && !is_variable(&global.name);
        is_open.then(|| ExternalObject {
            name: global.name.clone(),
            size: global.size,
            align: global.align,
        })
    }

    /// At least a byte, so that it has an address of its own.
    fn definition(&self) -> String {
        let (align, size) = (self.align.max(1), self.size.max(1));
        format!("__attribute__((aligned({align}))) unsigned char {}[{size}];\n", self.name)
    }
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}
