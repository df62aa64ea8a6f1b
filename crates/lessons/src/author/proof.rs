//! Proves a lesson by playing it. The start is unsolved, the naive attempt fails on its goals, each solution solves it.

use std::collections::BTreeMap;

use dynalab_types::json;

use super::AttemptSelection;
use super::problem::{PlayedAttempt, ProofProblem};
use crate::design::DesignAnswer;
use crate::json::Json;
use crate::lesson::{Figures, LessonFacts, MeasuredFigures, Predict, PredictAbout, RequestFacts};
use crate::player::{Play, Player, function_of};
use crate::verdict::{GoalStatus, Verdict};

/// Errors of invalid requests. A failed condition or throttling can be a valid part of an attempt.
const NONSENSE: &[&str] = &[
    "ValidationException",
    "SerializationException",
    "UnknownOperationException",
    "ResourceNotFoundException",
];

pub(super) struct ProofResult {
    pub measured: MeasuredFigures,
    pub problems: Vec<ProofProblem>,
    /// Attempts that were left out, although they were next.
    pub left_out: Vec<PlayedAttempt>,
}

pub(super) fn prove(facts: &LessonFacts, played: AttemptSelection) -> ProofResult {
    let mut proved =
        ProofResult { measured: MeasuredFigures::default(), problems: Vec::new(), left_out: Vec::new() };
    if played == AttemptSelection::Nothing {
        // One empty entry per solution, because the texts may name its figures.
        proved.measured.solutions = vec![Figures::default(); facts.solutions.len()];
        return proved;
    }
    proved.problems.extend(prove_unsolved(facts));
    if !proved.problems.is_empty() {
        // No attempt can be played if the start is not valid.
        return proved;
    }
    if is_excluded(played, &facts.naive.requests) {
        proved.left_out.push(PlayedAttempt::Naive);
    } else {
        let (naive, found) = prove_naive(facts);
        proved.measured.naive = naive;
        proved.problems.extend(found);
    }
    for (place, solution) in facts.solutions.iter().enumerate() {
        let name = PlayedAttempt::Solution(place + 1);
        let mut figures = Figures::default();
        if is_excluded(played, &solution.requests) {
            proved.left_out.push(name);
        } else {
            match play(facts, &Play::from(solution), name) {
                Ok((verdict, outcomes)) => {
                    figures = verdict.figures;
                    proved.problems.extend(unsolved(name, &verdict, &outcomes));
                }
                Err(problem) => proved.problems.push(problem),
            }
        }
        proved.measured.solutions.push(figures);
    }
    prove_rest(facts, played, &mut proved);
    proved
}

fn prove_rest(facts: &LessonFacts, played: AttemptSelection, proved: &mut ProofResult) {
    let is_complete = !proved.left_out.iter().any(|attempt| matches!(attempt, PlayedAttempt::Solution(_)));
    // The attempt that was not played may be the one with the figures of par.
    if is_complete {
        proved.problems.extend(prove_par(facts, &proved.measured));
    }
    let Some(predict) = &facts.predict else { return };
    let request = predict.request.as_ref().or(facts.start.draft.as_ref());
    match request {
        Some(request) if is_excluded(played, std::slice::from_ref(request)) => {
            proved.left_out.push(PlayedAttempt::Prediction);
        }
        _ => proved.problems.extend(prove_predict(facts, predict)),
    }
}

fn is_excluded(played: AttemptSelection, requests: &[RequestFacts]) -> bool {
    played == AttemptSelection::WithoutFunctions
        && requests.iter().any(|request| function_of(request).is_some())
}

/// The status and body of each response, in the order of the requests.
type Outcomes = Vec<(u16, String)>;

fn play(facts: &LessonFacts, play: &Play, name: PlayedAttempt) -> Result<(Verdict, Outcomes), ProofProblem> {
    let cannot = |error: crate::player::PlayError| ProofProblem::CannotPlay {
        attempt: name,
        detail: error.to_string(),
    };
    let mut player = Player::open(facts).map_err(cannot)?;
    let outcomes = play.requests.iter().map(|request| {
        let answer = player.run(request);
        (answer.status, answer.body)
    });
    let outcomes: Outcomes = outcomes.collect();
    let sent = Play { requests: &[], ..*play };
    let verdict = player.play(facts, &sent).map_err(cannot)?;
    Ok((verdict, outcomes))
}

/// Checks that the start is unsolved, also after a request that changes nothing.
fn prove_unsolved(facts: &LessonFacts) -> Option<ProofProblem> {
    let harmless = RequestFacts { operation: "ListTables".to_owned(), body: Json::default() };
    let brief = facts.start.design.as_ref().map(DesignAnswer::from_design);
    let given = BTreeMap::new();
    let unedited = brief.as_ref().map(|brief| (&[][..], Some(brief)));
    for (requests, design) in [(&[][..], None), (&[harmless][..], None)].into_iter().chain(unedited) {
        let attempt = Play { requests, given: &given, clients: &[], design };
        match play(facts, &attempt, PlayedAttempt::Start) {
            Err(problem) => return Some(problem),
            Ok((verdict, _)) if verdict.solved => return Some(ProofProblem::SolvedAtStart),
            Ok(_) => {}
        }
    }
    None
}

