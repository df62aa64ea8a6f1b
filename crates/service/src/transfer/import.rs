//! An import: its request, its progress, its stored form and its description.

use std::sync::Arc;

use dynalab_engine::codec::primitives::{read_text, write_text};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::prepared::PreparedPart;
use dynalab_engine::database::scheduler::Work;
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};

use crate::transfer::import_items::{Counts, CsvOptions, ImportedItems, SourceForm};
use crate::transfer::job::Progress;
use crate::transfer::{Delivery, Failure, File, Task};

/// The compression of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    pub(crate) const ALL: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Zstd];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Compression::None => "NONE",
            Compression::Gzip => "GZIP",
            Compression::Zstd => "ZSTD",
        }
    }
}

/// An import with its empty table, to decode its files without the engine.
#[derive(Clone, Debug)]
pub(crate) struct ImportWork {
    pub import: Import,
    table: Option<Table>,
}

impl ImportWork {
    pub(crate) fn take(import: Import, database: &Database) -> ImportWork {
        ImportWork { table: import.waiting_table(database).cloned(), import }
    }

    pub(crate) fn decode(&self, files: &[File]) -> ImportedItems {
        match &self.table {
            Some(table) if self.import.compression != Compression::Zstd => {
                ImportedItems::read(&self.import, table, files)
            }
            _ => ImportedItems::default(),
        }
    }
}

/// An import in progress or finished.
#[derive(Clone, Debug)]
pub struct Import {
    pub arn: Arc<str>,
    pub table_arn: String,
    pub table_id: Arc<str>,
    pub table: Arc<str>,
    pub started_at: Timestamp,
    pub token: String,
    pub bucket: String,
    pub bucket_owner: String,
    pub prefix: Option<String>,
    pub form: SourceForm,
    pub compression: Compression,
    /// TableCreationParameters and InputFormatOptions as the request contains them.
    pub table_parameters: String,
    pub options: Option<String>,
    pub csv: CsvOptions,
    pub(crate) progress: Progress,
    pub(crate) counts: Counts,
}

