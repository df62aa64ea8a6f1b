//! What tests compare of an imported file: its tables in one line each, and the names whose values are missing.

use dynalab_design_formats::{GivenValues, ImportNote};
use dynalab_modeling::design::{KeyAttribute, Table};
use dynalab_modeling::formats::ImportedDesign;

/// Writes a table with its key and the keys of its indexes.
fn line(table: &Table) -> String {
    let of = |part: &[KeyAttribute]| {
        part.iter().map(|key| format!("{} {}", key.name, key.data_type.name())).collect::<Vec<_>>().join(", ")
    };
    let indexes = table
        .indexes
        .iter()
        .map(|one| format!(" {}({}; {})", one.name, of(&one.partition_key), of(&one.sort_key)));
    let key = format!("{} ({}; {})", table.name, of(&table.partition_key), of(&table.sort_key));
    key + &indexes.collect::<String>()
}

pub fn lines(tables: &[Table]) -> Vec<String> {
    tables.iter().map(line).collect()
}

pub fn keys(imported: &ImportedDesign) -> Vec<String> {
    lines(&imported.design.tables)
}

/// Returns the names whose values are missing.
pub fn missing(imported: &ImportedDesign) -> Vec<&str> {
    let names = imported.notes.iter().filter_map(|note| match note {
        ImportNote::Placeholder { name, .. } => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

pub fn given(values: &[(&str, &str)]) -> GivenValues {
    values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}
