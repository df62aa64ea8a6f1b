//! Applies fixes that change several parts of a design: a version with its condition, a shared partition, the queries of an index.

use serde_json::json;

use super::indexes::set_attributes;
use super::repeats::VERSION;
use crate::design::{
    AccessPattern, Action, Attribute, AttributeType, Design, ExpiredRecords, KeyCondition, KeyTemplates,
    Operation, Parameter, Table, Update, Values,
};
use crate::report::Place;
use crate::template::{Piece, Template};

/// The parameters of a versioned update.
const SEEN: &str = "seen_version";
const STEP: &str = "version_step";

/// Adds a version to the entity of an update. The update increases it, if it is still the version that the caller read.
pub fn add_version(design: &mut Design, place: &Place, row: u64) -> Option<()> {
    let name = place.entity.clone()?;
    let pattern_name = place.pattern.as_ref()?;
    let entity = design.entities.iter_mut().find(|entity| entity.name == name)?;
    entity.attributes.push(Attribute {
        name: VERSION.to_owned(),
        data_type: AttributeType::N,
        values: Values::Constant { value: json!(1) },
        changes: true,
        present: 1.0,
        ..Attribute::default()
    });
    let table = design.tables.iter_mut().find(|table| Some(&table.name) == place.table.as_ref())?;
    let placement = table.items.iter_mut().find(|item| Some(item.name()) == place.item.as_deref())?;
    if let Some(kept) = &mut placement.attributes {
        kept.push(VERSION.to_owned());
    }
    let pattern = design.patterns.iter_mut().find(|pattern| pattern.name == *pattern_name)?;
    let Some(Operation::Update(update)) = &mut pattern.operation else { return None };
    if [SEEN, STEP].iter().any(|name| pattern.parameters.contains_key(*name)) {
        return None;
    }
    update.update = with_set(&update.update, &format!("#{VERSION} = #{VERSION} + :{STEP}"));
    let is_seen = format!("#{VERSION} = :{SEEN}");
    update.condition = Some(match &update.condition {
        Some(condition) => format!("({condition}) AND {is_seen}"),
        None => is_seen,
    });
    let seen = Parameter::Sample { of: format!("{name}.{VERSION}"), row: usize::try_from(row).ok()? };
    pattern.parameters.insert(SEEN.to_owned(), seen);
    pattern.parameters.insert(STEP.to_owned(), Parameter::Value { value: json!(1) });
    Some(())
}

/// Adds an action to the SET clause, or a clause with it.
fn with_set(update: &str, action: &str) -> String {
    let mut start = 0;
    for word in update.split_inclusive(char::is_whitespace) {
        start += word.len();
        if word.trim().eq_ignore_ascii_case("set") {
            return format!("{}{action}, {}", &update[..start], &update[start..]);
        }
    }
    format!("SET {action} {update}")
}

pub fn filter_expired(table: &mut Table, reader: &str) -> Option<()> {
    let stream = table.stream.as_mut()?;
    stream.readers.iter_mut().find(|known| known.name == reader)?.expired = Some(ExpiredRecords::Filtered);
    Some(())
}

