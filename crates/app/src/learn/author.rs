//! The entry of a lesson that its author tries. No list has it, so the entry is made from the lesson itself.

use dynalab_lessons::course::EntryText;
use dynalab_lessons::{CourseEntry, Lesson, LessonText};

pub fn entry(lesson: &Lesson) -> CourseEntry {
    let facts = &lesson.facts;
    let text = |text: &LessonText| EntryText { title: text.title.clone(), summary: text.summary.clone() };
    CourseEntry {
        id: facts.id,
        slug: facts.slug.clone(),
        version: facts.version,
        minutes: facts.minutes,
        kind: facts.kind,
        needs: facts.needs.clone(),
        en: text(&lesson.english),
        ja: text(&lesson.japanese),
        terms: facts.introduces.clone(),
        errors: Vec::new(),
        file: String::new(),
    }
}