fn prove_naive(facts: &LessonFacts) -> (Figures, Vec<ProofProblem>) {
    let naive = &facts.naive;
    let (verdict, outcomes) = match play(facts, &Play::from(naive), PlayedAttempt::Naive) {
        Ok(played) => played,
        Err(problem) => return (Figures::default(), vec![problem]),
    };
    let mut problems = Vec::new();
    let mut expected: Vec<String> = std::iter::once(&naive.fails).chain(&naive.also_fails).cloned().collect();
    let mut found: Vec<String> = verdict
        .goals
        .iter()
        .filter(|goal| goal.status != GoalStatus::Met)
        .map(|goal| goal.goal.clone())
        .collect();
    expected.sort();
    found.sort();
    if expected != found {
        let details = verdict.goals.iter().filter(|goal| !goal.differences.is_empty());
        let differences: Vec<String> =
            details.map(|goal| format!("{}: {:?}", goal.goal, goal.differences)).collect();
        problems.push(ProofProblem::NaiveGoals { expected, found, differences: differences.join(" ") });
    }
    let last = outcomes.len().saturating_sub(1);
    for (place, (status, body)) in outcomes.iter().enumerate() {
        if place < last && *status != 200 && NONSENSE.contains(&error_name(body).as_str()) {
            let attempt = PlayedAttempt::Naive;
            problems.push(ProofProblem::RequestFailed { attempt, place: place + 1, detail: body.clone() });
        }
    }
    let error = outcomes.last().filter(|(status, _)| *status != 200).map(|(_, body)| error_name(body));
    if error != naive.error {
        problems.push(ProofProblem::NaiveError { expected: naive.error.clone(), found: error });
    }
    if verdict.hints.is_empty() {
        problems.push(ProofProblem::NoHintForNaive);
    }
    (verdict.figures, problems)
}

fn unsolved(name: PlayedAttempt, verdict: &Verdict, outcomes: &Outcomes) -> Vec<ProofProblem> {
    let unmet = verdict.goals.iter().filter(|goal| goal.status != GoalStatus::Met);
    let mut problems: Vec<ProofProblem> = unmet
        .map(|goal| ProofProblem::NotSolved {
            attempt: name,
            goal: goal.goal.clone(),
            differences: match goal.status {
                GoalStatus::NotTried => "no request of it is about this goal.".to_owned(),
                _ => format!("{:?}", goal.differences),
            },
        })
        .collect();
    // A solution may contain a rejected request. If it does not solve the lesson, that is the likely reason.
    if !problems.is_empty() {
        let rejected = outcomes.iter().enumerate().filter(|(_, (status, _))| *status != 200);
        problems.extend(rejected.map(|(place, (_, body))| ProofProblem::RequestFailed {
            attempt: name,
            place: place + 1,
            detail: body.clone(),
        }));
    }
    problems
}

/// Checks that par equals the figures of one of the solutions.
fn prove_par(facts: &LessonFacts, measured: &MeasuredFigures) -> Option<ProofProblem> {
    let par = &facts.par;
    let is_par = |figures: &Figures| {
        figures.requests == par.requests
            && figures.read_units == par.read_units
            && figures.write_units == par.write_units
    };
    if measured.solutions.iter().any(is_par) {
        return None;
    }
    let first = measured.solutions.first()?;
    let detail = format!(
        "the first one has requests {}, read_units {}, write_units {}",
        first.requests, first.read_units, first.write_units
    );
    Some(ProofProblem::NotPar { detail })
}

fn prove_predict(facts: &LessonFacts, predict: &Predict) -> Option<ProofProblem> {
    let request = predict.request.as_ref().or(facts.start.draft.as_ref())?;
    let attempt =
        Play { requests: std::slice::from_ref(request), given: &BTreeMap::new(), clients: &[], design: None };
    let (verdict, outcomes) = match play(facts, &attempt, PlayedAttempt::Prediction) {
        Ok(played) => played,
        Err(problem) => return Some(problem),
    };
    let figures = verdict.figures;
    let (status, body) = outcomes.first()?;
    let found = match predict.about {
        PredictAbout::Units if figures.write_units > 0.0 => format!("{} WCU", figures.write_units),
        PredictAbout::Units => format!("{} RCU", figures.read_units),
        PredictAbout::Items => figures.items_returned.to_string(),
        PredictAbout::ItemsRead => figures.items_read.to_string(),
        PredictAbout::Outcome if *status == 200 => "200".to_owned(),
        PredictAbout::Outcome => error_name(body),
    };
    (found != predict.answer).then(|| ProofProblem::Predict { expected: predict.answer.clone(), found })
}

fn error_name(body: &str) -> String {
    let response = json::parse(body).unwrap_or(json::Value::Null);
    let name = response.get("__type").and_then(json::Value::as_str).unwrap_or_default();
    name.rsplit('#').next().unwrap_or_default().to_owned()
}
