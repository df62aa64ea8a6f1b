//! The scratch engine of a check: tables with the sample. It runs requests one by one, and each is undone.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::{CapacityKind, Charges};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::{Budget, Item, Timestamp, json};
use serde_json::Value;

use super::stored::{TableItems, key_text};
use crate::design::{Design, Table};
use crate::report::{ErrorReport, Place, Problem, ProblemReason, UnitsOf};
use crate::sample::Sample;
use crate::table_request;

/// The time of every request: 1 January 2026.
const NOW: Timestamp = Timestamp::from_epoch_ms(1_767_225_600_000);

#[derive(Clone)]
pub struct Scratch {
    engine: Engine,
    /// The items of each table, in the order of the design.
    pub tables: Vec<TableItems>,
    /// Items that a migration has in an index under another key than the design: table and key in the index, and the design's key.
    pub moved: BTreeMap<(String, String), String>,
}

/// The result of one request.
pub struct RequestOutcome {
    pub outcome: Result<Value, ErrorReport>,
    pub plan: Option<Plan>,
    pub units: Vec<UnitsOf>,
    pub changes: Vec<Change>,
}

impl Scratch {
    /// Returns a scratch engine without tables.
    pub fn empty(seed: u64) -> Scratch {
        let engine = Engine::new(seed, EngineConfig::instant());
        Scratch { engine, tables: Vec::new(), moved: BTreeMap::new() }
    }

    /// Creates the tables and writes the sample.
    ///
    /// # Errors
    /// Returns the problem if the items would become too much.
    pub fn build(
        design: &Design,
        sample: &Sample,
        budget: &Budget,
        problems: &mut Vec<Problem>,
    ) -> Result<Scratch, Box<Problem>> {
        let mut scratch = Scratch::empty(design.seed);
        for table in &design.tables {
            let place = Place { table: Some(table.name.clone()), ..Place::default() };
            let ran = scratch.run("CreateTable", &table_request::keys_only(table));
            match ran.outcome {
                Ok(_) => {
                    let items = TableItems::load(table, sample, &mut scratch, (budget, problems))?;
                    scratch.tables.push(items);
                }
                Err(error) => {
                    let operation = "CreateTable".to_owned();
                    let reason =
                        ProblemReason::Refused { operation, error: error.name, message: error.message };
                    problems.push(Problem { place, reason });
                    scratch.tables.push(TableItems::default());
                }
            }
        }
        Ok(scratch)
    }

    /// Writes one item.
    ///
    /// # Errors
    /// Returns the error if the engine rejects the write.
    pub fn put(&mut self, table: &Table, item: &Item) -> Result<(), ErrorReport> {
        self.write("PutItem", table, "Item", item)
    }

    /// Deletes the item with this item's key.
    ///
    /// # Errors
    /// Returns the error if the engine rejects the delete.
    pub fn delete(&mut self, table: &Table, item: &Item) -> Result<(), ErrorReport> {
        let key = table.key().filter_map(|key| Some((key.name.as_str(), item.get(&key.name)?.clone())));
        self.write("DeleteItem", table, "Key", &key.collect())
    }

    fn write(
        &mut self,
        operation: &str,
        table: &Table,
        member: &str,
        item: &Item,
    ) -> Result<(), ErrorReport> {
        let mut text = String::new();
        dynalab_types::wire::write_item(item, &mut text);
        let mut body = json::Object::new();
        body.insert("TableName".into(), json::Value::String(table.name.clone()));
        body.insert(member.into(), json::parse(&text).unwrap_or(json::Value::Null));
        let request = Request::decode(operation, &body).map_err(|error| report_of(&error))?;
        let execution = self.engine.execute(Command { at: NOW, request }, TraceLevel::Off);
        execution.outcome.map(|_| ()).map_err(|error| report_of(&error))
    }

    /// Runs one request. Its writes stay until [`Scratch::undo`].
    pub fn run(&mut self, operation: &str, body: &Value) -> RequestOutcome {
        let refused = |error: ErrorReport| RequestOutcome {
            outcome: Err(error),
            plan: None,
            units: Vec::new(),
            changes: Vec::new(),
        };
        let Ok(json::Value::Object(object)) = json::parse(&body.to_string()) else {
            let message = "The body of the request is not a JSON object.".to_owned();
            return refused(ErrorReport { name: "SerializationException".into(), message });
        };
        let request = match Request::decode(operation, &object) {
            Ok(request) => request,
            Err(error) => return refused(report_of(&error)),
        };
        let plan = self.engine.explain(&request).ok();
        let execution = self.engine.execute(Command { at: NOW, request }, TraceLevel::Off);
        let units = units_of(&execution.charges);
        let outcome = match execution.outcome {
            Ok(response) => Ok(serde_json::from_str(&response.to_json()).unwrap_or(Value::Null)),
            Err(error) => Err(report_of(&error)),
        };
        RequestOutcome { outcome, plan, units, changes: execution.changes }
    }

    /// Returns the text of an item's key in the design.
    pub fn key_text(&self, table: &Table, item: &Item) -> String {
        let text = key_text(table, item);
        if self.moved.is_empty() {
            return text;
        }
        self.moved.get(&(table.name.clone(), text.clone())).cloned().unwrap_or(text)
    }

    /// Exchanges the engines of two scratch engines.
    pub fn swap_engine(&mut self, other: &mut Scratch) {
        std::mem::swap(&mut self.engine, &mut other.engine);
    }

    /// Undoes the writes of requests, the last one first.
    pub fn undo(&mut self, changes: Vec<Vec<Change>>) {
        for group in changes.into_iter().rev() {
            self.engine.reverse(group);
        }
    }
}

fn report_of(error: &dynalab_engine::DynamoError) -> ErrorReport {
    ErrorReport { name: error.name().to_owned(), message: error.message().unwrap_or_default() }
}

fn units_of(charges: &Charges) -> Vec<UnitsOf> {
    let mut all: Vec<UnitsOf> = Vec::new();
    for charge in charges.iter() {
        let table = charge.owner.table.to_string();
        let index = charge.owner.index.as_ref().map(|(_, name)| name.to_string());
        let place = match all.iter().position(|units| units.table == table && units.index == index) {
            Some(place) => place,
            None => {
                all.push(UnitsOf { table, index, read: 0.0, write: 0.0 });
                all.len() - 1
            }
        };
        match charge.kind {
            CapacityKind::Read => all[place].read += charge.units.as_units(),
            CapacityKind::Write => all[place].write += charge.units.as_units(),
        }
    }
    all
}
