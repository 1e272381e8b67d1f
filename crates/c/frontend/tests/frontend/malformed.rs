//! Inputs that must be rejected with a clear line.

use crate::workplace::{Workplace, rejection, request};
use assay_c_frontend::{LoadError, load};
use std::path::PathBuf;
use std::slice::from_ref;

#[test]
fn no_inputs() {
    assert_eq!(rejection(&request(&[])).0, LoadError::NoInputs);
}

#[test]
fn files_that_are_not_there_or_empty_or_of_no_known_kind() {
    let place = Workplace::new();
    let missing = place.path("missing.c");
    assert_eq!(rejection(&request(from_ref(&missing))).0, LoadError::Missing { path: missing });
    let empty = place.write("empty.c", "");
    assert_eq!(rejection(&request(from_ref(&empty))).0, LoadError::Empty { path: empty });
    let odd = place.write("unit.rs", "fn main() {}");
    assert_eq!(rejection(&request(from_ref(&odd))).0, LoadError::UnknownKind { path: odd });
    let zeros = place.write("zeros.c", [0; 100]);
    assert_eq!(rejection(&request(from_ref(&zeros))).0, LoadError::NotText { path: zeros });
    let folder = place.write("folder.c/inner", "x").parent().unwrap().to_path_buf();
    let (error, message) = rejection(&request(&[folder]));
    assert!(matches!(error, LoadError::Unreadable { .. }), "{message}");
}

#[test]
fn c_that_clang_rejects_has_its_place() {
    let place = Workplace::new();
    let path = place.write("bad.c", "int f(void) {\n  return 3\n}\n");
    let (error, message) = rejection(&request(from_ref(&path)));
    assert!(matches!(error, LoadError::Compile { place: Some((2, 11)), .. }), "{error:?}");
    assert!(message.starts_with(&format!("{}:2:11: clang rejects it", path.display())));
}

#[test]
fn a_wrong_flag_is_named() {
    let place = Workplace::new();
    let mut request = request(&[place.write("a.c", "int x;")]);
    request.clang_flags = vec!["-fno-such-thing".to_string()];
    let (_, message) = rejection(&request);
    assert!(message.contains("-fno-such-thing"), "{message}");
}

#[test]
fn garbage_is_refused() {
    let place = Workplace::new();
    let garbage: Vec<u8> =
        (0..50_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let bitcode = place.write("garbage.bc", &garbage);
    assert_eq!(rejection(&request(from_ref(&bitcode))).0, LoadError::NotBitcode { path: bitcode });
    let text = place.write("garbage.ll", &garbage);
    assert!(matches!(rejection(&request(&[text])).0, LoadError::Malformed { .. }));
    let mut with_magic = b"BC\xC0\xDE".to_vec();
    with_magic.extend(&garbage);
    let bitcode = place.write("magic.bc", with_magic);
    assert!(matches!(rejection(&request(&[bitcode])).0, LoadError::Malformed { .. }));
}

#[test]
fn assembly_with_an_error_has_its_place() {
    let place = Workplace::new();
    let path = place.write("bad.ll", "define i32 @f() {\n  ret i32 %nothing\n}\n");
    let (error, message) = rejection(&request(&[path]));
    assert!(matches!(error, LoadError::Malformed { place: Some((2, 11)), .. }), "{message}");
}

#[test]
fn assembly_that_does_not_verify() {
    let place = Workplace::new();
    let text = "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  ret i32 %x\n}\n";
    let (error, message) = rejection(&request(&[place.write("bad.ll", text)]));
    assert!(matches!(error, LoadError::Malformed { .. }), "{message}");
}

#[test]
fn other_targets() {
    let place = Workplace::new();
    let text = "target triple = \"aarch64-unknown-linux-gnu\"\ndefine void @f() {\n  ret void\n}\n";
    let arm = place.write("arm.ll", text);
    let (error, message) = rejection(&request(&[arm]));
    assert!(matches!(error, LoadError::Target { .. }), "{message}");
    assert!(message.contains("aarch64"), "{message}");
    let wide = place.write("wide.c", "int f(void) { return 1; }");
    place.write("narrow.c", "int g(void) { return 1; }");
    place.run("clang-19", &["-m32", "-emit-llvm", "-c", "narrow.c", "-o", "narrow.bc"]);
    let (error, message) = rejection(&request(&[wide, place.path("narrow.bc")]));
    assert!(matches!(error, LoadError::MixedTargets { .. }), "{message}");
}

#[test]
fn duplicate_symbols_name_both_files() {
    let place = Workplace::new();
    let inputs: Vec<PathBuf> = [
        ("a.c", "int x;"),
        ("b.c", "int twice(void) { return 1; }"),
        ("c.c", "int twice(void) { return 2; }"),
    ]
    .into_iter()
    .map(|(name, text)| place.write(name, text))
    .collect();
    let (error, message) = rejection(&request(&inputs));
    let files = inputs[1..].to_vec();
    assert_eq!(
        error,
        LoadError::DuplicateSymbol { symbol: "twice".to_string(), files },
        "{message}"
    );
}

/// A file in the bit order of LLVM's bitstream.
struct Bits(Vec<u8>);

impl Bits {
    fn get(&self, at: usize, count: usize) -> u8 {
        (0..count).map(|bit| (self.0[(at + bit) / 8] >> ((at + bit) % 8) & 1) << bit).sum()
    }

    fn flip(&mut self, at: usize) {
        self.0[at / 8] ^= 1 << (at % 8);
    }

    fn set(&mut self, at: usize, count: usize, value: u8) {
        for bit in 0..count {
            if self.get(at + bit, 1) != value >> bit & 1 {
                self.flip(at + bit);
            }
        }
    }
}

/// The six-bit characters of LLVM's bitstream.
fn six_bits(text: &str) -> Vec<u8> {
    let code = |byte: u8| match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        _ => 62,
    };
    text.bytes().map(code).collect()
}

#[test]
fn bitcode_of_a_newer_llvm_is_called_by_its_name() {
    let place = Workplace::new();
    place.write("a.c", "int f(int a) { return a ? 1 : 2; }");
    place.run("clang-19", &["-emit-llvm", "-c", "a.c", "-o", "a.bc"]);
    let mut bits = Bits(std::fs::read(place.path("a.bc")).unwrap());
    let producer = six_bits("LLVM19");
    let matches = |&at: &usize| {
        producer.iter().enumerate().all(|(index, &code)| bits.get(at + 6 * index, 6) == code)
    };
    let at = (0..1000).find(matches).expect("the producer's name");
    bits.set(at + 24, 6, six_bits("2")[0]);
    // A newer LLVM is only noticed where it wrote something unknown: damage makes that.
    let newer = (0..200).any(|step| {
        let mut damaged = Bits(bits.0.clone());
        damaged.flip(2000 + 61 * step);
        let input = place.write("newer.bc", damaged.0);
        matches!(load(&request(&[input])), Err(LoadError::NewerBitcode { producer, .. })
            if producer.starts_with("LLVM29"))
    });
    assert!(newer);
}

#[test]
fn an_error_in_a_header_names_the_header() {
    let place = Workplace::new();
    place.write("part.h", "\nint f(void) { return 3 }\n");
    let (error, _) = rejection(&request(&[place.write("a.c", "#include \"part.h\"\n")]));
    let LoadError::Compile { path, place: Some((2, 23)), .. } = &error else {
        panic!("{error:?}");
    };
    assert!(path.ends_with("part.h"), "{error:?}");
}
