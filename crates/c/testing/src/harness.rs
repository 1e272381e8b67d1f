//! The C sources that stand between a program and its inputs.

use std::io;
use std::path::Path;

// Its C files as objects: see build.rs.
include!(concat!(env!("OUT_DIR"), "/objects.rs"));

/// A file of `harness/`, kept in this executable.
pub(crate) struct HarnessFile {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! harness_file {
    ($name:literal) => {
        HarnessFile { name: $name, text: include_str!(concat!("../harness/", $name)) }
    };
}

pub(crate) const INPUTS_HEADER: HarnessFile = harness_file!("assay_inputs.h");
pub(crate) const INPUTS: HarnessFile = harness_file!("assay_inputs.c");
pub(crate) const HEAP: HarnessFile = harness_file!("assay_heap.c");
pub(crate) const FAILING_HEADER: HarnessFile = harness_file!("assay_failing.h");
pub(crate) const WORLD: HarnessFile = harness_file!("assay_world.c");
pub(crate) const REGIONS: HarnessFile = harness_file!("assay_regions.c");
pub(crate) const CLOCK: HarnessFile = harness_file!("assay_clock.c");
pub(crate) const IDENTITY: HarnessFile = harness_file!("assay_identity.c");
pub(crate) const TEST_HARNESS: HarnessFile = harness_file!("assay_harness.c");
pub(crate) const TEST_HEADER: HarnessFile = harness_file!("assay_test.h");
pub(crate) const RUNNER: HarnessFile = harness_file!("assay_run.c");
pub(crate) const ENDING_HEADER: HarnessFile = harness_file!("assay_ending.h");
pub(crate) const CHILD_HEADER: HarnessFile = harness_file!("assay_child.h");
pub(crate) const CHILD: HarnessFile = harness_file!("assay_child.c");
pub(crate) const UNITY_HEADER: HarnessFile = harness_file!("assay_unity.h");
pub(crate) const CMOCKA_HEADER: HarnessFile = harness_file!("assay_cmocka.h");
pub(crate) const GTEST_HEADER: HarnessFile = harness_file!("assay_gtest.h");
pub(crate) const SANITIZERS: HarnessFile = harness_file!("sanitizers.c");
pub(crate) const REPLAY: HarnessFile = harness_file!("replay.c");
pub(crate) const MEASURE: HarnessFile = harness_file!("measure.c");
pub(crate) const UNIT: HarnessFile = harness_file!("assay_unit.c");
pub(crate) const NATIVE_CALLS_HEADER: HarnessFile = harness_file!("native_calls.h");
pub(crate) const NATIVE_CALLS: HarnessFile = harness_file!("native_calls.c");

/// What the process knows of the system's accounts, in the machine too.
pub(crate) const ACCOUNTS_HEADER: HarnessFile =
    HarnessFile { name: "assay_accounts.h", text: include_str!("../../../../runtime/accounts.h") };

/// The part of a unit's driver that runs in the machine too.
pub(crate) const UNIT_HEADER: HarnessFile =
    HarnessFile { name: "unit.h", text: include_str!("../../../../runtime/unit.h") };
pub(crate) const UNIT_INPUTS: HarnessFile =
    HarnessFile { name: "unit.c", text: include_str!("../../../../runtime/unit.c") };

pub(crate) const MAKEFILE_TEMPLATE: &str = include_str!("../harness/Makefile.in");
pub(crate) const FRAMEWORK_TEMPLATE: &str = include_str!("../harness/framework.mk.in");

/// Where the stand-ins of [`Externals`](crate::Externals) go.
pub(crate) const EXTERNALS_FILE: &str = "assay_externals.c";

/// Functions that `assay_heap.c` stands in front of.
pub(crate) const HEAP_FUNCTIONS: [&str; 11] = [
    "malloc",
    "free",
    "calloc",
    "realloc",
    "strdup",
    "__strdup",
    "strndup",
    "aligned_alloc",
    "memalign",
    "valloc",
    "posix_memalign",
];

/// Functions that `assay_clock.c` stands in front of, where the program has no such function of
/// its own.
pub(crate) const CLOCK_FUNCTIONS: [&str; 7] =
    ["time", "clock", "gettimeofday", "clock_gettime", "sleep", "usleep", "nanosleep"];

/// Functions that `assay_identity.c` stands in front of, in the same way.
pub(crate) const IDENTITY_FUNCTIONS: [&str; 41] = [
    "getpid",
    "kill",
    "getppid",
    "getpgrp",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getpwuid",
    "getpwnam",
    "getpwent",
    "setpwent",
    "endpwent",
    "getgrgid",
    "getgrnam",
    "getgrent",
    "setgrent",
    "endgrent",
    "getlogin",
    "getgroups",
    "gethostname",
    "uname",
    "sysconf",
    "getrusage",
    "times",
    "stat",
    "lstat",
    "fstat",
    "fstatat",
    "stat64",
    "lstat64",
    "fstat64",
    "fstatat64",
    "getcwd",
    "realpath",
    "__realpath_chk",
    "canonicalize_file_name",
    "chown",
    "lchown",
    "fchown",
    "fchownat",
];

/// Symbols that nobody defines get the address 0, which only works at fixed addresses.
pub(crate) const LINK_FLAGS: [&str; 2] = ["-no-pie", "-Wl,--unresolved-symbols=ignore-all"];

/// Old C is welcome.
pub(crate) const OLD_C: [&str; 5] = [
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
];

impl HarnessFile {
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        std::fs::write(folder.join(self.name), self.text)
    }

    /// As Assay's own build has compiled it; `None` if it could not.
    pub(crate) fn object(&self, is_32_bit: bool) -> Option<&'static [u8]> {
        Some(embedded(self.name, is_32_bit)).filter(|object| !object.is_empty())
    }
}

/// The linker's flags that put the harness in front of these functions.
pub(crate) fn wrap_flags<'a>(functions: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    functions.into_iter().map(|function| format!("-Wl,--wrap={function}")).collect()
}