/// Moves the second kind of item to the partition of the first. Returns None where a request would read or write other items.
pub fn store_together(design: &mut Design, place: &Place, items: &[String]) -> Option<()> {
    let [first, second] = items else { return None };
    let table_name = place.table.clone()?;
    let table = design.tables.iter_mut().find(|table| table.name == table_name)?;
    let partition = table.partition_key.first()?.name.clone();
    let sort = table.sort_key.first()?.name.clone();
    let template =
        |item: &str, attribute: &str| Some(table.placement(item)?.keys.get(attribute)?.template.clone());
    let (to, from) = (template(first, &partition)?, template(second, &partition)?);
    let (first_sort, second_sort) = (template(first, &sort)?, template(second, &sort)?);
    let (to_prefix, from_prefix) = (to.prefix().to_owned(), from.prefix().to_owned());
    // Apart from the text in front, the keys must be the same.
    if with_prefix(&from, &from_prefix, &to_prefix)? != to || from_prefix.is_empty() {
        return None;
    }
    let shares = |item: &crate::design::Placement| {
        item.name() != second
            && item.keys.get(&partition).is_none_or(|key| key.template.prefix() == from_prefix)
    };
    let is_free = |prefix: &str| {
        let taken = |other: &str| other.starts_with(prefix) || prefix.starts_with(other);
        table.items.iter().filter(|item| item.name() != second).all(|item| {
            let in_partition =
                item.keys.get(&partition).is_some_and(|key| key.template.prefix() == to_prefix);
            !in_partition || item.keys.get(&sort).is_some_and(|key| !taken(key.template.prefix()))
        })
    };
    let alone = second_sort.prefix();
    // Equal texts, as in two profiles, need the name of the item in front.
    let added = if first_sort != second_sort && !alone.is_empty() && is_free(alone) {
        String::new()
    } else {
        from_prefix.clone()
    };
    if table.items.iter().any(shares) || (!added.is_empty() && !is_free(&added)) {
        return None;
    }
    let moved_sort = with_text(&second_sort, &added);
    let reads_all = design.patterns.iter().any(|pattern| match &pattern.operation {
        Some(Operation::Query(query)) if query.table == table_name && query.index.is_none() => {
            let is_there = query
                .key
                .get(&partition)
                .is_some_and(|key| key.templates().iter().any(|key| key.prefix() == to_prefix));
            let is_narrow = query.key.get(&sort).is_some_and(|key| match key {
                KeyCondition::Equals(_) => true,
                KeyCondition::BeginsWith { begins_with } => {
                    let (narrow, moved) = (begins_with.prefix(), moved_sort.prefix());
                    !narrow.is_empty() && !narrow.starts_with(moved) && !moved.starts_with(narrow)
                }
                _ => false,
            });
            is_there && !is_narrow
        }
        Some(Operation::Request(_)) => true,
        _ => false,
    });
    if reads_all {
        return None;
    }
    let moved = table.items.iter_mut().find(|item| item.name() == second)?;
    moved.keys.get_mut(&partition)?.template = to;
    moved.keys.get_mut(&sort)?.template = moved_sort;
    let rewrite = |key: &mut KeyTemplates| {
        let Some(own) = key.get_mut(&partition).filter(|own| own.prefix() == from_prefix) else { return };
        if let Some(template) = with_prefix(own, &from_prefix, &to_prefix) {
            *own = template;
            if let Some(own) = key.get_mut(&sort) {
                *own = with_text(own, &added);
            }
        }
    };
    for pattern in &mut design.patterns {
        for key in keys_in(pattern, &table_name) {
            rewrite(key);
        }
        if let Some(Operation::Query(query)) = &mut pattern.operation
            && query.table == table_name
            && query.index.is_none()
            && let Some(KeyCondition::Equals(own)) = query.key.get_mut(&partition)
            && own.prefix() == from_prefix
        {
            *own = with_prefix(own, &from_prefix, &to_prefix)?;
            match query.key.get_mut(&sort) {
                Some(condition) => {
                    for template in super::apply::templates_of(condition) {
                        *template = with_text(template, &added);
                    }
                }
                None => {
                    let begins_with = Template::text(moved_sort_prefix(&second_sort, &added)?);
                    query.key.insert(sort.clone(), KeyCondition::BeginsWith { begins_with });
                }
            }
        }
    }
    Some(())
}

fn moved_sort_prefix<'a>(sort: &'a Template, added: &'a str) -> Option<&'a str> {
    let prefix = if added.is_empty() { sort.prefix() } else { added };
    (!prefix.is_empty()).then_some(prefix)
}

/// Returns the template with a different text in front. Returns None if it does not begin with `from`.
fn with_prefix(template: &Template, from: &str, to: &str) -> Option<Template> {
    if template.prefix() != from {
        return None;
    }
    let rest = if from.is_empty() { &template.pieces[..] } else { template.pieces.get(1..)? };
    Some(with_text(&Template { pieces: rest.to_vec() }, to))
}

fn with_text(template: &Template, text: &str) -> Template {
    let mut pieces = template.pieces.clone();
    match pieces.first_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(first)) => first.insert_str(0, text),
        _ => pieces.insert(0, Piece::Text(text.to_owned())),
    }
    Template { pieces }
}

