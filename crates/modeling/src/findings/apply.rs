//! Applies the fix of a finding. Returns a changed design, or None if the user must decide.

use dynalab_types::Budget;

use super::{changes, keys, reads, states};
use crate::design::{
    AccessPattern, Action, AttributeType, Design, Entity, Expectation, Index, IndexKind, ItemKey,
    KeyAttribute, KeyCondition, KeyTemplates, Operation, Parameter, Placement, Projection, Query, Table,
    Values,
};
use crate::report::{Finding, Fix, Place};
use crate::template::{Format, Piece, Template};

/// Returns the design with the fix of the finding. Does not change `design`.
pub fn apply(design: &Design, finding: &Finding) -> Option<Design> {
    if is_manual(&finding.fix) {
        return None;
    }
    let mut changed = design.clone();
    let place = &finding.place;
    let done = match &finding.fix {
        Fix::SpreadKey { shards } => spread_key(&mut changed, place, *shards as u16),
        Fix::AddIndex { index, partition_key, .. } => add_index(&mut changed, place, index, partition_key),
        Fix::RemoveIndex { index } => remove_index(&mut changed, place, index),
        Fix::ShortenProjection { index, keeps } => {
            let index = table(&mut changed, place)?.indexes.iter_mut().find(|known| known.name == *index)?;
            index.projection =
                if keeps.is_empty() { Projection::KeysOnly } else { Projection::Include(keeps.clone()) };
            Some(())
        }
        Fix::AddCondition { condition } => add_condition(&mut changed, place, condition),
        Fix::ReadAllPages => read_all_pages(pattern(&mut changed, place)?),
        Fix::UseGlobalIndex => use_global_indexes(table(&mut changed, place)?),
        Fix::JoinKeyAttributes { .. } => join_key(&mut changed, place),
        Fix::RecordResult { count } => {
            let pattern = pattern(&mut changed, place)?;
            if pattern.operation.as_ref()?.is_write() {
                return None;
            }
            let expect = Expectation { count: Some(*count), empty: *count == 0, ..Expectation::default() };
            pattern.expect = Some(expect);
            Some(())
        }
        Fix::SendAlone => send_alone(pattern(&mut changed, place)?),
        Fix::PadNumber { attribute, digits } => pad_number(&mut changed, place, attribute, *digits),
        Fix::StoreSeconds { attribute } => {
            let entity = entity(&mut changed, place)?;
            let attribute = entity.attributes.iter_mut().find(|known| known.name == *attribute)?;
            attribute.data_type = AttributeType::N;
            attribute.values = Values::Time { from: "2026-01-01".into(), to: "2026-03-01".into() };
            Some(())
        }
        Fix::AddUniquenessItem { attribute } => add_uniqueness_item(&mut changed, place, attribute),
        Fix::AddVersion { row } => changes::add_version(&mut changed, place, *row),
        Fix::KeepState { attribute, state } => {
            states::keep_state(pattern(&mut changed, place)?, attribute, state)
        }
        Fix::MoveKey { index } => changes::move_key(&mut changed, place, index),
        Fix::LimitPage { limit } => limit_page(pattern(&mut changed, place)?, *limit),
        Fix::FilterExpired { reader } => changes::filter_expired(table(&mut changed, place)?, reader),
        Fix::StoreTogether { items } => changes::store_together(&mut changed, place, items),
        Fix::UseKey { index, by } => changes::use_key(&mut changed, place, index, by.as_deref()),
        Fix::LimitSwitches { most } => {
            table(&mut changed, place)?.switches_to_on_demand = *most;
            Some(())
        }
        Fix::None
        | Fix::PutOwnerFirst { .. }
        | Fix::UseIndex { .. }
        | Fix::MoveToSortKey { .. }
        | Fix::SplitItem
        | Fix::SplitTable { .. }
        | Fix::WriteRate
        | Fix::SendWithToken
        | Fix::ReadLess
        | Fix::DivideKey
        | Fix::CorrectKey
        | Fix::WriteTtl { .. }
        | Fix::RenameKeys { .. } => None,
    };
    done.map(|()| changed)
}

/// Returns true if [`apply`] can change the design. A fix of one pattern is tried on that pattern alone, because a design can have as
/// many findings as patterns. Other fixes are tried on a copy of the design, which `budget` must allow.
pub(super) fn can_apply(design: &Design, finding: &Finding, bytes: usize, budget: &Budget) -> bool {
    let is_of_pattern = matches!(
        finding.fix,
        Fix::AddCondition { .. }
            | Fix::ReadAllPages
            | Fix::RecordResult { .. }
            | Fix::SendAlone
            | Fix::KeepState { .. }
            | Fix::LimitPage { .. }
    );
    if is_manual(&finding.fix) {
        return false;
    }
    if is_of_pattern {
        let pattern = finding.place.pattern.as_ref().and_then(|name| design.pattern(name));
        let patterns = pattern.cloned().into_iter().collect();
        return apply(&Design { patterns, ..Design::default() }, finding).is_some();
    }
    budget.produce(bytes).is_ok() && apply(design, finding).is_some()
}

