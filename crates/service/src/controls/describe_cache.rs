//! Dynalab.DescribeCache: the entries of a cache, their age, and whether they equal the current items.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_engine::registry::{Checked, RecordKind};
use dynalab_types::PackedItem;
use dynalab_types::wire::item_json;

use crate::cache::entry::{Entry, EntryKind, label_of, read_item, read_query, table_of};
use crate::cache::{CacheCounts, CacheSettings};
use crate::complete::{Complete, Context};

#[derive(Clone, Debug)]
pub struct DescribeCache {
    name: String,
}

#[derive(Debug)]
pub struct CacheDescription {
    name: String,
    settings: CacheSettings,
    counts: CacheCounts,
    items: Vec<CachedItem>,
    queries: Vec<CachedQuery>,
}

#[derive(Debug)]
struct Age {
    age_ms: u64,
    expired: bool,
}

#[derive(Debug)]
struct CachedItem {
    table: String,
    age: Age,
    item: Option<PackedItem>,
    differs: bool,
}

#[derive(Debug)]
struct CachedQuery {
    operation: String,
    request: String,
    age: Age,
}

impl DescribeCache {
    fn describe(&self, context: &Context) -> Option<CacheDescription> {
        let settings = CacheSettings::load(context.database, &self.name)?;
        let counts = CacheCounts::read(context.record(&CacheCounts::key(&self.name)));
        let name = self.name.clone();
        let mut description =
            CacheDescription { name, settings, counts, items: Vec::new(), queries: Vec::new() };
        for (key, bytes) in context.database.registry().of_kind(RecordKind::CACHE_ENTRY) {
            let Some(entry) = Entry::from_bytes(bytes).checked() else { continue };
            let age = |kind: EntryKind| Age {
                age_ms: context.now.epoch_ms.saturating_sub(entry.put_at_ms),
                expired: !settings.is_fresh(kind, entry.put_at_ms, context.now.epoch_ms),
            };
            if let Some(table) = label_of(&self.name, EntryKind::Item, key).and_then(table_of)
                && let Some((key, item)) = read_item(&entry.content).checked()
            {
                let current = context.database.find(table).and_then(|table| table.items.packed(&key));
                let differs = current != item.as_ref();
                let (table, age) = (table.to_owned(), age(EntryKind::Item));
                description.items.push(CachedItem { table, age, item, differs });
            }
            if label_of(&self.name, EntryKind::Query, key).is_some()
                && let Some([operation, request, _]) = read_query(&entry.content).checked()
            {
                description.queries.push(CachedQuery { operation, request, age: age(EntryKind::Query) });
            }
        }
        Some(description)
    }
}

impl Operation<Complete> for DescribeCache {
    const NAME: &'static str = "Dynalab.DescribeCache";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = CacheDescription;

    fn decode(fields: &mut Fields) -> DescribeCache {
        fields.require("Name");
        DescribeCache { name: fields.text("Name").unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<CacheDescription>, DynamoError> {
        let not_found = || ControlError::NotFound { what: "cache", name: self.name.clone() };
        let description = self.describe(context).ok_or_else(not_found)?;
        Ok(Step::Done(description, WriteSet::default()))
    }

    fn encode(cache: &CacheDescription, body: &mut ObjectWriter) {
        body.text("Name", &cache.name);
        body.integer("ItemTtlMs", cache.settings.item_ttl_ms);
        body.integer("QueryTtlMs", cache.settings.query_ttl_ms);
        body.integer("ItemMax", cache.settings.item_max);
        body.integer("ItemCacheHits", cache.counts.item_hits);
        body.integer("ItemCacheMisses", cache.counts.item_misses);
        body.integer("QueryCacheHits", cache.counts.query_hits);
        body.integer("QueryCacheMisses", cache.counts.query_misses);
        body.integer("Evicted", cache.counts.evicted);
        body.objects("Items", &cache.items, |object, cached| {
            object.text("TableName", &cached.table);
            if let Some(item) = &cached.item {
                object.json("Item", &item_json(&item.unpack()));
            }
            encode_age(&cached.age, object);
            object.boolean("Differs", cached.differs);
        });
        body.objects("Queries", &cache.queries, |object, cached| {
            object.text("Operation", &cached.operation);
            object.json("Request", &cached.request);
            encode_age(&cached.age, object);
        });
    }
}

fn encode_age(age: &Age, object: &mut ObjectWriter) {
    object.integer("AgeMs", age.age_ms);
    object.boolean("Expired", age.expired);
}
