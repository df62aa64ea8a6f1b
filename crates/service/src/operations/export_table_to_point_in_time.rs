//! ExportTableToPointInTime: exports a table at a point in time, or its changes in a time range, to a bucket.

use std::fmt;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{PayloadFingerprint, WriteSet};
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::{DynamoError, ExportError, RecoveryError, TransferError, TransferKind};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::{Timestamp, fingerprint};

use crate::complete::{Complete, Context};
use crate::recovery::RestorableWindow;
use crate::transfer::export::{Export, ExportWindow};
use crate::transfer::export_files::TextForm;
use crate::transfer::export_filter::{ExportFilter, check_form};
use crate::transfer::job::{
    Progress, decode_bucket, decode_token, external_work_change, named_table, new_arn, token_holds,
};

const WINDOW_LEAST_MS: u64 = 15 * 60 * 1000;
const WINDOW_MOST_MS: u64 = 24 * 60 * 60 * 1000;

/// An ExportTableToPointInTime request.
#[derive(Clone, Debug)]
pub struct ExportTableToPointInTime {
    asked: ExportParameters,
    token: Option<String>,
}

/// The parameters that a repeated request with the same token must contain too.
#[derive(Clone)]
struct ExportParameters {
    table_arn: String,
    at: Option<Timestamp>,
    bucket: String,
    bucket_owner: Option<String>,
    prefix: Option<String>,
    encryption: Option<&'static str>,
    encryption_key: Option<String>,
    form: Option<TextForm>,
    incremental: Option<bool>,
    window: Option<AskedWindow>,
    filter: Option<String>,
}

/// Stored exports have the fingerprint of this text, so its names never change.
impl fmt::Debug for ExportParameters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Asked")
            .field("table_arn", &self.table_arn)
            .field("at", &self.at)
            .field("bucket", &self.bucket)
            .field("bucket_owner", &self.bucket_owner)
            .field("prefix", &self.prefix)
            .field("encryption", &self.encryption)
            .field("encryption_key", &self.encryption_key)
            .field("form", &self.form)
            .field("incremental", &self.incremental)
            .field("window", &self.window)
            .field("filter", &self.filter)
            .finish()
    }
}

/// Its Debug text is part of the fingerprint of stored exports.
#[derive(Clone, Debug)]
struct AskedWindow {
    from: Option<Timestamp>,
    to: Option<Timestamp>,
    with_old_images: Option<bool>,
}

impl ExportTableToPointInTime {
    fn check_shape(&self) -> Result<(), TransferError> {
        let asked = &self.asked;
        if asked.encryption_key.is_some() && asked.encryption != Some("KMS") {
            return Err(TransferError::KeyWithoutKms);
        }
        match (asked.incremental, &asked.window) {
            (None, Some(_)) => Err(TransferError::Export(ExportError::SpecificationWithoutType)),
            (Some(false), Some(_)) => Err(TransferError::Export(ExportError::SpecificationOfFull)),
            (Some(true), None) => Err(TransferError::Export(ExportError::SpecificationMissing)),
            (Some(true), Some(window)) if window.from.is_none() => {
                Err(TransferError::Export(ExportError::FromMissing))
            }
            _ if asked.filter.as_deref() == Some("{}") => {
                Err(TransferError::Export(ExportError::EmptyFilter))
            }
            _ => Ok(()),
        }
    }

    fn payload(&self) -> PayloadFingerprint {
        PayloadFingerprint(fingerprint(format!("{:?}", self.asked).as_bytes()))
    }

    /// Returns the export that an earlier request with the same token started.
    fn begun(&self, context: &Context) -> Result<Option<Export>, DynamoError> {
        let Some(token) = &self.token else { return Ok(None) };
        let found = Export::all(context.database)
            .find(|export| export.token == *token && token_holds(export.started_at, context.now));
        match found {
            Some(export) if export.payload != self.payload() => {
                Err(TransferError::Conflict { kind: TransferKind::Export }.into())
            }
            found => Ok(found),
        }
    }

    fn table<'a>(&self, context: &Context<'a>) -> Result<&'a Table, DynamoError> {
        let name = named_table(&self.asked.table_arn, context.config)?;
        let found = context.database.find(name).filter(|table| {
            table.definition.arn == self.asked.table_arn && table.definition.status != TableStatus::Creating
        });
        found.ok_or_else(|| DynamoError::NoTableToBackUp { table: self.asked.table_arn.clone() })
    }

    /// Returns the time of a full export.
    fn export_time(&self, restorable: RestorableWindow, now: Timestamp) -> Result<Timestamp, TransferError> {
        let Some(at) = self.asked.at else { return Ok(now) };
        if at > now || at.epoch_ms / 1000 < restorable.earliest.epoch_ms / 1000 {
            return Err(TransferError::Export(ExportError::TimeInvalid));
        }
        if at > restorable.latest { Err(TransferError::Export(ExportError::TimeUnavailable)) } else { Ok(at) }
    }

    fn window(&self, table: &Table, now: Timestamp) -> Result<Option<ExportWindow>, TransferError> {
        let Some(AskedWindow { from: Some(from), to, with_old_images }) = self.asked.window else {
            return Ok(None);
        };
        if from < table.definition.created_at {
            return Err(TransferError::Export(ExportError::FromBeforeTable { from }));
        }
        let to = to.unwrap_or(now);
        if to > now {
            return Err(TransferError::Export(ExportError::ToInFuture { to }));
        }
        match to.epoch_ms.saturating_sub(from.epoch_ms) {
            length if length < WINDOW_LEAST_MS => Err(TransferError::Export(ExportError::WindowTooShort)),
            length if length > WINDOW_MOST_MS => Err(TransferError::Export(ExportError::WindowTooLong)),
            _ => Ok(Some(ExportWindow { from, to, with_old_images: with_old_images.unwrap_or(true) })),
        }
    }
}

