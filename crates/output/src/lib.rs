//! The output folder: who writes to it, and what in it is Assay's.
//!
//! A user may name any folder, and may put files of their own beside ours or edit ours. Three
//! things keep what is theirs:
//!
//! - One process writes to a folder at a time ([`lock`]).
//! - Everything that Assay writes is listed with its digest, before it is written ([`list`]). What
//!   is not listed, or is not as listed, is never removed or overwritten: it stays where it is, or
//!   is kept aside under another name, which is told ([`Output::take_notes`]).
//! - A folder that holds something else where Assay's files would go is refused ([`Refusal`]).
//!
//! All of this is in the folder `.assay`, which also has the scratch files of a run.

mod folder;
mod list;
mod lock;
mod refusal;

pub use folder::Folder;
pub use list::digest;
pub use refusal::Refusal;

use list::List;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What Assay keeps for itself.
const OWN: &str = ".assay";
/// Below it.
const LOCK: &str = "lock";
const LIST: &str = "written";
const SCRATCH: &str = "scratch";
const DRAFT: &str = "draft";

/// The output folder of this process, which holds its lock. Copies are the same folder.
#[derive(Clone)]
pub struct Output(Arc<Inner>);

struct Inner {
    root: PathBuf,
    state: Mutex<State>,
    /// There was no such folder before, or none that was Assay's.
    is_new: bool,
    was_not_ours: bool,
    /// Locked as long as it is open.
    _lock: File,
}

/// Where nothing was written, because the input or the folder was rejected, nothing is left behind.
impl Drop for Inner {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let own = self.root.join(OWN);
        let is_bare = fs::read_dir(&own).is_ok_and(|entries| {
            entries.flatten().all(|entry| entry.file_name() == LOCK || entry.file_name() == LIST)
        });
        if self.was_not_ours && state.list.is_empty() && is_bare {
            let removed = fs::remove_file(own.join(LOCK))
                .and_then(|()| fs::remove_file(own.join(LIST)))
                .and_then(|()| fs::remove_dir(&own));
            // Whatever else is there keeps the folder.
            if self.is_new && removed.is_ok() {
                let _ = fs::remove_dir(&self.root);
            }
        }
    }
}

struct State {
    list: List,
    /// What was kept aside, for people.
    notes: Vec<String>,
}

/// Whose a file is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Owner {
    Nobody,
    Assay,
    User,
}

impl Output {
    /// Makes the folder where there is none. `names` are files and folders that will be written in
    /// it.
    pub fn open(root: &Path, names: &[&str]) -> Result<Output, Refusal> {
        let unusable = |error| Refusal::Unusable { root: root.to_path_buf(), error };
        let is_new = !root.exists();
        fs::create_dir_all(root).map_err(unusable)?;
        let own = root.join(OWN);
        if !is_ours(&own).map_err(unusable)? {
            return Err(Refusal::Foreign { path: own, example: None });
        }
        let was_not_ours = !own.exists();
        fs::create_dir_all(&own).map_err(unusable)?;
        let lock = match lock::lock(&own.join(LOCK)).map_err(unusable)? {
            lock::Outcome::Locked(file) => file,
            lock::Outcome::HeldBy(process) => {
                return Err(Refusal::Busy { root: root.to_path_buf(), process });
            }
        };
        let list = List::open(&own.join(LIST)).map_err(unusable)?;
        let checked = names.iter().try_for_each(|name| refusal::check(root, name, &list));
        let state = Mutex::new(State { list, notes: Vec::new() });
        let root = root.to_path_buf();
        let output = Output(Arc::new(Inner { root, state, is_new, was_not_ours, _lock: lock }));
        checked.map(|()| output)
    }

    pub fn path(&self) -> &Path {
        &self.0.root
    }

    /// For files that nobody needs when the run is over.
    pub fn scratch(&self) -> PathBuf {
        self.path().join(OWN).join(SCRATCH)
    }

    /// A folder below this one, to be filled in place.
    pub fn folder(&self, name: &str) -> Folder {
        Folder::listed(self.clone(), self.path().join(name), name)
    }

