//! The scratch engine of a check: tables with the sample, and one request after the other, each undone.

use std::collections::BTreeMap;

use dynalab_engine::change::Change;
use dynalab_engine::charges::{CapacityKind, Charges};
use dynalab_engine::plan::Plan;
use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_types::{Item, Timestamp, json};
use serde_json::Value;

use crate::design::{Design, Table};
use crate::literal;
use crate::report::{ErrorReport, Place, Problem, ProblemReason, UnitsOf};
use crate::sample::Sample;
use crate::sample::items::item_of;
use crate::table_request;

/// 1 January 2026: the time of every request.
const NOW: Timestamp = Timestamp::from_epoch_ms(1_767_225_600_000);

/// Where an item of the sample comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place in the table's list of items.
    pub placement: usize,
    /// The row of the entity.
    pub row: usize,
}

/// The items of one table, with their keys as text.
#[derive(Clone, Debug, Default)]
pub struct TableItems {
    pub items: Vec<(Origin, Item)>,
    by_key: BTreeMap<String, usize>,
}

impl TableItems {
    pub fn with_key(&self, key: &str) -> Option<&(Origin, Item)> {
        self.items.get(*self.by_key.get(key)?)
    }
}

#[derive(Clone)]
pub struct Scratch {
    engine: Engine,
    /// In the order of the design.
    pub tables: Vec<TableItems>,
}

/// What one request came to.
pub struct Ran {
    pub outcome: Result<Value, ErrorReport>,
    pub plan: Option<Plan>,
    pub units: Vec<UnitsOf>,
    pub changes: Vec<Change>,
}

/// The table's key of an item as text: equal keys give equal texts.
pub fn key_text(table: &Table, item: &Item) -> String {
    let mut text = String::new();
    for attribute in table.key() {
        if let Some(value) = item.get(&attribute.name) {
            text.push_str(&literal::wire_json(value).to_string());
        }
        text.push('\u{1f}');
    }
    text
}

impl Scratch {
    /// Creates the tables and writes the sample.
    pub fn build(design: &Design, sample: &Sample, problems: &mut Vec<Problem>) -> Scratch {
        let engine = Engine::new(design.seed, EngineConfig::instant());
        let mut scratch = Scratch { engine, tables: Vec::new() };
        for table in &design.tables {
            let place = Place { table: Some(table.name.clone()), ..Place::default() };
            let ran = scratch.run("CreateTable", &table_request::keys_only(table));
            match ran.outcome {
                Ok(_) => {
                    let items = scratch.load(table, sample, problems);
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
        scratch
    }

    fn load(&mut self, table: &Table, sample: &Sample, problems: &mut Vec<Problem>) -> TableItems {
        let mut loaded = TableItems::default();
        for (place, placement) in table.items.iter().enumerate() {
            let Some(rows) = sample.of(&placement.entity) else { continue };
            let at = || Place {
                table: Some(table.name.clone()),
                item: Some(placement.name().to_owned()),
                ..Place::default()
            };
            for (row, values) in rows.rows.iter().enumerate() {
                let item = match item_of(table, placement, values) {
                    Ok(item) => item,
                    Err(error) => {
                        let reason = ProblemReason::Fill { detail: error.to_string() };
                        problems.push(Problem { place: at(), reason });
                        break;
                    }
                };
                if let Err(reason) = self.put(table, placement.name(), place, row, item, &mut loaded) {
                    problems.push(Problem { place: at(), reason });
                    break;
                }
            }
        }
        loaded
    }

    fn put(
        &mut self,
        table: &Table,
        name: &str,
        placement: usize,
        row: usize,
        item: Item,
        loaded: &mut TableItems,
    ) -> Result<(), ProblemReason> {
        let key = key_text(table, &item);
        if let Some((other, _)) = loaded.with_key(&key) {
            let other = table.items.get(other.placement).map(|other| other.name().to_owned());
            let shown: Vec<String> =
                table.key().filter_map(|attribute| item.get(&attribute.name)).map(literal::show).collect();
            return Err(ProblemReason::SameKey {
                item: name.to_owned(),
                other: other.unwrap_or_default(),
                key: shown.join(" / "),
            });
        }
        let mut body = json::Object::new();
        body.insert("TableName".into(), json::Value::String(table.name.clone()));
        let mut text = String::new();
        dynalab_types::wire::write_item(&item, &mut text);
        body.insert("Item".into(), json::parse(&text).unwrap_or(json::Value::Null));
        let refused = |error: ErrorReport| ProblemReason::Refused {
            operation: "PutItem".into(),
            error: error.name,
            message: error.message,
        };
        let request = Request::decode("PutItem", &body).map_err(|error| refused(report_of(&error)))?;
        let execution = self.engine.execute(Command { at: NOW, request }, TraceLevel::Off);
        execution.outcome.map_err(|error| refused(report_of(&error)))?;
        loaded.by_key.insert(key, loaded.items.len());
        loaded.items.push((Origin { placement, row }, item));
        Ok(())
    }

    /// Runs one request. Its writes stay until [`Scratch::undo`].
    pub fn run(&mut self, operation: &str, body: &Value) -> Ran {
        let refused = |error: ErrorReport| Ran {
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
        Ran { outcome, plan, units, changes: execution.changes }
    }

    /// Runs on the tables of another scratch engine from now on, and the other on these.
    pub fn swap_engine(&mut self, other: &mut Scratch) {
        std::mem::swap(&mut self.engine, &mut other.engine);
    }

    /// Takes back the writes of requests, the last one first.
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
