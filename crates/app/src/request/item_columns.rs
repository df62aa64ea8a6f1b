//! The columns in which the items of a response are shown, and their rows as text.

use super::answer::Item;
use super::attribute;

/// An attribute of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// Whether all values are numbers.
    pub is_numbers: bool,
}

/// Returns the columns: keys first, then the other attributes by name, then keys of other indexes.
pub fn columns(items: &[Item], keys: &[String], index_keys: &[String]) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    for (name, value) in items.iter().flatten() {
        let is_number = value.get("N").is_some();
        match found.binary_search_by(|column| column.name.as_str().cmp(name)) {
            Ok(place) => found[place].is_numbers &= is_number,
            Err(place) => found.insert(place, Column { name: name.clone(), is_numbers: is_number }),
        }
    }
    let mut columns: Vec<Column> = Vec::new();
    for key in keys {
        if let Some(place) = found.iter().position(|column| column.name == *key) {
            columns.push(found.remove(place));
        }
    }
    let (last, others): (Vec<Column>, Vec<Column>) =
        found.into_iter().partition(|column| index_keys.contains(&column.name));
    columns.into_iter().chain(others).chain(last).collect()
}

/// Returns the heading and all rows as lines of cells with tabs between them, which spreadsheets take. A tab or a line break inside a value is
/// a space.
pub fn tab_separated(items: &[Item], columns: &[Column]) -> String {
    let mut text = columns.iter().map(|column| one_cell(&column.name)).collect::<Vec<_>>().join("\t");
    for item in items {
        text.push('\n');
        for (place, column) in columns.iter().enumerate() {
            if place > 0 {
                text.push('\t');
            }
            if let Some(value) = item.get(&column.name) {
                text.push_str(&one_cell(&attribute::from_value(value).text));
            }
        }
    }
    text
}

fn one_cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str) -> Item {
        serde_json::from_str(text).expect("an object")
    }

    fn names(columns: &[Column]) -> Vec<&str> {
        columns.iter().map(|column| column.name.as_str()).collect()
    }

    #[test]
    fn keys_come_first_and_names_once() {
        let items = [
            item(r#"{"z":{"S":"1"},"PK":{"S":"1"},"a":{"N":"1"}}"#),
            item(r#"{"a":{"N":"2"},"SK":{"S":"1"}}"#),
        ];
        let keys = ["PK".to_owned(), "SK".to_owned()];
        let found = columns(&items, &keys, &[]);
        assert_eq!(names(&found), ["PK", "SK", "a", "z"]);
        assert_eq!(
            found.iter().map(|column| column.is_numbers).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        let index_keys = ["a".to_owned(), "SK".to_owned()];
        assert_eq!(names(&columns(&items, &keys, &index_keys)), ["PK", "SK", "z", "a"]);
    }

    #[test]
    fn rows_are_copied_with_empty_cells_and_without_breaks_inside() {
        let items =
            [item(r#"{"id":{"S":"1"},"note":{"S":"a\tb\nc"}}"#), item(r#"{"id":{"S":"2"},"n":{"N":"7"}}"#)];
        let columns = columns(&items, &["id".to_owned()], &[]);
        assert_eq!(tab_separated(&items, &columns), "id\tn\tnote\n1\t\ta b c\n2\t7\t");
    }
}
