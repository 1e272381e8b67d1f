//! The C source with one trampoline for each way in which functions of the host are called.
//!
//! LLVM's types say how a value travels, not what it is in C. That is enough: a function is called
//! through a pointer to a function of such types.

use assay_program::{Scalar, Signature};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The trampolines in this order are `assay_trampolines`. All `names` are mentioned, so that the
/// linker has a word about those that are not called too.
pub(super) fn source(names: &BTreeSet<String>, signatures: &[Signature]) -> String {
    let mut text = String::from("#include \"native_calls.h\"\n\n");
    for name in names {
        let _ = writeln!(text, "void {name}(void);");
    }
    text += "void *const assay_allowed[] = {";
    for name in names {
        let _ = write!(text, "{name}, ");
    }
    text += "0};\n";
    for (index, signature) in signatures.iter().enumerate() {
        text += &trampoline(index, signature);
    }
    text += "\nassay_trampoline *const assay_trampolines[] = {";
    for index in 0..signatures.len() {
        let _ = write!(text, "call{index}, ");
    }
    text + "0};\n"
}

fn trampoline(index: usize, signature: &Signature) -> String {
    let Signature { function, result, .. } = signature;
    let mut text = String::new();
    let returned = match result[..] {
        [] => "void".to_string(),
        [scalar] => scalar.c_type().to_string(),
        _ => {
            let part =
                |(part, scalar): (usize, &Scalar)| format!("{} part{part}; ", scalar.c_type());
            let parts: String = result.iter().enumerate().map(part).collect();
            let _ = writeln!(text, "struct result{index} {{ {parts}}};");
            format!("struct result{index}")
        }
    };
    let _ = writeln!(
        text,
        "static void call{index}(const union assay_value *args, union assay_value *result) {{"
    );
    let call = format!(
        "(({returned} (*)({}))(void *){function})({})",
        types(signature),
        values(signature)
    );
    match result[..] {
        [] => {
            let _ = writeln!(text, "    {call};");
        }
        [scalar] => {
            let _ = writeln!(text, "    result[0].{} = {call};", member(scalar));
        }
        _ => {
            let _ = writeln!(text, "    {returned} whole = {call};");
            for (part, &scalar) in result.iter().enumerate() {
                let _ = writeln!(text, "    result[{part}].{} = whole.part{part};", member(scalar));
            }
        }
    }
    text + "}\n"
}

/// The types of the parameters. A variadic function without any is one of old C.
fn types(signature: &Signature) -> String {
    let fixed = signature.fixed.unwrap_or(signature.args.len());
    let mut types: Vec<&str> = signature.args[..fixed].iter().map(|arg| arg.c_type()).collect();
    match signature.fixed {
        None if types.is_empty() => types.push("void"),
        Some(1..) => types.push("..."),
        _ => {}
    }
    types.join(", ")
}

fn values(signature: &Signature) -> String {
    let value = |(i, &scalar): (usize, &Scalar)| format!("args[{i}].{}", member(scalar));
    let values: Vec<String> = signature.args.iter().enumerate().map(value).collect();
    values.join(", ")
}

/// Of `union assay_value`.
fn member(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Integer(..=1) => "bits1",
        Scalar::Integer(..=8) => "bits8",
        Scalar::Integer(..=16) => "bits16",
        Scalar::Integer(..=32) => "bits32",
        Scalar::Integer(..=64) => "bits64",
        Scalar::Integer(_) => "bits128",
        Scalar::Float => "single_float",
        Scalar::Double => "double_float",
        Scalar::LongDouble => "long_float",
        Scalar::Pointer => "pointer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_called_as_the_program_calls_it() {
        let signature = Signature {
            function: "snprintf".into(),
            result: vec![Scalar::Integer(32)],
            args: vec![Scalar::Pointer, Scalar::Integer(64), Scalar::Pointer, Scalar::Double],
            fixed: Some(3),
        };
        let names = BTreeSet::from([signature.function.clone()]);
        let text = source(&names, &[signature]);
        assert!(text.contains(
            "result[0].bits32 = ((uint32_t (*)(void *, uint64_t, void *, ...))(void *)snprintf)\
             (args[0].pointer, args[1].bits64, args[2].pointer, args[3].double_float);"
        ));
    }
}
