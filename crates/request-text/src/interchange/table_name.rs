//! Creates a table name from a file name.

/// Returns a valid table name for a file. Invalid characters become `-`, and a short name is extended.
pub fn table_name(file: &str) -> String {
    const NAME_MAX: usize = 255;
    let stem = file.split('.').next().unwrap_or_default();
    let is_allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let name: String = stem
        .chars()
        .take(NAME_MAX)
        .map(|character| if is_allowed(character) { character } else { '-' })
        .collect();
    match name.trim_matches('-') {
        "" => "Imported".to_owned(),
        short if short.len() < 3 => format!("{short}-table"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_its_name() {
        for (file, table) in [
            ("orders.csv", "orders"),
            ("My orders (2).json.gz", "My-orders--2"),
            ("注文.csv", "Imported"),
            ("ab.csv", "ab-table"),
            ("", "Imported"),
        ] {
            assert_eq!(table_name(file), table);
        }
    }
}
