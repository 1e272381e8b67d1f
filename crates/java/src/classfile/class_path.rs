//! Where classes are found by their names: what the user gave first, then the JDK.

use super::{ClassFile, Jdk, Name, read::read};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::ZipArchive;

/// What is wrong, in words that say what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

pub struct ClassPath {
    places: Vec<Classes>,
    /// How many of them are the user's own; libraries come behind.
    own: usize,
    jdk: Jdk,
}

/// One entry of the path.
enum Classes {
    Folder(PathBuf),
    Jar(PathBuf, Box<ZipArchive<File>>),
}

impl ClassPath {
    /// Folders of `.class` files and jars, in the order in which they are asked: what the user is
    /// about, and the libraries that it uses.
    pub fn new(own: &[PathBuf], libraries: &[PathBuf], jdk: Jdk) -> Result<ClassPath, Error> {
        let places = own.iter().chain(libraries).map(|place| Classes::open(place));
        Ok(ClassPath { places: places.collect::<Result<_, _>>()?, own: own.len(), jdk })
    }

    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// A class by its internal name, and whether it is the user's.
    pub fn find(&mut self, class: &str) -> Result<(Arc<ClassFile>, bool), Error> {
        let (bytes, is_own) = self.bytes(class)?;
        Ok((parsed(class, &bytes)?, is_own))
    }

    /// The class file of a class, and whether it is the user's own.
    pub fn bytes(&mut self, class: &str) -> Result<(Vec<u8>, bool), Error> {
        for (index, place) in self.places.iter_mut().enumerate() {
            if let Some(bytes) = place.find(class)? {
                return Ok((bytes, index < self.own));
            }
        }
        match self.jdk.find(class) {
            Some(bytes) => Ok((bytes, false)),
            None => Err(Error(format!(
                "the class {} is not found; name the folder or the jar that has it",
                class.replace('/', ".")
            ))),
        }
    }

    /// The names of all classes of the user's own.
    pub fn user_classes(&self) -> Vec<Name> {
        let own = self.places[..self.own].iter();
        let mut names: Vec<Name> = own.flat_map(Classes::names).collect();
        names.sort();
        names.dedup();
        names
    }
}

fn parsed(class: &str, bytes: &[u8]) -> Result<Arc<ClassFile>, Error> {
    let file = read(bytes)
        .map_err(|why| Error(format!("the class {}: {why}", class.replace('/', "."))))?;
    match *file.name == *class {
        true => Ok(Arc::new(file)),
        false => Err(Error(format!(
            "the file of the class {} holds the class {}",
            class.replace('/', "."),
            file.name.replace('/', ".")
        ))),
    }
}

impl Classes {
    fn open(place: &Path) -> Result<Classes, Error> {
        let shown = place.display();
        if place.is_dir() {
            return Ok(Classes::Folder(place.to_path_buf()));
        }
        let file = File::open(place).map_err(|error| Error(format!("{shown}: {error}")))?;
        let archive = ZipArchive::new(file)
            .map_err(|error| Error(format!("{shown} is no jar that can be read: {error}")))?;
        Ok(Classes::Jar(place.to_path_buf(), Box::new(archive)))
    }

    fn find(&mut self, class: &str) -> Result<Option<Vec<u8>>, Error> {
        let name = format!("{class}.class");
        match self {
            Classes::Folder(folder) => match std::fs::read(folder.join(&name)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(Error(format!("{}: {error}", folder.join(&name).display()))),
            },
            Classes::Jar(path, archive) => {
                let mut entry = match archive.by_name(&name) {
                    Ok(entry) => entry,
                    Err(zip::result::ZipError::FileNotFound) => return Ok(None),
                    Err(error) => {
                        return Err(Error(format!("{}: {name}: {error}", path.display())));
                    }
                };
                let mut bytes = Vec::new();
                entry
                    .read_to_end(&mut bytes)
                    .map_err(|error| Error(format!("{}: {name}: {error}", path.display())))?;
                Ok(Some(bytes))
            }
        }
    }

    fn names(&self) -> Vec<Name> {
        let files = match self {
            Classes::Folder(folder) => files_below(folder, ""),
            Classes::Jar(_, archive) => archive.file_names().map(str::to_string).collect(),
        };
        let is_versioned = |name: &&str| name.starts_with("META-INF/");
        let classes = files.iter().filter_map(|name| name.strip_suffix(".class"));
        classes.filter(|name| !is_versioned(name)).map(Name::from).collect()
    }
}

fn files_below(folder: &Path, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => names.extend(files_below(&entry.path(), &format!("{name}/"))),
            false => names.push(name),
        }
    }
    names
}
