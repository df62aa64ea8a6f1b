//! What a push would do and what it would cost. Nothing is changed for it.

use dynalab::Local;
use dynalab_modeling::Design;
use dynalab_modeling::design::{Index, IndexKind, Mode, Table, TableClass};
use dynalab_modeling::differences::{self, Difference};
use dynalab_modeling::table_request::{after_creation, index_creation, keys_only};
use dynalab_pricing::{PriceBook, Region, TableClass as PriceClass};
use serde_json::{Value, json};

use super::checkpoint::Checkpoint;
use super::write::put_here;
use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;
use crate::source::{Source, SourceTable};
use crate::tables::{self, FoundTable};

/// The hours of a month in the price book's bills.
const HOURS: f64 = 730.0;

/// What a push would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub tables: Vec<PlannedTable>,
    /// Operations of the design's access patterns that the endpoint does not have.
    pub missing_operations: Vec<String>,
    /// The Region whose prices are used, and true if the endpoint is in it.
    pub prices: (Region, bool),
}

/// What a push would do with one table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedTable {
    pub name: String,
    pub step: TableStep,
    /// Requests after the table is there: operations with their bodies.
    pub requests: Vec<(&'static str, Value)>,
    /// Operations of settings that the endpoint does not have.
    pub unsupported: Vec<&'static str>,
    /// Settings of the table that no request of DynamoDB sets.
    pub not_sent: Vec<NotSent>,
    /// What differs and stays as it is there.
    pub differences: Vec<Difference>,
    /// Items to write. Those that an earlier run wrote are left out.
    pub items: u64,
    /// The items of an earlier run.
    pub written_before: u64,
    pub bytes: u64,
    pub write_units: f64,
    /// Units for reading all items once at the end.
    pub read_units: f64,
    /// Dollars of the writes and reads at on-demand prices. None if the price book has none. Zero in provisioned mode.
    pub usd: Option<f64>,
    /// Dollars per month of provisioned units, while the table exists.
    pub provisioned_usd_per_month: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStep {
    Create,
    /// The table is there, and a push made it or may write into it.
    Write,
    /// The table has items, or a push did not make it: it is written only if the person says so.
    NeedsConsent {
        items: u64,
    },
    /// The table has other keys. It is left alone.
    OtherKeys,
}

/// What a push leaves to other services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSent {
    AutoScaling,
    Alarms,
    StreamReaders,
}

impl PlannedTable {
    pub fn is_written(&self) -> bool {
        matches!(self.step, TableStep::Create | TableStep::Write)
    }
}

impl Plan {
    /// Returns the sum in dollars of what is written and read once. None if a price is not known.
    pub fn usd(&self) -> Option<f64> {
        self.written().map(|table| table.usd).sum()
    }

    pub fn items(&self) -> u64 {
        self.written().map(|table| table.items).sum()
    }

    pub fn written(&self) -> impl Iterator<Item = &PlannedTable> {
        self.tables.iter().filter(|table| table.is_written())
    }

    /// Returns true if the push has nothing to do.
    pub fn is_empty(&self) -> bool {
        self.written().next().is_none()
    }
}

/// What a plan may do with tables that a push did not make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consent {
    /// Write into tables that are there. Items with the same key are replaced.
    pub writes_into_tables: bool,
    /// Leave the reading of all items at the end out.
    pub skips_reading: bool,
}

/// Looks at the endpoint, and plans.
///
/// # Errors
/// The endpoint refuses a description, or does not answer.
pub async fn plan<E: Edge>(
    client: &Client<E>,
    source: &Source,
    checkpoint: &Checkpoint,
    consent: Consent,
) -> Result<Plan, RemoteError> {
    let region = Region::from_name(client.endpoint().region());
    let prices = PriceBook::load(region.unwrap_or_default());
    let mut described = Vec::new();
    for of in &source.tables {
        let found = match tables::describe(client, &of.table.name).await? {
            Some(described) => Some(tables::read(&described).map_err(|error| RemoteError::NotDescribed {
                table: of.table.name.clone(),
                message: error.to_string(),
            })?),
            None => None,
        };
        described.push((of, found));
    }
    // After the descriptions, which are sent again while the endpoint does not answer.
    let operations = Operations::ask(client, source).await?;
    let planned = described
        .into_iter()
        .map(|(of, found)| {
            let items = found.as_ref().map_or(0, |found| found.items);
            plan_table(of, found, items, (checkpoint, consent), (&prices, &operations))
        })
        .collect();
    let missing_operations = operations.missing_of(&source.design);
    Ok(Plan { tables: planned, missing_operations, prices: (region.unwrap_or_default(), region.is_some()) })
}

