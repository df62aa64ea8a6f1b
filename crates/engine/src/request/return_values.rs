//! The parameters for additional data in responses: old or new attributes, consumed capacity, item collection metrics.

use dynalab_types::Item;
use dynalab_types::key::{ScalarRef, collection_prefix};
use dynalab_types::ordered::set_of;

use crate::database::table::Table;
use crate::error::violation::{Constraint, ValueDisplay, Violation};
use crate::error::{DynamoError, ParameterError, ValidationError};
use crate::request::fields::{Fields, RequestLayer};
use crate::response::json_writer::{ObjectWriter, write_double};

/// The attributes that the response of a write contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnValues {
    None,
    AllOld,
    AllNew,
    UpdatedOld,
    UpdatedNew,
}

const RETURN_VALUES: &[(&str, ReturnValues)] = &[
    ("NONE", ReturnValues::None),
    ("ALL_OLD", ReturnValues::AllOld),
    ("ALL_NEW", ReturnValues::AllNew),
    ("UPDATED_OLD", ReturnValues::UpdatedOld),
    ("UPDATED_NEW", ReturnValues::UpdatedNew),
];
const PRINTED: &[&str] = &["ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"];
// "UPDATE_NEW" is DynamoDB's spelling.
const PRINTED_BY_THE_NEWEST_LAYER: &[&str] = &["ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATE_NEW", "NONE"];

impl ReturnValues {
    pub(crate) fn decode(fields: &mut Fields) -> ReturnValues {
        if matches!(fields.layer, RequestLayer::Newest | RequestLayer::Enveloping) {
            let Some(text) = fields.text("ReturnValues") else { return ReturnValues::None };
            let found = RETURN_VALUES.iter().find(|(name, _)| *name == text);
            if found.is_none() {
                fields.violation(
                    "ReturnValues",
                    ValueDisplay::Nothing,
                    Constraint::OneOf(PRINTED_BY_THE_NEWEST_LAYER),
                );
            }
            return found.map_or(ReturnValues::None, |(_, value)| *value);
        }
        ReturnValues::decode_older(fields)
    }

    pub(crate) fn name(self) -> &'static str {
        let found = RETURN_VALUES.iter().find(|(_, value)| *value == self);
        found.map_or("NONE", |(name, _)| name)
    }

    /// Reads the value. The error of the older layer contains the value in the request.
    pub(crate) fn decode_older(fields: &mut Fields) -> ReturnValues {
        fields.enumeration("ReturnValues", PRINTED, RETURN_VALUES).unwrap_or(ReturnValues::None)
    }

    /// Rejects values other than NONE and ALL_OLD, for PutItem and DeleteItem.
    pub(crate) fn only_old(self) -> Result<(), DynamoError> {
        match self {
            ReturnValues::None | ReturnValues::AllOld => Ok(()),
            _ => Err(ValidationError::Parameter(ParameterError::ReturnValuesNotAllowed).enveloped().into()),
        }
    }
}

/// How detailed the consumed capacity of a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnConsumedCapacity {
    None,
    Total,
    Indexes,
}

impl ReturnConsumedCapacity {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ReturnConsumedCapacity::None => "NONE",
            ReturnConsumedCapacity::Total => "TOTAL",
            ReturnConsumedCapacity::Indexes => "INDEXES",
        }
    }

    /// Reads the member ReturnConsumedCapacity.
    pub fn decode(fields: &mut Fields) -> ReturnConsumedCapacity {
        fields
            .enumeration(RETURN_CONSUMED_CAPACITY, PRINTED_CAPACITIES, &CAPACITIES)
            .unwrap_or(ReturnConsumedCapacity::None)
    }

    /// Reads the member for SearchVectors, which reports an unknown value alone and without the prefix.
    pub fn decode_alone(fields: &mut Fields) -> ReturnConsumedCapacity {
        let Some(text) = fields.text(RETURN_CONSUMED_CAPACITY) else { return ReturnConsumedCapacity::None };
        if let Some((_, value)) = CAPACITIES.iter().find(|(name, _)| *name == text) {
            return *value;
        }
        let path = "returnConsumedCapacity".to_owned();
        let constraint = Constraint::OneOf(PRINTED_CAPACITIES);
        let violation = Violation { path, shown: ValueDisplay::Text(text), constraint };
        fields.alone(ValidationError::BareViolation(Box::new(violation)));
        ReturnConsumedCapacity::None
    }
}

