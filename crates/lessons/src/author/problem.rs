//! The problems of a lesson: in its facts, its proof and its texts, each with its sentence.

use std::fmt;

use super::places::Place;
use crate::formula::FormulaError;
use crate::id::LessonId;
use crate::text::Language;

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    Facts(FactsProblem),
    Proof(ProofProblem),
    Text { language: Language, problem: TextProblem },
    Languages(LanguagesProblem),
}

/// A problem in `lesson.json`.
#[derive(Clone, Debug, PartialEq)]
pub enum FactsProblem {
    FolderName {
        folder: String,
    },
    /// `line` is the position in the JSON, if the library reports one.
    NotJson {
        detail: String,
        line: Option<Place>,
    },
    UnknownValue {
        place: String,
        name: String,
    },
    UnknownRequest {
        name: String,
    },
    Formula {
        name: String,
        error: FormulaError,
    },
    /// The address belongs to a page of the app.
    ReservedAddress {
        slug: String,
    },
    NoGoals,
    NoSolutions,
    TooMuch(TooMuch),
    Twice {
        what: &'static str,
        id: String,
    },
    UnknownGoal {
        place: String,
        goal: String,
    },
    UnknownQuestion {
        place: String,
        question: String,
    },
    UnknownNeed {
        id: LessonId,
    },
    LaterNeed {
        id: LessonId,
    },
    NotInCourse,
    UnknownTerm {
        term: String,
    },
    TermOfAnotherLesson {
        term: String,
        lesson: LessonId,
    },
    TermNotListed {
        term: String,
    },
    BadItem {
        place: String,
        item: String,
    },
    PredictOptions {
        answer: String,
    },
    NoDesign,
    Design {
        detail: String,
    },
    UnknownPattern {
        place: String,
        pattern: String,
    },
    UnknownRule {
        place: String,
        rule: String,
    },
    TooLarge {
        bytes: usize,
        most: usize,
    },
}

/// A part that would take too long to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooMuch {
    Solutions {
        solutions: usize,
        most: usize,
    },
    Requests {
        attempt: PlayedAttempt,
        requests: usize,
        most: usize,
    },
    /// The size after all names are replaced.
    Bytes {
        most: usize,
    },
}

/// An attempt that the proof plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedAttempt {
    Start,
    Naive,
    /// Counted from one.
    Solution(usize),
    Prediction,
}

/// A problem that appears when the lesson is played.
#[derive(Clone, Debug, PartialEq)]
pub enum ProofProblem {
    CannotPlay { attempt: PlayedAttempt, detail: String },
    SolvedAtStart,
    NaiveGoals { expected: Vec<String>, found: Vec<String>, differences: String },
    NaiveError { expected: Option<String>, found: Option<String> },
    RequestFailed { attempt: PlayedAttempt, place: usize, detail: String },
    NotSolved { attempt: PlayedAttempt, goal: String, differences: String },
    NotPar { detail: String },
    NoHintForNaive,
    Predict { expected: String, found: String },
}

/// A problem in the texts of one language.
#[derive(Clone, Debug, PartialEq)]
pub enum TextProblem {
    MissingPart {
        part: String,
    },
    UnknownPart {
        part: String,
    },
    EmptyPart {
        part: String,
    },
    TextBeforeParts,
    RawHtml {
        part: String,
        html: String,
    },
    Image {
        part: String,
    },
    DeadLink {
        part: String,
        target: String,
    },
    UnknownValue {
        part: String,
        name: String,
    },
    UnknownRequest {
        name: String,
    },
    TermNotLinked {
        term: String,
    },
    TermTooEarly {
        part: String,
        term: String,
        lesson: LessonId,
    },
    LongSentence {
        part: String,
        words: usize,
        sentence: String,
    },
    Typography {
        part: String,
        rule: &'static str,
        text: String,
    },
    /// The size after all placeholders are filled in.
    TooExpanded {
        part: String,
        most: usize,
    },
}

/// A difference between the two languages.
#[derive(Clone, Debug, PartialEq)]
pub enum LanguagesProblem {
    OtherParts { english: Vec<String>, japanese: Vec<String> },
    OtherStructure { part: String, what: &'static str, english: String, japanese: String },
}

impl From<serde_json::Error> for FactsProblem {
    /// Separates the position from the library's sentence, which ends with it.
    fn from(error: serde_json::Error) -> FactsProblem {
        let line = (error.line() > 0).then(|| Place { line: error.line(), column: error.column() });
        let said = error.to_string();
        let detail = match line {
            Some(_) => said.rsplit_once(" at line ").map_or(said.as_str(), |(detail, _)| detail).to_owned(),
            None => said,
        };
        FactsProblem::NotJson { detail, line }
    }
}

impl fmt::Display for PlayedAttempt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayedAttempt::Start => formatter.write_str("start"),
            PlayedAttempt::Naive => formatter.write_str("naive attempt"),
            PlayedAttempt::Solution(place) => write!(formatter, "solution {place}"),
            PlayedAttempt::Prediction => formatter.write_str("prediction"),
        }
    }
}

