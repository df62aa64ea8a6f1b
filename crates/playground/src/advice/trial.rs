//! Executes and reverts a few requests. Records their responses, consumed capacity and changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_engine::TraceLevel;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::trace::EventKind;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::json::{self, Value};
use dynalab_types::{KeyBytes, PackedItem};

use super::{OriginalRequest, as_object};

/// The changed items by table and key. `None` for a deleted item.
type WrittenItems = BTreeMap<(Arc<str>, KeyBytes), Option<PackedItem>>;

#[derive(Debug, Default)]
pub struct Trial {
    /// Status and body of each response, up to the first error.
    pub answers: Vec<(u16, String)>,
    pub requests: usize,
    pub read_units: HalfUnits,
    pub write_units: HalfUnits,
    /// The units by table or `table.index`, with their unit.
    pub charges: Vec<(String, HalfUnits, &'static str)>,
    pub read: u64,
    pub thrown_away: u64,
    /// The total size of the request bodies in bytes.
    pub request_bytes: usize,
    pub answer_bytes: usize,
    /// The returned items as text, sorted: the comparison ignores order.
    pub items: Vec<String>,
    pub written: WrittenItems,
    /// Name and message of the first error.
    pub error: Option<(String, String)>,
}

impl Trial {
    /// Executes the requests. Those of `first` are a preparation and are not counted.
    pub fn run_all(engine: &mut Engine, first: &[OriginalRequest], requests: &[OriginalRequest]) -> Trial {
        let mut trial = Trial { requests: requests.len(), ..Trial::default() };
        let mut done = Vec::new();
        let all = first.iter().map(|asked| (asked, false)).chain(requests.iter().map(|asked| (asked, true)));
        for (asked, counts) in all {
            done.push(trial.run(engine, asked, counts));
            if trial.error.is_some() {
                break;
            }
        }
        for changes in done.into_iter().rev() {
            engine.reverse(changes);
        }
        trial.items.sort();
        trial
    }

    fn run(&mut self, engine: &mut Engine, asked: &OriginalRequest, counts: bool) -> Vec<Change> {
        let request = match Request::parse(&asked.operation, &asked.body_text()) {
            Ok(request) => request,
            Err(error) => {
                self.answers.push((error.http_status(), error.to_json()));
                self.error = Some((error.name().to_owned(), error.message().unwrap_or_default()));
                return Vec::new();
            }
        };
        let execution = engine.execute(Command { at: engine.now(), request }, TraceLevel::Full);
        if let Err(error) = &execution.outcome {
            self.error = Some((error.name().to_owned(), error.message().unwrap_or_default()));
        }
        if counts {
            self.count(asked, execution.answer());
            for charge in execution.charges.iter() {
                self.charge(charge);
            }
            for event in &execution.trace {
                self.read += u64::from(matches!(event.kind, EventKind::Read { size_bytes: Some(_), .. }));
                self.thrown_away += u64::from(matches!(event.kind, EventKind::FilteredOut { .. }));
            }
            self.note_writes(&execution.changes);
        }
        execution.changes
    }

    fn charge(&mut self, charge: &dynalab_engine::database::charges::Charge) {
        let owner = match &charge.owner.index {
            Some((_, index)) => format!("{}.{index}", charge.owner.table),
            None => charge.owner.table.to_string(),
        };
        let unit = match charge.kind {
            CapacityKind::Read => "RCU",
            CapacityKind::Write => "WCU",
        };
        match charge.kind {
            CapacityKind::Read => self.read_units += charge.units,
            CapacityKind::Write => self.write_units += charge.units,
        }
        match self.charges.iter_mut().find(|(known, _, kind)| *known == owner && *kind == unit) {
            Some((_, units, _)) => *units += charge.units,
            None => self.charges.push((owner, charge.units, unit)),
        }
    }

    fn count(&mut self, asked: &OriginalRequest, (status, body): (u16, String)) {
        self.request_bytes += asked.body_text().len();
        self.answer_bytes += body.len();
        if let (200, Ok(answer)) = (status, json::parse(&body)) {
            self.items.extend(items_of(&answer));
        }
        self.answers.push((status, body));
    }

    fn note_writes(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Item { table, key, after, .. } => {
                    self.written.insert((table.clone(), key.clone()), after.clone());
                }
                Change::Items { table, items, filled } => {
                    let images = items.rows.iter().map(|(key, item)| (key, Some(item).filter(|_| *filled)));
                    let written = images.map(|(key, item)| ((table.clone(), key.clone()), item.cloned()));
                    self.written.extend(written);
                }
                _ => {}
            }
        }
    }

    pub fn units(&self) -> HalfUnits {
        self.read_units + self.write_units
    }

    /// Returns the cost for comparisons: units first, then the number of round trips, then the size of the requests.
    pub fn cost(&self) -> (HalfUnits, usize, usize) {
        (self.units(), self.requests, self.request_bytes)
    }
}

/// Returns the items in a response of Query, Scan, GetItem, BatchGetItem or TransactGetItems.
fn items_of(answer: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut take = |item: &Value| {
        let mut text = String::new();
        item.write(&mut text);
        found.push(text);
    };
    if let Some(item) = answer.get("Item") {
        take(item);
    }
    if let Some(Value::Array(items)) = answer.get("Items") {
        items.iter().for_each(&mut take);
    }
    match answer.get("Responses") {
        Some(Value::Array(responses)) => {
            responses.iter().filter_map(|response| response.get("Item")).for_each(&mut take);
        }
        Some(tables) => {
            let lists = as_object(tables).into_iter().flat_map(|tables| tables.values());
            for list in lists {
                if let Value::Array(items) = list {
                    items.iter().for_each(&mut take);
                }
            }
        }
        None => {}
    }
    found
}
