//! One request of an attempt with the facts that goals check: response, plan and consumed units.

use std::collections::BTreeSet;

use dynalab_capacity::HalfUnits;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::execution::plan::{Plan, Source};
use dynalab_engine::trace::EventKind;
use dynalab_playground::Workspace;
use dynalab_playground::workspace::{Answer, TravelError};
use dynalab_types::Item;
use dynalab_types::json::{self, Object, Value};

use super::items::{decode, decode_value};

use crate::goal::{Selection, Take};

/// A table or index that a plan reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceName {
    pub table: String,
    pub index: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Step {
    /// Counted from one, over the attempt.
    pub number: u32,
    pub operation: String,
    /// Empty if the body was not an object.
    pub body: Object,
    pub response: Value,
    /// Name and message of the error.
    pub error: Option<(String, String)>,
    /// Tables that the request names or consumes capacity of.
    pub tables: BTreeSet<String>,
    /// Sources that the plan reads, in order.
    pub sources: Vec<SourceName>,
    /// Sources that the plan reads completely.
    pub scanned: Vec<SourceName>,
    /// The returned items, in the order of the response.
    pub items: Vec<Value>,
    pub items_read: u64,
    read: HalfUnits,
    write: HalfUnits,
}

/// Executes the requests of the current branch after entry `after` again, and reverts them.
pub(super) fn steps(workspace: &mut Workspace, after: u32) -> Result<Vec<Step>, TravelError> {
    let history = workspace.history();
    let head = history.number(history.head());
    let mut steps = Vec::new();
    for number in after + 1..=head {
        let id = workspace.history().numbered(number).ok_or(TravelError::Forgotten)?;
        let entry = workspace.history().entry(id).ok_or(TravelError::Forgotten)?;
        let (operation, body) = (entry.operation.to_string(), entry.body.to_string());
        let answer = workspace.recall(id)?;
        steps.push(Step::new(number - after, operation, &body, &answer));
    }
    Ok(steps)
}

impl Step {
    fn new(number: u32, operation: String, body: &str, answer: &Answer) -> Step {
        let body = match json::parse(body) {
            Ok(Value::Object(body)) => body,
            _ => Object::new(),
        };
        let response = json::parse(&answer.body).unwrap_or(Value::Null);
        let error = (answer.status != 200).then(|| error_of(&response));
        let mut step = Step {
            number,
            operation,
            tables: tables_named(&body),
            items: if error.is_none() { items_of(&response) } else { Vec::new() },
            body,
            response,
            error,
            sources: Vec::new(),
            scanned: Vec::new(),
            items_read: 0,
            read: HalfUnits::ZERO,
            write: HalfUnits::ZERO,
        };
        for charge in answer.charges.iter() {
            step.tables.insert(charge.owner.table.to_string());
            match charge.kind {
                CapacityKind::Read => step.read += charge.units,
                CapacityKind::Write => step.write += charge.units,
            }
        }
        for event in &answer.trace {
            match &event.kind {
                EventKind::Planned(plan) => step.note_plan(plan),
                EventKind::Read { size_bytes: Some(_), .. } => step.items_read += 1,
                _ => {}
            }
        }
        step
    }

    fn note_plan(&mut self, plan: &Plan) {
        match plan {
            Plan::OneItem { source, .. } | Plan::QueryPartition { source, .. } => {
                self.sources.push(SourceName::from_source(source));
            }
            Plan::ScanSegment { source, .. } => {
                self.sources.push(SourceName::from_source(source));
                self.scanned.push(SourceName::from_source(source));
            }
            Plan::Batch(plans) => plans.iter().for_each(|plan| self.note_plan(plan)),
            Plan::NoRead => {}
        }
    }

    pub fn succeeded(&self) -> bool {
        self.error.is_none()
    }

    /// Returns whether the operation controls the simulation and is not a DynamoDB request.
    pub fn is_control(&self) -> bool {
        self.operation.starts_with("Dynalab.")
    }

    pub fn read_units(&self) -> f64 {
        self.read.as_units()
    }

    pub fn write_units(&self) -> f64 {
        self.write.as_units()
    }

    fn matches(&self, selection: &Selection) -> bool {
        let operation = match selection.operations.is_empty() {
            true => !self.is_control(),
            false => selection.operations.contains(&self.operation),
        };
        operation && selection.table.as_ref().is_none_or(|table| self.tables.contains(table))
    }

