//! ListBackups: returns backups in pages, filtered by table, type and time.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, RecoveryError};
use dynalab_engine::registry::backup::{Backup, BackupType};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::backup_description::{backup_arn, encode_summary};
use crate::complete::{Complete, Context};

const PAGE_MAX: i64 = 100;

/// In the order in which DynamoDB lists them.
const TYPE_NAMES: [&str; 4] = ["USER", "SYSTEM", "AWS_BACKUP", "ALL"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BackupFilter {
    Type(BackupType),
    /// Backups of AWS Backup, of which there are none.
    AwsBackup,
    All,
}

/// A ListBackups request.
#[derive(Clone, Debug)]
pub struct ListBackups {
    table: Option<String>,
    limit: Option<i64>,
    from: Option<Timestamp>,
    /// The exclusive end of the time range.
    until: Option<Timestamp>,
    after: Option<String>,
    wanted: Option<BackupFilter>,
}

/// The response of ListBackups.
#[derive(Debug)]
pub struct ListBackupsResponse {
    backups: Vec<Backup>,
    more: bool,
}

impl ListBackups {
    fn is_listed(&self, backup: &Backup) -> bool {
        let of_type = match self.wanted.unwrap_or(BackupFilter::Type(BackupType::User)) {
            BackupFilter::Type(wanted) => backup.kind == wanted,
            BackupFilter::AwsBackup => false,
            BackupFilter::All => true,
        };
        of_type
            && self.table.as_ref().is_none_or(|table| backup.table.name.as_ref() == table_name_of(table))
            && self.from.is_none_or(|from| backup.created_at >= from)
            && self.until.is_none_or(|until| backup.created_at < until)
    }
}

impl Operation<Complete> for ListBackups {
    const NAME: &'static str = "ListBackups";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| operation.table.iter_mut().collect();
    type Response = ListBackupsResponse;

    fn decode(fields: &mut Fields) -> ListBackups {
        let known = [
            ("USER", BackupFilter::Type(BackupType::User)),
            ("SYSTEM", BackupFilter::Type(BackupType::System)),
            ("AWS_BACKUP", BackupFilter::AwsBackup),
            ("ALL", BackupFilter::All),
        ];
        ListBackups {
            table: fields.has("TableName").then(|| fields.table_name()),
            limit: fields.integer_between("Limit", "Integer", 1, Some(PAGE_MAX)),
            from: fields.date("TimeRangeLowerBound"),
            until: fields.date("TimeRangeUpperBound"),
            after: fields.text_of_length("ExclusiveStartBackupArn", 37, 1024),
            wanted: fields.enumeration("BackupType", &TYPE_NAMES, &known),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ListBackupsResponse>, DynamoError> {
        if let (Some(from), Some(until)) = (self.from, self.until)
            && from > until
        {
            return Err(RecoveryError::BackwardTimeRange.into());
        }
        // A position in the list. A backup with this ARN need not exist.
        let after = match &self.after {
            Some(after) => Some(backup_arn(after, context.config)?),
            None => None,
        };
        let limit = self.limit.unwrap_or(PAGE_MAX).clamp(1, PAGE_MAX) as usize;
        let is_after =
            |backup: &Backup| after.as_ref().is_none_or(|after| backup.arn.as_ref() > after.as_str());
        let backups = Backup::all(context.database, context.now);
        let wanted = backups.filter(|backup| self.is_listed(backup) && is_after(backup));
        let mut backups: Vec<Backup> = wanted.take(limit + 1).collect();
        let more = backups.len() > limit;
        backups.truncate(limit);
        Ok(Step::Done(ListBackupsResponse { backups, more }, WriteSet::default()))
    }

    fn encode(response: &ListBackupsResponse, body: &mut ObjectWriter) {
        body.objects("BackupSummaries", &response.backups, |object, backup| encode_summary(backup, object));
        if let (true, Some(last)) = (response.more, response.backups.last()) {
            body.text("LastEvaluatedBackupArn", &last.arn);
        }
    }
}
