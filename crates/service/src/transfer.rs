//! Exports, imports and bulk operations, which exchange files with the outside.
//!
//! The engine accesses no disk and no network. It describes external work as an [`ExternalJob`], derived from its records, so it
//! survives a restart. The host does the work and [delivers](Engine::deliver) the result. Without a delivery, the operation
//! stays IN_PROGRESS.

pub(crate) mod bulk;
pub(crate) mod bulk_part;
pub(crate) mod bulk_put;
pub(crate) mod bulk_records;
pub(crate) mod csv;
pub(crate) mod export;
pub(crate) mod export_files;
pub(crate) mod export_filter;
pub(crate) mod gzip;
pub(crate) mod import;
pub(crate) mod import_items;
pub(crate) mod ion_reader;
pub(crate) mod ion_writer;
pub(crate) mod job;

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_types::Timestamp;

use crate::complete_engine::Engine;
use crate::transfer::bulk::BulkPut;
use crate::transfer::bulk_part::BulkPart;
pub use crate::transfer::bulk_records::BulkRecords;
use crate::transfer::bulk_records::BulkSource;
use crate::transfer::export::Export;
use crate::transfer::export_files::ExportWork;
use crate::transfer::import::{Import, ImportWork};
pub use crate::transfer::import_items::ImportedItems;
use crate::transfer::job::external_work_change;

/// One object of a bucket. The key is that of S3, with slashes. A host that writes it to a folder must check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub bucket: String,
    pub key: String,
    pub bytes: Vec<u8>,
}

impl ExternalJob {
    /// Returns the request that describes the progress of the export or import, as an operation and a body.
    pub fn question(&self) -> (&'static str, String) {
        let (operation, member) = match &*self.arn {
            arn if arn.contains("/export/") => ("DescribeExport", "ExportArn"),
            arn if arn.contains("/import/") => ("DescribeImport", "ImportArn"),
            _ => ("DescribeBulkOperation", "BulkOperationArn"),
        };
        (operation, format!("{{\"{member}\": \"{}\"}}", self.arn))
    }
}

/// Work for the host, as the engine describes it: with the rows of an export, but without their text. It is small and quickly taken.
#[derive(Clone, Debug)]
pub struct WantedJob {
    /// The ARN of its export, import or bulk operation.
    pub arn: Arc<str>,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Export(Box<ExportWork>),
    Import(Arc<ImportWork>),
    /// A bulk operation, with the records of its parts.
    Bulk(Box<BulkPut>, Vec<Arc<[u8]>>),
    /// The export or import can only fail.
    Nothing,
}

/// Work for the host, with the files to write.
#[derive(Clone, Debug)]
pub struct ExternalJob {
    /// The ARN of its export, import or bulk operation.
    pub arn: Arc<str>,
    pub task: Task,
    /// The number of items in the files, and their size in bytes.
    pub(crate) item_count: u64,
    pub(crate) size_bytes: u64,
    /// What decoding the files needs.
    decoding: Option<Decoding>,
}

#[derive(Clone, Debug)]
enum Decoding {
    Import(Arc<ImportWork>),
    Bulk(BulkSource),
}

/// What the host does with its buckets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Writes these files, all to one bucket.
    Put(Vec<File>),
    /// Returns all objects whose keys begin with the prefix, in the order of their keys.
    Take { bucket: String, prefix: String },
}

/// The result of external work.
#[derive(Clone, Debug)]
pub enum Delivery {
    Put,
    Taken(Vec<File>),
    /// The items of an import: the result of [`ExternalJob::decode`].
    Decoded(Arc<ImportedItems>),
    /// The records of a bulk operation, of which the next part is decoded: the result of [`ExternalJob::decode`].
    Records(Box<BulkRecords>),
    Failed(Failure),
}

/// What was applied of the result of external work.
#[derive(Debug)]
pub struct AppliedPart {
    pub changes: Vec<Change>,
    /// The rest of the result. Other requests can be executed before it is applied.
    pub left: Option<Delivery>,
}

