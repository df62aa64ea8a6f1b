//! Puts many items at once: one piece of an import. Consecutive pieces of an import are one step.

use dynalab_engine::TraceLevel;
use dynalab_engine::database::charges::Charges;
use dynalab_service::{Command, Engine, Request};
use dynalab_traffic::workload::driver::RUN_WORKLOAD;
use dynalab_types::Timestamp;
use dynalab_types::json::{Members, Object, Value, write_object};

use super::joined_changes::joined;
use super::workspace_operations::{number, parsed, request_outcome};
use super::{RequestOutcome, TIME_PASSES};
use crate::advice::string;
use crate::history::History;

/// The body is `{"TableName":"Orders","Import":"7f3a","Items":[{…},…]}`, in this order: the part before the items identifies the
/// import. Each item is put like PutItem. Rejected items are reported by index; the others are written.
pub(super) const PUT: &str = "Dynalab.PutItems";
const ITEMS_MAX: usize = 5_000;
/// The maximum number of rejected items that are reported.
const REFUSED_TOLD: usize = 20;

pub(super) fn run(engine: &mut Engine, at: Timestamp, body: &str) -> RequestOutcome {
    let (table, items) = match read(body) {
        Ok(read) => read,
        Err(why) => return request_outcome(Err(why), Vec::new()),
    };
    let (mut written, mut refused, mut changes) = (0_u64, Vec::new(), Vec::new());
    let mut charges = Charges::default();
    for (place, item) in items.into_iter().enumerate() {
        let mut put = Object::new();
        put.insert("Item".to_owned(), item);
        put.insert("TableName".to_owned(), string(&table));
        let mut text = String::new();
        write_object(&put, &mut text);
        let outcome = Request::parse("PutItem", &text).and_then(|request| {
            let execution = engine.execute(Command { at, request }, TraceLevel::Off);
            changes.extend(execution.changes);
            for charge in execution.charges.iter() {
                charges.add(charge.owner.clone(), charge.kind, charge.units);
            }
            execution.outcome
        });
        match outcome {
            Ok(_) => written += 1,
            Err(error) => refused.push((place, error.to_string())),
        }
    }
    let count = refused.len() as u64;
    let told = refused.into_iter().take(REFUSED_TOLD).map(|(place, why)| {
        Value::Object(
            [("Place".to_owned(), number(place as u64)), ("Message".to_owned(), string(&why))].into(),
        )
    });
    let answer = [
        ("Written".to_owned(), number(written)),
        ("RefusedCount".to_owned(), number(count)),
        ("Refused".to_owned(), Value::Array(told.collect())),
    ];
    RequestOutcome { charges, ..request_outcome(Ok(answer.into_iter().collect()), joined(changes)) }
}

fn read(body: &str) -> Result<(String, Vec<Value>), String> {
    let question = parsed(body)?;
    let members = Members::from_object(&question, String::new());
    members.only(&["TableName", "Import", "Items"]).map_err(|error| error.to_string())?;
    let table = members.text("TableName").map_err(|error| error.to_string())?;
    let table = table.ok_or_else(|| members.missing("TableName").to_string())?.to_owned();
    let items = members.list("Items").map_err(|error| error.to_string())?;
    if items.len() > ITEMS_MAX {
        return Err(format!("A piece of an import has up to {ITEMS_MAX} items"));
    }
    Ok((table, items.to_vec()))
}

/// Returns true if a piece continues the import of the newest step. Passing time and traffic between the pieces are ignored.
pub(super) fn is_continuation(history: &History, operation: &str, body: &str) -> bool {
    if operation != PUT {
        return false;
    }
    let mut id = history.head();
    while let Some(entry) = history.entry(id) {
        let passing = (entry.operation.as_ref(), entry.body.as_ref()) == TIME_PASSES;
        if !passing && entry.operation != RUN_WORKLOAD {
            return entry.operation == PUT && is_same_import(&entry.body, body);
        }
        id = entry.parent;
    }
    false
}

/// Returns true if two pieces name the same table and import. Pieces that another client wrote in another form are not joined.
fn is_same_import(earlier: &str, later: &str) -> bool {
    import_of(earlier).is_some_and(|import| import_of(later) == Some(import))
}

fn import_of(body: &str) -> Option<&str> {
    body.split_once(",\"Items\"").map(|(import, _)| import)
}
