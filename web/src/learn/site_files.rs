//! The files of the course on the site: the list of lessons, the glossary, and one file for each lesson.

use std::cell::RefCell;

use dynalab_app::shared::Shared;
use dynalab_lessons::search::ErrorEntry;
use dynalab_lessons::{CourseIndex, Glossary, Lesson};
use serde::de::DeserializeOwned;

use crate::address::site;
use crate::browser::fetch_text::fetch_text;

const INDEX: &str = "/lessons/index.json";
const GLOSSARY: &str = "/lessons/glossary.json";
const ERRORS: &str = "/lessons/errors.json";

/// The files that all lessons share.
#[derive(Clone, PartialEq)]
pub struct CourseFiles {
    pub index: Shared<CourseIndex>,
    pub glossary: Shared<Glossary>,
}

thread_local! {
    /// The course files, which are fetched once per visit.
    static COURSE: RefCell<Option<CourseFiles>> = const { RefCell::new(None) };
}

/// Fetches the course files.
///
/// # Errors
/// Returns the browser's error.
pub async fn fetch_course() -> Result<CourseFiles, String> {
    if let Some(course) = COURSE.with_borrow(Clone::clone) {
        return Ok(course);
    }
    let (index, glossary) = futures_util::join!(fetch_json(INDEX), fetch_json(GLOSSARY));
    let course = CourseFiles { index: Shared::new(index?), glossary: Shared::new(glossary?) };
    COURSE.set(Some(course.clone()));
    Ok(course)
}

/// Fetches the errors that the search finds, when the search is first used.
///
/// # Errors
/// Returns the errors of [`fetch_course`].
pub async fn fetch_errors() -> Result<Vec<ErrorEntry>, String> {
    fetch_json(ERRORS).await
}

/// Fetches a lesson. `file` is its file name in the list of lessons.
///
/// # Errors
/// Returns the errors of [`fetch_course`].
pub async fn fetch_lesson(file: &str) -> Result<Lesson, String> {
    fetch_json(&format!("/lessons/{file}")).await
}

async fn fetch_json<T: DeserializeOwned>(address: &str) -> Result<T, String> {
    let text = fetch_text(&site::address(address)).await?;
    serde_json::from_str(&text).map_err(|error| format!("{address}: {error}"))
}
