//! The test of a function: its inputs as variables and objects, the call, and what was observed.
//!
//! The driver names every input by the C expression that holds it, so a test is those expressions
//! gathered under the variable they belong to. An object is declared before what points to it
//! where that is possible, and pointers to later ones are assigned afterwards. Objects that no
//! pointer of the test leads to are left out.

use super::names::{Names, RESULT, STREAM};
use super::{Asked, head, in_comment, input_lines, literal, makefile, observed, unit_line, world};
use crate::{SourceUnit, Subject, TestCase, Wording};
use assay_base::Id;
use assay_language::{Observation, Observed};
use assay_program::interface::CALLBACK;
use assay_program::{CKind, CTypeId, Interface, Variadic};
use assay_verdict::{InputSource, InputValue, Shown, UnitInput};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::io;
use std::path::Path;

pub(crate) fn source(
    folder: &Path,
    subject: &Subject,
    interface: &Interface,
    test: &TestCase,
) -> io::Result<String> {
    let folder = folder.canonicalize()?;
    let unit = interface.source.and_then(|index| subject.sources.get(index));
    let unit = unit.ok_or_else(|| io::Error::other("the source of the function is not known"))?;
    let about =
        format!(" * Unit: {}\n{}\n", interface.function, makefile::source_mark(&folder, unit));
    let mut text = head(test, &about);
    let _ = write!(text, "#ifndef ASSAY_SUITE\n{}#endif\n", include(&folder, unit));
    let _ = write!(text, "#include \"assay_test.h\"\n\nASSAY_TEST({}) {{\n", test.id);
    text += &body(interface, test, expect);
    Ok(text + "}\n")
}

/// The statement that checks an observation.
pub(in crate::format) fn expect(observation: &Observation) -> String {
    format!("ASSAY_EXPECT({})", observed::condition(observation))
}

/// The lines that bring in a source without its `main`.
pub(in crate::format) fn include(folder: &Path, unit: &SourceUnit) -> String {
    let path = makefile::path_from(folder, unit);
    let path = literal::string(path.to_string_lossy().as_bytes());
    format!("#define main assay_other_main\n#include {path}\n#undef main\n")
}

/// The statements of the test; observations are checked in the words of `assertion`.
pub(in crate::format) fn body(
    interface: &Interface,
    test: &TestCase,
    assertion: fn(&Observation) -> String,
) -> String {
    let inputs = Inputs::of(interface, test);
    let mut text = String::new();
    if !test.surroundings.failures.is_empty() {
        let calls = world::failures(&test.surroundings);
        let _ = writeln!(text, "    ASSAY_FAILING({});", calls.trim_end_matches(", "));
    }
    text += &inputs.callbacks_text();
    text += &inputs.objects_text();
    text += &inputs.parameters_text();
    text += &inputs.late_text();
    text += &inputs.globals_text();
    let asked = input_lines(&test.inputs, |asked| inputs.asked_text(asked));
    if !asked.is_empty() {
        let close = if test.is_cut() { "ASSAY_STOP" } else { "ASSAY_END" };
        let indented = asked.replace("\n    ", "\n        ");
        let _ = writeln!(text, "    ASSAY_RETURNED(\n    {indented}        ASSAY_LAST({close}));");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text += &call(interface, &inputs.names);
    let is_unchecked = test.depends_on_addresses || test.wording >= Wording::Unchecked;
    let told = if is_unchecked { &[] } else { &test.observed[..] };
    for observation in told {
        if inputs.is_known(&observation.lvalue) {
            let _ = writeln!(text, "    {};", assertion(&renamed(observation, &inputs.names)));
        }
    }
    text
}

/// In the words of the test.
fn renamed(observation: &Observation, names: &Names<'_>) -> Observation {
    let value = match &observation.value {
        Observed::Pointer(Some(text)) => Observed::Pointer(Some(names.expression(text))),
        value => value.clone(),
    };
    Observation { lvalue: names.expression(&observation.lvalue), value }
}

struct Object<'a> {
    name: &'a str,
    element: CTypeId,
    count: u64,
    is_single: bool,
    /// Bytes that are there before it and behind it.
    front: u64,
    back: u64,
}

impl Object<'_> {
    fn has_room(&self) -> bool {
        self.front + self.back > 0
    }
}

/// The inputs of one test, sorted out.
struct Inputs<'a> {
    interface: &'a Interface,
    /// In the order of their creation.
    objects: Vec<Object<'a>>,
    values: Vec<&'a InputValue>,
    /// Objects that the test needs.
    needed: HashSet<&'a str>,
    names: Names<'a>,
}

