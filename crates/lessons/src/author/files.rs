//! Reads the folders of the course and writes the folder of a lesson. No other module of this crate accesses files.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use super::{LessonReferences, LessonSource, folder_parts};
use crate::claims::ClaimMap;
use crate::course::Course;
use crate::glossary::Glossary;

/// The content of `crates/lessons/course`.
#[derive(Clone, Debug)]
pub struct CourseFiles {
    pub course: Course,
    pub claims: ClaimMap,
    pub surroundings: LessonReferences,
    /// Folders of lessons, in the order of the course.
    pub folders: Vec<PathBuf>,
}

#[derive(Debug)]
pub struct UnreadableFile {
    pub path: PathBuf,
    pub detail: String,
}

impl fmt::Display for UnreadableFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.path.display(), self.detail)
    }
}

impl std::error::Error for UnreadableFile {}

/// Reads the course in `root`. The folder `error_pages` has one JSON file for each error.
///
/// # Errors
/// Returns the file that cannot be read.
pub fn read_course(root: &Path, error_pages: &Path) -> Result<CourseFiles, UnreadableFile> {
    let course: Course = read_json(&root.join("course.json"))?;
    let claims: ClaimMap = read_json(&root.join("claims.json"))?;
    let mut glossary = Glossary::default();
    let mut folders = Vec::new();
    for chapter in folders_in(root)? {
        let terms = chapter.join("glossary.json");
        if terms.exists() {
            glossary.terms.extend(read_json::<Glossary>(&terms)?.terms);
        }
        for folder in folders_in(&chapter)? {
            // Git does not store empty folders, but a working tree may contain one.
            if !entries(&folder)?.is_empty() {
                folders.push(folder);
            }
        }
    }
    let mut surroundings = LessonReferences {
        planned: course.chapters.iter().flat_map(|chapter| chapter.ids()).collect(),
        glossary,
        error_pages: names_in(error_pages)?,
        ..LessonReferences::default()
    };
    for folder in &folders {
        let name = name_of(folder);
        let (id, slug) = folder_parts(&name).ok_or_else(|| UnreadableFile {
            path: folder.clone(),
            detail: "the folder has no name like \"1.1-a-table-in-this-tab\"".to_owned(),
        })?;
        surroundings.slugs.insert(id, slug.to_owned());
    }
    folders.sort_by_key(|folder| folder_parts(&name_of(folder)).map(|(id, _)| id));
    Ok(CourseFiles { course, claims, surroundings, folders })
}

/// Reads the three files of a lesson's folder.
///
/// # Errors
/// Returns the file that cannot be read.
pub fn read_source(folder: &Path) -> Result<LessonSource, UnreadableFile> {
    Ok(LessonSource {
        folder: name_of(folder),
        facts: read_text(&folder.join("lesson.json"))?,
        english: read_text(&folder.join("en.md"))?,
        japanese: read_text(&folder.join("ja.md"))?,
    })
}

/// Creates the folder of a lesson in `parent` and returns its path. It does not overwrite files.
///
/// # Errors
/// Returns the folder or file that cannot be created. A folder name that is not a lesson's is rejected: it could lead out of
/// `parent`.
pub fn write_source(parent: &Path, source: &LessonSource) -> Result<PathBuf, UnreadableFile> {
    let unwritable = |path: &Path, detail: String| UnreadableFile { path: path.to_owned(), detail };
    if folder_parts(&source.folder).is_none() {
        let detail = format!("\"{}\" is no name like \"1.1-a-table-in-this-tab\"", source.folder);
        return Err(unwritable(parent, detail));
    }
    let folder = parent.join(&source.folder);
    std::fs::create_dir(&folder).map_err(|error| unwritable(&folder, error.to_string()))?;
    let files = [("lesson.json", &source.facts), ("en.md", &source.english), ("ja.md", &source.japanese)];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| unwritable(&path, error.to_string()))?;
    }
    Ok(folder)
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, UnreadableFile> {
    serde_json::from_str(&read_text(path)?)
        .map_err(|error| UnreadableFile { path: path.to_owned(), detail: error.to_string() })
}

fn read_text(path: &Path) -> Result<String, UnreadableFile> {
    std::fs::read_to_string(path)
        .map_err(|error| UnreadableFile { path: path.to_owned(), detail: error.to_string() })
}

fn folders_in(path: &Path) -> Result<Vec<PathBuf>, UnreadableFile> {
    Ok(entries(path)?.into_iter().filter(|path| path.is_dir()).collect())
}

/// Returns the names of the files in a folder, without their extensions.
fn names_in(path: &Path) -> Result<BTreeSet<String>, UnreadableFile> {
    let stem = |path: &PathBuf| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    Ok(entries(path)?.iter().filter_map(stem).collect())
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, UnreadableFile> {
    let unreadable =
        |error: std::io::Error| UnreadableFile { path: path.to_owned(), detail: error.to_string() };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
