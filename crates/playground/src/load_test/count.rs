//! Counts the requests of the history by access pattern. A count continues where it stopped, so that each request is read once.

use std::collections::BTreeMap;

use dynalab_engine::database::Database;
use dynalab_engine::database::table::Table;
use dynalab_types::Timestamp;
use dynalab_types::json::{self, Value};

use super::measure::{MeasuredFrom, MeasuredKey};
use super::operation::Operation;
use super::pattern::{
    AccessPattern, ActionPattern, Example, ExampleAction, HistoryAction, HistoryRequest, partition_attribute,
    partition_attributes,
};
use super::sample::Samples;
use crate::history::{History, HistoryEntry, HistoryEntryId};

/// The newest entries of the history that are read.
const ENTRIES_MAX: usize = 20_000;
/// Of more patterns, those that were sent last.
const PATTERNS_MAX: usize = 50;
/// Requests of each pattern whose other values are repeated.
const EXAMPLES_MAX: usize = 20;
/// The items are read again after so many writes, as a share of the items that were read.
const WRITES_OF_ITEMS: usize = 50;
/// An import or a second of generated traffic is about so many writes.
const WRITES_OF_OTHERS: usize = 100;

/// The access patterns up to a point in history.
#[derive(Default)]
pub struct PatternCounter {
    /// The entry that was counted last, with its time: another workspace may have the same id.
    position: Option<(HistoryEntryId, Option<Timestamp>)>,
    /// In the order of their last requests, without measured items.
    patterns: Vec<AccessPattern>,
    samples: Samples,
    /// Writes since the items were read.
    writes: usize,
}

impl PatternCounter {
    /// Returns the access patterns of the shown point in history, the most frequent first. Reads only what has changed since the last
    /// call.
    pub fn patterns(&mut self, history: &History, database: &Database) -> Vec<AccessPattern> {
        let (new, follows) = self.new_entries(history);
        if !follows {
            self.patterns.clear();
        }
        let knew: Vec<String> = self.patterns.iter().map(|pattern| pattern.id.clone()).collect();
        for entry in new.into_iter().rev() {
            self.count_entry(entry, database);
        }
        self.position = Some(place_of(history, history.position()));
        let is_new = self.patterns.iter().any(|pattern| !knew.contains(&pattern.id));
        if !follows || is_new || self.writes * WRITES_OF_ITEMS > self.samples.items() {
            self.samples = Samples::of_patterns(&self.patterns, database);
            self.writes = 0;
        }
        let mut patterns = self.patterns.clone();
        patterns.iter_mut().for_each(|pattern| self.samples.measure(pattern));
        patterns.sort_by(|one, other| other.requests.cmp(&one.requests).then_with(|| one.id.cmp(&other.id)));
        patterns
    }

    pub(super) fn into_samples(self) -> Samples {
        self.samples
    }

