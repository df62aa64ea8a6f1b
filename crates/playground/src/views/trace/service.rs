//! Lines for the events that only the full engine has: the simulation and background work.

use dynalab_capacity::admission::Refusal;
use dynalab_engine::trace::{EventKind, SplitReason};
use dynalab_service::Complete;

use super::{TraceLine, TraceService, key_text, line, owner_text, unit_text};

impl TraceService for Complete {
    fn line_of(kind: &EventKind) -> Option<TraceLine> {
        line_of(kind)
    }
}

/// Returns the line of a background event.
fn line_of(kind: &EventKind) -> Option<TraceLine> {
    Some(match kind {
        EventKind::Invoked { mapping, count, retries, failed, at } => line(
            if *failed { "trace-invocation-failed" } else { "trace-invoked" },
            [
                ("mapping", mapping.to_string()),
                ("count", count.to_string()),
                ("retries", retries.to_string()),
                ("at", at.epoch_ms.to_string()),
            ],
        ),
        EventKind::LeaseTaken { workers, worker, shard, again, at } => line(
            "trace-lease-taken",
            [
                ("workers", workers.to_string()),
                ("worker", worker.to_string()),
                ("shard", shard.clone()),
                ("count", again.to_string()),
                ("at", at.epoch_ms.to_string()),
            ],
        ),
        EventKind::Swept { table, count, first, at } => line(
            "trace-swept",
            [
                ("table", table.to_string()),
                ("count", count.to_string()),
                ("key", key_text(first)),
                ("at", at.epoch_ms.to_string()),
            ],
        ),
        EventKind::FaultStruck { fault, kind, after_commit } => {
            let code = if *after_commit { "trace-fault-after-commit" } else { "trace-fault" };
            line(code, [("fault", fault.to_string()), ("kind", kind.to_string())])
        }
        EventKind::AlarmTurned { alarm, before, after } => line(
            "trace-alarm",
            [("alarm", alarm.to_string()), ("before", before.to_string()), ("after", after.to_string())],
        ),
        EventKind::AccessDecided { principal, action, resource, decision, by } => {
            let (policy, statement) = by.clone().unwrap_or_default();
            let code = match *decision {
                "allowed" => "trace-access-allowed",
                "explicitDeny" => "trace-access-denied",
                _ => "trace-access-not-allowed",
            };
            let who = ("principal", principal.to_string());
            let what = [("action", action.to_string()), ("resource", resource.clone())];
            let [action, resource] = what;
            line(code, [who, action, resource, ("policy", policy), ("statement", statement)])
        }
        EventKind::CacheAsked { cache, kind, age_ms: Some(age_ms) } => line(
            "trace-cache-hit",
            [("cache", cache.clone()), ("kind", kind.to_string()), ("age", age_ms.to_string())],
        ),
        EventKind::CacheAsked { cache, kind, age_ms: None } => {
            line("trace-cache-miss", [("cache", cache.clone()), ("kind", kind.to_string())])
        }
        EventKind::ReplicaFollowed { table, region, from, lag_ms, wins } => {
            let code = if *wins { "trace-region-followed" } else { "trace-region-lost" };
            let regions = [("region", region.clone()), ("from", from.clone())];
            let [region, from] = regions;
            line(code, [("table", table.to_string()), region, from, ("lag", lag_ms.to_string())])
        }
        EventKind::Throttled { .. } | EventKind::PartitionSplit { .. } | EventKind::Scaled { .. } => {
            return partition_line(kind);
        }
        kind => return replica_line(kind),
    })
}

/// Returns the line of a throttled request, a split or a scaling event.
fn partition_line(kind: &EventKind) -> Option<TraceLine> {
    Some(match kind {
        EventKind::Throttled { owner, kind, partition, refusal } => line(
            throttled_code(*refusal),
            [
                ("owner", owner_text(owner)),
                ("partition", partition.to_string()),
                ("unit", unit_text(*kind).to_owned()),
            ],
        ),
        EventKind::Scaled { owner, kind, before, after, .. } => line(
            "trace-scaled",
            [
                ("owner", owner_text(owner)),
                ("unit", unit_text(*kind).to_owned()),
                ("before", before.to_string()),
                ("after", after.to_string()),
            ],
        ),
        EventKind::PartitionSplit { owner, split, reason } => {
            let code = match reason {
                SplitReason::Size => "trace-split-size",
                SplitReason::Heat => "trace-split-heat",
                SplitReason::Throughput => "trace-split-throughput",
            };
            let [one, other] = split.children;
            let partitions = [
                ("owner", owner_text(owner)),
                ("partition", split.parent.to_string()),
                ("one", one.to_string()),
                ("other", other.to_string()),
            ];
            line(code, partitions)
        }
        _ => return None,
    })
}

/// Returns the code of the limit that throttled the request.
fn throttled_code(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Partition => "trace-throttled-partition",
        Refusal::Share => "trace-throttled-share",
        Refusal::Provisioned => "trace-throttled-provisioned",
        Refusal::Peak => "trace-throttled-peak",
        Refusal::Maximum => "trace-throttled-maximum",
        Refusal::Quota => "trace-throttled-quota",
    }
}

/// Returns the line of a read by a replica, or of a replication.
fn replica_line(kind: &EventKind) -> Option<TraceLine> {
    Some(match kind {
        EventKind::ReplicaRead { table, partition, zone, leads: true, .. } => line(
            "trace-read-from-leader",
            [
                ("table", table.to_string()),
                ("partition", partition.to_string()),
                ("zone", zone.name().to_owned()),
            ],
        ),
        EventKind::ReplicaRead { table, partition, zone, leads: false, missing, behind_ms } => line(
            "trace-read-from-follower",
            [
                ("table", table.to_string()),
                ("partition", partition.to_string()),
                ("zone", zone.name().to_owned()),
                ("missing", missing.to_string()),
                ("behind", behind_ms.to_string()),
            ],
        ),
        EventKind::IndexBehind { index, missing, behind_ms } => line(
            "trace-index-behind",
            [
                ("index", index.to_string()),
                ("missing", missing.to_string()),
                ("behind", behind_ms.to_string()),
            ],
        ),
        EventKind::Underway { table, replicas, indexes } => {
            let replicas = replicas.iter().map(|(zone, ms)| format!("{} {ms} ms", zone.name()));
            let indexes = indexes.iter().map(|(index, ms)| format!("{index} {ms} ms"));
            let followers = replicas.chain(indexes).collect::<Vec<_>>().join(", ");
            line("trace-underway", [("table", table.to_string()), ("followers", followers)])
        }
        _ => return None,
    })
}
