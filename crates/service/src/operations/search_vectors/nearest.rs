//! Finds the entries of a vector index nearest to a vector. Returns the visible part of an entry, and the bytes that a search
//! is charged.

use std::cmp::Ordering;

use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::registry::vector_index::distance::number_of;
use dynalab_engine::registry::vector_index::entries::{VectorEntry, VectorIndex};
use dynalab_expressions::BoundProjection;
use dynalab_types::vector_limits::FLOAT_BYTES;
use dynalab_types::{AttributeValue, Item, KeyBytes};

use super::condition::SearchCondition;
use crate::vector_charge::REQUEST_BYTES_MIN;

/// One of the nearest entries.
pub(crate) struct NearestEntry<'a> {
    pub score: f64,
    pub key: &'a KeyBytes,
    pub entry: &'a VectorEntry,
}

/// Returns the nearest entries, nearest first, and the number of compared entries. Entries with equal scores have the order of
/// a Scan.
pub(crate) fn nearest<'a>(
    index: &'a VectorIndex,
    vector: &[f32],
    condition: &SearchCondition,
    most: usize,
) -> (Vec<NearestEntry<'a>>, u64) {
    let function = index.definition.distance;
    let order = |left: &NearestEntry, right: &NearestEntry| match function.order(left.score, right.score) {
        Ordering::Equal => left.key.cmp(right.key),
        other => other,
    };
    let mut examined = 0;
    let mut found: Vec<NearestEntry> = Vec::with_capacity(most + 1);
    for (key, entry) in &index.entries {
        if !condition.matches(&entry.searched) {
            continue;
        }
        examined += 1;
        let score = function.score(vector, &entry.vector);
        let candidate = NearestEntry { score, key, entry };
        let place = found.partition_point(|other| order(other, &candidate).is_lt());
        if place < most {
            found.insert(place, candidate);
            found.truncate(most);
        }
    }
    (found, examined)
}

/// Returns the item of a result: the projected attributes, and the vector only if requested. The vector has the precision of
/// the index.
pub(crate) fn project_entry(
    definition: &VectorIndexDefinition,
    entry: &VectorEntry,
    projection: Option<&BoundProjection>,
) -> Item {
    let mut item = definition.projected.project(&entry.item.unpack());
    match projection {
        None => {
            item.remove(&definition.vector_attribute);
            item
        }
        Some(projection) => {
            let floats = entry.vector.iter().filter_map(|float| number_of(*float));
            let vector = AttributeValue::L(floats.map(AttributeValue::N).collect());
            item.insert(definition.vector_attribute.clone(), vector);
            projection.project(&item)
        }
    }
}

/// Returns the charged bytes. Dynalab compares every vector, while DynamoDB's own number varies from search to search.
pub(crate) fn request_bytes(definition: &VectorIndexDefinition, examined: u64, returned_bytes: u64) -> u64 {
    (examined * definition.dimensions * FLOAT_BYTES + returned_bytes).max(REQUEST_BYTES_MIN)
}
