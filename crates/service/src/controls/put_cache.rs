//! Dynalab.PutCache: creates a cache in front of the tables. If one of that name exists, it changes the settings and keeps the
//! entries.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::registry::RecordKind;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::cache::{CacheSettings, ITEMS_MAX};
use crate::complete::{Complete, Context};
use crate::contract::{Call, cache as contract};

const CACHES_MAX: usize = 10;
const NAME_LENGTH_MAX: usize = 20;
/// DAX's default.
const TTL_MS: u64 = 300_000;
const TTL_MAX_MS: i64 = 31 * 24 * 60 * 60 * 1000;

/// A PutCache request.
#[derive(Clone, Debug)]
pub struct PutCache {
    name: String,
    settings: CacheSettings,
}

impl PutCache {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if self.name.is_empty() || self.name.len() > NAME_LENGTH_MAX || !self.name.chars().all(allowed) {
            return Err(ControlError::CacheName.into());
        }
        let mut others = database.registry().of_kind(RecordKind::CACHE);
        let is_known = others.any(|(key, _)| *key.name == *self.name);
        if !is_known && database.registry().of_kind(RecordKind::CACHE).count() >= CACHES_MAX {
            return Err(ControlError::TooMany { what: "caches", most: CACHES_MAX as u64 }.into());
        }
        Ok(())
    }
}

impl Operation<Complete> for PutCache {
    const NAME: &'static str = <contract::PutCache as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> PutCache {
        fields.require("Name");
        let mut ttl = |name: &str| fields.integer_between(name, "Long", 0, Some(TTL_MAX_MS));
        let ttls = [ttl("ItemTtlMs"), ttl("QueryTtlMs")];
        let [item_ttl_ms, query_ttl_ms] = ttls.map(|ttl| ttl.map_or(TTL_MS, |ttl| ttl.max(0) as u64));
        let item_max = fields.integer_between("ItemMax", "Integer", 1, Some(ITEMS_MAX as i64));
        PutCache {
            name: fields.text("Name").unwrap_or_default(),
            settings: CacheSettings {
                item_ttl_ms,
                query_ttl_ms,
                item_max: item_max.map_or(ITEMS_MAX, |most| most.max(1) as u64),
            },
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<()>, DynamoError> {
        let record = Change::record(CacheSettings::key(&self.name), Some(self.settings.to_bytes()));
        Ok(Step::Done((), WriteSet::from_change(record)))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
