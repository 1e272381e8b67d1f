//! What the test frameworks of C have in common: all tests of a source in one file, which includes
//! the source, so that static functions and types are within reach.
//!
//! A test expects the variables of the program as they are at its start, and may crash. So each
//! runs in a process of its own, whatever the framework does by itself (`harness/assay_child.h`).
//!
//! The harness stands in front of functions like `malloc` and `time`, by the linker's `--wrap`. A
//! framework must get the real ones: subject, tests and harness are linked into one object first,
//! with `--wrap`, and then with the framework, without.
//!
//! The files are written when all tests are known; the rules to build them go to `assay_NAME.mk`,
//! which the `Makefile` includes.

use super::UnitTests;
use super::c::{self, literal, makefile, observed, unit};
use crate::harness::{self, FRAMEWORK_TEMPLATE, HarnessFile};
use crate::{Expectation, SourceUnit, Subject, TestCase, Wording};
use assay_language::{Observation, Observed};
use assay_output::Folder;
use assay_program::Interface;
use assay_verdict::Shown;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;

pub(super) struct Framework {
    /// The format and the target of make.
    pub(super) name: &'static str,
    /// As its authors write it.
    pub(super) title: &'static str,
    pub(super) header: HarnessFile,
    /// Of C files, without what tells several of them apart.
    pub(super) stem: &'static str,
    /// For the compilation of the C files.
    pub(super) flags: &'static str,
    /// Variables and rules of make that all of its programs share.
    pub(super) settings: &'static str,
    /// Names and texts of the files.
    pub(super) files: fn(&Suite<'_>) -> Vec<(String, String)>,
    /// How to link its program.
    pub(super) program: fn(&Suite<'_>) -> Program,
}

/// What is linked with the object that holds subject, tests and harness.
pub(super) struct Program {
    pub(super) name: String,
    /// A variable of make.
    pub(super) linker: &'static str,
    pub(super) with: String,
    pub(super) libraries: &'static str,
}

/// The tests of the functions of one source.
pub(super) struct Suite<'a> {
    /// How the folder of tests names the source.
    pub(super) path: String,
    /// Tells the files of several sources apart.
    pub(super) suffix: String,
    pub(super) cases: Vec<Case<'a>>,
    include: String,
    index: usize,
}

pub(super) struct Case<'a> {
    pub(super) interface: &'a Interface,
    pub(super) test: &'a TestCase,
}

impl Case<'_> {
    /// The name of its function in C.
    pub(super) fn name(&self) -> String {
        format!("test_{}_{}", self.interface.function, self.test.id)
    }
}

pub(super) fn prepare(framework: &Framework, folder: &Folder, subject: &Subject) -> io::Result<()> {
    c::prepare(folder, subject)?;
    for file in [&harness::CHILD_HEADER, &harness::CHILD, &framework.header] {
        folder.write(file.name, file.text)?;
    }
    Ok(())
}

pub(super) fn finish(
    framework: &Framework,
    folder: &Folder,
    units: &[UnitTests<'_>],
) -> io::Result<()> {
    let absolute = folder.path().canonicalize()?;
    let Some(subject) = units.last().map(|unit| unit.subject) else { return Ok(()) };
    let mut programs = Vec::new();
    let mut rules = String::new();
    for suite in suites(&absolute, subject, units)? {
        for (name, text) in (framework.files)(&suite) {
            folder.write(&name, text)?;
        }
        let program = (framework.program)(&suite);
        rules +=
            &suite_rules(framework, &absolute, &suite, &subject.sources[suite.index], &program);
        programs.push(format!("build/check/{}", program.name));
    }
    let text = FRAMEWORK_TEMPLATE
        .replace("@NAME@", framework.name)
        .replace("@TITLE@", framework.title)
        .replace("@SETTINGS@", framework.settings)
        .replace("@PROGRAMS@", &programs.join(" "))
        .replace("@RULES@", &rules);
    folder.write(&format!("assay_{}.mk", framework.name), text)
}

fn suites<'a>(
    folder: &Path,
    subject: &Subject,
    units: &[UnitTests<'a>],
) -> io::Result<Vec<Suite<'a>>> {
    let mut cases: BTreeMap<usize, Vec<Case<'a>>> = BTreeMap::new();
    for unit in units {
        let interface = unit.subject.interface.as_ref();
        let source = interface.and_then(|interface| interface.source);
        let known = source.filter(|&index| index < subject.sources.len());
        let (Some(interface), Some(index)) = (interface, known) else {
            return Err(io::Error::other("the source of the function is not known"));
        };
        let written = unit.tests.iter().filter(|test| test.wording != Wording::LeftOut);
        let tests = written.map(|test| Case { interface, test });
        cases.entry(index).or_default().extend(tests);
    }
    cases.retain(|_, cases| !cases.is_empty());
    let is_single = cases.len() == 1;
    let suite = |(index, cases): (usize, Vec<Case<'a>>)| {
        let source = &subject.sources[index];
        Suite {
            path: makefile::path_from(folder, source).to_string_lossy().into_owned(),
            suffix: if is_single { String::new() } else { index.to_string() },
            include: unit::include(folder, source),
            cases,
            index,
        }
    };
    Ok(cases.into_iter().map(suite).collect())
}

