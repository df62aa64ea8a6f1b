//! An export: its request, its progress, its stored form and its description.

use std::sync::Arc;

use dynalab_engine::codec::change_log::{read_payload, write_payload};
use dynalab_engine::codec::primitives::{read_text, write_text};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, PayloadFingerprint, WriteSet};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};

use crate::transfer::export_files::TextForm;
use crate::transfer::job::Progress;
use crate::transfer::{Delivery, ExternalJob, Failure, Task};

/// The minimum billed size of an incremental export, in bytes.
const INCREMENTAL_LEAST_BYTES: u64 = 10_000_000;

/// The time range of an incremental export. It includes the start and excludes the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportWindow {
    pub from: Timestamp,
    pub to: Timestamp,
    pub with_old_images: bool,
}

/// An export in progress or finished.
#[derive(Clone, Debug)]
pub struct Export {
    pub arn: Arc<str>,
    pub table_arn: String,
    pub table_id: Arc<str>,
    pub table: Arc<str>,
    pub started_at: Timestamp,
    pub token: String,
    /// The fingerprint of the whole request.
    pub payload: PayloadFingerprint,
    pub bucket: String,
    pub bucket_owner: Option<String>,
    pub prefix: Option<String>,
    pub encryption: String,
    pub encryption_key: Option<String>,
    pub form: TextForm,
    /// The exported time of a full export.
    pub at: Timestamp,
    pub window: Option<ExportWindow>,
    /// FilterSpecification as the request contains it.
    pub filter: Option<String>,
    pub(crate) progress: Progress,
    pub item_count: u64,
    pub size_bytes: u64,
}

