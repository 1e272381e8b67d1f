//! Compiles the libc model in `runtime/` to one bitcode file per target, which the crate embeds.
//! Without sources the files are empty and there is no model.

use std::path::{Path, PathBuf};
use std::process::Command;

const TARGETS: [(&str, &str); 2] = [("x86_64", "-m64"), ("i386", "-m32")];

/// Optimised a little, because the machine executes it often; not vectorised, and without
/// turning the model's loops into calls of the functions they implement.
const FLAGS: &[&str] = &[
    "-std=c17",
    "-O1",
    "-g",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-nostdlibinc",
    // Else tables of texts become tables of distances between addresses.
    "-fno-pic",
    "-emit-llvm",
    "-c",
];

fn main() {
    // That of this build, not of the one that has compiled the script: a target folder may be a
    // copy.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it builds");
    let runtime = Path::new(&manifest).join("../../../runtime");
    println!("cargo::rerun-if-changed={}", runtime.display());
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let sources = sources(&runtime);
    for (target, flag) in TARGETS {
        let model = out.join(format!("model-{target}.bc"));
        if sources.is_empty() {
            std::fs::write(&model, []).expect("the output folder is writable");
            continue;
        }
        let parts: Vec<PathBuf> =
            sources.iter().map(|source| compile(&runtime, source, target, flag, &out)).collect();
        run(Command::new("llvm-link-19").args(&parts).arg("-o").arg(&model));
    }
}

fn sources(runtime: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(runtime) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

fn compile(runtime: &Path, source: &Path, target: &str, flag: &str, out: &Path) -> PathBuf {
    let name = source.file_stem().expect("a source has a name").to_string_lossy();
    let part = out.join(format!("{name}-{target}.bc"));
    run(Command::new("clang-19")
        .args(FLAGS)
        .arg(flag)
        .arg("-I")
        .arg(runtime)
        // Debug information that is the same wherever the build runs.
        .arg(format!("-ffile-prefix-map={}=/assay/runtime", runtime.display()))
        .arg("-ffile-compilation-dir=/assay/runtime")
        .arg(source)
        .arg("-o")
        .arg(&part));
    part
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| {
        panic!("{:?} cannot be run ({error}): apt install clang-19 llvm-19", command.get_program())
    });
    assert!(status.success(), "{command:?} failed");
}
