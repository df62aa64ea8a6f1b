//! A global table of the version of 2017: a group of tables of one name, one in each Region. Here is one Region, so the only
//! table that can be in it is its own.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::config::EngineConfig;
use crate::database::Database;
use crate::definition_codec::read_flag;
use crate::error::GlobalTableError;
use crate::fields::Fields;
use crate::json_writer::ObjectWriter;
use crate::registry::{RecordKey, RecordKind};
use crate::replication::Replication;
use crate::stream::StreamView;
use crate::table::Table;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GlobalTable {
    pub created_at: Timestamp,
    /// Whether the table of this Region is in the group.
    pub has_local: bool,
}

impl GlobalTable {
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::GLOBAL_TABLE, table, "")
    }

    pub fn find(database: &Database, name: &str) -> Result<GlobalTable, GlobalTableError> {
        let bytes = database.record(&GlobalTable::key(name));
        let found = bytes.and_then(|bytes| GlobalTable::from_bytes(bytes).ok());
        found.ok_or_else(|| GlobalTableError::NotFound { table: name.to_owned() })
    }

    pub fn is_one(database: &Database, name: &str) -> bool {
        GlobalTable::find(database, name).is_ok_and(|global| global.has_local)
    }

    pub fn to_bytes(self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.unsigned(self.created_at.epoch_ms);
        writer.byte(u8::from(self.has_local));
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<GlobalTable, Malformed> {
        let mut reader = Reader::new(bytes);
        let created_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        Ok(GlobalTable { created_at, has_local: read_flag(&mut reader)? })
    }
}

/// A table can be in the group of a Region if it is there, empty, and tells both images.
pub(crate) fn check_member<'a>(
    database: &'a Database,
    name: &str,
    region: &str,
    config: &EngineConfig,
) -> Result<&'a Table, GlobalTableError> {
    let (table, region) = (name.to_owned(), region.to_owned());
    let Some(found) = database.find(name).filter(|_| region == config.region) else {
        return Err(GlobalTableError::TableNotFound { table, region });
    };
    if Replication::of(database, name).is_some_and(|current| current.remaining().next().is_some()) {
        return Err(GlobalTableError::OtherVersion { table });
    }
    let stream = found.definition.settings.stream.as_ref().filter(|stream| stream.enabled);
    if stream.is_none_or(|stream| stream.view != StreamView::NewAndOldImages) {
        return Err(GlobalTableError::NoTableWithStream { table, region });
    }
    match found.items.is_empty() {
        true => Ok(found),
        false => Err(GlobalTableError::NotEmpty { table, region }),
    }
}

pub(crate) fn decode_name(fields: &mut Fields) -> String {
    fields.require("GlobalTableName");
    fields.index_name("GlobalTableName").unwrap_or_default()
}

/// What the operations on one answer.
#[derive(Debug)]
pub struct GlobalTableDescription {
    pub(crate) name: String,
    pub(crate) global: GlobalTable,
    pub(crate) status: &'static str,
    pub(crate) config: EngineConfig,
}

impl GlobalTableDescription {
    pub(crate) fn of(
        name: &str,
        global: GlobalTable,
        now: Timestamp,
        config: &EngineConfig,
    ) -> GlobalTableDescription {
        let done = now >= global.created_at.plus_ms(config.delays.setting_change_ms);
        let status = if done { "ACTIVE" } else { "CREATING" };
        GlobalTableDescription { name: name.to_owned(), global, status, config: config.clone() }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.object("GlobalTableDescription", |object| {
            let local = self.global.has_local.then_some(&self.config.region);
            object.objects("ReplicationGroup", local, |object, region| {
                object.text("RegionName", region);
                object.text("ReplicaStatus", self.status);
            });
            let account = &self.config.account_id;
            let arn = format!("arn:aws:dynamodb::{account}:global-table/{}", self.name);
            object.text("GlobalTableArn", &arn);
            object.date("CreationDateTime", self.global.created_at);
            object.text("GlobalTableStatus", self.status);
            object.text("GlobalTableName", &self.name);
        });
    }
}
