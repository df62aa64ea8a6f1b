//! Finds the position in the text of a document where the author can fix a problem.

use std::fmt;

use super::document::Document;
use super::json_places::Step::{Element, Member};
use super::json_places::{self, Step};
use super::problem::{
    FactsProblem, LanguagesProblem, PlayedAttempt, Problem, ProofProblem, TextProblem, TooMuch,
};
use crate::text::Language;

/// A position, with line and column from 1. The column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    pub(super) fn line(line: usize) -> Place {
        Place { line, column: 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// Returns the nearest known position: the text itself, else the member or part that contains it, else the section.
pub(super) fn find(document: &Document, problem: &Problem) -> Place {
    match problem {
        Problem::Facts(problem) => in_facts(document, problem),
        Problem::Proof(problem) => {
            let facts = &document.source.facts;
            let path = proof_path(problem);
            // A missing member has no position, so take the value that contains it.
            let found = (1..=path.len()).rev().find_map(|end| json_places::find(facts, &path[..end]));
            at(document.lines.facts, facts, found)
        }
        Problem::Text { language, problem } => in_text(document, *language, problem),
        Problem::Languages(problem) => {
            let part = match problem {
                LanguagesProblem::OtherParts { .. } => None,
                LanguagesProblem::OtherStructure { part, .. } => Some(part.as_str()),
            };
            in_part(document, Language::Japanese, part, None)
        }
    }
}

/// Returns the position of an offset in a section whose content begins at line `first`.
fn at(first: usize, text: &str, offset: Option<usize>) -> Place {
    let before = offset.and_then(|offset| text.get(..offset)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    Place { line: first + before.matches('\n').count(), column: line.chars().count() + 1 }
}

fn in_facts(document: &Document, problem: &FactsProblem) -> Place {
    let facts = &document.source.facts;
    let quoted = |name: &str| facts.find(&format!("\"{name}\""));
    let member = |name: &str| json_places::find(facts, &[Member(name)]);
    let last = |name: &str| facts.rfind(&format!("\"{name}\""));
    let found = match problem {
        FactsProblem::FolderName { .. }
        | FactsProblem::NotInCourse
        | FactsProblem::ReservedAddress { .. } => {
            return Place::line(document.lines.heading);
        }
        FactsProblem::NotJson { line: Some(place), .. } => {
            return Place { line: document.lines.facts + place.line.saturating_sub(1), column: place.column };
        }
        FactsProblem::NotJson { detail, line: None } => {
            detail.split('`').nth(1).and_then(quoted).filter(|_| !detail.starts_with("missing"))
        }
        FactsProblem::UnknownValue { name, .. } => {
            facts.find(&format!("${{{name}}}")).or_else(|| facts.find(&format!("$({name})")))
        }
        FactsProblem::UnknownRequest { name } => quoted(name),
        FactsProblem::Formula { name, .. } => json_places::find(facts, &[Member("values"), Member(name)]),
        FactsProblem::NoGoals => member("goals"),
        FactsProblem::NoSolutions | FactsProblem::TooMuch(TooMuch::Solutions { .. }) => member("solutions"),
        FactsProblem::TooMuch(TooMuch::Requests { attempt, .. }) => {
            let path = attempt_path(*attempt);
            (1..=path.len()).rev().find_map(|end| json_places::find(facts, &path[..end]))
        }
        FactsProblem::Twice { id, .. } => last(id),
        FactsProblem::UnknownGoal { goal, .. } => quoted(goal),
        FactsProblem::UnknownQuestion { question, .. } => quoted(question),
        FactsProblem::UnknownNeed { id } | FactsProblem::LaterNeed { id } => quoted(&id.to_string()),
        FactsProblem::UnknownTerm { term } | FactsProblem::TermOfAnotherLesson { term, .. } => quoted(term),
        FactsProblem::TermNotListed { .. } => member("introduces"),
        FactsProblem::BadItem { .. } => member("goals"),
        FactsProblem::PredictOptions { .. } => member("predict"),
        FactsProblem::NoDesign => member("start"),
        FactsProblem::Design { .. } => {
            json_places::find(facts, &[Member("start"), Member("design")]).or_else(|| member("start"))
        }
        FactsProblem::UnknownPattern { pattern, .. } => quoted(pattern),
        FactsProblem::UnknownRule { rule, .. } => quoted(rule),
        FactsProblem::TooLarge { .. } | FactsProblem::TooMuch(TooMuch::Bytes { .. }) => None,
    };
    at(document.lines.facts, facts, found)
}

/// Returns the path in `lesson.json` of the attempt that a problem is about.
fn proof_path(problem: &ProofProblem) -> Vec<Step<'static>> {
    match problem {
        ProofProblem::CannotPlay { attempt, .. } | ProofProblem::NotSolved { attempt, .. } => {
            attempt_path(*attempt)
        }
        ProofProblem::RequestFailed { attempt, place, .. } => {
            let mut path = attempt_path(*attempt);
            path.extend([Member("requests"), Element(place.saturating_sub(1))]);
            path
        }
        ProofProblem::SolvedAtStart => vec![Member("start")],
        ProofProblem::NaiveGoals { .. } => vec![Member("naive"), Member("fails")],
        ProofProblem::NaiveError { expected, .. } => {
            let error = expected.as_ref().map(|_| Member("error"));
            std::iter::once(Member("naive")).chain(error).collect()
        }
        ProofProblem::NotPar { .. } => vec![Member("par")],
        ProofProblem::NoHintForNaive => vec![Member("hints")],
        ProofProblem::Predict { .. } => vec![Member("predict"), Member("answer")],
    }
}

fn attempt_path(attempt: PlayedAttempt) -> Vec<Step<'static>> {
    match attempt {
        PlayedAttempt::Start => vec![Member("start")],
        PlayedAttempt::Naive => vec![Member("naive")],
        PlayedAttempt::Solution(place) => vec![Member("solutions"), Element(place.saturating_sub(1))],
        PlayedAttempt::Prediction => vec![Member("predict")],
    }
}

