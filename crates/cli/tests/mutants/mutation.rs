//! Random changes that leave most of a program as it is.

use assay_base::Rng;

/// Words that can stand for each other without changing the types around them.
const EXCHANGEABLE: [&[&str]; 5] = [
    &[
        "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or",
        "xor",
    ],
    &["fadd", "fsub", "fmul", "fdiv", "frem"],
    &["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"],
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "une", "uno", "true", "false"],
    &["sext", "zext", "trunc", "bitcast", "fptosi", "sitofp", "ptrtoint", "inttoptr"],
];

/// Only some of the exchanged instructions can have them.
const INSTRUCTION_FLAGS: [&str; 5] = ["nsw", "nuw", "exact", "nneg", "disjoint"];

const TYPES: [&str; 9] = ["i1", "i8", "i16", "i32", "i64", "i128", "i256", "ptr", "double"];

const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "63",
    "64",
    "255",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
];

pub fn of_bytes(original: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.coin() {
            true => bytes[at] ^= 1 << rng.below(8),
            false => bytes[at] = rng.word() as u8,
        }
    }
    bytes
}

/// One to three lines of function bodies are changed.
pub fn of_text(original: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = original.lines().map(str::to_string).collect();
    for _ in 0..1 + rng.below(3) {
        let bodies: Vec<usize> =
            (0..lines.len()).filter(|&index| lines[index].starts_with("  ")).collect();
        let at = bodies[rng.below(bodies.len())];
        match rng.below(8) {
            0 => {
                lines.remove(at);
            }
            1 => {
                let other = bodies[rng.below(bodies.len())];
                lines.swap(at, other);
            }
            2 => lines[at] = swap_operands(&lines[at]),
            _ => lines[at] = change_word(&lines[at], function_around(&lines, at), rng),
        }
    }
    lines.join("\n") + "\n"
}

/// `%x = sub i32 %a, %b` becomes `%x = sub i32 %b, %a`.
fn swap_operands(line: &str) -> String {
    let (code, debug) = line.split_once(", !dbg").unwrap_or((line, ""));
    let Some((start, second)) = code.rsplit_once(", ") else { return line.to_string() };
    let Some((start, first)) = start.rsplit_once(' ') else { return line.to_string() };
    let debug = if debug.is_empty() { String::new() } else { format!(", !dbg{debug}") };
    format!("{start} {second}, {first}{debug}")
}

/// The lines from `define` to the brace at the end.
fn function_around(lines: &[String], at: usize) -> &[String] {
    let start = lines[..at].iter().rposition(|line| line.starts_with("define")).unwrap_or(0);
    let end = lines[at..].iter().position(|line| line == "}").map_or(lines.len(), |end| at + end);
    &lines[start..end]
}

/// A word of the line becomes another of its kind.
fn change_word(line: &str, function: &[String], rng: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    // Some words have no other of their kind: a few attempts.
    for _ in 0..10 {
        let at = rng.below(words.len());
        let core = words[at].trim_end_matches([',', ')']);
        let Some(other) = replacement(&words[..at], core, function, rng) else { continue };
        let changed = other + &words[at][core.len()..];
        words[at] = &changed;
        words.retain(|word| !INSTRUCTION_FLAGS.contains(word));
        return words.join(" ");
    }
    line.to_string()
}

fn replacement(before: &[&str], word: &str, function: &[String], rng: &mut Rng) -> Option<String> {
    let mut one_of = |words: &[&str]| words[rng.below(words.len())].to_string();
    if let Some(group) = EXCHANGEABLE.iter().find(|group| group.contains(&word)) {
        return Some(one_of(group));
    }
    if TYPES.contains(&word) {
        return Some(one_of(&TYPES));
    }
    if word.parse::<i128>().is_ok() && before.last() != Some(&"align") {
        return Some(one_of(&NUMBERS));
    }
    let is_type = |word: &&&str| TYPES.contains(*word) || **word == "label";
    let ty = before.iter().rev().find(is_type).filter(|_| word.starts_with(['%', '@']))?;
    let names = names_of_type(ty, function);
    (!names.is_empty()).then(|| one_of(&names))
}

/// What the function uses right after this type.
fn names_of_type<'f>(ty: &str, function: &'f [String]) -> Vec<&'f str> {
    let mut names = Vec::new();
    for line in function {
        let words = || line.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
        let pairs = words().zip(words().skip(1));
        names.extend(pairs.filter(|(first, _)| *first == ty).map(|(_, second)| second));
    }
    names.retain(|name| name.starts_with(['%', '@']));
    names
}

#[test]
fn operands_are_swapped_in_front_of_the_debug_location() {
    let swapped = swap_operands("  %x = sub nsw i32 %a, %b, !dbg !7");
    assert_eq!(swapped, "  %x = sub nsw i32 %b, %a, !dbg !7");
    assert_eq!(swap_operands("  ret void"), "  ret void");
}

#[test]
fn equal_seeds_give_equal_mutants() {
    let text = "define i32 @f(i32 %a) {\n  %b = add nsw i32 %a, 5\n  ret i32 %b\n}";
    let mutant = |seed| of_text(text, &mut Rng::new(seed));
    assert_eq!(mutant(3), mutant(3));
    assert!((0..20).any(|seed| mutant(seed).contains("%b = ") && mutant(seed) != text));
}
