//! The `assay` command.

mod arguments;
mod confirm;
mod cover;
mod exit;
mod progress;
mod run;
mod subject;

use arguments::{Arguments, Command};
use clap::Parser;
use exit::Exit;

// Snapshots and terms come and go by the million; the system's allocator neither keeps up nor
// gives memory back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let result = match Arguments::parse().command {
        Command::Cover(arguments) => cover::cover(&arguments),
        Command::Run(arguments) => run::run(&arguments),
    };
    let exit = result.unwrap_or_else(|exit| exit);
    if let Exit::Rejected(message) = &exit {
        eprintln!("assay: {message}");
    }
    exit.code()
}
