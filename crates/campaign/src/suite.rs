//! The folder of tests as a whole: filled as tests are found, replaced in one step, read back.
//!
//! Beside the tests lies `suite.jsonl`. Its first line says what the tests were made for
//! ([`Origin`]); then follows a line for each test ([`StoredTest`]), with its exact inputs,
//! appended when its files are written. A run that is killed leaves whole lines, and perhaps half
//! of a last one, which counts as not written.
//!
//! A folder is replaced by filling another one beside it and letting the two swap names, so there
//! is at every moment a folder that belongs together, and an earlier one is lost only when a new
//! one is there. What the user has put into the earlier one, or changed there, goes over into the
//! new one.

use assay_language::{Compiled, TESTS, TestCase, TestWriter, UnitId, UnitTests, WrittenTest};
use assay_output::{Folder, Output, digest};
use assay_verdict::World;
use serde::{Deserialize, Serialize};
use std::ffi::CString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Below the folder of tests.
const LOG: &str = "suite.jsonl";

/// What tests were made for: enough to load the program again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The version of Assay.
    pub assay: String,
    /// Where relative paths count from.
    pub folder: PathBuf,
    pub inputs: Vec<PathBuf>,
    /// For the compiler.
    #[serde(rename = "clang_flags")]
    pub flags: Vec<String>,
    pub entries: Vec<String>,
    pub criteria: Vec<String>,
    /// With the wider set of def-use pairs.
    #[serde(default)]
    pub dataflow_extended: bool,
    pub formats: Vec<String>,
    pub check_overflow: bool,
    /// The file of contracts, if one was named.
    #[serde(default)]
    pub contract: Option<PathBuf>,
    /// Bytes that Assay had: clang may need more for its coverage map. 0 in old folders.
    #[serde(default)]
    pub memory: u64,
    /// Libraries of Java.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classpath: Vec<PathBuf>,
    /// The JDK, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jdk: Option<PathBuf>,
    /// Functions that are called natively.
    #[serde(default)]
    pub allow_external: Vec<String>,
    /// Digest of the compiled program and its contracts.
    pub program: String,
    /// What surrounds it.
    #[serde(default)]
    pub world: World,
}

/// A test with everything that is needed to write it again and to run its path again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTest {
    /// The unit it tests.
    pub unit: String,
    #[serde(flatten)]
    pub case: TestCase,
    /// Width and value of each variable of the path's input, in order.
    #[serde(with = "variables")]
    pub variables: Vec<(u32, u128)>,
    /// Set when the test is written.
    #[serde(default)]
    pub files: Vec<StoredFile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Below the folder of tests.
    pub name: String,
    pub digest: String,
}

/// A folder of tests that is being filled, unit by unit.
pub struct Suite {
    output: Output,
    writer: Box<dyn TestWriter>,
    origin: Origin,
    units: Vec<OfUnit>,
    /// Tests of an earlier run whose units have not begun yet. They have lines but no files.
    waiting: Vec<StoredTest>,
    /// There once the folder is.
    log: Option<File>,
}

struct OfUnit {
    unit: UnitId,
    name: String,
    tests: Vec<StoredTest>,
}

impl OfUnit {
    /// As a writer sees them.
    fn shown(&self) -> UnitTests<'_> {
        UnitTests { unit: self.unit, tests: self.tests.iter().map(|test| &test.case).collect() }
    }
}

/// `t0001` for the first.
pub fn test_id(index: usize) -> String {
    format!("t{:04}", index + 1)
}

impl Suite {
    /// Nothing is written before the first unit begins.
    pub fn new(
        output: Output,
        writer: Box<dyn TestWriter>,
        origin: Origin,
        earlier: Vec<StoredTest>,
    ) -> Suite {
        Suite { output, writer, origin, units: Vec::new(), waiting: earlier, log: None }
    }

    /// Where the folder is.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// The name of a unit that was begun.
    pub fn name_of(&self, unit: UnitId) -> &str {
        let found = self.units.iter().find(|of| of.unit == unit);
        found.map_or("", |of| of.name.as_str())
    }

