//! A table or a stream as the holder of tags. A stream has its own, apart from those of its table.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::table::Table;
use dynalab_engine::database::table::tags::{RequestedTag, Tags};
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::binary::Malformed;

use crate::complete::Context;
use crate::table_or_stream::{NamedFor, TableOrStream};
use crate::table_times::cool_downs;
use crate::table_times::gate::{self, Setting};

/// An existing table, or its open stream.
pub(crate) struct TaggedResource<'a> {
    table: &'a Table,
    /// The record of the stream's tags. `None` for the table itself.
    stream: Option<RecordKey>,
    pub tags: Tags,
}

impl<'a> TaggedResource<'a> {
    pub(crate) fn find(
        arn: &str,
        database: &'a Database,
        config: &EngineConfig,
    ) -> Result<TaggedResource<'a>, DynamoError> {
        let named = TableOrStream::parse(arn, NamedFor::Tags, config)?;
        let not_found = || DynamoError::ArnNotFound { arn: arn.to_owned() };
        let table = database.find(named.table).ok_or_else(not_found)?;
        let settings = &table.definition.settings;
        if named.label.is_empty() {
            return Ok(TaggedResource { table, stream: None, tags: settings.tags.clone() });
        }
        if settings.open_stream().is_none_or(|open| **open != *arn) {
            return Err(not_found());
        }
        let key = RecordKey::of_table(RecordKind::STREAM_TAGS, named.table, named.label);
        let tags = database.record(&key).and_then(|bytes| read_tags(bytes).checked());
        Ok(TaggedResource { table, stream: Some(key), tags: tags.unwrap_or_default() })
    }

    /// Checks that the state of the table admits an operation on its tags. Those of a stream have no such state.
    pub(crate) fn check_state(&self, context: &Context, setting: Setting) -> Result<(), DynamoError> {
        match self.stream {
            Some(_) => Ok(()),
            None => gate::check(context, self.table, setting),
        }
    }

    /// Returns the tags that reads show: for a while those of before a change.
    pub(crate) fn shown(self, context: &Context) -> Tags {
        match self.stream {
            Some(_) => self.tags,
            None => cool_downs::shown_tags(context, self.table),
        }
    }

    /// Returns the writes that replace the tags. `sets` are the tags that the request sets.
    ///
    /// # Errors
    /// The tags of the table were changed too recently.
    pub(crate) fn change(
        &self,
        context: &Context,
        tags: Tags,
        sets: &[RequestedTag],
    ) -> Result<WriteSet, DynamoError> {
        if let Some(key) = &self.stream {
            let bytes = (!tags.is_empty()).then(|| record_form::write(&tags));
            return Ok(WriteSet::from_change(Change::record(key.clone(), bytes)));
        }
        let Some(times) = cool_downs::change_tags(context, self.table, &tags, sets)? else {
            return Ok(WriteSet::default());
        };
        let mut after = self.table.definition.as_ref().clone();
        after.settings.tags = tags;
        let mut writes = WriteSet::from_change(Change::alter_table(after));
        writes.changes.extend(times.changed(context, &self.table.definition.name));
        Ok(writes)
    }
}

pub(crate) fn read_tags(bytes: &[u8]) -> Result<Tags, Malformed> {
    record_form::read(bytes, |_| Err(Malformed))
}
