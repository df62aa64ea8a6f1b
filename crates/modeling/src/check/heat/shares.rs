//! How the requests of a pattern divide between the partition keys: each key's share, from the rows of the sample.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::AttributeValue;

use crate::check::CheckContext;
use crate::check::requests::{RequestBuilder, Values};
use crate::design::{Design, Parameter, Values as RowValues};
use crate::literal::show;
use crate::report::HeatCause;
use crate::sample::items::matches;
use crate::template::{Format, Piece, Template};

/// Keys of one distribution that are kept: those with the largest shares. Of a key that is not kept, the share is below 1 / 64.
const KEPT_KEYS: usize = 64;
/// Keys of all distributions that are kept. Beyond it, only the busiest key of a distribution is.
const KEPT_KEYS_OF_ALL: usize = 200_000;
/// Rows of the sample that a check looks at for puts with values of their own. Beyond it, such a put counts as any new item of its kind.
const OWN_ROWS_OF_ALL: usize = 5_000_000;
/// Stands between the attributes of a partition key.
pub const KEY_SEPARATOR: &str = " / ";

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
    let rows = context.sample.rows(&entity).map_or(0, |rows| rows.rows.len()) as f64;
    let count = (found.count as f64).max(rows).max(1.0);
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
        Some(RowValues::Number { least, most, decimals: 0 }) => match (most - least).abs().floor() + 1.0 {
            // A range of numbers has as many values, however many rows there are.
            values if values <= rows => Variety::Bounded,
            values => Variety::Grows(rows / count.min(values)),
        },
        Some(_) => Variety::Grows(rows / count),
    }
}

/// The partition keys of a request or a write, with their shares.
#[derive(Debug)]
pub(crate) struct KeyShares {
    /// The busiest key first, keys with equal shares by their text.
    pub keys: Vec<(String, f64)>,
    /// The key template, with the names of attributes.
    pub template: String,
    /// The number of different keys in production.
    pub values: f64,
    pub cause: HeatCause,
}

impl KeyShares {
    /// Returns a distribution that is one key.
    pub fn one(key: String, template: String) -> Arc<KeyShares> {
        let cause = HeatCause::FewValues { values: 1 };
        Arc::new(KeyShares { keys: vec![(key, 1.0)], template, values: 1.0, cause })
    }

    /// Returns the share of the busiest key.
    pub fn busiest_share(&self) -> f64 {
        self.keys.first().map_or(0.0, |(_, share)| *share)
    }

    fn of_counts(
        template: String,
        counts: BTreeMap<String, u64>,
        scale: f64,
        cause: HeatCause,
        kept: usize,
    ) -> Option<KeyShares> {
        let total: u64 = counts.values().sum();
        // A value that grows with the table is one of as many more as there are more rows.
        let values = counts.len() as f64 / scale;
        let mut keys: Vec<(String, u64)> = counts.into_iter().collect();
        keys.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
        keys.truncate(kept);
        let share = |count: u64| count as f64 / total as f64 * scale;
        let keys: Vec<(String, f64)> = keys.into_iter().map(|(key, count)| (key, share(count))).collect();
        (!keys.is_empty()).then_some(KeyShares { keys, template, values, cause })
    }
}

/// The positions of a table and of a kind of item in it, and the index. None means the table itself.
type KindInIndex = (usize, usize, Option<String>);

/// Cached distributions. They are valid until the sample changes.
#[derive(Default)]
pub(crate) struct PredictionCache {
    /// Distributions by the templates of a key and the attributes in them.
    of_rows: RefCell<BTreeMap<String, Option<Arc<KeyShares>>>>,
    of_kinds: RefCell<BTreeMap<KindInIndex, Option<Arc<KeyShares>>>>,
    kept_keys: Cell<usize>,
    /// Rows that were looked at for puts with values of their own.
    own_rows: Cell<usize>,
}

impl PredictionCache {
    /// Removes all distributions, because the sample changed.
    pub fn forget(&mut self) {
        *self = PredictionCache::default();
    }

    /// Removes the distributions of new items of one kind, because its templates changed.
    pub fn forget_kind(&mut self, table: usize, kind: usize) {
        self.of_kinds.get_mut().retain(|(of_table, of_kind, _), _| (*of_table, *of_kind) != (table, kind));
    }

    /// Returns how many keys of the next distribution are kept.
    fn room(&self) -> usize {
        if self.kept_keys.get() < KEPT_KEYS_OF_ALL { KEPT_KEYS } else { 1 }
    }

    /// Charges rows for a put with values of its own. Returns false if they are too many.
    fn has_room_for(&self, rows: usize) -> bool {
        let all = self.own_rows.get().saturating_add(rows);
        let is_within = all <= OWN_ROWS_OF_ALL;
        if is_within {
            self.own_rows.set(all);
        }
        is_within
    }

    fn count(&self, made: Option<&KeyShares>) {
        self.kept_keys.set(self.kept_keys.get() + made.map_or(0, |made| made.keys.len()));
    }
}

/// Returns the text of a key's templates, with these names in place of theirs.
fn key_template<'a>(templates: &[&'a Template], name_of: impl Fn(&'a str) -> &'a str) -> String {
    let piece = |piece: &'a Piece| match piece {
        Piece::Value { attribute, format } => {
            Piece::Value { attribute: name_of(attribute).to_owned(), format: *format }
        }
        Piece::Text(text) => Piece::Text(text.clone()),
    };
    let renamed = templates
        .iter()
        .map(|template| Template { pieces: template.pieces.iter().map(piece).collect() }.to_string());
    renamed.collect::<Vec<_>>().join(KEY_SEPARATOR)
}

