//! Prints the program model of the given inputs:
//! `cargo run -p assay-frontend-llvm --example show -- [--no-promote] [--mcdc] [--statements] [--runtime]
//! FILE... [-- CLANG-FLAGS...]`

use assay_frontend_llvm::{Request, load};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut request = Request { runtime: false, ..Request::default() };
    let mut arguments = std::env::args().skip(1);
    for argument in arguments.by_ref().take_while(|argument| argument != "--") {
        match argument.as_str() {
            "--no-promote" => request.promote = false,
            "--mcdc" => request.mcdc = true,
            "--statements" => request.statements = true,
            "--runtime" => request.runtime = true,
            _ => request.inputs.push(argument.into()),
        }
    }
    request.clang_flags = arguments.collect();
    match load(&request) {
        Ok(loaded) => {
            let text = assay_program::text::print(&loaded.program);
            // A reader that closes the pipe has seen enough.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("show: {error}");
            ExitCode::from(3)
        }
    }
}
