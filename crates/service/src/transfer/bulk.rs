//! A bulk operation: its request, its progress, its stored form and its description.

use std::sync::Arc;

use dynalab_engine::codec::change_log::{read_payload, write_payload};
use dynalab_engine::codec::primitives::{read_text, write_text};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, PayloadFingerprint, WriteSet};
use dynalab_engine::database::table::IndexKind;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::transfer::bulk_part::BulkPart;
use crate::transfer::bulk_put::put_part;
use crate::transfer::bulk_records::BulkSource;
use crate::transfer::export::folder_of;
use crate::transfer::import::Compression;
use crate::transfer::import_items::SourceForm;
use crate::transfer::job::Progress;
use crate::transfer::{Delivery, Failure, File, Task};

/// Older operations are not listed.
const LISTED_MS: u64 = 90 * 24 * 60 * 60 * 1000;

/// A bulk operation in progress or finished.
#[derive(Clone, Debug)]
pub struct BulkPut {
    pub arn: Arc<str>,
    /// The table as the request named it.
    pub table_name: String,
    pub table: Arc<str>,
    pub table_id: Arc<str>,
    pub started_at: Timestamp,
    pub token: String,
    pub payload: PayloadFingerprint,
    /// InputS3Configuration and OutputS3Configuration as the request contains them.
    pub input: String,
    pub output: String,
    pub input_bucket: String,
    pub input_prefix: Option<String>,
    pub output_bucket: String,
    pub output_prefix: Option<String>,
    pub form: SourceForm,
    pub compression: Compression,
    pub reports_errors: bool,
    pub reports_conditions: bool,
    pub most_units: Option<u64>,
    pub tier: String,
    pub(crate) progress: Progress,
    pub(crate) usage: BulkUsage,
    /// The size of the files whose records are all processed, in bytes. It is stored in the last part.
    pub(crate) read_bytes: u64,
    /// The reports that are not written yet, by their keys. They exist only after all items have been written. One without bytes is in the
    /// parts.
    pub(crate) reports: Vec<(String, Vec<u8>)>,
}

/// The amounts read and written so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BulkUsage {
    /// The size of all files, from the first part on.
    pub input_bytes: u64,
    pub processed: u64,
    pub failed: u64,
    pub table_bytes: u64,
    pub index_bytes: Vec<(IndexKind, Arc<str>, u64)>,
}

