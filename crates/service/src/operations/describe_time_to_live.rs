//! DescribeTimeToLive: returns the TTL status of a table and the TTL attribute.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::TableStatus;
use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::time_to_live::{self, Sweeper};

/// A DescribeTimeToLive request.
#[derive(Clone, Debug)]
pub struct DescribeTimeToLive {
    table: String,
}

impl Operation<Complete> for DescribeTimeToLive {
    const NAME: &'static str = "DescribeTimeToLive";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    /// The status, and the attribute if TTL is on.
    type Response = (&'static str, Option<Box<str>>);

    fn decode(fields: &mut Fields) -> DescribeTimeToLive {
        DescribeTimeToLive { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let status = table.definition.status;
        if matches!(status, TableStatus::Creating | TableStatus::Deleting) {
            return Err(SettingError::TimeToLiveUntold { status: status.name() }.into());
        }
        let setting = &table.definition.settings.time_to_live;
        let status = time_to_live::status(setting, context.now, context.config.dials.as_ref());
        let attribute = match status {
            "DISABLING" => Sweeper::load(context.database, &table.definition.name).leaves,
            _ => setting.attribute.clone(),
        };
        Ok(Step::Done((status, attribute), WriteSet::default()))
    }

    fn encode((status, attribute): &Self::Response, body: &mut ObjectWriter) {
        body.object("TimeToLiveDescription", |description| {
            description.text("TimeToLiveStatus", status);
            if let Some(attribute) = attribute {
                description.text("AttributeName", attribute);
            }
        });
    }
}
