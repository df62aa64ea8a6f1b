//! Predicted heat: the busiest key's share of a pattern's requests, and its units per second at the peak.

use std::cell::RefCell;
use std::collections::BTreeMap;

use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
use dynalab_types::AttributeValue;

use super::CheckContext;
use super::requests::{RequestBuilder, Values};
use super::stored::key_text;
use crate::design::{
    AccessPattern, Action, Design, KeyCondition, KeyTemplates, Operation, Parameter, Query, Table,
    Values as RowValues,
};
use crate::literal::show;
use crate::report::{AccessMethod, Heat, HeatCause, PatternReport};
use crate::sample::items::matches;
use crate::template::{Format, Piece, Template};

/// How the number of values of a key attribute grows with the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variety {
    /// As many values as rows of an entity. The busiest value gets this fraction of its share in the sample.
    Grows(f64),
    /// A fixed set of values. Shares are those of the sample.
    Bounded,
    /// A time. All requests of one second have the same value.
    Time,
}

/// Returns the variety of an attribute. Follows the relations that copy it from a parent.
pub fn variety(design: &Design, entity: &str, attribute: &str, context: &CheckContext) -> Variety {
    let (mut entity, mut attribute) = (entity.to_owned(), attribute.to_owned());
    // A chain of relations is at most as long as the list of entities.
    for _ in 0..=design.entities.len() {
        let copied = design.parents_of(&entity).find_map(|relation| {
            relation.copies.get(&attribute).map(|from| (relation.parent.clone(), from.clone()))
        });
        match copied {
            Some((parent, from)) => (entity, attribute) = (parent, from),
            None => break,
        }
    }
    let Some(found) = design.entity(&entity) else { return Variety::Bounded };
    match found.attribute(&attribute).map(|attribute| &attribute.values) {
        Some(RowValues::Time { .. } | RowValues::Date { .. }) => Variety::Time,
        Some(
            RowValues::Choice { .. }
            | RowValues::Cycle { .. }
            | RowValues::Flag { .. }
            | RowValues::Constant { .. }
            | RowValues::Any,
        )
        | None => Variety::Bounded,
        Some(_) => {
            let rows = context.sample.rows(&entity).map_or(0, |rows| rows.rows.len());
            Variety::Grows(rows as f64 / (found.count.max(rows as u64).max(1)) as f64)
        }
    }
}

/// The positions of a table and of a kind of item in it, and the index. None means the table itself.
type KindInIndex = (usize, usize, Option<String>);

/// Cached predictions. They are valid until the sample changes.
#[derive(Default)]
pub(crate) struct PredictionCache {
    /// Predictions by the templates of a key and the attributes in them.
    of_rows: RefCell<BTreeMap<String, Option<Busiest>>>,
    of_kinds: RefCell<BTreeMap<KindInIndex, Option<Busiest>>>,
}

impl PredictionCache {
    /// Removes all predictions, because the sample changed.
    pub fn forget(&mut self) {
        *self = PredictionCache::default();
    }

    /// Removes the predictions for new items of one kind, because its templates changed.
    pub fn forget_kind(&mut self, table: usize, kind: usize) {
        self.of_kinds.get_mut().retain(|(of_table, of_kind, _), _| (*of_table, *of_kind) != (table, kind));
    }
}

/// The most frequent value of a template, and its share of the rows.
#[derive(Clone)]
pub(crate) struct Busiest {
    key: String,
    pub share: f64,
    /// The number of different values in production.
    values: f64,
    cause: HeatCause,
}

