//! A folder of its own for each test, and loading from text.

use assay_c_frontend::{FunctionCoverage, LoadError, Loaded, Request, load};
use assay_program::{Function, FunctionBody, Op, Program};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Removed with all its files when the test is done.
pub struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    pub fn new() -> Workplace {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("assay-frontend-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Workplace { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Runs a tool in the folder; it must succeed. Returns what it prints.
    pub fn run(&self, tool: &str, arguments: &[&str]) -> String {
        let output = Command::new(tool).args(arguments).current_dir(&self.folder).output().unwrap();
        assert!(
            output.status.success(),
            "{tool} {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Without the libc model; promoted.
pub fn request(inputs: &[PathBuf]) -> Request {
    Request { inputs: inputs.to_vec(), runtime: false, ..Request::default() }
}

pub fn load_text(text: &str) -> Loaded {
    load_with(text, |_| {})
}

/// `adapt` changes the request before it is loaded.
pub fn load_with(text: &str, adapt: impl FnOnce(&mut Request)) -> Loaded {
    let place = Workplace::new();
    let mut request = request(&[place.write("unit.c", text)]);
    adapt(&mut request);
    load_checked(&request)
}

/// Every program of every test is verified.
pub fn load_checked(request: &Request) -> Loaded {
    let loaded = load(request).unwrap_or_else(|error| panic!("{error}"));
    assay_program::verify::verify(&loaded.program).unwrap_or_else(|problems| {
        panic!("{}\n{}", problems.join("\n"), assay_program::text::print(&loaded.program))
    });
    loaded
}

/// The message of a request that must be rejected: one line.
pub fn rejection(request: &Request) -> (LoadError, String) {
    match load(request) {
        Ok(_) => panic!("{:?} was accepted", request.inputs),
        Err(error) => {
            let text = error.to_string();
            assert_eq!(text.lines().count(), 1, "{text}");
            (error, text)
        }
    }
}

pub fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    let id = program.function_named(name).unwrap_or_else(|| panic!("no function {name}"));
    &program.functions[id]
}

/// clang's coverage map of a function.
pub fn map<'l>(loaded: &'l Loaded, name: &str) -> &'l FunctionCoverage {
    let function = loaded.program.function_named(name).unwrap();
    let map = loaded.maps.iter().find(|(id, _)| *id == function);
    &map.expect("it has a coverage map").1
}

pub fn body<'p>(program: &'p Program, name: &str) -> &'p FunctionBody {
    function(program, name).body.as_ref().unwrap_or_else(|| panic!("{name} has no body"))
}

pub fn ops<'p>(program: &'p Program, name: &str) -> Vec<&'p Op> {
    let blocks = body(program, name).blocks.values();
    blocks.flat_map(|block| block.insts.iter().map(|inst| &inst.op)).collect()
}

/// The text form of one function, for looking up lines.
pub fn text(program: &Program, name: &str) -> String {
    assay_program::text::print_function(program, function(program, name))
}

/// Some line of the function's text has all the parts.
#[track_caller]
pub fn has_line(program: &Program, name: &str, parts: &[&str]) {
    let text = text(program, name);
    let found = text.lines().any(|line| parts.iter().all(|part| line.contains(part)));
    assert!(found, "no line with {parts:?} in\n{text}");
}
