//! What one execution of a pattern consumes on each key: every step is booked on the partition key that it reads or writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::{index_write_units, write_units};
use dynalab_engine::database::change::Change;
use dynalab_types::{AttributeValue, Item};

use super::kind_of;
use super::shares::{KEY_SEPARATOR, KeyShares, of_kind, of_parameters, of_put};
use crate::check::CheckContext;
use crate::check::requests::{RequestBuilder, Values};
use crate::check::stored::key_text;
use crate::check::tables::{entry_bytes, is_projected};
use crate::design::{
    Action, Get, Index, IndexKind, KeyCondition, KeyTemplates, Operation, Parameter, Placement, Put, Query,
    Table,
};
use crate::literal::show;
use crate::report::{HeatCause, PatternReport};
use crate::template::Template;

/// Bytes of one read unit.
const READ_UNIT_BYTES: u64 = 4_096;

/// What one execution consumes on the partition keys of a table or a global index.
#[derive(Clone, Debug)]
pub(crate) struct KeyLoad {
    pub table: String,
    /// The global index. A local index is in the partitions of its table.
    pub index: Option<String>,
    pub shares: Arc<KeyShares>,
    pub read: f64,
    pub write: f64,
    /// The busiest key's share of the requests that the pattern states, if it is of these keys.
    pub busiest_share: Option<f64>,
    /// Keys that one execution divides its units between: one per shard.
    pub shards: f64,
}

impl KeyLoad {
    /// Iterates over the keys with their shares.
    pub fn keys(&self) -> impl Iterator<Item = (&str, f64)> {
        let first = self.shares.busiest_share();
        let stated = self.busiest_share.unwrap_or(0.0).max(first);
        let others = if first < 1.0 { (1.0 - stated) / (1.0 - first) } else { 1.0 };
        let keys = self.shares.keys.iter().enumerate();
        keys.map(move |(place, (key, share))| {
            (key.as_str(), if place == 0 { stated } else { share * others } / self.shards)
        })
    }
}

/// The images of the items that a request wrote, by table and key.
pub(crate) type Images = BTreeMap<(String, String), (Option<Item>, Option<Item>)>;

/// Returns the images of the items in these changes, before the first and after the last change of each.
pub(crate) fn images<'a>(maker: &RequestBuilder, changes: impl Iterator<Item = &'a Change>) -> Images {
    let mut images = Images::new();
    for change in changes {
        let Change::Item { table, before, after, .. } = change else { continue };
        let Some(table) = maker.design.table(table) else { continue };
        let (before, after) =
            (before.as_ref().map(|item| item.unpack()), after.as_ref().map(|item| item.unpack()));
        let Some(key) = after.as_ref().or(before.as_ref()).map(|item| key_text(table, item)) else {
            continue;
        };
        let known = images.entry((table.name.clone(), key)).or_insert_with(|| (before, None));
        known.1 = after;
    }
    images
}

/// A step with its weight, which becomes units when the units of all steps are known.
struct Step {
    /// The table or index that is charged. Its units are divided between the steps by weight.
    charged: (String, Option<String>),
    load: KeyLoad,
}

/// Returns the loads of one execution of the pattern. `read_factor` is how much more it reads in production than in the sample.
pub(crate) fn of_pattern(
    maker: &RequestBuilder,
    operation: &Operation,
    report: &PatternReport,
    (images, read_factor): (&Images, f64),
    context: &CheckContext,
) -> Vec<KeyLoad> {
    let mut steps = match operation.is_write() {
        true => writes(maker, operation, images, context),
        false => reads(maker, operation, report, context),
    };
    state_busiest_share(maker, &mut steps);
    let mut sums: BTreeMap<(String, Option<String>), (f64, f64)> = BTreeMap::new();
    for step in &steps {
        let sum = sums.entry(step.charged.clone()).or_default();
        sum.0 += step.load.read;
        sum.1 += step.load.write;
    }
    let mut loads = Vec::new();
    for step in steps {
        let (table, index) = &step.charged;
        let units = report.units.iter().find(|units| units.table == *table && units.index == *index);
        let (Some(units), Some(sum)) = (units, sums.get(&step.charged)) else { continue };
        let part = |units: f64, weight: f64, sum: f64| if sum > 0.0 { units * weight / sum } else { 0.0 };
        let read = part(units.read, step.load.read, sum.0) * read_factor;
        let write = part(units.write, step.load.write, sum.1);
        if read > 0.0 || write > 0.0 {
            loads.push(KeyLoad { read, write, ..step.load });
        }
    }
    loads
}