/// Why a transfer failed, as its description reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: String,
    pub message: String,
}

impl ExternalJob {
    /// Returns a job without files, to deliver a failure of an export or import that cannot be done.
    pub fn without_files(arn: Arc<str>) -> ExternalJob {
        ExternalJob::new(arn, Task::Put(Vec::new()))
    }

    fn new(arn: Arc<str>, task: Task) -> ExternalJob {
        ExternalJob { arn, task, item_count: 0, size_bytes: 0, decoding: None }
    }

    /// Decompresses and decodes the files of an import, and fills the indexes of its table. Of a bulk operation, it does so with the next
    /// part. Call it without the engine's lock, before [`Transfers::complete_part`], which otherwise does it:
    /// `let delivery = job.decode(delivery);`
    #[must_use]
    pub fn decode(&self, delivery: Delivery) -> Delivery {
        match (&self.decoding, delivery) {
            (Some(Decoding::Import(work)), Delivery::Taken(files)) => {
                Delivery::Decoded(Arc::new(work.decode(&files)))
            }
            (Some(Decoding::Bulk(source)), Delivery::Taken(files)) => {
                Delivery::Records(Box::new(BulkRecords::begin(*source, files)))
            }
            (_, Delivery::Records(mut records)) => {
                records.read_part();
                Delivery::Records(records)
            }
            (_, delivery) => delivery,
        }
    }
}

impl WantedJob {
    /// Writes the files of an export: text, compression and checksums. Joins the reports of a bulk operation. Call it without the engine's lock:
    /// `let job = job.computed();`
    #[must_use]
    pub fn computed(self) -> ExternalJob {
        match self.work {
            Work::Export(work) => {
                let (files, item_count, size_bytes) = work.files();
                ExternalJob { item_count, size_bytes, ..ExternalJob::new(self.arn, Task::Put(files)) }
            }
            Work::Import(work) => {
                let task = work.import.task();
                ExternalJob { decoding: Some(Decoding::Import(work)), ..ExternalJob::new(self.arn, task) }
            }
            Work::Bulk(bulk, parts) => {
                let (task, source) = (bulk.task(&parts), bulk.source());
                ExternalJob { decoding: source.map(Decoding::Bulk), ..ExternalJob::new(self.arn, task) }
            }
            Work::Nothing => ExternalJob::without_files(self.arn),
        }
    }
}

impl Failure {
    /// Returns the failure in DynamoDB's wording.
    pub fn no_such_bucket() -> Failure {
        Failure {
            code: "S3NoSuchBucket".into(),
            message:
                "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: \
                      NoSuchBucket)"
                    .into(),
        }
    }

    /// Returns the failure with a message that explains what to do.
    pub fn no_bucket_because(message: &str) -> Failure {
        Failure { code: "S3NoSuchBucket".into(), message: message.to_owned() }
    }

    /// Returns the failure of a bucket that refuses access.
    pub fn access_denied(message: &str) -> Failure {
        Failure { code: "S3AccessDenied".into(), message: message.to_owned() }
    }
}

/// The work of exports and imports outside the engine: files to write and objects to read.
pub trait Transfers {
    /// Returns the export or import that needs external work, if any. Check it after each request that changed a record, and
    /// once after a start.
    fn wanted(&self) -> Option<Arc<str>>;

    /// Returns the first external work, with shared rows. [Compute](WantedJob::computed) it, write or read its files,
    /// [decode](ExternalJob::decode) them, all without the engine's lock. Then [apply](Transfers::complete_part) the result with the lock.
    /// Decode and apply again what is left of it. Repeat until there is no work.
    fn external_job(&self) -> Option<WantedJob>;

    /// Applies the result of external work at a time, or a part of fixed size of it. Returns the changes, to be stored like those of a
    /// request. A result that is no longer needed changes nothing. A part is recorded as such: after a restart, the work continues there.
    fn complete_part(&mut self, at: Timestamp, job: &ExternalJob, delivery: Delivery) -> AppliedPart;

