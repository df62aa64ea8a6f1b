//! Lessons as data: the format of a lesson, its goals, their checker on the real engine, and its proof.
//!
//! Three features select the parts. Without a feature, the crate has only the types that the page reads. `check` adds the
//! checker, for the worker. `proof` renders the texts of a lesson, proves it and packs it. `author` adds folders of lessons and
//! trigger functions. README.md describes the format.

pub mod attempt;
#[cfg(feature = "proof")]
pub mod author;
#[cfg(feature = "check")]
pub mod check;
pub mod claims;
pub mod course;
pub mod design;
pub mod diagram;
pub mod formula;
pub mod glossary;
pub mod goal;
#[cfg(feature = "author")]
mod handlers;
pub mod id;
pub mod json;
pub mod lesson;
#[cfg(feature = "check")]
pub mod player;
pub mod progress;
pub mod proof_answer;
pub mod reference;
pub mod search;
mod start;
pub mod text;
pub mod value;
pub mod verdict;

pub use attempt::Attempt;
pub use course::{Chapter, Course, CourseEntry, CourseIndex};
pub use design::DesignAnswer;
pub use glossary::{Glossary, Term, TermText};
pub use goal::{Goal, GoalKind, NamedGoal};
pub use id::LessonId;
pub use json::Json;
pub use lesson::Lesson;
pub use progress::Progress;
pub use text::{Language, LessonText};
pub use verdict::Verdict;
