//! A program that tries to get out of the sandbox in a hundred ways (`attempts.c`): none succeeds,
//! as root, as an ordinary user, and where there are no namespaces to be had.
//!
//! All of it happens in namespaces that the test makes for itself, and to files and processes that
//! it makes: a sandbox that fails harms nothing. The program is also run outside of the sandbox,
//! where it must succeed in many things; else it would prove nothing.

use assay_sandbox::{Ended, Limits, Order, Sandbox, memory_file, missing};
use std::fs::{self, File, Permissions};
use std::io::{Read, Seek};
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const ATTEMPTS: &str = include_str!("attempts.c");
/// What cannot be kept off without namespaces.
const WITHOUT_NAMESPACES: [&str; 2] = ["make_many_files", "write_much"];
/// Far more than it needs.
const TIME: Duration = Duration::from_secs(120);
const NOBODY: u32 = 65534;
/// Says how to run the attempts, to the copy of this program that makes them.
const MODE: &str = "ASSAY_ATTEMPTS";
const SECRET: &str = "a secret of the user";

fn is_root() -> bool {
    // SAFETY: a system call without arguments.
    unsafe { libc::geteuid() == 0 }
}

/// Who makes the attempts, with which namespaces around them.
struct Around {
    is_nobody: bool,
    /// Options of `unshare`.
    unshare: &'static [&'static str],
    /// A command in front of the program.
    before: &'static [&'static str],
}

const OWN: &[&str] = &["--uts", "--ipc", "--net", "--mount"];
const OWN_OF_USER: &[&str] =
    &["--user", "--map-current-user", "--uts", "--ipc", "--net", "--mount"];
const OWN_WITH_RIGHTS: &[&str] =
    &["--user", "--map-current-user", "--keep-caps", "--uts", "--ipc", "--net", "--mount"];