    /// The number of tests of all units so far.
    fn len(&self) -> usize {
        self.units.iter().map(|unit| unit.tests.len()).sum()
    }

    /// Begins with a unit. Returns its tests of an earlier run, which are in the folder then.
    pub fn begin(&mut self, name: &str, unit: UnitId) -> io::Result<Vec<StoredTest>> {
        let first = self.len();
        let mut tests: Vec<_> = self.waiting.extract_if(.., |test| test.unit == name).collect();
        for (index, test) in tests.iter_mut().enumerate() {
            test.case.id = test_id(first + index);
        }
        let is_in_place = self.log.is_some() && tests.is_empty();
        if is_in_place {
            self.writer.prepare(&self.output.folder(TESTS), unit)?;
        }
        self.units.push(OfUnit { unit, name: name.to_string(), tests });
        if !is_in_place {
            self.replace()?;
        }
        Ok(self.units.last().map_or_else(Vec::new, |unit| unit.tests.clone()))
    }

    /// Adds a test to the unit that was begun last, and returns it with its files.
    pub fn add(&mut self, mut test: StoredTest) -> io::Result<StoredTest> {
        if let (Some(unit), Some(log)) = (self.units.last_mut(), &mut self.log) {
            write(&self.output.folder(TESTS), &*self.writer, unit.unit, log, &mut test)?;
            unit.tests.push(test.clone());
        }
        Ok(test)
    }

    /// Ends the unit that was begun last, with these tests instead of those that were added;
    /// returns them with their files.
    pub fn finish(&mut self, tests: Vec<StoredTest>) -> io::Result<&[StoredTest]> {
        if let Some(unit) = self.units.last_mut() {
            unit.tests = tests;
        }
        self.replace_and_finish()?;
        Ok(self.units.last().map_or(&[], |unit| &unit.tests))
    }

    /// Compiles all tests; what does not compile is written in other words, or left out.
    pub fn compile(&mut self) -> Result<Compiled, String> {
        let folder = self.output.path().join(TESTS);
        if self.log.is_none() {
            return Ok(Compiled::default());
        }
        let units = self.units.iter_mut();
        let tests = units.flat_map(|OfUnit { unit, tests, .. }| {
            let unit = *unit;
            tests.iter_mut().map(move |test| WrittenTest { unit, test: &mut test.case })
        });
        let compiled = self.writer.compile(&folder, tests.collect())?;
        if compiled.has_changed {
            self.replace_and_finish().map_err(|error| format!("writing the tests: {error}"))?;
        }
        Ok(compiled)
    }

    /// All tests of units that were begun.
    pub fn tests(&self) -> impl Iterator<Item = &StoredTest> {
        self.units.iter().flat_map(|unit| &unit.tests)
    }

    fn replace_and_finish(&mut self) -> io::Result<()> {
        self.replace()?;
        let folder = self.output.folder(TESTS);
        let units: Vec<_> = self.units.iter().map(OfUnit::shown).collect();
        self.writer.finish(&folder, &units)
    }

    fn replace(&mut self) -> io::Result<()> {
        let draft = self.output.draft_of(TESTS);
        // Of a run that was killed.
        draft.retire(&|name| self.writer.is_left_behind(name))?;
        let log = self.fill(&draft).inspect_err(|_| {
            // The first error is the one to report.
            let _ = draft.retire(&|name| self.writer.is_left_behind(name));
        })?;
        self.log = Some(log);
        swap(draft.path(), &self.output.path().join(TESTS))?;
        draft.retire(&|name| self.writer.is_left_behind(name))
    }

    fn fill(&mut self, folder: &Folder) -> io::Result<File> {
        fs::create_dir(folder.path())?;
        folder.list_journal(LOG)?;
        let mut log = OpenOptions::new().create(true).append(true).open(folder.path().join(LOG))?;
        append(&mut log, &self.origin)?;
        for unit in &mut self.units {
            self.writer.prepare(folder, unit.unit)?;
            for test in &mut unit.tests {
                write(folder, &*self.writer, unit.unit, &mut log, test)?;
            }
        }
        for test in &mut self.waiting {
            test.files.clear();
            append(&mut log, test)?;
        }
        Ok(log)
    }
}

