//! Use of the tables, indexes and partitions of a load test, read from the engine at the end of each second.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_capacity::admission::CapacityRules;
use dynalab_engine::TraceLevel;
use dynalab_engine::database::charges::{CapacityKind, Charges};
use dynalab_engine::database::table::{BillingMode, IndexKind, Table, TableClass, Throughput};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use dynalab_types::json::{self, Value, thousandths};

use crate::advice::string;
use crate::share::document::text_of;
use crate::views::load_test::report::{PartitionHeat, Resource, ResourceUse, SecondHeat};

/// Seconds of heat that are kept for each partition.
const SECONDS_KEPT: usize = 120;

/// A table or a global index, with what it has consumed.
#[derive(Clone, Debug)]
pub(super) struct ResourceConsumption {
    table: Arc<str>,
    index: Option<Arc<str>>,
    facts: ResourceUse,
    reads: HalfUnits,
    writes: HalfUnits,
    partitions: Vec<PartitionHeat>,
}

impl ResourceConsumption {
    /// Returns a table and its global indexes.
    pub fn of_table(table: &Table) -> Vec<ResourceConsumption> {
        let definition = &table.definition;
        let of = |index: Option<Arc<str>>, throughput: &Throughput| {
            let on_demand = definition.billing == BillingMode::PayPerRequest;
            let units = |units: u64| if on_demand { 0 } else { units };
            let facts = ResourceUse {
                resource: Resource {
                    table_name: definition.name.to_string(),
                    index_name: index.as_deref().map(str::to_owned),
                },
                on_demand,
                infrequent_access: definition.table_class == Some(TableClass::StandardInfrequentAccess),
                provisioned_reads: units(throughput.read),
                provisioned_writes: units(throughput.write),
                ..ResourceUse::default()
            };
            let (reads, writes) = (HalfUnits::ZERO, HalfUnits::ZERO);
            ResourceConsumption {
                table: definition.name.clone(),
                index,
                facts,
                reads,
                writes,
                partitions: Vec::new(),
            }
        };
        let indexes = definition.indexes_of_kind(IndexKind::Global);
        std::iter::once(of(None, &definition.throughput))
            .chain(indexes.map(|index| of(Some(index.name.clone()), &index.throughput)))
            .collect()
    }

    pub fn is(&self, table: &str, index: Option<&str>) -> bool {
        self.table.as_ref() == table && self.index.as_deref() == index
    }

    pub fn resource(&self) -> &Resource {
        &self.facts.resource
    }

    pub fn resource_use(&self) -> ResourceUse {
        ResourceUse {
            read_units: self.reads.0 as f64 / 2.0,
            write_units: self.writes.0 as f64 / 2.0,
            partitions: self.partitions.clone(),
            ..self.facts.clone()
        }
    }

    /// Reads the use of the partitions in the second that has just ended.
    pub fn read_heat(&mut self, engine: &mut Engine, at: Timestamp, second: u64) {
        let mut body = json::Object::from([("TableName".to_owned(), string(self.table.as_ref()))]);
        if let Some(index) = &self.index {
            body.insert("IndexName".to_owned(), string(index.as_ref()));
        }
        let Ok(request) = Request::parse("Dynalab.DescribePartitions", &text_of(&body)) else { return };
        let (_, described) = engine.execute(Command { at, request }, TraceLevel::Off).answer();
        let Ok(described) = json::parse(&described) else { return };
        let Some(Value::Array(partitions)) = described.get("Partitions") else { return };
        for partition in partitions {
            self.count_partition(partition, second);
        }
    }

    fn count_partition(&mut self, described: &Value, second: u64) {
        let rules = CapacityRules::OF_THE_SERVICE;
        let Some(id) = described.get("Id").map(milli).map(|id| id / 1_000) else { return };
        let of = |kind: &str, member: &str| {
            described.get(kind).and_then(|figures| figures.get(member)).map_or(0, milli)
        };
        let permille = |kind, limit: u64| of(kind, "LastSecondUnits") / limit.max(1);
        let permille = permille("Reads", rules.partition_read_units)
            .max(permille("Writes", rules.partition_write_units));
        let throttled = (of("Reads", "ThrottledRequests") + of("Writes", "ThrottledRequests")) / 1_000;
        let place = match self.partitions.iter().position(|known| known.id == id) {
            Some(place) => place,
            None => {
                let from_hash =
                    described.get("FromHash").and_then(Value::as_str).unwrap_or_default().to_owned();
                self.partitions.push(PartitionHeat { id, from_hash, ..PartitionHeat::default() });
                self.partitions.len() - 1
            }
        };
        let partition = &mut self.partitions[place];
        partition.throttled = throttled;
        partition.heat.push(SecondHeat { second, permille });
        let excess = partition.heat.len().saturating_sub(SECONDS_KEPT);
        partition.heat.drain(..excess);
    }
}

/// A number in thousandths.
fn milli(value: &Value) -> u64 {
    match value {
        Value::Number(text) => u64::try_from(thousandths(text)).unwrap_or_default(),
        _ => 0,
    }
}

/// Adds the charges of a request. The units of a local index belong to its table.
pub(super) fn add_charges(used: &mut [ResourceConsumption], charges: &Charges) {
    for charge in charges.iter() {
        let index = match &charge.owner.index {
            Some((IndexKind::Global, name)) => Some(name.as_ref()),
            _ => None,
        };
        let Some(used) = used.iter_mut().find(|used| used.is(&charge.owner.table, index)) else { continue };
        match charge.kind {
            CapacityKind::Read => used.reads += charge.units,
            CapacityKind::Write => used.writes += charge.units,
        }
    }
}
