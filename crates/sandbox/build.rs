//! Compiles the warden to one static executable, which the crate embeds.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    // That of this build, not of the one that has compiled the script: a target folder may be a
    // copy.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it builds");
    let folder = Path::new(&manifest).join("warden");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut command = Command::new("clang-19");
    command.args(["-std=gnu17", "-O2", "-static", "-s", "-Wall", "-Wextra"]);
    command.arg("-Wno-missing-field-initializers").args(sources(&folder));
    let status = command.arg("-o").arg(out.join("warden")).status().unwrap_or_else(|error| {
        panic!("clang-19 cannot be run ({error}): apt install clang-19 libc6-dev")
    });
    assert!(status.success(), "{command:?} failed");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the warden can be read");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    found.sort();
    found
}