/// Returns the shares of the values of a partition key over these rows. A row returns a value for each attribute.
fn distribute<'a, Row: Fn(&str) -> Option<&'a AttributeValue>>(
    (templates, template): (&[&Template], String),
    rows: impl Iterator<Item = Row>,
    variety_of: impl Fn(&str) -> Variety,
    kept: usize,
) -> Option<KeyShares> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut times: Vec<&str> = Vec::new();
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
        for (place, template) in templates.iter().enumerate() {
            if place > 0 {
                key.push_str(KEY_SEPARATOR);
            }
            for piece in &template.pieces {
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
        }
        *counts.entry(key).or_default() += 1;
    }
    let cause = match (has_many, has_time) {
        (true, _) => HeatCause::ManyValues,
        (false, true) => HeatCause::Time,
        (false, false) => HeatCause::FewValues { values: counts.len() as u64 },
    };
    KeyShares::of_counts(template, counts, factor / shards, cause, kept)
}

/// Returns the keys of requests whose keys come from parameters. The rows of their entity determine the distribution.
pub(crate) fn of_parameters(
    maker: &RequestBuilder,
    templates: &[&Template],
    context: &CheckContext,
) -> Option<Arc<KeyShares>> {
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
    let entity = match sources.values().next() {
        Some((entity, _)) => *entity,
        // All requests have this key, or one key per listed value.
        None => {
            let filled = templates.iter().filter_map(|template| maker.fill(template).ok());
            let key = filled.map(|value| show(&value)).collect::<Vec<_>>().join(KEY_SEPARATOR);
            return Some(KeyShares::one(key, key_template(templates, |name| name)));
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
    let variety_of = |name: &str| match sources.get(name) {
        Some((entity, attribute)) => variety(maker.design, entity, attribute, context),
        None => Variety::Bounded,
    };
    let name_of = |name| sources.get(name).map_or(name, |(_, attribute)| *attribute);
    let template = key_template(templates, name_of);
    let found = distribute((templates, template), values, variety_of, context.heat.room()).map(Arc::new);
    context.heat.count(found.as_deref());
    context.heat.of_rows.borrow_mut().insert(known, found.clone());
    found
}

/// Returns the templates as text, with each parameter replaced by its attribute or value.
fn signature(templates: &[&Template], sources: &BTreeMap<&str, (&str, &str)>, own: &Values) -> String {
    let mut text = String::new();
    for template in templates {
        text.push('/');
        for piece in &template.pieces {
            match piece {
                Piece::Text(plain) => text.push_str(&format!("{plain:?}")),
                Piece::Value { attribute, format } => {
                    let value = own.get(attribute).map(show);
                    text.push_str(&format!("{:?} {value:?} {format:?};", sources.get(attribute.as_str())));
                }
            }
        }
    }
    text
}

/// Returns the partition keys of new items of one kind, in the table or in an index. `place` and `kind` are positions in their lists.
pub(crate) fn of_kind(
    design: &Design,
    place: usize,
    kind: usize,
    index: Option<&str>,
    context: &CheckContext,
) -> Option<Arc<KeyShares>> {
    let known = (place, kind, index.map(str::to_owned));
    if let Some(known) = context.heat.of_kinds.borrow().get(&known) {
        return known.clone();
    }
    let found = of_new_items(design, (place, kind), index, &Values::new(), context).map(Arc::new);
    context.heat.count(found.as_deref());
    context.heat.of_kinds.borrow_mut().insert(known, found.clone());
    found
}

/// Returns the partition keys of a put of one kind that has these values of attributes. They are those of any new item of the kind if
/// there are no such values, or if the puts that have some looked at too many rows.
pub(crate) fn of_put(
    design: &Design,
    (place, kind): (usize, usize),
    index: Option<&str>,
    fixed: &Values,
    context: &CheckContext,
) -> Option<Arc<KeyShares>> {
    let placement = design.tables.get(place)?.items.get(kind)?;
    let rows = context.sample.rows(&placement.entity)?.rows.len();
    if fixed.is_empty() || !context.heat.has_room_for(rows) {
        return of_kind(design, place, kind, index, context);
    }
    let found = of_new_items(design, (place, kind), index, fixed, context).map(Arc::new);
    context.heat.count(found.as_deref());
    found
}

/// Returns the partition keys of new items of one kind that all have these values of attributes. An attribute with as many values as
/// rows keeps those of the rows: what a design writes for it is an example.
fn of_new_items(
    design: &Design,
    (place, kind): (usize, usize),
    index: Option<&str>,
    fixed: &Values,
    context: &CheckContext,
) -> Option<KeyShares> {
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
    let entering = filled
        .filter(|row| whens.iter().all(|when| fixed.contains_key(&when.attribute) || matches(when, row)));
    let variety_of = |name: &str| variety(design, &placement.entity, name, context);
    let is_fixed = |name: &str| fixed.contains_key(name) && variety_of(name) == Variety::Bounded;
    let fixed_now: BTreeMap<&str, &AttributeValue> =
        fixed.iter().filter(|(name, _)| is_fixed(name)).map(|(name, value)| (name.as_str(), value)).collect();
    let fixed_now = &fixed_now;
    let values = entering.map(|row| move |name: &str| fixed_now.get(name).copied().or_else(|| row.get(name)));
    let template = key_template(&templates, |name| name);
    distribute((&templates, template), values, variety_of, context.heat.room())
}
