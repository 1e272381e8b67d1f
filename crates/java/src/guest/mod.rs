//! Java behind the campaign's seam.

mod native;
mod project;
mod writer;

use assay_language::{FrontEnd, Order, Project, Rejected};
use std::path::Path;

const NAME: &str = "java";

/// Files of a folder that are looked at to see whether it is one of classes.
const MANY_FILES: usize = 20_000;

/// Java, by the user's JDK.
pub struct Java;

impl FrontEnd for Java {
    fn name(&self) -> &'static str {
        NAME
    }

    fn formats(&self) -> &'static [&'static str] {
        &["junit5"]
    }

    fn takes(&self, input: &Path) -> bool {
        let extension = input.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("java" | "class" | "jar")) || holds_classes(input)
    }

    fn open(&self, order: &Order) -> Result<Box<dyn Project>, Rejected> {
        Ok(Box::new(project::Opened::open(order)?))
    }
}

/// Whether there is a class file in this folder, or somewhere below it.
fn holds_classes(folder: &Path) -> bool {
    let mut folders = vec![folder.to_path_buf()];
    let mut looks = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            looks += 1;
            let place = entry.path();
            match entry.file_type() {
                _ if looks > MANY_FILES => return false,
                Ok(kind) if kind.is_dir() => folders.push(place),
                _ if place.extension().is_some_and(|it| it == "class") => return true,
                _ => {}
            }
        }
    }
    false
}
