//! DescribeBackup: returns a backup and the definition of its table.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::registry::backup::Backup;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::backup_description::{backup_arn, decode_backup_arn, encode_description};
use crate::complete::{Complete, Context};

/// A DescribeBackup request.
#[derive(Clone, Debug)]
pub struct DescribeBackup {
    arn: String,
}

impl Operation<Complete> for DescribeBackup {
    const NAME: &'static str = "DescribeBackup";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    /// Contains the ARN as the client wrote it.
    type Response = Backup;

    fn decode(fields: &mut Fields) -> DescribeBackup {
        DescribeBackup { arn: decode_backup_arn(fields) }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Backup>, DynamoError> {
        let arn = backup_arn(&self.arn, context.config)?;
        let missing = || RecoveryError::BackupNotFound { arn: self.arn.clone() };
        let backup = Backup::find(context.database, &arn, context.now).ok_or_else(missing)?;
        Ok(Step::Done(Backup { arn: self.arn.as_str().into(), ..backup }, WriteSet::default()))
    }

    fn encode(response: &Backup, body: &mut ObjectWriter) {
        encode_description(response, "AVAILABLE", body);
    }
}