impl From<FactsProblem> for Problem {
    fn from(problem: FactsProblem) -> Problem {
        Problem::Facts(problem)
    }
}

impl From<ProofProblem> for Problem {
    fn from(problem: ProofProblem) -> Problem {
        Problem::Proof(problem)
    }
}

impl From<LanguagesProblem> for Problem {
    fn from(problem: LanguagesProblem) -> Problem {
        Problem::Languages(problem)
    }
}

impl Problem {
    /// Returns the sentence without the name of the file, because a document reports the line.
    pub fn sentence(&self) -> String {
        match self {
            Problem::Facts(problem) => problem.to_string(),
            Problem::Proof(problem) => problem.to_string(),
            Problem::Text { problem, .. } => problem.to_string(),
            Problem::Languages(problem) => problem.to_string(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Facts(problem) => write!(formatter, "lesson.json: {problem}"),
            Problem::Proof(problem) => write!(formatter, "{problem}"),
            Problem::Text { language, problem } => write!(formatter, "{}.md: {problem}", language.code()),
            Problem::Languages(problem) => write!(formatter, "{problem}"),
        }
    }
}

impl fmt::Display for TooMuch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Solutions { solutions, most } => {
                write!(formatter, "The lesson has {solutions} solutions; at most {most} are allowed.")
            }
            TooMuch::Requests { attempt, requests, most } => {
                write!(formatter, "The {attempt} has {requests} requests; at most {most} are allowed.")
            }
            TooMuch::Bytes { most } => {
                write!(formatter, "With all names filled in, the lesson is longer than {most} bytes.")
            }
        }
    }
}

impl fmt::Display for FactsProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactsProblem::FolderName { folder } => {
                write!(formatter, "The folder \"{folder}\" has no name like \"1.1-a-table-in-this-tab\".")
            }
            FactsProblem::NotJson { detail, line: None } => {
                write!(formatter, "The file cannot be read: {detail}.")
            }
            FactsProblem::NotJson { detail, line: Some(place) } => {
                write!(formatter, "The file cannot be read at {place}: {detail}.")
            }
            FactsProblem::UnknownValue { place, name } => {
                write!(formatter, "\"{place}\" names the value \"{name}\", which is not in \"values\".")
            }
            FactsProblem::UnknownRequest { name } => {
                write!(formatter, "The request \"{name}\" is not in \"requests\".")
            }
            FactsProblem::Formula { name, error } => write!(formatter, "The value \"{name}\": {error}."),
            FactsProblem::ReservedAddress { slug } => write!(formatter, "The address \"{slug}\" is taken."),
            FactsProblem::TooMuch(limit) => write!(formatter, "{limit}"),
            FactsProblem::NoGoals => formatter.write_str("The lesson has no goals."),
            FactsProblem::NoSolutions => formatter.write_str("The lesson has no solution."),
            FactsProblem::Twice { what, id } => write!(formatter, "Two {what} have the id \"{id}\"."),
            FactsProblem::UnknownGoal { place, goal } => {
                write!(formatter, "{place} names the goal \"{goal}\", which does not exist.")
            }
            FactsProblem::UnknownQuestion { place, question } => {
                write!(formatter, "{place} names the question \"{question}\", which does not exist.")
            }
            FactsProblem::UnknownNeed { id } => {
                write!(formatter, "It needs {id}, which is not in the course.")
            }
            FactsProblem::LaterNeed { id } => write!(formatter, "It needs {id}, which comes later."),
            FactsProblem::NotInCourse => formatter.write_str("course.json does not have this lesson."),
            FactsProblem::UnknownTerm { term } => {
                write!(formatter, "The term \"{term}\" is not in the chapter's glossary.json.")
            }
            FactsProblem::TermOfAnotherLesson { term, lesson } => {
                write!(formatter, "It introduces \"{term}\", but glossary.json says that {lesson} does.")
            }
            FactsProblem::TermNotListed { term } => {
                write!(
                    formatter,
                    "glossary.json says that it introduces \"{term}\", but \"introduces\" does not."
                )
            }
            FactsProblem::BadItem { place, item } => {
                write!(formatter, "{place} has an item that is not DynamoDB JSON: {item}")
            }
            FactsProblem::PredictOptions { answer } => {
                write!(formatter, "The answer \"{answer}\" of the prediction is not one of its options.")
            }
            FactsProblem::NoDesign => {
                formatter.write_str("A goal is about a key design, and \"start\" has no \"design\".")
            }
            FactsProblem::Design { detail } => {
                write!(formatter, "The design of the start cannot be read: {detail}")
            }
            FactsProblem::UnknownPattern { place, pattern } => {
                write!(formatter, "{place} names the pattern \"{pattern}\", which the design does not have.")
            }
            FactsProblem::UnknownRule { place, rule } => {
                write!(formatter, "{place} names the rule \"{rule}\", which does not exist.")
            }
            FactsProblem::TooLarge { bytes, most } => {
                write!(formatter, "The packed lesson has {bytes} bytes; at most {most} are allowed.")
            }
        }
    }
}

