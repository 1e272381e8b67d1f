//! Flags of a compilation database that are meant for another compiler or another machine.
//!
//! A database says how the program is built where it will run: often by gcc, often for a
//! microcontroller. The program is analysed on this machine, by clang. So what clang does not
//! understand here is left out, and told once; what it does understand stays. clang itself is
//! asked, so there is no list of flags that could grow old.

use super::{clang, process};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::process::Command;

const CLANG: &str = "clang-19";

/// No warnings about flags that mean nothing to clang, where there are such flags.
const QUIET: [&str; 3] = [
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Wno-unused-command-line-argument",
];

/// What is known of the flags that were met so far: many files have the same.
#[derive(Default)]
pub(super) struct ForeignFlags {
    understood: FxHashMap<Vec<String>, bool>,
}

impl ForeignFlags {
    /// Takes them out of a command's words, without its compiler, and returns them.
    pub(super) fn take_out(&mut self, compiler: &str, flags: &mut Vec<String>) -> Vec<String> {
        let mut left_out = Vec::new();
        let mut kept: Vec<Vec<String>> = Vec::new();
        let mut roots = Vec::new();
        for flag in grouped(flags) {
            match kind_of(&flag) {
                Kind::Foreign => left_out.push(flag),
                Kind::Root => roots.push(flag),
                Kind::Other => kept.push(flag),
            }
        }
        let machine: Vec<Vec<String>> =
            kept.iter().filter(|flag| is_asked(flag)).cloned().collect();
        if !self.is_understood(machine.concat()) {
            let (good, bad) = kept
                .into_iter()
                .partition(|flag| !is_asked(flag) || self.is_understood(flag.clone()));
            kept = good;
            left_out.extend::<Vec<Vec<String>>>(bad);
        }
        // The headers and libraries of another machine.
        let is_cross = left_out.iter().any(|flag| is_of_machine(flag)) || is_cross(compiler);
        for root in roots {
            if is_cross || !root_of(&root).is_some_and(|root| Path::new(root).is_dir()) {
                left_out.push(root);
            } else {
                kept.push(root);
            }
        }
        *flags = kept.concat();
        if !left_out.is_empty() {
            flags.extend(QUIET.map(String::from));
        }
        left_out.into_iter().map(|flag| flag.join(" ")).collect()
    }

    fn is_understood(&mut self, flags: Vec<String>) -> bool {
        if flags.is_empty() {
            return true;
        }
        if let Some(&known) = self.understood.get(&flags) {
            return known;
        }
        let mut command = Command::new(CLANG);
        command.args(["-x", "c", "-fsyntax-only", "-w"]).args(&flags).arg("-");
        // Whether there is a clang at all is found when a file is compiled.
        // The least that it gets is enough for a file with nothing in it.
        let finished = process::run(&mut command, &[], clang::alone(0));
        let is_understood = finished.is_ok_and(|finished| finished.succeeded());
        self.understood.insert(flags, is_understood);
        is_understood
    }
}

enum Kind {
    Foreign,
    Root,
    Other,
}

/// Flags whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-D",
    "-I",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-x",
    "-target",
    "--target",
    "--sysroot",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-Xlinker",
    "-iprefix",
    "-iwithprefix",
    "-arch",
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "--param",
    "-specs",
    "--specs",
    "-T",
];

fn grouped(flags: &[String]) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let mut group = vec![flag.clone()];
        if WITH_VALUE.contains(&flag.as_str()) {
            group.extend(flags.next().cloned());
        }
        groups.push(group);
    }
    groups
}

fn kind_of(flag: &[String]) -> Kind {
    let name = flag[0].as_str();
    let value = value_of(flag);
    match name.split('=').next().unwrap_or(name) {
        "--sysroot" | "-isysroot" => Kind::Root,
        // clang takes these two for any machine, and does nothing.
        "-specs" | "--specs" | "-T" | "--param" | "-mthumb" | "-marm" => Kind::Foreign,
        "-target" | "--target" if !value.is_some_and(is_own_machine) => Kind::Foreign,
        _ => Kind::Other,
    }
}

fn value_of(flag: &[String]) -> Option<&str> {
    match flag {
        [_, value] => Some(value),
        [joined] => joined.split_once('=').map(|(_, value)| value),
        _ => None,
    }
}

fn root_of(flag: &[String]) -> Option<&str> {
    value_of(flag)
}

fn is_own_machine(triple: &str) -> bool {
    ["x86_64", "i386", "i486", "i586", "i686"].iter().any(|own| triple.starts_with(own))
}

/// Whether it may be unknown here: how code is made, and for which machine.
fn is_asked(flag: &[String]) -> bool {
    let name = flag[0].as_str();
    (name.starts_with("-m") || name.starts_with("-f")) && flag.len() == 1
}

fn is_of_machine(flag: &[String]) -> bool {
    flag[0].starts_with("-m") || flag[0].contains("target")
}

/// `arm-none-eabi-gcc`.
fn is_cross(compiler: &str) -> bool {
    let name = compiler.rsplit('/').next().unwrap_or(compiler);
    let triple = name.rsplit_once('-').map(|(triple, _)| triple);
    triple.is_some_and(|triple| triple.contains('-') && !is_own_machine(triple))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(compiler: &str, flags: &[&str]) -> (Vec<String>, Vec<String>) {
        let mut kept: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
        let left_out = ForeignFlags::default().take_out(compiler, &mut kept);
        kept.retain(|flag| !QUIET.contains(&flag.as_str()));
        (kept, left_out)
    }

    #[test]
    fn flags_of_another_machine_are_left_out() {
        let (kept, left_out) = split(
            "/opt/bin/arm-none-eabi-gcc",
            &[
                "-mcpu=cortex-m4",
                "-mthumb",
                "-mfloat-abi=hard",
                "-mfpu=fpv4-sp-d16",
                "-mlong-calls",
                "--specs=nano.specs",
                "--sysroot=/",
                "-DSTM32",
                "-I",
                "-mcpu",
                "-fwrapv",
            ],
        );
        assert_eq!(kept, ["-DSTM32", "-I", "-mcpu", "-fwrapv"]);
        assert_eq!(left_out.len(), 7);
    }

    #[test]
    fn flags_that_clang_knows_stay() {
        let flags = ["-m32", "-mssse3", "-fshort-enums", "-Wall", "--sysroot=/", "-std=gnu11"];
        let (kept, left_out) = split("cc", &flags);
        assert_eq!(left_out, Vec::<String>::new());
        assert_eq!(kept.len(), flags.len());
        let (kept, left_out) = split("gcc", &["-fno-tree-loop-im-gcc-only", "-O2"]);
        assert_eq!(
            (kept, left_out),
            (vec!["-O2".into()], vec!["-fno-tree-loop-im-gcc-only".into()])
        );
    }
}
