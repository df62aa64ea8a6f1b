//! No English sentence of a check says "1 items": a count before a plural chooses its form.

/// Counts that are never 1: limits, and figures above them.
const NEVER_ONE: [(&str, &str); 23] = [
    ("note-keys-shared", "items"),
    ("rule-item-size", "bytes"),
    ("rule-item-size", "limit"),
    ("rule-outgrows-page", "items"),
    ("rule-outgrows-page", "requests"),
    ("rule-mode-switches", "count"),
    ("rule-mode-switches", "most"),
    ("rule-several-key-attributes", "count"),
    ("rule-too-many-actions", "actions"),
    ("fix-limit-switches", "most"),
    ("fix-spread-key", "shards"),
    ("problem-too-many-rows", "rows"),
    ("note-assumed", "items"),
    ("note-assumed", "rate"),
    ("note-items-cut", "found"),
    ("refused-too-many", "count"),
    ("error-too-long", "bytes"),
    ("error-design-too-long", "bytes"),
    ("wanted-few-entities", "most"),
    ("wanted-one-of-entities", "most"),
    ("wanted-one-of-models", "most"),
    ("wanted-one-of-tables", "most"),
    ("wanted-one-of-facets", "most"),
];

/// Names and amounts before a word that ends with "s".
const NO_COUNTS: [(&str, &str); 8] = [
    ("rule-low-cardinality-key", "busiest"),
    ("rule-hot-key", "busiest"),
    ("rule-mixed-needs", "readers"),
    ("rule-error-from-missing-item", "key"),
    ("fix-rename-keys", "names"),
    ("note-kinds-by", "attribute"),
    ("report-costs", "requests"),
    ("document-costs", "requests"),
];

#[test]
fn a_count_chooses_the_form_of_its_noun() {
    let text = include_str!("../messages/en/findings.ftl");
    let mut name = "";
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((found, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
            name = found;
        }
        // The other form of a choice has the plural.
        if line.trim_start().starts_with("*[other]") || name.starts_with("too-much-") {
            continue;
        }
        for (place, _) in line.match_indices("{ $") {
            let Some((argument, rest)) = line[place + 3..].split_once(" } ") else { continue };
            let noun: String = rest.chars().take_while(|letter| letter.is_ascii_lowercase()).collect();
            let is_plural = noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss");
            let is_count = argument.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_');
            let is_known = NO_COUNTS.iter().chain(&NEVER_ONE).any(|known| *known == (name, argument));
            if is_plural && is_count && !is_known {
                wrong.push(format!("{name}: {argument} {noun}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
