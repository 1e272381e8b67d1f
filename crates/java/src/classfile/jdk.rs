//! The user's JDK: where it is, and the classes in its `lib/modules`.

use super::class_path::Error;
use jimage_rs::JImage;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The classes of a JDK.
pub struct Jdk {
    home: PathBuf,
    image: JImage,
    /// Which module has the classes of a package.
    modules: HashMap<String, String>,
}

impl Jdk {
    /// The one in this folder, or else in `JAVA_HOME`, or that of the `java` on the path.
    pub fn open(home: Option<&Path>) -> Result<Jdk, Error> {
        let home = match home {
            Some(home) => home.to_path_buf(),
            None => default_home()?,
        };
        let file = home.join("lib/modules");
        let image = JImage::open(&file).map_err(|error| {
            Error(format!(
                "{}: no JDK's classes can be read here ({error}); name the folder of a JDK, \
                 version 17 or later, with --jdk",
                file.display()
            ))
        })?;
        let modules = modules(&image);
        Ok(Jdk { home, image, modules })
    }

    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The module of a class, by its internal name.
    pub fn module_of(&self, class: &str) -> Option<&str> {
        let (package, _) = class.rsplit_once('/')?;
        self.modules.get(package).map(String::as_str)
    }

    /// The bytes of a class, by its internal name.
    pub fn find(&self, class: &str) -> Option<Vec<u8>> {
        let module = self.module_of(class)?;
        let name = format!("/{module}/{class}.class");
        Some(self.image.find_resource(&name).ok()??.into_owned())
    }
}

fn modules(image: &JImage) -> HashMap<String, String> {
    let mut modules = HashMap::new();
    for name in image.resource_names_iter().flatten() {
        if name.extension == "class"
            && !name.parent.is_empty()
            && !modules.contains_key(&*name.parent)
        {
            modules.insert(name.parent.to_string(), name.module.to_string());
        }
    }
    modules
}

fn default_home() -> Result<PathBuf, Error> {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return Ok(home.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).map(|folder| folder.join("java"));
    let java = java.filter_map(|java| java.canonicalize().ok()).find(|java| java.is_file());
    let home = java.and_then(|java| Some(java.parent()?.parent()?.to_path_buf()));
    home.ok_or_else(|| {
        Error(
            "no JDK is found: JAVA_HOME is not set, and there is no java on the path; install one, \
             or name its folder with --jdk"
                .to_string(),
        )
    })
}
