//! Runs requests on a new branch, from a history entry or from the parent of one.

use dynalab_engine::TraceLevel;
use dynalab_engine::engine::effort::Effort;
use dynalab_types::Timestamp;
use dynalab_types::json::{FormError, Members, Object, Value};

use super::workspace_operations::{asked_in, number, parsed, request_outcome};
use super::{RequestOutcome, TravelError};
use crate::Workspace;
use crate::advice::{OriginalRequest, object, string};
use crate::history::HistoryEntryId;
use crate::share::document::{Excess, TASKS_MAX, WRITTEN_MAX_BYTES};

/// The body is `{"Instead":7,"Name":"…","Requests":[{"Operation":"Query","Request":{…}},…]}`. The requests run from the parent of
/// entry `Instead`, or from the shown entry. They are one step.
pub(super) const BRANCH: &str = "Dynalab.Branch";

pub(super) fn run(workspace: &mut Workspace, at: Timestamp, body: &str) -> RequestOutcome {
    let answered = question_of(body)
        .and_then(|(instead, name, requests)| branched(workspace, at, instead, &name, &requests));
    request_outcome(answered, Vec::new())
}

fn question_of(body: &str) -> Result<(Option<HistoryEntryId>, String, Vec<OriginalRequest>), String> {
    let question = parsed(body)?;
    let members = Members::from_object(&question, String::new());
    let read = || {
        members.only(&["Instead", "Name", "Requests"])?;
        let instead = members.whole("Instead")?.map(HistoryEntryId);
        Ok((instead, members.text("Name")?.unwrap_or_default().to_owned(), members.objects("Requests")?))
    };
    let read: Result<_, FormError> = read();
    let (instead, name, requests) = read.map_err(|error| error.to_string())?;
    let requests = requests.iter().map(asked_in).collect::<Result<Vec<_>, _>>()?;
    if requests.is_empty() {
        return Err("There is no request to run".to_owned());
    }
    Ok((instead, name, requests))
}

fn branched(
    workspace: &mut Workspace,
    at: Timestamp,
    instead: Option<HistoryEntryId>,
    name: &str,
    requests: &[OriginalRequest],
) -> Result<Object, String> {
    let before = match instead {
        Some(instead) => {
            let history_entry = workspace.history.entry(instead);
            history_entry.ok_or_else(|| TravelError::Forgotten.to_string())?.parent
        }
        None => workspace.history.position(),
    };
    let mark = workspace.mark();
    let ran = run_from(workspace, at, before, name, requests);
    ran.inspect_err(|_| workspace.roll_back_to(mark))
}

fn run_from(
    workspace: &mut Workspace,
    at: Timestamp,
    before: HistoryEntryId,
    name: &str,
    requests: &[OriginalRequest],
) -> Result<Object, String> {
    let stood = workspace.go(before).and_then(|()| workspace.continue_here());
    stood.map_err(|error| error.to_string())?;
    workspace.fork();
    let answers = execute_all(workspace, at, requests)?;
    let branch = workspace.history.branch_state().current;
    workspace.rename_branch(branch, name).map_err(|error| error.to_string())?;
    Ok(Object::from([
        ("Branch".to_owned(), number(u64::from(branch))),
        ("Answers".to_owned(), Value::Array(answers)),
    ]))
}

/// Executes the requests as one step. The page cannot stop it, so the scheduled tasks that it makes due are limited.
fn execute_all(
    workspace: &mut Workspace,
    at: Timestamp,
    requests: &[OriginalRequest],
) -> Result<Vec<Value>, String> {
    let began = workspace.engine.effort();
    let mut has_begun = false;
    let mut answers = Vec::new();
    for (place, asked) in (1..).zip(requests) {
        while workspace.pass_before(at) {
            charge(workspace.engine.effort().since(began), place)?;
        }
        let body = asked.body_text();
        let (mut answer, mut left) = workspace.step_of(&mut has_begun, |workspace| {
            workspace.execute_part(at, &asked.operation, &body, TraceLevel::Off)
        });
        while let Some(until) = left {
            charge(workspace.engine.effort().since(began), place)?;
            (answer, left) = workspace.continue_part(until);
        }
        answers.push(object([("Status", number(u64::from(answer.status))), ("Body", string(answer.body))]));
    }
    Ok(answers)
}

fn charge(done: Effort, place: usize) -> Result<(), String> {
    match Excess::of(done) {
        None => Ok(()),
        Some(Excess::Tasks) => Err(format!(
            "With request {place} more than {TASKS_MAX} scheduled tasks are due, the most that are run here. Let less time pass"
        )),
        Some(Excess::Written) => Err(format!(
            "Up to request {place} more than {WRITTEN_MAX_BYTES} bytes are written, the most that is run here. Let less time pass"
        )),
    }
}
