//! Admits reads and writes, and consumes capacity. Checks the limits of the partition, the table or index, and the account. A
//! throttled request writes and consumes nothing, but is counted.

use dynalab_capacity::HalfUnits;
use dynalab_capacity::admission::{CapacityRules, PartitionLimits, Refusal, TableCapacity};
use dynalab_capacity::partition_map::PartitionMap;
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::database::table::{IndexDefinition, IndexKind, Table};
use dynalab_engine::error::DynamoError;
use dynalab_engine::error::throttle::Throttle;
use dynalab_engine::registry::Checked;
use dynalab_engine::trace::EventKind;

use super::history::UsageEvent;
use super::resource::{Resource, capacity_of};
use super::state::{ByKind, PartitionState};
use super::{growth, history, map_key, map_of_bytes, split};
use crate::backfill::capacity_since;
use crate::complete::Context;
use crate::metrics::collect::throttled;

/// The capacity that one read or write needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw<'a> {
    /// A global index. Local indexes are in the partitions of their table.
    pub index: Option<&'a IndexDefinition>,
    pub kind: CapacityKind,
    /// The encoded key of the table or index. The hash alone is sufficient.
    pub key: &'a [u8],
    pub units: HalfUnits,
    /// The growth of the stored data in bytes, negative if it shrinks.
    pub growth_bytes: i64,
}

impl<'a> Draw<'a> {
    /// Returns the read of a key in the table.
    pub fn read(key: &'a [u8], units: HalfUnits) -> Draw<'a> {
        Draw { index: None, kind: CapacityKind::Read, key, units, growth_bytes: 0 }
    }

    /// Returns the write of a key in the table.
    pub fn write(key: &'a [u8], units: HalfUnits) -> Draw<'a> {
        Draw { kind: CapacityKind::Write, ..Draw::read(key, units) }
    }

    /// Sets the index, if it is a global one.
    pub fn of_index(self, index: Option<&'a IndexDefinition>) -> Draw<'a> {
        Draw { index: index.filter(|index| index.kind == IndexKind::Global), ..self }
    }
}

/// A partition with its table, index and limits at the current time.
pub(super) struct PartitionAdmission<'a> {
    pub table: &'a Table,
    pub index: Option<&'a IndexDefinition>,
    pub rules: CapacityRules,
    pub capacity: ByKind<TableCapacity>,
    pub map: PartitionMap,
    pub resource: Resource,
    pub place: usize,
    pub limits: ByKind<PartitionLimits>,
    pub partition: PartitionState,
}

/// The admission of requests, as the context of an operation offers it.
pub(crate) trait Admission {
    /// Returns the limits, or `None` if they are off.
    fn capacity_rules(&self) -> Option<CapacityRules>;

    /// Admits all draws and consumes their capacity, or rejects all.
    fn admit(&mut self, table: &Table, draws: &[Draw]) -> Result<(), DynamoError>;

    /// Checks whether a request is admitted. The consumed units need not be known yet.
    fn check_capacity(&mut self, table: &Table, draw: &Draw) -> Result<(), DynamoError>;

    /// Consumes the capacity of an admitted request.
    fn take_capacity(&mut self, table: &Table, draw: &Draw);
}

impl Admission for Context<'_> {
    fn capacity_rules(&self) -> Option<CapacityRules> {
        self.config
            .dials
            .as_ref()
            .filter(|dials| dials.capacity_limits > 0)
            .map(|dials| dials.capacity_rules())
    }

    fn admit(&mut self, table: &Table, draws: &[Draw]) -> Result<(), DynamoError> {
        for draw in draws {
            self.check_capacity(table, draw)?;
        }
        draws.iter().for_each(|draw| self.take_capacity(table, draw));
        Ok(())
    }

    fn check_capacity(&mut self, table: &Table, draw: &Draw) -> Result<(), DynamoError> {
        let Some(rules) = self.capacity_rules() else { return Ok(()) };
        let mut standing = PartitionAdmission::find(self, table, draw, rules);
        match standing.check(draw.kind) {
            Ok(()) => Ok(()),
            Err(refusal) => Err(standing.refuse(self, draw.kind, refusal)),
        }
    }

    fn take_capacity(&mut self, table: &Table, draw: &Draw) {
        let Some(rules) = self.capacity_rules() else { return };
        PartitionAdmission::find(self, table, draw, rules).take(self, draw);
    }
}

impl<'a> PartitionAdmission<'a> {
    fn find(
        context: &mut Context,
        table: &'a Table,
        draw: &Draw<'a>,
        rules: CapacityRules,
    ) -> PartitionAdmission<'a> {
        let name = &table.definition.name;
        let index = draw.index;
        let now_ms = context.now.epoch_ms;
        let begun_ms = capacity_since(context, table, index).epoch_ms;
        let capacity = capacity_of(&table.definition, index);
        let key = Resource::key(name, index.map(|index| index.name.as_ref()));
        let kept = context.record(&key).and_then(|bytes| Resource::from_bytes(bytes).checked());
        let mut resource = kept.unwrap_or_else(|| Resource::begun(&rules, &capacity, begun_ms));
        resource.roll(&rules, &capacity, now_ms);
        let map = growth::grown_map(context, table, index, &rules, &resource);
        let limits = limits_of(&rules, &capacity, map.count());
        let place = map.place_of_key(draw.key);
        let key = PartitionState::key(name, index, map.partitions()[place].id);
        let kept = context.record(&key).and_then(|bytes| PartitionState::from_bytes(bytes).checked());
        let mut partition = kept.unwrap_or_else(|| {
            PartitionState::begun(&limits, begun_ms, split::size_bytes(table, index, &map, place))
        });
        partition.roll(&rules, &limits, now_ms);
        PartitionAdmission { table, index, rules, capacity, map, resource, place, limits, partition }
    }

