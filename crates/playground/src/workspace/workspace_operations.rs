//! The operations that a workspace answers itself, because they are about its history, or about several requests at once. Only
//! [`RUN`](super::step_clients::RUN) and [`PUT`](super::put_items::PUT) change anything.

use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::Charges;
use dynalab_engine::trace::Trace;
use dynalab_types::Timestamp;
use dynalab_types::json::{self, Members, Object, Value, write_object};

use super::{RequestOutcome, advise, compare, explore, put_items, service_error, step_clients};
use crate::Workspace;
use crate::advice::OriginalRequest;

const BAD_REQUEST: u16 = 400;

/// The operations that [`answer`] executes.
pub(super) const NAMES: [&str; 7] = [
    explore::EXPLORE,
    step_clients::STEP,
    step_clients::RUN,
    put_items::PUT,
    advise::ADVISE,
    compare::COMPARE,
    compare::LIST_MOMENTS,
];

/// Returns `None` for an operation that the workspace does not answer itself.
pub(super) fn answer(
    workspace: &mut Workspace,
    at: Timestamp,
    operation: &str,
    body: &str,
) -> Option<RequestOutcome> {
    let answered = match operation {
        explore::EXPLORE => explore::explore_clients(&workspace.engine, body),
        step_clients::STEP => step_clients::stepped(&workspace.engine, body),
        step_clients::RUN => return Some(step_clients::run(&mut workspace.engine, at, body)),
        put_items::PUT => return Some(put_items::run(&mut workspace.engine, at, body)),
        advise::ADVISE => advise::advised(workspace, body),
        compare::COMPARE => compare::compared(workspace, body),
        compare::LIST_MOMENTS => Ok(compare::entries(workspace)),
        _ => return None,
    };
    Some(request_outcome(answered, Vec::new()))
}

pub(super) fn request_outcome(answered: Result<Object, String>, changes: Vec<Change>) -> RequestOutcome {
    let (status, body) = match answered {
        Ok(answer) => {
            let mut json = String::new();
            write_object(&answer, &mut json);
            (200, json)
        }
        Err(why) => (BAD_REQUEST, service_error(&why)),
    };
    RequestOutcome { status, body, trace: Trace::new(), charges: Charges::default(), changes }
}

pub(super) fn parsed(body: &str) -> Result<Object, String> {
    match json::parse(body) {
        Ok(Value::Object(question)) => Ok(question),
        Ok(_) => Err("The question is no object".to_owned()),
        Err(error) => Err(format!("Line {} is no JSON", error.line)),
    }
}

/// `{"Operation":"PutItem","Request":{…}}`, as name and body.
pub(super) fn texts_of(members: &Members) -> Result<(String, String), String> {
    let asked = asked_in(members)?;
    let body = asked.body_text();
    Ok((asked.operation, body))
}

pub(super) fn asked_in(members: &Members) -> Result<OriginalRequest, String> {
    let text = members.text("Operation").map_err(|error| error.to_string())?;
    let operation = text.ok_or_else(|| members.missing("Operation").to_string())?;
    let object = members.object("Request").map_err(|error| error.to_string())?;
    Ok(OriginalRequest::new(operation, object.cloned().unwrap_or_default()))
}

pub(super) fn number(number: u64) -> Value {
    Value::Number(number.to_string())
}