fn write(
    folder: &Folder,
    writer: &dyn TestWriter,
    unit: UnitId,
    log: &mut File,
    test: &mut StoredTest,
) -> io::Result<()> {
    test.files.clear();
    for name in writer.write(folder, unit, &test.case)? {
        let digest = digest(&fs::read(folder.path().join(&name))?);
        test.files.push(StoredFile { name, digest });
    }
    append(log, test)
}

/// One line, in one write.
fn append(log: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    log.write_all(text.as_bytes())
}

/// Lets the two folders change places; a file system that cannot do that in one step does it in
/// two.
fn swap(draft: &Path, folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return fs::rename(draft, folder);
    }
    let name = |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(io::Error::from);
    let (new, old) = (name(draft)?, name(folder)?);
    // SAFETY: a system call with two names that outlive it.
    let result = unsafe {
        libc::renameat2(
            libc::AT_FDCWD,
            new.as_ptr(),
            libc::AT_FDCWD,
            old.as_ptr(),
            libc::RENAME_EXCHANGE,
        )
    };
    if result == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    if !matches!(error.raw_os_error(), Some(libc::EINVAL | libc::ENOSYS)) {
        return Err(error);
    }
    let aside = draft.with_extension(std::process::id().to_string());
    fs::rename(folder, &aside)?;
    fs::rename(draft, folder)?;
    fs::rename(&aside, draft)
}

/// Why a folder of tests cannot be used.
#[derive(Debug)]
pub struct SuiteError {
    pub file: PathBuf,
    pub reason: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.reason)
    }
}

impl std::error::Error for SuiteError {}

/// Reads back what was stored; `None` where nothing is.
pub fn read(out: &Path) -> Result<Option<(Origin, Vec<StoredTest>)>, SuiteError> {
    let file = out.join(TESTS).join(LOG);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(SuiteError { file, reason: error.to_string() }),
    };
    let malformed = |number: usize, error: serde_json::Error| SuiteError {
        file: file.clone(),
        reason: format!("line {} is not as Assay writes it: {error}", number + 1),
    };
    // What has no line end was being written when the run was killed.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(None) };
    let origin = serde_json::from_str(first).map_err(|error| malformed(0, error))?;
    let tests = lines
        .map(|(number, line)| serde_json::from_str(line).map_err(|error| malformed(number, error)));
    Ok(Some((origin, tests.collect::<Result<_, _>>()?)))
}

/// The first file of these tests that is not as it was written.
pub fn find_edited(out: &Path, tests: &[StoredTest]) -> Option<SuiteError> {
    let folder = out.join(TESTS);
    tests.iter().flat_map(|test| &test.files).find_map(|stored| {
        let file = folder.join(&stored.name);
        let reason = match fs::read(&file) {
            Ok(content) if digest(&content) == stored.digest => return None,
            Ok(_) => "was changed since Assay wrote it".to_string(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => "is missing".to_string(),
            Err(error) => error.to_string(),
        };
        Some(SuiteError { file, reason })
    })
}

/// `["32:0x2a", …]`: JSON's numbers end at 64 bits.
mod variables {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(
        variables: &[(u32, u128)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(variables.iter().map(|(width, value)| format!("{width}:{value:#x}")))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(u32, u128)>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let wrong = |text: &str| D::Error::custom(format!("'{text}' is no width and value"));
        texts.iter().map(|text| parse(text).ok_or_else(|| wrong(text))).collect()
    }

    fn parse(text: &str) -> Option<(u32, u128)> {
        let (width, value) = text.split_once(":0x")?;
        let width = width.parse().ok().filter(|width| (1..=128).contains(width))?;
        let value = u128::from_str_radix(value, 16).ok()?;
        (width == 128 || value >> width == 0).then_some((width, value))
    }
}
