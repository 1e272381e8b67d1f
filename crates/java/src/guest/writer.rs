//! Tests for JUnit, as files.

use crate::classfile::compile;
use crate::junit::{self, Test};
use crate::jvm::answer;
use crate::sequences::{Plan, decode};
use assay_base::Arena;
use assay_language::{
    Compiled, Reworded, TestCase, TestWriter, UnitId, UnitTests, Wording, WrittenTest,
};
use assay_output::Folder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

/// What a unit is for its tests.
pub struct Tested {
    pub plan: Plan,
    /// The class under test.
    pub class: String,
}

/// Of all units so far: shared by the project, which adds to them, and its writer.
#[derive(Clone, Default)]
pub struct Units(Arc<RwLock<Arena<UnitId, Arc<Tested>>>>);

impl Units {
    pub fn add(&self, unit: Arc<Tested>) -> UnitId {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(unit)
    }

    pub fn count(&self) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn get(&self, unit: UnitId) -> Arc<Tested> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)[unit])
    }
}

pub struct Writer {
    pub units: Units,
    pub jdk: PathBuf,
    /// What the tests need to be compiled.
    pub path: Vec<PathBuf>,
    /// The user's sources.
    pub sources: Vec<PathBuf>,
}

const MAKEFILE: &str = include_str!("Makefile.in");

/// Just enough of JUnit to see whether tests compile.
const JUNIT: [(&str, &str); 2] = [
    ("Test.java", "package org.junit.jupiter.api; public @interface Test {}\n"),
    (
        "Assertions.java",
        "package org.junit.jupiter.api;\npublic class Assertions {\n\
         public interface Executable { void execute() throws Throwable; }\n\
         public static <T extends Throwable> T assertThrows(Class<T> c, Executable e) { return null; }\n\
         public static void assertNull(Object o) {}\npublic static void assertNotNull(Object o) {}\n\
         public static void assertTrue(boolean b) {}\npublic static void assertFalse(boolean b) {}\n\
         public static void assertEquals(byte a, byte b) {}\n\
         public static void assertEquals(char a, char b) {}\n\
         public static void assertEquals(short a, short b) {}\n\
         public static void assertEquals(int a, int b) {}\n\
         public static void assertEquals(long a, long b) {}\n\
         public static void assertEquals(float a, float b) {}\n\
         public static void assertEquals(double a, double b) {}\n\
         public static void assertEquals(Object a, Object b) {}\n}\n",
    ),
];

impl Writer {
    /// The name of the test class, and its file below the folder of tests.
    fn names(tested: &Tested) -> (String, String) {
        let package = &tested.plan.package;
        let class = match tested.class.strip_prefix(&format!("{package}.")) {
            Some(class) if !package.is_empty() => class,
            _ => &tested.class,
        };
        let name = format!("{}Test", class.replace(['.', '$'], "_"));
        let folder = package.replace('.', "/");
        let folder = if folder.is_empty() { folder } else { format!("{folder}/") };
        let file = format!("src/test/java/{folder}{name}.java");
        (name, file)
    }

    /// The test class of all units of one class.
    fn texts(&self, units: &[UnitTests<'_>]) -> Vec<(String, String)> {
        let mut files: Vec<(String, Arc<Tested>, Vec<Test<'_>>)> = Vec::new();
        for of in units {
            let tested = self.units.get(of.unit);
            let (_, file) = Writer::names(&tested);
            let place = match files.iter().position(|(name, ..)| *name == file) {
                Some(place) => place,
                None => {
                    files.push((file, Arc::clone(&tested), Vec::new()));
                    files.len() - 1
                }
            };
            files[place].2.extend(of.tests.iter().filter_map(|case| test(&tested.plan, case)));
        }
        let text = |(file, tested, tests): (String, Arc<Tested>, Vec<Test<'_>>)| {
            let (name, _) = Writer::names(&tested);
            (file, junit::class(&tested.plan.package, &name, &tests))
        };
        files.into_iter().filter(|(.., tests)| !tests.is_empty()).map(text).collect()
    }

    fn makefile(&self) -> String {
        let absolute = |place: &PathBuf| {
            let place = place.canonicalize().unwrap_or_else(|_| place.clone());
            place.display().to_string()
        };
        let path: Vec<String> = self.path.iter().map(absolute).collect();
        let sources: Vec<String> = self.sources.iter().map(absolute).collect();
        MAKEFILE
            .replace("@JDK@", &absolute(&self.jdk))
            .replace("@SOURCES@", &sources.join(" "))
            .replace("@CLASSPATH@", &path.join(":"))
    }
}

/// `None` for one that calls nothing, or is not to be written.
fn test<'a>(plan: &Plan, case: &'a TestCase) -> Option<Test<'a>> {
    let answers: Vec<u64> = case.inputs.iter().map(answer).collect();
    let built = decode(plan, &answers).filter(|built| built.target.is_some())?;
    (case.wording != Wording::LeftOut).then_some(Test { case, built })
}

