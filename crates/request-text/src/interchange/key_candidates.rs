//! Finds attributes that can be the primary key of a new table for some records, and chooses the key.
//!
//! The import of the workbench and the designs that are made of items choose the same one.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_types::{AttributeValue, Item, ScalarType, fingerprint};

use super::checks::Keys;

/// The usual key names in single-table designs.
const USUAL_NAMES: [(&str, &str); 2] = [("PK", "SK"), ("pk", "sk")];

/// Number of candidates that are tried in pairs. The pairs of all attributes of a wide file would take minutes.
const PAIRED_MAX: usize = 30;
/// Number of items with which keys are tried.
const TRIED_MAX: usize = 2_000;
/// The average bytes above which values are texts to read, not names.
const LONG_BYTES: usize = 40;
/// Words in the names of attributes that name a thing.
const NAMING: [&str; 9] = ["name", "title", "code", "email", "slug", "sku", "isbn", "label", "number"];

/// Returns the attributes that every item has, with one scalar type and without empty values. They are in the order of `order`, which has
/// the names as they stand in the file; others follow by name.
pub fn key_candidates(items: &[Item], order: &[String]) -> Vec<(String, ScalarType)> {
    let Some(first) = items.first() else { return Vec::new() };
    let places: BTreeMap<&str, usize> =
        order.iter().enumerate().rev().map(|(place, name)| (name.as_str(), place)).collect();
    let candidates = first.iter().filter_map(|(name, value)| {
        let scalar_type = ScalarType::from_name(value.data_type().name())?;
        let alone = Keys(vec![(name.to_string(), scalar_type)]);
        items.iter().all(|item| alone.check_keys(item).is_ok()).then(|| (name.to_string(), scalar_type))
    });
    let mut candidates: Vec<(String, ScalarType)> = candidates.collect();
    candidates.sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
    candidates
}

/// A key that was chosen for items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    pub keys: Keys,
    /// The further attributes that distinguish all items together with the keys. Empty if the keys do, or if nothing does.
    pub more: Vec<String>,
}

/// Proposes one or two candidates whose values are unique per item: the usual names, or the first suitable ones, ids before names before
/// texts. If there are none, it proposes the two that distinguish most items; items with the same values then replace each other.
pub fn propose_key(items: &[Item], candidates: &[(String, ScalarType)]) -> Proposal {
    let items = &items[..items.len().min(TRIED_MAX)];
    let named = |wanted: &str| candidates.iter().find(|(name, _)| name == wanted).cloned();
    let usual = USUAL_NAMES.iter().find_map(|(partition, sort)| Some(vec![named(partition)?, named(sort)?]));
    if let Some(usual) = usual {
        return Proposal { keys: Keys(usual), more: Vec::new() };
    }
    let mut ranked: Vec<&(String, ScalarType)> = candidates.iter().collect();
    ranked.sort_by_cached_key(|candidate| rank(candidate, items));
    let values: Vec<Vec<u32>> = ranked.iter().map(|(name, _)| numbers(items, name)).collect();
    let key = |places: &[usize]| Keys(places.iter().map(|place| ranked[*place].clone()).collect());
    let alone = |place: &usize| is_distinct(&values[*place]);
    if let Some(place) = (0..ranked.len()).find(alone) {
        return Proposal { keys: key(&[place]), more: Vec::new() };
    }
    propose_several(items, candidates)
}

