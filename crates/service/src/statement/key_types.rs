//! The types of key values in statements. PartiQL has errors of its own for wrong ones.

use dynalab_engine::error::StatementError;
use dynalab_expressions::{BoundKeyCondition, KeyTest};
use dynalab_types::key::ScalarRef;
use dynalab_types::{AttributeValue, DataType, Item, KeyAttribute, KeySchema};

/// Checks the key attributes of an item or a key. Missing ones have another error.
pub(crate) fn check_key(schema: &KeySchema, item_or_key: &Item) -> Result<(), StatementError> {
    for attribute in schema.attributes() {
        if let Some(value) = item_or_key.get(&attribute.name) {
            check_value(attribute, value)?;
        }
    }
    Ok(())
}

/// Checks the values of key conditions. The schema is that of the table or index that is read.
pub(crate) fn check_conditions(
    schema: &KeySchema,
    conditions: &[BoundKeyCondition],
) -> Result<(), StatementError> {
    for clause in conditions.iter().flat_map(|condition| &condition.clauses) {
        let Some(attribute) = schema.attribute(&clause.attribute) else { continue };
        clause.test.values().try_for_each(|value| check_value(attribute, value))?;
        if let KeyTest::BeginsWith(AttributeValue::N(_)) = &clause.test {
            return Err(StatementError::KeyTypeMismatch { attribute: attribute.name.to_string() });
        }
    }
    Ok(())
}

fn check_value(attribute: &KeyAttribute, value: &AttributeValue) -> Result<(), StatementError> {
    let name = || attribute.name.to_string();
    match value.data_type() {
        DataType::S | DataType::N | DataType::B => {
            let fits = ScalarRef::from_value(value, attribute.scalar_type).is_some();
            if fits { Ok(()) } else { Err(StatementError::KeyTypeMismatch { attribute: name() }) }
        }
        data_type => Err(StatementError::KeyValueType { attribute: name(), data_type }),
    }
}