/// Returns the most frequent value of a partition key over these rows. A row returns a value for each attribute.
fn busiest<'a, Row: Fn(&str) -> Option<&'a AttributeValue>>(
    templates: &[&Template],
    rows: impl Iterator<Item = Row>,
    variety_of: impl Fn(&str) -> Variety,
) -> Option<Busiest> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut times: Vec<&str> = Vec::new();
    let mut total = 0_u64;
    let mut factor = 1.0_f64;
    let mut shards = 1.0_f64;
    let (mut has_time, mut has_many) = (false, false);
    for piece in templates.iter().flat_map(|template| &template.pieces) {
        match piece {
            Piece::Value { format: Format::Shard(count), .. } => shards *= f64::from(*count),
            Piece::Value { attribute, .. } => match variety_of(attribute) {
                Variety::Grows(part) => {
                    factor = factor.min(part);
                    has_many = true;
                }
                Variety::Time => {
                    has_time = true;
                    times.push(attribute);
                }
                Variety::Bounded => {}
            },
            Piece::Text(_) => {}
        }
    }
    for row in rows {
        let mut key = String::new();
        for piece in templates.iter().flat_map(|template| &template.pieces) {
            match piece {
                Piece::Text(text) => key.push_str(text),
                // Shards are counted above. All requests of one second have the same time.
                Piece::Value { format: Format::Shard(_), .. } => key.push('*'),
                Piece::Value { attribute, .. } if times.contains(&attribute.as_str()) => key.push('*'),
                Piece::Value { attribute, format } => {
                    let value = row(attribute)?;
                    key.push_str(&format.apply(attribute, value).ok()?);
                }
            }
        }
        *counts.entry(key).or_default() += 1;
        total += 1;
    }
    let cause = match (has_many, has_time) {
        (true, _) => HeatCause::ManyValues,
        (false, true) => HeatCause::Time,
        (false, false) => HeatCause::FewValues { values: counts.len() as u64 },
    };
    // A value that grows with the table is one of as many more as there are more rows.
    let values = counts.len() as f64 / factor * shards;
    let (key, count) =
        counts.into_iter().max_by(|left, right| left.1.cmp(&right.1).then(right.0.cmp(&left.0)))?;
    Some(Busiest { key, share: count as f64 / total as f64 * factor / shards, values, cause })
}

/// Returns the busiest key of a pattern, by table and index.
pub fn of_pattern(
    maker: &RequestBuilder,
    operation: &Operation,
    report: &PatternReport,
    context: &CheckContext,
) -> Vec<Heat> {
    let rate = maker.pattern.rate.highest();
    let mut all = Vec::new();
    for units in &report.units {
        let found = match operation.is_write() {
            true => of_write(maker, operation, &units.table, units.index.as_deref(), context),
            false => of_read(maker, operation, &units.table, context),
        };
        let Some(mut found) = found else { continue };
        if let Some(share) = maker.pattern.busiest_share {
            found.share = found.share.max(share.clamp(0.0, 1.0));
        }
        let read = units.read * rate * found.share;
        let write = units.write * rate * found.share;
        all.push(Heat {
            table: units.table.clone(),
            index: units.index.clone(),
            key: found.key,
            share: found.share,
            values: found.values,
            read_units_per_second: read,
            write_units_per_second: write,
            cause: found.cause,
            is_above_limit: read > PARTITION_READ_UNITS as f64 || write > PARTITION_WRITE_UNITS as f64,
        });
    }
    all
}

fn of_read(
    maker: &RequestBuilder,
    operation: &Operation,
    table: &str,
    context: &CheckContext,
) -> Option<Busiest> {
    let table = maker.design.table(table)?;
    match operation {
        Operation::Query(query) => {
            let partition = match &query.index {
                Some(name) => &table.index(name)?.partition_key,
                None => &table.partition_key,
            };
            let templates: Vec<&Template> = partition
                .iter()
                .filter_map(|attribute| match query.key.get(&attribute.name) {
                    Some(KeyCondition::Equals(template)) => Some(template),
                    _ => None,
                })
                .collect();
            let shards: usize = shards_of(query, &templates);
            let mut found = of_parameters(maker, &templates, context)?;
            found.share /= shards as f64;
            found.values *= shards as f64;
            Some(found)
        }
        Operation::Get(get) => of_key(maker, table, &get.key, context),
        Operation::BatchGet(batch) => of_key(maker, table, batch.keys.first()?, context),
        Operation::TransactGet { reads } => of_key(maker, table, &reads.first()?.key, context),
        _ => None,
    }
}

/// Returns the number of Queries with different partition keys that one execution of the pattern sends.
fn shards_of(query: &Query, templates: &[&Template]) -> usize {
    let is_in_key =
        |name: &str| templates.iter().any(|template| template.attributes().any(|used| used == name));
    query.for_each.iter().filter(|(name, _)| is_in_key(name)).map(|(_, values)| values.len().max(1)).product()
}

fn of_key(
    maker: &RequestBuilder,
    table: &Table,
    key: &KeyTemplates,
    context: &CheckContext,
) -> Option<Busiest> {
    let templates: Vec<&Template> =
        table.partition_key.iter().filter_map(|attribute| key.get(&attribute.name)).collect();
    of_parameters(maker, &templates, context)
}

