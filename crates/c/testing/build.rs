//! Compiles the harness of native runs, which is the same for all programs: one object for each of
//! its C files and each target. The crate embeds them, so that a run of Assay compiles nothing but
//! the program.
//!
//! Without the headers of a 32-bit C library the objects for it are empty; then they are compiled
//! when a 32-bit program needs them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGETS: [(&str, &str); 2] = [("x86_64", "-m64"), ("i386", "-m32")];

const FLAGS: &[&str] = &["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-fno-builtin", "-w"];

/// Headers that the harness knows by another name than the runtime, where they lie.
const RENAMED: [(&str, &str); 1] = [("accounts.h", "assay_accounts.h")];

fn main() {
    // That of this build, not of the one that has compiled the script: a target folder may be a
    // copy.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it builds");
    let root = Path::new(&manifest);
    let (harness, runtime) = (root.join("harness"), root.join("../../../runtime"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", harness.display());
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, known_as) in RENAMED {
        let header = runtime.join(name);
        println!("cargo::rerun-if-changed={}", header.display());
        std::fs::copy(header, out.join(known_as)).expect("the output folder is writable");
    }
    for name in ["unit.c", "unit.h"] {
        println!("cargo::rerun-if-changed={}", runtime.join(name).display());
    }
    let mut sources = sources(&harness);
    sources.push(runtime.join("unit.c"));
    let folders = [&harness, &runtime, &out];
    for (target, flag) in TARGETS {
        std::fs::create_dir_all(out.join(target)).expect("the output folder is writable");
        for source in &sources {
            let object = object(&out, target, source);
            let is_compiled = compile(source, flag, &folders, &object);
            assert!(is_compiled || target != "x86_64", "{} does not compile", source.display());
            if !is_compiled {
                std::fs::write(&object, []).expect("the output folder is writable");
            }
        }
    }
    let code = code(&out, &sources);
    std::fs::write(out.join("objects.rs"), code).expect("the output folder is writable");
}

fn sources(harness: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(harness).expect("the harness is there");
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

fn name(source: &Path) -> String {
    source.file_name().expect("a source has a name").to_string_lossy().into_owned()
}

fn object(out: &Path, target: &str, source: &Path) -> PathBuf {
    out.join(target).join(format!("{}.o", name(source)))
}

fn compile(source: &Path, flag: &str, folders: &[&PathBuf], object: &Path) -> bool {
    let mut command = Command::new("clang-19");
    command.args(FLAGS).arg(flag);
    for folder in folders {
        command.arg("-iquote").arg(folder);
    }
    let output = command.arg("-c").arg(source).arg("-o").arg(object).output();
    output.unwrap_or_else(|error| panic!("clang-19 cannot be run ({error})")).status.success()
}

/// What the crate includes: the objects by the names of their sources, and how they were compiled.
fn code(out: &Path, sources: &[PathBuf]) -> String {
    let mut code = format!("pub(crate) const FLAGS: &[&str] = &{FLAGS:?};\n");
    code += "fn embedded(name: &str, is_32_bit: bool) -> &'static [u8] {\n    match (name, is_32_bit) {\n";
    for source in sources {
        for ((target, _), is_32_bit) in TARGETS.iter().zip([false, true]) {
            let (name, object) = (name(source), object(out, target, source));
            let _ =
                writeln!(code, "        ({name:?}, {is_32_bit}) => include_bytes!({object:?}),");
        }
    }
    code + "        _ => &[],\n    }\n}\n"
}