fn is_manual(fix: &Fix) -> bool {
    matches!(
        fix,
        Fix::None
            | Fix::PutOwnerFirst { .. }
            | Fix::UseIndex { .. }
            | Fix::MoveToSortKey { .. }
            | Fix::SplitItem
            | Fix::SplitTable { .. }
            | Fix::WriteRate
            | Fix::SendWithToken
            | Fix::ReadLess
            | Fix::DivideKey
            | Fix::CorrectKey
            | Fix::WriteTtl { .. }
            | Fix::RenameKeys { .. }
    )
}

fn read_all_pages(pattern: &mut AccessPattern) -> Option<()> {
    match pattern.operation.as_mut()? {
        Operation::Query(query) => query.all_pages = true,
        Operation::Scan(scan) => scan.all_pages = true,
        _ => return None,
    }
    Some(())
}

fn limit_page(pattern: &mut AccessPattern, limit: u64) -> Option<()> {
    let Operation::Query(query) = pattern.operation.as_mut()? else { return None };
    query.limit = Some(limit);
    Some(())
}

fn table<'a>(design: &'a mut Design, place: &Place) -> Option<&'a mut Table> {
    let name = place.table.as_ref()?;
    design.tables.iter_mut().find(|table| table.name == *name)
}

fn entity<'a>(design: &'a mut Design, place: &Place) -> Option<&'a mut Entity> {
    let name = place.entity.as_ref()?;
    design.entities.iter_mut().find(|entity| entity.name == *name)
}

fn pattern<'a>(design: &'a mut Design, place: &Place) -> Option<&'a mut AccessPattern> {
    let name = place.pattern.as_ref()?;
    design.patterns.iter_mut().find(|pattern| pattern.name == *name)
}

/// Adds a shard to an index partition key and a Query per shard. Returns None if an update writes the key.
fn spread_key(design: &mut Design, place: &Place, shards: u16) -> Option<()> {
    let (table_name, index, attribute) =
        (place.table.clone()?, place.index.clone()?, place.attribute.clone()?);
    let is_set = design.patterns.iter().any(|pattern| {
        changes::updates_in(pattern).any(|update| {
            update.table == table_name && super::indexes::set_attributes(update).contains(&attribute)
        })
    });
    if is_set {
        return None;
    }
    let entities = design.entities.clone();
    let found = table(design, place)?;
    let sort = found.sort_key.first().or(found.partition_key.first()).map(|key| key.name.clone())?;
    let mut spread = Vec::new();
    for placement in &mut found.items {
        let unique = spreading_attribute(&entities, placement, &sort);
        let Some(key) = placement.keys.get_mut(&attribute) else { continue };
        if key
            .template
            .pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Value { format: Format::Shard(_), .. }))
        {
            return None;
        }
        let unique = unique?;
        spread.push(key.template.prefix().to_owned());
        key.template.pieces.push(Piece::Text("#".into()));
        key.template.pieces.push(Piece::Value { attribute: unique, format: Format::Shard(shards) });
    }
    let width = (shards - 1).to_string().len();
    for pattern in &mut design.patterns {
        let Some(Operation::Query(query)) = &mut pattern.operation else { continue };
        if query.table != table_name || query.index.as_ref() != Some(&index) {
            continue;
        }
        let Some(KeyCondition::Equals(template)) = query.key.get_mut(&attribute) else { continue };
        if spread.iter().any(|prefix| prefix == template.prefix()) {
            template.pieces.push(Piece::Text("#".into()));
            template.pieces.push(Piece::Value { attribute: "shard".into(), format: Format::Plain });
            let values = (0..shards).map(|shard| format!("{shard:0>width$}").into()).collect();
            query.for_each.insert("shard".into(), values);
        }
    }
    (!spread.is_empty()).then_some(())
}

/// Returns an attribute of the item's keys that is unique per row. Tries the sort key first.
fn spreading_attribute(entities: &[Entity], placement: &Placement, sort: &str) -> Option<String> {
    let entity = entities.iter().find(|entity| entity.name == placement.entity)?;
    let is_own = |name: &&str| {
        let values = entity.attribute(name).map(|attribute| &attribute.values);
        matches!(values, Some(Values::Sequence { .. } | Values::Ulid { .. } | Values::Uuid | Values::Email))
    };
    let sort_key = placement.keys.get(sort)?;
    sort_key
        .template
        .attributes()
        .find(is_own)
        .or_else(|| placement.keys.values().flat_map(|key| key.template.attributes()).find(is_own))
        .map(str::to_owned)
}