/// Proposes two candidates that distinguish most items, in the order of the file: ids first, long texts last.
fn propose_several(items: &[Item], candidates: &[(String, ScalarType)]) -> Proposal {
    let mut ranked: Vec<&(String, ScalarType)> = candidates.iter().collect();
    ranked.sort_by_cached_key(|candidate| match rank(candidate, items) {
        // Parts of a key may be numbers.
        3..=5 => 3,
        other => other,
    });
    let tried = ranked.len().min(PAIRED_MAX);
    let values: Vec<Vec<u32>> = ranked[..tried].iter().map(|(name, _)| numbers(items, name)).collect();
    let key = |places: &[usize]| Keys(places.iter().map(|place| ranked[*place].clone()).collect());
    let mut best: Option<(usize, [usize; 2])> = None;
    for (partition, sort) in (0..tried).flat_map(|one| (0..tried).map(move |other| (one, other))) {
        if partition == sort {
            continue;
        }
        let pairs: BTreeSet<(u32, u32)> =
            values[partition].iter().copied().zip(values[sort].iter().copied()).collect();
        if best.is_none_or(|(most, _)| pairs.len() > most) {
            best = Some((pairs.len(), [partition, sort]));
        }
        if pairs.len() == items.len() {
            break;
        }
    }
    let Some((distinct, pair)) = best else {
        return Proposal { keys: key(&(0..ranked.len().min(1)).collect::<Vec<_>>()), more: Vec::new() };
    };
    if distinct == items.len() {
        return Proposal { keys: key(&pair), more: Vec::new() };
    }
    // A sort key that tells no items apart is none.
    let of_one = |place: usize| values[place].iter().collect::<BTreeSet<_>>().len();
    let pair = if of_one(pair[0]) == distinct { &pair[..1] } else { &pair[..] };
    let more = joined(&values[..tried], pair, items.len());
    Proposal { keys: key(pair), more: more.into_iter().map(|place| ranked[place].0.clone()).collect() }
}

/// Returns the further candidates that distinguish all items together with these. Empty if there are none.
fn joined(values: &[Vec<u32>], pair: &[usize], items: usize) -> Vec<usize> {
    let mut groups: Vec<u32> = vec![0; items];
    let mut distinct = 0;
    let mut chosen = Vec::new();
    let others = (0..values.len()).filter(|place| !pair.contains(place));
    for (number, place) in pair.iter().copied().chain(others).enumerate() {
        let mut known: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let next: Vec<u32> = groups
            .iter()
            .zip(&values[place])
            .map(|(group, value)| {
                let count = known.len() as u32;
                *known.entry((*group, *value)).or_insert(count)
            })
            .collect();
        if known.len() > distinct {
            (distinct, groups) = (known.len(), next);
            if number >= pair.len() {
                chosen.push(place);
            }
        }
        if distinct == items {
            return chosen;
        }
    }
    Vec::new()
}

/// Returns a number for each item's value, the same for the same value.
fn numbers(items: &[Item], name: &str) -> Vec<u32> {
    let mut known: BTreeMap<String, u32> = BTreeMap::new();
    let of_item = |item: &Item| {
        let count = known.len() as u32;
        *known.entry(format!("{:?}", item.get(name))).or_insert(count)
    };
    items.iter().map(of_item).collect()
}

