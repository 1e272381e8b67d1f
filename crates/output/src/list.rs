//! What Assay wrote: a line with digest and name for each file, as `sha256sum` prints them.
//!
//! A line is added before its file is written, so that no file is without one when a run is killed.
//! A name may have several lines: any of these contents is Assay's.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// In place of a digest: whatever the file holds is Assay's.
const ANY: &str = "*";
/// Contents that are remembered for a name. A report is written again and again.
const MOST_CONTENTS: usize = 32;

pub(crate) struct List {
    file: File,
    /// Digests by name, the latest last.
    contents: HashMap<String, Vec<String>>,
}

impl List {
    pub(crate) fn open(path: &Path) -> io::Result<List> {
        let text = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            text => text?,
        };
        let mut contents: HashMap<String, Vec<String>> = HashMap::new();
        let mut is_long = false;
        for line in String::from_utf8_lossy(&text).lines() {
            let Some((digest, name)) = line.split_once("  ") else { continue };
            let known = contents.entry(name.to_string()).or_default();
            known.push(digest.to_string());
            if known.len() > MOST_CONTENTS {
                known.remove(0);
                is_long = true;
            }
        }
        if is_long {
            shorten(path, &contents)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(List { file, contents })
    }

    pub(crate) fn add(&mut self, name: &str, digest: &str) -> io::Result<()> {
        let known = self.contents.entry(name.to_string()).or_default();
        if !known.iter().any(|known| known == digest) {
            self.file.write_all(line(digest, name).as_bytes())?;
            known.push(digest.to_string());
        }
        Ok(())
    }

    pub(crate) fn add_journal(&mut self, name: &str) -> io::Result<()> {
        self.add(name, ANY)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.contents.contains_key(name)
    }

    pub(crate) fn is_journal(&self, name: &str) -> bool {
        self.contents.get(name).is_some_and(|known| known.iter().any(|digest| digest == ANY))
    }

    pub(crate) fn has_content(&self, name: &str, content: &[u8]) -> bool {
        let digest = digest(content);
        self.contents.get(name).is_some_and(|known| known.contains(&digest))
    }

    /// Whether Assay wrote anything below this folder.
    pub(crate) fn has_below(&self, folder: &str) -> bool {
        let is_below =
            |name: &String| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        self.contents.keys().any(is_below)
    }
}

fn shorten(path: &Path, contents: &HashMap<String, Vec<String>>) -> io::Result<()> {
    let mut text = String::new();
    for (name, digests) in contents {
        digests.iter().for_each(|digest| text += &line(digest, name));
    }
    let draft = path.with_extension("new");
    fs::write(&draft, text)?;
    fs::rename(draft, path)
}

fn line(digest: &str, name: &str) -> String {
    format!("{digest}  {name}\n")
}

/// SHA-256, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    in_hexadecimal(&Sha256::digest(bytes))
}

fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Passes everything on and has the digest of it in the end.
pub(crate) struct Digesting<W: Write> {
    inner: W,
    digest: Sha256,
}

impl<W: Write> Digesting<W> {
    pub(crate) fn new(inner: W) -> Digesting<W> {
        Digesting { inner, digest: Sha256::new() }
    }

    pub(crate) fn finish(mut self) -> io::Result<(W, String)> {
        self.inner.flush()?;
        Ok((self.inner, in_hexadecimal(&self.digest.finalize())))
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
