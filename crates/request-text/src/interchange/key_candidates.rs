//! Finds attributes that can be the primary key of a new table for some records.

use std::collections::BTreeSet;

use dynalab_types::{Item, ScalarType};

use super::checks::Keys;

/// The usual key names in single-table designs.
const USUAL_NAMES: [(&str, &str); 2] = [("PK", "SK"), ("pk", "sk")];

/// Number of candidates that are tried in pairs. The pairs of all attributes of a wide file would take minutes.
const PAIRED_MAX: usize = 30;

/// Returns the attributes that every item has, with one scalar type and without empty values, ordered by name.
pub fn key_candidates(items: &[Item]) -> Vec<(String, ScalarType)> {
    let Some(first) = items.first() else { return Vec::new() };
    let candidates = first.iter().filter_map(|(name, value)| {
        let scalar_type = ScalarType::from_name(value.data_type().name())?;
        let alone = Keys(vec![(name.to_string(), scalar_type)]);
        items.iter().all(|item| alone.check_keys(item).is_ok()).then(|| (name.to_string(), scalar_type))
    });
    candidates.collect()
}

/// Proposes one or two candidates whose values are unique per item: the usual names, or the first suitable ones. If there are
/// none, it proposes the first candidate; items with the same value then replace each other.
pub fn proposed_key(items: &[Item], candidates: &[(String, ScalarType)]) -> Keys {
    let named = |wanted: &str| candidates.iter().find(|(name, _)| name == wanted).cloned();
    let usual = USUAL_NAMES.iter().find_map(|(partition, sort)| Some(vec![named(partition)?, named(sort)?]));
    let one = || candidates.iter().map(|one| vec![one.clone()]).find(|key| has_distinct_keys(items, key));
    let two = || {
        let tried = || candidates.iter().take(PAIRED_MAX);
        let pairs = tried().flat_map(|partition| tried().map(move |sort| (partition, sort)));
        let different = pairs.filter(|(partition, sort)| partition.0 != sort.0);
        different
            .map(|(partition, sort)| vec![partition.clone(), sort.clone()])
            .find(|key| has_distinct_keys(items, key))
    };
    let first = || candidates.iter().take(1).cloned().collect();
    Keys(usual.or_else(one).or_else(two).unwrap_or_else(first))
}

fn has_distinct_keys(items: &[Item], key: &[(String, ScalarType)]) -> bool {
    let mut seen = BTreeSet::new();
    items.iter().all(|item| {
        let values = key.iter().map(|(name, _)| item.get(name).map(|value| format!("{value:?}")));
        seen.insert(values.collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::super::csv::Sheet;
    use super::super::records::{Form, Records};
    use super::*;

    fn items<Line: AsRef<str>>(lines: &[Line]) -> Vec<Item> {
        let text = lines.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n");
        let form = Form::guess(&text, || Sheet::guess(&text, &Keys::default()));
        Records::from_text(&text, &form).map(|record| record.item.expect("an item")).collect()
    }

    fn proposed<Line: AsRef<str>>(lines: &[Line]) -> String {
        let items = items(lines);
        let Keys(key) = proposed_key(&items, &key_candidates(&items));
        key.iter()
            .map(|(name, scalar_type)| format!("{name} {}", scalar_type.name()))
            .collect::<Vec<_>>()
            .join(", ")
    }

    #[test]
    fn a_key_is_in_every_item_of_one_type_and_not_empty() {
        let items = items(&[
            r#"{"id":{"N":"1"},"name":{"S":"a"},"some":{"S":"x"},"mixed":{"S":"1"},"list":{"L":[]},"empty":{"S":"x"}}"#,
            r#"{"id":{"N":"2"},"name":{"S":"b"},"mixed":{"N":"1"},"list":{"L":[]},"empty":{"S":""}}"#,
        ]);
        let names: Vec<String> = key_candidates(&items).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["id", "name"]);
        assert!(key_candidates(&[]).is_empty());
    }

    #[test]
    fn the_key_distinguishes_the_items() {
        let one = |user: &str, day: &str| format!(r#"{{"day":{{"S":"{day}"}},"user":{{"S":"{user}"}}}}"#);
        assert_eq!(proposed(&[one("a", "1"), one("a", "2"), one("b", "3")]), "day S");
        assert_eq!(proposed(&[one("a", "1"), one("a", "2"), one("b", "1")]), "day S, user S");
        assert_eq!(proposed(&[one("a", "1"), one("a", "1")]), "day S");
        let usual = r#"{"A":{"S":"1"},"PK":{"S":"u"},"SK":{"S":"v"}}"#;
        assert_eq!(proposed(&[usual]), "PK S, SK S");
        assert_eq!(proposed::<&str>(&[]), "");
    }
}
