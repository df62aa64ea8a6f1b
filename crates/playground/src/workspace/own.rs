//! The questions that a workspace answers itself, because they are about its history, or about several requests at once. None of
//! them changes anything but [`RUN`](super::stepping::RUN) and [`PUT`](super::putting::PUT).

use dynalab_engine::change::Change;
use dynalab_engine::charges::Charges;
use dynalab_engine::trace::Trace;
use dynalab_types::Timestamp;
use dynalab_types::json::{self, Object, Value, write_object};

use super::{Ran, advising, comparing, exploring, putting, service_error, stepping};
use crate::Workspace;
use crate::advice::Asked;
use crate::share::document::members::Members;

const BAD_REQUEST: u16 = 400;

/// The names that [`answer`] knows.
pub(super) const NAMES: [&str; 7] = [
    exploring::EXPLORE,
    stepping::STEP,
    stepping::RUN,
    putting::PUT,
    advising::ADVISE,
    comparing::COMPARE,
    comparing::LIST_MOMENTS,
];

/// None when it is nothing of its own.
pub(super) fn answer(workspace: &mut Workspace, at: Timestamp, operation: &str, body: &str) -> Option<Ran> {
    let answered = match operation {
        exploring::EXPLORE => exploring::explored(&workspace.engine, body),
        stepping::STEP => stepping::stepped(&workspace.engine, body),
        stepping::RUN => return Some(stepping::run(&mut workspace.engine, at, body)),
        putting::PUT => return Some(putting::run(&mut workspace.engine, at, body)),
        advising::ADVISE => advising::advised(workspace, body),
        comparing::COMPARE => comparing::compared(workspace, body),
        comparing::LIST_MOMENTS => Ok(comparing::moments(workspace)),
        _ => return None,
    };
    Some(ran(answered, Vec::new()))
}

pub(super) fn ran(answered: Result<Object, String>, changes: Vec<Change>) -> Ran {
    let (status, body) = match answered {
        Ok(answer) => {
            let mut json = String::new();
            write_object(&answer, &mut json);
            (200, json)
        }
        Err(why) => (BAD_REQUEST, service_error(&why)),
    };
    Ran { status, body, trace: Trace::new(), charges: Charges::default(), changes }
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

pub(super) fn asked_in(members: &Members) -> Result<Asked, String> {
    let text = members.text("Operation").map_err(|error| error.to_string())?;
    let operation = text.ok_or_else(|| members.missing("Operation").to_string())?;
    let object = members.object("Request").map_err(|error| error.to_string())?;
    Ok(Asked::new(operation, object.cloned().unwrap_or_default()))
}

pub(super) fn number(number: u64) -> Value {
    Value::Number(number.to_string())
}