const RETURN_CONSUMED_CAPACITY: &str = "ReturnConsumedCapacity";
const PRINTED_CAPACITIES: &[&str] = &["INDEXES", "TOTAL", "NONE"];
const CAPACITIES: [(&str, ReturnConsumedCapacity); 3] = [
    ("INDEXES", ReturnConsumedCapacity::Indexes),
    ("TOTAL", ReturnConsumedCapacity::Total),
    ("NONE", ReturnConsumedCapacity::None),
];

/// Reads ReturnItemCollectionMetrics. Returns true for SIZE.
pub(crate) fn decode_collection_metrics(fields: &mut Fields) -> bool {
    let known = [("SIZE", true), ("NONE", false)];
    fields.enumeration("ReturnItemCollectionMetrics", &["SIZE", "NONE"], &known).unwrap_or(false)
}

/// Reads ReturnValuesOnConditionCheckFailure. Returns true for ALL_OLD.
pub fn decode_old_on_failure(fields: &mut Fields) -> bool {
    let known = [("ALL_OLD", true), ("NONE", false)];
    fields.enumeration("ReturnValuesOnConditionCheckFailure", &["ALL_OLD", "NONE"], &known).unwrap_or(false)
}

/// The size of one item collection. Only tables with local indexes report it.
#[derive(Clone, Debug)]
pub struct ItemCollectionMetrics {
    key: Item,
    size_bytes: u64,
}

const GIGABYTE: f64 = 1024.0 * 1024.0 * 1024.0;

impl ItemCollectionMetrics {
    /// Returns the metrics of the collection before the write. `item` contains at least the partition key.
    pub(crate) fn from_table(table: &Table, item: &Item) -> Option<ItemCollectionMetrics> {
        let definition = &table.definition;
        if !definition.has_local_indexes() {
            return None;
        }
        let partition_key = definition.key.partition.first()?;
        let value = item.get(&partition_key.name)?;
        let scalar = ScalarRef::from_value(value, partition_key.scalar_type)?;
        let size_bytes = table.collections.size_bytes(&collection_prefix([scalar]));
        let key = [(partition_key.name.clone(), value.clone())].into_iter().collect();
        Some(ItemCollectionMetrics { key, size_bytes })
    }

    /// Writes the metrics of several tables for BatchWriteItem and TransactWriteItems, if there are any.
    pub(crate) fn encode_by_table(metrics: &[(String, ItemCollectionMetrics)], body: &mut ObjectWriter) {
        if metrics.is_empty() {
            return;
        }
        body.object("ItemCollectionMetrics", |tables| {
            let names = set_of(metrics.iter().map(|(table, _)| table));
            for name in names {
                let of_table = metrics.iter().filter(|(table, _)| table == name);
                tables.objects(name, of_table, |object, (_, metrics)| metrics.encode(object));
            }
        });
    }

    pub(crate) fn encode(&self, object: &mut ObjectWriter) {
        object.item("ItemCollectionKey", &self.key);
        // The range of whole gigabytes that contains the size.
        let low = (self.size_bytes as f64 / GIGABYTE).floor();
        object.list("SizeEstimateRangeGB", [low, low + 1.0], |json, bound| {
            write_double(bound, json);
        });
    }
}

#[cfg(test)]
mod tests {
    use dynalab_types::AttributeValue;

    use super::*;
    use crate::response::json_writer::write_object;

    #[test]
    fn estimates_a_collection_between_whole_gigabytes() {
        const GIGABYTE: u64 = 1 << 30;
        for (size_bytes, range) in [
            (0, "[0.0,1.0]"),
            (GIGABYTE - 1, "[0.0,1.0]"),
            (GIGABYTE, "[1.0,2.0]"),
            (GIGABYTE * 19 / 2, "[9.0,10.0]"),
            (GIGABYTE * 10, "[10.0,11.0]"),
        ] {
            let key: Item = [("PK", AttributeValue::string("a"))].into_iter().collect();
            let mut json = String::new();
            write_object(&mut json, |object| ItemCollectionMetrics { key, size_bytes }.encode(object));
            let told = format!(
                "{{\"ItemCollectionKey\":{{\"PK\":{{\"S\":\"a\"}}}},\"SizeEstimateRangeGB\":{range}}}"
            );
            assert_eq!(json, told);
        }
    }
}