impl TestWriter for Writer {
    fn prepare(&self, folder: &Folder, _: UnitId) -> io::Result<()> {
        folder.write("Makefile", self.makefile())
    }

    /// All tests of a class are in one file, which is written at the end.
    fn write(&self, _: &Folder, _: UnitId, _: &TestCase) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn finish(&self, folder: &Folder, units: &[UnitTests<'_>]) -> io::Result<()> {
        self.texts(units).into_iter().try_for_each(|(file, text)| folder.write(&file, text))
    }

    fn compile(&self, folder: &Path, mut tests: Vec<WrittenTest<'_>>) -> Result<Compiled, String> {
        let mut compiled = Compiled::default();
        let scratch = std::env::temp_dir().join(format!("assay-junit-{}", std::process::id()));
        let result = self.settle(&scratch, &mut tests, &mut compiled);
        // Nothing in it is of use any more.
        let _ = std::fs::remove_dir_all(&scratch);
        result.map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(compiled)
    }

    fn is_left_behind(&self, name: &str) -> bool {
        name.starts_with("build/")
    }
}

impl Writer {
    /// Looks which tests compile by themselves, where all together do not.
    fn settle(
        &self,
        scratch: &Path,
        tests: &mut [WrittenTest<'_>],
        compiled: &mut Compiled,
    ) -> io::Result<()> {
        std::fs::create_dir_all(scratch)?;
        let mut support = Vec::new();
        for (name, text) in JUNIT {
            let file = scratch.join(name);
            std::fs::write(&file, text)?;
            support.push(file);
        }
        let of_units = |tests: &[WrittenTest<'_>]| {
            let texts: Vec<(UnitId, TestCase)> =
                tests.iter().map(|of| (of.unit, of.test.clone())).collect();
            texts
        };
        let problem = |tests: &[(UnitId, TestCase)]| -> io::Result<Option<String>> {
            let units: Vec<UnitTests<'_>> = tests
                .iter()
                .map(|(unit, test)| UnitTests { unit: *unit, tests: vec![test] })
                .collect();
            let mut files = support.clone();
            for (index, (_, text)) in self.texts(&units).into_iter().enumerate() {
                let folder = scratch.join(format!("test-{index}"));
                std::fs::create_dir_all(&folder)?;
                // A class that is not public may be in a file of any name.
                let file = folder.join("Test.java");
                std::fs::write(&file, text)?;
                files.push(file);
            }
            let result = compile(&self.jdk, &files, &self.path, &scratch.join("classes"));
            Ok(result.err().map(|error| error.to_string()))
        };
        if problem(&of_units(tests))?.is_none() {
            return Ok(());
        }
        for WrittenTest { unit, test } in tests {
            while test.wording != Wording::LeftOut {
                let Some(reason) = problem(&[(*unit, test.clone())])? else { break };
                test.wording = test.wording.worse();
                compiled.has_changed = true;
                let line = reason.lines().nth(1).unwrap_or(&reason).to_string();
                compiled.reworded.retain(|other| other.id != test.id);
                compiled.reworded.push(Reworded {
                    id: test.id.clone(),
                    unit: *unit,
                    wording: test.wording,
                    reason: line,
                });
            }
        }
        Ok(())
    }
}
