//! `--dump-gcfg`: the model of the bidirectional analysis, each time it has changed.

use crate::certificates::file_name;
use assay_explore::Exploration;
use assay_report::gcfg::dot;
use assay_verdict::Gcfg;
use std::path::PathBuf;

/// Moments that the page of the report can show.
const MOST_MOMENTS: usize = 40;

/// Where pictures of a unit go.
pub struct Pictures {
    folder: Option<PathBuf>,
    unit: String,
    count: usize,
    /// One of this many is kept for the report.
    stride: usize,
    pub kept: Vec<Gcfg>,
}

impl Pictures {
    pub fn new(folder: Option<&PathBuf>, unit: &str) -> Pictures {
        let unit = file_name(unit);
        Pictures { folder: folder.cloned(), unit, count: 0, stride: 1, kept: Vec::new() }
    }

    /// Writes what is new.
    pub fn attend(&mut self, exploration: &Exploration) -> std::io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        for picture in exploration.take_pictures() {
            std::fs::create_dir_all(folder)?;
            let name = format!("{}-{:04}.dot", self.unit, self.count + 1);
            std::fs::write(folder.join(name), dot(&picture))?;
            if self.count.is_multiple_of(self.stride) {
                self.kept.push(picture);
            }
            self.count += 1;
            if self.kept.len() > MOST_MOMENTS {
                let mut number = 0;
                self.kept.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
                self.stride *= 2;
            }
        }
        Ok(())
    }
}
