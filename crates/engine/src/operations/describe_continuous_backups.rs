//! DescribeContinuousBackups: whether a table can be restored to a moment, and to which.

use dynalab_types::Timestamp;

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::settings::PointInTimeRecovery;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// The latest moment that can be restored lies five minutes back.
const LATEST_MS: u64 = 5 * 60 * 1000;

#[derive(Clone, Debug)]
pub struct DescribeContinuousBackups {
    table: String,
}

/// What is set, and what the time is.
#[derive(Debug)]
pub struct ContinuousBackups {
    pub recovery: Option<PointInTimeRecovery>,
    pub now: Timestamp,
}

impl ContinuousBackups {
    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.object("ContinuousBackupsDescription", |description| {
            description.text("ContinuousBackupsStatus", "ENABLED");
            description.object("PointInTimeRecoveryDescription", |recovery| {
                let status = if self.recovery.is_some() { "ENABLED" } else { "DISABLED" };
                recovery.text("PointInTimeRecoveryStatus", status);
                if let Some(PointInTimeRecovery { since, days }) = self.recovery {
                    let oldest_ms = self.now.epoch_ms.saturating_sub(days.saturating_mul(DAY_MS));
                    let earliest = Timestamp::from_epoch_ms(since.epoch_ms.max(oldest_ms));
                    let latest_ms = self.now.epoch_ms.saturating_sub(LATEST_MS);
                    let latest = Timestamp::from_epoch_ms(latest_ms.max(earliest.epoch_ms));
                    recovery.integer("RecoveryPeriodInDays", days);
                    recovery.date("EarliestRestorableDateTime", earliest);
                    recovery.date("LatestRestorableDateTime", latest);
                }
            });
        });
    }
}

impl Operation for DescribeContinuousBackups {
    const NAME: &'static str = "DescribeContinuousBackups";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = ContinuousBackups;

    fn decode(fields: &mut Fields) -> DescribeContinuousBackups {
        DescribeContinuousBackups { table: fields.table_name() }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        database.backed_up_table(table_name_of(&self.table)).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<ContinuousBackups>, DynamoError> {
        let table = context.database.backed_up_table(table_name_of(&self.table))?;
        let recovery = table.definition.settings.recovery;
        Ok(Step::Done(ContinuousBackups { recovery, now: context.now }, WriteSet::default()))
    }

    fn encode(response: &ContinuousBackups, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