impl<'a> Inputs<'a> {
    fn of(interface: &'a Interface, test: &'a TestCase) -> Inputs<'a> {
        let is_object = |input: &&InputValue| {
            matches!(input.source, InputSource::Unit(UnitInput::Object { .. }))
        };
        let objects = test.inputs.iter().filter(is_object).map(|input| input.name.as_str());
        let mut sorted = Inputs {
            interface,
            objects: Vec::new(),
            values: Vec::new(),
            needed: HashSet::new(),
            names: Names::of(interface, objects, test.wording),
        };
        let mut answered = Vec::new();
        for input in &test.inputs {
            match &input.source {
                InputSource::Unit(UnitInput::Object { element, count, is_single, .. }) => {
                    sorted.declare(Object {
                        name: &input.name,
                        element: CTypeId::new(*element as usize),
                        count: *count,
                        is_single: *is_single,
                        front: 0,
                        back: 0,
                    });
                }
                InputSource::Unit(UnitInput::Room { of, is_front, size, .. })
                    if UnitInput::is_room(input.unsigned()) =>
                {
                    sorted.give_room(of, *is_front, *size);
                }
                InputSource::Unit(
                    UnitInput::Room { .. }
                    | UnitInput::Touched { .. }
                    | UnitInput::Answered { .. }
                    | UnitInput::Place { .. }
                    | UnitInput::Level,
                ) => {}
                InputSource::Unit(_) => sorted.values.push(input),
                InputSource::Answer { object, .. } if input.place_in_argument().is_none() => {
                    answered.push(object.as_str());
                }
                _ => {}
            }
        }
        // An object's declaration says how many elements it has.
        let objects = &sorted.objects;
        sorted.values.retain(|value| {
            let is_count = value.source == InputSource::Unit(UnitInput::Count);
            !is_count || objects.iter().all(|object| object.name != value.name)
        });
        let is_in_bounds: Vec<bool> =
            sorted.values.iter().map(|value| sorted.is_in_bounds(value)).collect();
        let mut is_in_bounds = is_in_bounds.into_iter();
        sorted.values.retain(|_| is_in_bounds.next() == Some(true));
        let is_answered = |object: &&Object<'a>| answered.contains(&object.name);
        sorted.needed = sorted.objects.iter().filter(is_answered).map(|own| own.name).collect();
        sorted.find_needed();
        sorted
    }

    /// What is said last of an object holds: its bounds may have grown.
    fn declare(&mut self, object: Object<'a>) {
        match self.objects.iter_mut().find(|known| known.name == object.name) {
            Some(known) => *known = Object { front: known.front, back: known.back, ..object },
            None => self.objects.push(object),
        }
    }

    fn give_room(&mut self, name: &str, is_front: bool, size: u64) {
        let Some(object) = self.objects.iter_mut().find(|object| object.name == name) else {
            return;
        };
        let room = if is_front { &mut object.front } else { &mut object.back };
        *room = size;
        self.names.wrap(object.name, object.is_single && self.interface.is_heap);
    }

    /// The element of an object that a value is a part of is there.
    fn is_in_bounds(&self, value: &InputValue) -> bool {
        let owner = root(&value.name);
        let Some(object) = self.objects.iter().find(|object| object.name == owner) else {
            return true;
        };
        let index =
            value.name[owner.len()..].strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let index = index.and_then(|(index, _)| index.parse::<u64>().ok());
        object.is_single || index.is_none_or(|index| index < object.count)
    }

    /// Follows the pointers from the parameters and globals.
    fn find_needed(&mut self) {
        loop {
            let before = self.needed.len();
            for value in &self.values {
                if !self.is_shown(value) {
                    continue;
                }
                if let Some(target) = pointer_text(value).and_then(target) {
                    let object = self.objects.iter().find(|object| object.name == target);
                    self.needed.extend(object.map(|object| object.name));
                }
            }
            if self.needed.len() == before {
                return;
            }
        }
    }

    /// Whether the value is part of the test, and not of an object that nothing leads to.
    fn is_shown(&self, value: &InputValue) -> bool {
        let owner = root(&value.name);
        let is_object = self.objects.iter().any(|object| object.name == owner);
        !is_object || self.needed.contains(owner)
    }

    fn is_known(&self, lvalue: &str) -> bool {
        let owner = root(lvalue);
        owner == RESULT
            || self.needed.contains(owner)
            || self.interface.globals.iter().any(|global| global.name == owner)
    }

    fn needed_objects(&self) -> impl DoubleEndedIterator<Item = (usize, &Object<'a>)> {
        let is_needed = |(_, object): &(usize, &Object<'a>)| self.needed.contains(object.name);
        self.objects.iter().enumerate().filter(is_needed)
    }

    /// Whether the object that a pointer leads to is declared after the object that holds it.
    fn is_late(&self, owner: &str, value: &InputValue) -> bool {
        let position = |name: &str| self.objects.iter().position(|object| object.name == name);
        let Some(target) = pointer_text(value).and_then(target).and_then(position) else {
            return false;
        };
        // Later creations are declared first.
        position(owner).is_some_and(|owner| target < owner || (target == owner && self.is_heap()))
    }

    /// Whether it is an element of an array without a size at the end of its object, which only the
    /// bytes behind that hold: no initialiser may name it.
    fn is_in_tail(&self, value: &InputValue) -> bool {
        let owner = root(&value.name);
        let object = self.objects.iter().find(|object| object.name == owner && object.back > 0);
        let Some(object) = object.filter(|object| object.is_single) else { return false };
        let types = &self.interface.types;
        let CKind::Struct { members } = &types.get(object.element).kind else { return false };
        let Some(last) = members.last() else { return false };
        let (Some(name), CKind::Array { count, .. }) = (&last.name, &types.get(last.ty).kind)
        else {
            return false;
        };
        let designator = designator(&value.name, owner);
        let index = designator.strip_prefix('.').and_then(|rest| rest.strip_prefix(name.as_str()));
        let index = index.and_then(|rest| rest.strip_prefix('[')?.split(']').next());
        index.and_then(|index| index.parse().ok()).is_some_and(|index: u64| index >= *count)
    }

    fn is_heap(&self) -> bool {
        self.interface.is_heap
    }

    /// Declarations of the functions that stand for any of their type.
    fn callbacks_text(&self) -> String {
        let mut text = String::new();
        let names: BTreeSet<&str> = self
            .values
            .iter()
            .filter(|value| self.is_shown(value))
            .filter_map(|value| pointer_text(value))
            .filter(|name| name.starts_with(CALLBACK))
            .collect();
        for name in names {
            let ty = self.interface.callback_type(name);
            let declaration = ty.and_then(|ty| self.interface.types.declaration(ty, name));
            if let Some(declaration) = declaration {
                let _ = writeln!(text, "    {declaration};");
            }
        }
        text
    }

    fn objects_text(&self) -> String {
        let mut text = String::new();
        for (_, object) in self.needed_objects().rev() {
            let _ = writeln!(text, "    {};", self.object_text(object));
        }
        text
    }

    fn object_text(&self, object: &Object<'a>) -> String {
        let types = &self.interface.types;
        let name = self.names.variable(object.name);
        let initial = self.initialiser(object.name, object.is_single);
        let spelled = |declarator: &str| {
            types
                .declaration(object.element, declarator)
                .unwrap_or_else(|| format!("int {declarator}"))
        };
        let array = if object.is_single { String::new() } else { format!("[{}]", object.count) };
        if object.has_room() {
            let own = spelled(&format!("own{array}"));
            return self.roomy_text(object, &own, &initial);
        }
        if self.is_heap() {
            let held = spelled(array.as_str());
            let braced = if initial.starts_with('{') { initial } else { format!("{{{initial}}}") };
            return format!("{} = ASSAY_ON_HEAP({held}, {braced})", spelled(&format!("*{name}")));
        }
        format!("{} = {initial}", spelled(&format!("{name}{array}")))
    }

    /// An object with bytes before it or behind it.
    fn roomy_text(&self, object: &Object<'a>, own: &str, initial: &str) -> String {
        let mut members = Vec::new();
        let mut values = vec![format!(".own = {initial}")];
        for (side, size) in [("before", object.front), ("behind", object.back)] {
            if size > 0 {
                members.push(format!("unsigned char {side}[{size}]"));
            }
            values.extend(self.bytes_around(object, side));
        }
        let behind = members.split_off(usize::from(object.front > 0));
        members.push(own.to_string());
        members.extend(behind);
        let (members, values) = (members.join("; "), values.join(", "));
        format!("struct {{ {members}; }} {} = {{{values}}}", self.names.wrapper(object.name))
    }

    /// The bytes that are inputs on one side of an object, as an initialiser.
    fn bytes_around(&self, object: &Object<'a>, side: &str) -> Option<String> {
        let start = format!("({side} {})[", object.name);
        let mut bytes = Vec::new();
        for value in &self.values {
            let place = value.name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(']'));
            let Some(place) = place.and_then(|place| place.parse::<usize>().ok()) else { continue };
            let set = value.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0);
            bytes.extend(set.map(|(i, byte)| format!("[{}] = {byte:#04x}", place + i)));
        }
        (!bytes.is_empty()).then(|| format!(".{side} = {{{}}}", bytes.join(", ")))
    }

    /// What stands behind `=`: a value, a string, or designated members.
    fn initialiser(&self, name: &str, is_plain: bool) -> String {
        let mut parts: Vec<String> = Vec::new();
        for value in self.values.iter().filter(|value| root(&value.name) == name) {
            if self.is_late(name, value) || self.is_in_tail(value) {
                continue;
            }
            let Some(literal) = self.literal(value) else { continue };
            let designator = designator(&value.name, name);
            if designator.is_empty() {
                return literal;
            }
            parts.push(format!("{designator} = {literal}"));
        }
        match (parts.is_empty(), is_plain) {
            (true, _) => "{0}".to_string(),
            _ => format!("{{{}}}", parts.join(", ")),
        }
    }

    /// As a test writes it; `None` for zero.
    fn literal(&self, value: &InputValue) -> Option<String> {
        match pointer_text(value) {
            Some(_) => value_text(value).map(|pointer| self.names.expression(&pointer)),
            None => value_text(value),
        }
    }

    fn parameters_text(&self) -> String {
        let mut text = String::new();
        for parameter in &self.interface.parameters {
            let name = self.names.variable(&parameter.name);
            let declaration = self
                .interface
                .types
                .declaration(parameter.ty, &name)
                .unwrap_or_else(|| format!("int {name}"));
            let is_aggregate = matches!(
                self.interface.types.get(parameter.ty).kind,
                CKind::Struct { .. } | CKind::Union { .. } | CKind::Array { .. }
            );
            let mut initial = self.initialiser(&parameter.name, true);
            if initial == "{0}" && !is_aggregate {
                initial = "0".to_string();
            }
            let _ = writeln!(text, "    {declaration} = {initial};");
        }
        text
    }

    /// Pointers to what is declared after them, and what no initialiser may name.
    fn late_text(&self) -> String {
        let mut text = String::new();
        for (_, object) in self.needed_objects().rev() {
            let own = self.values.iter().filter(|value| root(&value.name) == object.name);
            for value in own {
                if self.is_late(object.name, value) || self.is_in_tail(value) {
                    text += &self.assignment(value);
                }
            }
        }
        text
    }

    /// The statement that writes a value; none for zero.
    fn assignment(&self, value: &InputValue) -> String {
        let held = self.names.expression(&value.name);
        let Some(new) = self.literal(value) else { return String::new() };
        if value.shown == Shown::Text {
            let bytes = literal::string(&value.bytes);
            return format!("    ASSAY_COPY({held}, {bytes}, {});\n", value.bytes.len());
        }
        format!("    {held} = {new};\n")
    }

    /// What the program asks for while it runs. An answer is a variable of the test.
    fn asked_text(&self, asked: &Asked<'_>) -> String {
        if let (Some(bytes), InputSource::Moved { param, .. }) =
            (asked.input.moved(), &asked.input.source)
        {
            let (source, note) = (literal::string(asked.source.as_bytes()), in_comment(asked.name));
            return format!(
                "    ASSAY_INPUT(ASSAY_MOVED, {source}, unsigned long long, {bytes}), \
                 /* {note}: what argument {} points to is moved */\n",
                param + 1
            );
        }
        let InputSource::Answer { function, object, .. } = &asked.input.source else {
            return unit_line(asked);
        };
        let source = literal::string(function.as_bytes());
        let note = in_comment(asked.name);
        if let Some(place) = asked.input.place_in_argument() {
            let (argument, offset) = (place & 0xff, place >> 8);
            return format!(
                "    ASSAY_INPUT(ASSAY_ARGUMENT, {source}, unsigned long long, {place:#x}), \
                 /* {note}: argument {argument} and {offset} bytes */\n"
            );
        }
        let held = if self.is_heap() { format!("*{object}") } else { object.clone() };
        let held = self.names.expression(&held);
        format!("    {{ASSAY_EXTERNAL, {source}, sizeof({held}), &({held})}}, /* {note} */\n")
    }

    fn globals_text(&self) -> String {
        let mut text = String::new();
        for value in &self.values {
            let owner = root(&value.name);
            if !self.interface.globals.iter().any(|global| global.name == owner) {
                continue;
            }
            let is_changed = match &value.source {
                InputSource::Unit(UnitInput::Global { initial }) => *initial != value.bytes,
                InputSource::Unit(UnitInput::Pointer { .. }) => pointer_text(value) != Some("0"),
                _ => true,
            };
            if !is_changed {
                continue;
            }
            if value.shown == Shown::Text {
                let bytes = literal::string(&value.bytes);
                let size = value.bytes.len();
                let _ = writeln!(text, "    ASSAY_COPY({}, {bytes}, {size});", value.name);
            } else {
                let new = self.literal(value).unwrap_or_else(|| "0".to_string());
                let _ = writeln!(text, "    {} = {new};", value.name);
            }
        }
        text
    }
}

