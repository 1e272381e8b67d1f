//! Tests as people keep them: a class for JUnit 5 beside the class under test.

use crate::jvm::{RESULT, THROWN};
use crate::sequences::{Action, Built, Primitive, Statement, Value};
use assay_language::{Observed, TestCase, Wording};
use std::collections::BTreeMap;
use std::fmt::Write;

const STEP: &str = "    ";

/// A test, and what its inputs mean.
pub struct Test<'a> {
    pub case: &'a TestCase,
    pub built: Built,
}

/// The class with these tests; `name` without its package.
pub fn class(package: &str, name: &str, tests: &[Test<'_>]) -> String {
    let mut text = String::new();
    if !package.is_empty() {
        let _ = writeln!(text, "package {package};\n");
    }
    text += "import static org.junit.jupiter.api.Assertions.*;\n\nimport java.util.*;\n\
             import org.junit.jupiter.api.Test;\n\n\
             @SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})\n";
    let _ = writeln!(text, "class {name} {{");
    let mut names = BTreeMap::new();
    for (index, test) in tests.iter().enumerate() {
        let number: &mut u32 = names.entry(plain_name(test)).or_default();
        *number += 1;
        let name = match number {
            1 => plain_name(test),
            _ => format!("{}_{number}", plain_name(test)),
        };
        if index > 0 {
            text.push('\n');
        }
        text += &method(test, &name);
    }
    text + "}\n"
}

/// `parse_throwsNumberFormatException`, `gcd_returns`.
fn plain_name(test: &Test<'_>) -> String {
    let target = test.built.target.as_ref();
    let name = target.map_or("nothing", |target| match &*target.name {
        "<init>" => "new",
        name => name,
    });
    match observed(test.case, THROWN) {
        Some(thrown) => format!("{name}_throws{}", thrown.rsplit('.').next().unwrap_or("")),
        None => match observed(test.case, RESULT).as_deref() {
            Some("n") => format!("{name}_returnsNull"),
            Some("Ztrue") => format!("{name}_returnsTrue"),
            Some("Zfalse") => format!("{name}_returnsFalse"),
            Some(_) if name != "new" => format!("{name}_returns"),
            _ => format!("{name}_works"),
        },
    }
}

/// What the JVM was seen to do.
fn observed(test: &TestCase, what: &str) -> Option<String> {
    let found = test.observed.iter().find(|observation| observation.lvalue == what)?;
    match &found.value {
        Observed::Chars(bytes) => Some(modified_utf8(bytes)),
        _ => None,
    }
}

/// What Java writes: each half of a surrogate pair by itself, and zero in two bytes.
fn modified_utf8(bytes: &[u8]) -> String {
    let mut units = Vec::new();
    let mut rest = bytes.iter().map(|&byte| u16::from(byte));
    while let Some(first) = rest.next() {
        let mut more = || rest.next().unwrap_or(0) & 0x3f;
        units.push(match first {
            0..0x80 => first,
            0x80..0xe0 => (first & 0x1f) << 6 | more(),
            _ => (first & 0xf) << 12 | more() << 6 | more(),
        });
    }
    // Halves without the other one stay apart as escapes.
    units
        .iter()
        .map(|&unit| match char::from_u32(unit.into()) {
            Some(c) => c,
            None => char::from_u32(0xe000 | u32::from(unit) & 0x7ff).unwrap_or('\u{fffd}'),
        })
        .collect()
}

fn method(test: &Test<'_>, name: &str) -> String {
    let mut text = String::new();
    for reached in &test.case.reaches {
        let _ = writeln!(text, "{STEP}// {}:{} {}", reached.file, reached.line, reached.outcome);
    }
    let _ = writeln!(text, "{STEP}@Test\n{STEP}void {name}() throws Throwable {{");
    let thrown = observed(test.case, THROWN);
    let indent = if thrown.is_some() { STEP.repeat(3) } else { STEP.repeat(2) };
    if let Some(thrown) = &thrown {
        let _ = writeln!(text, "{STEP}{STEP}assertThrows({thrown}.class, () -> {{");
    }
    for statement in &test.built.statements {
        let line = match statement {
            Statement::Make { object, class, action } => {
                format!("{class} it{object} = {}", invocation(action))
            }
            Statement::Do(action) => invocation(action),
        };
        let _ = writeln!(text, "{indent}{line};");
    }
    if let Some(target) = &test.built.target {
        let line = match &thrown {
            Some(_) => invocation(target),
            None => checked(test, target),
        };
        let _ = writeln!(text, "{indent}{line};");
    }
    if thrown.is_some() {
        let _ = writeln!(text, "{STEP}{STEP}}});");
    }
    text + STEP + "}\n"
}

fn checked(test: &Test<'_>, target: &Action) -> String {
    let call = invocation(target);
    let is_checked = test.case.wording < Wording::Unchecked && target.name != "<init>";
    let Some(result) = observed(test.case, RESULT).filter(|_| is_checked) else { return call };
    let mut letters = result.chars();
    let (kind, value) = (letters.next().unwrap_or('o'), letters.as_str());
    let number = || value.parse::<i64>().unwrap_or_default() as u64;
    // The type of the call says which comparison is meant.
    let is_boxed = test.built.result.len() > 1;
    let equals = |expected: String| match is_boxed {
        true => format!("assertEquals((Object) {expected}, {call})"),
        false => format!("assertEquals({expected}, {call})"),
    };
    match kind {
        'n' => format!("assertNull({call})"),
        'Z' if is_boxed => equals(value.to_string()),
        'Z' if value == "true" => format!("assertTrue({call})"),
        'Z' => format!("assertFalse({call})"),
        'T' => format!("assertEquals({}, {call})", quoted(value.encode_utf16())),
        'o' => format!("assertNotNull({call})"),
        'B' => equals(literal(Primitive::Byte, number())),
        'S' => equals(literal(Primitive::Short, number())),
        'C' => equals(literal(Primitive::Char, number())),
        'I' => equals(literal(Primitive::Int, number())),
        'J' => equals(literal(Primitive::Long, number())),
        'F' => equals(literal(Primitive::Float, number())),
        'D' => equals(literal(Primitive::Double, number())),
        _ => call,
    }
}

fn invocation(action: &Action) -> String {
    let Action { owner, name, receiver, arguments, casts } = action;
    let argument = |(index, argument): (usize, &Value)| match (casts, argument) {
        // A number says by itself what it is.
        (None, _) | (_, Value::Literal(..)) => value(argument),
        (Some(types), Value::Null(_)) => format!("({}) null", types[index]),
        (Some(types), _) => format!("({}) {}", types[index], value(argument)),
    };
    let arguments: Vec<String> = arguments.iter().enumerate().map(argument).collect();
    let arguments = arguments.join(", ");
    match receiver {
        _ if name == "<init>" => format!("new {owner}({arguments})"),
        Some(object) => format!("it{object}.{name}({arguments})"),
        None => format!("{owner}.{name}({arguments})"),
    }
}

fn value(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(self::value).collect::<Vec<_>>().join(", ");
    match value {
        Value::Literal(primitive, bits) => literal(*primitive, *bits),
        Value::Boxed(primitive, bits) => {
            let class = match primitive {
                Primitive::Int => "Integer",
                Primitive::Char => "Character",
                Primitive::Boolean => "Boolean",
                Primitive::Byte => "Byte",
                Primitive::Short => "Short",
                Primitive::Long => "Long",
                Primitive::Float => "Float",
                Primitive::Double => "Double",
            };
            format!("{class}.valueOf({})", literal(*primitive, *bits))
        }
        Value::Text(units) => quoted(units.iter().copied()),
        Value::Null(None) => "null".to_string(),
        Value::Null(Some(ty)) => format!("({ty}) null"),
        Value::Array(elements, name) => format!("new {name}[] {{{}}}", list(elements)),
        Value::List(elements) => {
            format!("new ArrayList(Arrays.asList(new Object[] {{{}}}))", list(elements))
        }
        Value::Map(entries) => {
            let puts: String = entries
                .iter()
                .map(|(key, of)| format!("put({}, {}); ", self::value(key), self::value(of)))
                .collect();
            match puts.is_empty() {
                true => "new HashMap()".to_string(),
                false => format!("new HashMap() {{{{ {puts}}}}}"),
            }
        }
        Value::Constant(name) => name.clone(),
        Value::Plain => "new Object()".to_string(),
        Value::Object(object) => format!("it{object}"),
    }
}

fn literal(primitive: Primitive, bits: u64) -> String {
    let float = |shown: String, name: &str, bits: u64, is_finite: bool| match is_finite {
        true => shown,
        false => format!("{name}({bits:#x}{})", if name.starts_with("Double") { "L" } else { "" }),
    };
    match primitive {
        Primitive::Boolean => (bits != 0).to_string(),
        Primitive::Byte => format!("(byte) {}", bits as i8),
        Primitive::Short => format!("(short) {}", bits as i16),
        Primitive::Char => match bits as u16 {
            unit @ 0x20..0x7f if !matches!(unit, 0x27 | 0x5c) => {
                format!("'{}'", char::from(unit as u8))
            }
            unit => format!("(char) {unit}"),
        },
        Primitive::Int => match bits as i32 {
            i32::MIN => "Integer.MIN_VALUE".to_string(),
            i32::MAX => "Integer.MAX_VALUE".to_string(),
            number => number.to_string(),
        },
        Primitive::Long => match bits as i64 {
            i64::MIN => "Long.MIN_VALUE".to_string(),
            i64::MAX => "Long.MAX_VALUE".to_string(),
            number => format!("{number}L"),
        },
        Primitive::Float => {
            let bits = bits as u32;
            let number = f32::from_bits(bits);
            let shown = format!("{number:e}f");
            float(shown, "Float.intBitsToFloat", bits.into(), number.is_finite())
        }
        Primitive::Double => {
            let number = f64::from_bits(bits);
            let shown = format!("{number:e}");
            float(shown, "Double.longBitsToDouble", bits, number.is_finite())
        }
    }
}

fn quoted(units: impl Iterator<Item = u16>) -> String {
    let mut text = String::from("\"");
    for unit in units {
        match unit {
            0x22 => text += "\\\"",
            0x5c => text += "\\\\",
            0x0a => text += "\\n",
            0x0d => text += "\\r",
            0x09 => text += "\\t",
            // Octal: an escape of Unicode would be read before the text is.
            0..0x20 => text += &format!("\\{unit:03o}"),
            0x20..0x7f => text.push(char::from(unit as u8)),
            _ => text += &format!("\\u{unit:04x}"),
        }
    }
    text + "\""
}
