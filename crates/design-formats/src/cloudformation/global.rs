//! The settings of a global table, some of which are in its replicas: as members of a table in one Region, and back.

use dynalab_modeling::design::{Capacity, Dimension, Mode, Replica, ReplicaConsistency, Table};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::{Node, Taken};
use dynalab_modeling::formats::production::TRACKING_MEMBERS;
use serde_json::{Map, Value, json};

use super::{YAML, home_region, production};
use crate::kept::{keep, restore};

const READS: &str = "ReadProvisionedThroughputSettings";
const WRITES: &str = "WriteProvisionedThroughputSettings";
const MOST_READS: &str = "ReadOnDemandThroughputSettings";
const MOST_WRITES: &str = "WriteOnDemandThroughputSettings";
const SSE: &str = "SSESpecification";

/// Members of a replica that are those of a table in one Region.
const OF_REPLICA: [&str; 7] = [
    "PointInTimeRecoverySpecification",
    "TableClass",
    "DeletionProtectionEnabled",
    "ContributorInsightsSpecification",
    "KinesisStreamSpecification",
    "ResourcePolicy",
    "Tags",
];

/// Gives a table the members that its replica in the stack's Region has.
pub fn take_home(properties: &mut Map<String, Value>, home: Option<&Value>) {
    let Some(home) = home else { return };
    for name in OF_REPLICA {
        if let Some(value) = home.get(name) {
            properties.entry(name).or_insert_with(|| value.clone());
        }
    }
    if let Some(key) = home[SSE].get("KMSMasterKeyId") {
        properties.entry(SSE).or_insert_with(|| json!({}))["KMSMasterKeyId"] = key.clone();
    }
    if let Some(policy) = home["ReplicaStreamSpecification"].get("ResourcePolicy")
        && let Some(stream) = properties.get_mut("StreamSpecification").filter(|stream| stream.is_object())
    {
        stream["ResourcePolicy"] = policy.clone();
    }
    take_units(properties, home);
}

/// Gives a table or an index the units of its own settings for writes, and of a replica's for reads.
fn take_units(body: &mut Map<String, Value>, of_replica: &Value) {
    let own = Value::Object(body.clone());
    let units = |throughput: &Value, units: &str| {
        let fixed = throughput.get(format!("{units}CapacityUnits"));
        let settings = &throughput[format!("{units}CapacityAutoScalingSettings")];
        fixed.or_else(|| settings.get("SeedCapacity")).cloned()
    };
    let both = |read: (&str, Option<Value>), write: (&str, Option<Value>)| -> Map<String, Value> {
        [read, write].into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    };
    let provisioned = both(
        ("ReadCapacityUnits", units(&of_replica[READS], "Read")),
        ("WriteCapacityUnits", units(&own[WRITES], "Write")),
    );
    let most = |settings: &Value, name: &str| settings.get(name).cloned();
    let maximum = both(
        ("MaxReadRequestUnits", most(&of_replica[MOST_READS], "MaxReadRequestUnits")),
        ("MaxWriteRequestUnits", most(&own[MOST_WRITES], "MaxWriteRequestUnits")),
    );
    for (member, found) in [("ProvisionedThroughput", provisioned), ("OnDemandThroughput", maximum)] {
        if !found.is_empty() {
            body.entry(member).or_insert(Value::Object(found));
        }
    }
    body.remove(MOST_WRITES);
}

/// Gives the indexes their units. Returns the settings for their writes by the name of the index.
pub fn take_index_settings(
    properties: &mut Map<String, Value>,
    home: Option<&Value>,
) -> Vec<(Option<String>, Value)> {
    let of_home = home.and_then(|home| home["GlobalSecondaryIndexes"].as_array());
    let indexes = properties.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut);
    let indexes = indexes.into_iter().flatten().filter_map(Value::as_object_mut);
    let taken = indexes.map(|index| {
        let name = index.get("IndexName").and_then(Value::as_str).map(str::to_owned);
        let is_own = |other: &&Value| other["IndexName"].as_str() == name.as_deref();
        let of_replica = of_home.and_then(|all| all.iter().find(is_own)).unwrap_or(&Value::Null);
        if let Some(insights) = of_replica.get("ContributorInsightsSpecification") {
            index.insert("ContributorInsightsSpecification".to_owned(), insights.clone());
        }
        take_units(index, of_replica);
        (name, index.remove(WRITES).unwrap_or_default())
    });
    taken.collect()
}