/// Adds an index on the attribute of a scan's filter, and replaces the Scan by a Query.
fn add_index(design: &mut Design, place: &Place, name: &str, partition_key: &Template) -> Option<()> {
    let attribute = partition_key.only_attribute()?.to_owned();
    let data_type = design
        .entities
        .iter()
        .find_map(|entity| entity.attribute(&attribute))
        .map(|attribute| attribute.data_type)
        .filter(|data_type| data_type.can_be_key())?;
    let (_, parameter) = reads::filtered_attribute(pattern(design, place)?)?;
    let found = table(design, place)?;
    if found.index(name).is_some() || found.key_attributes().iter().any(|key| key.name == attribute) {
        return None;
    }
    found.indexes.push(Index {
        name: name.to_owned(),
        kind: IndexKind::Global,
        partition_key: vec![KeyAttribute { name: attribute.clone(), data_type, ..KeyAttribute::default() }],
        ..Index::default()
    });
    let table_name = found.name.clone();
    let pattern = pattern(design, place)?;
    let query = Query {
        table: table_name,
        index: Some(name.to_owned()),
        key: [(attribute, KeyCondition::Equals(Template::value(&parameter)))].into_iter().collect(),
        all_pages: true,
        ..Query::default()
    };
    pattern.operation = Some(Operation::Query(query));
    Some(())
}

pub(super) fn remove_index(design: &mut Design, place: &Place, name: &str) -> Option<()> {
    let table = table(design, place)?;
    let removed = table.indexes.iter().position(|index| index.name == name)?;
    let index = table.indexes.remove(removed);
    let kept: Vec<String> = table.key_attributes().into_iter().map(|key| key.name.clone()).collect();
    for attribute in index.key().filter(|attribute| !kept.contains(&attribute.name)) {
        for placement in &mut table.items {
            placement.keys.remove(&attribute.name);
        }
    }
    Some(())
}

fn add_condition(design: &mut Design, place: &Place, condition: &str) -> Option<()> {
    let item = place.item.clone()?;
    let put = match pattern(design, place)?.operation.as_mut()? {
        Operation::Put(put) => Some(put),
        Operation::TransactWrite { writes } => writes.iter_mut().find_map(|action| match action {
            Action::Put(put) if put.item == item && put.condition.is_none() => Some(put),
            _ => None,
        }),
        _ => None,
    };
    put?.condition = Some(condition.to_owned());
    Some(())
}

fn use_global_indexes(table: &mut Table) -> Option<()> {
    for index in table.indexes.iter_mut().filter(|index| index.kind == IndexKind::Local) {
        index.kind = IndexKind::Global;
    }
    Some(())
}

/// Replaces a key of several attributes by one attribute with all parts.
fn join_key(design: &mut Design, place: &Place) -> Option<()> {
    if place.index.is_some() {
        return None;
    }
    let first = place.attribute.clone()?;
    let found = table(design, place)?;
    let is_partition = found.partition_key.first().is_some_and(|key| key.name == first);
    let parts: Vec<String> = match is_partition {
        true => found.partition_key.iter().map(|key| key.name.clone()).collect(),
        false => found.sort_key.iter().map(|key| key.name.clone()).collect(),
    };
    let name = parts.join("_");
    let joined =
        vec![KeyAttribute { name: name.clone(), data_type: AttributeType::S, ..KeyAttribute::default() }];
    match is_partition {
        true => found.partition_key = joined,
        false => found.sort_key = joined,
    }
    for placement in &mut found.items {
        let templates = parts.iter().map(|part| {
            placement.keys.remove(part).map_or_else(|| Template::value(part), |key| key.template)
        });
        let template = keys::joined(templates.collect::<Vec<_>>().into_iter());
        placement.keys.insert(name.clone(), ItemKey { template, when: None });
    }
    let table_name = found.name.clone();
    for pattern in &mut design.patterns {
        match &mut pattern.operation {
            Some(Operation::Get(get)) if get.table == table_name => {
                join_templates(&mut get.key, &parts, &name)
            }
            Some(Operation::Update(update)) if update.table == table_name => {
                join_templates(&mut update.key, &parts, &name);
            }
            Some(Operation::Delete(delete)) if delete.table == table_name => {
                join_templates(&mut delete.key, &parts, &name);
            }
            Some(Operation::Query(query)) if query.table == table_name && query.index.is_none() => {
                join_conditions(query, &parts, &name);
            }
            _ => {}
        }
    }
    Some(())
}

fn join_templates(key: &mut KeyTemplates, parts: &[String], name: &str) {
    if parts.iter().all(|part| key.contains_key(part)) {
        let templates: Vec<Template> = parts.iter().filter_map(|part| key.remove(part)).collect();
        key.insert(name.to_owned(), keys::joined(templates.into_iter()));
    }
}

