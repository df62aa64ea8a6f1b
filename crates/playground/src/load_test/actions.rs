//! Takes a request apart into its actions, and puts a request together from drawn actions.

use dynalab_engine::database::Database;
use dynalab_types::Item;
use dynalab_types::json::{Object, Value};
use dynalab_types::wire::{item_json, write_json_string};

use super::operation::Operation;
use super::statement::{self, StatementText};
use crate::advice::{as_object, string};
use crate::share::document::text_of;

/// Members that belong to one request only: a repeated token would not execute the request again, and a page of one key does not
/// exist for another.
const ONCE: &[&str] = &["ClientRequestToken", "NextToken"];

/// How an action is written in its request.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// The request itself.
    Alone,
    /// A key of BatchGetItem. The other members of its table, as text.
    BatchKey { rest: String },
    /// A put or a delete of BatchWriteItem.
    BatchWrite,
    /// An action of a transaction by its name, such as `ConditionCheck`.
    Transacted { name: String },
    /// A statement with its other members, as text.
    Statement { text: StatementText, rest: String },
}

/// One action of a request, as a request of its own.
pub(super) struct Action {
    pub operation: Operation,
    pub body: Object,
    pub form: Form,
    /// Distinguishes actions besides their bodies: the name in a transaction, or the statement.
    pub shape: String,
}

impl Action {
    fn new(operation: Operation, body: Object, form: Form, shape: &str) -> Action {
        Action { operation, body, form, shape: shape.to_owned() }
    }
}

/// Returns the actions and the members around them. `None` if a load test cannot repeat one of the actions.
pub(super) fn split(
    operation: Operation,
    mut body: Object,
    database: &Database,
) -> Option<(Vec<Action>, Object)> {
    ONCE.iter().for_each(|name| drop(body.remove(name)));
    if operation.is_action() {
        return Some((vec![Action::new(operation, body, Form::Alone, "")], Object::new()));
    }
    if operation == Operation::ExecuteStatement {
        let action = statement_of(&body, database)?;
        return Some((vec![action], Object::new()));
    }
    let inside = body.remove(operation.member()?)?;
    let actions: Option<Vec<Action>> = match operation {
        Operation::BatchGetItem => batch_keys(as_object(&inside)?),
        Operation::BatchWriteItem => batch_writes(as_object(&inside)?),
        Operation::TransactGetItems | Operation::TransactWriteItems => {
            list(&inside)?.iter().map(|action| transacted(as_object(action)?)).collect()
        }
        _ => list(&inside)?.iter().map(|action| statement_of(as_object(action)?, database)).collect(),
    };
    actions.filter(|actions| !actions.is_empty()).map(|actions| (actions, body))
}

fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(elements) => Some(elements),
        _ => None,
    }
}

fn batch_keys(tables: &Object) -> Option<Vec<Action>> {
    let mut actions = Vec::new();
    for (table, asked) in tables {
        let mut members = as_object(asked)?.clone();
        let keys = members.remove("Keys")?;
        let rest = members_text(&members);
        members.insert("TableName".to_owned(), string(table.as_str()));
        for key in list(&keys)? {
            let mut body = members.clone();
            body.insert("Key".to_owned(), key.clone());
            actions.push(Action::new(Operation::GetItem, body, Form::BatchKey { rest: rest.clone() }, ""));
        }
    }
    Some(actions)
}

fn batch_writes(tables: &Object) -> Option<Vec<Action>> {
    let mut actions = Vec::new();
    for (table, writes) in tables {
        for write in list(writes)? {
            let (name, inside) = as_object(write)?.iter().next()?;
            let operation = match name.as_str() {
                "PutRequest" => Operation::PutItem,
                "DeleteRequest" => Operation::DeleteItem,
                _ => return None,
            };
            let mut body = as_object(inside)?.clone();
            body.insert("TableName".to_owned(), string(table.as_str()));
            actions.push(Action::new(operation, body, Form::BatchWrite, ""));
        }
    }
    Some(actions)
}

