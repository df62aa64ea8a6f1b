//! The kinds of records, with their names and the functions that check their bytes.

use dynalab_engine::codec::record_form;
use dynalab_engine::codec::unreadable::{Problem, Unreadable};
use dynalab_engine::database::replication_queue::ItemQueue;
use dynalab_engine::database::scheduler::{Task, TaskKind};
use dynalab_engine::operations::update_table::mode_switches::ModeSwitches;
use dynalab_engine::registry::auto_scaling::AutoScaling;
use dynalab_engine::registry::backup::Backup;
use dynalab_engine::registry::contributor_insights::ContributorInsights;
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::registry::vector_index;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::settings::dials::Dials;
use dynalab_types::KeySchema;
use dynalab_types::binary::Malformed;

use crate::access::Principal;
use crate::account::Account;
use crate::alarms::{Alarm, AlarmHistory};
use crate::backfill::Backfill;
use crate::cache::{CacheCounts, CacheSettings, entry};
use crate::event_source::Mapping;
use crate::event_source::state::{DeadLetter, MappingState};
use crate::faults::Fault;
use crate::faults::injection::FaultCounters;
use crate::kinesis_destination::KinesisDestination;
use crate::metrics::Bucket;
use crate::partition::{self, Resource};
use crate::regions::arrival::{Conflicts, PendingReplication};
use crate::regions::link::Link;
use crate::regions::version::Version;
use crate::resource_policy::ResourcePolicy;
use crate::scaling::Scaling;
use crate::scaling::changes::ScalingChanges;
use crate::stream_shards::{OpenShards, Shard};
use crate::table_figures::TableFigures;
use crate::table_times::{TableTimes, schedule};
use crate::tagged_resource;
use crate::time_to_live::Sweeper;
use crate::transfer::{bulk::BulkPut, bulk_part::BulkPart, export::Export, import::Import};
use crate::workers::Workers;
use crate::workers::leases::Leases;
use crate::zones::Zones;

type Read = fn(&RecordKey, &[u8]) -> Result<(), Malformed>;