/// Names what the settings of a table's units have besides what a design has.
pub fn rest_of_units(settings: &Value, units: Dimension, place: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    take_settings(taken.root(settings), units);
    taken.rest(settings, place)
}

fn take_settings(settings: Node, units: Dimension) {
    settings.pass(&[&format!("{}CapacityUnits", units.word())]);
    if let Some(scaling) = settings.get(&format!("{}CapacityAutoScalingSettings", units.word())) {
        scaling.pass(&["MinCapacity", "MaxCapacity", "SeedCapacity"]);
        if let Some(tracking) = scaling.get("TargetTrackingScalingPolicyConfiguration") {
            tracking.pass(&TRACKING_MEMBERS);
        }
    }
}

/// Names what the most units for writes of a table and its indexes have besides what a design has.
pub fn rest_of_most_writes(properties: &Map<String, Value>, id: &str) -> Vec<ImportNote> {
    let indexes = properties.get("GlobalSecondaryIndexes").and_then(Value::as_array).into_iter().flatten();
    let of_indexes = indexes.filter_map(|index| {
        let name = index["IndexName"].as_str().unwrap_or_default();
        Some((format!("{id}.{name}.{MOST_WRITES}"), index.get(MOST_WRITES)?))
    });
    let of_table = properties.get(MOST_WRITES).map(|most| (format!("{id}.{MOST_WRITES}"), most));
    let all = of_table.into_iter().chain(of_indexes);
    all.flat_map(|(place, most)| {
        let taken = Taken::default();
        taken.root(most).pass(&["MaxWriteRequestUnits"]);
        taken.rest(most, &place)
    })
    .collect()
}

/// Names what the replica in the stack's Region has besides what a design has.
pub fn rest_of_home(home: &Value, id: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    let replica = taken.root(home);
    replica.pass(&OF_REPLICA);
    replica.pass(&["Region"]);
    if let Some(encryption) = replica.get(SSE) {
        encryption.pass(&["KMSMasterKeyId"]);
    }
    if let Some(stream) = replica.get("ReplicaStreamSpecification") {
        stream.pass(&["ResourcePolicy"]);
    }
    take_reads(replica);
    for index in replica.get("GlobalSecondaryIndexes").into_iter().flat_map(Node::elements) {
        index.pass(&["IndexName", "ContributorInsightsSpecification"]);
        take_reads(index);
    }
    taken.rest(home, &format!("{id}.Replicas"))
}

/// Takes the units for reads of a replica, or of an index in it.
fn take_reads(of_replica: Node) {
    if let Some(settings) = of_replica.get(READS) {
        take_settings(settings, Dimension::Read);
    }
    if let Some(most) = of_replica.get(MOST_READS) {
        most.pass(&["MaxReadRequestUnits"]);
    }
}

/// Members of a replica that can differ from the table's, and are kept for templates.
const OWN: [&str; 4] = [SSE, "ReplicaStreamSpecification", READS, MOST_READS];

fn is_kept(member: &str) -> bool {
    OF_REPLICA.contains(&member) || OWN.contains(&member)
}

/// Returns another replica with the settings that are not those of the table, and notes them. Units of its indexes are left out.
pub fn other_replica(
    id: &str,
    replica: &Value,
    home: Option<&Value>,
    notes: &mut Vec<ImportNote>,
) -> Option<Replica> {
    let region = replica["Region"].as_str();
    let place = || format!("{id}.{}", region.unwrap_or("Replicas"));
    for (member, value) in replica.as_object().into_iter().flatten() {
        let is_same = home.is_some_and(|home| home.get(member) == Some(value));
        let member = member.clone();
        match member.as_str() {
            "Region" => {}
            _ if is_same => {}
            name if is_kept(name) && region.is_some() => {
                notes.push(ImportNote::Kept { place: place(), member, format: YAML.id });
            }
            _ => notes.push(ImportNote::LeftOut { place: place(), member }),
        }
    }
    let mut other = Replica { region: region?.to_owned(), ..Replica::default() };
    let own = |replica: &Value| -> Value {
        let members = replica.as_object().into_iter().flatten().filter(|(name, _)| is_kept(name));
        Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect())
    };
    keep(&mut other.extra, YAML.id, &own(replica), &home.map(own).unwrap_or_default());
    Some(other)
}

