//! Applies fixes that change several parts of a design: a version with its condition, a shared partition, the queries of an index.

use serde_json::json;

use super::indexes::set_attributes;
use super::repeats::VERSION;
use crate::design::{
    AccessPattern, Action, Attribute, AttributeType, Design, ExpiredRecords, ItemKey, KeyCondition,
    KeyTemplates, Operation, Parameter, Placement, Query, Table, Update, Values,
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

/// The move of a kind of item to the partition of a second kind: the texts in front of both keys.
struct PartitionMove {
    table: String,
    partition: String,
    sort: String,
    from: String,
    to: String,
    /// The text that the sort key gets in front.
    added: String,
    /// The sort key before and after.
    old_sort: Template,
    new_sort: Template,
}

/// Moves the second kind of item to the partition of the first. Returns None where a request would read or write other items.
pub fn store_together(design: &mut Design, place: &Place, items: &[String]) -> Option<()> {
    let [first, second] = items else { return None };
    let table = design.tables.iter().find(|table| Some(&table.name) == place.table.as_ref())?;
    let (change, partition) = PartitionMove::plan(table, first, second)?;
    if design.patterns.iter().any(|pattern| change.is_in_result_of(pattern)) {
        return None;
    }
    let table = design.tables.iter_mut().find(|table| table.name == change.table)?;
    let moved = table.items.iter_mut().find(|item| item.name() == second)?;
    moved.keys.get_mut(&change.partition)?.template = partition;
    moved.keys.get_mut(&change.sort)?.template = change.new_sort.clone();
    design.patterns.iter_mut().try_for_each(|pattern| change.rewrite(pattern))
}

impl PartitionMove {
    /// Returns the move and the new partition key. Returns None if the keys differ in more than the text in front.
    fn plan(table: &Table, first: &str, second: &str) -> Option<(PartitionMove, Template)> {
        let (partition, sort) = (&table.partition_key.first()?.name, &table.sort_key.first()?.name);
        let template =
            |item: &str, attribute: &str| Some(&table.placement(item)?.keys.get(attribute)?.template);
        let (to, from) = (template(first, partition)?, template(second, partition)?);
        let (first_sort, old_sort) = (template(first, sort)?, template(second, sort)?);
        if from.prefix().is_empty() || with_prefix(from, from.prefix(), to.prefix())? != *to {
            return None;
        }
        let mut others = table.items.iter().filter(|item| item.name() != second);
        let is_in = |item: &Placement, prefix: &str| {
            item.keys.get(partition).is_some_and(|key| key.template.prefix() == prefix)
        };
        let is_free = |prefix: &str| {
            let is_taken = |other: &str| other.starts_with(prefix) || prefix.starts_with(other);
            others
                .clone()
                .filter(|item| is_in(item, to.prefix()))
                .all(|item| item.keys.get(sort).is_some_and(|key| !is_taken(key.template.prefix())))
        };
        // Equal texts, as in two profiles, need the name of the item in front.
        let is_alone = first_sort != old_sort && !old_sort.prefix().is_empty() && is_free(old_sort.prefix());
        let added = if is_alone { String::new() } else { from.prefix().to_owned() };
        if !is_alone && !is_free(&added) {
            return None;
        }
        // A different kind of item in the old partition may be read together with this one.
        if others.any(|item| is_in(item, from.prefix()) || !item.keys.contains_key(partition)) {
            return None;
        }
        let change = PartitionMove {
            table: table.name.clone(),
            partition: partition.clone(),
            sort: sort.clone(),
            from: from.prefix().to_owned(),
            to: to.prefix().to_owned(),
            new_sort: with_text(old_sort, &added),
            old_sort: old_sort.clone(),
            added,
        };
        Some((change, to.clone()))
    }

    fn is_of_table(&self, query: &Query) -> bool {
        query.table == self.table && query.index.is_none()
    }

    /// Returns true if a Query of the new partition would return the moved item too, or if that is unknown.
    fn is_in_result_of(&self, pattern: &AccessPattern) -> bool {
        let query = match &pattern.operation {
            Some(Operation::Query(query)) if self.is_of_table(query) => query,
            Some(Operation::Request(_)) => return true,
            _ => return false,
        };
        let is_there = query
            .key
            .get(&self.partition)
            .is_some_and(|key| key.templates().iter().any(|key| key.prefix() == self.to));
        let is_narrow = query.key.get(&self.sort).is_some_and(|key| match key {
            KeyCondition::Equals(_) => true,
            KeyCondition::BeginsWith { begins_with } => {
                let (narrow, moved) = (begins_with.prefix(), self.new_sort.prefix());
                !narrow.is_empty() && !narrow.starts_with(moved) && !moved.starts_with(narrow)
            }
            _ => false,
        });
        is_there && !is_narrow
    }

    /// Writes the new keys into a pattern.
    fn rewrite(&self, pattern: &mut AccessPattern) -> Option<()> {
        for key in keys_in(pattern, &self.table) {
            let own = key.get_mut(&self.partition).filter(|own| own.prefix() == self.from);
            let Some(own) = own else { continue };
            *own = with_prefix(own, &self.from, &self.to)?;
            if let Some(own) = key.get_mut(&self.sort) {
                *own = with_text(own, &self.added);
            }
        }
        if let Some(Operation::Query(query)) = &mut pattern.operation
            && self.is_of_table(query)
            && let Some(KeyCondition::Equals(own)) = query.key.get_mut(&self.partition)
            && own.prefix() == self.from
        {
            *own = with_prefix(own, &self.from, &self.to)?;
            match query.key.get_mut(&self.sort) {
                Some(condition) => {
                    for template in super::apply::templates_of(condition) {
                        *template = with_text(template, &self.added);
                    }
                }
                None => {
                    let begins_with = Template::text(moved_sort_prefix(&self.old_sort, &self.added)?);
                    query.key.insert(self.sort.clone(), KeyCondition::BeginsWith { begins_with });
                }
            }
        }
        Some(())
    }
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

/// Gives a kind of item the keys that it has in an index, sends the queries of the index to the table, and removes the index if no other
/// kind has entries in it. A sort key without an id of the item gets one.
pub fn move_key(design: &mut Design, place: &Place, index: &str) -> Option<()> {
    let item = place.item.as_ref()?;
    let table = design.tables.iter().find(|table| Some(&table.name) == place.table.as_ref())?;
    let old = table.index(index)?.clone();
    let ([partition], [sort]) = (&table.partition_key[..], &table.sort_key[..]) else { return None };
    let (partition, sort, table_name) = (partition.name.clone(), sort.name.clone(), table.name.clone());
    // The entries of an index with a key attribute of the table, such as an inverted one, are the items that the table has.
    if old.key().any(|key| key.name == partition || key.name == sort) {
        return None;
    }
    let [old_partition] = &old.partition_key[..] else { return None };
    let placement = table.placement(item)?;
    let entity = design.entity(&placement.entity)?;
    let template = |name: &str| {
        placement.keys.get(name).map_or_else(|| Template::value(name), |key| key.template.clone())
    };
    let new_partition = template(&old_partition.name);
    let mut new_sort = old.sort_key.first().map(|key| template(&key.name)).unwrap_or_default();
    let is_copied =
        |name: &str| design.parents_of(&placement.entity).any(|relation| relation.copies.contains_key(name));
    let is_own = |name: &str| entity.is_own_id(name) && !is_copied(name);
    if !new_partition.attributes().chain(new_sort.attributes()).any(is_own) {
        let id = entity.attributes.iter().find(|attribute| is_own(&attribute.name))?;
        let text =
            if new_sort.pieces.is_empty() { format!("{}#", item.to_uppercase()) } else { "#".to_owned() };
        new_sort.pieces.push(Piece::Text(text));
        new_sort.pieces.extend(Template::value(&id.name).pieces);
    }
    let table = design.tables.iter_mut().find(|table| table.name == table_name)?;
    let placement = table.items.iter_mut().find(|one| one.name() == item)?;
    placement.keys.insert(partition, ItemKey { template: new_partition, when: None });
    placement.keys.insert(sort, ItemKey { template: new_sort, when: None });
    old.key().for_each(|key| {
        placement.keys.remove(&key.name);
    });
    let is_in = |other: &Placement| old.key().any(|key| other.keys.contains_key(&key.name));
    let is_shared = table.items.iter().any(is_in);
    let is_of_index = |pattern: &AccessPattern| {
        matches!(&pattern.operation, Some(Operation::Query(query))
            if query.table == table_name && query.index.as_deref() == Some(index))
    };
    let places: Vec<usize> =
        (0..design.patterns.len()).filter(|place| is_of_index(&design.patterns[*place])).collect();
    for place in places {
        design.patterns[place] = super::rewrite::pattern(design, &design.patterns[place], item)?;
    }
    if is_shared { Some(()) } else { super::apply::remove_index(design, place, index) }
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
