//! The request of the page to prove a lesson, and the worker's response.

use serde::{Deserialize, Serialize};

use crate::text::Language;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofQuestion {
    /// The whole lesson as one text, in the format of the lesson builder.
    pub text: String,
    /// The content of a file of the site: lessons, terms and error pages that the lesson may refer to.
    pub surroundings: String,
    /// True to play the attempts. False to only read the lesson.
    pub plays: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofAnswer {
    pub rows: Vec<ProofRow>,
    /// The lesson as a file of the site. None if it cannot be read.
    pub lesson: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofRow {
    pub claim: Claim,
    pub outcome: ClaimOutcome,
    /// The problems, in the order of the text.
    pub findings: Vec<ClaimFinding>,
    /// The number of further problems that are left out.
    pub more: usize,
}

/// The claims of a proof, in the order of display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// The text has the sections of a lesson.
    Sections,
    /// The section "lesson" is valid, and everything it refers to exists.
    Facts,
    /// The start can be opened, and the lesson is not solved there.
    Start,
    /// The naive attempt fails on its goals, with its error, and gets a hint.
    Naive,
    /// This solution meets all goals. Counted from 1.
    Solution(usize),
    /// One of the solutions has exactly the figures of "par".
    Par,
    /// The engine confirms the answer of the prediction.
    Prediction,
    /// The texts of a language have all parts and follow the rules of writing.
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
    /// Not checked: another claim must hold first.
    NotReached,
    /// Not checked: the lesson was only read.
    NotPlayed,
    /// Not checked: the claim needs a trigger function, and the proof in the page runs none.
    NotHere,
}

/// A problem at a position in the text. Line and column are counted from 1. The sentence is in English.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClaimFinding {
    pub line: usize,
    pub column: usize,
    pub sentence: String,
}

impl ProofAnswer {
    /// Whether all claims hold.
    pub fn is_proved(&self) -> bool {
        self.rows.iter().all(|row| row.outcome == ClaimOutcome::Holds)
    }

    /// Whether the attempts were played, or would have been if earlier claims had held.
    pub fn is_played(&self) -> bool {
        self.rows.iter().all(|row| row.outcome != ClaimOutcome::NotPlayed)
    }

    /// Returns all problems, in the order of the text.
    pub fn findings(&self) -> Vec<&ClaimFinding> {
        let mut findings: Vec<&ClaimFinding> = self.rows.iter().flat_map(|row| &row.findings).collect();
        findings.sort();
        findings
    }
}
