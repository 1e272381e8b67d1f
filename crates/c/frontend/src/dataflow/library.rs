//! What functions of the library give values to, through the addresses that they are passed.

use crate::edges::callee_name;
use crate::llvm::{TypeKind, Value, ValueKind};

/// What a call writes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The argument that is its address.
    pub argument: u32,
    /// How many bytes; 1 for a whole variable, however large.
    pub size: u64,
    /// It is written only if the call returns at least this much, or any pointer but null.
    pub least_result: Option<u32>,
}

/// Functions that write to what these arguments point to: a number, or the beginning of an array.
const WRITERS: &[(&str, &[u32])] = &[
    ("frexp", &[1]),
    ("frexpf", &[1]),
    ("getline", &[0, 1]),
    ("lgamma_r", &[1]),
    ("modf", &[1]),
    ("modff", &[1]),
    ("pipe", &[0]),
    ("remquo", &[2]),
    ("snprintf", &[0]),
    ("sprintf", &[0]),
    ("stpcpy", &[0]),
    ("strcat", &[0]),
    ("strcpy", &[0]),
    ("strncat", &[0]),
    ("strncpy", &[0]),
    ("strtod", &[1]),
    ("strtof", &[1]),
    ("strtok_r", &[2]),
    ("strtol", &[1]),
    ("strtold", &[1]),
    ("strtoll", &[1]),
    ("strtoul", &[1]),
    ("strtoull", &[1]),
    ("time", &[0]),
];

/// Those that write there only if their result is positive, or a pointer that is not null.
const READERS: [(&str, u32); 8] = [
    ("fgets", 0),
    ("fread", 0),
    ("gets", 0),
    ("pread", 1),
    ("read", 1),
    ("recv", 1),
    ("wait", 0),
    ("waitpid", 1),
];

/// Functions that write as many bytes as their second argument says to what the first points to.
const FILLERS: [&str; 2] = ["klee_make_symbolic", "__VERIFIER_nondet_memory"];

/// `scanf` and its kin: the first of the arguments that each conversion is written to.
const SCANNERS: [(&str, u32); 3] = [("scanf", 1), ("fscanf", 2), ("sscanf", 2)];

/// What glibc's headers put in front of names for the sake of a standard.
const VERSIONS: [&str; 2] = ["__isoc99_", "__isoc23_"];

/// What a call of a library function writes to.
pub fn written(call: Value<'_>) -> Vec<Written> {
    let Some(name) = callee_name(call).and_then(|name| std::str::from_utf8(name).ok()) else {
        return Vec::new();
    };
    if !call.called_value().is_declaration() {
        return Vec::new();
    }
    let name = VERSIONS.iter().find_map(|version| name.strip_prefix(version)).unwrap_or(name);
    let count = call.call_arg_count();
    let is_pointer = |&argument: &u32| argument < count && is_address(call.operand(argument));
    let plain = |argument: u32| Written { argument, size: 1, least_result: None };
    if let Some(&(_, arguments)) = WRITERS.iter().find(|(writer, _)| *writer == name) {
        return arguments.iter().copied().filter(is_pointer).map(plain).collect();
    }
    if let Some(&(_, argument)) = READERS.iter().find(|(reader, _)| *reader == name) {
        let read = Written { least_result: Some(1), ..plain(argument) };
        return Some(read).filter(|read| is_pointer(&read.argument)).into_iter().collect();
    }
    if FILLERS.contains(&name) {
        let size = (count > 1).then(|| call.operand(1).as_int()).flatten().unwrap_or(1);
        return [0]
            .into_iter()
            .filter(is_pointer)
            .map(|of| Written { size, ..plain(of) })
            .collect();
    }
    if name.starts_with("__Crest") {
        return [0].into_iter().filter(is_pointer).map(plain).collect();
    }
    let scanned = SCANNERS.iter().find(|(scanner, _)| *scanner == name);
    let Some(&(_, first)) = scanned else { return Vec::new() };
    let conversion =
        |argument| Written { least_result: Some(argument - first + 1), ..plain(argument) };
    (first..count).filter(is_pointer).map(conversion).collect()
}

fn is_address(value: Value<'_>) -> bool {
    value.ty().kind() == TypeKind::LLVMPointerTypeKind
        && value.kind() != ValueKind::LLVMConstantPointerNullValueKind
}
