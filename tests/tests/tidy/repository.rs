//! The files of the repository, except generated ones.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of generated files.
const GENERATED: &[&str] = &["target", "dist", "dist.unfinished", "node_modules", ".git"];

pub struct File {
    /// Relative to the root of the repository, with forward slashes.
    pub path: String,
    /// None if the file is not text.
    pub text: Option<String>,
}

impl File {
    pub fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the tests live inside the repository").to_owned()
}

pub fn all_files() -> Vec<File> {
    let root = root();
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    paths.into_iter().filter_map(|path| read(&root, &path)).collect()
}

pub fn rust_files() -> Vec<File> {
    all_files().into_iter().filter(|file| file.has_extension("rs")).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the repository can be read");
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // In a second working tree of Git, `.git` is a file.
        if GENERATED.contains(&name.as_ref()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// Reads a file. It may be deleted between listing and reading, because editors save by renaming.
fn read(root: &Path, path: &Path) -> Option<File> {
    let bytes = fs::read(path).ok()?;
    let relative = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    Some(File { path: relative, text: String::from_utf8(bytes).ok() })
}