    fn check(&self, kind: CapacityKind) -> Result<(), Refusal> {
        self.partition.flows.get(kind).check(*self.limits.get(kind))?;
        self.resource.flows.get(kind).check(&self.rules, *self.capacity.get(kind))
    }

    /// Returns the id of the partition.
    pub fn id(&self) -> u64 {
        self.map.partitions()[self.place].id
    }

    /// Returns the owner of the charges: the table, or its index.
    pub fn owner(&self) -> Owner {
        let index = self.index.map(|index| (index.kind, index.name.clone()));
        Owner { table: self.table.definition.name.clone(), index }
    }

    fn refuse(&mut self, context: &mut Context, kind: CapacityKind, refusal: Refusal) -> DynamoError {
        *self.resource.throttled.of_mut(kind) += 1;
        if matches!(refusal, Refusal::Partition | Refusal::Share) {
            *self.partition.throttled.of_mut(kind) += 1;
        }
        self.keep(context);
        self.note(context, kind, UsageEvent::Throttled);
        let (owner, partition) = (self.owner(), self.id());
        throttled(&owner, kind, refusal, context);
        context.trace.emit(|| EventKind::Throttled { owner, kind, partition, refusal });
        let definition = &self.table.definition;
        let resource = match self.index {
            None => definition.arn.clone(),
            Some(index) => format!("{}/index/{}", definition.arn, index.name),
        };
        Throttle { refusal, kind, billing: definition.billing, is_index: self.index.is_some(), resource }
            .into()
    }

    fn take(mut self, context: &mut Context, draw: &Draw) {
        let milli = draw.units.0 * 500;
        let now_ms = context.now.epoch_ms;
        self.partition.flows.of_mut(draw.kind).take(*self.limits.get(draw.kind), milli);
        self.resource.take(&self.rules, (draw.kind, *self.capacity.get(draw.kind)), now_ms, milli);
        if self.partition.heat.is_busy() && milli > 0 {
            self.partition.heat.watch(draw.key, milli);
        }
        self.partition.size_bytes = self.partition.size_bytes.saturating_add_signed(draw.growth_bytes);
        self.keep(context);
        self.note(context, draw.kind, UsageEvent::Consumed { milli });
        split::split_if_due(context, self, draw.growth_bytes);
    }

    fn keep(&self, context: &mut Context) {
        let name = &self.table.definition.name;
        let key = Resource::key(name, self.index.map(|index| index.name.as_ref()));
        context.write_always(key, Some(self.resource.to_bytes()));
        self.keep_partition(context);
        let key = map_key(name, self.index);
        if context.record(&key).is_none() {
            context.write_always(key, Some(super::map_codec::write(&self.map)));
        }
    }

    fn note(&self, context: &mut Context, kind: CapacityKind, happened: UsageEvent) {
        let index = self.index.map(|index| index.name.as_ref());
        let standing = |kind| self.resource.balance_and_limit(&self.rules, &self.capacity, kind);
        let standings = ByKind { read: standing(CapacityKind::Read), write: standing(CapacityKind::Write) };
        history::note(context, (&self.table.definition.name, index), (kind, happened), standings);
    }

    /// Stores the state of the partition, also if the request fails.
    pub fn keep_partition(&self, context: &mut Context) {
        let key = PartitionState::key(&self.table.definition.name, self.index, self.id());
        context.write_always(key, Some(self.partition.to_bytes()));
    }
}

pub(super) fn limits_of(
    rules: &CapacityRules,
    capacity: &ByKind<TableCapacity>,
    partitions: u64,
) -> ByKind<PartitionLimits> {
    let limits = |ceiling, capacity| PartitionLimits::new(rules, ceiling, capacity, partitions);
    ByKind {
        read: limits(rules.partition_read_units, capacity.read),
        write: limits(rules.partition_write_units, capacity.write),
    }
}

/// Returns the partitions of a table or index as this step has left them.
pub(super) fn current_map(context: &Context, table: &Table, index: Option<&IndexDefinition>) -> PartitionMap {
    let key = map_key(&table.definition.name, index);
    map_of_bytes(table, index, context.record(&key))
}