/// All kinds of records.
const KINDS: &[(RecordKind, &str, Read)] = &[
    (RecordKind::RESOURCE_POLICY, "resource policy", |_, bytes| ResourcePolicy::from_bytes(bytes).map(drop)),
    (RecordKind::CONTRIBUTOR_INSIGHTS, "contributor insights", |_, bytes| {
        ContributorInsights::from_bytes(bytes).map(drop)
    }),
    (RecordKind::KINESIS_DESTINATION, "Kinesis destination", |_, bytes| {
        KinesisDestination::from_bytes(bytes).map(drop)
    }),
    (RecordKind::AUTO_SCALING, "auto scaling", |_, bytes| AutoScaling::from_bytes(bytes).map(drop)),
    (RecordKind::MODE_SWITCHES, "switches of mode", |_, bytes| ModeSwitches::from_bytes(bytes).map(drop)),
    (RecordKind::STREAM_TAGS, "stream tags", |_, bytes| tagged_resource::read_tags(bytes).map(drop)),
    (RecordKind::BACKUP, "backup", |key, bytes| Backup::check(&key.name, bytes)),
    (RecordKind::EXPORT, "export", |key, bytes| Export::read(&key.name, bytes).map(drop)),
    (RecordKind::IMPORT, "import", |key, bytes| Import::read(&key.name, bytes).map(drop)),
    (RecordKind::BULK, "bulk operation", |key, bytes| BulkPut::read(&key.name, bytes).map(drop)),
    (RecordKind::BULK_PART, "part of a bulk operation", |_, bytes| BulkPart::from_bytes(bytes).map(drop)),
    (RecordKind::VECTOR_INDEX, "vector index", |key, bytes| {
        // The projection depends on the table's key, but the validity of the bytes does not.
        let of_any_table = KeySchema { partition: Vec::new(), sort: Vec::new() };
        vector_index::definition_codec::read(&key.name, &of_any_table, bytes).map(drop)
    }),
    (RecordKind::REPLICATION, "replication", |_, bytes| Replication::from_bytes(bytes).map(drop)),
    (RecordKind::RESTORE, "restore", |_, bytes| RestoreSummary::read(bytes).map(drop)),
    (RecordKind::ACCOUNT, "account", |_, bytes| Account::from_bytes(bytes).map(drop)),
    (RecordKind::DIALS, "dials", |_, bytes| Dials::from_bytes(bytes).map(drop)),
    (RecordKind::CLOCK, "clock", |_, bytes| record_form::number(bytes).map(drop)),
    (RecordKind::PARTITIONS, "partitions", |_, bytes| partition::read_map(bytes).map(drop)),
    (RecordKind::PARTITION, "partition", |_, bytes| partition::PartitionState::from_bytes(bytes).map(drop)),
    (RecordKind::THROUGHPUT, "throughput", |_, bytes| Resource::from_bytes(bytes).map(drop)),
    (RecordKind::SCALING, "scaling watch", |_, bytes| Scaling::from_bytes(bytes).map(drop)),
    (RecordKind::SCALING_CHANGES, "scaling changes", |_, bytes| ScalingChanges::from_bytes(bytes).map(drop)),
    (RecordKind::CAPACITY_HISTORY, "capacity history", partition::check_history),
    (RecordKind::TIME_TO_LIVE, "time to live", |_, bytes| Sweeper::from_bytes(bytes).map(drop)),
    (RecordKind::STREAM_SHARDS, "stream shards", |_, bytes| OpenShards::from_bytes(bytes).map(drop)),
    (RecordKind::CLOSED_SHARD, "closed shard", |_, bytes| Shard::from_bytes(bytes).map(drop)),
    (RecordKind::EVENT_SOURCE_MAPPING, "event source mapping", |key, bytes| {
        Mapping::from_bytes(&key.name, bytes).map(drop)
    }),
    (RecordKind::EVENT_SOURCE_STATE, "event source state", |_, bytes| {
        MappingState::from_bytes(bytes).map(drop)
    }),
    (RecordKind::DEAD_LETTERS, "dead letters", |_, bytes| DeadLetter::read_all(bytes).map(drop)),
    (RecordKind::WORKERS, "workers", |key, bytes| Workers::from_bytes(&key.name, bytes).map(drop)),
    (RecordKind::WORKER_LEASES, "worker leases", |_, bytes| Leases::from_bytes(bytes).map(drop)),
    (RecordKind::TRANSFER, "transfer in progress", |_, bytes| nothing(bytes)),
    (RecordKind::UNDERWAY, "write underway", |_, bytes| ItemQueue::from_bytes(bytes).map(drop)),
    (RecordKind::ZONES, "zones", |_, bytes| Zones::from_bytes(bytes).map(drop)),
    (RecordKind::MISSED_WRITES, "missed writes", |_, bytes| record_form::number(bytes).map(drop)),
    (RecordKind::INDEX_BACKFILL, "index backfill", |_, bytes| Backfill::from_bytes(bytes).map(drop)),
    (RecordKind::INDEX_BUSY, "busy index", |_, bytes| record_form::number(bytes).map(drop)),
    (RecordKind::TABLE_FIGURES, "table figures", |_, bytes| TableFigures::from_bytes(bytes).map(drop)),
    (RecordKind::TABLE_TIMES, "times of a table", |_, bytes| TableTimes::from_bytes(bytes).map(drop)),
    (RecordKind::FAULT, "fault", |key, bytes| Fault::from_bytes(&key.name, bytes).map(drop)),
    (RecordKind::FAULT_STRIKES, "fault strikes", |_, bytes| FaultCounters::from_bytes(bytes).map(drop)),
    (RecordKind::METRICS, "metrics", |_, bytes| Bucket::from_bytes(bytes).map(drop)),
    (RecordKind::ALARM, "alarm", |key, bytes| Alarm::from_bytes(&key.name, bytes).map(drop)),
    (RecordKind::ALARM_HISTORY, "alarm history", |_, bytes| AlarmHistory::from_bytes(bytes).map(drop)),
    (RecordKind::ALARM_WATCH, "alarm watch", |_, bytes| record_form::number(bytes).map(drop)),
    (RecordKind::PRINCIPAL, "principal", |key, bytes| Principal::from_bytes(&key.name, bytes).map(drop)),
    (RecordKind::PRINCIPAL_USED, "principal in use", |_, bytes| record_form::text(bytes).map(drop)),
    (RecordKind::CACHE, "cache", |_, bytes| CacheSettings::from_bytes(bytes).map(drop)),
    (RecordKind::CACHE_ENTRY, "cache entry", entry::check),
    (RecordKind::CACHE_COUNTS, "cache counts", |_, bytes| CacheCounts::from_bytes(bytes).map(drop)),
    (RecordKind::REPLICA_LINK, "replica link", |_, bytes| Link::read(bytes).map(drop)),
    (RecordKind::REPLICA_VERSION, "replica version", |_, bytes| {
        record_form::content(bytes).and_then(|mut reader| Version::read(&mut reader)).map(drop)
    }),
    (RecordKind::REPLICA_PENDING, "pending replica write", |_, bytes| {
        PendingReplication::from_bytes(bytes).map(drop)
    }),
    (RecordKind::REPLICA_CONFLICTS, "replica conflicts", |_, bytes| Conflicts::read(bytes).map(drop)),
];

