//! Compares two lists of items: missing items, extra items and attributes that differ.

use dynalab_types::json::{Object, Value};
use dynalab_types::{AttributeValue, Item, wire};

use crate::json::Json;
use crate::verdict::{Difference, ItemPlace};

pub(super) struct Comparison<'a> {
    pub place: ItemPlace,
    /// Names of the key attributes, which identify an item.
    pub keys: &'a [String],
    /// Items may have more attributes than the goal names.
    pub partial: bool,
    /// Items that the goal does not have are differences.
    pub only: bool,
    pub in_order: bool,
}

impl Comparison<'_> {
    pub fn differences(&self, yours: &[Item], goal: &[Item]) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut left: Vec<&Item> = yours.iter().collect();
        let mut missing: Vec<&Item> = Vec::new();
        for wanted in goal {
            match left.iter().position(|item| self.matches(item, wanted)) {
                Some(place) => drop(left.remove(place)),
                None => missing.push(wanted),
            }
        }
        for wanted in missing {
            match left.iter().position(|item| self.is_same(item, wanted)) {
                Some(place) => found.extend(self.attributes(left.remove(place), wanted)),
                None => {
                    found.push(Difference::MissingItem { place: self.place.clone(), item: item_json(wanted) })
                }
            }
        }
        if self.only {
            let extra = left.into_iter();
            found.extend(
                extra.map(|item| Difference::ExtraItem { place: self.place.clone(), item: item_json(item) }),
            );
        }
        if found.is_empty() && self.in_order {
            let wrong = yours.iter().zip(goal).position(|(yours, goal)| !self.matches(yours, goal));
            found.extend(wrong.map(|place| Difference::Order {
                place: place as u64 + 1,
                yours: item_json(&yours[place]),
                goal: item_json(&goal[place]),
            }));
        }
        found
    }

    fn matches(&self, item: &Item, wanted: &Item) -> bool {
        match self.partial {
            true => wanted.iter().all(|(name, value)| item.get(name) == Some(value)),
            false => item == wanted,
        }
    }

    /// Returns whether two items have the same key. Items without key attributes, as a projection returns them, always match.
    fn is_same(&self, item: &Item, wanted: &Item) -> bool {
        self.keys.iter().all(|name| item.get(name).is_none() || item.get(name) == wanted.get(name))
    }

    fn attributes(&self, item: &Item, wanted: &Item) -> Vec<Difference> {
        let key = key_of(wanted, self.keys);
        let mut names: Vec<&str> = wanted.iter().map(|(name, _)| name).collect();
        if !self.partial {
            names.extend(item.iter().map(|(name, _)| name).filter(|name| wanted.get(name).is_none()));
        }
        let differing = names.into_iter().filter(|name| item.get(name) != wanted.get(name));
        let difference = |name: &str| Difference::Attribute {
            place: self.place.clone(),
            key: key.clone(),
            attribute: name.to_owned(),
            yours: item.get(name).map(value_json),
            goal: wanted.get(name).map(value_json),
        };
        differing.map(difference).collect()
    }
}

/// Returns the key attributes of an item, or the whole item if it has none of them.
fn key_of(item: &Item, keys: &[String]) -> Json {
    let mut key = Item::new();
    for name in keys {
        if let Some(value) = item.get(name) {
            key.insert(name.as_str(), value.clone());
        }
    }
    if key.is_empty() { item_json(item) } else { item_json(&key) }
}

/// Decodes an item of a lesson. The proof checked it, so an invalid item becomes an empty one.
pub(super) fn decode(item: &Json) -> Item {
    item.as_object().and_then(|object| wire::decode_item(object).ok()).unwrap_or_default()
}

pub(super) fn decode_value(item: &Value) -> Item {
    match item {
        Value::Object(object) => wire::decode_item(object).unwrap_or_default(),
        _ => Item::default(),
    }
}

pub(super) fn item_json(item: &Item) -> Json {
    Json::parse(&wire::item_json(item)).unwrap_or(Json(Value::Object(Object::new())))
}

fn value_json(value: &AttributeValue) -> Json {
    Json::parse(&wire::value_json(value)).unwrap_or(Json(Value::Null))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(texts: &[&str]) -> Vec<Item> {
        texts.iter().map(|text| decode(&Json::parse(text).expect("JSON"))).collect()
    }

    fn compare(yours: &[&str], goal: &[&str], change: impl Fn(&mut Comparison)) -> Vec<Difference> {
        let keys = ["id".to_owned()];
        let mut comparison = Comparison {
            place: ItemPlace::Response,
            keys: &keys,
            partial: false,
            only: true,
            in_order: false,
        };
        change(&mut comparison);
        comparison.differences(&items(yours), &items(goal))
    }

    const A: &str = r#"{"id":{"S":"a"},"n":{"N":"1.0"}}"#;
    const A2: &str = r#"{"id":{"S":"a"},"n":{"N":"2"},"m":{"BOOL":true}}"#;
    const B: &str = r#"{"id":{"S":"b"}}"#;

    #[test]
    fn equal_values_are_equal_however_they_are_written() {
        assert_eq!(compare(&[A, B], &[B, r#"{"n":{"N":"1"},"id":{"S":"a"}}"#], |_| {}), []);
    }

    #[test]
    fn an_item_with_the_same_key_differs_by_attribute() {
        let found = compare(&[A2], &[A], |_| {});
        let names: Vec<&str> = found
            .iter()
            .map(|difference| match difference {
                Difference::Attribute { attribute, .. } => attribute.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["n", "m"]);
        assert_eq!(compare(&[A2], &[A], |comparison| comparison.partial = true).len(), 1);
    }

    #[test]
    fn reports_missing_items_extra_items_and_order() {
        assert!(matches!(compare(&[], &[A], |_| {})[..], [Difference::MissingItem { .. }]));
        assert!(matches!(compare(&[A, B], &[A], |_| {})[..], [Difference::ExtraItem { .. }]));
        assert_eq!(compare(&[A, B], &[A], |comparison| comparison.only = false), []);
        assert_eq!(compare(&[A, B], &[B, A], |_| {}), []);
        let ordered = compare(&[A, B], &[B, A], |comparison| comparison.in_order = true);
        assert!(matches!(ordered[..], [Difference::Order { place: 1, .. }]));
    }
}
