//! The proof of a document as rows. Each claim holds, fails with positions to fix, was not reached, or was not played.

use std::fmt;

use super::document::Document;
use super::places::{self, Place};
use super::problem::{FactsProblem, PlayedAttempt, Problem, ProofProblem};
use super::{AttemptSelection, LessonReferences, Reading, folder_parts, pack, read_played};
use crate::lesson::Lesson;
use crate::text::Language;

pub use crate::proof_answer::Claim;

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Sections => formatter.write_str("The text has the three sections of a lesson."),
            Claim::Facts => formatter.write_str("The facts can be read, and what they refer to exists."),
            Claim::Start => formatter.write_str("The start can be opened and is not solved."),
            Claim::Naive => {
                formatter.write_str("The naive attempt fails on its goals, with its error, and gets a hint.")
            }
            Claim::Solution(place) => write!(formatter, "Solution {place} meets all goals."),
            Claim::Par => formatter.write_str("A solution needs exactly what \"par\" says."),
            Claim::Prediction => formatter.write_str("The answer of the prediction is what the engine says."),
            Claim::Text(Language::English) => {
                formatter.write_str("The English text has all parts and keeps to the rules.")
            }
            Claim::Text(Language::Japanese) => {
                formatter.write_str("The Japanese text has all parts and keeps to the rules.")
            }
            Claim::SameStructure => formatter.write_str("Both texts have the same structure."),
            Claim::Size => formatter.write_str("The lesson fits into its file."),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub problem: Problem,
    pub place: Place,
}

/// Prints a line as a compiler does: the position, then the sentence. A section of a document replaces the file of a folder.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.problem.sentence())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Holds,
    Fails(Vec<Finding>),
    /// Not checked: another claim must hold first.
    NotReached,
    NotPlayed(SkipReason),
}

/// Why a claim was not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// The lesson was only read.
    NotAsked,
    /// The claim needs a trigger function.
    Functions,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub claim: Claim,
    pub outcome: Outcome,
}

#[derive(Clone, Debug)]
pub struct Report {
    /// None if the lesson cannot be read.
    pub lesson: Option<Lesson>,
    pub rows: Vec<Row>,
}

impl Report {
    pub fn is_proved(&self) -> bool {
        self.rows.iter().all(|row| row.outcome == Outcome::Holds)
    }

    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.rows.iter().filter_map(|row| match &row.outcome {
            Outcome::Fails(findings) => Some(findings),
            Outcome::Holds | Outcome::NotReached | Outcome::NotPlayed(_) => None,
        });
        findings.flatten()
    }
}

/// Proves the lesson of a document. A lesson number outside the course is accepted: it is the author's own lesson.
#[cfg(feature = "author")]
pub fn prove(document: &Document, surroundings: &LessonReferences) -> Report {
    prove_played(document, surroundings, AttemptSelection::Everything)
}

/// Proves the lesson of a document, but plays only the given attempts.
pub fn prove_played(
    document: &Document,
    surroundings: &LessonReferences,
    played: AttemptSelection,
) -> Report {
    let mut surroundings = surroundings.clone();
    surroundings.planned.extend(folder_parts(&document.source.folder).map(|(id, _)| id));
    let Reading { lesson, mut problems, left_out } = read_played(&document.source, &surroundings, played);
    problems.extend(lesson.as_ref().and_then(|lesson| pack(lesson).err()));
    let findings: Vec<Finding> = problems.into_iter().map(|problem| find(document, problem)).collect();
    let is_read = lesson.is_some();
    let is_opened = is_read && !findings.iter().any(|finding| claim_of(&finding.problem) == Claim::Start);
    let row = |claim: Claim| {
        let own: Vec<Finding> =
            findings.iter().filter(|finding| claim_of(&finding.problem) == claim).cloned().collect();
        let is_reached = match claim {
            Claim::Sections | Claim::Facts => true,
            Claim::Naive | Claim::Solution(_) | Claim::Par | Claim::Prediction => is_opened,
            Claim::Start | Claim::Text(_) | Claim::SameStructure | Claim::Size => is_read,
        };
        let outcome = match (own.is_empty(), is_reached) {
            (false, _) => Outcome::Fails(own),
            (true, false) => Outcome::NotReached,
            (true, true) => not_played(claim, played, &left_out).map_or(Outcome::Holds, Outcome::NotPlayed),
        };
        Row { claim, outcome }
    };
    let rows = claims(lesson.as_ref()).into_iter().map(row).collect();
    Report { lesson, rows }
}

fn not_played(claim: Claim, played: AttemptSelection, left_out: &[PlayedAttempt]) -> Option<SkipReason> {
    let is_played = match claim {
        Claim::Start | Claim::Naive | Claim::Solution(_) | Claim::Par | Claim::Prediction => true,
        Claim::Sections | Claim::Facts | Claim::Text(_) | Claim::SameStructure | Claim::Size => false,
    };
    if is_played && played == AttemptSelection::Nothing {
        return Some(SkipReason::NotAsked);
    }
    let is_left_out = |attempt: &PlayedAttempt| match attempt {
        PlayedAttempt::Start => claim == Claim::Start,
        PlayedAttempt::Naive => claim == Claim::Naive,
        // The solution that was left out may be the one with the figures of "par".
        PlayedAttempt::Solution(place) => claim == Claim::Solution(*place) || claim == Claim::Par,
        PlayedAttempt::Prediction => claim == Claim::Prediction,
    };
    left_out.iter().any(is_left_out).then_some(SkipReason::Functions)
}

fn find(document: &Document, mut problem: Problem) -> Finding {
    let place = places::find(document, &problem);
    if let Problem::Facts(FactsProblem::NotJson { line, .. }) = &mut problem {
        // The line counts within the section. The position of the finding counts within the document.
        *line = None;
    }
    Finding { problem, place }
}

fn claims(lesson: Option<&Lesson>) -> Vec<Claim> {
    let solutions = lesson.map_or(1, |lesson| lesson.facts.solutions.len());
    let predicts = lesson.is_some_and(|lesson| lesson.facts.predict.is_some());
    let mut claims = vec![Claim::Facts, Claim::Start, Claim::Naive];
    claims.extend((1..=solutions).map(Claim::Solution));
    claims.push(Claim::Par);
    claims.extend(predicts.then_some(Claim::Prediction));
    claims.extend(Language::ALL.map(Claim::Text));
    claims.extend([Claim::SameStructure, Claim::Size]);
    claims
}

fn claim_of(problem: &Problem) -> Claim {
    match problem {
        Problem::Facts(FactsProblem::TooLarge { .. }) => Claim::Size,
        Problem::Facts(_) => Claim::Facts,
        Problem::Proof(problem) => match problem {
            ProofProblem::CannotPlay { attempt, .. }
            | ProofProblem::RequestFailed { attempt, .. }
            | ProofProblem::NotSolved { attempt, .. } => match attempt {
                PlayedAttempt::Start => Claim::Start,
                PlayedAttempt::Naive => Claim::Naive,
                PlayedAttempt::Solution(place) => Claim::Solution(*place),
                PlayedAttempt::Prediction => Claim::Prediction,
            },
            ProofProblem::SolvedAtStart => Claim::Start,
            ProofProblem::NaiveGoals { .. }
            | ProofProblem::NaiveError { .. }
            | ProofProblem::NoHintForNaive => Claim::Naive,
            ProofProblem::NotPar { .. } => Claim::Par,
            ProofProblem::Predict { .. } => Claim::Prediction,
        },
        Problem::Text { language, .. } => Claim::Text(*language),
        Problem::Languages(_) => Claim::SameStructure,
    }
}
