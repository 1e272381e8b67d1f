//! A unit in the user's JVM.

use crate::jvm::{Jvm, Probes, Setup, instrument};
use assay_language::{Measurement, Native, NativeEnd, Rejected, Runner, Shown};
use assay_program::{NativeFunctions, Program};
use assay_verdict::FindingKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub struct Unit {
    pub jdk: PathBuf,
    /// What runs drivers.
    pub support: PathBuf,
    pub driver: String,
    /// How many edges there are.
    pub probes: usize,
    /// Where classes are, the driver's first.
    pub places: Vec<PathBuf>,
    pub classes: Vec<Class>,
}

/// A class of the user's, as it is, and where it branches.
pub struct Class {
    pub name: String,
    pub bytes: Vec<u8>,
    pub probes: Probes,
}

impl Native for Unit {
    fn runner(&self, scratch: &Path, _: &AtomicBool) -> Result<Box<dyn Runner>, String> {
        let problem = |error: std::io::Error| format!("{}: {error}", scratch.display());
        let probed = scratch.join("probed");
        std::fs::create_dir_all(&probed).map_err(problem)?;
        for Class { name, bytes, probes } in &self.classes {
            // One that cannot be changed runs as it is.
            let bytes = instrument(bytes, probes).unwrap_or_else(|| bytes.clone());
            let file = probed.join(format!("{name}.class"));
            let folder = file.parent().unwrap_or(&probed);
            std::fs::create_dir_all(folder).map_err(problem)?;
            std::fs::write(&file, bytes).map_err(problem)?;
        }
        let absolute = |place: &PathBuf| place.canonicalize().unwrap_or_else(|_| place.clone());
        let mut places = vec![absolute(&probed)];
        places.extend(self.places.iter().map(absolute));
        Ok(Box::new(Jvm::new(Setup {
            jdk: absolute(&self.jdk),
            classes: absolute(&self.support),
            driver: self.driver.clone(),
            probes: self.probes,
            places,
        })))
    }

    fn detector(&self, _: &Path, _: &AtomicBool) -> Result<Box<dyn Runner>, String> {
        Err("a JVM shows all that it sees".to_string())
    }

    fn shows(&self, finding: FindingKind, ended: Option<&NativeEnd>) -> Shown {
        let is_seen = match finding {
            FindingKind::UncaughtException => ended == Some(&NativeEnd::Threw),
            FindingKind::Timeout => ended == Some(&NativeEnd::Timeout),
            _ => false,
        };
        if is_seen { Shown::Yes } else { Shown::No }
    }

    fn functions(
        &self,
        _: &Program,
        _: &Path,
    ) -> Result<Option<Arc<dyn NativeFunctions>>, Rejected> {
        Ok(None)
    }

    fn measure(&self, _: &[String], _: &Path) -> Result<Measurement, Rejected> {
        Err(Rejected("`assay measure` is for C; for Java, JaCoCo does it".to_string()))
    }
}
