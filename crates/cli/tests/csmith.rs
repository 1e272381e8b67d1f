//! The machine against the processor, on random programs.
//!
//! Csmith's programs have no undefined behaviour and print a checksum of all their variables, so
//! whatever the machine executes differently from the processor shows in one line.
//!
//! `ASSAY_CSMITH=2000` asks for as many programs, with other seeds; the first of them can be given
//! by `ASSAY_CSMITH_FIRST=5000`.

mod processor_time;
mod workers;
mod workplace;

use std::sync::atomic::{AtomicUsize, Ordering};
use workplace::{LIMIT, Workplace};

/// The seeds of the programs that are looked at every time.
const SEEDS: std::ops::Range<usize> = 1..26;

/// Taken in turns; each stresses another part of the language.
const OPTIONS: [&[&str]; 8] = [
    &[],
    &["--packed-struct", "--max-struct-fields", "20"],
    &["--float"],
    &["--no-volatiles", "--max-pointer-depth", "4"],
    &["--builtins"],
    &["--max-union-fields", "12", "--no-longlong"],
    &["--max-array-dim", "4", "--max-array-len-per-dim", "5", "--inline-function"],
    &["--check-global", "--max-expr-complexity", "20", "--no-bitfields"],
];

const FLAGS: [&str; 4] = ["-w", "-I/usr/include/csmith", "-include", "builtins.h"];

/// Csmith calls these for zero too, which is undefined; and one that not every processor has.
const BUILTINS: &str = "
#define __builtin_clz(x) ({ unsigned v_ = (x); v_ ? __builtin_clz(v_) : 32; })
#define __builtin_ctz(x) ({ unsigned v_ = (x); v_ ? __builtin_ctz(v_) : 32; })
#define __builtin_clzl(x) ({ unsigned long v_ = (x); v_ ? __builtin_clzl(v_) : 64; })
#define __builtin_ctzl(x) ({ unsigned long v_ = (x); v_ ? __builtin_ctzl(v_) : 64; })
#define __builtin_clzll(x) ({ unsigned long long v_ = (x); v_ ? __builtin_clzll(v_) : 64; })
#define __builtin_ctzll(x) ({ unsigned long long v_ = (x); v_ ? __builtin_ctzll(v_) : 64; })
#define __builtin_ia32_crc32qi(a, b) ((a) + 33u * (b))
";

/// Some programs do not end; those are left out.
const NATIVE_SECONDS: u64 = 5;

/// Generates, compiles and runs a program; `None` if Csmith gives up or the program does not end.
fn native_checksum(place: &Workplace, seed: usize) -> Option<(i32, String)> {
    let number = seed.to_string();
    let mut arguments = vec!["--seed", &number, "--output", "random.c"];
    arguments.extend(OPTIONS[seed % OPTIONS.len()]);
    place.finish(place.tool("csmith", &arguments), LIMIT).filter(|made| made.code() == 0)?;

    std::fs::write(place.path("builtins.h"), BUILTINS).expect("the folder can be written to");
    let mut arguments = vec!["-O0", "random.c", "-o", "random", "-lm"];
    arguments.extend(FLAGS);
    let compiled = place.finish(place.tool("clang-19", &arguments), LIMIT)?;
    assert_eq!(compiled.code(), 0, "clang-19 {arguments:?}: {}", compiled.stderr);

    let program = place.path("random").display().to_string();
    let native = processor_time::limit(place.tool::<&str>(&program, &[]), NATIVE_SECONDS);
    let native = place.finish(native, LIMIT)?;
    // One without variables has nothing to print.
    let is_of_use = native.code() != processor_time::USED_UP && native.stdout.contains("checksum");
    is_of_use.then(|| (native.code(), native.stdout))
}

fn check(seed: usize, compared: &AtomicUsize) -> Vec<String> {
    let place = Workplace::new();
    let Some(native) = native_checksum(&place, seed) else { return Vec::new() };
    compared.fetch_add(1, Ordering::Relaxed);
    let mut arguments = vec!["run", "random.c", "--"];
    arguments.extend(FLAGS);
    let Some(machine) = place.finish(place.assay(&arguments), LIMIT) else {
        return vec![format!("seed {seed}: the machine does not end")];
    };
    if (machine.code(), &machine.stdout) == (native.0, &native.1) {
        return Vec::new();
    }
    let difference = native.1.lines().zip(machine.stdout.lines()).find(|(a, b)| a != b);
    vec![format!(
        "seed {seed}: exits with {} instead of {}, first difference {difference:?}: {}",
        machine.code(),
        native.0,
        machine.stderr
    )]
}

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}

fn seeds() -> std::ops::Range<usize> {
    let Some(asked) = number("ASSAY_CSMITH") else { return SEEDS };
    let first = number("ASSAY_CSMITH_FIRST").unwrap_or(SEEDS.end);
    first..first + asked
}

#[test]
fn random_programs_have_the_checksum_of_the_native_run() {
    let compared = AtomicUsize::new(0);
    let seeds: Vec<usize> = seeds().collect();
    workers::check_all(&seeds, |&seed| check(seed, &compared));
    let compared = compared.into_inner();
    println!("{compared} of {} programs end and were compared", seeds.len());
    assert!(compared > seeds.len() / 2, "only {compared} programs ended");
}
