//! What the page asks about a lesson that is being written, and what the worker answers.

use serde::{Deserialize, Serialize};

use crate::text::Language;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofQuestion {
    /// The lesson as one text.
    pub text: String,
    /// What the lesson may refer to: a file of the site, as it is.
    pub surroundings: String,
    /// Attempts are played too. Otherwise the lesson is only read.
    pub plays: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofAnswer {
    pub rows: Vec<ProofRow>,
    /// The lesson as a file of the site, as far as it can be read.
    pub lesson: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofRow {
    pub claim: Claim,
    pub outcome: ClaimOutcome,
    /// What is wrong, in the order of the text.
    pub findings: Vec<ClaimFinding>,
    /// How many further findings are left out.
    pub more: usize,
}

/// What a proof claims of a lesson, in the order in which it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// The text has the sections of a lesson.
    Sections,
    /// The section "lesson" can be read, and what it refers to exists.
    Facts,
    /// The start can be opened, and the lesson is not solved there.
    Start,
    /// The naive attempt fails on its goals, with its error, and gets a hint.
    Naive,
    /// This solution meets all goals. Counted from one.
    Solution(usize),
    /// One of the solutions needs exactly what "par" says.
    Par,
    /// The answer of the prediction is what the engine says.
    Prediction,
    /// The texts of a language have all parts and keep to the rules of writing.
    Text(Language),
    /// Both texts have the same structure.
    SameStructure,
    /// The lesson fits into its file.
    Size,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimOutcome {
    Holds,
    Fails,
    /// Another claim has to hold first.
    NotReached,
    /// The lesson was only read.
    NotPlayed,
    /// It needs a function of a trigger, and none runs in the proof of the page.
    NotHere,
}

/// The line and the column are counted from one. The sentence is in English.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClaimFinding {
    pub line: usize,
    pub column: usize,
    pub sentence: String,
}

impl ProofAnswer {
    /// All claims hold.
    pub fn is_proved(&self) -> bool {
        self.rows.iter().all(|row| row.outcome == ClaimOutcome::Holds)
    }

    /// Attempts were played, or would have been.
    pub fn is_played(&self) -> bool {
        self.rows.iter().all(|row| row.outcome != ClaimOutcome::NotPlayed)
    }

    /// What is wrong, in the order of the text.
    pub fn findings(&self) -> Vec<&ClaimFinding> {
        let mut findings: Vec<&ClaimFinding> = self.rows.iter().flat_map(|row| &row.findings).collect();
        findings.sort();
        findings
    }
}