fn plan_table(
    of: &SourceTable,
    found: Option<FoundTable>,
    items_there: u64,
    (checkpoint, consent): (&Checkpoint, Consent),
    (prices, operations): (&PriceBook, &Operations),
) -> PlannedTable {
    let table = &of.table;
    let done = checkpoint.written(&table.name);
    let (step, wanted, differences) = match found {
        None => (TableStep::Create, after_creation(table), Vec::new()),
        Some(found) if !has_same_key(table, &found.table) => {
            (TableStep::OtherKeys, Vec::new(), differences_of(table, &found))
        }
        Some(found) => {
            let may_write = consent.writes_into_tables || checkpoint.is_own(&table.name);
            let step =
                if may_write { TableStep::Write } else { TableStep::NeedsConsent { items: items_there } };
            let requests = missing_settings(table, &found.table);
            let mut later = found.table.clone();
            adopt(table, &mut later);
            let differences = differences_of(table, &FoundTable { table: later, ..found });
            (step, requests, differences)
        }
    };
    // A table that is made again has none of the items of before.
    let done = if step == TableStep::Create { 0 } else { done.min(of.items.len() as u64) };
    let rest = of.items.get(done as usize..).unwrap_or_default();
    let (requests, unsupported): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|(operation, _)| operations.has(operation));
    let (bytes, write_units) = cost_of_puts(table, rest);
    let read_bytes: u64 = of.items.iter().map(|item| item.size_bytes()).sum();
    let read_units = if consent.skips_reading { 0.0 } else { (read_bytes as f64 / 4096.0).ceil().max(0.5) };
    let class = price_class(table);
    let is_provisioned = matches!(table.mode, Mode::Provisioned { .. });
    let usd = |writes: bool, units: f64| Some(prices.usd(class.on_demand(writes))? * units / 1e6);
    PlannedTable {
        name: table.name.clone(),
        step,
        requests,
        unsupported: unsupported.into_iter().map(|(operation, _)| operation).collect(),
        not_sent: not_sent(table),
        differences,
        items: rest.len() as u64,
        written_before: done,
        bytes,
        write_units,
        read_units,
        usd: match is_provisioned {
            true => Some(0.0),
            false => usd(true, write_units).zip(usd(false, read_units)).map(|(write, read)| write + read),
        },
        provisioned_usd_per_month: if is_provisioned { provisioned_usd(table, prices) } else { 0.0 },
    }
}

fn price_class(table: &Table) -> PriceClass {
    match table.class {
        TableClass::Standard => PriceClass::Standard,
        TableClass::InfrequentAccess => PriceClass::InfrequentAccess,
    }
}

/// Returns the dollars per month of the provisioned units of a table and its indexes.
fn provisioned_usd(table: &Table, prices: &PriceBook) -> f64 {
    let class = price_class(table);
    let global = table.indexes.iter().filter(|index| index.kind == IndexKind::Global);
    let each = global.map(|index| &index.capacity).chain([&table.capacity]);
    let hour = |writes: bool| prices.usd(class.hour(writes)).unwrap_or(0.0);
    each.map(|capacity| {
        let [read, write] = capacity.units.provisioned();
        (read as f64 * hour(false) + write as f64 * hour(true)) * HOURS
    })
    .sum()
}

/// Returns the bytes of the items, and the units that writing them into an empty table consumes: the engine's own figure.
fn cost_of_puts(table: &Table, items: &[dynalab_types::Item]) -> (u64, f64) {
    let local = Local::default();
    if local.call("CreateTable", keys_only(table)).is_err() {
        return (0, 0.0);
    }
    (items.iter().map(|item| item.size_bytes()).sum(), put_here(&local, &table.name, items))
}

fn has_same_key(own: &Table, there: &Table) -> bool {
    let key = |table: &Table| -> Vec<(String, &'static str)> {
        table.key().map(|key| (key.name.clone(), key.data_type.name())).collect()
    };
    key(own) == key(there)
}

