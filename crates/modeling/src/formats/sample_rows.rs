//! How many items of a file become rows of its design. A file can have all items of a table, and the rows are a sample of them.

use std::collections::BTreeMap;

use serde_json::Value;

/// Rows of one entity at most. The check of more would take too long, and a page would stand still when it gets them.
pub const ROWS_MAX: usize = 200;
/// Bytes of all rows of a table at most, except for the first row of each entity.
const BYTES_MAX: usize = 1024 * 1024;
/// Bytes of a value in JSON beside its text.
const VALUE_BYTES: usize = 16;

/// A row of a sample: values in DynamoDB JSON by attribute.
pub type Row = BTreeMap<String, Value>;

/// Returns how many of the rows with these bytes one of `entities` entities keeps: the first ones, and at most `most`.
pub fn kept(bytes: impl IntoIterator<Item = usize>, entities: usize, most: usize) -> usize {
    let share = BYTES_MAX / entities.max(1);
    let mut sum = 0_usize;
    let fits = |bytes: &usize| {
        let is_first = sum == 0;
        sum = sum.saturating_add(*bytes).max(1);
        is_first || sum <= share
    };
    bytes.into_iter().take(most).take_while(fits).count()
}

/// Returns the bytes of a row, about.
pub fn bytes_of(row: &Row) -> usize {
    row.iter().map(|(name, value)| name.len() + bytes_of_value(value)).sum()
}

fn bytes_of_value(value: &Value) -> usize {
    VALUE_BYTES
        + match value {
            Value::String(text) => text.len(),
            Value::Array(list) => list.iter().map(bytes_of_value).sum(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| name.len() + bytes_of_value(value)).sum()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_kept_up_to_their_number_and_bytes() {
        let of = |bytes: usize, entities: usize| kept(std::iter::repeat_n(bytes, 5_000), entities, ROWS_MAX);
        assert_eq!((of(100, 1), of(1_000, 1), of(0, 1)), (ROWS_MAX, ROWS_MAX, ROWS_MAX));
        assert_eq!((of(8_192, 1), of(8_192, 2)), (128, 64));
        assert_eq!((of(400_000, 1), of(400_000, 500)), (2, 1), "the first row is always kept");
        assert_eq!((kept([5, 5], 1, ROWS_MAX), kept([], 1, ROWS_MAX), kept([5, 5], 1, 1)), (2, 0, 1));
    }

    #[test]
    fn the_bytes_of_a_row_grow_with_its_texts() {
        let row = |text: &str| Row::from([("name".to_owned(), json!({"L": [{"S": text}]}))]);
        assert_eq!(bytes_of(&row("abcde")) - bytes_of(&row("")), 5);
    }
}
