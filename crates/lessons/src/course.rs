//! The course: eight chapters and all their lessons by number and title, written or not.

use serde::{Deserialize, Serialize};

use crate::id::{LessonId, Place};
use crate::lesson::LessonKind;
use crate::text::Language;

/// The content of `course.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    pub chapters: Vec<Chapter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub number: u8,
    /// The chapter's name in its folder, after the number.
    pub slug: String,
    pub en: ChapterText,
    pub ja: ChapterText,
    pub lessons: Vec<PlannedLesson>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterText {
    pub title: String,
    pub summary: String,
}

/// A lesson of the plan, written or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedLesson {
    pub id: LessonId,
    pub en: String,
    pub ja: String,
}

/// The file that the page draws the list of lessons from. It has the written lessons, and the planned number of each chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseIndex {
    pub chapters: Vec<IndexedChapter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedChapter {
    pub number: u8,
    /// The address of its reference card: `/cards/SLUG/`.
    pub slug: String,
    pub en: ChapterText,
    pub ja: ChapterText,
    /// Lessons that are written, in order. Test-out and review come last.
    pub lessons: Vec<CourseEntry>,
    /// Lessons of the chapter, written or not, without test-out and review.
    pub planned: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseEntry {
    pub id: LessonId,
    pub slug: String,
    pub version: u32,
    pub minutes: u8,
    pub kind: LessonKind,
    pub needs: Vec<LessonId>,
    pub en: EntryText,
    pub ja: EntryText,
    /// Glossary terms that the lesson introduces.
    pub terms: Vec<String>,
    /// Names of the errors that the lesson shows. An error's page links to these lessons.
    pub errors: Vec<String>,
    /// The name of the lesson's file beside the index.
    pub file: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryText {
    pub title: String,
    pub summary: String,
}

impl CourseIndex {
    /// Returns all written lessons, in the order of the course.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &CourseEntry> {
        self.chapters.iter().flat_map(|chapter| &chapter.lessons)
    }

    pub fn find(&self, slug: &str) -> Option<&CourseEntry> {
        self.entries().find(|entry| entry.slug == slug)
    }

    /// Returns the lessons that show an error.
    pub fn about_error<'a>(&'a self, error: &'a str) -> impl Iterator<Item = &'a CourseEntry> {
        self.entries().filter(move |entry| entry.errors.iter().any(|known| known == error))
    }

    /// Returns the next lesson. Test-outs and reviews are skipped.
    pub fn after(&self, id: LessonId) -> Option<&CourseEntry> {
        let in_line = |entry: &&CourseEntry| matches!(entry.kind, LessonKind::Lesson | LessonKind::Capstone);
        self.entries().filter(in_line).find(|entry| entry.id > id)
    }
}

impl Chapter {
    /// Returns the ids of all its lessons, written or not, then its test-out and review.
    pub fn ids(&self) -> impl Iterator<Item = LessonId> {
        let ends = [Place::TestOut, Place::Review].map(|place| LessonId { chapter: self.number, place });
        self.lessons.iter().map(|lesson| lesson.id).chain(ends)
    }

    pub fn text(&self, language: Language) -> &ChapterText {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

impl IndexedChapter {
    pub fn text(&self, language: Language) -> &ChapterText {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

impl CourseEntry {
    pub fn text(&self, language: Language) -> &EntryText {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}