impl fmt::Display for ProofProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |error: &Option<String>| error.clone().unwrap_or_else(|| "no error".to_owned());
        match self {
            ProofProblem::CannotPlay { attempt, detail } => {
                write!(formatter, "The {attempt} cannot be played. {detail}")
            }
            ProofProblem::SolvedAtStart => {
                formatter.write_str("The lesson is solved at the start, or by a request that changes nothing.")
            }
            ProofProblem::NaiveGoals { expected, found, differences } => write!(
                formatter,
                "The naive attempt should fail on exactly {expected:?}, but it fails on {found:?}. {differences}"
            ),
            ProofProblem::NaiveError { expected, found } => write!(
                formatter,
                "The last request of the naive attempt should return {}, but it returns {}.",
                or_none(expected),
                or_none(found)
            ),
            ProofProblem::RequestFailed { attempt, place, detail } => {
                write!(formatter, "Request {place} of the {attempt} fails: {detail}")
            }
            ProofProblem::NotSolved { attempt, goal, differences } => {
                write!(formatter, "The {attempt} does not meet the goal \"{goal}\": {differences}")
            }
            ProofProblem::NotPar { detail } => {
                write!(formatter, "No solution needs exactly what \"par\" says: {detail}.")
            }
            ProofProblem::NoHintForNaive => formatter.write_str(
                "No hint is offered after the naive attempt. Add one for the goal on which it fails, or for its error.",
            ),
            ProofProblem::Predict { expected, found } => {
                write!(formatter, "The prediction's answer is \"{expected}\", but the engine says \"{found}\".")
            }
        }
    }
}

impl fmt::Display for TextProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextProblem::MissingPart { part } => write!(formatter, "The part \"# {part}\" is missing."),
            TextProblem::UnknownPart { part } => write!(formatter, "Nothing uses the part \"# {part}\"."),
            TextProblem::EmptyPart { part } => write!(formatter, "The part \"# {part}\" is empty."),
            TextProblem::TextBeforeParts => {
                formatter.write_str("There is text before the first part, such as \"# title\".")
            }
            TextProblem::RawHtml { part, html } => write!(formatter, "{part}: HTML is not allowed: {html}"),
            TextProblem::Image { part } => write!(formatter, "{part}: images are not allowed."),
            TextProblem::DeadLink { part, target } => {
                write!(formatter, "{part}: the link \"{target}\" leads nowhere.")
            }
            TextProblem::UnknownValue { part, name } => {
                write!(formatter, "{part}: nothing is called \"{name}\" in \"values\" or among the figures.")
            }
            TextProblem::UnknownRequest { name } => {
                write!(formatter, "The request \"{name}\" is not in \"requests\".")
            }
            TextProblem::TermNotLinked { term } => write!(
                formatter,
                "The lesson introduces \"{term}\", but \"# text\" or \"# task\" does not link it as [name](term:{term})."
            ),
            TextProblem::TermTooEarly { part, term, lesson } => {
                write!(formatter, "{part}: uses \"{term}\", which lesson {lesson} explains later.")
            }
            TextProblem::LongSentence { part, words, sentence } => {
                write!(formatter, "{part}: a sentence has {words} words, at most 18: {sentence}")
            }
            TextProblem::Typography { part, rule, text } => write!(formatter, "{part}: {rule}: {text}"),
            TextProblem::TooExpanded { part, most } => write!(
                formatter,
                "{part}: With all placeholders filled in, the text is longer than {most} bytes."
            ),
        }
    }
}

impl fmt::Display for LanguagesProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LanguagesProblem::OtherParts { english, japanese } => {
                write!(formatter, "en.md has the parts {english:?}, ja.md {japanese:?}.")
            }
            LanguagesProblem::OtherStructure { part, what, english, japanese } => {
                write!(formatter, "{part}: {what} differ. en.md: {english}. ja.md: {japanese}.")
            }
        }
    }
}
