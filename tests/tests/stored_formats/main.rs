//! What a release wrote opens forever: designs, links, workspaces, progress, lessons and backups of each version.
//!
//! Each folder in `tests/fixtures` has the files of one version, and stays. `DYNALAB_NEW_FIXTURES=NAME` writes the same content as
//! the writers of now write it, into a new folder.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../../../crates/playground/tests/page/mod.rs"]
mod page;
#[path = "../../../crates/playground/tests/stored_text/mod.rs"]
mod stored_text;

mod backups;
mod designs;
mod documents;
mod learning;
mod workspaces;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of one version, by name.
struct Fixtures {
    version: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Fixtures {
    fn text(&self, name: &str) -> &str {
        std::str::from_utf8(self.bytes(name)).unwrap()
    }

    fn bytes(&self, name: &str) -> &[u8] {
        self.files.get(name).unwrap_or_else(|| panic!("{} has no {name}", self.version))
    }

    /// Returns the names and texts of the files that end like this.
    fn ending(&self, ending: &'static str) -> impl Iterator<Item = (&str, &str)> {
        let found = self.files.keys().filter_map(move |name| name.strip_suffix(ending));
        found.map(move |name| (name, self.text(&format!("{name}{ending}"))))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Returns the fixtures of all versions, the newest last.
fn all_versions() -> Vec<Fixtures> {
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let read = |path: &Path| {
        let file =
            |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
        let files = fs::read_dir(path).unwrap().map(|entry| file(entry.unwrap())).collect();
        Fixtures { version: path.file_name().unwrap().to_string_lossy().into_owned(), files }
    };
    let versions: Vec<Fixtures> = names.iter().map(|path| read(path)).collect();
    assert!(!versions.is_empty());
    versions
}

/// Returns the content of the newest fixtures as the writers of now write it.
fn written_now(newest: &Fixtures) -> BTreeMap<String, Vec<u8>> {
    let parts = [
        designs::written(newest),
        documents::written(newest),
        learning::written(newest),
        workspaces::written(),
        backups::written(),
    ];
    parts.into_iter().flatten().collect()
}

/// A change of a format fails here. The old folder then stays as it is, and a new one is added beside it.
#[test]
fn the_newest_fixtures_are_what_is_written_now() {
    let newest = all_versions().pop().unwrap();
    let written = written_now(&newest);
    if let Some(name) = std::env::var_os("DYNALAB_NEW_FIXTURES") {
        let folder = folder().join(name);
        fs::create_dir(&folder).expect("a folder of fixtures never changes, so the name must be new");
        for (name, bytes) in written {
            fs::write(folder.join(name), bytes).unwrap();
        }
        return;
    }
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&written), names(&newest.files), "each file has a writer");
    for (name, bytes) in &written {
        assert!(
            *bytes == newest.files[name],
            "The format of {name} has changed. Keep tests/fixtures/{version} and its decoder, and write the new format beside it: \
             DYNALAB_NEW_FIXTURES=NAME cargo test -p dynalab-tests --test stored_formats",
            version = newest.version
        );
    }
}
