//! Names and places from debug information.

use crate::workplace::{Workplace, body, function, load_checked, load_text, load_with, request};
use assay_program::VariableHome;

const SOURCE: &str = "struct pair { double x, y; };
int f(int first, struct pair p, char *text) {
  int local = first;
  { int local = 7; first += local; }
  int kept[3];
  return local + kept[first] + (int)p.x + text[0];
}";

#[test]
fn promoted_variables_list_their_values() {
    let loaded = load_text(SOURCE);
    let variables = &body(&loaded.program, "f").variables;
    let mut known: Vec<(&str, Option<u32>, u32)> = variables
        .iter()
        .map(|of| (of.name.as_str(), of.parameter, of.place.unwrap().line))
        .collect();
    known.sort_by_key(|&(name, parameter, line)| (line, parameter, name));
    let parameters = [("first", Some(1), 2), ("p", Some(2), 2), ("text", Some(3), 2)];
    let locals = [("local", None, 3), ("local", None, 4), ("kept", None, 5)];
    assert_eq!(known, [parameters, locals].concat());
    let home = |name: &str| &variables.iter().find(|of| of.name == name).unwrap().home;
    assert!(matches!(home("first"), VariableHome::Values(values) if values.len() == 2));
    assert!(matches!(home("kept"), VariableHome::Memory(_)));
}

#[test]
fn unpromoted_variables_are_in_memory() {
    let loaded = load_with(SOURCE, |request| request.promote = false);
    let variables = &body(&loaded.program, "f").variables;
    assert!(variables.iter().all(|variable| matches!(variable.home, VariableHome::Memory(_))));
}

#[test]
fn parameters_have_their_names_even_in_pieces() {
    for promote in [true, false] {
        let loaded = load_with(SOURCE, |request| request.promote = promote);
        let params = &function(&loaded.program, "f").params;
        let names: Vec<Option<&str>> = params.iter().map(|param| param.name.as_deref()).collect();
        assert_eq!(names, [Some("first"), Some("p"), Some("p"), Some("text")]);
    }
}

#[test]
fn instructions_have_places_in_files_named_as_the_user_would() {
    let place = Workplace::new();
    place.write("inc/limit.h", "static int limit(int x) { return x / 3; }\n");
    let main = place.write(
        "unit.c",
        "#include <stddef.h>\n#include \"limit.h\"\nint f(int a) { return limit(a); }\n",
    );
    let mut request = request(&[main]);
    request.clang_flags = vec!["-I".to_string(), place.path("inc").display().to_string()];
    let program = load_checked(&request).program;
    let defined = function(&program, "limit").place.unwrap();
    assert_eq!(program.files[defined.file].name, place.path("inc/limit.h").display().to_string());
    assert!(!program.files[defined.file].is_system);
    let block = &body(&program, "limit").blocks.values().next().unwrap();
    let divide = block.insts.iter().find_map(|inst| inst.place).unwrap();
    assert_eq!((divide.file, divide.line), (defined.file, 1));
}