    /// Returns whether the response contains an item that the selection requires.
    fn returned(&self, selection: &Selection) -> bool {
        let Some(wanted) = &selection.returning else { return true };
        let wanted = decode(wanted);
        let has = |item: &Item| wanted.iter().all(|(name, value)| item.get(name) == Some(value));
        self.items.iter().map(decode_value).any(|item| has(&item))
    }

    /// Returns whether the step is the next page or another segment of the read, and not a repetition of it.
    fn is_continuation(&self, read: &[&Step]) -> bool {
        let Some(first) = read.first() else { return false };
        let segment = |step: &Step| step.body.get("Segment").cloned();
        let starts_late = self.body.contains_key("ExclusiveStartKey") || self.body.contains_key("NextToken");
        let is_new_segment =
            segment(self).is_some() && read.iter().all(|step| segment(step) != segment(self));
        (starts_late || is_new_segment)
            && self.operation == first.operation
            && self.question() == first.question()
    }

    /// Returns the body without the members that say where the read starts.
    fn question(&self) -> Object {
        let mut body = self.body.clone();
        for place in ["ExclusiveStartKey", "Segment", "NextToken"] {
            body.remove(place);
        }
        body
    }
}

/// Returns all requests that match a selection, rejected or not.
pub(super) fn matching<'a>(steps: &'a [Step], selection: &Selection) -> impl Iterator<Item = &'a Step> {
    steps.iter().filter(|step| step.matches(selection))
}

/// Returns the candidates of a goal: one, or several with [`Take::Any`], of which one must meet the goal. Rejected requests are
/// left out, except with `All`, because they can consume units too.
pub(super) fn select<'a>(steps: &'a [Step], selection: &Selection) -> Vec<Vec<&'a Step>> {
    if selection.take == Take::All {
        let all: Vec<&Step> = matching(steps, selection).filter(|step| step.returned(selection)).collect();
        return if all.is_empty() { Vec::new() } else { vec![all] };
    }
    let mut reads: Vec<Vec<&Step>> = Vec::new();
    for step in matching(steps, selection).filter(|step| step.succeeded()) {
        match reads.last_mut() {
            Some(read) if selection.take != Take::Last && step.is_continuation(read) => read.push(step),
            _ => reads.push(vec![step]),
        }
    }
    reads.retain(|read| read.iter().any(|step| step.returned(selection)));
    match selection.take {
        Take::Any => reads,
        Take::Last | Take::Pages | Take::All => reads.pop().into_iter().collect(),
    }
}

/// Returns the last request that matches the selection, if DynamoDB rejected it.
pub(super) fn last_rejected<'a>(steps: &'a [Step], selection: &Selection) -> Option<&'a Step> {
    let last = steps.iter().rfind(|step| step.matches(selection))?;
    (!last.succeeded()).then_some(last)
}

impl SourceName {
    fn from_source(source: &Source) -> SourceName {
        SourceName {
            table: source.table.to_string(),
            index: source.index.as_ref().map(|index| index.to_string()),
        }
    }
}

impl std::fmt::Display for SourceName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.index {
            Some(index) => write!(formatter, "{}.{index}", self.table),
            None => formatter.write_str(&self.table),
        }
    }
}

fn tables_named(body: &Object) -> BTreeSet<String> {
    let mut tables = BTreeSet::new();
    tables.extend(body.get("TableName").and_then(Value::as_str).map(str::to_owned));
    if let Some(Value::Object(requests)) = body.get("RequestItems") {
        tables.extend(requests.keys().cloned());
    }
    tables
}

/// Returns the name and message of an error response.
pub(super) fn error_of(response: &Value) -> (String, String) {
    let member = |name: &str| response.get(name).and_then(Value::as_str).unwrap_or_default();
    let name = member("__type").rsplit('#').next().unwrap_or_default();
    let message = if member("message").is_empty() { member("Message") } else { member("message") };
    (name.to_owned(), message.to_owned())
}

/// Returns the items of a response to GetItem, Query, Scan, ExecuteStatement, BatchGetItem or TransactGetItems.
fn items_of(response: &Value) -> Vec<Value> {
    let mut items = Vec::new();
    items.extend(response.get("Item").cloned());
    if let Some(Value::Array(list)) = response.get("Items") {
        items.extend(list.iter().cloned());
    }
    match response.get("Responses") {
        Some(Value::Array(responses)) => {
            items.extend(responses.iter().filter_map(|response| response.get("Item")).cloned());
        }
        Some(Value::Object(tables)) => {
            for list in tables.values() {
                if let Value::Array(list) = list {
                    items.extend(list.iter().cloned());
                }
            }
        }
        _ => {}
    }
    items
}
