//! Measures a test command of the user's own: the program is built with the recording of edges and
//! nothing else, the command runs it as often as it likes, and what all of these runs took is read
//! from the file that they share.
//!
//! The command is the user's, and runs as the user would run it: where it is, with its own
//! environment, without limits.

use crate::Externals;
use crate::replay::{ReplayError, build};
use assay_base::Id;
use assay_language::EdgeSet;
use assay_program::EdgeId;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The variable that names the program for the command.
pub const PROGRAM: &str = "ASSAY_PROGRAM";
const EDGES: &str = "ASSAY_EDGES";
const PAGE: usize = 4096;

/// A program that is ready to be measured.
pub struct Measured {
    program: PathBuf,
    edges: PathBuf,
    edge_count: usize,
}

impl Measured {
    /// Builds it in this folder.
    pub fn build(
        bitcode: &[u8],
        edge_count: usize,
        is_32_bit: bool,
        libraries: &[String],
        folder: &Path,
    ) -> Result<Measured, ReplayError> {
        let make = || {
            fs::create_dir_all(folder)?;
            let folder = folder.canonicalize()?;
            let edges = folder.join("edges");
            let size = edge_count.next_multiple_of(PAGE) as u64;
            fs::File::create(&edges)?.set_len(size)?;
            Ok((folder, edges))
        };
        let (folder, edges) = make().map_err(ReplayError::system("making the folder"))?;
        let externals = Externals { libraries: libraries.to_vec(), ..Externals::default() };
        let program = build::measured(bitcode, is_32_bit, &externals, &folder)?;
        Ok(Measured { program, edges, edge_count })
    }

    /// Runs the command; how it ended.
    pub fn run(&self, command: &[String]) -> Result<ExitStatus, ReplayError> {
        let Some((name, arguments)) = command.split_first() else {
            return Err(ReplayError::Build { message: "there is no command".to_string() });
        };
        Command::new(name)
            .args(arguments)
            .env(PROGRAM, &self.program)
            .env(EDGES, &self.edges)
            .status()
            .map_err(ReplayError::system(format!("running {name}")))
    }

    /// What all runs of the program took together.
    pub fn edges(&self) -> Result<EdgeSet, ReplayError> {
        let bytes = fs::read(&self.edges).map_err(ReplayError::system("reading the edges"))?;
        let taken = bytes.iter().take(self.edge_count).enumerate().filter(|(_, byte)| **byte != 0);
        Ok(taken.map(|(index, _)| EdgeId::new(index)).collect())
    }
}
