//! The property of PartiQL: a statement returns the same as its equivalent request.

use dynalab_service::Engine;
use serde_json::{Value as Json, json};

use crate::simulator::command_target::{CommandTarget, Reply, perform};
use crate::simulator::expression::Condition;
use crate::simulator::generation::Plan;
use crate::simulator::model::Model;
use crate::simulator::request::{Command, Read, Request};
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::statement_text::{Statement, has_words};

const PAGES_MAX: usize = 10_000;

/// One engine executes requests, the other their statements. Responses and final states must be equal.
pub fn mean_the_same(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut twin = engine_of(plan);
    let mut model = Model::new(plan.delays);
    for command in &plan.commands {
        let Some((request, statement)) = translated(&mut engine, command) else {
            perform(&mut engine, command);
            perform(&mut twin, command);
            model.execute(command);
            continue;
        };
        let mut expected = request.send(&mut engine, command.at_ms);
        if let Request::Query { read, .. } = &command.request
            && filters_what_the_index_lacks(&model, read)
        {
            expected = Seen { error: Some("ValidationException".to_owned()), items: Vec::new() };
        }
        model.execute(command);
        let found = statement_items(&mut twin, command.at_ms, &statement);
        if !alike(request.ordered, &expected, &found) {
            return Err(Failure::from_text(format!(
                "{} {}\n  as {}\n  expected {expected:?}\n  found {found:?}",
                request.operation,
                request.body,
                statement.body()
            )));
        }
    }
    let end_ms = plan.commands.last().map_or(0, |command| command.at_ms) + 1;
    let (left, right) = (everything(&mut engine, end_ms), everything(&mut twin, end_ms));
    if left == right {
        Ok(())
    } else {
        Err(Failure::from_text(format!("at the end\n  {left:?}\n  and {right:?}")))
    }
}

/// A statement that reads by key cannot filter by an attribute that its index does not project. A Query treats it as missing.
fn filters_what_the_index_lacks(model: &Model, read: &Read) -> bool {
    let shapes = model.shapes();
    let table = shapes.iter().find(|shape| shape.name == read.table);
    let index = table.zip(read.index.as_ref()).and_then(|(table, name)| Some((table, table.index(name)?)));
    let lacks = |condition: &Condition| {
        index.is_some_and(|(table, index)| {
            condition.paths().iter().any(|path| !index.carries(&table.key, &path.attribute))
        })
    };
    read.filter.as_ref().is_some_and(lacks)
}

/// The part of a response to compare: the items, ordered or not, or the name of the error.
#[derive(Debug)]
struct Seen {
    error: Option<String>,
    items: Vec<String>,
}

struct Translated {
    operation: &'static str,
    body: Json,
    /// Whether the items of the response have an order.
    ordered: bool,
}

impl Translated {
    fn send(&self, target: &mut Engine, at_ms: u64) -> Seen {
        let mut body = self.body.clone();
        let mut seen = Seen { error: None, items: Vec::new() };
        for _ in 0..PAGES_MAX {
            let reply = target.send(at_ms, self.operation, &body.to_string());
            seen.add(&reply, &["Items", "Attributes"]);
            match reply.body.get("LastEvaluatedKey") {
                Some(key) => body["ExclusiveStartKey"] = key.clone(),
                None => break,
            }
        }
        if !self.ordered {
            seen.items.sort();
        }
        seen
    }
}

impl Seen {
    fn add(&mut self, reply: &Reply, members: &[&str]) {
        self.error = self.error.take().or_else(|| reply.error().map(str::to_owned));
        for member in members {
            match reply.body.get(*member) {
                Some(Json::Array(items)) => self.items.extend(items.iter().map(Json::to_string)),
                Some(item) => self.items.push(item.to_string()),
                None => {}
            }
        }
    }
}

fn statement_items(target: &mut Engine, at_ms: u64, statement: &Statement) -> Seen {
    let mut body = statement.body();
    let mut seen = Seen { error: None, items: Vec::new() };
    for _ in 0..PAGES_MAX {
        let reply = target.send(at_ms, "ExecuteStatement", &body.to_string());
        seen.add(&reply, &["Items"]);
        match reply.body.get("NextToken") {
            Some(token) => body["NextToken"] = token.clone(),
            None => break,
        }
    }
    seen
}

