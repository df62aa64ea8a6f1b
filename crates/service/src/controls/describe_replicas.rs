//! Dynalab.DescribeReplicas: the replicas of each partition of a table, their leader, and the writes that have not reached
//! them.

use dynalab_capacity::partition_map::PartitionMap;
use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_engine::replication_queue::{Follower, missing_writes};
use dynalab_engine::table::Table;
use dynalab_engine::zone::Zone;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::controls::describe_dials::current;
use crate::lag::missed_writes;
use crate::replicas::{map_of, order_of};
use crate::zones::{Access, Zones};

#[derive(Clone, Debug)]
pub struct DescribeReplicas {
    table: String,
}

#[derive(Debug)]
pub struct DescribedPartition {
    number: u64,
    leader: Option<Zone>,
    next_leader: Option<(Zone, Timestamp)>,
    writable: bool,
    replicas: Vec<DescribedReplica>,
}

#[derive(Debug)]
struct DescribedReplica {
    zone: Zone,
    status: &'static str,
    /// The number of writes that have not reached it, and the age of the oldest in milliseconds.
    pending: u64,
    behind_ms: u64,
    /// The number of writes to the table since the replica's zone failed.
    missed: u64,
}

fn describe_replica(
    context: &Context,
    (table, zones, map): (&Table, &Zones, &PartitionMap),
    (partition, leader): (u64, Option<Zone>),
    zone: Zone,
) -> DescribedReplica {
    let now = context.now;
    let status = match (zones.is_down(zone), zones.is_serving(zone, now)) {
        (true, _) => "DOWN",
        (false, false) => "CATCHING_UP",
        (false, true) => "UP",
    };
    let mut described = DescribedReplica {
        zone,
        status,
        pending: 0,
        behind_ms: 0,
        missed: missed_writes(context.database, &table.definition.name, zone),
    };
    if leader == Some(zone) {
        return described;
    }
    for (_, writes) in table.replication_queue.iter().filter(|(key, _)| map.of_key(key.as_slice()).id == partition) {
        let missing = missing_writes(writes, Follower::Replica(zone), now);
        described.pending += missing.len() as u64;
        let oldest = missing.first().map_or(now, |write| write.written_at);
        described.behind_ms = described.behind_ms.max(now.epoch_ms.saturating_sub(oldest.epoch_ms));
    }
    described
}

impl Operation<Complete> for DescribeReplicas {
    const NAME: &'static str = "Dynalab.DescribeReplicas";
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = Vec<DescribedPartition>;

    fn decode(fields: &mut Fields) -> DescribeReplicas {
        DescribeReplicas { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<Vec<DescribedPartition>>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let zones = context.service.zones().map(|zones| zones.as_ref().clone()).unwrap_or_default();
        let seed = current(context.database).seed;
        let map = map_of(context.database, table);
        let described = map.partitions().iter().map(|partition| {
            let number = partition.id;
            let order = order_of(seed, table, number);
            let leader = zones.leader(order, context.now);
            let replica = |zone| describe_replica(context, (table, &zones, &map), (number, leader), zone);
            DescribedPartition {
                number,
                leader,
                next_leader: zones.next_leader(order).filter(|(_, from)| *from > context.now),
                writable: zones.can_serve(Access::Write, order, context.now),
                replicas: Zone::ALL.into_iter().map(replica).collect(),
            }
        });
        let described = described.collect();
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(partitions: &Vec<DescribedPartition>, body: &mut ObjectWriter) {
        body.objects("Partitions", partitions, |object, partition| {
            object.integer("Partition", partition.number);
            if let Some(leader) = partition.leader {
                object.text("Leader", leader.name());
            }
            if let Some((zone, from)) = partition.next_leader {
                object.text("NextLeader", zone.name());
                object.date("NextLeaderFrom", from);
            }
            object.boolean("Writable", partition.writable);
            object.objects("Replicas", &partition.replicas, |object, replica| {
                object.text("Zone", replica.zone.name());
                let leads = partition.leader == Some(replica.zone);
                object.text("Role", if leads { "LEADER" } else { "FOLLOWER" });
                object.text("Status", replica.status);
                object.integer("PendingWrites", replica.pending);
                object.integer("BehindMilliseconds", replica.behind_ms);
                object.integer("MissedWrites", replica.missed);
            });
        });
    }
}