/// The variable that an expression belongs to: `list1` of `list1->items[2].next`.
fn root(lvalue: &str) -> &str {
    let lvalue = lvalue.trim_start_matches('*');
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    &lvalue[..lvalue.find(|c| !is_name(c)).unwrap_or(lvalue.len())]
}

/// The rest of the expression as an initialiser has it: `.items[2].next`.
fn designator(lvalue: &str, root: &str) -> String {
    let rest = lvalue.trim_start_matches('*');
    let rest = rest.strip_prefix(root).unwrap_or("");
    match rest.strip_prefix("->") {
        Some(member) => format!(".{member}"),
        None => rest.to_string(),
    }
}

/// What stands before an object in whose address there are bits that say something else.
const TAGGED: &str = "(void *)((char *)";

/// The object that a pointer's expression names.
fn target(expression: &str) -> Option<&str> {
    let expression = expression.strip_prefix(STREAM).unwrap_or(expression);
    let expression = expression.strip_prefix(TAGGED).unwrap_or(expression);
    let name = root(expression.trim_start_matches('&'));
    (name != "0").then_some(name)
}

fn pointer_text(value: &InputValue) -> Option<&str> {
    match &value.source {
        InputSource::Unit(UnitInput::Pointer { options }) => Some(value.chosen(options)),
        _ => None,
    }
}