    /// Applies all parts of the result of external work, with no request in between.
    fn complete_job(&mut self, at: Timestamp, job: &ExternalJob, delivery: Delivery) -> Vec<Change> {
        let AppliedPart { mut changes, mut left } = self.complete_part(at, job, delivery);
        while let Some(delivery) = left {
            let part = self.complete_part(at, job, delivery);
            changes.extend(part.changes);
            left = part.left;
        }
        changes
    }

    /// Fails an export or import whose external work cannot be determined.
    fn abandon(&mut self, at: Timestamp, arn: &Arc<str>, failure: Failure) -> Vec<Change>;
}

impl Transfers for Engine {
    fn wanted(&self) -> Option<Arc<str>> {
        let exports = Export::all(self.database()).filter(Export::is_in_progress).map(|export| export.arn);
        let imports = Import::all(self.database()).filter(Import::is_in_progress).map(|import| import.arn);
        let bulk = BulkPut::all(self.database()).filter(BulkPut::is_in_progress).map(|bulk| bulk.arn);
        exports.chain(imports).chain(bulk).next()
    }

    fn external_job(&self) -> Option<WantedJob> {
        let arn = self.wanted()?;
        let database = self.database();
        let export = Export::find(database, &arn).map(|export| {
            ExportWork::take(export, database, self.now())
                .map_or(Work::Nothing, |work| Work::Export(Box::new(work)))
        });
        let import =
            || Some(Work::Import(Arc::new(ImportWork::take(Import::find(database, &arn)?, database))));
        let bulk = || {
            let bulk = BulkPut::find(database, &arn)?;
            let parts = if bulk.reports.is_empty() { Vec::new() } else { BulkPart::records(database, &arn) };
            Some(Work::Bulk(Box::new(bulk), parts))
        };
        Some(WantedJob { work: export.or_else(import).or_else(bulk)?, arn })
    }

    fn complete_part(&mut self, at: Timestamp, job: &ExternalJob, delivery: Delivery) -> AppliedPart {
        let now = self.now().max(at);
        let delivery = job.decode(delivery);
        let database = self.database();
        let export = Export::find(database, &job.arn).filter(Export::is_in_progress);
        let import = Import::find(database, &job.arn).filter(Import::is_in_progress);
        let bulk = BulkPut::find(database, &job.arn).filter(BulkPut::is_in_progress);
        let (mut prepared, mut left) = (Vec::new(), None);
        let writes = match (export, import, bulk) {
            (Some(export), ..) => export.delivered(now, job, delivery),
            (None, Some(import), _) => {
                let (writes, indexes) = import.delivered(now, delivery, database);
                prepared = indexes;
                writes
            }
            (None, None, Some(bulk)) => {
                let (writes, more) = bulk.delivered(now, delivery, database, self.config());
                left = more;
                writes
            }
            (None, None, None) => return AppliedPart { changes: Vec::new(), left },
        };
        self.add_prepared(prepared);
        let mut changes = self.write_from_outside(now, writes);
        if !is_in_progress(self.database(), &job.arn) {
            changes.extend(
                self.write_from_outside(now, WriteSet::from_change(external_work_change(&job.arn, false))),
            );
        }
        AppliedPart { changes, left }
    }

    fn abandon(&mut self, at: Timestamp, arn: &Arc<str>, failure: Failure) -> Vec<Change> {
        self.complete_job(at, &ExternalJob::without_files(arn.clone()), Delivery::Failed(failure))
    }
}

fn is_in_progress(database: &Database, arn: &str) -> bool {
    Export::find(database, arn).is_some_and(|export| export.is_in_progress())
        || Import::find(database, arn).is_some_and(|import| import.is_in_progress())
        || BulkPut::find(database, arn).is_some_and(|bulk| bulk.is_in_progress())
}
