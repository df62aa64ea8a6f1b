//! DeleteBackup: deletes a backup. System backups cannot be deleted and stay until they expire.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::registry::backup::{Backup, BackupType};
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::backup_description::{backup_arn, decode_backup_arn, encode_description};
use crate::complete::{Complete, Context};

/// A DeleteBackup request.
#[derive(Clone, Debug)]
pub struct DeleteBackup {
    arn: String,
}

impl Operation<Complete> for DeleteBackup {
    const NAME: &'static str = "DeleteBackup";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = Backup;

    fn decode(fields: &mut Fields) -> DeleteBackup {
        DeleteBackup { arn: decode_backup_arn(fields) }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Backup>, DynamoError> {
        let kept_under = backup_arn(&self.arn, context.config)?;
        let arn = self.arn.clone();
        let Some(backup) = Backup::find(context.database, &kept_under, context.now) else {
            return Err(RecoveryError::BackupNotFound { arn }.into());
        };
        if let (BackupType::System, Some(expires_at)) = (backup.kind, backup.expires_at) {
            return Err(RecoveryError::SystemBackup { arn, expires_at }.into());
        }
        if RestoreSummary::is_in_use(context.database, &kept_under) {
            return Err(RecoveryError::BackupBeingRestored { arn, deleting: true }.into());
        }
        let writes = WriteSet::from_change(Change::record(Backup::key(&kept_under), None));
        Ok(Step::Done(Backup { arn: arn.into(), ..backup }, writes))
    }

    fn encode(response: &Backup, body: &mut ObjectWriter) {
        encode_description(response, "DELETED", body);
    }
}
