//! UntagResource: removes tags from a table. Missing tags are not an error.

use dynalab_engine::change::{Change, WriteSet};
use dynalab_engine::database::Database;
use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Access, Operation, Step};

use crate::complete::{Complete, Context};
use crate::table_times::cool_downs;
use crate::table_times::gate::{self, Setting};

#[derive(Clone, Debug)]
pub struct UntagResource {
    arn: String,
    keys: Vec<String>,
}

impl Operation<Complete> for UntagResource {
    const NAME: &'static str = "UntagResource";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ();

    fn decode(fields: &mut Fields) -> UntagResource {
        fields.require("ResourceArn");
        fields.require("TagKeys");
        UntagResource {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            keys: fields.texts_of_length("TagKeys", 1, 128).unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        if self.keys.is_empty() {
            return Err(SettingError::NoTagKeysGiven.into());
        }
        database.table_of_arn(&self.arn).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let table = context.database.table_of_arn(&self.arn)?;
        gate::check(context, table, Setting::OtherTags)?;
        let mut after = table.definition.as_ref().clone();
        for key in &self.keys {
            after.settings.tags.remove(key);
        }
        let times = cool_downs::change_tags(context, table, &after.settings.tags, &[])?;
        let Some(times) = times else { return Ok(Step::Done((), WriteSet::default())) };
        let mut writes = WriteSet::from_change(Change::alter_table(after));
        writes.changes.extend(times.changed(context, &table.definition.name));
        Ok(Step::Done((), writes))
    }

    fn encode(_response: &(), _body: &mut ObjectWriter) {}
}
