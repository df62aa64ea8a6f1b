//! Proves a lesson that is being written, for the page. It accepts every text: problems become rows of the result.

use super::document;
use super::report::{Finding, Outcome, Row, SkipReason, prove_played};
use super::{AttemptSelection, LessonReferences};
use crate::proof_answer::{Claim, ClaimFinding, ClaimOutcome, ProofAnswer, ProofQuestion, ProofRow};
use crate::text::Language;

/// Maximum findings per claim in a response. More do not help to fix the first one.
const FINDINGS_MAX: usize = 50;
/// Maximum length of a sentence, which may contain a response.
const SENTENCE_CHARACTERS_MAX: usize = 1_000;

/// Proves the lesson of the question, or only reads it.
///
/// # Errors
/// Fails if the surroundings are not those of a course.
pub fn answer(question: &ProofQuestion) -> Result<ProofAnswer, String> {
    let surroundings: LessonReferences =
        serde_json::from_str(&question.surroundings).map_err(|error| error.to_string())?;
    let document = match document::read(&question.text) {
        Ok(document) => document,
        Err(problem) => {
            let sentence = problem.to_string();
            let finding = ClaimFinding { line: problem.line(), column: 1, sentence };
            return Ok(ProofAnswer { rows: without_sections(finding), lesson: None });
        }
    };
    let played = if question.plays { AttemptSelection::WithoutFunctions } else { AttemptSelection::Nothing };
    let report = prove_played(&document, &surroundings, played);
    let sections = row(Claim::Sections, ClaimOutcome::Holds, Vec::new());
    let lesson = report.lesson.and_then(|lesson| serde_json::to_string(&lesson).ok());
    let rows = std::iter::once(sections).chain(report.rows.into_iter().map(proof_row)).collect();
    Ok(ProofAnswer { rows, lesson })
}

fn without_sections(finding: ClaimFinding) -> Vec<ProofRow> {
    let others = [Claim::Facts, Claim::Start, Claim::Naive, Claim::Solution(1), Claim::Par]
        .into_iter()
        .chain(Language::ALL.map(Claim::Text))
        .chain([Claim::SameStructure, Claim::Size]);
    let others = others.map(|claim| row(claim, ClaimOutcome::NotReached, Vec::new()));
    std::iter::once(row(Claim::Sections, ClaimOutcome::Fails, vec![finding])).chain(others).collect()
}

fn row(claim: Claim, outcome: ClaimOutcome, findings: Vec<ClaimFinding>) -> ProofRow {
    ProofRow { claim, outcome, findings, more: 0 }
}

fn proof_row(Row { claim, outcome }: Row) -> ProofRow {
    match outcome {
        Outcome::Holds => row(claim, ClaimOutcome::Holds, Vec::new()),
        Outcome::NotReached => row(claim, ClaimOutcome::NotReached, Vec::new()),
        Outcome::NotPlayed(SkipReason::NotAsked) => row(claim, ClaimOutcome::NotPlayed, Vec::new()),
        Outcome::NotPlayed(SkipReason::Functions) => row(claim, ClaimOutcome::NotHere, Vec::new()),
        Outcome::Fails(findings) => {
            let mut told: Vec<ClaimFinding> = findings.iter().map(finding).collect();
            told.sort();
            told.dedup();
            let more = told.len().saturating_sub(FINDINGS_MAX);
            told.truncate(FINDINGS_MAX);
            ProofRow { more, ..row(claim, ClaimOutcome::Fails, told) }
        }
    }
}

fn finding(Finding { problem, place }: &Finding) -> ClaimFinding {
    let said = problem.sentence();
    let mut sentence: String = said.chars().take(SENTENCE_CHARACTERS_MAX).collect();
    if sentence.len() < said.len() {
        sentence.push('…');
    }
    ClaimFinding { line: place.line, column: place.column, sentence }
}
