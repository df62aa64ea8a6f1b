//! Reads the files of a lesson, renders its texts, proves that it works, and packs it for the site.
//!
//! For authors and the build. No function here reads a file: the caller passes the texts.

pub mod answer;
pub mod document;
mod emphasis;
mod facts;
#[cfg(feature = "author")]
pub mod files;
mod json_places;
mod markdown;
mod pack;
mod parts;
mod places;
mod problem;
mod proof;
pub mod report;
mod structure;
mod terms;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::glossary::Glossary;
use crate::id::LessonId;
use crate::lesson::Lesson;

pub use markdown::request_text;
pub use pack::{index, pack};
pub use places::Place;
pub use problem::{
    FactsProblem, LanguagesProblem, PlayedAttempt, Problem, ProofProblem, TextProblem, TooMuch,
};

/// The texts of a lesson's folder.
#[derive(Clone, Debug, Default)]
pub struct LessonSource {
    /// The folder's name, such as "1.1-a-table-in-this-tab".
    pub folder: String,
    /// The content of `lesson.json`.
    pub facts: String,
    /// The content of `en.md`.
    pub english: String,
    /// The content of `ja.md`.
    pub japanese: String,
}

/// The lessons, terms and error pages that a lesson may refer to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LessonReferences {
    /// Lessons that are written, with their addresses.
    pub slugs: BTreeMap<LessonId, String>,
    /// All lessons of the course, written or not.
    pub planned: BTreeSet<LessonId>,
    pub glossary: Glossary,
    /// Names of errors that have a page.
    pub error_pages: BTreeSet<String>,
}

/// Addresses below `/learn` that are pages of the app.
const RESERVED_SLUGS: [&str; 1] = ["build"];

/// The attempts of a lesson that the proof plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptSelection {
    /// The lesson is only read.
    Nothing,
    /// All attempts except those that start a trigger function, because this caller has no JavaScript.
    WithoutFunctions,
    #[cfg(feature = "author")]
    Everything,
}

/// Splits the name of a folder into the number and the address of its lesson.
pub fn folder_parts(folder: &str) -> Option<(LessonId, &str)> {
    let (id, slug) = folder.split_once('-')?;
    let is_plain = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    (!slug.is_empty() && is_plain(slug)).then_some((id.parse().ok()?, slug))
}

/// Returns the lesson, as far as it can be read, and all its problems. A lesson without problems is proved. It is unsolved at
/// the start. Its naive attempt fails on exactly its goals. Each solution solves it.
#[cfg(feature = "author")]
pub fn read(source: &LessonSource, surroundings: &LessonReferences) -> (Option<Lesson>, Vec<Problem>) {
    let Reading { lesson, problems, .. } = read_played(source, surroundings, AttemptSelection::Everything);
    (lesson, problems)
}

/// A lesson as it was read, with its problems.
struct Reading {
    /// None if `lesson.json` cannot be read.
    lesson: Option<Lesson>,
    problems: Vec<Problem>,
    /// Attempts that were not played.
    left_out: Vec<PlayedAttempt>,
}

fn read_played(source: &LessonSource, surroundings: &LessonReferences, played: AttemptSelection) -> Reading {
    let facts = match facts::read(source) {
        Ok(facts) => facts,
        Err(problem) => {
            return Reading { lesson: None, problems: vec![problem.into()], left_out: Vec::new() };
        }
    };
    let mut problems: Vec<Problem> =
        facts::check(&facts, surroundings).into_iter().map(Problem::from).collect();
    let proved = proof::prove(&facts, played);
    problems.extend(proved.problems.into_iter().map(Problem::from));
    let measured = proved.measured;
    let (english, japanese, found) = texts::read(source, &facts, &measured, surroundings);
    problems.extend(found);
    let lesson = Lesson { facts, english, japanese, measured };
    Reading { lesson: Some(lesson), problems, left_out: proved.left_out }
}

/// Returns the problems in the definitions of terms.
pub fn check_glossary(glossary: &Glossary) -> Vec<Problem> {
    terms::check_glossary(glossary)
}
