//! Checks whether an item or a key fits a table: its key attributes, and those of the indexes.

use dynalab_expressions::DocumentPath;
use dynalab_types::key::ScalarRef;
use dynalab_types::{AttributeValue, DataType, Item, KeyAttribute, KeyBytes, KeySchema, ScalarType};

use crate::database::table::{IndexDefinition, Table, TableDefinition};
use crate::error::{DynamoError, KeyError, ValidationError};

const PARTITION_KEY_MAX_BYTES: usize = 2048;
const SORT_KEY_MAX_BYTES: usize = 1024;

/// Encodes the key of GetItem, UpdateItem and DeleteItem: exactly the key attributes, each of its type.
pub fn bytes_of_key(schema: &KeySchema, key: &Item) -> Result<KeyBytes, DynamoError> {
    let exact = key.len() == schema.attributes().count();
    let typed = |attribute: &KeyAttribute| {
        key.get(&attribute.name)
            .is_some_and(|value| ScalarRef::from_value(value, attribute.scalar_type).is_some())
    };
    if !exact || !schema.attributes().all(typed) {
        return Err(KeyError::DoesNotMatchSchema.into());
    }
    check_key_values(schema, key)?;
    schema.key_bytes(key).ok_or_else(|| KeyError::DoesNotMatchSchema.into())
}

/// Encodes the key of an item to put. Key attributes must be present, of the right type, not empty and not too long.
pub fn bytes_of_item(schema: &KeySchema, item: &Item) -> Result<KeyBytes, DynamoError> {
    for attribute in schema.attributes() {
        let Some(value) = item.get(&attribute.name) else {
            return Err(KeyError::Missing { attribute: attribute.name.to_string() }.into());
        };
        if ScalarRef::from_value(value, attribute.scalar_type).is_none() {
            return Err(ValidationError::Key(KeyError::TypeMismatch {
                attribute: attribute.name.to_string(),
                expected: data_type(attribute.scalar_type),
                actual: value.data_type(),
            })
            .into());
        }
    }
    check_key_values(schema, item)?;
    schema.key_bytes(item).ok_or_else(|| KeyError::DoesNotMatchSchema.into())
}

fn check_key_values(schema: &KeySchema, item: &Item) -> Result<(), DynamoError> {
    for attribute in schema.attributes() {
        if let Some(value) = item.get(&attribute.name)
            && is_empty(value)
        {
            let attribute = attribute.name.to_string();
            return Err(KeyError::Empty { attribute, data_type: value.data_type() }.into());
        }
    }
    check_key_lengths(schema, item)
}

/// Rejects document paths into a key attribute.
pub(crate) fn check_key_paths<'a>(
    definition: &TableDefinition,
    paths: impl IntoIterator<Item = &'a DocumentPath>,
) -> Result<(), DynamoError> {
    for path in paths.into_iter().filter(|path| path.is_nested()) {
        let attribute = &path.attribute;
        let of_table = definition.key.contains(attribute);
        if of_table || definition.indexes.iter().any(|index| index.key.contains(attribute)) {
            let attribute = attribute.to_string();
            return Err(KeyError::Path { attribute, index: !of_table }.into());
        }
    }
    Ok(())
}

pub(crate) fn check_key_lengths(schema: &KeySchema, item: &Item) -> Result<(), DynamoError> {
    let length = |attributes: &[KeyAttribute]| -> usize {
        attributes.iter().filter_map(|attribute| item.get(&attribute.name)).map(byte_length).sum()
    };
    if length(&schema.partition) > PARTITION_KEY_MAX_BYTES {
        return Err(KeyError::PartitionKeyTooLong.into());
    }
    if length(&schema.sort) > SORT_KEY_MAX_BYTES {
        return Err(KeyError::SortKeyTooLong.into());
    }
    Ok(())
}

/// Checks the key attributes of indexes and the vectors of vector indexes. If present, they must be of the right type, not
/// empty and not too long. The error names the first of several indexes by name.
pub fn check_index_keys(table: &Table, item: &Item) -> Result<(), DynamoError> {
    table.vectors.check(item)?;
    let problems = index_key_attributes(table)
        .filter_map(|(index, attribute)| Some((index, index_key_problem(index, attribute, item)?)));
    first_by_name(problems)
}

/// Checks only for empty key values, which a transaction reports for the whole request.
pub(crate) fn refuse_empty_index_keys(table: &Table, item: &Item) -> Result<(), DynamoError> {
    let problems = index_key_attributes(table).filter_map(|(index, attribute)| {
        let problem = index_key_problem(index, attribute, item)?;
        matches!(problem, KeyError::EmptyIndexKey { .. }).then_some((index, problem))
    });
    first_by_name(problems)
}

fn index_key_attributes(table: &Table) -> impl Iterator<Item = (&IndexDefinition, &KeyAttribute)> {
    let indexes = table.definition.indexes.iter();
    indexes.flat_map(|index| index.key.attributes().map(move |attribute| (index, attribute)))
}

fn first_by_name<'a>(
    problems: impl Iterator<Item = (&'a IndexDefinition, KeyError)>,
) -> Result<(), DynamoError> {
    let mut first: Option<(&IndexDefinition, KeyError)> = None;
    for (index, problem) in problems {
        if first.as_ref().is_none_or(|(before, _)| index.name < before.name) {
            first = Some((index, problem));
        }
    }
    first.map_or(Ok(()), |(_, problem)| Err(ValidationError::Key(problem).into()))
}

fn index_key_problem(index: &IndexDefinition, attribute: &KeyAttribute, item: &Item) -> Option<KeyError> {
    let value = item.get(&attribute.name)?;
    let name = attribute.name.to_string();
    let in_partition = index.key.partition.iter().any(|partition| partition.name == attribute.name);
    let most = if in_partition { PARTITION_KEY_MAX_BYTES } else { SORT_KEY_MAX_BYTES };
    let actual = byte_length(value);
    let index = index.name.to_string();
    if ScalarRef::from_value(value, attribute.scalar_type).is_none() {
        let expected = data_type(attribute.scalar_type);
        let actual = value.data_type();
        return Some(KeyError::IndexKeyTypeMismatch { attribute: name, expected, actual, index });
    }
    if is_empty(value) {
        return Some(KeyError::EmptyIndexKey { attribute: name, data_type: value.data_type(), index });
    }
    (actual > most).then_some(KeyError::IndexKeyTooLong { attribute: name, actual, most, index })
}

/// Checks the item after an update, with UpdateItem's message.
pub(crate) fn check_updated_index_keys(table: &Table, item: &Item) -> Result<(), DynamoError> {
    check_index_keys(table, item).map_err(|error| match error {
        DynamoError::Validation(ValidationError::Key(KeyError::EmptyIndexKey { data_type, .. })) => {
            KeyError::UpdateToEmptyIndexKey { data_type }.into()
        }
        other => other,
    })
}

pub(crate) fn data_type(scalar_type: ScalarType) -> DataType {
    match scalar_type {
        ScalarType::S => DataType::S,
        ScalarType::N => DataType::N,
        ScalarType::B => DataType::B,
    }
}

pub(crate) fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}

fn byte_length(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::B(bytes) => bytes.len(),
        other => other.size_bytes() as usize,
    }
}
