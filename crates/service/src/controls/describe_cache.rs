//! Dynalab.DescribeCache: the entries of a cache, their age, and whether they equal the current items.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::registry::{Checked, RecordKind};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::cache::entry::{Entry, EntryKind, label_of, read_item, read_query, table_of};
use crate::cache::{CacheCounts, CacheSettings};
use crate::complete::{Complete, Context};
pub use crate::contract::cache::DescribeCache;
use crate::contract::cache::{CacheDescription, CachedItem, CachedQuery};
use crate::contract::{Call, Json, encode};

impl DescribeCache {
    fn describe(&self, context: &Context) -> Option<CacheDescription> {
        let settings = CacheSettings::load(context.database, &self.name)?;
        let counts = CacheCounts::read(context.record(&CacheCounts::key(&self.name)));
        let mut description = CacheDescription {
            name: self.name.clone(),
            item_ttl_ms: settings.item_ttl_ms,
            query_ttl_ms: settings.query_ttl_ms,
            item_max: settings.item_max,
            item_cache_hits: counts.item_hits,
            item_cache_misses: counts.item_misses,
            query_cache_hits: counts.query_hits,
            query_cache_misses: counts.query_misses,
            evicted: counts.evicted,
            ..CacheDescription::default()
        };
        for (key, bytes) in context.database.registry().of_kind(RecordKind::CACHE_ENTRY) {
            let Some(entry) = Entry::from_bytes(bytes).checked() else { continue };
            let age_ms = context.now.epoch_ms.saturating_sub(entry.put_at_ms);
            let is_expired =
                |kind: EntryKind| !settings.is_fresh(kind, entry.put_at_ms, context.now.epoch_ms);
            if let Some(table) = label_of(&self.name, EntryKind::Item, key).and_then(table_of)
                && let Some((key, item)) = read_item(&entry.content).checked()
            {
                let current = context.database.find(table).and_then(|table| table.items.packed(&key));
                let differs = current != item.as_ref();
                description.items.push(CachedItem {
                    table_name: table.to_owned(),
                    item: item.map(|item| Json::from(&item.unpack())),
                    age_ms,
                    expired: is_expired(EntryKind::Item),
                    differs,
                });
            }
            if label_of(&self.name, EntryKind::Query, key).is_some()
                && let Some([operation, request, _]) = read_query(&entry.content).checked()
            {
                description.queries.push(CachedQuery {
                    operation,
                    request: Json(request),
                    age_ms,
                    expired: is_expired(EntryKind::Query),
                });
            }
        }
        Some(description)
    }
}

impl Operation<Complete> for DescribeCache {
    const NAME: &'static str = <DescribeCache as Call>::NAME;
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

    fn encode(response: &CacheDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
