//! Tests in C: one short file each, which lists the inputs as typed values. Linked with the
//! subject's sources and the harness beside it, by the `Makefile` in the same folder.

pub(super) mod literal;
pub(super) mod makefile;
mod names;
pub(super) mod observed;
pub(crate) mod unit;
mod world;

use super::Format;
use crate::{Expectation, Subject, TestCase, Wording, harness};
use assay_output::Folder;
use assay_verdict::{Ending, InputSource, InputValue, ShownInputs};
use std::fmt::Write;
use std::io;

pub(super) const FORMAT: Format =
    Format { name: "c", prepare, write, finish: |_, _| Ok(()), is_for_functions: false };

pub(super) fn prepare(folder: &Folder, subject: &Subject) -> io::Result<()> {
    let shared = [
        harness::INPUTS_HEADER,
        harness::INPUTS,
        harness::HEAP,
        harness::FAILING_HEADER,
        harness::WORLD,
        harness::CLOCK,
        harness::REGIONS,
        harness::ACCOUNTS_HEADER,
        harness::IDENTITY,
        harness::TEST_HARNESS,
        harness::TEST_HEADER,
        harness::RUNNER,
        harness::ENDING_HEADER,
    ];
    for file in shared {
        folder.write(file.name, file.text)?;
    }
    let absolute = folder.path().canonicalize()?;
    if subject.interface.is_some() {
        for (index, unit) in subject.sources.iter().enumerate() {
            let text = unit::include(&absolute, unit);
            folder.write(&format!("assay_subject{index}.h"), text)?;
        }
    }
    folder.write(harness::EXTERNALS_FILE, subject.externals.c_source())?;
    folder.write("Makefile", makefile::text(&absolute, subject))
}

fn write(folder: &Folder, subject: &Subject, test: &TestCase) -> io::Result<Vec<String>> {
    if test.wording == Wording::LeftOut {
        return Ok(Vec::new());
    }
    let name = file_name(test);
    let text = match &subject.interface {
        Some(interface) => unit::source(folder.path(), subject, interface, test)?,
        None => source(test),
    };
    folder.write(&name, text)?;
    Ok(vec![name])
}

pub(crate) fn file_name(test: &TestCase) -> String {
    format!("{}.c", test.id)
}

fn source(test: &TestCase) -> String {
    let mut text = head(test, "");
    text += "#include \"assay_inputs.h\"\n\n";
    text += &world::definition(&test.surroundings);
    text += "const struct assay_input assay_inputs[] = {\n";
    text += &input_lines(&test.inputs, program_line);
    text += if test.is_cut() { "    STOP,\n};\n" } else { "    END,\n};\n" };
    text
}

/// `about` are further lines of the comment.
pub(super) fn head(test: &TestCase, about: &str) -> String {
    let mut text = format!("/* {}\n * Expect: {}\n", test.id, Expectation::of_test(test));
    text += about;
    let ends = match &test.ends {
        Ending::Return { .. } if !about.is_empty() => "the function returns".to_string(),
        ends => ends.to_string(),
    };
    let _ = writeln!(text, " *\n * Ends: {}", in_comment(&ends));
    if test.depends_on_addresses {
        text += " * or otherwise: that depends on where the objects lie in memory\n";
    }
    if Expectation::of_test(test) == Expectation::Anything {
        text += " * Nothing is compared: the test shows how to get there\n";
    }
    if !test.reaches.is_empty() {
        text += " * Reaches:\n";
    }
    for reached in &test.reaches {
        let place = format!("{}:{}:{}", reached.file, reached.line, reached.column);
        let _ = writeln!(text, " *   {} {}", in_comment(&place), in_comment(&reached.outcome));
    }
    text + " */\n"
}

/// The inputs that the program asks for itself, each as a line of the test.
fn input_lines(inputs: &[InputValue], line: impl Fn(&Asked<'_>) -> String) -> String {
    let asked: Vec<InputValue> = inputs
        .iter()
        .filter(|input| !matches!(input.source, InputSource::Unit(_) | InputSource::World { .. }))
        .cloned()
        .collect();
    let names = ShownInputs::of(&asked).0;
    asked
        .iter()
        .zip(&names)
        .filter_map(|(input, (name, _))| Asked::of(input, name))
        .map(|asked| line(&asked))
        .collect()
}

/// An input that the program asks for itself.
struct Asked<'a> {
    /// `NONDET`, and so on.
    kind: &'static str,
    source: &'a str,
    input: &'a InputValue,
    name: &'a str,
}

impl<'a> Asked<'a> {
    fn of(input: &'a InputValue, name: &'a str) -> Option<Asked<'a>> {
        let (kind, source) = match &input.source {
            InputSource::Nondet { function } => ("NONDET", function),
            InputSource::Object { name } => ("OBJECT", name),
            InputSource::External { function } => ("EXTERNAL", function),
            InputSource::Answer { function, .. } => ("EXTERNAL", function),
            InputSource::Moved { .. } if input.moved().is_none() => return None,
            InputSource::Moved { function, .. } => ("MOVED", function),
            InputSource::Unit(_) | InputSource::World { .. } => return None,
        };
        Some(Asked { kind, source, input, name })
    }

    /// `"__VERIFIER_nondet_int", int32_t, 5), /* x */`
    fn rest(&self, literal: literal::Literal) -> String {
        let note = match &literal.note {
            Some(note) => format!("{}: {note}", self.name),
            None => self.name.to_string(),
        };
        let source = literal::string(self.source.as_bytes());
        format!("{source}, {}, {}), /* {} */\n", literal.c_type, literal.value, in_comment(&note))
    }
}

/// In a file of its own: `    NONDET("__VERIFIER_nondet_int", int32_t, 5), /* x */`
fn program_line(asked: &Asked<'_>) -> String {
    format!("    {}({}", asked.kind, asked.rest(literal::of(asked.input)))
}

/// Beside the source of a function, which may have a meaning of its own for any of those names.
fn unit_line(asked: &Asked<'_>) -> String {
    let rest = asked.rest(literal::of(asked.input).without_library());
    format!("    ASSAY_INPUT(ASSAY_{}, {rest}", asked.kind)
}

/// Text of the program cannot end the comment or the line it stands in.
pub(super) fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}
