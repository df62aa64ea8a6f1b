//! Shared parts of infrastructure formats: a design of tables alone, and names of resources.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::design::{AttributeType, KeyAttribute, Table, Values};
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign};

/// Returns a design with these tables, named after the first.
///
/// # Errors
/// Returns an error if there is no table.
pub fn design_of(
    format: &'static str,
    tables: Vec<Table>,
    notes: Vec<ImportNote>,
) -> Result<ImportedDesign, FormatError> {
    let name = tables.first().ok_or(FormatError::NoTable)?.name.clone();
    Ok(ImportedDesign { format, design: Design { name, tables, ..Design::default() }, notes })
}

/// Returns a note that counts the resources that are no part of a table, by their types, sorted by name.
pub fn other_resources<'a>(types: impl Iterator<Item = &'a str>) -> Option<ImportNote> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in types {
        *counts.entry(name).or_default() += 1;
    }
    let types: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    (!types.is_empty()).then(|| ImportNote::OtherResources { types: types.join(", ") })
}

/// Gives the last attribute of each kind's key a unique value per sample row. Random words could give two items the same key.
pub fn number_keys(design: &mut Design) {
    for table in &design.tables {
        for placement in &table.items {
            let named = |part: &[KeyAttribute]| -> Option<String> {
                let template = &placement.keys.get(&part.first()?.name)?.template;
                template.attributes().last().map(str::to_owned)
            };
            let Some(name) = named(&table.sort_key).or_else(|| named(&table.partition_key)) else { continue };
            let entity = design.entities.iter_mut().find(|entity| entity.name == placement.entity);
            let Some(entity) = entity else { continue };
            let prefix = format!("{}-", snake_case(&entity.name));
            let attribute = entity.attributes.iter_mut().find(|attribute| attribute.name == name);
            if let Some(attribute) = attribute.filter(|attribute| attribute.values == Values::Any) {
                let (prefix, width) = match attribute.data_type {
                    AttributeType::N => (String::new(), 0),
                    _ => (prefix, 4),
                };
                attribute.values = Values::Sequence { prefix, width, start: 1 };
            }
        }
    }
}

/// Returns a unique name for each table. `spell` replaces characters that are not allowed.
pub fn resource_names(tables: &[Table], spell: fn(&str) -> String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for table in tables {
        let name = spell(&table.name);
        let mut own = name.clone();
        let mut number = 2;
        while names.contains(&own) {
            own = format!("{name}{number}");
            number += 1;
        }
        names.push(own);
    }
    names
}

/// Returns letters and digits, each word capitalized: "order-items" becomes "OrderItems".
pub fn pascal_case(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    let joined: String = words.map(capital).collect();
    if joined.starts_with(|first: char| first.is_ascii_alphabetic()) {
        joined
    } else {
        format!("Table{joined}")
    }
}

/// Returns lower-case letters and digits, joined by "_".
pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let mut is_after_small = false;
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            if letter.is_ascii_uppercase() && is_after_small {
                out.push('_');
            }
            out.push(letter.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        is_after_small = letter.is_ascii_lowercase();
    }
    let out = out.trim_end_matches('_');
    match out.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => out.to_owned(),
        Some(_) => format!("table_{out}"),
        None => "table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_letters_of_resources() {
        for (name, pascal, snake) in [
            ("order-items", "OrderItems", "order_items"),
            ("OrderItems", "OrderItems", "order_items"),
            ("a.b_c", "ABC", "a_b_c"),
            ("USERS", "USERS", "users"),
            ("2026", "Table2026", "table_2026"),
            ("注文", "Table", "table"),
        ] {
            assert_eq!((pascal_case(name).as_str(), snake_case(name).as_str()), (pascal, snake), "{name}");
        }
        let named = |name: &str| Table { name: name.to_owned(), ..Table::default() };
        assert_eq!(
            resource_names(&[named("a-b"), named("a_b"), named("c")], pascal_case),
            ["AB", "AB2", "C"]
        );
    }
}
