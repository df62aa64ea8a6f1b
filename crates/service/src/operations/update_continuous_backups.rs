//! UpdateContinuousBackups: turns point-in-time recovery on or off. While it is on, the recovery log records all writes.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{Stream, StreamDefinition};
use dynalab_engine::database::table::TableDefinition;
use dynalab_engine::database::table::settings::PointInTimeRecovery;
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::operations::describe_continuous_backups::ContinuousBackups;
use crate::recovery::RestorableWindow;
use crate::table_times::gate::{self, Setting};

const DAYS_MAX: i64 = 35;

/// A UpdateContinuousBackups request.
#[derive(Clone, Debug)]
pub struct UpdateContinuousBackups {
    table: String,
    enabled: bool,
    days: Option<i64>,
}

/// Creates a log that starts now. If a closed log has that start, it uses the next free millisecond.
fn new_log(table: &TableDefinition, context: &Context) -> StreamDefinition {
    let mut since = context.now;
    loop {
        let log = StreamDefinition::recovery_log(table, since);
        if context.database.recovery_log(&log.arn).is_none() {
            return log;
        }
        since = since.plus_ms(1);
    }
}

impl Operation<Complete> for UpdateContinuousBackups {
    const NAME: &'static str = "UpdateContinuousBackups";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
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

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.backed_up_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ContinuousBackups>, DynamoError> {
        if !self.enabled && self.days.is_some() {
            return Err(RecoveryError::PeriodWhileDisabling.into());
        }
        let table = context.database.backed_up_table(table_name_of(&self.table))?;
        gate::check(context, table, Setting::Backups)?;
        let mut after = table.definition.as_ref().clone();
        let log = after.recovery_log().and_then(|arn| context.database.recovery_log(&arn));
        let days = self.days.unwrap_or(DAYS_MAX).max(1) as u64;
        let mut writes = WriteSet::default();
        after.settings.recovery = match (self.enabled, log) {
            (true, Some(log)) => Some(PointInTimeRecovery { since: log.definition.created_at, days }),
            (true, None) => {
                let log = new_log(&after, context);
                let since = log.created_at;
                writes.changes.push(Change::stream(log));
                Some(PointInTimeRecovery { since, days })
            }
            (false, log) => {
                writes.changes.extend(log.map(Stream::close));
                None
            }
        };
        let delay_ms = context.config.delays.recovery_ms;
        let window = after
            .settings
            .recovery
            .map(|recovery| RestorableWindow::new(recovery.since, recovery.days, context.now, delay_ms));
        writes.changes.push(Change::alter_table(after));
        Ok(Step::Done(ContinuousBackups(window), writes))
    }

    fn encode(response: &ContinuousBackups, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