/// `None` for zero, which every object has from the start.
pub(super) fn value_text(value: &InputValue) -> Option<String> {
    if let Some(pointer) = pointer_text(value) {
        return Some(pointer.to_string()).filter(|pointer| pointer != "0");
    }
    if value.bytes.iter().all(|&byte| byte == 0) {
        return None;
    }
    Some(match (value.shown, value.bytes.len()) {
        (Shown::Float, _) => float_text(&value.bytes),
        (Shown::Signed | Shown::Unsigned, 9..) => wide_text(&value.bytes),
        _ => literal::of(value).without_library().value,
    })
}

/// An expression with exactly these bits, where a plain literal has none.
fn float_text(bytes: &[u8]) -> String {
    let double = |bytes: &[u8]| bytes.try_into().ok().map(f64::from_le_bytes);
    let single = |bytes: &[u8]| bytes.try_into().ok().map(f32::from_le_bytes);
    match bytes.len() {
        8 if double(bytes).is_some_and(f64::is_finite) => {
            format!("{:?}", double(bytes).unwrap_or_default())
        }
        4 if single(bytes).is_some_and(f32::is_finite) => {
            format!("{:?}f", single(bytes).unwrap_or_default())
        }
        size => {
            let c_type = match size {
                2 => "_Float16",
                4 => "float",
                8 => "double",
                _ => "long double",
            };
            let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
            let room = size.next_power_of_two();
            // In parentheses: for a macro, the commas would separate arguments.
            format!("(*(const {c_type} *)(const unsigned char[{room}]){{{}}})", list.join(", "))
        }
    }
}