fn decode_window(fields: &mut Fields) -> AskedWindow {
    let views = [("NEW_IMAGE", false), ("NEW_AND_OLD_IMAGES", true)];
    AskedWindow {
        from: fields.date("ExportFromTime"),
        to: fields.date("ExportToTime"),
        with_old_images: fields.enumeration("ExportViewType", &["NEW_AND_OLD_IMAGES", "NEW_IMAGE"], &views),
    }
}

impl Operation<Complete> for ExportTableToPointInTime {
    const NAME: &'static str = "ExportTableToPointInTime";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.asked.table_arn);
    type Response = Box<Export>;

    fn decode(fields: &mut Fields) -> ExportTableToPointInTime {
        fields.require("TableArn");
        // An empty one has an error of its own.
        let table_arn = fields.text_of_length("TableArn", 0, 1024).unwrap_or_default();
        let at = fields.date("ExportTime");
        let token = decode_token(fields);
        let (bucket, bucket_owner) = decode_bucket(fields);
        let algorithms = [("AES256", "AES256"), ("KMS", "KMS")];
        let forms = [TextForm::Json, TextForm::Ion].map(|form| (form.name(), form));
        let types = [("FULL_EXPORT", false), ("INCREMENTAL_EXPORT", true)];
        let asked = ExportParameters {
            table_arn,
            at,
            bucket,
            bucket_owner,
            prefix: fields.text_of_length("S3Prefix", 0, 1024),
            encryption: fields.enumeration("S3SseAlgorithm", &["AES256", "KMS"], &algorithms),
            encryption_key: fields.text_of_length("S3SseKmsKeyId", 1, 2048),
            form: fields.enumeration("ExportFormat", &["DYNAMODB_JSON", "ION"], &forms),
            incremental: fields.enumeration("ExportType", &["FULL_EXPORT", "INCREMENTAL_EXPORT"], &types),
            window: fields.nested("IncrementalExportSpecification", decode_window),
            filter: fields.json("FilterSpecification"),
        };
        fields.nested("FilterSpecification", check_form);
        ExportTableToPointInTime { asked, token }
    }

    type Planned = ();

    fn plan(&self, _database: &Database) -> Result<(), DynamoError> {
        self.check_shape()?;
        Ok(())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Box<Export>>, DynamoError> {
        self.check_shape()?;
        named_table(&self.asked.table_arn, context.config)?;
        if let Some(begun) = self.begun(context)? {
            return Ok(Step::Done(Box::new(begun), WriteSet::default()));
        }
        let table = self.table(context)?;
        let window = self.window(table, context.now)?;
        let Some(restorable) =
            RestorableWindow::from_table(table, context.database, context.now, context.config)
        else {
            let table = table.definition.name.to_string();
            return Err(RecoveryError::RecoveryNotEnabled { table }.into());
        };
        if window.is_some_and(|window| window.from.epoch_ms / 1000 < restorable.earliest.epoch_ms / 1000) {
            return Err(ExportError::TimeUnavailable.into());
        }
        if let Some(filter) = &self.asked.filter {
            ExportFilter::read(filter, &table.definition.key)?;
        }
        let at = if window.is_some() { context.now } else { self.export_time(restorable, context.now)? };
        let asked = self.asked.clone();
        let export = Export {
            arn: new_arn(&table.definition.arn, TransferKind::Export, context).into(),
            table_arn: asked.table_arn,
            table_id: table.definition.id.clone(),
            table: table.definition.name.clone(),
            started_at: context.now,
            token: self.token.clone().unwrap_or_else(|| context.ids.next_uuid()),
            payload: self.payload(),
            bucket: asked.bucket,
            bucket_owner: asked.bucket_owner,
            prefix: asked.prefix,
            encryption: asked.encryption.unwrap_or("AES256").to_owned(),
            encryption_key: asked.encryption_key,
            form: asked.form.unwrap_or(TextForm::Json),
            at,
            window,
            filter: asked.filter,
            progress: Progress::Running,
            item_count: 0,
            size_bytes: 0,
        };
        let mut writes = WriteSet::from_change(export.kept());
        writes.changes.push(external_work_change(&export.arn, true));
        Ok(Step::Done(Box::new(export), writes))
    }

    fn encode(response: &Box<Export>, body: &mut ObjectWriter) {
        body.object("ExportDescription", |object| response.encode(object));
    }
}
