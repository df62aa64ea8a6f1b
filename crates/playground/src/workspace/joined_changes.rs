//! Joins the changes of many requests that are one history entry.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_engine::database::meters::MeterKey;
use dynalab_engine::registry::RecordKey;

/// Joins the changes of many requests to those of one: each record, meter and counter has one change, from its first value to its
/// last. Changes of items keep their order.
pub(super) fn joined(changes: Vec<Change>) -> Vec<Change> {
    // A change of a table contains its records. Such a burst is rare, so nothing is joined.
    if changes.iter().any(|change| matches!(change, Change::Table { .. })) {
        return changes;
    }
    let mut places = BTreeMap::new();
    let mut joined: Vec<Change> = Vec::with_capacity(changes.len());
    for change in changes {
        let name = match &change {
            Change::Record { key, .. } => Some(MergeKey::Record(key.clone())),
            Change::Meter { key, .. } => Some(MergeKey::Meter(key.clone())),
            Change::Counters { .. } => Some(MergeKey::Counters),
            _ => None,
        };
        let Some(name) = name else {
            joined.push(change);
            continue;
        };
        match places.get(&name) {
            Some(place) => continue_with(&mut joined[*place], change),
            None => {
                places.insert(name, joined.len());
                joined.push(change);
            }
        }
    }
    joined
}

/// What has one change.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum MergeKey {
    Record(RecordKey),
    Meter(MeterKey),
    Counters,
}

fn continue_with(earlier: &mut Change, later: Change) {
    match (earlier, later) {
        (Change::Record { after, .. }, Change::Record { after: latest, .. }) => *after = latest,
        (Change::Meter { after, .. }, Change::Meter { after: latest, .. }) => *after = latest,
        (Change::Counters { after, .. }, Change::Counters { after: latest, .. }) => *after = latest,
        _ => {}
    }
}
