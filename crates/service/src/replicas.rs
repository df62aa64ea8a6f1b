//! Chooses the serving replica. The leader of a partition serves strongly consistent reads and writes. One of its three
//! replicas, chosen from the seed, serves eventually consistent reads and can have old data.

use dynalab_capacity::ReadConsistency;
use dynalab_capacity::partition_map::PartitionMap;
use dynalab_engine::database::Database;
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::database::replication_queue::{Follower, missing_writes};
use dynalab_engine::database::table::Table;
use dynalab_engine::error::{DynamoError, FaultError};
use dynalab_engine::seed::draw::draw;
use dynalab_engine::settings::zone::Zone;
use dynalab_engine::trace::EventKind;
use dynalab_types::{KeyBytes, PackedItem, fingerprint};

use crate::complete::Context;
use crate::partition;
use crate::zones::{Access, ORDER_COUNT, Zones};

/// The purposes of these random numbers.
const ORDER: u64 = 182;
const SERVING: u64 = 183;

/// Returns true if replicas can differ: there is a replication delay, or a zone has failed before.
pub(crate) fn matter(context: &Context) -> bool {
    let lag = context.config.dials.as_ref().is_some_and(|dials| dials.has_replica_lag());
    lag || context.service.zones().is_some()
}

/// Returns the partitions of a table. Each has three replicas.
pub(crate) fn map_of(database: &Database, table: &Table) -> PartitionMap {
    partition::map_of(database, &table.definition.name, None).unwrap_or_else(|| PartitionMap::even(1))
}

/// Returns the order in which the zones lead a partition.
pub(crate) fn order_of(seed: u64, table: &Table, partition: u64) -> u64 {
    let table = fingerprint(table.definition.id.as_bytes()) as u64;
    draw(seed, &[ORDER, table, partition]) % ORDER_COUNT
}

fn seed_of(context: &Context) -> u64 {
    context.config.dials.as_ref().map_or(0, |dials| dials.seed)
}

/// Returns an error if the partition has no leader.
pub(crate) fn check_leader(
    context: &Context,
    table: &Table,
    partition: u64,
    access: Access,
) -> Result<(), DynamoError> {
    let Some(zones) = context.service.zones() else { return Ok(()) };
    let order = order_of(seed_of(context), table, partition);
    match zones.can_serve(access, order, context.now) {
        true => Ok(()),
        false => Err(FaultError::Internal.into()),
    }
}

/// Returns an error if the partition of a key has no leader.
pub(crate) fn check_leader_of(
    context: &Context,
    table: &Table,
    key: &KeyBytes,
    access: Access,
) -> Result<(), DynamoError> {
    if context.service.zones().is_none() {
        return Ok(());
    }
    let partition = map_of(context.database, table).of_key(key.as_slice()).id;
    check_leader(context, table, partition, access)
}

/// A replica, and whether it is the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ServingReplica {
    pub zone: Zone,
    pub leads: bool,
}

impl ServingReplica {
    /// Returns the follower, or `None` for the leader, which has all writes.
    pub fn follower(self) -> Option<Follower<'static>> {
        (!self.leads).then_some(Follower::Replica(self.zone))
    }
}

/// Returns the replica that serves an eventually consistent read of the partition. Two reads at the same time can have
/// different replicas.
pub(crate) fn serving(
    context: &Context,
    owner: &Owner,
    table: &Table,
    partition: u64,
    of_what: u64,
) -> Result<ServingReplica, DynamoError> {
    let seed = seed_of(context);
    let usual = Zones::default();
    let zones = context.service.zones().map_or(&usual, |zones| zones.as_ref());
    let up = Zone::ALL.map(|zone| zones.is_serving(zone, context.now).then_some(zone));
    let answers: u64 = up.iter().flatten().map(|_| 1).sum();
    if answers == 0 {
        return Err(FaultError::Internal.into());
    }
    let read_so_far = context.meters.total(owner, CapacityKind::Read).0;
    let drawn = draw(seed, &[SERVING, context.now.epoch_ms, read_so_far, of_what]) % answers;
    let zone = up.into_iter().flatten().nth(drawn as usize).ok_or(FaultError::Internal)?;
    let leads = zones.leader(order_of(seed, table, partition), context.now) == Some(zone);
    Ok(ServingReplica { zone, leads })
}

/// Returns one item as the serving replica has it.
pub(crate) fn read_item<'a>(
    context: &mut Context<'a>,
    table: &'a Table,
    key: &KeyBytes,
    consistency: ReadConsistency,
) -> Result<Option<&'a PackedItem>, DynamoError> {
    let present = table.items.packed(key);
    if consistency != ReadConsistency::Eventual {
        check_leader_of(context, table, key, Access::StrongRead)?;
        return Ok(present);
    }
    let name = &table.definition.name;
    let partition = map_of(context.database, table).of_key(key.as_slice()).id;
    let of_what = fingerprint(key.as_slice()) as u64;
    let serving = serving(context, &Owner::table(name), table, partition, of_what)?;
    let behind = match serving.follower() {
        Some(follower) => missing_writes(table.replication_queue.of_item(key), follower, context.now),
        None => &[],
    };
    let oldest = behind.first();
    context.trace.emit(|| EventKind::ReplicaRead {
        table: name.clone(),
        partition,
        zone: serving.zone,
        leads: serving.leads,
        missing: behind.len() as u64,
        behind_ms: oldest.map_or(0, |write| context.now.epoch_ms.saturating_sub(write.written_at.epoch_ms)),
    });
    Ok(oldest.map_or(present, |write| write.before.as_ref()))
}
