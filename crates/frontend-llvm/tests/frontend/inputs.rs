//! Kinds of inputs: several files, bitcode, assembly, compilation databases.

use crate::workplace::{Workplace, body, function, load_checked, rejection, request};
use assay_frontend_llvm::LoadError;

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

#[test]
fn several_files_become_one_program() {
    let place = Workplace::new();
    let inputs = [
        place.write("a.c", "int twice(int); static int k(void) { return 1; } int f(int a) { return twice(a) + k(); }"),
        place.write("b.c", "static int k(void) { return 2; } int twice(int a) { return a > 3 ? 2 * a : k(); }"),
    ];
    let loaded = load_checked(&request(&inputs));
    let program = &loaded.program;
    assert!(function(program, "twice").body.is_some());
    let statics = program.functions.values().filter(|f| f.name.starts_with('k')).count();
    assert_eq!(statics, 2);
    let names: Vec<&str> = program
        .functions
        .values()
        .filter_map(|function| function.body.as_ref()?.coverage.as_ref())
        .map(|coverage| coverage.profile_name.as_str())
        .collect();
    assert!(names.iter().any(|name| name.ends_with("a.c:k")));
    assert!(names.iter().any(|name| name.ends_with("b.c:k")));
    let files: Vec<_> = loaded.replay.sources.into_iter().map(|source| source.file).collect();
    assert_eq!(files, inputs);
}

#[test]
fn flags_reach_clang_and_the_replay() {
    let place = Workplace::new();
    let mut request = request(&[place.write("a.c", "int f(void) { return N; }")]);
    request.clang_flags = strings(&["-O3", "-DN=42", "-o", "x", "-c"]);
    let loaded = load_checked(&request);
    assert_eq!(loaded.replay.sources[0].flags, ["-DN=42"]);
    assert!(crate::workplace::text(&loaded.program, "f").contains("ret 42"));
}

#[test]
fn bitcode_and_assembly_of_the_user() {
    let place = Workplace::new();
    place.write("a.c", "int g(int a) { if (a > 2) return 1; return 0; }");
    place.run("clang-19", &["-g", "-O0", "-emit-llvm", "-c", "a.c", "-o", "a.bc"]);
    place.run("clang-19", &["-O1", "-emit-llvm", "-S", "a.c", "-o", "a.ll"]);
    let bare = place.write("bare.ll", "define i32 @bare(i32 %x) {\n  %c = icmp eq i32 %x, 3\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 2\n}\n");
    for input in [place.path("a.bc"), place.path("a.ll")] {
        let loaded = load_checked(&request(&[input]));
        assert!(body(&loaded.program, "g").coverage.is_none());
    }
    let loaded = load_checked(&request(&[bare, place.path("a.bc")]));
    assert_eq!(loaded.program.pointer_bits, 64);
    assert!(body(&loaded.program, "bare").blocks.len() == 3);
}

#[test]
fn instrumented_bitcode_keeps_its_coverage_map() {
    let place = Workplace::new();
    place.write("a.c", "int g(int a) { if (a > 2) return 1; return 0; }");
    let flags =
        ["-g", "-Xclang", "-disable-llvm-passes", "-fprofile-instr-generate", "-fcoverage-mapping"];
    place.run("clang-19", &[&flags[..], &["-emit-llvm", "-c", "a.c", "-o", "a.bc"]].concat());
    let loaded = load_checked(&request(&[place.path("a.bc")]));
    let coverage = body(&loaded.program, "g").coverage.as_ref().unwrap();
    assert_eq!(coverage.profile_name, "g");
}

/// Three files, of which `entry` needs two; one does not even compile.
fn database(place: &Workplace) -> std::path::PathBuf {
    place.write(
        "src/main.c",
        "#include \"h.h\"\nint helper(int); int entry(int a) { return helper(a) + WIDTH; }",
    );
    place.write("src/helper.c", "int helper(int a) { return a * 2; }");
    place.write("src/other.c", "int unrelated(void) { return syntax error; }");
    place.write("inc/h.h", "#define WIDTH 8\n");
    let folder = place.folder().display();
    let entries = format!(
        r#"[{{"directory": "{folder}/src", "file": "main.c", "arguments": ["cc", "-O2", "-I../inc", "-c", "main.c", "-o", "main.o"]}},
           {{"directory": "{folder}/src", "file": "helper.c", "command": "cc -DX='a b' -c helper.c"}},
           {{"directory": "{folder}/src", "file": "other.c", "command": "cc -c other.c"}}]"#
    );
    place.write("compile_commands.json", entries)
}

#[test]
fn a_compilation_database_gives_what_the_entry_needs() {
    let place = Workplace::new();
    let mut request = request(&[database(&place)]);
    request.entries = strings(&["entry"]);
    let loaded = load_checked(&request);
    assert!(function(&loaded.program, "helper").body.is_some());
    let [main, helper] = loaded.replay.sources.as_slice() else { panic!("two files are needed") };
    assert_eq!((&main.folder, &helper.folder), (&Some(place.path("src")), &main.folder));
    assert_eq!(
        (main.flags.as_slice(), helper.flags.as_slice()),
        (&["-I../inc".to_string()][..], &["-DX=a b".to_string()][..])
    );
    request.entries = strings(&["nowhere"]);
    assert!(matches!(rejection(&request).0, LoadError::EntryMissing { .. }));
    request.entries.clear();
    let (error, message) = rejection(&request);
    assert!(matches!(error, LoadError::Compile { .. }), "{message}");
    assert!(message.contains("other.c"), "{message}");
}

#[test]
fn a_broken_compilation_database() {
    let place = Workplace::new();
    for (text, expected) in [
        ("{", "not a compilation database"),
        ("[]", "lists no C files"),
        ("[{\"file\": \"x.c\"}]", "entry 0"),
    ] {
        let (error, message) = rejection(&request(&[place.write("compile_commands.json", text)]));
        assert!(matches!(error, LoadError::CompileCommands { .. }));
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn entries_must_be_defined() {
    let place = Workplace::new();
    let mut request =
        request(&[place.write("a.c", "int ext(void); int check_valve(void) { return ext(); }")]);
    request.entries = strings(&["check_valve"]);
    load_checked(&request);
    request.entries = strings(&["chek_valve"]);
    let (_, message) = rejection(&request);
    assert!(message.contains("did you mean `check_valve`?"), "{message}");
    request.entries = strings(&["ext"]);
    let (error, _) = rejection(&request);
    assert!(matches!(error, LoadError::EntryMissing { .. }));
}

#[test]
fn old_c_is_accepted() {
    let place = Workplace::new();
    let source = "add(a, b) int b; { return a + b; }\nmain() { return twice(add(1, 2)); }\n";
    let loaded = load_checked(&request(&[place.write("old.c", source)]));
    let names: Vec<Option<&str>> =
        function(&loaded.program, "add").params.iter().map(|param| param.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("b")]);
}
