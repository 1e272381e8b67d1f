//! Random C functions with so few inputs that all of them can be tried, without undefined
//! behaviour.

mod expression;
mod scope;
mod statement;

use assay_base::Rng;
use expression::{Expressions, stored};
use scope::{Callee, Scope, Table};
use statement::Body;
use std::fmt::Write;

pub use scope::{Kind, Variable};

/// The parameters of a function: at most 17 bits together.
const PARAMETERS: [&[Kind]; 6] = [
    &[Kind::UnsignedChar, Kind::SignedChar, Kind::Bool],
    &[Kind::SignedChar, Kind::UnsignedChar],
    &[Kind::Short],
    &[Kind::UnsignedShort, Kind::Bool],
    &[Kind::Bool, Kind::UnsignedChar, Kind::Bool],
    &[Kind::SignedChar],
];

const HELPER_PARAMETERS: [&[Kind]; 3] =
    [&[Kind::Short, Kind::UnsignedChar], &[Kind::SignedChar], &[Kind::Unsigned, Kind::Bool]];

const LOCALS: [Kind; 8] = [
    Kind::Int,
    Kind::Int,
    Kind::Unsigned,
    Kind::Long,
    Kind::Short,
    Kind::SignedChar,
    Kind::UnsignedShort,
    Kind::Int,
];

/// A file with functions to be tested.
pub struct Generated {
    pub source: String,
    pub functions: Vec<Function>,
}

pub struct Function {
    pub name: String,
    pub parameters: Vec<Kind>,
}

/// The file of a seed, with so many functions. With `is_whole` it is a program, whose inputs say
/// which function is called.
pub fn generate(seed: u64, count: usize, is_whole: bool) -> Generated {
    let mut rng = Rng::new(seed);
    let mut source = "enum { ONE = 1, TWO };\n\n".to_string();
    let mut functions = Vec::new();
    for number in 0..count {
        let name = format!("f{number}");
        let parameters = PARAMETERS[rng.below(PARAMETERS.len())].to_vec();
        write_globals(&mut source, &mut rng, &name);
        let callee = rng.coin().then(|| {
            let parameters = HELPER_PARAMETERS[rng.below(HELPER_PARAMETERS.len())].to_vec();
            let helper = format!("{name}_part");
            write_function(&mut source, &mut rng, "static int", &helper, &name, &parameters, None);
            Callee { name: helper, parameters }
        });
        write_function(&mut source, &mut rng, "int", &name, &name, &parameters, callee);
        functions.push(Function { name, parameters });
    }
    if is_whole {
        source.push_str(&whole_program(&functions));
    }
    Generated { source, functions }
}

/// The tables and the types of a function.
fn write_globals(source: &mut String, rng: &mut Rng, name: &str) {
    let numbers: Vec<String> = (0..16).map(|_| (rng.below(80) as i64 - 20).to_string()).collect();
    let _ =
        writeln!(source, "static const signed char {name}_table[16] = {{{}}};", numbers.join(", "));
    let _ =
        writeln!(source, "struct {name}_bits {{ unsigned a : 3; int b : 5; unsigned char c; }};");
    let _ = writeln!(source, "static short {name}_state;\n");
}

fn write_function(
    source: &mut String,
    rng: &mut Rng,
    result: &str,
    name: &str,
    owner: &str,
    parameters: &[Kind],
    callee: Option<Callee>,
) {
    let mut scope = Scope { callee, parameters: parameters.len(), ..Scope::default() };
    let mut declared = Vec::new();
    for (at, &kind) in parameters.iter().enumerate() {
        let name = ["a", "b", "c"][at].to_string();
        declared.push(format!("{} {name}", kind.name()));
        scope.variables.push(Variable { name, kind, is_writable: false });
    }
    let table = |name: String, kind, mask, is_writable| Table { name, kind, mask, is_writable };
    scope.tables.push(table(format!("{owner}_table"), Kind::SignedChar, 15, false));
    let head = declarations(rng, &mut scope, name, owner);
    scope.tables.push(table("list".to_string(), Kind::UnsignedChar, 7, true));
    for parameter in &mut scope.variables[..parameters.len()] {
        parameter.is_writable = rng.below(4) == 0;
    }
    // A few have more paths than can be followed.
    let budget = if rng.below(4) == 0 { 30 + rng.below(30) } else { 6 + rng.below(14) };
    let (body, counters) = Body::new(rng, scope, budget).write();
    let _ = writeln!(source, "{result} {name}({}) {{", declared.join(", "));
    source.push_str(&head);
    for counter in counters {
        let _ = writeln!(source, "    int {counter} = 0;");
    }
    source.push_str(&body);
    source.push_str("}\n\n");
}

/// The variables of a function, each made of those before it.
fn declarations(rng: &mut Rng, scope: &mut Scope, name: &str, owner: &str) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "    int *p = 0;");
    let _ = writeln!(text, "    unsigned char list[8] = {{1, 2, 3}};");
    let is_writable = true;
    for number in 0..2 + rng.below(3) {
        let kind = LOCALS[rng.below(LOCALS.len())];
        let name = format!("v{number}");
        let value = stored(Expressions { rng, scope }.value(1), kind);
        let _ = writeln!(text, "    {} {name} = {};", kind.name(), value.text);
        scope.variables.push(Variable { name, kind, is_writable });
    }
    if rng.coin() {
        let values: Vec<String> =
            (0..3).map(|_| Expressions { rng, scope }.value(1).text).collect();
        let _ = writeln!(text, "    struct {owner}_bits bits;");
        for (field, value) in ["a", "b", "c"].iter().zip(values) {
            let _ = writeln!(text, "    bits.{field} = {value};");
        }
        let kinds = [Kind::Bits(3), Kind::SignedBits(5), Kind::UnsignedChar];
        for (field, kind) in ["a", "b", "c"].iter().zip(kinds) {
            let name = format!("bits.{field}");
            scope.variables.push(Variable { name, kind, is_writable });
        }
    }
    // A part that changes it would make the order of evaluation matter.
    if name == owner && rng.below(3) == 0 {
        let value = Expressions { rng, scope }.value(1);
        let _ = writeln!(text, "    {owner}_state = {};", value.text);
        let (name, kind) = (format!("{owner}_state"), Kind::Short);
        scope.variables.push(Variable { name, kind, is_writable });
    }
    text
}

/// A `main` that calls the function which the first input names.
fn whole_program(functions: &[Function]) -> String {
    let mut text = String::new();
    let kinds =
        [Kind::Bool, Kind::SignedChar, Kind::UnsignedChar, Kind::Short, Kind::UnsignedShort];
    let nondet = |kind: Kind| format!("__VERIFIER_nondet_{}", kind.name().replace(' ', "_"));
    for kind in kinds {
        let _ = writeln!(text, "{} {}(void);", kind.name(), nondet(kind));
    }
    let _ = writeln!(text, "int main(void) {{\n    switch ({}()) {{", nondet(Kind::UnsignedChar));
    for (number, Function { name, parameters }) in functions.iter().enumerate() {
        let arguments: Vec<String> =
            parameters.iter().map(|&kind| format!("{}()", nondet(kind))).collect();
        let _ = writeln!(text, "    case {number}: return {name}({});", arguments.join(", "));
    }
    text.push_str("    }\n    return 0;\n}\n");
    text
}
