//! Collects the license texts from the folder of each library, and joins equal texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Library;

/// How the names of license files begin, in lower case. A folder of such a name contains license files.
const NAMES: &[&str] = &["license", "licence", "copying", "copyright", "notice", "unlicense"];
/// Files of these types are programs or data, whatever their names are.
const NOT_TEXTS: &[&str] = &["rs", "js", "mjs", "ts", "json", "toml", "html"];

/// A license text and the libraries that it applies to.
#[derive(Debug, PartialEq, Eq)]
pub struct LicenseText {
    pub labels: Vec<String>,
    pub text: String,
}

/// The license of Dynalab itself has the standard wording, below the line that names the holder.
const MIT: &str = include_str!("../../../LICENSE-MIT");

/// The license that a library without a license file names, with its standard text: `apache`, or the wording of MIT below the
/// names of its authors. None if it names neither, or has no authors.
fn standard_text(library: &Library, authors: &str, apache: &str) -> Option<(&'static str, String)> {
    if library.license.contains("Apache-2.0") {
        return Some(("Apache-2.0", apache.to_owned()));
    }
    if library.license != "MIT" || authors.is_empty() {
        return None;
    }
    let lines = MIT.lines().map(|line| match line.starts_with("Copyright") {
        true => format!("Copyright (c) {authors}"),
        false => line.to_owned(),
    });
    Some(("MIT", lines.collect::<Vec<_>>().join("\n")))
}

/// Groups libraries by license text. Texts that differ only in white space are equal. A library without a file uses its
/// standard text.
///
/// # Errors
/// Fails if a library has no license text.
pub fn grouped(libraries: &[Library], apache: &str) -> Result<Vec<LicenseText>> {
    let mut groups: Vec<LicenseText> = Vec::new();
    let mut place_by_words: BTreeMap<String, usize> = BTreeMap::new();
    for library in libraries {
        let mut label = library.label();
        let mut texts = library.folder.as_deref().map(texts_of).transpose()?.unwrap_or_default();
        if texts.is_empty() {
            let authors = library.authors.join(", ");
            let (name, text) = standard_text(library, &authors, apache)
                .with_context(|| format!("{label} has no license file ({})", library.license))?;
            label = format!("{label} ({authors}; used under {name})");
            texts.push(text);
        }
        for text in texts {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let place = *place_by_words.entry(words).or_insert(groups.len());
            match groups.get_mut(place) {
                Some(group) if group.labels.contains(&label) => {}
                Some(group) => group.labels.push(label.clone()),
                None => {
                    groups.push(LicenseText { labels: vec![label.clone()], text: text.trim().to_owned() })
                }
            }
        }
    }
    Ok(groups)
}

/// The license files of a folder, in the order of their names.
fn texts_of(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
        if !NAMES.iter().any(|begin| name.starts_with(begin)) {
            continue;
        }
        if path.is_dir() { files.extend(entries(&path)?) } else { files.push(path) }
    }
    files.retain(|file| {
        file.extension().is_none_or(|found| NOT_TEXTS.iter().all(|extension| found != *extension))
    });
    let read = |file: &PathBuf| {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    files.iter().map(read).collect()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = read.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
