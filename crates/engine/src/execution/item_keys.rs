//! Checks whether an item fits the indexes of a table, and an update its keys.

use dynalab_expressions::DocumentPath;
use dynalab_types::key::ScalarRef;
use dynalab_types::{Item, KeyAttribute};

use crate::database::table::{IndexDefinition, Table, TableDefinition};
use crate::error::{DynamoError, KeyError, ValidationError};
use crate::execution::key_values::{
    PARTITION_KEY_MAX_BYTES, SORT_KEY_MAX_BYTES, byte_length, data_type, is_empty,
};

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

/// Checks the key attributes of indexes and the vectors of vector indexes. If present, they must be of the right type, not
/// empty and not too long. The error names the first of several indexes by name.
///
/// # Errors
/// A key attribute of an index or a vector has a wrong type or value. The first index by name is reported.
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
    check_index_keys(table, item).map_err(|error| match error.validation() {
        Some(&ValidationError::Key(KeyError::EmptyIndexKey { data_type, .. })) => {
            KeyError::UpdateToEmptyIndexKey { data_type }.into()
        }
        _ => error,
    })
}
