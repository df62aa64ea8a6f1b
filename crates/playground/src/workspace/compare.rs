//! Compares two history entries item by item, and lists the entries to choose from.

use dynalab_types::AttributeValue;
use dynalab_types::json::{self, Members, Object, Value};
use dynalab_types::wire::value_json;

use super::workspace_operations::{number, parsed};
use crate::Workspace;
use crate::advice::string;
use crate::history::{HistoryEntry, HistoryEntryId};
use crate::views::comparison::{ItemDifference, TableDifference, compare, tables_then};
use crate::views::trace::key_text;

/// The body is `{"One":{"Moment":7},"Other":{"Branch":2}}`. A side is an id, a `Number` on the current branch, or the tip of a
/// branch. A missing side is the entry that is shown.
pub(super) const COMPARE: &str = "Dynalab.Compare";
pub(super) const LIST_MOMENTS: &str = "Dynalab.ListMoments";
const ITEMS_MAX: usize = 300;
const ENTRIES_MAX: usize = 200;
/// Longer values are truncated in the result.
const VALUE_MAX_BYTES: usize = 4 * 1024;

pub(super) fn compared(workspace: &mut Workspace, body: &str) -> Result<Object, String> {
    let question = parsed(body)?;
    let members = Members::from_object(&question, String::new());
    members.only(&["One", "Other"]).map_err(|error| error.to_string())?;
    let (one, other) = (entry_of(workspace, &members, "One")?, entry_of(workspace, &members, "Other")?);
    let position = workspace.history.position();
    let gone = [one, other].map(|entry| workspace.go(entry).map(|()| tables_then(&workspace.engine)));
    workspace.go(position).map_err(|error| error.to_string())?;
    let [before, after] = gone;
    let (before, after) =
        (before.map_err(|error| error.to_string())?, after.map_err(|error| error.to_string())?);
    let tables = compare(&before, &after, ITEMS_MAX);
    Ok(Object::from([
        ("One".to_owned(), entry_json(workspace, one)),
        ("Other".to_owned(), entry_json(workspace, other)),
        ("Tables".to_owned(), Value::Array(tables.iter().map(table_told).collect())),
    ]))
}

fn entry_of(workspace: &Workspace, members: &Members, name: &str) -> Result<HistoryEntryId, String> {
    let history = &workspace.history;
    let Some(object) = members.object(name).map_err(|error| error.to_string())? else {
        return Ok(history.position());
    };
    let members = Members::from_object(object, format!("{name}."));
    members.only(&["Moment", "Number", "Branch"]).map_err(|error| error.to_string())?;
    let whole = |name: &str| members.whole(name).map_err(|error| error.to_string());
    let forgotten = || "this point in history is no longer kept".to_owned();
    if let Some(id) = whole("Moment")? {
        return Ok(HistoryEntryId(id));
    }
    if let Some(number) = whole("Number")? {
        let found = u32::try_from(number).ok().and_then(|number| history.numbered(number));
        return found.ok_or_else(forgotten);
    }
    if let Some(branch) = whole("Branch")? {
        let found = u32::try_from(branch).ok().and_then(|branch| history.branch_state().branch(branch));
        return found.map(|branch| branch.tip).ok_or_else(|| "there is no such branch".to_owned());
    }
    Ok(history.position())
}

/// Lists the entries that changed data or have a name, newest first, and the branches with their tips.
pub(super) fn entries(workspace: &Workspace) -> Object {
    let history = &workspace.history;
    let standing = history.branch_state();
    let told =
        history.of_branch(standing.current()).filter(|(_, entry)| entry.changes_data || entry.name.is_some());
    let entries = told.take(ENTRIES_MAX).map(|(id, _)| entry_json(workspace, id));
    let branches = standing.branches().iter().map(|branch| {
        let mut told = Object::from([
            ("Branch".to_owned(), number(u64::from(branch.number))),
            ("Current".to_owned(), Value::Bool(branch.number == standing.current)),
            ("Newest".to_owned(), entry_json(workspace, branch.tip)),
        ]);
        if let Some(name) = &branch.name {
            told.insert("Name".to_owned(), string(&**name));
        }
        Value::Object(told)
    });
    let oldest =
        history.of_branch(standing.current()).last().map_or(standing.head, |(_, entry)| entry.parent);
    Object::from([
        ("Shown".to_owned(), entry_json(workspace, history.position())),
        ("Oldest".to_owned(), number(u64::from(history.number(oldest)))),
        ("Moments".to_owned(), Value::Array(entries.collect())),
        ("Branches".to_owned(), Value::Array(branches.collect())),
    ])
}

fn entry_json(workspace: &Workspace, id: HistoryEntryId) -> Value {
    let mut told = Object::from([
        ("Moment".to_owned(), number(id.0)),
        ("Number".to_owned(), number(u64::from(workspace.history.number(id)))),
    ]);
    if let Some(HistoryEntry { at, operation, name, .. }) = workspace.history.entry(id) {
        told.insert("At".to_owned(), number(at.epoch_ms));
        told.insert("Operation".to_owned(), string(operation.as_ref()));
        if let Some(name) = name {
            told.insert("Name".to_owned(), string(&**name));
        }
    }
    Value::Object(told)
}

fn table_told(table: &TableDifference) -> Value {
    let settings = table.settings.iter().map(|(way, before, after)| pair(way, before.clone(), after.clone()));
    Value::Object(Object::from([
        ("Table".to_owned(), string(table.table.as_str())),
        ("Difference".to_owned(), string(table.difference.name())),
        ("Added".to_owned(), number(table.added)),
        ("Removed".to_owned(), number(table.removed)),
        ("Changed".to_owned(), number(table.changed)),
        ("Unchanged".to_owned(), number(table.unchanged)),
        ("Settings".to_owned(), Value::Array(settings.collect())),
        ("Items".to_owned(), Value::Array(table.items.iter().map(item_told).collect())),
    ]))
}

fn item_told(item: &ItemDifference) -> Value {
    let attributes = item.attributes.iter().map(|(name, before, after)| {
        pair(name, before.as_ref().map(to_dynamodb_json), after.as_ref().map(to_dynamodb_json))
    });
    Value::Object(Object::from([
        ("Difference".to_owned(), string(item.difference.name())),
        ("Key".to_owned(), string(key_text(&item.key))),
        ("Attributes".to_owned(), Value::Array(attributes.collect())),
    ]))
}

fn pair(name: &str, before: Option<Value>, after: Option<Value>) -> Value {
    let mut told = Object::from([("Name".to_owned(), string(name))]);
    told.extend(before.map(|before| ("Before".to_owned(), before)));
    told.extend(after.map(|after| ("After".to_owned(), after)));
    Value::Object(told)
}

/// Returns the value as DynamoDB JSON. Returns the beginning of a large value as a string.
fn to_dynamodb_json(value: &AttributeValue) -> Value {
    let text = value_json(value);
    if text.len() <= VALUE_MAX_BYTES
        && let Ok(value) = json::parse(&text)
    {
        return value;
    }
    let cut = text.chars().take(VALUE_MAX_BYTES / 4).collect::<String>();
    string(format!("{cut}…"))
}