fn differences_of(table: &Table, found: &FoundTable) -> Vec<Difference> {
    let design = |table: &Table| Design { tables: vec![table.clone()], ..Design::default() };
    differences::of_stack(&design(table), &design(&found.table), &found.unsaid)
}

/// Returns the requests for what the source has and the table lacks: indexes, TTL, stream, recovery, tags.
fn missing_settings(own: &Table, there: &Table) -> Vec<(&'static str, Value)> {
    let indexes = missing_indexes(own, there).into_iter();
    let mut requests: Vec<(&'static str, Value)> =
        indexes.map(|index| ("UpdateTable", index_creation(own, index, &index.name))).collect();
    if let Some(stream) = own.stream.as_ref().filter(|_| there.stream.is_none()) {
        let specification = json!({ "StreamEnabled": true, "StreamViewType": stream.view });
        requests
            .push(("UpdateTable", json!({ "TableName": own.name, "StreamSpecification": specification })));
    }
    let is_missing = |(operation, _): &(&'static str, Value)| match *operation {
        "UpdateTimeToLive" => there.ttl.is_none(),
        "UpdateContinuousBackups" => !there.recovery,
        _ => false,
    };
    requests.extend(after_creation(own).into_iter().filter(is_missing));
    requests
}

fn missing_indexes<'a>(own: &'a Table, there: &Table) -> Vec<&'a Index> {
    let is_there = |index: &Index| there.indexes.iter().any(|other| other.name == index.name);
    own.indexes.iter().filter(|index| index.kind == IndexKind::Global && !is_there(index)).collect()
}

/// Takes over what the requests of [`missing_settings`] bring.
fn adopt(own: &Table, there: &mut Table) {
    let missing: Vec<Index> = missing_indexes(own, there).into_iter().cloned().collect();
    there.indexes.extend(missing);
    if there.stream.is_none() {
        there.stream.clone_from(&own.stream);
    }
    if there.ttl.is_none() {
        there.ttl.clone_from(&own.ttl);
    }
    if !there.recovery {
        there.recovery = own.recovery;
        there.settings.recovery_days = own.settings.recovery_days;
    }
}

fn not_sent(table: &Table) -> Vec<NotSent> {
    let readers = table.stream.as_ref().is_some_and(|stream| !stream.readers.is_empty());
    let all = [
        (NotSent::AutoScaling, !table.scaling.is_empty()),
        (NotSent::Alarms, !table.alarms.is_empty()),
        (NotSent::StreamReaders, readers),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(what, _)| what).collect()
}

/// The operations that an endpoint does not have, of those that matter.
struct Operations {
    missing: Vec<String>,
}

impl Operations {
    /// Asks for each operation by a request without members: a service that has it answers that something is missing.
    async fn ask<E: Edge>(client: &Client<E>, source: &Source) -> Result<Operations, RemoteError> {
        let of_tables = source.tables.iter().flat_map(|of| after_creation(&of.table));
        let mut wanted: Vec<String> = of_tables.map(|(operation, _)| operation.to_owned()).collect();
        wanted.extend(operations_of(&source.design));
        wanted.sort_unstable();
        wanted.dedup();
        let mut missing = Vec::new();
        for operation in wanted {
            match client.call_once(&operation, &json!({})).await {
                Err(error) if error.is_of_access() => return Err(error),
                Err(error) if error.is_unknown_operation() => missing.push(operation),
                // A service that fails at such a request says nothing about the operation.
                Ok(_) | Err(RemoteError::Refused(_) | RemoteError::NotDynamoDb { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Operations { missing })
    }

    fn has(&self, operation: &str) -> bool {
        self.missing.iter().all(|missing| missing != operation)
    }

    fn missing_of(&self, design: &Option<Design>) -> Vec<String> {
        let mut missing: Vec<String> =
            operations_of(design).into_iter().filter(|operation| !self.has(operation)).collect();
        missing.dedup();
        missing
    }
}

/// Returns the operations of the access patterns of a design, each once.
fn operations_of(design: &Option<Design>) -> Vec<String> {
    let patterns = design.iter().flat_map(|design| &design.patterns);
    let mut operations: Vec<String> =
        patterns.filter_map(|pattern| Some(pattern.operation.as_ref()?.name().to_owned())).collect();
    operations.sort_unstable();
    operations.dedup();
    operations
}
