//! RestoreTableFromBackup: creates a table with the items of a backup.

use dynalab_engine::backup::Backup;
use dynalab_engine::database::Database;
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::plan::Plan;
use dynalab_engine::registry::Checked;
use dynalab_engine::restore_summary::RestoreSummary;
use dynalab_engine::table_description::TableDescription;

use crate::backup_description::{backup_arn, decode_backup_arn, is_of_other_region};
use crate::complete::{Complete, Context};
use crate::restored_table::{Overrides, check_target, restore};

#[derive(Clone, Debug)]
pub struct RestoreTableFromBackup {
    target: String,
    arn: String,
    overrides: Overrides,
}

impl Operation<Complete> for RestoreTableFromBackup {
    const NAME: &'static str = "RestoreTableFromBackup";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> RestoreTableFromBackup {
        fields.require("TargetTableName");
        // An empty name has an error of its own.
        let target = match fields.text("TargetTableName") {
            Some(empty) if empty.is_empty() => Some(empty),
            _ => fields.index_name("TargetTableName"),
        };
        let (target, arn) = (target.unwrap_or_default(), decode_backup_arn(fields));
        RestoreTableFromBackup { target, arn, overrides: Overrides::decode(fields) }
    }

    reads_nothing!();

    /// An execution checks in another order, so the plan checks the target here.
    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        check_target(database, &self.target).map(|()| Plan::NoRead)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<TableDescription>, DynamoError> {
        if self.target.is_empty() {
            return Err(RecoveryError::TargetNameLength.into());
        }
        let arn = backup_arn(&self.arn, context.config)?;
        let database = context.database;
        if is_of_other_region(&self.arn, context.config) {
            return Err(match self.overrides.has_encryption() {
                // There are no backups of other Regions here.
                true => RecoveryError::BackupNotFound { arn: self.arn.clone() },
                false => RecoveryError::CrossRegionWithoutEncryption,
            }
            .into());
        }
        let Some((backup, items)) = Backup::find_with_items(database, &arn, context.now) else {
            return Err(RecoveryError::BackupNotFound { arn: self.arn.clone() }.into());
        };
        let restored = self.overrides.apply(&backup.table, &backup.vectors, &self.target, context)?;
        check_target(database, &self.target)?;
        if RestoreSummary::is_in_use(database, &arn) {
            return Err(RecoveryError::BackupBeingRestored { arn: self.arn.clone(), deleting: false }.into());
        }
        let Some(items) = items.read().checked() else {
            return Err(RecoveryError::BackupNotFound { arn: self.arn.clone() }.into());
        };
        let summary = RestoreSummary {
            backup: Some(backup.arn.clone()),
            table: backup.table.arn.clone(),
            at: backup.created_at,
        };
        let (description, writes) = restore(restored, items, summary, context);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode::<Complete>(object));
    }
}
