//! Runs a program that may do anything: limits, its own session, nothing from outside.

use super::landlock::Ruleset;
use super::{Limits, NativeEnd};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How much of a program's output is kept.
const OUTPUT_KEPT: u64 = 64 << 10;
const STACK_SIZE: u64 = 8 << 20;
/// How much longer than its time a program has on a machine that is too busy for it.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest file that a compiler may write. The counters alone of a damaged program can take
/// 16 GB of its object file.
const OBJECT_SIZE: u64 = 256 << 20;
/// Takes everything and keeps nothing.
const NULL: &str = "/dev/null";

pub(super) struct Finished {
    pub(super) ended: NativeEnd,
    pub(super) output: Vec<u8>,
}

thread_local! {
    /// Takes the network away from this thread, the first time it runs a test, and from all
    /// processes it starts from then on. A network of its own for each of them would take longer
    /// than most tests. False where it is not permitted.
    // SAFETY: a plain system call that concerns this thread only.
    static IS_OFFLINE: bool = unsafe { libc::unshare(libc::CLONE_NEWNET) == 0 };
}

/// What to run, and what it may do.
pub(super) struct Order<'a> {
    pub(super) program: &'a Path,
    /// The name that it is told to have.
    pub(super) name: &'a str,
    /// All of it.
    pub(super) environment: &'a [(&'a str, &'a OsStr)],
    /// Where its output goes.
    pub(super) folder: &'a Path,
    /// Its working folder, where it may write.
    pub(super) home: &'a Path,
    /// Files outside of it to which it may write too.
    pub(super) writable: &'a [&'a Path],
    pub(super) limits: &'a Limits,
}

pub(super) fn run(order: &Order<'_>) -> io::Result<Finished> {
    let Order { program, home, limits, .. } = order;
    let output_file = order.folder.join("output");
    let output = File::create(&output_file)?;
    let mut command = Command::new(program);
    command
        .arg0(order.name)
        .env_clear()
        .envs(order.environment.iter().copied())
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output);
    let writable = [order.writable, &[Path::new(NULL)]].concat();
    let confinement = Confinement::of(limits, Ruleset::new(home, &writable));
    // SAFETY: `apply` only makes system calls with values computed before the fork; it neither
    // allocates nor takes locks.
    unsafe {
        command.pre_exec(move || confinement.apply());
    }
    let mut child = command.spawn()?;
    let status = wait(&mut child, limits.time);
    kill_group(&child);
    let mut kept = Vec::new();
    File::open(&output_file)?.take(OUTPUT_KEPT).read_to_end(&mut kept)?;
    Ok(Finished { ended: ended(status?), output: kept })
}

/// Starts a program that answers through its standard input and output.
pub(crate) fn serve(program: &Path, home: &Path, limits: &Limits) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.env_clear().current_dir(home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let confinement = Confinement::of(limits, Ruleset::new(home, &[Path::new(NULL)]));
    // SAFETY: as for `run`.
    unsafe {
        command.pre_exec(move || confinement.apply());
    }
    command.spawn()
}

/// For a tool of our own: it cannot fill the disk, and it does not outlive the thread that waits
/// for it.
pub(super) fn bind_tool(command: &mut Command) {
    let limit = at_most(libc::RLIMIT_FSIZE, OBJECT_SIZE);
    // SAFETY: two system calls with values computed before the fork.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            match libc::setrlimit(libc::RLIMIT_FSIZE, &limit) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
}

fn ended(status: Option<ExitStatus>) -> NativeEnd {
    let Some(status) = status else { return NativeEnd::Timeout };
    match (status.signal(), status.code()) {
        (Some(libc::SIGXCPU), _) => NativeEnd::Timeout,
        (Some(number), _) => NativeEnd::Signal(number),
        (None, code) => NativeEnd::Exit(code.unwrap_or(0)),
    }
}

/// `None` if the time ran out; the child is dead then too. On a busy machine it has some more, if it did not get
/// half of what it could have used.
fn wait(child: &mut Child, time: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let is_over = |child: &Child| {
        let waited = start.elapsed();
        waited >= time && (waited >= time + PATIENCE || !is_starved(child, time / 2))
    };
    // Most tests take a millisecond; the few long ones need no quick answer.
    let mut pause = Duration::from_micros(100);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if is_over(child) {
            kill_group(child);
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Whether it could go on and has not had this much of a processor.
fn is_starved(child: &Child, share: Duration) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // SAFETY: asks for a constant of the system.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    match (state_and_ticks(&stat), u64::try_from(ticks)) {
        (Some((state, used)), Ok(each)) if each > 0 => {
            matches!(state, 'R' | 'D') && Duration::from_millis(1000 * used / each) < share
        }
        _ => false,
    }
}

