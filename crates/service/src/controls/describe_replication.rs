//! Dynalab.DescribeReplication: the replicas of a global table, the writes being replicated between them, and conflicts. For a
//! given key, also the item in each replica.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, GlobalTableError};
use dynalab_engine::execution::key_values::bytes_of_key;
use dynalab_engine::registry::{Checked, RecordKind};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Item;

use crate::complete::{Complete, Context};
use crate::contract::{Call, Json, encode, regions as contract};
use crate::regions::Group;
use crate::regions::arrival::{Conflict, Conflicts, PendingReplication, link_of};
use crate::regions::link::Link;
use crate::regions::version::Version;

/// A DescribeReplication request.
#[derive(Clone, Debug)]
pub struct DescribeReplication {
    table: String,
    key: Option<Item>,
}

impl DescribeReplication {
    fn describe(&self, context: &Context) -> Result<contract::ReplicationDescription, DynamoError> {
        let (database, config) = (context.database, context.config);
        let table = table_name_of(&self.table).to_owned();
        let home = database.described_table(&table)?;
        let key = self.key.as_ref().map(|key| bytes_of_key(&home.definition.key, key)).transpose()?;
        let not_global = || GlobalTableError::NotPartOfGlobalTable { region: config.region.clone() };
        let group = Group::find(&table, database, config).ok_or_else(not_global)?;
        let member = |region: &String| {
            // A replica without items of its own has those of the table.
            let member = database.find(&group.member(region, config)).unwrap_or(home);
            let item = key.as_ref().and_then(|key| member.items.packed(key));
            contract::RegionReplica {
                region_name: region.clone(),
                item_count: member.items.len() as u64,
                item: item.map(|item| Json::from(&item.unpack())),
            }
        };
        let replicas = group.regions.iter().map(member).collect();
        let mut links = Vec::new();
        for from in &group.regions {
            for to in group.regions.iter().filter(|to| *to != from) {
                links.push(link_state(&table, Link::load(database, from, to), context));
            }
        }
        let conflicts = Conflicts::load(&table, database);
        Ok(contract::ReplicationDescription {
            table_name: table,
            multi_region_consistency: if group.strong { "STRONG" } else { "EVENTUAL" }.to_owned(),
            replicas,
            links,
            conflicts: conflicts.iter().map(describe_conflict).collect(),
        })
    }
}

fn link_state(table: &str, link: Link, context: &Context) -> contract::LinkDescription {
    let pending = context.database.registry().of_kind_in(RecordKind::REPLICA_PENDING, table);
    let on_link = pending.filter(|(key, _)| link_of(&key.name) == Some((&link.from, &link.to)));
    let sent: Vec<u64> = on_link
        .filter_map(|(_, bytes)| Some(PendingReplication::from_bytes(bytes).checked()?.version.at.epoch_ms))
        .collect();
    let oldest_ms = sent.iter().min().map(|oldest| context.now.epoch_ms.saturating_sub(*oldest));
    contract::LinkDescription {
        from: link.from.to_string(),
        to: link.to.to_string(),
        lag_ms: link.fixed_lag_ms,
        up: link.up,
        pending: sent.len() as u64,
        oldest_pending_ms: oldest_ms,
    }
}

fn describe_conflict(conflict: &Conflict) -> contract::ConflictDescription {
    contract::ConflictDescription {
        at: conflict.at.epoch_seconds(),
        region_name: conflict.region.to_string(),
        key: Json::from(&conflict.key),
        winner: describe_version(&conflict.winner),
        loser: describe_version(&conflict.loser),
    }
}

fn describe_version(version: &Version) -> contract::WriteVersion {
    contract::WriteVersion { region_name: version.region.to_string(), written_at: version.at.epoch_seconds() }
}

impl Operation<Complete> for DescribeReplication {
    const NAME: &'static str = <contract::DescribeReplication as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = contract::ReplicationDescription;

    fn decode(fields: &mut Fields) -> DescribeReplication {
        DescribeReplication { table: fields.table_name(), key: fields.item("Key") }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<contract::ReplicationDescription>, DynamoError> {
        Ok(Step::Done(self.describe(context)?, WriteSet::default()))
    }

    fn encode(response: &contract::ReplicationDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