fn suite_rules(
    framework: &Framework,
    folder: &Path,
    suite: &Suite<'_>,
    source: &SourceUnit,
    program: &Program,
) -> String {
    let stem = format!("{}{}", framework.stem, suite.suffix);
    let compile = makefile::includer_rule(folder, source, &stem, framework.flags);
    let all = format!("build/check/{stem}.all.o");
    let Program { name, linker, with, libraries } = program;
    format!(
        "{compile}\n{all}: build/check/{stem}.o \
         $(addprefix build/check/,$(CASE_HARNESS) $(OTHERS_suite{}))\n\
         \t@$(CC) $(MACHINE) -r -nostdlib $(WRAP) $^ -o $@\n\n\
         build/check/{name}: {all} {with}\n\
         \t@$({linker}) $(OPEN_LINK) $(LINK_check) $^ {libraries} $(LIBRARIES) -o $@\n\n",
        suite.index
    )
}

/// What the files of a framework are made of.
impl Suite<'_> {
    /// The comment at the head of a file.
    pub(super) fn head(&self, framework: &Framework, make: &str, by_hand: &str) -> String {
        format!(
            "/* Tests of {} for {}, written by Assay. In this folder:\n *\n *     make {make}\n *\n * \
             or, with the flags and the other sources of the program:\n *\n *     {by_hand}\n \
             */\n",
            c::in_comment(&self.path),
            framework.title,
        )
    }

    /// The source under test, and what tests are written with.
    pub(super) fn includes(&self, headers: &[&str]) -> String {
        let mut text = self.include.clone();
        text += "\n#define ASSAY_SUITE\n#include \"assay_test.h\"\n";
        for header in headers {
            let _ = writeln!(text, "#include \"{header}\"");
        }
        text + "\nconst struct assay_input assay_inputs[] = {ASSAY_LAST(ASSAY_END)};\n\n"
    }

    /// A function for each test.
    pub(super) fn functions(&self, linkage: &str, assertion: fn(&Observation) -> String) -> String {
        let function = |case: &Case<'_>| {
            let about = format!(" * Unit: {}\n", case.interface.function);
            let head = c::head(case.test, &about);
            let body = unit::body(case.interface, case.test, assertion);
            format!("{head}{linkage}void {}(void) {{\n{body}}}\n\n", case.name())
        };
        self.cases.iter().map(function).collect()
    }

    /// `    RUN(test, "exit 0");` for each test.
    pub(super) fn runs(&self, word: &str, close: &str) -> String {
        let run = |case: &Case<'_>| {
            format!("    {word}({}, \"{}\"){close}\n", case.name(), Expectation::of_test(case.test))
        };
        self.cases.iter().map(run).collect()
    }
}

/// An observation, as far as frameworks have words for it. All but the lvalue is C text.
pub(super) enum Check {
    Signed {
        bytes: usize,
        expected: String,
    },
    Unsigned {
        bytes: usize,
        expected: String,
    },
    IsTrue,
    IsFalse,
    /// At least one byte.
    Memory {
        expected: String,
        size: usize,
    },
    IsNull,
    IsNotNull,
    Pointer {
        expected: String,
    },
    /// None of these: a condition on the lvalue. Floats too, for frameworks compare them roughly.
    Holds(String),
}

impl Check {
    pub(super) fn of(observation: &Observation) -> Check {
        match &observation.value {
            Observed::Signed(bytes) if bytes.len() <= 8 => Check::Signed {
                bytes: bytes.len(),
                expected: observed::number(bytes, Shown::Signed),
            },
            Observed::Unsigned(bytes) if bytes.len() <= 8 => {
                let expected = observed::number(bytes, Shown::Unsigned);
                Check::Unsigned { bytes: bytes.len(), expected }
            }
            Observed::Bool(bytes) if bytes[..] == [0] => Check::IsFalse,
            Observed::Bool(bytes) if bytes[..] == [1] => Check::IsTrue,
            Observed::Chars(bytes) if !bytes.is_empty() => {
                Check::Memory { expected: literal::string(bytes), size: bytes.len() }
            }
            Observed::Pointer(None) => Check::IsNotNull,
            Observed::Pointer(Some(expected)) if expected == "0" => Check::IsNull,
            Observed::Pointer(Some(expected)) => Check::Pointer { expected: expected.clone() },
            _ => Check::Holds(observed::condition(observation)),
        }
    }
}