/// Gives a replica the settings that were kept for templates, as far as the table's mode has them.
fn restore_own(table: &Table, replica: &Replica, written: &mut Value) {
    let mut extra = replica.extra.clone();
    let of_other_mode = if matches!(table.mode, Mode::Provisioned { .. }) { MOST_READS } else { READS };
    if let Some(kept) = extra.get_mut(YAML.id).and_then(Value::as_object_mut) {
        kept.retain(|name, _| is_kept(name) && name != of_other_mode);
    }
    restore(&extra, YAML.id, written);
}

/// Converts a table to a global table. Capacity and settings of each Region move to its replica.
pub fn make(table: &Table, properties: &mut Map<String, Value>) {
    let mut of_replica = Map::new();
    for name in OF_REPLICA {
        of_replica.extend(properties.remove(name).map(|value| (name.to_owned(), value)));
    }
    if let Some(key) = properties.get_mut(SSE).and_then(|sse| sse.as_object_mut()?.remove("KMSMasterKeyId")) {
        of_replica.insert(SSE.to_owned(), json!({ "KMSMasterKeyId": key }));
    }
    let stream = properties.get_mut("StreamSpecification").and_then(Value::as_object_mut);
    if let Some(policy) = stream.and_then(|stream| stream.remove("ResourcePolicy")) {
        of_replica.insert("ReplicaStreamSpecification".to_owned(), json!({ "ResourcePolicy": policy }));
    }
    // Replication requires a stream with both images, whatever the other readers need.
    properties.insert("StreamSpecification".to_owned(), json!({ "StreamViewType": "NEW_AND_OLD_IMAGES" }));
    of_replica.extend(write_units(properties, table, None));
    let indexes = properties.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut);
    let mut of_indexes = Vec::new();
    for index in indexes.into_iter().flatten().filter_map(Value::as_object_mut) {
        let name = index.get("IndexName").and_then(Value::as_str).map(str::to_owned);
        let mut reads = write_units(index, table, name.as_deref());
        if !reads.is_empty() {
            reads.insert("IndexName".to_owned(), json!(name));
            of_indexes.push(Value::Object(reads));
        }
    }
    if !of_indexes.is_empty() {
        of_replica.insert("GlobalSecondaryIndexes".to_owned(), json!(of_indexes));
    }
    if table.replica_consistency == ReplicaConsistency::Strong {
        properties.insert("MultiRegionConsistency".to_owned(), json!("STRONG"));
    }
    let written = |region: Value| {
        let mut replica = Map::new();
        replica.insert("Region".to_owned(), region);
        replica.extend(of_replica.clone());
        Value::Object(replica)
    };
    let others = table.replicas.iter().map(|replica| {
        let mut other = written(json!(replica.region));
        restore_own(table, replica, &mut other);
        other
    });
    let replicas = std::iter::once(written(home_region())).chain(others).collect();
    properties.insert("Replicas".to_owned(), replicas);
}

/// Replaces the units of a table or an index by its settings for writes. Returns those for reads, which are a replica's.
fn write_units(body: &mut Map<String, Value>, table: &Table, index: Option<&str>) -> Map<String, Value> {
    body.remove("ProvisionedThroughput");
    body.remove("OnDemandThroughput");
    let mut reads = Map::new();
    let own = index.and_then(|name| table.index(name)).map(|index| &index.capacity);
    let Capacity { maximum, .. } = own.unwrap_or(&table.capacity);
    if matches!(table.mode, Mode::Provisioned { .. }) {
        body.insert(WRITES.to_owned(), production::settings(table, index, Dimension::Write));
        reads.insert(READS.to_owned(), production::settings(table, index, Dimension::Read));
    } else {
        if let Some(write) = maximum.write {
            body.insert(MOST_WRITES.to_owned(), json!({ "MaxWriteRequestUnits": write }));
        }
        if let Some(read) = maximum.read {
            reads.insert(MOST_READS.to_owned(), json!({ "MaxReadRequestUnits": read }));
        }
    }
    reads
}