/// Not zero. `__int128` would not do: i386 has none.
fn wide_text(bytes: &[u8]) -> String {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |w, byte| w << 8 | u64::from(*byte));
    let words = bytes.chunks(8).map(word).enumerate().filter(|(_, word)| *word != 0);
    let part = |(index, word): (usize, u64)| {
        let shift = if index == 0 { String::new() } else { format!(" << {}", 64 * index) };
        format!("(unsigned _BitInt({})){word:#x}u{shift}", 8 * bytes.len())
    };
    let parts: Vec<String> = words.map(part).collect();
    if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" | ")) }
}

fn call(interface: &Interface, shown: &Names<'_>) -> String {
    let mut names: Vec<String> =
        interface.parameters.iter().map(|parameter| shown.variable(&parameter.name)).collect();
    match interface.variadic {
        Some(Variadic::Texts) => {
            names.extend(vec![format!("\"{}\"", Variadic::TEXT); Variadic::COUNT])
        }
        Some(Variadic::Numbers) => names.extend((1..=Variadic::COUNT).map(|n| n.to_string())),
        None => {}
    }
    let call = format!("{}({})", interface.function, names.join(", "));
    let name = shown.result();
    let result = interface.result.and_then(|ty| interface.types.declaration(ty, name));
    match result {
        Some(declaration) => format!("    {declaration} = {call};\n    (void){name};\n"),
        None => format!("    {call};\n"),
    }
}