/// Compares two responses. An INSERT has another error name for an existing item.
fn alike(ordered: bool, expected: &Seen, found: &Seen) -> bool {
    let name = |seen: &Seen| {
        seen.error.clone().map(|error| error.replace("ConditionalCheckFailed", "DuplicateItem"))
    };
    let mut items = found.items.clone();
    if !ordered {
        items.sort();
    }
    // A value that is too large for a key is an ordinary condition in a statement. A statement also looks for its table before
    // it checks the types of values.
    let otherwise = expected.error.as_deref() == Some("ValidationException")
        && matches!(
            found.error.as_deref(),
            Some("ConditionalCheckFailedException" | "ResourceNotFoundException")
        );
    (otherwise || name(expected) == name(found)) && expected.items == items
}

/// Returns the statement that is equivalent to a command, if there is one.
pub fn statement_of(engine: &mut Engine, command: &Command) -> Option<Statement> {
    translated(engine, command).map(|(_, statement)| statement)
}

/// Returns whether a condition uses a key attribute. In a statement, this also decides how it is executed.
fn mentions_key(condition: Option<&Condition>) -> bool {
    let is_key = |name: &str| matches!(name, "pk" | "sk" | "gs" | "gn" | "gb");
    condition.into_iter().flat_map(Condition::paths).any(|path| is_key(&path.attribute))
}

/// Returns the request and its equivalent statement, if there is one.
fn translated(engine: &mut Engine, command: &Command) -> Option<(Translated, Statement)> {
    let (Request::Update { condition, .. }
    | Request::Delete { condition, .. }
    | Request::Put { condition, .. }
    | Request::Query { read: Read { filter: condition, .. }, .. }
    | Request::Scan { read: Read { filter: condition, .. }, .. }) = &command.request
    else {
        return None;
    };
    if mentions_key(condition.as_ref()) {
        return None;
    }
    let mut body = command.request.body();
    let (statement, ordered) = match &command.request {
        Request::Put { table, item, .. } => {
            let partition = item.keys().find(|name| *name == "pk")?;
            let condition = format!("attribute_not_exists({partition})");
            body = json!({"TableName": table, "Item": body["Item"], "ConditionExpression": condition});
            let mut statement = Statement::begin(format!("INSERT INTO \"{table}\" VALUE "));
            statement.item(item);
            (statement, false)
        }
        Request::Update { table, key, actions, condition, .. } => {
            if !actions.iter().all(has_words) || actions.is_empty() {
                return None;
            }
            body["ReturnValues"] = "ALL_NEW".into();
            let condition_text = body.get("ConditionExpression").and_then(Json::as_str);
            let condition_text = condition_text.map(|text| format!(" AND {text}")).unwrap_or_default();
            body["ConditionExpression"] = format!("attribute_exists(pk){condition_text}").into();
            let mut statement = Statement::begin(format!("UPDATE \"{table}\""));
            statement.actions(actions);
            statement.at(key, condition.as_ref());
            statement.push(" RETURNING ALL NEW *");
            (statement, false)
        }
        Request::Delete { table, key, condition, .. } => {
            let get = json!({"TableName": table, "Key": body["Key"]});
            engine.send(command.at_ms, "GetItem", &get.to_string()).body.get("Item")?;
            body["ReturnValues"] = "ALL_OLD".into();
            let mut statement = Statement::begin(format!("DELETE FROM \"{table}\""));
            statement.at(key, condition.as_ref());
            statement.push(" RETURNING ALL OLD *");
            (statement, false)
        }
        Request::Query { read, key, partition, sort, forward: true } => {
            let mut statement = Statement::default();
            statement.select(read, Some((key, partition, sort.as_ref())));
            (statement, true)
        }
        Request::Scan { read, segments: 1 } => {
            let mut statement = Statement::default();
            statement.select(read, None);
            (statement, false)
        }
        _ => return None,
    };
    if let Request::Query { read, .. } | Request::Scan { read, .. } = &command.request {
        // A statement returns only the last name of a path. A projection expression keeps the whole path.
        let flat = read.projection.iter().flatten().all(|path| path.step.is_none());
        let refused =
            engine.send(command.at_ms, command.request.operation(), &body.to_string()).status != 200;
        if !flat || read.count_only || refused {
            return None;
        }
    }
    Some((Translated { operation: command.request.operation(), body, ordered }, statement))
}

/// Returns all items of all tables.
fn everything(target: &mut Engine, at_ms: u64) -> Vec<(String, Vec<String>)> {
    let tables = target.send(at_ms, "ListTables", "{}").body["TableNames"].clone();
    let tables = tables.as_array().cloned().unwrap_or_default();
    let scan = |table: &Json| {
        let body = json!({ "TableName": table });
        let items = Translated { operation: "Scan", body, ordered: false }.send(target, at_ms).items;
        (table.to_string(), items)
    };
    tables.iter().map(scan).collect()
}