/// Joins the equality conditions from the left, and prefixes the next condition with them.
fn join_conditions(query: &mut Query, parts: &[String], name: &str) {
    let mut before: Vec<Template> = Vec::new();
    for part in parts {
        match query.key.remove(part) {
            Some(KeyCondition::Equals(template)) => before.push(template),
            Some(KeyCondition::BeginsWith { begins_with }) => {
                before.push(begins_with);
                let begins_with = keys::joined(before.into_iter());
                query.key.insert(name.to_owned(), KeyCondition::BeginsWith { begins_with });
                return;
            }
            _ => break,
        }
    }
    let is_whole = before.len() == parts.len();
    if before.is_empty() {
        return;
    }
    let mut template = keys::joined(before.into_iter());
    let condition = if is_whole {
        KeyCondition::Equals(template)
    } else {
        template.pieces.push(Piece::Text("#".into()));
        KeyCondition::BeginsWith { begins_with: template }
    };
    query.key.insert(name.to_owned(), condition);
}

fn send_alone(pattern: &mut AccessPattern) -> Option<()> {
    let alone = match pattern.operation.as_ref()? {
        Operation::TransactWrite { writes } => match writes.as_slice() {
            [Action::Put(put)] => Operation::Put(put.clone()),
            [Action::Update(update)] => Operation::Update(update.clone()),
            [Action::Delete(delete)] => Operation::Delete(delete.clone()),
            _ => return None,
        },
        Operation::TransactGet { reads } => match reads.as_slice() {
            [get] => Operation::Get(get.clone()),
            _ => return None,
        },
        _ => return None,
    };
    pattern.operation = Some(alone);
    Some(())
}

/// Adds leading zeros to the item's key and to the patterns' conditions on that key.
fn pad_number(design: &mut Design, place: &Place, attribute: &str, digits: u8) -> Option<()> {
    let (key_name, item) = (place.attribute.clone()?, place.item.clone()?);
    let entity = place.entity.clone()?;
    let found = table(design, place)?;
    let placement = found.items.iter_mut().find(|placement| placement.name() == item)?;
    let template = &mut placement.keys.get_mut(&key_name)?.template;
    let prefix = template.prefix().to_owned();
    pad(template, |name| name == attribute, digits);
    let table_name = found.name.clone();
    for pattern in &mut design.patterns {
        let parameters = pattern.parameters.clone();
        let is_number = |name: &str| match parameters.get(name) {
            Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
                *of == format!("{entity}.{attribute}")
            }
            Some(Parameter::Value { value }) => value.is_u64(),
            None => false,
        };
        let Some(Operation::Query(query)) = &mut pattern.operation else { continue };
        if query.table != table_name {
            continue;
        }
        let Some(condition) = query.key.get_mut(&key_name) else { continue };
        for template in templates_of(condition).into_iter().filter(|template| template.prefix() == prefix) {
            pad(template, is_number, digits);
        }
    }
    Some(())
}

fn pad(template: &mut Template, is_number: impl Fn(&str) -> bool, digits: u8) {
    for piece in &mut template.pieces {
        if let Piece::Value { attribute, format: format @ Format::Plain } = piece
            && is_number(attribute)
        {
            *format = Format::Padded(digits);
        }
    }
}

pub(super) fn templates_of(condition: &mut KeyCondition) -> Vec<&mut Template> {
    match condition {
        KeyCondition::Equals(template)
        | KeyCondition::BeginsWith { begins_with: template }
        | KeyCondition::Below { below: template }
        | KeyCondition::AtMost { at_most: template }
        | KeyCondition::Above { above: template }
        | KeyCondition::AtLeast { at_least: template } => vec![template],
        KeyCondition::Between { between } => vec![&mut between.0, &mut between.1],
    }
}

/// Adds a second item with the attribute as its key. The user must add its write to the patterns that create the
/// entity.
fn add_uniqueness_item(design: &mut Design, place: &Place, attribute: &str) -> Option<()> {
    let item = place.item.clone()?;
    let found = table(design, place)?;
    let keys: Vec<String> = found.key().map(|key| key.name.clone()).collect();
    let placement = found.placement(&item)?;
    let mut guard = Placement {
        entity: placement.entity.clone(),
        name: format!("{item} {attribute}"),
        attributes: Some(Vec::new()),
        ..Placement::default()
    };
    let (partition, sort) = (keys.first()?, keys.get(1));
    let prefix = format!("UNIQUE#{}#{{{attribute}}}", attribute.to_uppercase());
    guard.keys.insert(partition.clone(), ItemKey { template: Template::parse(&prefix).ok()?, when: None });
    if let Some(sort) = sort {
        guard.keys.insert(sort.clone(), ItemKey { template: Template::text("UNIQUE"), when: None });
    }
    if found.placement(guard.name()).is_some() {
        return None;
    }
    found.items.push(guard);
    Some(())
}