fn in_text(document: &Document, language: Language, problem: &TextProblem) -> Place {
    let (part, words) = match problem {
        TextProblem::MissingPart { .. } | TextProblem::TextBeforeParts => (None, None),
        TextProblem::UnknownPart { part } | TextProblem::EmptyPart { part } => (Some(part.as_str()), None),
        TextProblem::TooExpanded { part, .. } => (Some(part.as_str()), None),
        TextProblem::RawHtml { part, html } => (Some(part.as_str()), Some(html.trim().to_owned())),
        TextProblem::Image { part } => (Some(part.as_str()), Some("![".to_owned())),
        TextProblem::DeadLink { part, target } => (Some(part.as_str()), Some(format!("]({target})"))),
        TextProblem::UnknownValue { part, name } => (Some(part.as_str()), Some(format!("${{{name}}}"))),
        TextProblem::UnknownRequest { name } => (None, Some(format!("${{request.{name}}}"))),
        TextProblem::TermNotLinked { .. } => (Some("text"), None),
        TextProblem::TermTooEarly { part, term, .. } => (Some(part.as_str()), Some(term.clone())),
        TextProblem::LongSentence { part, sentence: text, .. }
        | TextProblem::Typography { part, text, .. } => (Some(part.as_str()), Some(text.clone())),
    };
    in_part(document, language, part, words.as_deref())
}

/// Returns the position of the words in the part, else the line that begins the part, else the section.
fn in_part(document: &Document, language: Language, part: Option<&str>, words: Option<&str>) -> Place {
    let (first, text) = match language {
        Language::English => (document.lines.english, &document.source.english),
        Language::Japanese => (document.lines.japanese, &document.source.japanese),
    };
    let start = part.and_then(|part| find_part(text, part));
    let from = start.unwrap_or_default();
    let words = words.filter(|words| !words.is_empty());
    let found = words.and_then(|words| find_words(text, from, words));
    at(first, text, found.or(start))
}

/// Finds the sentence, or else its first characters: the problem quotes it without markup and line breaks.
fn find_words(text: &str, from: usize, words: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    let begins: String = words.chars().take(12).collect();
    rest.find(words).or_else(|| rest.find(&begins)).map(|at| at + from)
}

fn find_part(text: &str, part: &str) -> Option<usize> {
    let mut offset = 0;
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        in_code ^= line.trim_start().starts_with("```");
        if !in_code && line.strip_prefix("# ").is_some_and(|key| key.trim() == part) {
            return Some(offset);
        }
        offset += line.len();
    }
    None
}
