//! Takes from a test the right to write outside of its own folder and to signal other processes.
//!
//! Linux's Landlock does this without privileges: a *ruleset* names the rights that are taken away
//! and the places where they stay, and a process applies it to itself and all its children for
//! good. Kernels differ in what they know; what a kernel does not know stays permitted, as on systems
//! without Landlock. Reading is not restricted.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::path::Path;

const WRITE_FILE: u64 = 1 << 1;
const TRUNCATE: u64 = 1 << 14;
/// Writing, removing and making things of all kinds: what the first version knows.
const CHANGES: u64 = WRITE_FILE | 0b1_1111_1111 << 4;
/// Moving between folders, since the second version.
const REFER: u64 = 1 << 13;
/// Unix sockets without a name and signals, since the sixth version.
const OTHER_PROCESSES: u64 = 0b11;

const RULE_PATH_BENEATH: libc::c_int = 1;
const VERSION_FLAG: libc::c_uint = 1;

#[repr(C)]
struct RulesetAttributes {
    files: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: libc::c_int,
}

/// Ready to be applied between fork and exec.
pub(super) struct Ruleset(OwnedFd);

impl Ruleset {
    /// Writing stays allowed in `home` and to these files. `None` where there is no Landlock.
    pub(super) fn new(home: &Path, files: &[&Path]) -> Option<Ruleset> {
        let version = create(std::ptr::null(), 0, VERSION_FLAG).ok()?;
        let in_folders = match version {
            1 => CHANGES,
            2 => CHANGES | REFER,
            _ => CHANGES | REFER | TRUNCATE,
        };
        let attributes = RulesetAttributes {
            files: in_folders,
            network: 0,
            scoped: if version >= 6 { OTHER_PROCESSES } else { 0 },
        };
        let known = if version >= 6 { size_of::<RulesetAttributes>() } else { size_of::<u64>() };
        let ruleset = create(&attributes, known, 0).ok()?;
        // SAFETY: the system has just made it, for nobody else.
        let ruleset = Ruleset(unsafe { OwnedFd::from_raw_fd(ruleset) });
        ruleset.allow(home, in_folders).ok()?;
        for file in files {
            ruleset.allow(file, in_folders & (WRITE_FILE | TRUNCATE)).ok()?;
        }
        Some(ruleset)
    }

    fn allow(&self, path: &Path, allowed: u64) -> io::Result<()> {
        use std::os::unix::fs::OpenOptionsExt;
        let place = std::fs::OpenOptions::new().read(true).custom_flags(libc::O_PATH).open(path)?;
        let rule = PathBeneath { allowed, parent: place.as_raw_fd() };
        // SAFETY: reads the rule, which outlives the call.
        let result = unsafe {
            libc::syscall(
                libc::SYS_landlock_add_rule,
                self.0.as_raw_fd(),
                RULE_PATH_BENEATH,
                &raw const rule,
                0,
            )
        };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// To be called in the child: only makes system calls.
    pub(super) fn apply(&self) -> io::Result<()> {
        // SAFETY: system calls with plain values.
        let result = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            libc::syscall(libc::SYS_landlock_restrict_self, self.0.as_raw_fd(), 0)
        };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// The new ruleset, or the version if the flag asks for that.
fn create(
    attributes: *const RulesetAttributes,
    size: usize,
    flags: libc::c_uint,
) -> io::Result<RawFd> {
    // SAFETY: reads at most `size` bytes of the attributes, which are there.
    let result =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, attributes, size, flags) };
    RawFd::try_from(result).ok().filter(|result| *result >= 0).ok_or_else(io::Error::last_os_error)
}
