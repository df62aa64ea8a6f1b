//! Finds the problems that DynamoDB would report, before anything is sent. The rules are those of CreateTable and UpdateTable.

use dynalab_messages::Sentence;

use super::draft::{Draft, Index, listed};
use crate::sentences;

const GLOBAL_MAX: usize = 20;
const LOCAL_MAX: usize = 5;
/// Maximum number of attributes in the partition key or in the sort key of a global index.
pub const KEY_ATTRIBUTES_MAX: usize = 4;
const INCLUDED_MAX: usize = 100;
const KEY_NAME_MAX_BYTES: usize = 255;
const TAGS_MAX: usize = 50;

/// The fields of the form. An index is identified by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Name,
    Partition,
    Sort,
    Capacity,
    Tags,
    Indexes,
    Index(usize),
}

pub fn problems(draft: &Draft) -> Vec<(Field, Sentence)> {
    let mut found = Vec::new();
    let mut when = |is_wrong: bool, field: Field, name: Sentence| {
        if is_wrong {
            found.push((field, name));
        }
    };
    when(!is_name(&draft.name), Field::Name, sentences::dialogs::WRONG_TABLE_NAME);
    when(!is_key_name(&draft.partition.name), Field::Partition, sentences::dialogs::WRONG_KEY_NAME);
    when(draft.sort.name.len() > KEY_NAME_MAX_BYTES, Field::Sort, sentences::dialogs::WRONG_KEY_NAME);
    when(draft.sort.name == draft.partition.name, Field::Sort, sentences::dialogs::WRONG_SAME_KEYS);
    let capped = [&draft.max_read, &draft.max_write];
    let of_table = match draft.provisioned {
        true => !is_units(&draft.read) || !is_units(&draft.write),
        false => capped.into_iter().any(|text| !text.trim().is_empty() && !is_units(text)),
    };
    when(of_table, Field::Capacity, sentences::dialogs::WRONG_UNITS);
    when(draft.tag_list().len() > TAGS_MAX, Field::Tags, sentences::dialogs::WRONG_TAGS);
    let of_kind = |local: bool| draft.indexes.iter().filter(|index| index.local == local).count();
    when(of_kind(false) > GLOBAL_MAX, Field::Indexes, sentences::dialogs::WRONG_TOO_MANY_GLOBAL);
    when(of_kind(true) > LOCAL_MAX, Field::Indexes, sentences::dialogs::WRONG_TOO_MANY_LOCAL);
    let included: usize = draft
        .indexes
        .iter()
        .filter(|index| index.projection == "INCLUDE")
        .map(|index| listed(&index.included).len())
        .sum();
    when(included > INCLUDED_MAX, Field::Indexes, sentences::dialogs::WRONG_TOO_MANY_INCLUDED);
    for (place, index) in draft.indexes.iter().enumerate() {
        for name in of_index(draft, place, index) {
            when(true, Field::Index(place), name);
        }
    }
    found
}

fn of_index(draft: &Draft, place: usize, index: &Index) -> Vec<Sentence> {
    let mut found = Vec::new();
    let (partition, sort) = index.keys(draft);
    let others = draft.indexes.iter().take(place);
    if !is_name(&index.name) {
        found.push(sentences::dialogs::WRONG_INDEX_NAME);
    }
    if others.clone().any(|other| other.name == index.name) {
        found.push(sentences::dialogs::WRONG_INDEX_TWICE);
    }
    if index.local && draft.sort_key().is_none() {
        found.push(sentences::dialogs::WRONG_LOCAL_NEEDS_SORT);
    }
    if index.local && sort.is_empty() {
        found.push(sentences::dialogs::WRONG_LOCAL_SORT);
    }
    let keys: Vec<_> = partition.iter().chain(&sort).collect();
    if partition.is_empty() || keys.iter().any(|key| !is_key_name(&key.name)) {
        found.push(sentences::dialogs::WRONG_KEY_NAME);
    }
    if keys.iter().enumerate().any(|(place, key)| keys.iter().take(place).any(|other| other.name == key.name))
    {
        found.push(sentences::dialogs::WRONG_SAME_KEYS);
    }
    let known = std::iter::once(&draft.partition).chain(draft.sort_key());
    let of_others = others.flat_map(|other| {
        let (partition, sort) = other.keys(draft);
        partition.into_iter().chain(sort)
    });
    if known
        .chain(of_others)
        .any(|other| keys.iter().any(|key| key.name == other.name && key.key_type != other.key_type))
    {
        found.push(sentences::dialogs::WRONG_TWO_TYPES);
    }
    if index.projection == "INCLUDE" && listed(&index.included).is_empty() {
        found.push(sentences::dialogs::WRONG_NOTHING_INCLUDED);
    }
    if draft.provisioned && !index.local && (!is_units(&index.read) || !is_units(&index.write)) {
        found.push(sentences::dialogs::WRONG_UNITS);
    }
    found
}

/// Returns true if the name is valid for a table or an index.
pub fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (3..=255).contains(&name.len()) && name.bytes().all(allowed)
}

fn is_key_name(name: &str) -> bool {
    (1..=KEY_NAME_MAX_BYTES).contains(&name.len())
}

fn is_units(text: &str) -> bool {
    text.trim().parse::<u64>().is_ok_and(|units| units > 0)
}

#[cfg(test)]
mod tests {
    use super::super::draft::Key;
    use super::*;

    fn table() -> Draft {
        Draft { name: "Orders".into(), ..Draft::default() }
    }

    #[test]
    fn a_table_as_it_is_begun_needs_only_a_name() {
        assert_eq!(problems(&Draft::default()), [(Field::Name, sentences::dialogs::WRONG_TABLE_NAME)]);
        assert_eq!(problems(&table()), []);
        for name in ["ab", "with space", "日本語", &"x".repeat(256)] {
            assert_eq!(problems(&Draft { name: name.into(), ..Draft::default() }).len(), 1, "{name}");
        }
    }

    #[test]
    fn units_are_whole_and_more_than_none() {
        for (read, wrong) in [("0", 1), ("x", 1), ("1.5", 1), (" 7 ", 0)] {
            let draft = Draft { provisioned: true, read: read.into(), ..table() };
            assert_eq!(problems(&draft).len(), wrong, "{read}");
        }
        assert_eq!(
            problems(&Draft { max_read: "0".into(), ..table() }),
            [(Field::Capacity, sentences::dialogs::WRONG_UNITS)]
        );
    }

    #[test]
    fn indexes_are_checked_one_by_one() {
        let mut draft = table();
        draft.indexes = vec![Index::new(false, &draft)];
        draft.indexes.push(Index { partition: vec![Key::new("GSI1PK", "N")], ..draft.indexes[0].clone() });
        assert_eq!(
            problems(&draft),
            [
                (Field::Index(1), sentences::dialogs::WRONG_INDEX_TWICE),
                (Field::Index(1), sentences::dialogs::WRONG_TWO_TYPES)
            ]
        );
        let mut local = table();
        local.sort.name.clear();
        local.indexes = vec![Index { sort: vec![Key::new("", "S")], ..Index::new(true, &local) }];
        assert_eq!(
            problems(&local),
            [
                (Field::Index(0), sentences::dialogs::WRONG_LOCAL_NEEDS_SORT),
                (Field::Index(0), sentences::dialogs::WRONG_LOCAL_SORT)
            ]
        );
        let mut included = table();
        included.indexes = vec![Index { projection: "INCLUDE".into(), ..Index::new(false, &included) }];
        assert_eq!(problems(&included), [(Field::Index(0), sentences::dialogs::WRONG_NOTHING_INCLUDED)]);
    }
}
