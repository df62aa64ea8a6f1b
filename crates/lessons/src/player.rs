//! Plays a lesson without a page: opens its start, sends requests, checks the attempt.

use std::collections::BTreeMap;
use std::fmt;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_playground::open_document;
use dynalab_playground::workspace::Answer;
use dynalab_types::Timestamp;

use crate::attempt::{Attempt, DesignAttempt};
use crate::check::check;
use crate::design::DesignAnswer;
use crate::json::Json;
use crate::lesson::{LessonFacts, NaiveAttempt, RequestFacts, Solution};
use crate::reference;
use crate::verdict::Verdict;

/// 1 January 2026, 00:00 UTC: the time at which every lesson is played.
const WALL_MS: u64 = 1_767_225_600_000;
const SEED: u64 = 1;

pub struct Player {
    workspace: Workspace,
    after: u32,
    /// The responses so far, which references of later requests point to.
    responses: Vec<Json>,
    /// The functions that the attempt turned on, by trigger name. As in the page, triggers of the start do not run by
    /// themselves.
    functions: BTreeMap<String, String>,
}

/// Why a lesson cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The start is not a document of the playground.
    Start { detail: String },
    /// A request of the start failed.
    StartRequest { place: usize, detail: String },
    /// The attempt has more requests than the history keeps.
    TooLong,
}

impl fmt::Display for PlayError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Start { detail } => write!(formatter, "The start cannot be opened: {detail}"),
            PlayError::StartRequest { place, detail } => {
                write!(formatter, "Request {place} of the start fails: {detail}")
            }
            PlayError::TooLong => {
                formatter.write_str("The attempt has more requests than the history remembers.")
            }
        }
    }
}

impl std::error::Error for PlayError {}

/// An attempt that a lesson contains.
pub struct Play<'a> {
    pub requests: &'a [RequestFacts],
    pub given: &'a BTreeMap<String, String>,
    pub clients: &'a [Vec<RequestFacts>],
    pub design: Option<&'a DesignAnswer>,
}

impl<'a> From<&'a NaiveAttempt> for Play<'a> {
    fn from(attempt: &'a NaiveAttempt) -> Play<'a> {
        Play {
            requests: &attempt.requests,
            given: &attempt.given,
            clients: &attempt.clients,
            design: attempt.design.as_ref(),
        }
    }
}

impl<'a> From<&'a Solution> for Play<'a> {
    fn from(solution: &'a Solution) -> Play<'a> {
        Play {
            requests: &solution.requests,
            given: &solution.given,
            clients: &solution.clients,
            design: solution.design.as_ref(),
        }
    }
}

/// Returns the name and the function of the trigger that a request creates.
pub(crate) fn function_of(request: &RequestFacts) -> Option<(String, String)> {
    let name = request.body.0.get("Name")?.as_str()?;
    let code = request.body.0.get("Handler")?.get("Code")?.as_str()?;
    Some((name.to_owned(), code.to_owned()))
}

impl Player {
    /// # Errors
    /// Fails if the start cannot be built.
    pub fn open(facts: &LessonFacts) -> Result<Player, PlayError> {
        let wall = Timestamp::from_epoch_ms(WALL_MS);
        let seed = facts.start.seed.unwrap_or(SEED);
        let mut workspace = Workspace::new(seed, EngineConfig::instant(), Window::PAGE);
        let opens_empty = facts.start.tables.is_empty() && facts.start.requests.is_empty();
        if !opens_empty || facts.start.clock_ms.is_some() || facts.start.paused {
            open_document(&mut workspace, &facts.start_document(WALL_MS), wall)
                .map_err(|refusal| PlayError::Start { detail: format!("{refusal:?}") })?;
        }
        let head = workspace.history().number(workspace.history().head());
        let first = head - (facts.start.requests.len() as u32).min(head);
        for number in first + 1..=head {
            let id = workspace.history().numbered(number);
            let failed = id
                .and_then(|id| workspace.history().entry(id).map(|entry| (id, entry.status)))
                .filter(|(_, status)| *status != 200);
            if let Some((id, _)) = failed {
                let detail = workspace.recall(id).map(|answer| answer.body).unwrap_or_default();
                return Err(PlayError::StartRequest { place: (number - first) as usize, detail });
            }
        }
        workspace.follow_clock(wall);
        Ok(Player { workspace, after: head, responses: Vec::new(), functions: BTreeMap::new() })
    }

    /// Returns the requests of the first solution as they are sent, so that each can be read alone: its references are replaced by
    /// values of earlier responses.
    ///
    /// # Errors
    /// Fails if a request has references and the start cannot be built.
    pub fn sent_solution(facts: &LessonFacts) -> Result<Vec<RequestFacts>, PlayError> {
        let requests = facts.solutions.first().map(|solution| solution.requests.clone()).unwrap_or_default();
        if !requests.iter().any(|request| reference::has_references(&request.body)) {
            return Ok(requests);
        }
        let mut player = Player::open(facts)?;
        let sent = requests.iter().map(|request| {
            let body = reference::resolve(&request.body, &player.responses);
            player.run(request);
            RequestFacts { body, ..request.clone() }
        });
        Ok(sent.collect())
    }

    pub fn workspace(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Executes a request, with its references replaced by values of earlier responses.
    pub fn run(&mut self, request: &RequestFacts) -> Answer {
        let body = reference::resolve(&request.body, &self.responses);
        let wall = Timestamp::from_epoch_ms(WALL_MS);
        let at = self.workspace.time(wall);
        let answer = self.workspace.execute(at, &request.operation, &body.text(), TraceLevel::Off);
        self.workspace.follow_clock(wall);
        self.responses.push(Json::parse(&answer.body).unwrap_or_default());
        if let Some((name, code)) = function_of(request) {
            self.functions.insert(name, code);
        }
        if !self.functions.is_empty() {
            self.run_functions();
        }
        answer
    }

    /// Runs the waiting functions after a request, as the page does.
    #[cfg(feature = "author")]
    fn run_functions(&mut self) {
        let wall = Timestamp::from_epoch_ms(WALL_MS);
        crate::handlers::run_waiting(&mut self.workspace, wall, &self.functions);
    }

    #[cfg(not(feature = "author"))]
    fn run_functions(&mut self) {}

    /// Sends all requests of an attempt and checks it.
    ///
    /// # Errors
    /// Fails if the attempt has more requests than the history keeps.
    pub fn play(&mut self, facts: &LessonFacts, play: &Play) -> Result<Verdict, PlayError> {
        for request in play.requests {
            self.run(request);
        }
        let attempt = Attempt {
            goals: facts.goals.clone(),
            hints: facts.hints.clone(),
            after: self.after,
            given: play.given.clone(),
            clients: play.clients.to_vec(),
            design: facts
                .start
                .design
                .as_ref()
                .zip(play.design)
                .map(|(brief, answer)| DesignAttempt { brief: brief.clone(), answer: answer.clone() }),
        };
        check(&mut self.workspace, &attempt).map_err(|_| PlayError::TooLong)
    }
}