    /// Returns the entries since the last call, the newest first, and whether they follow the last call. If they do not, they are all
    /// entries: on another branch, or after a change of the tables.
    fn new_entries<'a>(&self, history: &'a History) -> (Vec<&'a HistoryEntry>, bool) {
        let is_known = |id: HistoryEntryId| self.position == Some(place_of(history, id));
        let (mut entries, mut follows) = (Vec::new(), is_known(history.position()));
        let (mut next, mut may_follow) = (history.position(), self.position.is_some());
        while entries.len() < ENTRIES_MAX && !follows {
            let Some(entry) = history.entry(next) else { break };
            may_follow &= !changes_tables(entry);
            entries.push(entry);
            next = entry.parent;
            follows = may_follow && is_known(next);
        }
        (entries, follows)
    }

    fn count_entry(&mut self, entry: &HistoryEntry, database: &Database) {
        // The requests that fill a sample or an opened file, and those of generated traffic, are not the person's.
        let is_own = entry.status == 200 && !entry.continues;
        let operation = Operation::from_name(&entry.operation).filter(|_| is_own);
        let Some(operation) = operation else {
            self.writes += if entry.changes_data { WRITES_OF_OTHERS } else { 0 };
            return;
        };
        let Ok(Value::Object(body)) = json::parse(&entry.body) else { return };
        let Some(request) = HistoryRequest::read(operation, body, database) else { return };
        self.writes += request.actions.iter().filter(|action| action.operation.is_write()).count();
        self.count(request, database);
    }

    fn count(&mut self, request: HistoryRequest, database: &Database) {
        let id = request.id();
        let mut pattern = match self.patterns.iter().position(|pattern| pattern.id == id) {
            Some(place) => self.patterns.remove(place),
            None => AccessPattern {
                id,
                operation: request.operation,
                requests: 0,
                actions: Vec::new(),
                lead: 0,
                examples: Vec::new(),
            },
        };
        pattern.requests += 1;
        let rest = request.rest();
        let actions = request.actions.into_iter().filter_map(|action| {
            let table = database.find(&action.table)?;
            Some(count_action(&mut pattern.actions, table, action))
        });
        let example = Example { rest, actions: actions.collect() };
        pattern.examples.insert(0, example);
        pattern.examples.truncate(EXAMPLES_MAX);
        if self.patterns.len() >= PATTERNS_MAX {
            self.patterns.remove(0);
        }
        self.patterns.push(pattern);
    }
}

fn place_of(history: &History, id: HistoryEntryId) -> (HistoryEntryId, Option<Timestamp>) {
    (id, history.entry(id).map(|entry| entry.at))
}

/// Whether keys or indexes may be others after a request. Everything that is no action on items counts, except what only describes.
fn changes_tables(entry: &HistoryEntry) -> bool {
    const UNCHANGING: [&str; 5] = ["Describe", "List", "Get", "Search", "Dynalab."];
    Operation::from_name(&entry.operation).is_none()
        && !UNCHANGING.iter().any(|beginning| entry.operation.starts_with(beginning))
}

/// Counts an action, and returns it as an example.
fn count_action(actions: &mut Vec<ActionPattern>, table: &Table, seen: HistoryAction) -> ExampleAction {
    let id = seen.id();
    let place = actions.iter().position(|action| action.id == id).unwrap_or_else(|| {
        actions.push(new_action(id, table, &seen));
        actions.len() - 1
    });
    for (attribute, value) in seen.keys {
        if let Some(key) = actions[place].keys.iter_mut().find(|key| key.attribute == attribute) {
            *key.counts.entry(value).or_default() += 1;
        }
    }
    let mut example = seen.example;
    example.place = place;
    example
}

/// An action without requests. A read has the key attribute of its table or index, a write those of the table and its indexes.
fn new_action(id: String, table: &Table, seen: &HistoryAction) -> ActionPattern {
    let definition = &table.definition;
    let target = seen.index.as_ref().and_then(|name| definition.index(name));
    let attributes = match seen.operation {
        Operation::Scan => Vec::new(),
        operation if operation.is_write() => partition_attributes(table),
        _ => {
            let attribute = partition_attribute(target.map_or(&definition.key, |index| &index.key));
            attribute.map(|attribute| (seen.index.clone(), attribute.into())).into_iter().collect()
        }
    };
    let mut keys: Vec<MeasuredKey> = Vec::new();
    for (index, attribute) in attributes {
        if !keys.iter().any(|key| key.attribute == attribute) {
            let (from, counts) = (MeasuredFrom::Requests, BTreeMap::new());
            keys.push(MeasuredKey { attribute, index, from, counts, can_vary: false });
        }
    }
    ActionPattern {
        id,
        table: definition.name.clone(),
        index: seen.index.clone(),
        operation: seen.operation,
        name: seen.name.clone(),
        kind: seen.kind.clone(),
        expression: seen.expression.clone(),
        keys,
        varied: 0,
    }
}