/// From here on nobody below gets namespaces of users, and thereby none at all.
const NO_MORE: &[&str] =
    &["sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"", "sh"];

/// A copy of this program that everybody can start.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Copy {
        let folder = std::env::temp_dir().join(format!("assay-copy-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let program = folder.join("attempts");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        Copy(folder)
    }

    fn command(&self, around: &Around) -> Command {
        let mut command = Command::new("unshare");
        command.args(around.unshare).arg("--").args(around.before);
        if around.is_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.current_dir(&self.0);
        command
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Has a copy of this program make the attempts; skipped where the test itself gets no namespaces.
fn attempt(name: &str, mode: &str, around: &Around) {
    let copy = Copy::new(name);
    let can = copy.command(around).arg("true").stderr(Stdio::null()).status();
    if !can.is_ok_and(|status| status.success()) {
        println!("skipped: no namespaces for the test itself");
        return;
    }
    let mut command = copy.command(around);
    command.arg(copy.0.join("attempts"));
    command.args(["--ignored", "--exact", "--nocapture", "make_attempts"]);
    let output = command.env(MODE, mode).env("A_SECRET", SECRET).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{failed}");
}

#[test]
fn nothing_gets_out() {
    let unshare = if is_root() { OWN } else { OWN_OF_USER };
    attempt("own", "inside", &Around { is_nobody: false, unshare, before: &[] });
}

/// Programs of 32 bits have other numbers for their system calls.
#[test]
fn nothing_gets_out_of_a_32_bit_program() {
    let unshare = if is_root() { OWN } else { OWN_OF_USER };
    attempt("short", "32-bit", &Around { is_nobody: false, unshare, before: &[] });
}

#[test]
fn nothing_gets_out_of_an_ordinary_users_sandbox() {
    let around = Around { is_nobody: is_root(), unshare: OWN_OF_USER, before: &[] };
    attempt("user", "inside", &around);
}

#[test]
fn hardly_anything_gets_out_without_namespaces() {
    let around = Around { is_nobody: is_root(), unshare: OWN_WITH_RIGHTS, before: NO_MORE };
    attempt("plain", "plain", &around);
}

#[test]
fn outside_of_the_sandbox_much_is_possible() {
    let unshare = if is_root() { OWN } else { OWN_OF_USER };
    attempt("outside", "outside", &Around { is_nobody: false, unshare, before: &[] });
}

/// Things of the user's that a program might harm.
struct Place {
    folder: PathBuf,
    by_path: UnixDatagram,
    by_name: UnixDatagram,
    victim: Child,
}

impl Place {
    fn new() -> Place {
        let folder = std::env::temp_dir().join(format!("assay-attempts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("victim");
        fs::write(&file, SECRET).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        let socket = folder.join("socket");
        let by_path = UnixDatagram::bind(&socket).unwrap();
        let name = SocketAddr::from_abstract_name(socket.as_os_str().as_encoded_bytes()).unwrap();
        let by_name = UnixDatagram::bind_addr(&name).unwrap();
        let victim = Command::new("sleep").arg("1000").process_group(0).spawn().unwrap();
        Place { folder, by_path, by_name, victim }
    }

    /// `None` if it cannot be built.
    fn program(&self, flags: &[&str]) -> Option<PathBuf> {
        let (source, program) = (self.folder.join("attempts.c"), self.folder.join("program"));
        fs::write(&source, ATTEMPTS).unwrap();
        let mut compiler = Command::new("clang-19");
        compiler.arg("-w").arg(&source).arg("-o").arg(&program);
        compiler.arg(format!("-DPLACE=\"{}\"", self.folder.display()));
        compiler.arg(format!("-DVICTIM={}", self.victim.id()));
        compiler.arg(format!("-DPARENT={}", std::process::id()));
        compiler.args(flags).status().unwrap().success().then_some(program)
    }

    /// All that must not change.
    fn state(&self) -> Vec<String> {
        let mut entries: Vec<_> =
            fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        entries.sort();
        let file = self.folder.join("victim");
        let status = fs::metadata(&file).unwrap();
        let of_victim = |name: &str| read(&format!("/proc/{}/{name}", self.victim.id()));
        let kept = |line: &&str| {
            ["State", "Cpus_allowed", "SigPnd", "ShdPnd"].iter().any(|key| line.starts_with(key))
        };
        let stat = of_victim("stat");
        let priorities: Vec<&str> =
            stat.rsplit(')').next().unwrap().split_whitespace().skip(15).take(2).collect();
        vec![
            format!("{entries:?}"),
            fs::read_to_string(&file).unwrap(),
            format!("{:o} {} {} {}", status.mode(), status.mtime(), status.uid(), status.nlink()),
            of_victim("limits"),
            of_victim("status").lines().filter(kept).collect(),
            priorities.join(" "),
            read("/proc/sys/kernel/hostname"),
            read("/proc/sys/kernel/domainname"),
            ["shm", "sem", "msg"].map(|kind| read(&format!("/proc/sysvipc/{kind}"))).concat(),
        ]
    }

    fn has_been_spoken_to(&self) -> bool {
        [&self.by_path, &self.by_name].into_iter().any(|socket| {
            socket.set_nonblocking(true).unwrap();
            socket.recv(&mut [0; 8]).is_ok()
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The attempts that were allowed; all of them were made.
fn allowed(said: &str) -> Vec<&str> {
    let count = ATTEMPTS.matches("TRY(").count() - 1;
    assert_eq!(said.lines().count(), count, "all attempts are made:\n{said}");
    assert!(count >= 90);
    said.lines().filter_map(|line| line.strip_prefix("allowed ")).collect()
}

fn said_inside(program: &Path) -> String {
    let nothing = File::open("/dev/null").unwrap();
    let mut output = memory_file(c"output").unwrap();
    let limits = Limits { time: Some(TIME), memory: 2 << 30, file_size: 16 << 20, processes: 64 };
    let finished = Sandbox::new(Vec::new()).run(&Order {
        program,
        name: "attempts",
        arguments: &[],
        descriptors: &[nothing.as_fd(), output.as_fd(), output.as_fd()],
        keeps: None,
        limits,
    });
    let mut said = String::new();
    output.rewind().unwrap();
    output.read_to_string(&mut said).unwrap();
    assert_eq!(finished.unwrap().ended, Ended::Exit(0), "{said}");
    said
}

fn said_outside(program: &Path) -> String {
    let folder = program.parent().unwrap().join("work");
    fs::create_dir(&folder).unwrap();
    let output = Command::new(program).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Run by the tests above, in namespaces of its own.
#[test]
#[ignore = "makes sense only in a process of its own"]
fn make_attempts() {
    let Ok(mode) = std::env::var(MODE) else { return };
    let place = Place::new();
    let flags: &[&str] = if mode == "32-bit" { &["-m32"] } else { &[] };
    let Some(program) = place.program(flags) else {
        assert_eq!(mode, "32-bit", "the attempts cannot be built");
        println!("skipped: no 32-bit C library");
        return;
    };
    if mode == "outside" {
        let said = said_outside(&program);
        let least = if is_root() { 40 } else { 20 };
        assert!(allowed(&said).len() >= least, "{said}");
        return;
    }
    let before = place.state();
    let said = said_inside(&program);
    println!("lacking: {:?}", missing());
    let has_namespaces = missing().is_empty();
    assert!(!(mode == "plain" && has_namespaces), "there are namespaces");
    let escaped: Vec<&str> = allowed(&said)
        .into_iter()
        .filter(|name| has_namespaces || !WITHOUT_NAMESPACES.contains(name))
        .collect();
    assert!(escaped.is_empty(), "{escaped:?} of\n{said}");
    assert_eq!(before, place.state());
    assert!(!place.has_been_spoken_to());
}
