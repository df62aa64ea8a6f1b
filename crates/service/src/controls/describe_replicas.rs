//! Dynalab.DescribeReplicas: the replicas of each partition of a table, their leader, and the writes that have not reached
//! them.

use dynalab_capacity::partition_map::PartitionMap;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::replication_queue::{Follower, missing_writes};
use dynalab_engine::database::table::Table;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::zone::Zone;

use crate::complete::{Complete, Context};
pub use crate::contract::faults::DescribeReplicas;
use crate::contract::faults::{ReplicaDescription, ReplicasDescription, ReplicatedPartition};
use crate::contract::{Call, encode};
use crate::controls::describe_dials::current;
use crate::lag::missed_writes;
use crate::replicas::{map_of, order_of};
use crate::zones::{Access, Zones};

fn describe_replica(
    context: &Context,
    (table, zones, map): (&Table, &Zones, &PartitionMap),
    (partition, leader): (u64, Option<Zone>),
    zone: Zone,
) -> ReplicaDescription {
    let now = context.now;
    let status = match (zones.is_down(zone), zones.is_serving(zone, now)) {
        (true, _) => "DOWN",
        (false, false) => "CATCHING_UP",
        (false, true) => "UP",
    };
    let mut described = ReplicaDescription {
        zone: zone.name().to_owned(),
        role: if leader == Some(zone) { "LEADER" } else { "FOLLOWER" }.to_owned(),
        status: status.to_owned(),
        pending_writes: 0,
        behind_milliseconds: 0,
        missed_writes: missed_writes(context.database, &table.definition.name, zone),
    };
    if leader == Some(zone) {
        return described;
    }
    for (_, writes) in
        table.replication_queue.iter().filter(|(key, _)| map.of_key(key.as_slice()).id == partition)
    {
        let missing = missing_writes(writes, Follower::Replica(zone), now);
        described.pending_writes += missing.len() as u64;
        let oldest = missing.first().map_or(now, |write| write.written_at);
        described.behind_milliseconds =
            described.behind_milliseconds.max(now.epoch_ms.saturating_sub(oldest.epoch_ms));
    }
    described
}

impl Operation<Complete> for DescribeReplicas {
    const NAME: &'static str = <DescribeReplicas as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table_name];
    const READS_ONLY: bool = true;
    type Response = ReplicasDescription;

    fn decode(fields: &mut Fields) -> DescribeReplicas {
        DescribeReplicas { table_name: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table_name)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ReplicasDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table_name))?;
        let zones = context.service.zones().map(|zones| zones.as_ref().clone()).unwrap_or_default();
        let seed = current(context.database).seed;
        let map = map_of(context.database, table);
        let described = map.partitions().iter().map(|partition| {
            let number = partition.id;
            let order = order_of(seed, table, number);
            let leader = zones.leader(order, context.now);
            let replica = |zone| describe_replica(context, (table, &zones, &map), (number, leader), zone);
            let next_leader = zones.next_leader(order).filter(|(_, from)| *from > context.now);
            ReplicatedPartition {
                partition: number,
                leader: leader.map(|zone| zone.name().to_owned()),
                next_leader: next_leader.map(|(zone, _)| zone.name().to_owned()),
                next_leader_from: next_leader.map(|(_, from)| from.epoch_seconds()),
                writable: zones.can_serve(Access::Write, order, context.now),
                replicas: Zone::ALL.into_iter().map(replica).collect(),
            }
        });
        Ok(Step::Done(ReplicasDescription { partitions: described.collect() }, WriteSet::default()))
    }

    fn encode(response: &ReplicasDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