/// Checks that a record can be read. A record of an unknown kind is accepted, unless it changes how its table is served.
pub(crate) fn check_record(key: &RecordKey, bytes: &[u8]) -> Result<(), Unreadable> {
    let unreadable = |what: &str, problem| Unreadable::Record {
        what: what.to_owned(),
        key: key.clone(),
        size_bytes: bytes.len(),
        problem,
    };
    match KINDS.iter().find(|(known, ..)| *known == key.kind) {
        Some((_, what, read)) => read(key, bytes).map_err(|Malformed| unreadable(what, problem_of(bytes))),
        None if key.kind.needs_complete_engine() => {
            Err(unreadable(&format!("of kind {}", key.kind.0), Problem::UnknownKind))
        }
        None => Ok(()),
    }
}

fn problem_of(bytes: &[u8]) -> Problem {
    match record_form::version(bytes) {
        Some((found, _)) if found > record_form::VERSION => {
            Problem::NewerForm { found, known: record_form::VERSION }
        }
        _ => Problem::Malformed,
    }
}

/// Checks that a task can be read.
pub(crate) fn check_task(task: &Task) -> Result<(), Unreadable> {
    let read = match task.kind {
        TaskKind::EVENT_SOURCE_POLL
        | TaskKind::WORKERS_RUN
        | TaskKind::STREAM_SHARDS_ROLL
        | TaskKind::REPLICATION
        | TaskKind::INDEX_BACKFILL => record_form::text(&task.payload).map(drop).map_err(Problem::from),
        TaskKind::TABLE_CHANGE | TaskKind::TABLE_SETTING => {
            schedule::check_payload(&task.payload).map_err(Problem::from)
        }
        TaskKind::ALARMS | TaskKind::TIME_TO_LIVE_SWEEP | TaskKind::AUTO_SCALING => {
            nothing(&task.payload).map_err(Problem::from)
        }
        _ => Err(Problem::UnknownKind),
    };
    let table = || task.table.as_ref().map(|table| table.name.clone());
    read.map_err(|problem| Unreadable::Task { kind: task.kind, table: table(), problem })
}

fn nothing(bytes: &[u8]) -> Result<(), Malformed> {
    if bytes.is_empty() { Ok(()) } else { Err(Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_listed_once_and_refuses_what_none_wrote() {
        for (place, (kind, name, _)) in KINDS.iter().enumerate() {
            assert!(!name.is_empty());
            let once = |other: &&(RecordKind, &str, Read)| other.0 == *kind || other.1 == *name;
            assert_eq!(KINDS.iter().filter(once).count(), 1, "{name}");
            let key = RecordKey::of_account(*kind, "x");
            let wanted = Unreadable::Record {
                what: (*name).to_owned(),
                key: key.clone(),
                size_bytes: 3,
                problem: Problem::Malformed,
            };
            assert_eq!(check_record(&key, &[0xFF; 3]), Err(wanted), "{place}");
        }
    }
}
