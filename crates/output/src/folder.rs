//! A folder of files that Assay writes, and what becomes of those that it did not write.

use crate::{Output, Owner, digest, free_name};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that is being filled.
pub struct Folder {
    path: PathBuf,
    /// The output folder, and how its list names this one.
    listed: Option<(Output, String)>,
}

impl Folder {
    /// One that belongs to nobody else, and that no list knows.
    pub fn plain(path: &Path) -> Folder {
        Folder { path: path.to_path_buf(), listed: None }
    }

    pub(crate) fn listed(output: Output, path: PathBuf, name: &str) -> Folder {
        Folder { path, listed: Some((output, name.to_string())) }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file below this folder. What the user has there is kept aside.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
        let (path, content) = (self.path.join(name), content.as_ref());
        self.make_parents(Path::new(name))?;
        if let Some((output, folder)) = &self.listed {
            let listed = format!("{folder}/{name}");
            output.keep_foreign(&path, &listed)?;
            output.state().list.add(&listed, &digest(content))?;
        }
        fs::write(path, content)
    }

    /// Notes that a file below this folder will change all the time.
    pub fn list_journal(&self, name: &str) -> io::Result<()> {
        match &self.listed {
            Some((output, folder)) => output.list_journal(&format!("{folder}/{name}")),
            None => Ok(()),
        }
    }

    /// Removes this folder, which another one has replaced, and hands over what the user has put
    /// into it. `is_made` says what else need not be kept: what was made from Assay's files.
    pub fn retire(&self, is_made: &dyn Fn(&str) -> bool) -> io::Result<()> {
        match (&self.listed, fs::symlink_metadata(&self.path)) {
            (Some((output, name)), Ok(facts)) if facts.is_dir() => {
                Retired { output, name, from: &self.path, is_made }.hand_over("")
            }
            _ => Ok(()),
        }
    }

    /// Files go into folders, not through links to somewhere else.
    fn make_parents(&self, name: &Path) -> io::Result<()> {
        let parents = name.ancestors().skip(1).collect::<Vec<_>>();
        for parent in parents.into_iter().rev() {
            let folder = self.path.join(parent);
            match fs::symlink_metadata(&folder) {
                Ok(facts) if facts.is_dir() => {}
                Ok(_) => {
                    let why = format!("{} is not a folder", folder.display());
                    return Err(io::Error::other(why));
                }
                Err(_) => fs::create_dir_all(&folder)?,
            }
        }
        Ok(())
    }
}

/// A folder whose name another one has now.
struct Retired<'a> {
    output: &'a Output,
    name: &'a str,
    from: &'a Path,
    is_made: &'a dyn Fn(&str) -> bool,
}

impl Retired<'_> {
    /// Of what is below this folder of it.
    fn hand_over(&self, below: &str) -> io::Result<()> {
        let folder = self.from.join(below);
        let entries = fs::read_dir(&folder)?.collect::<io::Result<Vec<_>>>()?;
        if entries.is_empty() && !below.is_empty() && !(self.is_made)(&format!("{below}/")) {
            fs::create_dir_all(self.new_place(below))?;
        }
        for entry in entries {
            // Assay's own names are text.
            let Some(name) = entry.file_name().to_str().map(|name| joined(below, name)) else {
                self.keep(&joined(below, &entry.file_name().to_string_lossy()), &entry.path())?;
                continue;
            };
            if entry.file_type()?.is_dir() {
                self.hand_over(&name)?;
                continue;
            }
            let listed = joined(self.name, &name);
            let is_own = self.output.owner(&entry.path(), &listed)? == Owner::Assay;
            match is_own || (self.is_made)(&name) {
                true => fs::remove_file(entry.path())?,
                false => self.keep(&name, &entry.path())?,
            }
        }
        fs::remove_dir(folder)
    }

    fn new_place(&self, name: &str) -> PathBuf {
        self.output.path().join(self.name).join(name)
    }

    fn keep(&self, name: &str, path: &Path) -> io::Result<()> {
        let mut target = self.new_place(name);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        if fs::symlink_metadata(&target).is_ok() {
            target = free_name(&target);
            self.output.note(&target, &joined(self.name, name));
        }
        fs::rename(path, target)
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

/// Removes files that are as Assay wrote them, but for those named, and folders that are empty
/// then.
pub(crate) fn clear(
    output: &Output,
    path: &Path,
    name: &str,
    but: &BTreeSet<String>,
) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(facts) if facts.is_dir() => {}
        _ => return Ok(()),
    }
    for entry in fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()? {
        let listed = joined(name, &entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            clear(output, &entry.path(), &listed, but)?;
        } else if !but.contains(&listed) && output.owner(&entry.path(), &listed)? == Owner::Assay {
            fs::remove_file(entry.path())?;
        }
    }
    match fs::remove_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => Err(error),
        _ => Ok(()),
    }
}
