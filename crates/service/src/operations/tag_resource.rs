//! TagResource: adds tags to a table, or changes the values of existing ones.

use dynalab_engine::change::{Change, WriteSet};
use dynalab_engine::database::Database;
use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Access, Operation, Step};
use dynalab_engine::table::TableDefinition;
use dynalab_engine::table_members::decode_tags;
use dynalab_engine::tags::{TAGS_MAX, check_tags};

use crate::complete::{Complete, Context};
use crate::table_times::cool_downs;
use crate::table_times::gate::{self, Setting};

#[derive(Clone, Debug)]
pub struct TagResource {
    arn: String,
    tags: Vec<(String, String)>,
}

impl TagResource {
    fn check(&self, database: &Database) -> Result<TableDefinition, DynamoError> {
        if self.tags.is_empty() {
            return Err(SettingError::NoTagsGiven.into());
        }
        check_tags(&self.tags)?;
        let mut after = database.table_of_arn(&self.arn)?.definition.as_ref().clone();
        for (key, value) in &self.tags {
            after.settings.tags.insert(key.clone(), value.clone());
        }
        if after.settings.tags.len() > TAGS_MAX { Err(SettingError::TooManyTags.into()) } else { Ok(after) }
    }
}

impl Operation<Complete> for TagResource {
    const NAME: &'static str = "TagResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ();

    fn decode(fields: &mut Fields) -> TagResource {
        fields.require("ResourceArn");
        fields.require("Tags");
        TagResource {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            tags: decode_tags(fields).unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let after = self.check(context.database)?;
        let table = context.database.table_of_arn(&self.arn)?;
        gate::check(context, table, Setting::Tag)?;
        let times = cool_downs::change_tags(context, table, &after.settings.tags, &self.tags)?;
        let Some(times) = times else { return Ok(Step::Done((), WriteSet::default())) };
        let mut writes = WriteSet::from_change(Change::alter_table(after));
        writes.changes.extend(times.changed(context, &table.definition.name));
        Ok(Step::Done((), writes))
    }

    fn encode(_response: &(), _body: &mut ObjectWriter) {}
}
