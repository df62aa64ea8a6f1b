//! What is wrong with a lesson; every sentence, once.

use std::fmt;

use crate::formula::FormulaError;
use crate::id::LessonId;
use crate::text::Language;

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    FolderName { folder: String },
    NotJson { detail: String },
    UnknownValue { place: String, name: String },
    UnknownRequest { name: String },
    Formula { name: String, error: FormulaError },
    NoGoals,
    NoSolutions,
    Twice { what: &'static str, id: String },
    UnknownGoal { place: String, goal: String },
    UnknownQuestion { place: String, question: String },
    UnknownNeed { id: LessonId },
    LaterNeed { id: LessonId },
    NotInCourse,
    UnknownTerm { term: String },
    TermOfAnotherLesson { term: String, lesson: LessonId },
    TermNotListed { term: String },
    BadItem { place: String, item: String },
    CannotPlay { attempt: String, detail: String },
    SolvedAtStart,
    NaiveGoals { expected: Vec<String>, found: Vec<String>, differences: String },
    NaiveError { expected: Option<String>, found: Option<String> },
    RequestFailed { attempt: String, place: usize, detail: String },
    NotSolved { attempt: String, goal: String, differences: String },
    OverPar { attempt: String, detail: String },
    NoHintForNaive,
    Predict { expected: String, found: String },
    PredictOptions { answer: String },
    MissingPart { language: Language, part: String },
    UnknownPart { language: Language, part: String },
    EmptyPart { language: Language, part: String },
    TextBeforeParts { language: Language },
    RawHtml { language: Language, part: String, html: String },
    Image { language: Language, part: String },
    DeadLink { language: Language, part: String, target: String },
    TermNotLinked { language: Language, term: String },
    TermTooEarly { language: Language, part: String, term: String, lesson: LessonId },
    OtherParts { english: Vec<String>, japanese: Vec<String> },
    OtherStructure { part: String, what: &'static str, english: String, japanese: String },
    LongSentence { part: String, words: usize, sentence: String },
    Typography { part: String, rule: &'static str, text: String },
    TooLarge { bytes: usize, most: usize },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::MissingPart { .. }
            | Problem::UnknownPart { .. }
            | Problem::EmptyPart { .. }
            | Problem::TextBeforeParts { .. }
            | Problem::RawHtml { .. }
            | Problem::Image { .. }
            | Problem::DeadLink { .. }
            | Problem::TermNotLinked { .. }
            | Problem::TermTooEarly { .. }
            | Problem::OtherParts { .. }
            | Problem::OtherStructure { .. }
            | Problem::LongSentence { .. }
            | Problem::Typography { .. } => self.write_text_problem(formatter),
            Problem::CannotPlay { .. }
            | Problem::SolvedAtStart
            | Problem::NaiveGoals { .. }
            | Problem::NaiveError { .. }
            | Problem::RequestFailed { .. }
            | Problem::NotSolved { .. }
            | Problem::OverPar { .. }
            | Problem::NoHintForNaive
            | Problem::Predict { .. } => self.write_proof_problem(formatter),
            _ => self.write_facts_problem(formatter),
        }
    }
}