/// Returns the busiest key for requests whose keys come from parameters. The rows of their entity determine the
/// distribution.
fn of_parameters(maker: &RequestBuilder, templates: &[&Template], context: &CheckContext) -> Option<Busiest> {
    let parameters = &maker.pattern.parameters;
    let sources: BTreeMap<&str, (&str, &str)> = templates
        .iter()
        .flat_map(|template| template.attributes())
        .filter_map(|name| match parameters.get(name) {
            Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
                of.split_once('.').map(|source| (name, source))
            }
            _ => None,
        })
        .collect();
    let key = || {
        let filled = templates.iter().filter_map(|template| maker.fill(template).ok());
        filled.map(|value| show(&value)).collect::<Vec<_>>().join(" / ")
    };
    let entity = match sources.values().next() {
        Some((entity, _)) => *entity,
        // All requests have this key, or one key per listed value.
        None => {
            return Some(Busiest {
                key: key(),
                share: 1.0,
                values: 1.0,
                cause: HeatCause::FewValues { values: 1 },
            });
        }
    };
    let rows = context.sample.rows(entity)?;
    let known = signature(templates, &sources, &maker.values);
    if let Some(known) = context.heat.of_rows.borrow().get(&known) {
        return known.clone();
    }
    let (sources, own) = (&sources, &maker.values);
    let values = rows.rows.iter().map(|row| {
        move |parameter: &str| match sources.get(parameter) {
            Some((from, attribute)) if *from == entity => row.get(attribute).or_else(|| own.get(parameter)),
            _ => own.get(parameter),
        }
    });
    let found = busiest(templates, values, |name| match sources.get(name) {
        Some((entity, attribute)) => variety(maker.design, entity, attribute, context),
        None => Variety::Bounded,
    });
    context.heat.of_rows.borrow_mut().insert(known, found.clone());
    found
}

/// Returns the templates as text, with each parameter replaced by its attribute or value.
fn signature(templates: &[&Template], sources: &BTreeMap<&str, (&str, &str)>, own: &Values) -> String {
    let mut text = String::new();
    for piece in templates.iter().flat_map(|template| &template.pieces) {
        match piece {
            Piece::Text(plain) => text.push_str(&format!("{plain:?}")),
            Piece::Value { attribute, format } => {
                let value = own.get(attribute).map(show);
                text.push_str(&format!("{:?} {value:?} {format:?};", sources.get(attribute.as_str())));
            }
        }
    }
    text
}

/// Returns the busiest key of a write, over the kinds of items that it writes.
fn of_write(
    maker: &RequestBuilder,
    operation: &Operation,
    table: &str,
    index: Option<&str>,
    context: &CheckContext,
) -> Option<Busiest> {
    let place = maker.design.tables.iter().position(|known| known.name == table)?;
    let table = &maker.design.tables[place];
    let single;
    let actions: &[Action] = match operation {
        Operation::BatchWrite { writes } | Operation::TransactWrite { writes } => writes,
        Operation::Put(put) => {
            single = [Action::Put(put.clone())];
            &single
        }
        Operation::Update(update) => {
            single = [Action::Update(update.clone())];
            &single
        }
        Operation::Delete(delete) => {
            single = [Action::Delete(delete.clone())];
            &single
        }
        _ => return None,
    };
    let written = actions.iter().filter(|action| action.table() == table.name).filter_map(|action| {
        let (kind, key) = match action {
            Action::Put(put) => (table.items.iter().position(|kind| kind.name() == put.item)?, None),
            Action::Update(update) => (kind_of(maker, place, &update.key, context)?, Some(&update.key)),
            Action::Delete(delete) | Action::Check(delete) => {
                (kind_of(maker, place, &delete.key, context)?, Some(&delete.key))
            }
        };
        // The parameters of an update identify its item. A put writes new rows of the entity.
        match (index, key) {
            (None, Some(key)) => of_key(maker, table, key, context),
            _ => of_kind(maker.design, place, kind, index, context),
        }
    });
    written.max_by(|left, right| left.share.total_cmp(&right.share))
}