impl Import {
    fn key(arn: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::IMPORT, arn)
    }

    pub(crate) fn kept(&self) -> Change {
        let mut writer = record_form::begin();
        for text in [&self.table_arn, &self.token, &self.bucket, &self.bucket_owner, &self.table_parameters] {
            writer.text(text);
        }
        writer.text(&self.table_id);
        writer.text(&self.table);
        writer.unsigned(self.started_at.epoch_ms);
        write_text(self.prefix.as_deref(), &mut writer);
        write_text(self.options.as_deref(), &mut writer);
        writer.byte(self.form as u8);
        writer.byte(self.compression as u8);
        writer.unsigned(u64::from(u32::from(self.csv.delimiter)));
        writer.unsigned(self.csv.headers.len() as u64);
        self.csv.headers.iter().for_each(|header| writer.text(header));
        self.progress.write(&mut writer);
        self.counts.write(&mut writer);
        Change::record(Import::key(&self.arn), Some(writer.bytes))
    }

    pub(crate) fn read(arn: &Arc<str>, bytes: &[u8]) -> Result<Import, Malformed> {
        let reader = &mut record_form::content(bytes)?;
        let text = |reader: &mut Reader| reader.text().map(str::to_owned);
        let optional = |reader: &mut Reader| read_text(reader).map(|text| text.map(String::from));
        let (table_arn, token, bucket, bucket_owner, table_parameters) =
            (text(reader)?, text(reader)?, text(reader)?, text(reader)?, text(reader)?);
        let (table_id, table) = (reader.text()?.into(), reader.text()?.into());
        let started_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        let (prefix, options) = (optional(reader)?, optional(reader)?);
        let form = *SourceForm::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let compression = *Compression::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let delimiter = u32::try_from(reader.unsigned()?).ok().and_then(char::from_u32).ok_or(Malformed)?;
        let headers = (0..reader.count()?).map(|_| text(reader)).collect::<Result<_, _>>()?;
        Ok(Import {
            arn: arn.clone(),
            table_arn,
            table_id,
            table,
            started_at,
            token,
            bucket,
            bucket_owner,
            prefix,
            form,
            compression,
            table_parameters,
            options,
            csv: CsvOptions { delimiter, headers },
            progress: Progress::read(reader)?,
            counts: Counts::read(reader)?,
        })
    }

    pub(crate) fn find(database: &Database, arn: &str) -> Option<Import> {
        Import::read(&arn.into(), database.record(&Import::key(arn))?).checked()
    }

    pub(crate) fn all(database: &Database) -> impl Iterator<Item = Import> {
        let records = database.registry().of_kind(RecordKind::IMPORT);
        records.filter_map(|(key, bytes)| Import::read(&key.name, bytes).checked())
    }

    pub(crate) fn is_in_progress(&self) -> bool {
        self.progress == Progress::Running
    }

    pub(crate) fn task(&self) -> Task {
        Task::Take { bucket: self.bucket.clone(), prefix: self.prefix.clone().unwrap_or_default() }
    }

    /// Returns the table of the import while it waits for its items.
    fn waiting_table<'a>(&self, database: &'a Database) -> Option<&'a Table> {
        database.find(&self.table).filter(|table| {
            table.definition.id == self.table_id && table.definition.status == TableStatus::Creating
        })
    }

    /// Returns the writes, and the entries of indexes that were filled ahead.
    pub(crate) fn delivered(
        self,
        now: Timestamp,
        delivery: Delivery,
        database: &Database,
    ) -> (WriteSet, Vec<PreparedPart>) {
        let table = self.waiting_table(database);
        let failed =
            |code: &str, message: &str| Failure { code: code.to_owned(), message: message.to_owned() };
        let failure = match (delivery, table) {
            (Delivery::Failed(failure), _) => failure,
            (_, None) => failed("TableNotFound", "The table that was being imported is gone."),
            _ if self.compression == Compression::Zstd => failed(
                "ZstdNotSupported",
                "This engine reads files that are compressed by GZIP or not at all.",
            ),
            (Delivery::Decoded(items), Some(table)) => {
                let items = Arc::try_unwrap(items).unwrap_or_else(|items| items.without_indexes());
                return self.filled(now, table, items);
            }
            (Delivery::Put | Delivery::Taken(_) | Delivery::Records(_), Some(table)) => {
                return self.filled(now, table, ImportedItems::default());
            }
        };
        // If no file was read, the table is deleted.
        let mut writes = WriteSet::default();
        writes.changes.extend(table.map(|table| Change::drop_table(table.definition.name.clone())));
        let progress = Progress::Failed { at: now, failure };
        writes.changes.push(Import { progress, ..self }.kept());
        (writes, Vec::new())
    }

    /// Writes all valid items and makes the table ACTIVE, even if other items are invalid.
    fn filled(self, now: Timestamp, table: &Table, imported: ImportedItems) -> (WriteSet, Vec<PreparedPart>) {
        let ImportedItems { items, counts, indexes, too_much } = imported;
        let mut writes = WriteSet::default();
        if !items.rows.is_empty() {
            let name = table.definition.name.clone();
            writes.changes.push(Change::Items { table: name, items, filled: true });
        }
        let progress = match counts.errors {
            0 => Progress::Completed { at: now },
            _ => Progress::Failed {
                at: now,
                failure: Failure {
                    code: "ItemValidationError".into(),
                    message: too_much.map_or_else(
                        || {
                            "Some of the items failed validation checks and were not imported. Please check \
                                  CloudWatch error logs for more details."
                                .into()
                        },
                        |refusal| refusal.to_string(),
                    ),
                },
            },
        };
        writes.changes.push(Import { progress, counts, ..self }.kept());
        (writes.then(0, Work::FinishTableChange { table: table.definition.reference() }), indexes)
    }

    pub(crate) fn encode_summary(&self, region: &str, account: &str, object: &mut ObjectWriter) {
        object.text("ImportArn", &self.arn);
        object.text("ImportStatus", self.progress.name());
        object.text("TableArn", &self.table_arn);
        object.object("S3BucketSource", |object| {
            object.text("S3BucketOwner", &self.bucket_owner);
            object.text("S3Bucket", &self.bucket);
            if let Some(prefix) = &self.prefix {
                object.text("S3KeyPrefix", prefix);
            }
        });
        let log_group = format!("arn:aws:logs:{region}:{account}:log-group:/aws-dynamodb/imports:*");
        object.text("CloudWatchLogGroupArn", &log_group);
        object.text("InputFormat", self.form.name());
        object.date("StartTime", self.started_at);
        if let Some(ended_at) = self.progress.ended_at() {
            object.date("EndTime", ended_at);
        }
    }

    pub(crate) fn encode(&self, region: &str, account: &str, object: &mut ObjectWriter) {
        self.encode_summary(region, account, object);
        object.text("TableId", &self.table_id);
        object.text("ClientToken", &self.token);
        if let Some(options) = &self.options {
            object.json("InputFormatOptions", options);
        }
        object.text("InputCompressionType", self.compression.name());
        object.json("TableCreationParameters", &self.table_parameters);
        object.integer("ErrorCount", self.counts.errors);
        object.integer("ProcessedSizeBytes", self.counts.size_bytes);
        object.integer("ProcessedItemCount", self.counts.processed);
        object.integer("ImportedItemCount", self.counts.imported);
        if let Some(failure) = self.progress.failure() {
            object.text("FailureCode", &failure.code);
            object.text("FailureMessage", &failure.message);
        }
    }
}