    /// A folder that is filled before it takes the place of the one with this name.
    pub fn draft_of(&self, name: &str) -> Folder {
        Folder::listed(self.clone(), self.path().join(format!("{OWN}-{name}")), name)
    }

    /// Gives a file its content in one step: a reader, or a run that was killed, never meets half
    /// of it. It is not waited for that the disk has it; a busy one would take its time out of the
    /// budget.
    pub fn replace(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.replace_with(name, |writer| writer.write_all(content), |_| Ok(()))
    }

    /// The same for what cannot be made again: the disk has it before it takes the place of what
    /// was there.
    pub fn replace_safely(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.replace_with(name, write, File::sync_data)
    }

    fn replace_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        settle: impl FnOnce(&File) -> io::Result<()>,
    ) -> io::Result<()> {
        let draft = self.path().join(OWN).join(DRAFT);
        let digest = File::create(&draft).and_then(|file| {
            let mut writer = list::Digesting::new(BufWriter::new(file));
            write(&mut writer)?;
            let (writer, digest) = writer.finish()?;
            settle(writer.get_ref())?;
            Ok(digest)
        });
        let put = |digest: String| {
            self.keep_foreign(&self.path().join(name), name)?;
            self.state().list.add(name, &digest)?;
            fs::rename(&draft, self.path().join(name))
        };
        digest.and_then(put).inspect_err(|_| {
            // The first error is the one to report; a draft left behind harms nobody.
            let _ = fs::remove_file(&draft);
        })
    }

    /// Notes that a file will change all the time: whatever stands in it is Assay's.
    pub fn list_journal(&self, name: &str) -> io::Result<()> {
        self.state().list.add_journal(name)
    }

    /// Whether a file is there as Assay wrote it.
    pub fn is_intact(&self, name: &str) -> io::Result<bool> {
        Ok(self.owner(&self.path().join(name), name)? == Owner::Assay)
    }

    /// Removes files below a folder that are as Assay wrote them, but for these, and folders that
    /// are empty then.
    pub fn clear(&self, name: &str, but: &BTreeSet<String>) -> io::Result<()> {
        folder::clear(self, &self.path().join(name), name, but)
    }

    /// What was kept aside since the last time.
    pub fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut self.state().notes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // It holds plain data that is whole at every moment.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owner(&self, path: &Path, name: &str) -> io::Result<Owner> {
        let facts = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Owner::Nobody),
            facts => facts?,
        };
        let state = self.state();
        let is_own = facts.is_file()
            && (state.list.is_journal(name)
                || (state.list.has(name) && state.list.has_content(name, &fs::read(path)?)));
        Ok(if is_own { Owner::Assay } else { Owner::User })
    }

    /// Moves what the user has at this place out of the way.
    fn keep_foreign(&self, path: &Path, name: &str) -> io::Result<()> {
        if self.owner(path, name)? != Owner::User {
            return Ok(());
        }
        let aside = free_name(path);
        fs::rename(path, &aside)?;
        self.note(&aside, name);
        Ok(())
    }

    fn note(&self, aside: &Path, name: &str) {
        let kept = aside.file_name().unwrap_or_default().display();
        let note = format!("kept as {kept}: {name}, which Assay has not written like this");
        self.state().notes.push(note);
    }
}

/// Whether Assay may keep its own things there: in a folder that it has made, or that is empty.
fn is_ours(own: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(own) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        facts => {
            let is_folder = facts?.is_dir();
            Ok(is_folder && (own.join(LOCK).exists() || fs::read_dir(own)?.next().is_none()))
        }
    }
}

/// `t0001.c.kept`, or with a number where that is taken.
fn free_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_os_string();
    let numbered = (1..).map(|number| {
        let mut name = name.clone();
        name.push(if number == 1 { ".kept".to_string() } else { format!(".kept-{number}") });
        path.with_file_name(name)
    });
    let mut free = numbered.filter(|path| fs::symlink_metadata(path).is_err());
    free.next().unwrap_or_else(|| path.to_path_buf())
}

#[cfg(test)]
mod tests;
