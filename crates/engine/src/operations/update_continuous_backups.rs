//! UpdateContinuousBackups: point-in-time recovery on and off. The setting is kept and described; there is nothing yet
//! that restores.

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operations::describe_continuous_backups::ContinuousBackups;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::settings::PointInTimeRecovery;

const DAYS_MAX: i64 = 35;

#[derive(Clone, Debug)]
pub struct UpdateContinuousBackups {
    table: String,
    enabled: bool,
    days: Option<i64>,
}

impl Operation for UpdateContinuousBackups {
    const NAME: &'static str = "UpdateContinuousBackups";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = ContinuousBackups;

    fn decode(fields: &mut Fields) -> UpdateContinuousBackups {
        let table = fields.table_name();
        fields.require("PointInTimeRecoverySpecification");
        let specification = fields.nested("PointInTimeRecoverySpecification", |specification| {
            specification.require("PointInTimeRecoveryEnabled");
            let days = specification.integer_between("RecoveryPeriodInDays", "Integer", 1, Some(DAYS_MAX));
            (specification.boolean("PointInTimeRecoveryEnabled"), days)
        });
        let (enabled, days) = specification.unwrap_or_default();
        UpdateContinuousBackups { table, enabled: enabled.unwrap_or_default(), days }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        database.backed_up_table(table_name_of(&self.table)).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<ContinuousBackups>, DynamoError> {
        let table = context.database.backed_up_table(table_name_of(&self.table))?;
        let mut after = table.definition.as_ref().clone();
        let since = after.settings.recovery.map_or(context.now, |recovery| recovery.since);
        let days = self.days.unwrap_or(DAYS_MAX).max(1) as u64;
        after.settings.recovery = self.enabled.then_some(PointInTimeRecovery { since, days });
        let response = ContinuousBackups { recovery: after.settings.recovery, now: context.now };
        Ok(Step::Done(response, WriteSet::of(Change::alter_table(after))))
    }

    fn encode(response: &ContinuousBackups, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
