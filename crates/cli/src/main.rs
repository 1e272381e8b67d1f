//! The `assay` command.

mod arguments;
mod commands;
mod exit;
mod interrupt;
mod orders;
mod print;
mod printer;
mod progress;
mod world;

use arguments::{Arguments, Command};
use clap::Parser;
use commands::{check_proof, compare, cover, explain, measure, replay, report, run, show};
use exit::Exit;
use std::io::Write;

// Snapshots and terms come and go by the million; the system's allocator neither keeps up nor
// gives memory back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The allocator asks for huge pages. On a virtual machine whose host takes back what is free,
/// getting them took up to half of the time of a search on grep, and small ones a tenth. Where the
/// pages are warm, small ones cost more, a fifth of the time of a short search that takes a
/// gigabyte.
fn refuse_huge_pages() {
    // SAFETY: it only sets a flag of this process and of those it starts. Where there is no such
    // flag it may stay as it is.
    unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0) };
}

fn main() -> ! {
    refuse_huge_pages();
    // A file that may not grow is an error to report, not a reason to die.
    // SAFETY: no other thread runs yet, and no handler is replaced.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    let result = match Arguments::parse().command {
        Command::Cover(arguments) => cover::cover(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::CheckProof(arguments) => check_proof::check_proof(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Measure(arguments) => measure::measure(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Show(arguments) => show::show(&arguments),
    };
    let exit = result.unwrap_or_else(|exit| exit);
    if let Exit::Rejected(message) = &exit {
        print::say(message);
    }
    leave(exit.code())
}

/// Ends the process at once. A worker may still be in the solver when the time is over, and memory
/// may be freed that nobody needs: the destructors of C++ libraries must not run meanwhile.
fn leave(code: u8) -> ! {
    // A closed pipe is the reader's choice.
    let _ = std::io::stdout().flush();
    // SAFETY: ends the process and returns to nobody.
    unsafe { libc::_exit(i32::from(code)) }
}
