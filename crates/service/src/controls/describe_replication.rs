//! Dynalab.DescribeReplication: the replicas of a global table, the writes being replicated between them, and conflicts. For a
//! given key, also the item in each replica.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::{DynamoError, GlobalTableError};
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::item_keys::bytes_of_key;
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_engine::registry::{Checked, RecordKind};
use dynalab_types::wire::item_json;
use dynalab_types::{Item, PackedItem};

use crate::complete::{Complete, Context};
use crate::regions::Group;
use crate::regions::arrival::{Conflict, Conflicts, PendingReplication, link_of};
use crate::regions::link::Link;
use crate::regions::version::Version;

#[derive(Clone, Debug)]
pub struct DescribeReplication {
    table: String,
    key: Option<Item>,
}

#[derive(Debug)]
pub struct ReplicationState {
    table: String,
    strong: bool,
    members: Vec<MemberState>,
    links: Vec<LinkState>,
    conflicts: Vec<Conflict>,
}

#[derive(Debug)]
struct MemberState {
    region: String,
    item_count: u64,
    /// The item with the requested key, if the replica has it.
    item: Option<PackedItem>,
}

#[derive(Debug)]
struct LinkState {
    link: Link,
    pending: u64,
    oldest_ms: Option<u64>,
}

impl DescribeReplication {
    fn describe(&self, context: &Context) -> Result<ReplicationState, DynamoError> {
        let (database, config) = (context.database, context.config);
        let table = table_name_of(&self.table).to_owned();
        let home = database.described_table(&table)?;
        let key = self.key.as_ref().map(|key| bytes_of_key(&home.definition.key, key)).transpose()?;
        let not_global = || GlobalTableError::NotPartOfGlobalTable { region: config.region.clone() };
        let group = Group::find(&table, database, config).ok_or_else(not_global)?;
        let member = |region: &String| {
            // A replica without items of its own has those of the table.
            let member = database.find(&group.member(region, config)).unwrap_or(home);
            let item = key.as_ref().and_then(|key| member.items.packed(key)).cloned();
            MemberState { region: region.clone(), item_count: member.items.len() as u64, item }
        };
        let members = group.regions.iter().map(member).collect();
        let mut links = Vec::new();
        for from in &group.regions {
            for to in group.regions.iter().filter(|to| *to != from) {
                links.push(link_state(&table, Link::load(database, from, to), context));
            }
        }
        let conflicts = Conflicts::load(&table, database);
        Ok(ReplicationState { table, strong: group.strong, members, links, conflicts })
    }
}

fn link_state(table: &str, link: Link, context: &Context) -> LinkState {
    let pending = context.database.registry().of_kind_in(RecordKind::REPLICA_PENDING, table);
    let on_link = pending.filter(|(key, _)| link_of(&key.name) == Some((&link.from, &link.to)));
    let sent: Vec<u64> = on_link
        .filter_map(|(_, bytes)| Some(PendingReplication::from_bytes(bytes).checked()?.version.at.epoch_ms))
        .collect();
    let oldest_ms = sent.iter().min().map(|oldest| context.now.epoch_ms.saturating_sub(*oldest));
    LinkState { link, pending: sent.len() as u64, oldest_ms }
}

impl Operation<Complete> for DescribeReplication {
    const NAME: &'static str = "Dynalab.DescribeReplication";
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = ReplicationState;

    fn decode(fields: &mut Fields) -> DescribeReplication {
        DescribeReplication { table: fields.table_name(), key: fields.item("Key") }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ReplicationState>, DynamoError> {
        Ok(Step::Done(self.describe(context)?, WriteSet::default()))
    }

    fn encode(state: &ReplicationState, body: &mut ObjectWriter) {
        body.text("TableName", &state.table);
        body.text("MultiRegionConsistency", if state.strong { "STRONG" } else { "EVENTUAL" });
        body.objects("Replicas", &state.members, |object, member| {
            object.text("RegionName", &member.region);
            object.integer("ItemCount", member.item_count);
            if let Some(item) = &member.item {
                object.packed_item("Item", item);
            }
        });
        body.objects("Links", &state.links, |object, LinkState { link, pending, oldest_ms }| {
            object.text("From", &link.from);
            object.text("To", &link.to);
            if let Some(lag_ms) = link.fixed_lag_ms {
                object.integer("LagMs", lag_ms);
            }
            object.boolean("Up", link.up);
            object.integer("Pending", *pending);
            if let Some(oldest_ms) = oldest_ms {
                object.integer("OldestPendingMs", *oldest_ms);
            }
        });
        body.objects("Conflicts", &state.conflicts, |object, conflict| {
            object.date("At", conflict.at);
            object.text("RegionName", &conflict.region);
            object.json("Key", &item_json(&conflict.key));
            for (name, version) in [("Winner", &conflict.winner), ("Loser", &conflict.loser)] {
                object.object(name, |object| encode_version(version, object));
            }
        });
    }
}

fn encode_version(version: &Version, object: &mut ObjectWriter) {
    object.text("RegionName", &version.region);
    object.date("WrittenAt", version.at);
}