impl BulkPut {
    fn key(arn: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::BULK, arn)
    }

    pub(crate) fn kept(&self) -> Change {
        let mut writer = record_form::begin();
        for text in [
            &self.table_name,
            &self.token,
            &self.input,
            &self.output,
            &self.input_bucket,
            &self.output_bucket,
            &self.tier,
        ] {
            writer.text(text);
        }
        writer.text(&self.table);
        writer.text(&self.table_id);
        writer.unsigned(self.started_at.epoch_ms);
        write_payload(self.payload, &mut writer);
        write_text(self.input_prefix.as_deref(), &mut writer);
        write_text(self.output_prefix.as_deref(), &mut writer);
        writer.byte(self.form as u8);
        writer.byte(self.compression as u8);
        writer.byte(u8::from(self.reports_errors) | u8::from(self.reports_conditions) << 1);
        writer.unsigned(self.most_units.unwrap_or_default());
        self.progress.write(&mut writer);
        self.usage.write(&mut writer);
        writer.unsigned(self.reports.len() as u64);
        for (key, bytes) in &self.reports {
            writer.text(key);
            writer.slice(bytes);
        }
        Change::record(BulkPut::key(&self.arn), Some(writer.bytes))
    }

    pub(crate) fn read(arn: &Arc<str>, bytes: &[u8]) -> Result<BulkPut, Malformed> {
        let reader = &mut record_form::content(bytes)?;
        let mut texts = Vec::new();
        for _ in 0..7 {
            texts.push(reader.text()?.to_owned());
        }
        let [table_name, token, input, output, input_bucket, output_bucket, tier] =
            <[String; 7]>::try_from(texts).map_err(|_| Malformed)?;
        let (table, table_id) = (reader.text()?.into(), reader.text()?.into());
        let started_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        let payload = read_payload(reader)?;
        let optional = |reader: &mut Reader| read_text(reader).map(|text| text.map(String::from));
        let (input_prefix, output_prefix) = (optional(reader)?, optional(reader)?);
        let form = *SourceForm::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let compression = *Compression::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let reported = reader.byte()?;
        let most_units = Some(reader.unsigned()?).filter(|units| *units > 0);
        let (progress, usage) = (Progress::read(reader)?, BulkUsage::read(reader)?);
        let reports = (0..reader.count()?).map(|_| Ok((reader.text()?.to_owned(), reader.slice()?.to_vec())));
        Ok(BulkPut {
            arn: arn.clone(),
            reports: reports.collect::<Result<_, _>>()?,
            table_name,
            table,
            table_id,
            started_at,
            token,
            payload,
            input,
            output,
            input_bucket,
            input_prefix,
            output_bucket,
            output_prefix,
            form,
            compression,
            reports_errors: reported & 1 != 0,
            reports_conditions: reported & 2 != 0,
            most_units,
            tier,
            progress,
            read_bytes: usage.input_bytes,
            usage,
        })
    }

    pub(crate) fn find(database: &Database, arn: &str) -> Option<BulkPut> {
        let bulk = BulkPut::read(&arn.into(), database.record(&BulkPut::key(arn))?).checked()?;
        let part = BulkPart::find(database, &bulk.arn, bulk.usage.processed);
        Some(BulkPut { read_bytes: part.map_or(bulk.read_bytes, |part| part.read_bytes), ..bulk })
    }

    pub(crate) fn all(database: &Database) -> impl Iterator<Item = BulkPut> {
        let records = database.registry().of_kind(RecordKind::BULK);
        records.filter_map(|(key, bytes)| BulkPut::read(&key.name, bytes).checked())
    }

    pub(crate) fn is_in_progress(&self) -> bool {
        self.progress == Progress::Running
    }

    pub(crate) fn is_listed(&self, now: Timestamp) -> bool {
        now.epoch_ms < self.started_at.epoch_ms.saturating_add(LISTED_MS)
    }

    /// Returns the keys of its reports: errors, and conditions that were not met.
    pub(crate) fn report_keys(&self) -> [String; 2] {
        let base = folder_of(self.output_prefix.as_deref(), &self.arn);
        [format!("{base}errors.json"), format!("{base}condition-check-failures.json")]
    }

    /// Returns the next external work: reading the items first, then writing the reports. `parts` are the records of its parts. Reports can
    /// have many megabytes, so call it without the engine's lock.
    pub(crate) fn task(&self, parts: &[Arc<[u8]>]) -> Task {
        if self.reports.is_empty() {
            return Task::Take {
                bucket: self.input_bucket.clone(),
                prefix: self.input_prefix.clone().unwrap_or_default(),
            };
        }
        let (errors, conditions) = BulkPart::join_reports(parts);
        let mut joined = self.report_keys().into_iter().zip([errors, conditions]);
        let file = |(key, bytes): &(String, Vec<u8>)| {
            let mut of_parts = || joined.find(|(found, _)| found == key).map(|(_, text)| text.into_bytes());
            let bytes = if bytes.is_empty() { of_parts().unwrap_or_default() } else { bytes.clone() };
            File { bucket: self.output_bucket.clone(), key: key.clone(), bytes }
        };
        Task::Put(self.reports.iter().map(file).collect())
    }

    /// Returns how its files are read, or `None` if this engine cannot read them.
    pub(crate) fn source(&self) -> Option<BulkSource> {
        let (form, compression) = (self.form, self.compression);
        let source = BulkSource { form, compression, processed: self.usage.processed };
        (compression != Compression::Zstd).then_some(source)
    }

    /// Applies a delivery, of records only the next part. Returns the writes, and the delivery if it has more parts. Records that follow
    /// others than those that were written last are not used: the operation was undone or continued elsewhere.
    pub(crate) fn delivered(
        self,
        now: Timestamp,
        delivery: Delivery,
        database: &Database,
        config: &EngineConfig,
    ) -> (WriteSet, Option<Delivery>) {
        let failed = |code: &str, message: &str| Progress::Failed {
            at: now,
            failure: Failure { code: code.to_owned(), message: message.to_owned() },
        };
        let table = database.find(&self.table).filter(|table| table.definition.id == self.table_id);
        let progress = match (delivery, table) {
            (Delivery::Failed(failure), _) => Progress::Failed { at: now, failure },
            (Delivery::Put | Delivery::Decoded(_), _) => self.ended(now),
            (Delivery::Taken(_) | Delivery::Records(_), None) => {
                failed("TableNotFound", "The table is not there any more.")
            }
            (Delivery::Taken(_), _) => failed(
                "ZstdNotSupported",
                "This engine reads files that are compressed by GZIP or not at all.",
            ),
            (Delivery::Records(records), Some(_)) if records.processed != self.usage.processed => {
                return (WriteSet::default(), None);
            }
            (Delivery::Records(mut records), Some(table)) => {
                let (mut writes, mut after) = put_part(self, &mut records, table, database, (now, config));
                let left = records.has_more().then_some(Delivery::Records(records));
                if left.is_none() && after.reports.is_empty() {
                    after.progress = after.ended(now);
                }
                writes.changes.push(after.kept());
                return (writes, left);
            }
        };
        let changes = self.stopped(progress, database);
        (WriteSet { changes, ..WriteSet::default() }, None)
    }

    /// Returns the changes that end it where it is, without reports.
    fn stopped(mut self, progress: Progress, database: &Database) -> Vec<Change> {
        let removals = BulkPart::removals(database, &self.arn);
        self.usage.input_bytes = self.read_bytes;
        let ended = BulkPut { progress, reports: Vec::new(), ..self }.kept();
        std::iter::once(ended).chain(removals).collect()
    }

    fn ended(&self, at: Timestamp) -> Progress {
        match self.usage.failed {
            0 => Progress::Completed { at },
            _ => Progress::CompletedWithErrors { at },
        }
    }

    /// Returns the changes that cancel it. The items that are written stay.
    pub(crate) fn cancelled(self, at: Timestamp, database: &Database) -> Vec<Change> {
        self.stopped(Progress::Cancelled { at }, database)
    }

    pub(crate) fn encode_summary(&self, object: &mut ObjectWriter) {
        object.text("BulkOperationArn", &self.arn);
        object.text("BulkOperationStatus", self.progress.name());
        object.date("StartTime", self.started_at);
        if let Some(ended_at) = self.progress.ended_at() {
            object.date("EndTime", ended_at);
        }
    }

    pub(crate) fn encode(&self, object: &mut ObjectWriter) {
        self.encode_summary(object);
        object.objects("TableDetails", [self], |object, bulk| {
            object.text("TableName", &bulk.table_name);
            object.text("TableId", &bulk.table_id);
        });
        object.text("ClientToken", &self.token);
        object.json("InputS3Configuration", &self.input);
        object.json("OutputS3Configuration", &self.output);
        object.integer("ProcessedItemCount", self.usage.processed);
        object.integer("ProcessedInputBytes", self.read_bytes);
        object.integer("TotalInputBytes", self.usage.input_bytes);
        object.integer("FailedItemCount", self.usage.failed);
        object.objects("BulkOperationUsage", [self], |object, bulk| bulk.encode_usage(object));
        if let Some(failure) = self.progress.failure() {
            object.text("FailureCode", &failure.code);
            object.text("FailureMessage", &failure.message);
        }
        if let Some(units) = self.most_units {
            object.integer("MaxWriteRequestUnits", units);
        }
        object.text("PerformanceTier", &self.tier);
    }

    fn encode_usage(&self, object: &mut ObjectWriter) {
        let usage = &self.usage;
        let of_indexes: u64 = usage.index_bytes.iter().map(|(_, _, bytes)| bytes).sum();
        object.text("TableName", &self.table_name);
        object.integer("BulkPutBytes", usage.table_bytes + of_indexes);
        object.object("Table", |object| object.integer("BulkPutBytes", usage.table_bytes));
        for (kind, member) in
            [(IndexKind::Local, "LocalSecondaryIndexes"), (IndexKind::Global, "GlobalSecondaryIndexes")]
        {
            let of_kind: Vec<_> = usage.index_bytes.iter().filter(|(found, _, _)| *found == kind).collect();
            if !of_kind.is_empty() {
                object.object(member, |object| {
                    for (_, name, bytes) in of_kind {
                        object.object(name, |object| object.integer("BulkPutBytes", *bytes));
                    }
                });
            }
        }
    }
}

impl BulkUsage {
    fn write(&self, writer: &mut Writer) {
        for count in [self.input_bytes, self.processed, self.failed, self.table_bytes] {
            writer.unsigned(count);
        }
        writer.unsigned(self.index_bytes.len() as u64);
        for (kind, name, bytes) in &self.index_bytes {
            writer.byte(u8::from(*kind == IndexKind::Local));
            writer.text(name);
            writer.unsigned(*bytes);
        }
    }

    fn read(reader: &mut Reader) -> Result<BulkUsage, Malformed> {
        let mut usage = BulkUsage {
            input_bytes: reader.unsigned()?,
            processed: reader.unsigned()?,
            failed: reader.unsigned()?,
            table_bytes: reader.unsigned()?,
            index_bytes: Vec::new(),
        };
        for _ in 0..reader.count()? {
            let kind = if reader.byte()? == 0 { IndexKind::Global } else { IndexKind::Local };
            usage.index_bytes.push((kind, reader.text()?.into(), reader.unsigned()?));
        }
        Ok(usage)
    }
}
