//! Kinds of inputs: several files, bitcode, assembly, compilation databases.

use crate::workplace::{
    Workplace, body, function, load_checked, load_text, load_with, map, rejection, request,
};
use assay_c_frontend::LoadError;

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
    let names: Vec<&str> = loaded.maps.iter().map(|(_, map)| map.profile_name.as_str()).collect();
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
        assert!(body(&loaded.program, "g").observables.is_none());
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
    assert_eq!(map(&loaded, "g").profile_name, "g");
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
fn flags_for_another_machine_are_left_out_and_told_once() {
    let place = Workplace::new();
    place.write("main.c", "int blink(int n) { return n > BASE; }");
    place.write("twice.c", "int twice(int n) { return 2 * n; }");
    let folder = place.path("");
    let folder = folder.display();
    let flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -mlong-calls \
                 --specs=nano.specs --sysroot=/opt/arm -fno-gcse-sm-only-gcc -Wno-maybe-uninitialized";
    let entry = |file: &str| {
        format!(
            r#"{{"directory": "{folder}", "file": "{file}",
                 "command": "/opt/bin/arm-none-eabi-gcc {flags} -DBASE=3 -fshort-enums -c {file}"}}"#
        )
    };
    let database = format!("[{}, {}]", entry("main.c"), entry("twice.c"));
    let loaded = load_checked(&request(&[place.write("compile_commands.json", database)]));
    assert!(function(&loaded.program, "blink").body.is_some());
    let kept = &loaded.replay.sources[0].flags;
    assert!(kept.contains(&"-DBASE=3".to_string()), "{kept:?}");
    assert!(kept.contains(&"-fshort-enums".to_string()), "{kept:?}");
    assert!(kept.iter().all(|flag| !flag.starts_with("-m")), "{kept:?}");
    let is_told = |note: &&String| note.contains("left out");
    let told: Vec<&String> = loaded.program.notes.iter().filter(is_told).collect();
    let [note] = told.as_slice() else { panic!("one note, not {told:?}") };
    for flag in ["-mcpu=cortex-m4", "-mthumb", "--specs=nano.specs", "--sysroot=/opt/arm"] {
        assert!(note.contains(flag), "{note}");
    }
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

/// As deep as its conditions are many: what follows `else` is inside of it.
fn nested(count: usize) -> String {
    let one = |at: usize| format!("if (x == {}) return {at};\n  else ", at * 3);
    let conditions: String = (0..count).map(one).collect();
    format!("int f(int x) {{\n  {conditions}return -1;\n}}\nint main(void) {{ return f(1); }}\n")
}

#[test]
fn what_is_too_deep_for_clangs_coverage_map_is_loaded_without_it() {
    let usual = load_text(&nested(40));
    assert!(usual.program.notes.is_empty(), "{:?}", usual.program.notes);
    // More than clang's usual stack can hold.
    let deep = load_text(&nested(12_000));
    let function = deep.program.function_named("f").unwrap();
    let body = deep.program.functions[function].body.as_ref().unwrap();
    assert!(body.observables.is_none());
    assert!(deep.replay.edge_count >= 24_000);
    let [note] = deep.program.notes.as_slice() else { panic!("{:?}", deep.program.notes) };
    assert!(note.contains("coverage map"), "{note}");
}

#[test]
fn clang_keeps_to_its_part_of_the_memory() {
    // With the map it takes more than 2 GB.
    let deep = load_with(&nested(4000), |request| request.memory = 1 << 30);
    let [note] = deep.program.notes.as_slice() else { panic!("{:?}", deep.program.notes) };
    assert!(note.contains("memory"), "{note}");
}
