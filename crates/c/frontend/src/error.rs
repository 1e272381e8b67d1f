//! Why an input was rejected. Each message is one line: the file (and the place in it), what is
//! wrong, and what the user can do. All of them end the run with exit status 3.

use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    NoInputs,
    Missing {
        path: PathBuf,
    },
    Unreadable {
        path: PathBuf,
        reason: String,
    },
    Empty {
        path: PathBuf,
    },
    UnknownKind {
        path: PathBuf,
    },
    NotText {
        path: PathBuf,
    },
    /// Its name is no text.
    UnnamedInText {
        path: PathBuf,
    },
    NotBitcode {
        path: PathBuf,
    },
    /// LLVM cannot parse or verify it, or crashes on it.
    Malformed {
        path: PathBuf,
        place: Option<(u32, u32)>,
        reason: String,
    },
    NewerBitcode {
        path: PathBuf,
        producer: String,
    },
    Target {
        path: PathBuf,
        triple: String,
    },
    MixedTargets {
        first: PathBuf,
        first_triple: String,
        second: PathBuf,
        second_triple: String,
    },
    /// A program that the front end needs is not installed.
    ToolMissing {
        tool: &'static str,
        package: &'static str,
    },
    /// clang's own diagnostics have gone to standard error.
    Compile {
        path: PathBuf,
        place: Option<(u32, u32)>,
        reason: String,
    },
    CompileCommands {
        path: PathBuf,
        reason: String,
    },
    DuplicateSymbol {
        symbol: String,
        files: Vec<PathBuf>,
    },
    Link {
        path: PathBuf,
        reason: String,
    },
    EntryMissing {
        entry: String,
        similar: Vec<String>,
    },
    /// The user promises something about a unit that cannot be.
    Contract {
        entry: String,
        input: String,
        reason: String,
    },
    /// No driver can be made for the function.
    Unsuitable {
        entry: String,
        reason: String,
    },
    /// The system has not given what this takes.
    Shortage {
        what: String,
        reason: String,
    },
    /// A defect of Assay, not of the input.
    Internal {
        reason: String,
    },
}

impl std::error::Error for LoadError {}

/// `:line:column` where known.
fn suffix(place: &Option<(u32, u32)>) -> String {
    place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default()
}

/// Messages of LLVM may have several lines; the first says what is wrong.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no reason given")
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoInputs => {
                write!(f, "no input files: give .c, .bc or .ll files, or a compile_commands.json")
            }
            LoadError::Missing { path } => {
                write!(f, "{}: no such file: check the path", path.display())
            }
            LoadError::Unreadable { path, reason } => {
                write!(f, "{}: cannot be read: {}", path.display(), first_line(reason))
            }
            LoadError::Empty { path } => {
                write!(f, "{}: the file is empty: there is nothing to test", path.display())
            }
            LoadError::UnknownKind { path } => write!(
                f,
                "{}: not a kind of input Assay knows: give .c, .bc or .ll files, or a \
                 compile_commands.json",
                path.display()
            ),
            LoadError::NotText { path } => write!(
                f,
                "{}: not C source: it begins with bytes that no text has; give .c files, or \
                 name bitcode .bc",
                path.display()
            ),
            LoadError::UnnamedInText { path } => write!(
                f,
                "{}: its name is not UTF-8, and reports and tests have to name it: rename it",
                path.display()
            ),
            LoadError::NotBitcode { path } => write!(
                f,
                "{}: not LLVM bitcode: make it with `clang-19 -g -emit-llvm -c`",
                path.display()
            ),
            LoadError::Malformed { path, place, reason } => write!(
                f,
                "{}{}: LLVM 19 rejects it: {}; make it again with clang-19",
                path.display(),
                suffix(place),
                first_line(reason)
            ),
            LoadError::NewerBitcode { path, producer } => write!(
                f,
                "{}: written by {producer}, which is newer than LLVM 19: compile it with \
                 clang-19, or give the C source",
                path.display()
            ),
            LoadError::Target { path, triple } => write!(
                f,
                "{}: compiled for {triple}: only x86-64 and i386 Linux are supported; compile \
                 for one of them (-m64, -m32)",
                path.display()
            ),
            LoadError::MixedTargets { first, first_triple, second, second_triple } => write!(
                f,
                "{}: compiled for {second_triple}, but {} for {first_triple}: compile all inputs \
                 for one target",
                second.display(),
                first.display()
            ),
            LoadError::ToolMissing { tool, package } => {
                write!(f, "{tool} was not found: `apt install {package}`")
            }
            LoadError::Compile { path, place, reason } => write!(
                f,
                "{}{}: clang rejects it: {}; clang's diagnostics are above, flags for it go \
                 after `--`",
                path.display(),
                suffix(place),
                first_line(reason)
            ),
            LoadError::CompileCommands { path, reason } => {
                write!(f, "{}: {}", path.display(), first_line(reason))
            }
            LoadError::DuplicateSymbol { symbol, files } => {
                let files: Vec<String> =
                    files.iter().map(|file| file.display().to_string()).collect();
                write!(
                    f,
                    "{}: `{symbol}` is defined more than once: leave out one of the files, or \
                     make it static",
                    files.join(" and ")
                )
            }
            LoadError::Link { path, reason } => write!(
                f,
                "{}: cannot be linked with the other inputs: {}",
                path.display(),
                first_line(reason)
            ),
            LoadError::EntryMissing { entry, similar } => {
                write!(f, "entry `{entry}` is not defined in the inputs")?;
                match similar.as_slice() {
                    [] => write!(f, ": add the file that defines it"),
                    names => write!(f, ": did you mean `{}`?", names.join("`, `")),
                }
            }
            LoadError::Contract { entry, input, reason } => {
                write!(f, "the contract of `{entry}`: `{input}` {reason}")
            }
            LoadError::Unsuitable { entry, reason } => {
                write!(f, "`{entry}` cannot be a unit: {reason}; write a main that calls it")
            }
            LoadError::Shortage { what, reason } => write!(
                f,
                "{what} cannot be started: {}; look at `ulimit -a` (-u processes, -n open files, -v memory)",
                first_line(reason)
            ),
            LoadError::Internal { reason } => {
                write!(f, "internal error of the front end: {}", first_line(reason))
            }
        }
    }
}
