//! The document of limits has the limits of the code.

use dynalab_types::Bound;

/// Returns a number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_document_of_limits_has_the_limits_of_the_code() {
    let path = crate::repository::root().join("docs/limits.md");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let found: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    let wanted: Vec<String> = Bound::ALL
        .iter()
        .map(|bound| format!("| `{}` | {} | {} |", bound.name(), grouped(bound.most()), bound.what()))
        .collect();
    assert_eq!(found, wanted, "write these lines to docs/limits.md:\n{}\n", wanted.join("\n"));
}