fn transacted(action: &Object) -> Option<Action> {
    let (name, inside) = action.iter().next()?;
    let operation = match name.as_str() {
        // A condition check names one item, as a read does.
        "Get" | "ConditionCheck" => Operation::GetItem,
        "Put" => Operation::PutItem,
        "Update" => Operation::UpdateItem,
        "Delete" => Operation::DeleteItem,
        _ => return None,
    };
    Some(Action::new(operation, as_object(inside)?.clone(), Form::Transacted { name: name.clone() }, name))
}

fn statement_of(asked: &Object, database: &Database) -> Option<Action> {
    let read = statement::read(asked, database)?;
    let mut rest = asked.clone();
    rest.retain(|name, _| !matches!(name.as_str(), "Statement" | "Parameters"));
    let form = Form::Statement { text: read.text, rest: members_text(&rest) };
    Some(Action::new(read.operation, read.body, form, &read.shape))
}

/// Returns the members as text without braces.
pub(super) fn members_text(members: &Object) -> String {
    let json = text_of(members);
    json.strip_prefix('{').and_then(|json| json.strip_suffix('}')).unwrap_or_default().to_owned()
}

/// An action with the values that were drawn for it.
pub(super) struct DrawnAction<'a> {
    pub form: &'a Form,
    pub table: &'a str,
    pub operation: Operation,
    /// The key or the item.
    pub item: Item,
    /// The partition key value of a Query.
    pub value: Option<String>,
    /// The members of the request of its own, as text without braces.
    pub members: String,
}

impl DrawnAction<'_> {
    fn statement(&self) -> String {
        match self.form {
            Form::Statement { text, rest } => {
                joined([text.write(&self.item, self.value.as_deref()).as_str(), rest.as_str()])
            }
            _ => self.members.clone(),
        }
    }
}

/// Writes the request. `rest` has the members around the actions, as text without braces.
pub(super) fn write(operation: Operation, rest: &str, actions: &[DrawnAction]) -> String {
    let inside = match operation {
        Operation::BatchGetItem | Operation::BatchWriteItem => by_table(operation, actions),
        Operation::TransactGetItems | Operation::TransactWriteItems => {
            let written = actions.iter().map(|action| {
                let name = match action.form {
                    Form::Transacted { name } => name.as_str(),
                    _ => "Get",
                };
                format!("{{\"{name}\":{{{}}}}}", action.members)
            });
            format!("[{}]", written.collect::<Vec<_>>().join(","))
        }
        Operation::BatchExecuteStatement | Operation::ExecuteTransaction => {
            let written = actions.iter().map(|action| format!("{{{}}}", action.statement()));
            format!("[{}]", written.collect::<Vec<_>>().join(","))
        }
        _ => {
            let alone = actions.first().map(DrawnAction::statement).unwrap_or_default();
            return format!("{{{alone}}}");
        }
    };
    let member = format!("\"{}\":{inside}", operation.member().unwrap_or_default());
    format!("{{{}}}", joined([member.as_str(), rest]))
}

fn joined<const COUNT: usize>(parts: [&str; COUNT]) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(",")
}

/// Writes the actions of a batch, grouped by their tables.
fn by_table(operation: Operation, actions: &[DrawnAction]) -> String {
    let mut tables: Vec<(&str, Vec<String>, &str)> = Vec::new();
    for action in actions {
        let (written, rest) = match (action.form, action.operation) {
            (Form::BatchKey { rest }, _) => (item_json(&action.item), rest.as_str()),
            (_, Operation::DeleteItem) => {
                (format!("{{\"DeleteRequest\":{{\"Key\":{}}}}}", item_json(&action.item)), "")
            }
            _ => (format!("{{\"PutRequest\":{{\"Item\":{}}}}}", item_json(&action.item)), ""),
        };
        match tables.iter_mut().find(|(table, ..)| *table == action.table) {
            Some((_, all, _)) => all.push(written),
            None => tables.push((action.table, vec![written], rest)),
        }
    }
    let mut json = String::from("{");
    for (place, (table, written, rest)) in tables.into_iter().enumerate() {
        if place > 0 {
            json.push(',');
        }
        write_json_string(table, &mut json);
        json.push(':');
        let all = format!("[{}]", written.join(","));
        json.push_str(&match operation {
            Operation::BatchGetItem => {
                format!("{{{}}}", joined([format!("\"Keys\":{all}").as_str(), rest]))
            }
            _ => all,
        });
    }
    json.push('}');
    json
}
