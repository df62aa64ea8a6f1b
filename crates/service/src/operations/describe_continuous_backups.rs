//! DescribeContinuousBackups: returns whether point-in-time recovery is on, and the time range that can be restored.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::recovery::RestorableWindow;

/// A DescribeContinuousBackups request.
#[derive(Clone, Debug)]
pub struct DescribeContinuousBackups {
    table: String,
}

/// The time range that can be restored. `None` if recovery is off.
#[derive(Debug)]
pub struct ContinuousBackups(pub Option<RestorableWindow>);

impl ContinuousBackups {
    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.object("ContinuousBackupsDescription", |description| {
            description.text("ContinuousBackupsStatus", "ENABLED");
            description.object("PointInTimeRecoveryDescription", |recovery| {
                let status = if self.0.is_some() { "ENABLED" } else { "DISABLED" };
                recovery.text("PointInTimeRecoveryStatus", status);
                if let Some(window) = self.0 {
                    recovery.integer("RecoveryPeriodInDays", window.days);
                    recovery.date("EarliestRestorableDateTime", whole_seconds(window.earliest));
                    recovery.date("LatestRestorableDateTime", whole_seconds(window.latest));
                }
            });
        });
    }
}

fn whole_seconds(at: Timestamp) -> Timestamp {
    Timestamp::from_epoch_ms(at.epoch_ms / 1000 * 1000)
}

impl Operation<Complete> for DescribeContinuousBackups {
    const NAME: &'static str = "DescribeContinuousBackups";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = ContinuousBackups;

    fn decode(fields: &mut Fields) -> DescribeContinuousBackups {
        DescribeContinuousBackups { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.backed_up_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ContinuousBackups>, DynamoError> {
        let table = context.database.backed_up_table(table_name_of(&self.table))?;
        let window = RestorableWindow::from_table(table, context.database, context.now, context.config);
        Ok(Step::Done(ContinuousBackups(window), WriteSet::default()))
    }

    fn encode(response: &ContinuousBackups, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
