//! The log of requests: what each call did and what it cost, read from its trace and its charges.

use std::collections::VecDeque;

use dynalab_engine::database::Database;
use dynalab_engine::database::charges::{CapacityKind, Charges};
use dynalab_engine::database::table::TableClass;
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::plan::{Plan, Source};
use dynalab_engine::trace::{Event, EventKind};
use dynalab_pricing::{PriceBook, Region, TableClass as PriceClass, units_usd};
use dynalab_types::Bound;

use crate::complete_engine::{Engine, Execution};
use crate::contract::snapshots::{LoggedRequest, PlanDescription, RequestList, UsedPartition, UsedUnits};
use crate::contract::{Digits, Json};
use crate::controls::whole_database::REQUESTS_MAX;

/// What a request takes in the log beside its texts and lists.
const REQUEST_BYTES: usize = 256;
/// What an element of a list takes beside its texts.
const ELEMENT_BYTES: usize = 64;
/// The most plans and partitions that the log keeps of one request.
const ELEMENTS_MAX: usize = 100;

/// The newest requests, as many as its bounds allow.
#[derive(Debug, Default)]
pub(super) struct RequestLog {
    is_on: bool,
    requests: VecDeque<LoggedRequest>,
    bytes: usize,
    /// The number of the next request, minus 1.
    numbered: u64,
    book: Option<PriceBook>,
}

impl RequestLog {
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    pub(super) fn set_on(&mut self, on: bool) {
        self.is_on = on;
    }

    pub(super) fn count(&self) -> u64 {
        self.requests.len() as u64
    }

    /// Empties the log. Numbers go on.
    pub(super) fn clear(&mut self) {
        self.requests.clear();
        self.bytes = 0;
    }

    /// Adds a request with the tables that it names.
    pub(super) fn add(
        &mut self,
        engine: &Engine,
        operation: &str,
        tables: Vec<String>,
        execution: &Execution,
    ) {
        let mut request = LoggedRequest { tables, ..self.begin(engine, operation) };
        request.take_trace(&execution.trace);
        request.take_charges(&execution.charges);
        for used in &request.units {
            if !request.tables.contains(&used.table_name) {
                request.tables.push(used.table_name.clone());
            }
        }
        request.price_usd = self.price(engine, &request.units).map(Digits::from_number);
        request.take_error(execution.outcome.as_ref().err());
        self.push(request);
    }

    /// Adds a request that could not be decoded.
    pub(super) fn add_refused(&mut self, engine: &Engine, operation: &str, error: &DynamoError) {
        let mut request = self.begin(engine, operation);
        request.take_error(Some(error));
        self.push(request);
    }

    fn begin(&self, engine: &Engine, operation: &str) -> LoggedRequest {
        LoggedRequest {
            number: self.numbered + 1,
            at: engine.now().epoch_seconds(),
            operation: operation.to_owned(),
            status: 200,
            ..LoggedRequest::default()
        }
    }

    fn push(&mut self, request: LoggedRequest) {
        self.numbered = request.number;
        self.bytes += request.bytes();
        self.requests.push_back(request);
        while self.requests.len() > REQUESTS_MAX as usize || self.bytes as u64 > Bound::RequestLog.most() {
            let Some(oldest) = self.requests.pop_front() else { return };
            self.bytes -= oldest.bytes();
        }
    }

    /// Returns the requests with larger numbers than `after`, at most `limit`.
    pub(super) fn list(&self, after: Option<u64>, limit: Option<u64>) -> RequestList {
        let after = after.unwrap_or_default();
        let newer = self.requests.iter().filter(|request| request.number > after);
        let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        RequestList {
            on: self.is_on,
            requests: newer.take(limit).cloned().collect(),
            forgotten: self.numbered - self.requests.len() as u64,
        }
    }

    /// Returns the price of units on demand, in US dollars. The price depends on the table's class.
    fn price(&mut self, engine: &Engine, units: &[UsedUnits]) -> Option<f64> {
        let region = Region::from_name(&engine.config().region)?;
        if self.book.as_ref().is_none_or(|book| book.region != region) {
            self.book = Some(PriceBook::load(region));
        }
        let book = self.book.as_ref()?;
        units.iter().try_fold(0.0, |sum, used| {
            let class = class_of(engine.database(), &used.table_name);
            let reads = units_usd(used.read_units, class, false, book)?;
            let writes = units_usd(used.write_units, class, true, book)?;
            Some(sum + reads + writes)
        })
    }
}

fn class_of(database: &Database, table: &str) -> PriceClass {
    match database.find(table).and_then(|table| table.definition.table_class) {
        Some(TableClass::StandardInfrequentAccess) => PriceClass::InfrequentAccess,
        _ => PriceClass::Standard,
    }
}