impl Problem {
    fn write_facts_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::FolderName { folder } => {
                write!(formatter, "The folder \"{folder}\" has no name like \"1.1-a-table-in-this-tab\".")
            }
            Problem::NotJson { detail } => write!(formatter, "lesson.json cannot be read: {detail}."),
            Problem::UnknownValue { place, name } => {
                write!(formatter, "{place} names the value \"{name}\", which is not in \"values\".")
            }
            Problem::UnknownRequest { name } => {
                write!(formatter, "The request \"{name}\" is not in \"requests\".")
            }
            Problem::Formula { name, error } => write!(formatter, "The value \"{name}\": {error}."),
            Problem::NoGoals => formatter.write_str("The lesson has no goals."),
            Problem::NoSolutions => formatter.write_str("The lesson has no solution."),
            Problem::Twice { what, id } => write!(formatter, "Two {what} have the id \"{id}\"."),
            Problem::UnknownGoal { place, goal } => {
                write!(formatter, "{place} names the goal \"{goal}\", which does not exist.")
            }
            Problem::UnknownQuestion { place, question } => {
                write!(formatter, "{place} names the question \"{question}\", which does not exist.")
            }
            Problem::UnknownNeed { id } => {
                write!(formatter, "The lesson needs {id}, which is not in the course.")
            }
            Problem::LaterNeed { id } => write!(formatter, "The lesson needs {id}, which comes later."),
            Problem::NotInCourse => formatter.write_str("course.json does not have this lesson."),
            Problem::UnknownTerm { term } => {
                write!(formatter, "The term \"{term}\" is not in the chapter's glossary.json.")
            }
            Problem::TermOfAnotherLesson { term, lesson } => write!(
                formatter,
                "The lesson introduces \"{term}\", but glossary.json says that {lesson} does."
            ),
            Problem::TermNotListed { term } => write!(
                formatter,
                "glossary.json says that this lesson introduces \"{term}\", but \"introduces\" does not list it."
            ),
            Problem::BadItem { place, item } => {
                write!(formatter, "{place} has an item that is not DynamoDB JSON: {item}")
            }
            Problem::PredictOptions { answer } => {
                write!(formatter, "The answer \"{answer}\" of the prediction is not one of its options.")
            }
            Problem::TooLarge { bytes, most } => {
                write!(formatter, "The packed lesson has {bytes} bytes; at most {most} are allowed.")
            }
            _ => Ok(()),
        }
    }

    fn write_proof_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::CannotPlay { attempt, detail } => {
                write!(formatter, "The {attempt} cannot be played. {detail}")
            }
            Problem::SolvedAtStart => {
                formatter.write_str("The lesson is solved at the start, before any request.")
            }
            Problem::NaiveGoals { expected, found, differences } => write!(
                formatter,
                "The naive attempt should fail on exactly {expected:?}, but it fails on {found:?}. {differences}"
            ),
            Problem::NaiveError { expected, found } => write!(
                formatter,
                "The last request of the naive attempt should return {}, but it returns {}.",
                expected.as_deref().unwrap_or("no error"),
                found.as_deref().unwrap_or("no error")
            ),
            Problem::RequestFailed { attempt, place, detail } => {
                write!(formatter, "Request {place} of the {attempt} fails: {detail}")
            }
            Problem::NotSolved { attempt, goal, differences } => {
                write!(formatter, "The {attempt} does not meet the goal \"{goal}\": {differences}")
            }
            Problem::OverPar { attempt, detail } => {
                write!(formatter, "Par does not fit the {attempt}: {detail}.")
            }
            Problem::NoHintForNaive => formatter.write_str(
                "No hint is offered after the naive attempt. Add a hint for the goal on which it fails, or for its error.",
            ),
            Problem::Predict { expected, found } => {
                write!(formatter, "The prediction's answer is \"{expected}\", but the engine says \"{found}\".")
            }
            _ => Ok(()),
        }
    }

    fn write_text_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = |language: &Language| match language {
            Language::English => "en.md",
            Language::Japanese => "ja.md",
        };
        match self {
            Problem::MissingPart { language, part } => {
                write!(formatter, "{}: the part \"# {part}\" is missing.", file(language))
            }
            Problem::UnknownPart { language, part } => {
                write!(formatter, "{}: nothing uses the part \"# {part}\".", file(language))
            }
            Problem::EmptyPart { language, part } => {
                write!(formatter, "{}: the part \"# {part}\" is empty.", file(language))
            }
            Problem::TextBeforeParts { language } => {
                write!(formatter, "{}: text before the first part, such as \"# title\".", file(language))
            }
            Problem::RawHtml { language, part, html } => {
                write!(formatter, "{}, {part}: HTML is not allowed: {html}", file(language))
            }
            Problem::Image { language, part } => {
                write!(formatter, "{}, {part}: images are not allowed.", file(language))
            }
            Problem::DeadLink { language, part, target } => {
                write!(formatter, "{}, {part}: the link \"{target}\" leads nowhere.", file(language))
            }
            Problem::TermNotLinked { language, term } => write!(
                formatter,
                "{}: the lesson introduces \"{term}\", but \"# text\" or \"# task\" does not link it as [name](term:{term}).",
                file(language)
            ),
            Problem::TermTooEarly { language, part, term, lesson } => write!(
                formatter,
                "{}, {part}: uses \"{term}\", which lesson {lesson} explains later.",
                file(language)
            ),
            Problem::OtherParts { english, japanese } => {
                write!(formatter, "en.md has the parts {english:?}, ja.md {japanese:?}.")
            }
            Problem::OtherStructure { part, what, english, japanese } => {
                write!(formatter, "{part}: {what} differ. en.md: {english}. ja.md: {japanese}.")
            }
            Problem::LongSentence { part, words, sentence } => {
                write!(formatter, "en.md, {part}: a sentence has {words} words, at most 18: {sentence}")
            }
            Problem::Typography { part, rule, text } => write!(formatter, "ja.md, {part}: {rule}: {text}"),
            _ => Ok(()),
        }
    }
}
