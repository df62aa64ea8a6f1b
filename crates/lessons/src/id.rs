//! The number of a lesson: "2.5" is lesson 5 of chapter 2, "2.test" the chapter's test-out, "2.review" its review.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Sorts in the order of the course: the lessons of a chapter, then its test-out, then its review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LessonId {
    pub chapter: u8,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Counted from one.
    Lesson(u8),
    TestOut,
    Review,
}

/// The error for a text that is not the number of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the number of a lesson is like \"2.5\", \"2.test\" or \"2.review\"")
    }
}

impl std::error::Error for NotAnId {}

impl LessonId {
    pub const fn lesson(chapter: u8, number: u8) -> LessonId {
        LessonId { chapter, place: Place::Lesson(number) }
    }
}

impl fmt::Display for LessonId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Lesson(number) => write!(formatter, "{}.{number}", self.chapter),
            Place::TestOut => write!(formatter, "{}.test", self.chapter),
            Place::Review => write!(formatter, "{}.review", self.chapter),
        }
    }
}

impl FromStr for LessonId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<LessonId, NotAnId> {
        let (chapter, place) = text.split_once('.').ok_or(NotAnId)?;
        let place = match place {
            "test" => Place::TestOut,
            "review" => Place::Review,
            number => Place::Lesson(counted(number)?),
        };
        Ok(LessonId { chapter: counted(chapter)?, place })
    }
}

/// Parses a number from 1. It rejects signs and leading zeros, so that each lesson has one spelling.
fn counted(text: &str) -> Result<u8, NotAnId> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    digits.then(|| text.parse().ok()).flatten().ok_or(NotAnId)
}

impl Serialize for LessonId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LessonId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LessonId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written_and_ordered_as_in_the_course() {
        let texts = ["1.1", "1.9", "1.10", "1.test", "1.review", "2.1", "12.3"];
        let ids: Vec<LessonId> = texts.iter().map(|text| text.parse().expect("an id")).collect();
        assert_eq!(ids.iter().map(LessonId::to_string).collect::<Vec<_>>(), texts);
        assert!(ids.is_sorted());
        for wrong in ["", "1", "1.", ".1", "1.0", "01.1", "1.01", "+1.1", "1.1.1", "1.exam", "1.256"] {
            assert_eq!(wrong.parse::<LessonId>(), Err(NotAnId), "{wrong}");
        }
    }
}
