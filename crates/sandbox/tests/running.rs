//! What programs in the sandbox can do, and what is told of them.

use assay_sandbox::{Ended, Finished, Limits, Order, Sandbox, missing};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// Far more than a program that ends needs.
const LONG: Duration = Duration::from_secs(100);

/// A folder with a program in it; removed with all its files.
struct Built {
    folder: PathBuf,
}

impl Built {
    fn new(name: &str, body: &str) -> Built {
        let folder =
            std::env::temp_dir().join(format!("assay-sandbox-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let headers =
            ["fcntl.h", "signal.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "unistd.h"];
        let headers = headers.map(|name| format!("#include <{name}>\n")).concat();
        let source = format!(
            "#define FOLDER \"{}\"\n{headers}int main(int count, char **arguments) {{ {body} }}",
            folder.display()
        );
        fs::write(folder.join("program.c"), source).unwrap();
        let mut compiler = Command::new("clang-19");
        compiler.current_dir(&folder).args(["-w", "program.c", "-o", "program"]);
        assert!(compiler.status().unwrap().success());
        Built { folder }
    }

    fn run(&self, sandbox: &Sandbox, time: Duration) -> io::Result<Finished> {
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        sandbox.run(&Order {
            program: &self.folder.join("program"),
            name: "name",
            arguments: &[],
            descriptors: &[nothing.as_fd(); 3],
            keeps: Some("KEPT"),
            limits: Limits { time: Some(time), memory: 1 << 30, file_size: 1 << 20, processes: 8 },
        })
    }

    #[track_caller]
    fn assert_ends(&self, ended: Ended) {
        assert_eq!(self.run(&Sandbox::new(Vec::new()), LONG).unwrap().ended, ended);
    }
}

impl Drop for Built {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn how_a_program_ends_is_told() {
    Built::new("exit", "return 42;").assert_ends(Ended::Exit(42));
    Built::new("abort", "abort();").assert_ends(Ended::Signal(libc::SIGABRT));
    Built::new("kill", "kill(getpid(), SIGTERM);").assert_ends(Ended::Signal(libc::SIGTERM));
    let endless = Built::new("endless", "for (;;) pause();");
    let finished = endless.run(&Sandbox::new(Vec::new()), Duration::from_millis(50)).unwrap();
    assert_eq!(finished.ended, Ended::Timeout);
}

#[test]
fn a_program_has_its_name_one_variable_and_three_descriptors() {
    let body = "extern char **environ;
        if (count != 1 || strcmp(arguments[0], \"name\")) return 1;
        if (!environ[0] || strncmp(environ[0], \"KEPT=/\", 6) || environ[1]) return 2;
        if (open(\"/dev/null\", O_RDONLY) != 3) return 3;
        return 0;";
    Built::new("start", body).assert_ends(Ended::Exit(0));
}

#[test]
fn a_file_is_handed_back() {
    let body = "if (chdir(\"/\")) return 1;
        FILE *file = fopen(getenv(\"KEPT\"), \"w\");
        if (!file) return 2;
        fputs(\"kept\", file);
        return 0;";
    let finished = Built::new("kept", body).run(&Sandbox::new(Vec::new()), LONG).unwrap();
    let mut kept = String::new();
    finished.kept.unwrap().read_to_string(&mut kept).unwrap();
    assert_eq!((finished.ended, kept.as_str()), (Ended::Exit(0), "kept"));
    let none = Built::new("unkept", "mkdir(getenv(\"KEPT\"), 0700);");
    assert!(none.run(&Sandbox::new(Vec::new()), LONG).unwrap().kept.is_none());
}

/// The next program sees nothing of the one before.
#[test]
fn every_program_starts_with_an_empty_folder() {
    let body = "if (open(\"left\", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) return 1;
        if (mkdir(\"closed\", 0000)) return 2;
        if (chmod(\".\", 0000)) return 3;
        return 0;";
    let (program, sandbox) = (Built::new("left", body), Sandbox::new(Vec::new()));
    for _ in 0..3 {
        assert_eq!(program.run(&sandbox, LONG).unwrap().ended, Ended::Exit(0));
    }
}

/// Also one in the folder of temporary files, which the program has for itself otherwise.
#[test]
fn a_folder_may_be_made_readable() {
    let body = "if (open(FOLDER \"/program.c\", O_RDONLY) < 0) return 1;
        if (open(FOLDER \"/program.c\", O_WRONLY) >= 0) return 2;
        if (open(FOLDER \"/more\", O_CREAT | O_WRONLY, 0600) >= 0) return 3;
        return 0;";
    let program = Built::new("readable", body);
    program.assert_ends(Ended::Exit(1));
    let without = missing();
    let sandbox = Sandbox::new(vec![program.folder.clone()]);
    assert_eq!(program.run(&sandbox, LONG).unwrap().ended, Ended::Exit(0));
    assert_eq!(missing(), without);
}

#[test]
fn what_a_program_starts_ends_with_it() {
    let body =
        "if (fork() == 0) { setsid(); signal(SIGTERM, SIG_IGN); for (;;) pause(); } return 0;";
    let program = Built::new("orphans", body);
    program.assert_ends(Ended::Exit(0));
    let executables = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|process| fs::read_link(process.path().join("exe")).ok());
    assert!(!executables.into_iter().any(|executable| executable.starts_with(&program.folder)));
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let program = Built::new("broken", "return 0;");
    fs::write(program.folder.join("program"), "no program").unwrap();
    let sandbox = Sandbox::new(Vec::new());
    let error = program.run(&sandbox, LONG).err().unwrap();
    assert_eq!(error.raw_os_error(), Some(libc::ENOEXEC));
    let good = Built::new("after", "return 7;");
    assert_eq!(good.run(&sandbox, LONG).unwrap().ended, Ended::Exit(7), "the sandbox goes on");
}