/// The state of a process and the time that it has had, of the text in which the system says so. Its second word may
/// contain anything.
fn state_and_ticks(stat: &str) -> Option<(char, u64)> {
    const STATE: usize = 0;
    const IN_USER_MODE: usize = 11;
    let (_, words) = stat.rsplit_once(')')?;
    let words: Vec<&str> = words.split_whitespace().collect();
    let ticks = words.get(IN_USER_MODE..IN_USER_MODE + 2)?.iter();
    let ticks = ticks.map(|word| word.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some((words[STATE].chars().next()?, ticks))
}

/// The child and whatever it started and left in its process group.
pub(crate) fn kill_group(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: a plain system call. The group has the child's id because it was started
        // as its leader; if it is
        // gone already the call fails, which is fine.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// What is applied in the child between fork and exec.
struct Confinement {
    ruleset: Option<Ruleset>,
    /// The parent has no network to give.
    is_offline: bool,
    limits: [(libc::__rlimit_resource_t, libc::rlimit); 6],
}

impl Confinement {
    fn of(limits: &Limits, ruleset: Option<Ruleset>) -> Confinement {
        // Whole seconds, above the wall-clock limit: a second net.
        let cpu_seconds = limits.time.as_secs() + 2;
        let wanted = [
            (libc::RLIMIT_CPU, cpu_seconds),
            (libc::RLIMIT_AS, limits.memory),
            (libc::RLIMIT_FSIZE, limits.file_size),
            (libc::RLIMIT_NPROC, limits.processes),
            (libc::RLIMIT_STACK, STACK_SIZE),
            (libc::RLIMIT_CORE, 0),
        ];
        let limits = wanted.map(|(resource, value)| (resource, at_most(resource, value)));
        Confinement { ruleset, is_offline: IS_OFFLINE.with(|is_offline| *is_offline), limits }
    }

    fn apply(&self) -> io::Result<()> {
        // SAFETY: system calls with plain values and pointers to `self`, which outlives them.
        unsafe {
            if libc::setsid() < 0 {
                return Err(io::Error::last_os_error());
            }
            // The next two are not permitted everywhere; then the rest must do.
            if !self.is_offline {
                libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET);
            }
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            // A write beyond the limit fails instead of killing the program.
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            for (resource, limit) in &self.limits {
                if libc::setrlimit(*resource, limit) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
        }
        self.ruleset.as_ref().map_or(Ok(()), Ruleset::apply)
    }
}

/// Nobody but root may raise a limit that is in force already.
fn at_most(resource: libc::__rlimit_resource_t, value: u64) -> libc::rlimit {
    let mut current = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: writes to the struct it is given; on failure the struct stays as it is.
    unsafe { libc::getrlimit(resource, &mut current) };
    let value = value.min(current.rlim_max);
    libc::rlimit { rlim_cur: value, rlim_max: value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_process_is_read() {
        let stat = "7 (a) R 1) D 1 7 7 0 -1 4194304 92 0 0 0 12 30 0 0 20 0 1 0 9 2";
        assert_eq!(state_and_ticks(stat), Some(('D', 42)));
        assert_eq!(state_and_ticks(""), None);
        assert_eq!(state_and_ticks("7 (a) R 1"), None);
    }

    #[test]
    fn who_sleeps_or_works_is_not_starved() {
        for script in ["sleep 6000", "while :; do :; done"] {
            let mut child = Command::new("sh").args(["-c", script]).spawn().unwrap();
            // The first sleeps soon, the second has had its share some time.
            while is_starved(&child, Duration::from_millis(20)) {
                thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            assert!(child.wait().is_ok());
        }
    }

    #[test]
    fn a_tool_knows_how_much_it_may_write() {
        let mut command = Command::new("cat");
        bind_tool(command.arg("/proc/self/limits"));
        let limits = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max file size")).unwrap();
        assert!(line.contains(&OBJECT_SIZE.to_string()), "{line}");
    }
}
