//! Damaged bitcode and assembly: an error or a program, never a crash of this process.

use crate::workplace::{Workplace, request};
use assay_base::Rng;
use assay_c_frontend::load;

const SOURCE: &str = "struct s { int a; double d[4]; }; int table[] = { 1, 2, 3 };
static int k(struct s *p, int i) { return p->a + table[i] + (int)p->d[i]; }
int f(int n, char *t) { struct s s = { n }; int r = 0; int u;
  for (int i = 0; i < n && t[i]; i++) { switch (t[i]) { case 'a': r++; break; case 'b': r--; } }
  return r > 3 ? k(&s, r) : (n || t[0]) ? u : 2; }";

fn damaged(original: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.below(4) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.word() as u8,
            2 => bytes.truncate(at.max(8)),
            _ => {
                let from = rng.below(bytes.len());
                bytes[at] = bytes[from];
            }
        }
    }
    bytes
}

#[test]
fn damaged_modules_never_crash_the_process() {
    let place = Workplace::new();
    place.write("a.c", SOURCE);
    let flags = [
        "-g",
        "-O0",
        "-Xclang",
        "-disable-O0-optnone",
        "-Xclang",
        "-disable-llvm-passes",
        "-emit-llvm",
        "-fprofile-instr-generate",
        "-fcoverage-mapping",
        "-ftrivial-auto-var-init=pattern",
    ];
    place.run("clang-19", &[&flags[..], &["-c", "a.c", "-o", "a.bc"]].concat());
    place.run("clang-19", &[&flags[..], &["-S", "a.c", "-o", "a.ll"]].concat());
    let mut rng = Rng::new(20);
    let mut rejected = 0;
    for name in ["a.bc", "a.ll"] {
        let original = std::fs::read(place.path(name)).unwrap();
        for _ in 0..50 {
            let input = place.write(&format!("damaged-{name}"), damaged(&original, &mut rng));
            if let Err(error) = load(&request(&[input])) {
                let message = error.to_string();
                assert_eq!(message.lines().count(), 1, "{message}");
                assert!(!message.contains("internal error"), "{message}");
                rejected += 1;
            }
        }
    }
    // Most damage is noticed; what is not still makes a valid program.
    assert!(rejected > 30, "{rejected}");
}
