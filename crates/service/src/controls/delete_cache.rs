//! Dynalab.DeleteCache: deletes a cache with all its entries.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::registry::RecordKind;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::cache::entry::{EntryKind, name_prefix};
use crate::cache::{CacheCounts, CacheSettings};
use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::cache::DeleteCache;

impl DeleteCache {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        match CacheSettings::load(database, &self.name) {
            Some(_) => Ok(()),
            None => Err(ControlError::NotFound { what: "cache", name: self.name.clone() }.into()),
        }
    }
}

impl Operation<Complete> for DeleteCache {
    const NAME: &'static str = <DeleteCache as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeleteCache {
        fields.require("Name");
        DeleteCache { name: fields.text("Name").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let registry = context.database.registry();
        let entries = [EntryKind::Item, EntryKind::Query].into_iter().flat_map(|kind| {
            registry.with_prefix(RecordKind::CACHE_ENTRY, "", &name_prefix(&self.name, kind))
        });
        let entries = entries.map(|(key, _)| key.clone());
        let counts = Some(CacheCounts::key(&self.name)).filter(|key| registry.get(key).is_some());
        let keys = entries.chain([CacheSettings::key(&self.name)]).chain(counts);
        let changes = keys.map(|key| Change::record(key, None)).collect();
        Ok(Step::Done((), WriteSet { changes, later: Vec::new() }))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
