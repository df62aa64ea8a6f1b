//! Explains a request and runs the cheaper alternatives for comparison. The request is from the history or from the body. All
//! executions are reverted.

use dynalab_types::json::{Members, Object, Value};

use super::TIME_PASSES;
use super::workspace_operations::{asked_in, number, parsed};
use crate::Workspace;
use crate::advice::trial::Trial;
use crate::advice::{Advice, Claim, EARLIER_MAX, EvaluatedAdvice, OriginalRequest, advise, object, string};
use crate::history::HistoryEntryId;
use crate::views::error_place;

/// The body is `{"Moment":7}`, or `{"Operation":"Scan","Request":{…}}` for a request that is not in the history. A body may have
/// both if the entry may be missing.
pub(super) const ADVISE: &str = "Dynalab.Advise";
/// The request and every alternative are executed; with more items, the delay would be noticeable.
const ITEMS_MAX: usize = 200_000;

pub(super) fn advised(workspace: &mut Workspace, body: &str) -> Result<Object, String> {
    let question = parsed(body)?;
    let members = Members::from_object(&question, String::new());
    members.only(&["Moment", "Operation", "Request"]).map_err(|error| error.to_string())?;
    let items: usize = workspace.engine.database().tables().map(|table| table.items.len()).sum();
    if items > ITEMS_MAX {
        return Err(format!("There are {items} items; other ways are tried with up to {ITEMS_MAX}"));
    }
    let entry = members.whole("Moment").map_err(|error| error.to_string())?.map(HistoryEntryId);
    let position = workspace.history.position();
    let given = members.has("Operation").then(|| asked_in(&members)).transpose()?;
    let (asked, before, found) = match (entry.map(|id| (id, asked_then(workspace, id))), given) {
        (Some((id, Ok((then, before)))), given) if given.as_ref().is_none_or(|given| *given == then) => {
            (then, before, Some(id))
        }
        // The entry is missing or has another request. A replaced worker may have lost reads that were not stored yet, so their
        // ids are reused.
        (_, Some(given)) => (given, position, None),
        (Some((_, Err(why))), None) => return Err(why),
        _ => return Err(members.missing("Operation").to_string()),
    };
    let earlier = earlier_than(workspace, before);
    let gone = workspace.go(before).map_err(|error| error.to_string());
    let told = gone.map(|()| {
        let (met, ways) = advise(&mut workspace.engine, &asked, &earlier);
        let mut told = advice_json(&asked, &met, &ways);
        told.extend(found.map(|id| ("Moment".to_owned(), number(id.0))));
        told
    });
    workspace.go(position).map_err(|error| error.to_string())?;
    told
}

/// Returns the request of an entry and the id of the entry before it.
fn asked_then(
    workspace: &Workspace,
    id: HistoryEntryId,
) -> Result<(OriginalRequest, HistoryEntryId), String> {
    let entry = workspace.history.entry(id).ok_or("this point in history is no longer kept")?;
    Ok((OriginalRequest::new(&entry.operation, parsed(&entry.body)?), entry.parent))
}

/// Returns the earlier requests, newest first. The passing of time and operations of the simulation are skipped.
fn earlier_than(workspace: &Workspace, before: HistoryEntryId) -> Vec<OriginalRequest> {
    let mut earlier = Vec::new();
    let mut next = before;
    while let Some(entry) = workspace.history.entry(next).filter(|_| earlier.len() < EARLIER_MAX) {
        next = entry.parent;
        if entry.operation == TIME_PASSES.0 && entry.body.as_ref() == TIME_PASSES.1
            || entry.operation.starts_with("Dynalab.")
        {
            continue;
        }
        let Ok(body) = parsed(&entry.body) else { break };
        if entry.status != 200 {
            break;
        }
        earlier.push(OriginalRequest::new(&entry.operation, body));
    }
    earlier
}

fn advice_json(asked: &OriginalRequest, met: &Trial, ways: &[EvaluatedAdvice]) -> Object {
    let mut told = Object::from([
        ("Asked".to_owned(), request(asked)),
        ("Met".to_owned(), trial(met)),
        ("Advice".to_owned(), Value::Array(ways.iter().map(way).collect())),
    ]);
    let place = met.error.as_ref().and_then(|(name, message)| error_place::find(name, message, &asked.body));
    if let Some(place) = place {
        let mut object = Object::from([("Member".to_owned(), string(place.member))]);
        if let Some((before, marked, after)) = place.text {
            object.insert("Text".to_owned(), Value::Array([before, marked, after].map(Value::String).into()));
        }
        told.insert("Place".to_owned(), Value::Object(object));
    }
    told
}

fn request(asked: &OriginalRequest) -> Value {
    object([("Operation", string(asked.operation.as_str())), ("Request", Value::Object(asked.body.clone()))])
}

fn way(tried: &EvaluatedAdvice) -> Value {
    let Advice { rule, figures, also_instead_of, preparation, requests, claim } = &tried.advice;
    let list = |asked: &[OriginalRequest]| Value::Array(asked.iter().map(request).collect());
    let figures = figures.iter().map(|(name, value)| ((*name).to_owned(), string(value.as_str()))).collect();
    object([
        ("Rule", string(*rule)),
        ("Figures", Value::Object(figures)),
        ("NoCheaper", Value::Bool(*claim == Claim::NoCheaper)),
        ("AlsoInsteadOf", list(also_instead_of)),
        ("Preparation", list(preparation)),
        ("Requests", list(requests)),
        ("AsAsked", trial(&tried.as_asked)),
        ("Otherwise", trial(&tried.otherwise)),
        ("SameItems", Value::Bool(tried.same_items())),
        ("SameTables", Value::Bool(tried.same_tables())),
    ])
}

fn trial(trial: &Trial) -> Value {
    let charges = trial.charges.iter().map(|(owner, units, unit)| {
        Value::Array(vec![string(owner.as_str()), string(units.to_string()), string(*unit)])
    });
    let mut told = Object::from([
        ("Requests".to_owned(), number(trial.requests as u64)),
        ("ReadUnits".to_owned(), string(trial.read_units.to_string())),
        ("WriteUnits".to_owned(), string(trial.write_units.to_string())),
        ("Charges".to_owned(), Value::Array(charges.collect())),
        ("Read".to_owned(), number(trial.read)),
        ("ThrownAway".to_owned(), number(trial.thrown_away)),
        ("Returned".to_owned(), number(trial.items.len() as u64)),
        ("Written".to_owned(), number(trial.written.len() as u64)),
        ("RequestBytes".to_owned(), number(trial.request_bytes as u64)),
        ("AnswerBytes".to_owned(), number(trial.answer_bytes as u64)),
    ]);
    if let Some((name, message)) = &trial.error {
        told.insert(
            "Error".to_owned(),
            object([("Name", string(name.as_str())), ("Message", string(message.as_str()))]),
        );
    }
    Value::Object(told)
}
