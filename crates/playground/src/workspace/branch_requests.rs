//! Runs requests on a new branch, from a history entry or from the parent of one.

use dynalab_engine::TraceLevel;
use dynalab_types::Timestamp;
use dynalab_types::json::{Object, Value};

use super::workspace_operations::{asked_in, number, parsed, request_outcome};
use super::{RequestOutcome, TravelError};
use crate::Workspace;
use crate::advice::{OriginalRequest, object, string};
use crate::history::HistoryEntryId;
use crate::share::document::members::Members;

/// The body is `{"Instead":7,"Name":"…","Requests":[{"Operation":"Query","Request":{…}},…]}`. The requests run from the parent of
/// entry `Instead`, or from the shown entry. They are one step.
pub(super) const BRANCH: &str = "Dynalab.Branch";

pub(super) fn run(workspace: &mut Workspace, at: Timestamp, body: &str) -> RequestOutcome {
    let answered = question_of(body).and_then(|(instead, name, requests)| {
        branched(workspace, at, instead, &name, &requests).map_err(|error| error.to_string())
    });
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
    let read: Result<_, crate::share::document::DocumentError> = read();
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
) -> Result<Object, TravelError> {
    let before = match instead {
        Some(instead) => workspace.history.moment(instead).ok_or(TravelError::Forgotten)?.parent,
        None => workspace.history.position(),
    };
    let mark = workspace.mark();
    let stood = workspace.go(before).and_then(|()| workspace.continue_here());
    stood.inspect_err(|_| workspace.roll_back_to(mark))?;
    workspace.fork();
    let answers = workspace.together(|workspace| {
        let answer = |asked: &OriginalRequest| {
            let answer = workspace.execute(at, &asked.operation, &asked.body_text(), TraceLevel::Off);
            object([("Status", number(u64::from(answer.status))), ("Body", string(answer.body))])
        };
        requests.iter().map(answer).collect()
    });
    let branch = workspace.history.branch_state().current;
    workspace.rename_branch(branch, name).inspect_err(|_| workspace.roll_back_to(mark))?;
    Ok(Object::from([
        ("Branch".to_owned(), number(u64::from(branch))),
        ("Answers".to_owned(), Value::Array(answers)),
    ]))
}