impl Export {
    fn key(arn: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::EXPORT, arn)
    }

    pub(crate) fn kept(&self) -> Change {
        let mut writer = record_form::begin();
        for text in [&self.table_arn, &self.token, &self.bucket, &self.encryption] {
            writer.text(text);
        }
        writer.text(&self.table_id);
        writer.text(&self.table);
        writer.unsigned(self.started_at.epoch_ms);
        write_payload(self.payload, &mut writer);
        for text in [&self.bucket_owner, &self.prefix, &self.encryption_key] {
            write_text(text.as_deref(), &mut writer);
        }
        writer.byte(u8::from(self.form == TextForm::Ion));
        writer.unsigned(self.at.epoch_ms);
        writer.byte(self.window.map_or(0, |window| if window.with_old_images { 2 } else { 1 }));
        if let Some(window) = self.window {
            writer.unsigned(window.from.epoch_ms);
            writer.unsigned(window.to.epoch_ms);
        }
        self.progress.write(&mut writer);
        writer.unsigned(self.item_count);
        writer.unsigned(self.size_bytes);
        write_text(self.filter.as_deref(), &mut writer);
        Change::record(Export::key(&self.arn), Some(writer.bytes))
    }

    pub(crate) fn read(arn: &Arc<str>, bytes: &[u8]) -> Result<Export, Malformed> {
        let reader = &mut record_form::content(bytes)?;
        let text = |reader: &mut Reader| reader.text().map(str::to_owned);
        let optional = |reader: &mut Reader| read_text(reader).map(|text| text.map(String::from));
        let time = |reader: &mut Reader| reader.unsigned().map(Timestamp::from_epoch_ms);
        let (table_arn, token, bucket, encryption) =
            (text(reader)?, text(reader)?, text(reader)?, text(reader)?);
        let (table_id, table) = (reader.text()?.into(), reader.text()?.into());
        let started_at = time(reader)?;
        let payload = read_payload(reader)?;
        let (bucket_owner, prefix, encryption_key) =
            (optional(reader)?, optional(reader)?, optional(reader)?);
        let form = if reader.byte()? == 0 { TextForm::Json } else { TextForm::Ion };
        let at = time(reader)?;
        let window = match reader.byte()? {
            0 => None,
            tag => Some(ExportWindow { from: time(reader)?, to: time(reader)?, with_old_images: tag == 2 }),
        };
        Ok(Export {
            arn: arn.clone(),
            table_arn,
            table_id,
            table,
            started_at,
            token,
            payload,
            bucket,
            bucket_owner,
            prefix,
            encryption,
            encryption_key,
            form,
            at,
            window,
            progress: Progress::read(reader)?,
            item_count: reader.unsigned()?,
            size_bytes: reader.unsigned()?,
            filter: optional(reader)?,
        })
    }

    pub(crate) fn find(database: &Database, arn: &str) -> Option<Export> {
        Export::read(&arn.into(), database.record(&Export::key(arn))?).checked()
    }

    pub(crate) fn all(database: &Database) -> impl Iterator<Item = Export> {
        let records = database.registry().of_kind(RecordKind::EXPORT);
        records.filter_map(|(key, bytes)| Export::read(&key.name, bytes).checked())
    }

    pub(crate) fn is_in_progress(&self) -> bool {
        self.progress == Progress::Running
    }

    /// Returns the last part of the ARN.
    pub(crate) fn id(&self) -> &str {
        self.arn.rsplit('/').next().unwrap_or_default()
    }

    /// Returns the prefix of all keys.
    pub(crate) fn key_prefix(&self) -> String {
        key_prefix(self.prefix.as_deref())
    }

    pub(crate) fn summary_key(&self) -> String {
        format!("{}manifest-summary.json", folder_of(self.prefix.as_deref(), &self.arn))
    }

    pub(crate) fn billed_bytes(&self, size_bytes: u64) -> u64 {
        match self.window {
            Some(_) => size_bytes.max(INCREMENTAL_LEAST_BYTES),
            None => size_bytes,
        }
    }

    pub(crate) fn delivered(self, now: Timestamp, job: &ExternalJob, delivery: Delivery) -> WriteSet {
        let nothing_to_put = matches!(&job.task, Task::Put(files) if files.is_empty());
        let progress = match delivery {
            Delivery::Failed(failure) => Progress::Failed { at: now, failure },
            _ if nothing_to_put => {
                let message = format!("Table not found: {}", self.table_arn);
                Progress::Failed { at: now, failure: Failure { code: "TableNotFound".into(), message } }
            }
            Delivery::Put | Delivery::Taken(_) | Delivery::Decoded(_) | Delivery::Records(_) => {
                Progress::Completed { at: now }
            }
        };
        let (item_count, size_bytes) = (job.item_count, self.billed_bytes(job.size_bytes));
        WriteSet::from_change(Export { progress, item_count, size_bytes, ..self }.kept())
    }

    pub(crate) fn encode(&self, object: &mut ObjectWriter) {
        object.text("ExportArn", &self.arn);
        object.text("ExportStatus", self.progress.name());
        object.date("StartTime", self.started_at);
        let completed = matches!(self.progress, Progress::Completed { .. });
        if let Some(ended_at) = self.progress.ended_at() {
            object.date("EndTime", ended_at);
        }
        if completed {
            object.text("ExportManifest", &self.summary_key());
        }
        object.text("TableArn", &self.table_arn);
        object.text("TableId", &self.table_id);
        if self.window.is_none() {
            object.date("ExportTime", self.at);
        }
        object.text("ClientToken", &self.token);
        object.text("S3Bucket", &self.bucket);
        for (member, text) in [
            ("S3BucketOwner", &self.bucket_owner),
            ("S3Prefix", &self.prefix),
            ("S3SseKmsKeyId", &self.encryption_key),
        ] {
            if let Some(text) = text {
                object.text(member, text);
            }
        }
        object.text("S3SseAlgorithm", &self.encryption);
        if let Some(failure) = self.progress.failure() {
            object.text("FailureCode", &failure.code);
            object.text("FailureMessage", &failure.message);
        }
        object.text("ExportFormat", self.form.name());
        if completed {
            object.integer("BilledSizeBytes", self.size_bytes);
            object.integer("ItemCount", self.item_count);
        }
        if let Some(filter) = &self.filter {
            object.json("FilterSpecification", filter);
        }
        // DynamoDB returns no type for a full export.
        if let Some(window) = self.window {
            object.text("ExportType", "INCREMENTAL_EXPORT");
            object.object("IncrementalExportSpecification", |object| {
                object.date("ExportFromTime", window.from);
                object.date("ExportToTime", window.to);
                object.text("ExportViewType", window.view_name());
            });
        }
    }

    pub(crate) fn type_name(&self) -> &'static str {
        if self.window.is_some() { "INCREMENTAL_EXPORT" } else { "FULL_EXPORT" }
    }
}

/// Returns the key prefix for a requested prefix.
fn key_prefix(prefix: Option<&str>) -> String {
    match prefix {
        None | Some("") => String::new(),
        Some(prefix) if prefix.ends_with('/') => prefix.to_owned(),
        Some(prefix) => format!("{prefix}/"),
    }
}

/// Returns the folder for the files of a job.
pub(crate) fn folder_of(prefix: Option<&str>, arn: &str) -> String {
    let id = arn.rsplit('/').next().unwrap_or_default();
    format!("{}AWSDynamoDB/{id}/", key_prefix(prefix))
}

impl ExportWindow {
    pub(crate) fn view_name(self) -> &'static str {
        if self.with_old_images { "NEW_AND_OLD_IMAGES" } else { "NEW_IMAGE" }
    }
}