/// Returns the position, in the table's list, of the kind of the sample item with this key.
pub(crate) fn kind_of(
    maker: &RequestBuilder,
    place: usize,
    key: &KeyTemplates,
    context: &CheckContext,
) -> Option<usize> {
    let table = maker.design.tables.get(place)?;
    let key = maker.key_item(table, key).ok()?;
    let stored = context.scratch.tables.get(place)?.with_key(&key_text(table, &key))?;
    Some(stored.origin.placement)
}

/// Returns the busiest partition key for new items of one kind. `place` and `kind` are positions in their lists.
pub(crate) fn of_kind(
    design: &Design,
    place: usize,
    kind: usize,
    index: Option<&str>,
    context: &CheckContext,
) -> Option<Busiest> {
    let known = (place, kind, index.map(str::to_owned));
    if let Some(known) = context.heat.of_kinds.borrow().get(&known) {
        return known.clone();
    }
    let found = predict_kind(design, place, kind, index, context);
    context.heat.of_kinds.borrow_mut().insert(known, found.clone());
    found
}

fn predict_kind(
    design: &Design,
    place: usize,
    kind: usize,
    index: Option<&str>,
    context: &CheckContext,
) -> Option<Busiest> {
    let table = design.tables.get(place)?;
    let placement = table.items.get(kind)?;
    let partition = match index {
        Some(name) => &table.index(name)?.partition_key,
        None => &table.partition_key,
    };
    let implied: Vec<Template> = partition.iter().map(|attribute| Template::value(&attribute.name)).collect();
    let mut whens = Vec::new();
    let mut templates = Vec::new();
    for (attribute, implied) in partition.iter().zip(&implied) {
        match placement.keys.get(&attribute.name) {
            Some(key) => {
                templates.push(&key.template);
                whens.extend(&key.when);
            }
            None => templates.push(implied),
        }
    }
    let rows = context.sample.rows(&placement.entity)?;
    let fills = &context.scratch.tables.get(place)?.kinds.get(kind)?.fills;
    let filled = rows.rows.iter().zip(fills).filter(|(_, fills)| **fills).map(|(row, _)| row);
    let entering = filled.filter(|row| whens.iter().all(|when| matches(when, row)));
    let values = entering.map(|row| move |attribute: &str| row.get(attribute));
    busiest(&templates, values, |name| variety(design, &placement.entity, name, context))
}

/// Returns the factor by which the items that a pattern reads grow from the sample to production.
pub fn growth(
    design: &Design,
    pattern: &AccessPattern,
    report: &PatternReport,
    context: &CheckContext,
) -> f64 {
    let Some(table) = design.table(&report.served.table) else { return 1.0 };
    let full = |entities: &mut dyn Iterator<Item = &str>| {
        let (mut sample, mut full) = (0.0, 0.0);
        for entity in entities {
            let rows = context.sample.rows(entity).map_or(0, |rows| rows.rows.len()) as f64;
            sample += rows;
            full += design.entity(entity).map_or(rows, |entity| entity.predicted_count().max(rows));
        }
        if sample > 0.0 { full / sample } else { 1.0 }
    };
    match report.served.how {
        AccessMethod::Scan => full(&mut table.items.iter().map(|placement| placement.entity.as_str())),
        AccessMethod::Query | AccessMethod::Queries => {
            let Some(Operation::Query(query)) = &pattern.operation else { return 1.0 };
            let equal = query.key.values().filter_map(|condition| match condition {
                KeyCondition::Equals(template) => Some(template),
                _ => None,
            });
            // There are more keys in production, so each one has fewer of the additional items.
            let part = equal
                .flat_map(Template::attributes)
                .filter_map(|name| match pattern.parameters.get(name) {
                    Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => of.split_once('.'),
                    _ => None,
                })
                .map(|(entity, attribute)| match variety(design, entity, attribute, context) {
                    Variety::Grows(part) => part,
                    Variety::Bounded | Variety::Time => 1.0,
                })
                .fold(1.0, f64::min);
            part * full(&mut returned_entities(table, report).into_iter())
        }
        _ => 1.0,
    }
}

/// Returns the entities of the items that the pattern returned.
fn returned_entities<'a>(table: &'a Table, report: &PatternReport) -> Vec<&'a str> {
    let mut entities: Vec<&str> = Vec::new();
    for placement in report.kinds.iter().filter_map(|name| table.placement(name)) {
        if !entities.contains(&placement.entity.as_str()) {
            entities.push(&placement.entity);
        }
    }
    entities
}