fn is_distinct(values: &[u32]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

/// Ranks candidates: ids first, then names, other short texts, numbers (a price is rarely a key), and long texts last.
fn rank((name, scalar_type): &(String, ScalarType), items: &[Item]) -> u8 {
    let small = name.to_lowercase();
    let words: Vec<&str> = small.split(['_', '-', ' ', '.']).collect();
    let ends_in = |word: &str| {
        // `OrderId` and `order_id`, but not `paid`.
        words.last() == Some(&word)
            || name.ends_with(&capital(word))
            || name.ends_with(&word.to_uppercase()) && name.len() > word.len()
    };
    if USUAL_NAMES.iter().any(|(partition, sort)| name == partition || name == sort) {
        return 0;
    }
    if small == "id" {
        return 1;
    }
    if ["id", "key", "uuid", "no", "nr"].into_iter().any(ends_in) {
        return 2;
    }
    match scalar_type {
        ScalarType::S => {
            let bytes = |item: &Item| match item.get(name) {
                Some(AttributeValue::S(text)) => text.len(),
                _ => 0,
            };
            let average = items.iter().map(bytes).sum::<usize>() / items.len().max(1);
            match () {
                () if average > LONG_BYTES => 6,
                () if NAMING.iter().any(|word| small.ends_with(word)) => 3,
                () => 4,
            }
        }
        ScalarType::N if NAMING.iter().any(|word| small.ends_with(word)) => 3,
        ScalarType::N | ScalarType::B => 5,
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Returns the fingerprint of the values of these attributes, the same for the same values.
pub fn fingerprint_of<'a>(item: &Item, names: impl Iterator<Item = &'a str>) -> u128 {
    let mut bytes = Vec::new();
    for name in names {
        // The length keeps the end of one value apart from the beginning of the next.
        match item.get(name) {
            Some(AttributeValue::S(text)) => {
                bytes.push(b'S');
                bytes.extend(text.len().to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            Some(AttributeValue::B(content)) => {
                bytes.push(b'B');
                bytes.extend(content.len().to_le_bytes());
                bytes.extend(content.iter());
            }
            Some(AttributeValue::N(number)) => bytes.extend(format!("N{number};").as_bytes()),
            other => bytes.extend(format!("{other:?};").as_bytes()),
        }
    }
    fingerprint(&bytes)
}

/// How many records have the same key as others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyCount {
    pub records: u64,
    /// Records of keys that several records have.
    pub sharing: u64,
    /// Records by the fingerprint of their key.
    seen: BTreeMap<u128, u64>,
}

impl KeyCount {
    /// Counts a record, if it has the keys.
    pub fn add(&mut self, keys: &Keys, item: &Item) {
        if keys.0.is_empty() || keys.check_keys(item).is_err() {
            return;
        }
        self.records += 1;
        let names = keys.0.iter().map(|(name, _)| name.as_str());
        let count = self.seen.entry(fingerprint_of(item, names)).or_insert(0);
        *count += 1;
        // The first one of a key shares it too.
        self.sharing += match *count {
            1 => 0,
            2 => 2,
            _ => 1,
        };
    }

    /// Returns the number of items that are left.
    pub fn items(&self) -> u64 {
        self.seen.len() as u64
    }
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
        let Keys(key) = propose_key(&items, &key_candidates(&items, &[])).keys;
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
        let names: Vec<String> = key_candidates(&items, &[]).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["id", "name"]);
        assert!(key_candidates(&[], &[]).is_empty());
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

    fn plain(lines: &[&str]) -> (Vec<Item>, Vec<String>) {
        let text = lines.join("\n");
        let form = Form::guess(&text, || Sheet::guess(&text, &Keys::default()));
        let items = Records::from_text(&text, &form).filter_map(|record| record.item.ok()).collect();
        (items, super::super::records::names_of(&text, &form))
    }

    fn proposal(lines: &[&str]) -> (Vec<String>, Vec<String>) {
        let (items, order) = plain(lines);
        let Proposal { keys, more } = propose_key(&items, &key_candidates(&items, &order));
        (keys.0.into_iter().map(|(name, _)| name).collect(), more)
    }

    #[test]
    fn the_order_of_the_file_and_short_values_decide() {
        let about = "A long stone quay for ferries, with a light at its end and a shed.";
        let quay = |opened: u32, name: &str| {
            format!(r#"{{"Opened":{opened},"Name":"{name}","About":"{about} {name}","Depth":8.5}}"#)
        };
        let (north, south) = (quay(1998, "North quay"), quay(2001, "South quay"));
        assert_eq!(proposal(&[&north, &south]).0, ["Name"]);
        assert_eq!(proposal(&["zone,area,n", "z1,a1,1", "z2,a2,2"]).0, ["zone"]);
        assert_eq!(proposal(&["paid,orderId,x", "y,7,1", "n,8,2"]).0, ["orderId"]);
        assert_eq!(proposal(&["price,Year", "5,2001", "6,2002"]).0, ["price"]);
    }

    #[test]
    fn columns_that_are_different_together_are_said() {
        let rows =
            ["line,station,metric,Note", "1,a,x,n", "1,a,y,n", "1,b,x,n", "1,b,y,n", "2,a,x,n", "2,a,y,n"];
        let (keys, more) = proposal(&rows);
        assert_eq!(keys.len() + more.len(), 3, "{keys:?} {more:?}");
        assert!(!keys.contains(&"Note".to_owned()) && !more.contains(&"Note".to_owned()));
        let (keys, more) = proposal(&["a,b", "x,y", "x,y", "z,y"]);
        assert_eq!((keys, more), (vec!["a".to_owned()], vec![]), "two records are the same");
    }

    #[test]
    fn records_of_one_key_are_counted() {
        let (items, _) = plain(&["a,b", "x,1", "x,2", "y,3", "x,4", ",5"]);
        let mut count = KeyCount::default();
        let keys = Keys(vec![("a".to_owned(), ScalarType::S)]);
        items.iter().for_each(|item| count.add(&keys, item));
        assert_eq!((count.records, count.sharing, count.items()), (4, 3, 2));
    }
}
