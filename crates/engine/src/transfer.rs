//! Files that leave the account or come into it: exports, imports, and items in bulk.
//!
//! The engine touches no disk and no network. What it wants done outside is an [`Errand`], which follows from its records
//! and so survives a restart; whoever holds the engine does it and [delivers](Engine::deliver). What is never delivered stays
//! IN_PROGRESS.

pub(crate) mod bulk;
pub(crate) mod bulk_put;
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

use dynalab_types::Timestamp;

use crate::change::{Change, WriteSet};
use crate::service::complete_engine::Engine;
use crate::transfer::bulk::BulkPut;
use crate::transfer::export::Export;
use crate::transfer::import::Import;
use crate::transfer::job::waits;

/// One object of a bucket. The key is as the service has it: names with slashes between, which whoever puts it into folders
/// has to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub bucket: String,
    pub key: String,
    pub bytes: Vec<u8>,
}

impl Errand {
    /// The request that tells how far the export or import is, as an operation and a body.
    pub fn question(&self) -> (&'static str, String) {
        let (operation, member) = match &*self.arn {
            arn if arn.contains("/export/") => ("DescribeExport", "ExportArn"),
            arn if arn.contains("/import/") => ("DescribeImport", "ImportArn"),
            _ => ("DescribeBulkOperation", "BulkOperationArn"),
        };
        (operation, format!("{{\"{member}\": \"{}\"}}", self.arn))
    }
}

/// Something to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Of the export or import that it is for.
    pub arn: Arc<str>,
    pub task: Task,
    /// What the files hold.
    pub(crate) item_count: u64,
    pub(crate) size_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Put these, all into one bucket.
    Put(Vec<File>),
    /// Bring all objects whose keys begin with the prefix, in the order of their keys.
    Take { bucket: String, prefix: String },
}

/// What came of an errand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    Put,
    Taken(Vec<File>),
    Failed(Failure),
}

/// Why a transfer failed, as it is described afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: String,
    pub message: String,
}

impl Errand {
    /// For an export or import that nobody will do: deliver a failure for it.
    pub fn of_nothing(arn: Arc<str>) -> Errand {
        Errand { arn, task: Task::Put(Vec::new()), item_count: 0, size_bytes: 0 }
    }
}

impl Failure {
    /// In the service's words.
    pub fn no_such_bucket() -> Failure {
        Failure {
            code: "S3NoSuchBucket".into(),
            message:
                "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: \
                      NoSuchBucket)"
                    .into(),
        }
    }

    /// The same, with what can be done about it.
    pub fn no_bucket_because(message: &str) -> Failure {
        Failure { code: "S3NoSuchBucket".into(), message: message.to_owned() }
    }

    pub fn access_denied(message: &str) -> Failure {
        Failure { code: "S3AccessDenied".into(), message: message.to_owned() }
    }
}

impl Engine {
    /// Whether something is wanted from outside, and for which export or import. To be asked after each request that changed
    /// a record, and once after a start.
    pub fn wanted(&self) -> Option<Arc<str>> {
        let exports = Export::all(self.database()).filter(Export::is_in_progress).map(|export| export.arn);
        let imports = Import::all(self.database()).filter(Import::is_in_progress).map(|import| import.arn);
        let bulk = BulkPut::all(self.database()).filter(BulkPut::is_in_progress).map(|bulk| bulk.arn);
        exports.chain(imports).chain(bulk).next()
    }

    /// What is wanted first. Do it, [deliver](Engine::deliver), and ask again until there is nothing more.
    pub fn errand(&self) -> Option<Errand> {
        let arn = self.wanted()?;
        let database = self.database();
        let export = Export::find(database, &arn).map(|export| export.errand(database, self.now()));
        let import = || Import::find(database, &arn).map(|import| import.errand());
        export.or_else(import).or_else(|| BulkPut::find(database, &arn).map(|bulk| bulk.errand()))
    }

    /// What came of an errand, at that moment; returns what changed, to be kept as that of a request. An errand that is no
    /// longer wanted changes nothing.
    pub fn deliver(&mut self, at: Timestamp, errand: &Errand, delivery: Delivery) -> Vec<Change> {
        let now = self.now().max(at);
        let database = self.database();
        let export = Export::find(database, &errand.arn).filter(Export::is_in_progress);
        let import = Import::find(database, &errand.arn).filter(Import::is_in_progress);
        let bulk = BulkPut::find(database, &errand.arn).filter(BulkPut::is_in_progress);
        let writes = match (export, import, bulk) {
            (Some(export), ..) => export.delivered(now, errand, delivery),
            (None, Some(import), _) => import.delivered(now, delivery, database),
            (None, None, Some(bulk)) => bulk.delivered(now, delivery, database, self.config()),
            (None, None, None) => return Vec::new(),
        };
        let mut changes = self.write_from_outside(now, writes);
        if !self.is_in_progress(&errand.arn) {
            changes.extend(self.write_from_outside(now, WriteSet::of(waits(&errand.arn, false))));
        }
        changes
    }

    fn is_in_progress(&self, arn: &str) -> bool {
        let database = self.database();
        Export::find(database, arn).is_some_and(|export| export.is_in_progress())
            || Import::find(database, arn).is_some_and(|import| import.is_in_progress())
            || BulkPut::find(database, arn).is_some_and(|bulk| bulk.is_in_progress())
    }

    /// The errand for this export or import cannot even be asked for: it has failed.
    pub fn abandon(&mut self, at: Timestamp, arn: &Arc<str>, failure: Failure) -> Vec<Change> {
        self.deliver(at, &Errand::of_nothing(arn.clone()), Delivery::Failed(failure))
    }
}
