//! Maps a requested path to a file inside the served folder, never outside it.

use std::path::{Path, PathBuf};

/// Returns the file for a request target (path with an optional query), or None. A path without an extension is a page of the
/// app, so it gets the app's document.
pub fn resolve(root: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decoded(path)?;
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    if segments.iter().any(|segment| segment.starts_with('.') || segment.contains(['\\', '\0', ':'])) {
        return None;
    }
    let wanted = root.join(segments.join("/"));
    // A folder with an `index.html` is a page.
    for file in [wanted.clone(), wanted.join("index.html")] {
        if let Some(file) = file_inside(root, &file) {
            return Some(file);
        }
    }
    let is_page = segments.last().is_none_or(|last| !last.contains('.'));
    if is_page { file_inside(root, &root.join("index.html")) } else { None }
}

/// Returns the file if it is inside the folder. It resolves links first, so that a link cannot lead out of the folder.
pub fn file_inside(root: &Path, wanted: &Path) -> Option<PathBuf> {
    let file = wanted.canonicalize().ok()?;
    (file.is_file() && file.starts_with(root)).then_some(file)
}

pub fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source_folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src").canonicalize().expect("the crate has a src folder")
    }

    #[test]
    fn finds_files_and_ignores_the_query() {
        let root = source_folder();
        assert_eq!(resolve(&root, "/lib.rs?version=1"), Some(root.join("lib.rs")));
        assert_eq!(resolve(&root, "/l%69b.rs"), Some(root.join("lib.rs")));
    }

    #[test]
    fn never_leaves_the_folder() {
        let root = source_folder();
        for target in
            ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/%", "/.git"]
        {
            assert_eq!(resolve(&root, target), None, "{target}");
        }
    }

    #[test]
    fn a_missing_file_is_missing() {
        assert_eq!(resolve(&source_folder(), "/missing.js"), None);
    }
}
