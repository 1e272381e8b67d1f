use super::*;

/// A folder that is gone when the test is over.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("assay-output-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Place(path)
    }

    fn open(&self) -> Output {
        Output::open(&self.0, &["tests", "report.json"]).unwrap_or_else(|why| panic!("{why}"))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("can be made");
        fs::write(path, text).expect("can be written");
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// As the folder of tests is replaced.
fn replace_tests(output: &Output, files: &[(&str, &str)]) {
    let draft = output.draft_of("tests");
    fs::create_dir(draft.path()).expect("nothing is there");
    for (name, text) in files {
        draft.write(name, text).expect("can be written");
    }
    let (folder, old) = (output.path().join("tests"), output.path().join("old"));
    if folder.exists() {
        fs::rename(&folder, &old).expect("nothing is there");
    }
    fs::rename(draft.path(), &folder).expect("nothing is there");
    if old.exists() {
        fs::rename(&old, draft.path()).expect("nothing is there");
    }
    draft.retire(&|name| name.starts_with("build/")).expect("all can be moved");
    assert!(!draft.path().exists());
}

#[test]
fn what_the_user_has_in_a_folder_outlives_it() {
    let place = Place::new("folder");
    let output = place.open();
    replace_tests(&output, &[("t1.c", "one"), ("t2.c", "two"), ("more/x", "x")]);
    place.write("tests/t1.c", "edited");
    place.write("tests/mine/notes", "notes");
    place.write("tests/t3.c", "mine");
    place.write("tests/build/t1", "made");
    std::os::unix::fs::symlink("/nowhere", place.0.join("tests/link")).expect("can be made");
    replace_tests(&output, &[("t1.c", "new"), ("t3.c", "new too")]);
    assert_eq!(place.text("tests/t1.c").as_deref(), Some("new"));
    assert_eq!(place.text("tests/t1.c.kept").as_deref(), Some("edited"));
    assert_eq!(place.text("tests/t2.c"), None, "Assay's, and not in the new folder");
    assert_eq!(place.text("tests/t3.c.kept").as_deref(), Some("mine"));
    assert_eq!(place.text("tests/mine/notes").as_deref(), Some("notes"));
    assert!(fs::symlink_metadata(place.0.join("tests/link")).is_ok());
    assert!(!place.0.join("tests/more").exists() && !place.0.join("tests/build").exists());
    assert_eq!(output.take_notes().len(), 2);
    assert!(output.take_notes().is_empty());
}

#[test]
fn a_file_is_replaced_and_an_edited_one_kept() {
    let place = Place::new("file");
    let output = place.open();
    output.replace("report.json", b"1").expect("can be written");
    output.replace_safely("report.json", |writer| writer.write_all(b"2")).expect("can be written");
    assert!(!place.0.join("report.json.kept").exists());
    place.write("report.json", "edited");
    output.replace("report.json", b"3").expect("can be written");
    place.write("report.json", "edited again");
    output.replace("report.json", b"4").expect("can be written");
    assert_eq!(place.text("report.json").as_deref(), Some("4"));
    assert_eq!(place.text("report.json.kept").as_deref(), Some("edited"));
    assert_eq!(place.text("report.json.kept-2").as_deref(), Some("edited again"));
}

#[test]
fn what_is_listed_is_known_to_the_next_run() {
    let place = Place::new("next");
    {
        let output = place.open();
        output.folder("proofs").write("f/proof.smt2", "proof").expect("can be written");
        output.folder("proofs").write("f/other.smt2", "proof").expect("can be written");
    }
    place.write("proofs/f/other.smt2", "edited");
    place.write("proofs/mine", "mine");
    let output = place.open();
    let kept = ["proofs/f/kept.smt2".to_string()].into();
    output.folder("proofs").write("f/kept.smt2", "kept").expect("can be written");
    assert!(output.is_intact("proofs/f/kept.smt2").expect("can be read"));
    assert!(!output.is_intact("proofs/f/other.smt2").expect("can be read"), "it was edited");
    output.clear("proofs", &kept).expect("can be removed");
    assert_eq!(place.text("proofs/f/kept.smt2").as_deref(), Some("kept"));
    assert_eq!(place.text("proofs/f/proof.smt2"), None);
    assert_eq!(place.text("proofs/f/other.smt2").as_deref(), Some("edited"));
    assert_eq!(place.text("proofs/mine").as_deref(), Some("mine"));
}

#[test]
fn the_list_does_not_grow_without_end() {
    let place = Place::new("long");
    for number in 0..3 {
        let output = place.open();
        for content in 0..100 {
            let content = format!("{number} {content}");
            output.replace("report.json", content.as_bytes()).expect("can be written");
        }
    }
    drop(place.open());
    let list = place.text(".assay/written").expect("there is a list");
    assert!(list.lines().count() < 100, "{} lines", list.lines().count());
    place.open().replace("report.json", b"last").expect("can be written");
    assert!(!place.0.join("report.json.kept").exists(), "the latest content is known");
}

#[track_caller]
fn assert_refused(place: &Place, words: &str) {
    let why = Output::open(&place.0, &["tests", "report.json"]).err().expect("it is refused");
    assert!(why.to_string().contains(words), "{why}");
}

#[test]
fn folders_of_others_are_refused() {
    let place = Place::new("foreign");
    place.write("tests/important.c", "mine");
    assert_refused(&place, "tests holds what Assay has not written (important.c)");
    assert_eq!(place.text("tests/important.c").as_deref(), Some("mine"));
    assert!(!place.0.join(".assay").exists(), "nothing is left behind");

    let place = Place::new("foreign-file");
    place.write("report.json", "mine");
    assert_refused(&place, "report.json was not written by Assay");

    let place = Place::new("foreign-link");
    fs::create_dir_all(&place.0).expect("can be made");
    std::os::unix::fs::symlink("/tmp", place.0.join("tests")).expect("can be made");
    assert_refused(&place, "tests was not written by Assay");

    let place = Place::new("foreign-own");
    place.write(".assay/mine", "mine");
    assert_refused(&place, ".assay was not written by Assay");
}

#[test]
fn an_empty_folder_is_nobodys() {
    let place = Place::new("empty");
    fs::create_dir_all(place.0.join("tests")).expect("can be made");
    place.open();
}

#[test]
fn files_do_not_go_through_links() {
    let (place, elsewhere) = (Place::new("through"), Place::new("elsewhere"));
    let output = place.open();
    output.folder("proofs").write("f/proof.smt2", "1").expect("can be written");
    fs::remove_dir_all(place.0.join("proofs/f")).expect("can be removed");
    fs::create_dir_all(&elsewhere.0).expect("can be made");
    std::os::unix::fs::symlink(&elsewhere.0, place.0.join("proofs/f")).expect("can be made");
    assert!(output.folder("proofs").write("f/proof.smt2", "2").is_err());
    assert!(!elsewhere.0.join("proof.smt2").exists());
}
