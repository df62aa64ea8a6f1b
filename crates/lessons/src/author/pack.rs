//! Packs the files of the site: one for each lesson, and the index of all.

use std::collections::BTreeSet;

use super::problem::{FactsProblem, Problem};
use crate::course::{Course, CourseEntry, CourseIndex, EntryText, IndexedChapter};
use crate::goal::Goal;
use crate::lesson::{HintCondition, Lesson, LessonFacts, PACKED_BYTES_MAX};
use crate::text::LessonText;

/// Packs a lesson as a file of the site.
///
/// # Errors
/// Fails if the lesson is too large for one file.
pub fn pack(lesson: &Lesson) -> Result<String, Problem> {
    let packed = serde_json::to_string(lesson).map_err(FactsProblem::from)?;
    match packed.len() <= PACKED_BYTES_MAX {
        true => Ok(packed),
        false => Err(FactsProblem::TooLarge { bytes: packed.len(), most: PACKED_BYTES_MAX }.into()),
    }
}

/// Builds the index of the written lessons, in the order of the course.
pub fn index(course: &Course, lessons: &[Lesson]) -> CourseIndex {
    let chapters = course.chapters.iter().map(|chapter| {
        let mut entries: Vec<CourseEntry> =
            lessons.iter().filter(|lesson| lesson.facts.id.chapter == chapter.number).map(entry).collect();
        entries.sort_by_key(|entry| entry.id);
        IndexedChapter {
            number: chapter.number,
            slug: chapter.slug.clone(),
            en: chapter.en.clone(),
            ja: chapter.ja.clone(),
            lessons: entries,
            planned: chapter.lessons.len() as u8,
        }
    });
    CourseIndex { chapters: chapters.collect() }
}

fn entry(lesson: &Lesson) -> CourseEntry {
    let facts = &lesson.facts;
    let text = |text: &LessonText| EntryText { title: text.title.clone(), summary: text.summary.clone() };
    CourseEntry {
        id: facts.id,
        slug: facts.slug.clone(),
        version: facts.version,
        minutes: facts.minutes,
        kind: facts.kind,
        needs: facts.needs.clone(),
        terms: facts.introduces.clone(),
        errors: errors(facts),
        en: text(&lesson.english),
        ja: text(&lesson.japanese),
        file: format!("{}.json", facts.slug),
    }
}

/// Returns the errors of the lesson: of the naive attempt, of the conditions of hints, and of the goals.
fn errors(facts: &LessonFacts) -> Vec<String> {
    let hinted = facts.hints.iter().flat_map(|hint| &hint.when).filter_map(|condition| match condition {
        HintCondition::Error(name) => Some(name),
        HintCondition::Goal(_) | HintCondition::Message(_) | HintCondition::Operation(_) => None,
    });
    let wanted = facts.goals.iter().filter_map(|goal| match &goal.check {
        Goal::Answer(goal) => goal.error.as_ref(),
        _ => None,
    });
    let names: BTreeSet<&String> = facts.naive.error.iter().chain(hinted).chain(wanted).collect();
    names.into_iter().cloned().collect()
}
