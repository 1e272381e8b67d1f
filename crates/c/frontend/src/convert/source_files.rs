//! Source files and places. The same file may be named by debug information and by the coverage
//! map, absolutely or relative to a compilation folder: one id for each, under the name that the
//! user would write.

use crate::llvm::{Metadata, Value};
use assay_base::{Arena, FileId, Place};
use assay_program::SourceFile;
use rustc_hash::FxHashMap;
use std::path::{Component, Path, PathBuf};

/// Folders of system headers, and where the libc model says it comes from.
const SYSTEM_FOLDERS: &[&str] = &["/usr/include", "/usr/lib", "/usr/local/include", "/assay"];

pub struct SourceFiles<'m> {
    files: Arena<FileId, SourceFile>,
    by_name: FxHashMap<String, FileId>,
    by_path: FxHashMap<PathBuf, FileId>,
    by_node: FxHashMap<Metadata<'m>, FileId>,
    working_folder: Option<PathBuf>,
}

impl<'m> SourceFiles<'m> {
    pub fn new() -> SourceFiles<'m> {
        SourceFiles {
            files: Arena::new(),
            by_name: FxHashMap::default(),
            by_path: FxHashMap::default(),
            by_node: FxHashMap::default(),
            working_folder: std::env::current_dir().ok(),
        }
    }

    pub fn take(&mut self) -> Arena<FileId, SourceFile> {
        std::mem::take(&mut self.files)
    }

    /// `None` where file or line is unknown.
    pub fn place(&mut self, file: Option<Metadata<'m>>, line: u32, column: u32) -> Option<Place> {
        if line == 0 {
            return None;
        }
        Some(Place { file: self.of_node(file?), line, column })
    }

    pub fn place_of(&mut self, instruction: Value<'m>) -> Option<Place> {
        let location = instruction.debug_location()?;
        self.place(location.file, location.line, location.column)
    }

    fn of_node(&mut self, node: Metadata<'m>) -> FileId {
        if let Some(&id) = self.by_node.get(&node) {
            return id;
        }
        let (folder, name) = node.file_path();
        let id = self.of_path(&Path::new(&folder).join(name));
        self.by_node.insert(node, id);
        id
    }

    pub fn of_path(&mut self, path: &Path) -> FileId {
        if let Some(&id) = self.by_path.get(path) {
            return id;
        }
        let full = normal(path);
        let name = shown_name(&full, self.working_folder.as_deref());
        let is_system = SYSTEM_FOLDERS.iter().any(|folder| full.starts_with(folder));
        let id = *self
            .by_name
            .entry(name.clone())
            .or_insert_with(|| self.files.push(SourceFile { name, is_system }));
        self.by_path.insert(path.to_path_buf(), id);
        id
    }
}

/// The name that programs have for the file at this absolute path.
pub fn file_name(path: &Path) -> String {
    shown_name(&normal(path), std::env::current_dir().ok().as_deref())
}

/// Relative to the working folder where it lies below it.
fn shown_name(full: &Path, working_folder: Option<&Path>) -> String {
    let below = working_folder.and_then(|folder| full.strip_prefix(folder).ok());
    below.unwrap_or(full).to_string_lossy().into_owned()
}

/// Without `.` and, where a name goes before it, `..`.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(result.components().next_back(), Some(Component::Normal(_))) =>
            {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_id_for_every_spelling() {
        let mut files = SourceFiles::new();
        let folder = std::env::current_dir().unwrap();
        let first = files.of_path(&folder.join("src/./x.c"));
        assert_eq!(files.of_path(&folder.join("src/../src/x.c")), first);
        let system = files.of_path(Path::new("/usr/include/stdio.h"));
        let files = files.take();
        assert_eq!(files[first], SourceFile { name: "src/x.c".to_string(), is_system: false });
        assert!(files[system].is_system);
    }
}