/// Gives the stated share to the steps on the busiest key of the table: a purchase of the busiest event is not one of the busiest buyer.
fn state_busiest_share(maker: &RequestBuilder, steps: &mut [Step]) {
    let Some(share) = maker.pattern.busiest_share.map(|share| share.clamp(0.0, 1.0)) else { return };
    let is_only = steps.iter().filter(|step| step.load.busiest_share.is_some()).count() == 1;
    let marked = steps.iter().filter(|step| step.load.busiest_share.is_some());
    let most = marked.map(|step| step.load.shares.busiest_share()).fold(0.0, f64::max);
    for step in steps {
        let is_busiest = is_only || step.load.shares.busiest_share() >= most;
        step.load.busiest_share = step.load.busiest_share.filter(|_| is_busiest).map(|_| share);
    }
}

/// Returns the global index of this name. A local index has no partitions of its own.
fn located(table: &Table, index: Option<&str>) -> Option<String> {
    let index = index.and_then(|name| table.index(name))?;
    (index.kind == IndexKind::Global).then(|| index.name.clone())
}

fn reads(
    maker: &RequestBuilder,
    operation: &Operation,
    report: &PatternReport,
    context: &CheckContext,
) -> Vec<Step> {
    let of_get = |get: &Get| of_whole_key(maker, &get.table, &get.key, context);
    match operation {
        Operation::Query(query) => of_query(maker, query, report, context),
        Operation::Get(get) => of_get(get).into_iter().collect(),
        Operation::TransactGet { reads } => reads.iter().filter_map(of_get).collect(),
        Operation::BatchGet(batch) => {
            batch.keys.iter().filter_map(|key| of_whole_key(maker, &batch.table, key, context)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the read of one item by its key.
fn of_whole_key(
    maker: &RequestBuilder,
    table: &str,
    key: &KeyTemplates,
    context: &CheckContext,
) -> Option<Step> {
    let place = maker.design.tables.iter().position(|known| known.name == *table)?;
    let table = &maker.design.tables[place];
    let found = maker.key_item(table, key).ok()?;
    let stored = context.scratch.tables.get(place)?.with_key(&key_text(table, &found));
    let bytes = stored.map_or(0, |stored| stored.size_bytes);
    let load = KeyLoad {
        table: table.name.clone(),
        index: None,
        shares: of_key(maker, table, key, context)?,
        read: bytes.div_ceil(READ_UNIT_BYTES).max(1) as f64,
        write: 0.0,
        busiest_share: Some(0.0),
        shards: 1.0,
    };
    Some(Step { charged: (table.name.clone(), None), load })
}

fn of_key(
    maker: &RequestBuilder,
    table: &Table,
    key: &KeyTemplates,
    context: &CheckContext,
) -> Option<Arc<KeyShares>> {
    let templates: Vec<&Template> =
        table.partition_key.iter().filter_map(|attribute| key.get(&attribute.name)).collect();
    of_parameters(maker, &templates, context)
}

/// Returns the read of a Query. One of a local index can also fetch items of the table, in the same partition.
fn of_query(
    maker: &RequestBuilder,
    query: &Query,
    report: &PatternReport,
    context: &CheckContext,
) -> Vec<Step> {
    let Some(table) = maker.design.table(&query.table) else { return Vec::new() };
    let partition = match query.index.as_ref().map(|name| table.index(name)) {
        Some(Some(index)) => &index.partition_key,
        Some(None) => return Vec::new(),
        None => &table.partition_key,
    };
    let templates: Vec<&Template> = partition
        .iter()
        .filter_map(|attribute| match query.key.get(&attribute.name) {
            Some(KeyCondition::Equals(template)) => Some(template),
            _ => None,
        })
        .collect();
    // The shard of a write is `*` too.
    let any = || AttributeValue::string("*");
    let mut values = maker.values.clone();
    values.extend(query.for_each.keys().map(|name| (name.clone(), any())));
    let Some(shares) = of_parameters(&maker.with_values(values), &templates, context) else {
        return Vec::new();
    };
    let shards = shards_of(query, &templates) as f64;
    let units = report.units.iter().filter(|units| units.table == table.name && units.read > 0.0);
    let step = |index: &Option<String>| Step {
        charged: (table.name.clone(), index.clone()),
        load: KeyLoad {
            table: table.name.clone(),
            index: located(table, query.index.as_deref()),
            shares: shares.clone(),
            read: 1.0,
            write: 0.0,
            busiest_share: Some(0.0),
            shards,
        },
    };
    units.map(|units| step(&units.index)).collect()
}

/// Returns the number of Queries with different partition keys that one execution of the pattern sends.
fn shards_of(query: &Query, templates: &[&Template]) -> usize {
    let is_in_key =
        |name: &str| templates.iter().any(|template| template.attributes().any(|used| used == name));
    query.for_each.iter().filter(|(name, _)| is_in_key(name)).map(|(_, values)| values.len().max(1)).product()
}

fn writes(
    maker: &RequestBuilder,
    operation: &Operation,
    images: &Images,
    context: &CheckContext,
) -> Vec<Step> {
    let actions = operation.actions();
    actions
        .iter()
        .filter_map(|action| Write::of_action(maker, action, images, context))
        .flat_map(|write| write.steps(maker, context))
        .collect()
}

/// A write of one item with its images.
struct Write<'a> {
    /// The position of the table.
    place: usize,
    table: &'a Table,
    /// The position of the kind of item, if it is known.
    kind: Option<usize>,
    action: &'a Action,
    before: Option<Item>,
    after: Option<Item>,
}

impl<'a> Write<'a> {
    fn of_action(
        maker: &RequestBuilder<'a>,
        action: &'a Action,
        images: &Images,
        context: &CheckContext,
    ) -> Option<Write<'a>> {
        let place = maker.design.tables.iter().position(|known| known.name == action.table())?;
        let table = &maker.design.tables[place];
        let (kind, item) = match action {
            Action::Put(put) => {
                let kind = table.items.iter().position(|kind| kind.name() == put.item);
                (kind, maker.put_item(put).ok()?)
            }
            Action::Update(_) | Action::Delete(_) | Action::Check(_) => {
                let key = action.key()?;
                (kind_of(maker, place, key, context), maker.key_item(table, key).ok()?)
            }
        };
        let text = key_text(table, &item);
        let (before, after) = match images.get(&(table.name.clone(), text.clone())) {
            Some(images) => images.clone(),
            // A check writes nothing, and a refused request is charged by the items that it would have written.
            None => {
                let stored = context.scratch.tables.get(place)?.with_key(&text);
                let before = stored.map(|stored| stored.item.clone());
                let after = match action {
                    Action::Put(_) => Some(item),
                    _ => before.clone(),
                };
                (before, after)
            }
        };
        Some(Write { place, table, kind, action, before, after })
    }

    fn steps(&self, maker: &RequestBuilder, context: &CheckContext) -> Vec<Step> {
        let mut steps = Vec::new();
        let size = |item: &Option<Item>| item.as_ref().map_or(0, Item::size_bytes);
        let weight = write_units(size(&self.before).max(size(&self.after))).as_units();
        if let Some(shares) = self.table_shares(maker, context) {
            let load = self.load(None, shares, weight, true);
            steps.push(Step { charged: (self.table.name.clone(), None), load });
        }
        if matches!(self.action, Action::Check(_)) {
            return steps;
        }
        for index in &self.table.indexes {
            for (shares, weight) in self.index_writes(maker, index, context) {
                let load = self.load(Some(index), shares, weight, self.is_as_in_table(index));
                steps.push(Step { charged: (self.table.name.clone(), Some(index.name.clone())), load });
            }
        }
        steps
    }

    fn load(
        &self,
        index: Option<&Index>,
        shares: Arc<KeyShares>,
        write: f64,
        can_be_busiest: bool,
    ) -> KeyLoad {
        KeyLoad {
            table: self.table.name.clone(),
            index: index.filter(|index| index.kind == IndexKind::Global).map(|index| index.name.clone()),
            shares,
            read: 0.0,
            write,
            busiest_share: can_be_busiest.then_some(0.0),
            shards: 1.0,
        }
    }

    fn placement(&self) -> Option<&'a Placement> {
        self.table.items.get(self.kind?)
    }

    /// Returns true if the partition key of the index has no other attributes than the one of the table, so both have the same busiest key.
    fn is_as_in_table(&self, index: &Index) -> bool {
        let Some(placement) = self.placement() else { return false };
        let of_key = |name: &str| match placement.keys.get(name) {
            Some(key) => key.template.attributes().map(str::to_owned).collect(),
            None => vec![name.to_owned()],
        };
        let own: Vec<String> = self.table.partition_key.iter().flat_map(|key| of_key(&key.name)).collect();
        index.partition_key.iter().flat_map(|key| of_key(&key.name)).all(|name| own.contains(&name))
    }

    /// The parameters of an update identify its item. A put writes new rows of the entity.
    fn table_shares(&self, maker: &RequestBuilder, context: &CheckContext) -> Option<Arc<KeyShares>> {
        match self.action.key() {
            Some(key) => of_key(maker, self.table, key, context),
            None => self.new_items(maker, None, context),
        }
    }

    fn new_items(
        &self,
        maker: &RequestBuilder,
        index: Option<&str>,
        context: &CheckContext,
    ) -> Option<Arc<KeyShares>> {
        let kind = self.kind?;
        match self.action {
            Action::Put(put) if !put.set.is_empty() => {
                of_put(maker.design, (self.place, kind), index, &fixed_values(maker, put), context)
            }
            _ => of_kind(maker.design, self.place, kind, index, context),
        }
    }

    /// Returns the keys of an index that the write changes, with the units of each.
    fn index_writes(
        &self,
        maker: &RequestBuilder,
        index: &Index,
        context: &CheckContext,
    ) -> Vec<(Arc<KeyShares>, f64)> {
        let change = self.entry_change(index);
        let units = index_write_units(change).as_units();
        if units == 0.0 {
            return Vec::new();
        }
        let shares = match index.kind {
            IndexKind::Local => self.table_shares(maker, context),
            IndexKind::Global => self.new_items(maker, Some(&index.name), context),
        };
        let is_of_few =
            shares.as_ref().is_none_or(|shares| matches!(shares.cause, HeatCause::FewValues { .. }));
        // An entry that moves between few values is deleted at the one that the request leaves, and put at the one that it sets.
        if let (IndexEntryChange::Moved { before_bytes, after_bytes }, true) = (change, is_of_few) {
            let (before, after) = (partition_text(index, &self.before), partition_text(index, &self.after));
            if let (Some(before), Some(after)) = (before, after)
                && before != after
            {
                return vec![
                    (KeyShares::one(before.clone(), before), write_units(before_bytes).as_units()),
                    (KeyShares::one(after.clone(), after), write_units(after_bytes).as_units()),
                ];
            }
        }
        shares.into_iter().map(|shares| (shares, units)).collect()
    }

    /// Returns how the write changes the entry of an index.
    fn entry_change(&self, index: &Index) -> IndexEntryChange {
        let is_in = |item: &&Item| index.key().all(|attribute| item.contains(&attribute.name));
        let bytes = |item: &Item| entry_bytes(self.table, index, item);
        match (self.before.as_ref().filter(is_in), self.after.as_ref().filter(is_in)) {
            (None, None) => IndexEntryChange::Absent,
            (None, Some(after)) => IndexEntryChange::Added { size_bytes: bytes(after) },
            (Some(before), None) => IndexEntryChange::Removed { size_bytes: bytes(before) },
            (Some(before), Some(after)) => {
                let (before_bytes, after_bytes) = (bytes(before), bytes(after));
                let is_same = |name: &str| before.get(name) == after.get(name);
                if !index.key().all(|attribute| is_same(&attribute.name)) {
                    return IndexEntryChange::Moved { before_bytes, after_bytes };
                }
                let mut names = before.iter().chain(after.iter()).map(|(name, _)| name);
                match names.all(|name| !is_projected(self.table, index, name) || is_same(name)) {
                    true => IndexEntryChange::Unchanged,
                    false => IndexEntryChange::Replaced { before_bytes, after_bytes },
                }
            }
        }
    }
}

/// Returns the attributes that a put sets to a value without a parameter of the sample.
fn fixed_values(maker: &RequestBuilder, put: &Put) -> Values {
    let is_literal = |name: &str| matches!(maker.pattern.parameters.get(name), Some(Parameter::Value { .. }));
    let set = put.set.iter().filter(|(_, template)| template.attributes().all(is_literal));
    set.filter_map(|(name, template)| Some((name.clone(), maker.fill(template).ok()?))).collect()
}

/// Returns the partition key of an item's entry as text.
fn partition_text(index: &Index, item: &Option<Item>) -> Option<String> {
    let item = item.as_ref()?;
    let values = index.partition_key.iter().map(|attribute| item.get(&attribute.name).map(show));
    Some(values.collect::<Option<Vec<_>>>()?.join(KEY_SEPARATOR))
}
