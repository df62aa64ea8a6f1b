//! Records the open lesson as recent work, with the progress in the course.

use yew::prelude::*;

use super::course::{counts, is_done};
use super::progress::ProgressHandle;
use super::site_files::CourseFiles;
use crate::address::route::Route;
use crate::page::recent_work::{self, Work};

#[hook]
pub fn use_recent_lesson(course: Option<&CourseFiles>, progress: &ProgressHandle, route: &Route) {
    let work = course.filter(|_| progress.is_loaded).and_then(|course| lesson(course, progress, route));
    use_effect_with(work, |work| {
        if let Some(work) = work {
            recent_work::remember(work.clone());
        }
    });
}

/// Returns none if the address is not that of a written lesson.
fn lesson(course: &CourseFiles, progress: &ProgressHandle, route: &Route) -> Option<Work> {
    let Route::Lesson { lesson } = route else { return None };
    let entry = course.index.find(lesson)?;
    let lessons = || course.index.entries().filter(|entry| counts(entry));
    let solved = lessons().filter(|entry| is_done(progress, entry)).count();
    Some(Work::Lesson {
        slug: entry.slug.clone(),
        number: entry.id.to_string(),
        en: entry.en.title.clone(),
        ja: entry.ja.title.clone(),
        is_solved: is_done(progress, entry),
        solved: u32::try_from(solved).unwrap_or(u32::MAX),
        lessons: u32::try_from(lessons().count()).unwrap_or(u32::MAX),
    })
}
