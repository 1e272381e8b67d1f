//! Contracts: inputs are within them, and all that is within them can be had.

use crate::workplace::{Finished, Workplace};
use crate::{assay, report, write};
use assay_verdict::{Report, Unit};

fn run(place: &Workplace, source: &str, contract: &str) -> Finished {
    write(place, "f.c", source);
    write(place, "assay.toml", contract);
    let arguments = ["cover", "f.c", "--entry", "f", "--out", "out", "--jobs", "1"];
    let budget = ["--iterations", "60", "--no-prove", "--time", "100s"];
    assay(place, &[&arguments[..], &budget].concat())
}

#[track_caller]
fn cover(source: &str, contract: &str) -> Unit {
    let place = Workplace::new();
    let finished = run(&place, source, contract);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let Report { mut units, .. } = report(&place);
    units.remove(0)
}

#[track_caller]
fn assert_covered(source: &str, contract: &str, covered: u64, total: u64) {
    let unit = cover(source, contract);
    let branch = &unit.criteria["branch"];
    assert_eq!((branch.covered, branch.total), (covered, total), "{contract}: {branch:?}");
    assert!(unit.findings.is_empty(), "{contract}: {:?}", unit.findings);
}

/// With `len` from 0 to 3, the last outcome cannot be had.
const TEXT: &str = "int f(const char *text, unsigned len) {
    if (!text)
        return 0;
    for (unsigned i = 0; i < len; i++)
        if (text[i] == 'x')
            return 1;
    return len > 3 ? 2 : 3;
}
";

#[test]
fn a_length_has_its_range() {
    assert_covered(TEXT, "[f]\nlen = { range = [0, 3] }\n", 7, 8);
    assert_covered(TEXT, "[f]\nlen = { range = [2, 9] }\n", 8, 8);
    assert_covered(TEXT, "[f]\nlen = { range = [20, 30] }\n", 7, 8);
    assert_covered(TEXT, "[f]\ntext = { length = \"len\" }\nlen = { range = [1, 5] }\n", 8, 8);
    assert_covered(TEXT, "[f]\ntext = { max = 2 }\nlen = { range = [0, 9] }\n", 7, 8);
}

/// Behind as many elements as there are, whatever their number is.
#[test]
fn a_finding_names_the_length_that_the_object_has() {
    let source = "int f(const int *items, unsigned count) { return items[count] > 3; }\n";
    let unit = cover(source, "[f]\nitems = { length = \"count\", non-null = true }\n");
    let [finding] = &unit.findings[..] else { panic!("{:?}", unit.findings) };
    let rest = finding.message.strip_prefix("read of 4 bytes at offset ").expect("what is read");
    let (offset, object) = rest.split_once(' ').expect("where it is read");
    assert_eq!(object, format!("of a heap object of {offset} bytes"));
}

#[test]
fn a_length_may_be_negative_where_the_contract_says_so() {
    let source = "int f(const int *items, int count) {
        if (count < 0 || !items)
            return -1;
        return count > 0 && items[count - 1] == 7;
    }
    ";
    assert_covered(source, "[f]\ncount = { range = [-2, 3] }\n", 8, 8);
    // Then it is no length.
    assert_covered(source, "[f]\ncount = { range = [-9, -1] }\n", 1, 8);
}

#[test]
fn a_length_that_no_object_has_is_refused() {
    let place = Workplace::new();
    let contract = "[f]\ntext = { length = \"len\" }\nlen = { range = [100000, 200000] }\n";
    let finished = run(&place, TEXT, contract);
    assert_eq!(finished.code(), 3);
    let words = "whose range has no number from 0 to 64";
    assert!(finished.stderr.contains(words), "{}", finished.stderr);
}

#[test]
fn promises_about_variables_and_structs_are_kept() {
    let global = "int *table;
    int f(int i) {
        if (!table || i < 0 || i > 4)
            return 0;
        return table[i] == 5 ? 1 : 2;
    }
    ";
    assert_covered(global, "[f]\ntable = { length = 5, non-null = true }\n", 7, 8);
    let structs = "struct item { int key; };
    int f(struct item *items) {
        if (!items)
            return 0;
        return items[0].key == 1 ? 1 : 2;
    }
    ";
    assert_covered(structs, "[f]\nitems = { max = 3 }\n", 4, 4);
    let place = Workplace::new();
    let finished = run(&place, global, "[f]\ntable = { length = \"i\" }\n");
    assert_eq!(finished.code(), 3);
    assert!(finished.stderr.contains("whose length can only be a number"), "{}", finished.stderr);
}

#[test]
fn ranges_suit_every_kind_of_integer() {
    for ty in ["char", "signed char", "unsigned char", "short", "unsigned", "long", "unsigned long"]
    {
        let source = format!("int f({ty} x) {{ if (x < 20) return 1; return x == 30 ? 2 : 3; }}\n");
        assert_covered(&source, "[f]\nx = { range = [25, 40] }\n", 3, 4);
    }
    let of_enum =
        "enum e { A, B, C }; int f(enum e x) { if (x == A) return 1; return x == C ? 2 : 3; }\n";
    assert_covered(of_enum, "[f]\nx = { range = [1, 2] }\n", 3, 4);
    let of_global =
        "int level = 9; int f(void) { if (level > 5) return 1; return level == 3 ? 2 : 3; }\n";
    assert_covered(of_global, "[f]\nlevel = { range = [0, 4] }\n", 3, 4);
}
