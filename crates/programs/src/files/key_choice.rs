//! The keys of a table that is created for an import: proposed from the first records, unless a person chose others.

use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::key_candidates::{Proposal, key_candidates, propose_key};
use dynalab_types::{Bound, Item, ScalarType};

use super::KeyChoice;

/// The most bytes of the name of a key attribute in DynamoDB.
const NAME_BYTES_MAX: usize = 255;

/// Returns the attributes of the items that can be keys, in the order of the file.
pub(super) fn candidates(items: &[Item], order: &[String]) -> Vec<(String, ScalarType)> {
    let mut candidates = key_candidates(items, order);
    candidates.retain(|(name, _)| name.len() <= NAME_BYTES_MAX);
    // An item can have more attributes than a form can show.
    candidates.truncate(usize::try_from(Bound::Columns.most()).unwrap_or(usize::MAX));
    candidates
}

/// Returns the keys. Without a candidate there are none.
pub(super) fn keys(choice: &KeyChoice, items: &[Item], candidates: &[(String, ScalarType)]) -> Keys {
    let proposed = propose_key(items, candidates).keys;
    let chosen = |name: &String| candidates.iter().find(|(candidate, _)| candidate == name).cloned();
    let partition = choice.partition.as_ref().and_then(chosen).or_else(|| proposed.0.first().cloned());
    let sort = match &choice.sort {
        Some(name) => chosen(name),
        None => proposed.0.get(1).cloned(),
    };
    let sort = sort.filter(|sort| partition.as_ref() != Some(sort));
    Keys(partition.into_iter().chain(sort).collect())
}

/// Returns the attributes that distinguish all items together, if two of them do not.
pub(super) fn together(items: &[Item], candidates: &[(String, ScalarType)]) -> Vec<String> {
    let Proposal { keys: Keys(keys), more } = propose_key(items, candidates);
    match more.is_empty() {
        true => more,
        false => keys.into_iter().map(|(name, _)| name).chain(more).collect(),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_types::AttributeValue;

    use super::*;

    fn chosen(partition: Option<&str>, sort: Option<&str>) -> Vec<String> {
        let item = |pk: &str, sk: &str, note: &str| -> Item {
            [("pk", pk), ("sk", sk), ("note", note)]
                .map(|(name, value)| (name, AttributeValue::string(value)))
                .into_iter()
                .collect()
        };
        let items = [item("a", "1", "x"), item("a", "2", "x")];
        let choice = KeyChoice { partition: partition.map(str::to_owned), sort: sort.map(str::to_owned) };
        let candidates = candidates(&items, &[]);
        keys(&choice, &items, &candidates).0.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn what_a_person_chose_stays_and_the_rest_is_proposed() {
        assert_eq!(chosen(None, None), ["pk", "sk"]);
        assert_eq!(chosen(Some("note"), None), ["note", "sk"]);
        assert_eq!(chosen(Some("sk"), None), ["sk"], "an attribute is one key");
        assert_eq!(chosen(None, Some("")), ["pk"]);
        assert_eq!(chosen(None, Some("note")), ["pk", "note"]);
        assert_eq!(chosen(Some("gone"), None), ["pk", "sk"], "the file has other columns now");
    }

    #[test]
    fn a_name_that_no_key_can_have_is_not_offered() {
        let name = "n".repeat(NAME_BYTES_MAX + 1);
        let items: Vec<Item> = vec![[(name.as_str(), AttributeValue::string("x"))].into_iter().collect()];
        assert_eq!(candidates(&items, &[]), []);
    }
}
