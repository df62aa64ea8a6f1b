//! RestoreTableFromBackup: creates a table with the items of a backup.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::table::TableDefinition;
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::registry::Checked;
use dynalab_engine::registry::backup::{Backup, BackupReader};
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::response::table_description::TableDescription;

use crate::backup_description::{backup_arn, decode_backup_arn, is_of_other_region};
use crate::complete::{Complete, Context};
use crate::restored_table::{Overrides, RestoredDefinitions, check_target, restore};

/// A RestoreTableFromBackup request.
#[derive(Clone, Debug)]
pub struct RestoreTableFromBackup {
    target: String,
    arn: String,
    overrides: Overrides,
}

/// The backup of a restore, and the table that it creates.
pub(crate) struct Restored<'a> {
    pub backup: Backup,
    /// The backup with its items, as it is stored.
    pub record: &'a Arc<[u8]>,
    pub definitions: RestoredDefinitions,
}

impl RestoreTableFromBackup {
    fn not_found(&self) -> RecoveryError {
        RecoveryError::BackupNotFound { arn: self.arn.clone() }
    }

    /// Checks the request, without reading the items.
    pub(crate) fn restored<'a>(&self, context: &mut Context<'a>) -> Result<Restored<'a>, DynamoError> {
        if self.target.is_empty() {
            return Err(RecoveryError::TargetNameLength.into());
        }
        let arn = backup_arn(&self.arn, context.config)?;
        let database = context.database;
        if is_of_other_region(&self.arn, context.config) {
            return Err(match self.overrides.has_encryption() {
                // There are no backups of other Regions here.
                true => self.not_found(),
                false => RecoveryError::CrossRegionWithoutEncryption,
            }
            .into());
        }
        let found = Backup::find(database, &arn, context.now).zip(database.record(&Backup::key(&arn)));
        let (backup, record) = found.ok_or_else(|| self.not_found())?;
        let definitions = self.overrides.apply(&backup.table, &backup.vectors, &self.target, context)?;
        check_target(database, &self.target)?;
        if RestoreSummary::is_in_use(database, &arn) {
            return Err(RecoveryError::BackupBeingRestored { arn: self.arn.clone(), deleting: false }.into());
        }
        Ok(Restored { backup, record, definitions })
    }
}

/// Returns the items of a backup, or `None` if it is damaged.
fn read_all(backup: &Backup, record: &Arc<[u8]>, definition: &TableDefinition) -> Option<NewItems> {
    let mut reader = BackupReader::new(&backup.arn, record)?;
    while !reader.read(usize::MAX).checked()? {}
    Some(reader.finish(definition))
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
        let Restored { backup, record, definitions } = self.restored(context)?;
        let definition = &definitions.definition;
        let prepared = context.database.prepared().items_of_backup(record, definition);
        let Some(items) = prepared.or_else(|| read_all(&backup, record, definition)) else {
            return Err(self.not_found().into());
        };
        let summary = RestoreSummary {
            backup: Some(backup.arn.clone()),
            table: backup.table.arn.clone(),
            at: backup.created_at,
        };
        let (description, writes) = restore(definitions, items, summary, context);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode::<Complete>(object));
    }
}
