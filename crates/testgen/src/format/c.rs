//! Tests in C: one short file each, which lists the inputs as typed values. Linked with the
//! subject's sources and the harness beside it, by the `Makefile` in the same folder.

pub(super) mod literal;
pub(super) mod makefile;
pub(super) mod observed;
pub(super) mod unit;
mod world;

use super::Format;
use crate::{Subject, TestCase, harness};
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
        harness::WORLD,
        harness::CLOCK,
        harness::ACCOUNTS_HEADER,
        harness::IDENTITY,
        harness::TEST_HARNESS,
        harness::RUNNER,
        harness::ENDING_HEADER,
    ];
    for file in shared {
        folder.write(file.name, file.text)?;
    }
    let absolute = folder.path().canonicalize()?;
    if subject.interface.is_some() {
        folder.write(harness::TEST_HEADER.name, harness::TEST_HEADER.text)?;
        for (index, unit) in subject.sources.iter().enumerate() {
            let text = unit::include(&absolute, unit);
            folder.write(&format!("assay_subject{index}.h"), text)?;
        }
    }
    folder.write(harness::EXTERNALS_FILE, subject.externals.c_source())?;
    folder.write("Makefile", makefile::text(&absolute, subject))
}

fn write(folder: &Folder, subject: &Subject, test: &TestCase) -> io::Result<Vec<String>> {
    let name = format!("{}.c", test.id);
    let text = match &subject.interface {
        Some(interface) => unit::source(folder.path(), subject, interface, test)?,
        None => source(test),
    };
    folder.write(&name, text)?;
    Ok(vec![name])
}

fn source(test: &TestCase) -> String {
    let mut text = head(test, "");
    text += "#include \"assay_inputs.h\"\n\n";
    text += &world::definition(&test.surroundings);
    text += "const struct assay_input assay_inputs[] = {\n";
    text += &input_lines(&test.inputs);
    text += if test.is_cut() { "    STOP,\n};\n" } else { "    END,\n};\n" };
    text
}

/// `about` are further lines of the comment.
pub(super) fn head(test: &TestCase, about: &str) -> String {
    let mut text = format!("/* {}\n * Expect: {}\n", test.id, test.expectation());
    text += about;
    let ends = match &test.ends {
        Ending::Return { .. } if !about.is_empty() => "the function returns".to_string(),
        ends => ends.to_string(),
    };
    let _ = writeln!(text, " *\n * Ends: {}", in_comment(&ends));
    if test.depends_on_addresses {
        text += " * or otherwise: that depends on where the objects lie in memory\n";
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

/// The inputs that the program asks for itself.
fn input_lines(inputs: &[InputValue]) -> String {
    let asked: Vec<InputValue> = inputs
        .iter()
        .filter(|input| !matches!(input.source, InputSource::Unit(_) | InputSource::World { .. }))
        .cloned()
        .collect();
    let names = ShownInputs::of(&asked).0;
    asked.iter().zip(&names).map(|(input, (name, _))| input_line(input, name)).collect()
}

/// `    NONDET("__VERIFIER_nondet_int", int32_t, 5), /* x */`
fn input_line(input: &InputValue, name: &str) -> String {
    let (form, source) = match &input.source {
        InputSource::Nondet { function } => ("NONDET", function),
        InputSource::Object { name } => ("OBJECT", name),
        InputSource::External { function } => ("EXTERNAL", function),
        InputSource::Unit(_) | InputSource::World { .. } => return String::new(),
    };
    let literal = literal::of(input);
    let note = match literal.note {
        Some(note) => format!("{name}: {note}"),
        None => name.to_string(),
    };
    format!(
        "    {form}({}, {}, {}), /* {} */\n",
        literal::string(source.as_bytes()),
        literal.c_type,
        literal.value,
        in_comment(&note)
    )
}

/// Text of the program cannot end the comment or the line it stands in.
pub(super) fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}
