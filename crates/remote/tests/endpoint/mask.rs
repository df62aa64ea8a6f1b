//! Masked pulls hold no original value, keys stay consistent, and patterns run on them.

use std::collections::BTreeSet;

use dynalab::Local;
use dynalab_remote::mask::{CHARACTERS_MIN, Mask};
use dynalab_remote::pull::PullOptions;
use dynalab_remote::source::Source;
use dynalab_types::wire::{base64_text, value_json};
use dynalab_types::{AttributeMap, AttributeValue, Item};

use crate::edge::client;
use crate::pull::{pulled, with_shop};
use crate::push::pushed;

const SECRET: [u8; 32] = [7; 32];

/// Collects the texts of values under these names.
fn values_of(map: &AttributeMap, names: &[&str], inside: bool, found: &mut BTreeSet<String>) {
    for (name, value) in map.iter() {
        values_in(value, names, inside || names.contains(&name), found);
    }
}

fn values_in(value: &AttributeValue, names: &[&str], inside: bool, found: &mut BTreeSet<String>) {
    match value {
        AttributeValue::M(map) => values_of(map, names, inside, found),
        AttributeValue::L(list) => list.iter().for_each(|value| values_in(value, names, inside, found)),
        _ if !inside => {}
        AttributeValue::S(text) => drop(found.insert(text.to_string())),
        AttributeValue::N(number) => drop(found.insert(number.to_string())),
        AttributeValue::B(bytes) => drop(found.insert(base64_text(bytes))),
        AttributeValue::Ss(set) => found.extend(set.iter().map(|text| text.to_string())),
        AttributeValue::Ns(set) => found.extend(set.iter().map(|number| number.to_string())),
        AttributeValue::Bs(set) => found.extend(set.iter().map(|bytes| base64_text(bytes))),
        AttributeValue::Bool(_) | AttributeValue::Null => {}
    }
}

#[test]
fn no_original_value_is_left_in_the_file() {
    let (from, source) = with_shop();
    let names = ["email", "name", "city", "user_id"];
    let mut originals = BTreeSet::new();
    for item in source.tables.iter().flat_map(|table| &table.items) {
        values_of(item, &names, false, &mut originals);
    }
    originals.retain(|value| value.chars().count() >= CHARACTERS_MIN);
    assert!(originals.len() > 10, "{originals:?}");
    let mut mask = Mask::new(names.map(str::to_owned), SECRET);
    let (of_pull, text, proposal) = pulled(&from, &PullOptions::default(), Some(&mut mask));
    for value in &originals {
        assert!(!text.contains(value.as_str()), "{value}");
    }
    assert_eq!(of_pull.tables.iter().map(|table| table.checksum.items).sum::<u64>(), source.item_count());
    // It goes to another endpoint, and its patterns return items.
    let again = Source::read("masked.dynalab.json", &text).unwrap();
    let to = client(&Local::default());
    assert!(pushed(&to, &again).iter().all(|table| table.is_verified() == Some(true)));
    let design = proposal.write(of_pull.tables.iter().map(|table| table.found.clone())).unwrap();
    let report = dynalab_modeling::check(&dynalab_modeling::parse(&design).unwrap());
    assert!(report.patterns.iter().all(|pattern| pattern.returned > 0), "{:?}", report.patterns);
}

/// A generator of the test: a linear congruence.
struct Draw(u64);

impl Draw {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn word(&mut self, letters: &str, length: u64) -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..length).map(|_| letters[self.next(letters.len() as u64) as usize]).collect()
    }
}

/// Random items whose masked values stand in keys, texts, sets, documents, names of members and numbers.
fn random_items(draw: &mut Draw) -> Vec<Item> {
    let alphabets = ["ab", "abcdefghijklmnop", "ABCxyz0123", "0123456789", "あいうアイウ漢字", "aé-. @"];
    let mut values = Vec::new();
    for _ in 0..6 {
        let letters = alphabets[draw.next(alphabets.len() as u64) as usize];
        let length = 4 + draw.next(9);
        let word = draw.word(letters, length);
        values.push(if word.trim().is_empty() { "abcdef".to_owned() } else { word });
    }
    // One value inside another, and two that overlap.
    values.push(format!("{}{}", values[0], values[1]));
    values.push(format!("{}{}", values[1], values[2]));
    let number = draw.next(90_000_000) + 10_000_000;
    (0..8_usize)
        .map(|place| {
            let value = values[place % values.len()].clone();
            let other = values[(place + 3) % values.len()].clone();
            let text = |text: String| AttributeValue::S(text.into());
            let inner: AttributeMap = [
                (value.clone(), text("a member whose name is a value".to_owned())),
                ("secret".to_owned(), text(other.clone())),
            ]
            .into_iter()
            .collect();
            [
                ("pk".to_owned(), text(format!("USER#{value}#{place}"))),
                ("sk".to_owned(), text(format!("{place}#{other}{value}"))),
                ("secret".to_owned(), text(value.clone())),
                ("account".to_owned(), AttributeValue::N((number as i64 + place as i64).into())),
                ("note".to_owned(), text(format!("for {value}, order {}{}", number + place as u64, number))),
                ("set".to_owned(), AttributeValue::Ss([value.clone().into(), other.into()].into())),
                ("bytes".to_owned(), AttributeValue::B(value.clone().into_bytes().into())),
                ("inner".to_owned(), AttributeValue::M(inner)),
                ("list".to_owned(), AttributeValue::L(vec![text(value)])),
            ]
            .into_iter()
            .collect()
        })
        .collect()
}

#[test]
fn random_values_never_survive_and_keys_stay_consistent() {
    let create = serde_json::json!({ "TableName": "T", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }] });
    let table = dynalab_modeling::formats::create_table::read_table(&create, "T", &mut Vec::new()).unwrap();
    for seed in 0..400 {
        let items = random_items(&mut Draw(seed));
        let names = ["secret", "account"];
        let mut originals = BTreeSet::new();
        items.iter().for_each(|item| values_of(item, &names, false, &mut originals));
        let mut mask = Mask::new(names.map(str::to_owned), [seed as u8; 32]);
        mask.learn(items.iter());
        let masked = mask.masked(&table, items.clone()).unwrap();
        let text: String = masked.iter().map(dynalab_types::wire::item_json).collect();
        for value in originals.iter().filter(|value| value.chars().count() >= CHARACTERS_MIN) {
            assert!(!text.contains(value.as_str()), "seed {seed}: {value} in {text}");
        }
        let changed: BTreeSet<&str> = ["secret"].into();
        for (before, after) in items.iter().zip(&masked) {
            for (one, other) in items.iter().zip(&masked) {
                for name in &changed {
                    // Equal values stay equal, different ones different.
                    assert_eq!(
                        before.get(name) == one.get(name),
                        after.get(name) == other.get(name),
                        "seed {seed}"
                    );
                }
            }
            let types = |item: &Item, name: &str| item.get(name).map(|value| value.data_type());
            for name in ["pk", "sk", "secret", "account", "set", "bytes"] {
                assert_eq!(types(before, name), types(after, name));
            }
        }
        // The same secret masks the same; another one does not.
        let mut other = Mask::new(names.map(str::to_owned), [seed as u8; 32]);
        other.learn(items.iter());
        assert_eq!(other.masked(&table, items).unwrap(), masked);
    }
    assert_eq!(value_json(&AttributeValue::Null), "{\"NULL\":true}");
}
