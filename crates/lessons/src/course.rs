//! The course: eight chapters and all their lessons by number and title, also those that are not written yet.

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
    /// The name of its folder, behind the number.
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

/// A lesson by number, written or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedLesson {
    pub id: LessonId,
    pub en: String,
    pub ja: String,
}

/// The file that the list of lessons is drawn from: only what is written, and how many each chapter will have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseIndex {
    pub chapters: Vec<IndexedChapter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedChapter {
    pub number: u8,
    /// Its reference card is at `/cards/SLUG/`.
    pub slug: String,
    pub en: ChapterText,
    pub ja: ChapterText,
    /// Lessons that are written, in their order; test-out and review at the end.
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
    /// Terms of the glossary that it introduces.
    pub terms: Vec<String>,
    /// Errors that it shows, by their names: an error's page leads to these lessons.
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
    /// All lessons that are written, in the order of the course.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &CourseEntry> {
        self.chapters.iter().flat_map(|chapter| &chapter.lessons)
    }

    pub fn find(&self, slug: &str) -> Option<&CourseEntry> {
        self.entries().find(|entry| entry.slug == slug)
    }

    /// Lessons that show an error.
    pub fn about_error<'a>(&'a self, error: &'a str) -> impl Iterator<Item = &'a CourseEntry> {
        self.entries().filter(move |entry| entry.errors.iter().any(|known| known == error))
    }

    /// The lesson to go on with; test-outs and reviews are not in the line.
    pub fn after(&self, id: LessonId) -> Option<&CourseEntry> {
        let in_line = |entry: &&CourseEntry| matches!(entry.kind, LessonKind::Lesson | LessonKind::Capstone);
        self.entries().filter(in_line).find(|entry| entry.id > id)
    }
}

impl Chapter {
    /// Its lessons, written or not, with test-out and review.
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