impl LoggedRequest {
    fn take_trace(&mut self, trace: &[Event]) {
        for event in trace {
            match &event.kind {
                EventKind::Planned(plan) => add_plans(&mut self.plans, plan),
                EventKind::Routed { table, partition, .. } => self.add_partition(table, *partition),
                EventKind::Read { size_bytes: Some(_), .. } => self.items_read += 1,
                EventKind::FilteredOut { .. } => self.items_filtered += 1,
                EventKind::Wrote { before, after, .. } if before.is_some() || after.is_some() => {
                    self.items_written += 1;
                }
                _ => {}
            }
        }
    }

    fn add_partition(&mut self, table: &str, partition: u64) {
        let used = UsedPartition { table_name: table.to_owned(), partition };
        if self.partitions.len() < ELEMENTS_MAX && !self.partitions.contains(&used) {
            self.partitions.push(used);
        }
    }

    fn take_charges(&mut self, charges: &Charges) {
        for charge in charges.iter().filter(|charge| !charge.units.is_zero()) {
            let index_name = charge.owner.index.as_ref().map(|(_, name)| name.to_string());
            let table_name = charge.owner.table.to_string();
            let same = |used: &UsedUnits| used.table_name == table_name && used.index_name == index_name;
            let place = self.units.iter().position(same).unwrap_or(self.units.len());
            if place == self.units.len() {
                self.units.push(UsedUnits { table_name, index_name, ..UsedUnits::default() });
            }
            let used = &mut self.units[place];
            match charge.kind {
                CapacityKind::Read => used.read_units += charge.units.as_units(),
                CapacityKind::Write => used.write_units += charge.units.as_units(),
            }
        }
    }

    fn take_error(&mut self, error: Option<&DynamoError>) {
        if let Some(error) = error {
            self.status = error.http_status();
            self.error = Some(error.name().to_owned());
            self.message = error.message();
        }
    }

    /// Returns about the bytes that the request takes in memory.
    fn bytes(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let plans = self.plans.iter().map(|plan| {
            let key = plan.key.as_ref().map_or(0, |key| key.0.len());
            ELEMENT_BYTES * 2
                + plan.table_name.len()
                + text(&plan.index_name)
                + key
                + text(&plan.sort_condition)
        });
        let units =
            self.units.iter().map(|used| ELEMENT_BYTES + used.table_name.len() + text(&used.index_name));
        let partitions = self.partitions.iter().map(|used| ELEMENT_BYTES + used.table_name.len());
        let tables = self.tables.iter().map(|table| ELEMENT_BYTES + table.len());
        let lists: usize = plans.chain(units).chain(partitions).chain(tables).sum();
        REQUEST_BYTES + lists + self.operation.len() + text(&self.error) + text(&self.message)
    }
}

/// Returns the ways of a plan to its items. Equal ways are one.
pub fn describe_plans(plan: &Plan) -> Vec<PlanDescription> {
    let mut plans = Vec::new();
    add_plans(&mut plans, plan);
    plans
}

fn add_plans(plans: &mut Vec<PlanDescription>, plan: &Plan) {
    match plan {
        Plan::OneItem { source, key } => {
            add_plan(plans, PlanDescription { key: Some(Json::from(key)), ..of_source("ITEM", source) });
        }
        Plan::QueryPartition { source, partition, sort_condition, filtered, .. } => {
            let described = PlanDescription {
                key: Some(Json::from(partition)),
                sort_condition: sort_condition.clone(),
                filtered: *filtered,
                ..of_source("QUERY", source)
            };
            add_plan(plans, described);
        }
        Plan::ScanSegment { source, filtered, .. } => {
            add_plan(plans, PlanDescription { filtered: *filtered, ..of_source("SCAN", source) });
        }
        Plan::Batch(inner) => inner.iter().for_each(|plan| add_plans(plans, plan)),
        Plan::NoRead => {}
    }
}

fn of_source(kind: &str, source: &Source) -> PlanDescription {
    PlanDescription {
        kind: kind.to_owned(),
        table_name: source.table.to_string(),
        index_name: source.index.as_ref().map(|index| index.to_string()),
        count: 1,
        ..PlanDescription::default()
    }
}

fn add_plan(plans: &mut Vec<PlanDescription>, plan: PlanDescription) {
    let is_same = |known: &&mut PlanDescription| {
        (&known.kind, &known.table_name, &known.index_name, known.filtered)
            == (&plan.kind, &plan.table_name, &plan.index_name, plan.filtered)
    };
    if let Some(known) = plans.iter_mut().find(is_same) {
        known.count += 1;
        if known.key != plan.key {
            known.key = None;
        }
        if known.sort_condition != plan.sort_condition {
            known.sort_condition = None;
        }
    } else if plans.len() < ELEMENTS_MAX {
        plans.push(plan);
    }
}