/// Returns the whole keys in a pattern's request and expected state.
fn keys_in<'a>(pattern: &'a mut AccessPattern, table: &str) -> Vec<&'a mut KeyTemplates> {
    let mut keys: Vec<&mut KeyTemplates> = match &mut pattern.operation {
        Some(Operation::Get(get)) if get.table == table => vec![&mut get.key],
        Some(Operation::BatchGet(batch)) if batch.table == table => batch.keys.iter_mut().collect(),
        Some(Operation::TransactGet { reads }) => {
            reads.iter_mut().filter(|get| get.table == table).map(|get| &mut get.key).collect()
        }
        Some(Operation::Update(update)) if update.table == table => vec![&mut update.key],
        Some(Operation::Delete(delete)) if delete.table == table => vec![&mut delete.key],
        Some(Operation::TransactWrite { writes } | Operation::BatchWrite { writes }) => writes
            .iter_mut()
            .filter(|action| action.table() == table)
            .filter_map(|action| match action {
                Action::Put(_) => None,
                Action::Update(update) => Some(&mut update.key),
                Action::Delete(delete) | Action::Check(delete) => Some(&mut delete.key),
            })
            .collect(),
        _ => Vec::new(),
    };
    let after = pattern.expect.iter_mut().flat_map(|expect| &mut expect.after);
    keys.extend(after.filter(|after| after.table == table).map(|after| &mut after.key));
    keys
}

/// Sends the queries of an index to the table or to a second index, and removes the index.
pub fn use_key(design: &mut Design, place: &Place, index: &str, by: Option<&str>) -> Option<()> {
    let table = design.tables.iter().find(|table| Some(&table.name) == place.table.as_ref())?;
    let old = table.index(index)?;
    let (partition, sort) = match by {
        Some(by) => table.index(by).map(|by| (&by.partition_key, &by.sort_key))?,
        None => (&table.partition_key, &table.sort_key),
    };
    let renames: Vec<(String, String)> = (old.partition_key.iter().zip(partition))
        .chain(old.sort_key.iter().zip(sort))
        .map(|(old, new)| (old.name.clone(), new.name.clone()))
        .collect();
    let mut left = table.clone();
    left.indexes.retain(|known| known.name != index);
    let left: Vec<String> = left.key_attributes().into_iter().map(|key| key.name.clone()).collect();
    let is_removed =
        |name: &str| renames.iter().any(|(old, _)| old == name) && !left.iter().any(|key| key == name);
    // A write that sets a removed key attribute needs a decision.
    let is_set = design.patterns.iter().flat_map(updates_in).any(|update| {
        update.table == table.name && set_attributes(update).iter().any(|name| is_removed(name))
    });
    if is_set {
        return None;
    }
    let table_name = table.name.clone();
    for pattern in &mut design.patterns {
        match &mut pattern.operation {
            Some(Operation::Query(query))
                if query.table == table_name && query.index.as_deref() == Some(index) =>
            {
                query.index = by.map(str::to_owned);
                query.key = std::mem::take(&mut query.key)
                    .into_iter()
                    .map(|(name, condition)| {
                        let new = renames.iter().find(|(old, _)| *old == name);
                        (new.map_or(name, |(_, new)| new.clone()), condition)
                    })
                    .collect();
            }
            Some(Operation::Scan(scan))
                if scan.table == table_name && scan.index.as_deref() == Some(index) =>
            {
                scan.index = by.map(str::to_owned);
            }
            Some(Operation::Request(_)) => return None,
            _ => {}
        }
    }
    super::apply::remove_index(design, place, index)
}

/// Returns the updates of a pattern, alone or in a transaction.
pub fn updates_in<'a>(pattern: &'a AccessPattern) -> impl Iterator<Item = &'a Update> {
    let (single, several): (Option<&'a Update>, &'a [Action]) = match &pattern.operation {
        Some(Operation::Update(update)) => (Some(update), &[]),
        Some(Operation::TransactWrite { writes }) => (None, writes),
        _ => (None, &[]),
    };
    let of_action = |action: &'a Action| match action {
        Action::Update(update) => Some(update),
        Action::Put(_) | Action::Delete(_) | Action::Check(_) => None,
    };
    single.into_iter().chain(several.iter().filter_map(of_action))
}
