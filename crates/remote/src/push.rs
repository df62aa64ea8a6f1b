//! Brings the tables of a design or a document to an endpoint: first a plan, then tables, settings, items, and a check of what arrived.
//!
//! Nothing is deleted or replaced. A table with other keys is left alone, and one with items is written only if the plan may.

pub mod checkpoint;
pub mod plan;
mod write;

use std::collections::BTreeMap;

use dynalab_modeling::table_request::whole;
use serde_json::json;

pub use checkpoint::Checkpoint;
pub use plan::{Plan, PlannedTable, TableStep};
pub use write::put_here;

use crate::checksum::Checksum;
use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;
use crate::pull::scan::{Segments, scan};
use crate::source::{Source, SourceTable};

/// How long a table may take to become ACTIVE: an index of a large table takes hours, a new table seconds.
const READY_WITHIN_MS: u64 = 15 * 60 * 1000;
const FIRST_LOOK_MS: u64 = 100;
const LOOK_MS_MAX: u64 = 5_000;
/// Errors of a setting that a new table does not take yet.
const NOT_YET: [&str; 2] = ["ContinuousBackupsUnavailableException", "ResourceInUseException"];

/// How a push runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushOptions {
    /// How many batches are under way at once.
    pub concurrency: usize,
    /// Whether all items are read again at the end.
    pub verifies: bool,
}

impl Default for PushOptions {
    fn default() -> PushOptions {
        PushOptions { concurrency: 8, verifies: true }
    }
}

/// What a push does at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    Creating {
        table: String,
    },
    Waiting {
        table: String,
        status: String,
    },
    Setting {
        table: String,
        operation: &'static str,
    },
    /// Items of the table that the endpoint has acknowledged.
    Writing {
        table: String,
        done: u64,
        of: u64,
    },
    Verifying {
        table: String,
    },
}

/// What a push did with one table.
#[derive(Clone, Debug, PartialEq)]
pub struct PushedTable {
    pub name: String,
    pub created: bool,
    /// Requests of settings that the endpoint does not have.
    pub not_set: Vec<&'static str>,
    /// The items of the source.
    pub sent: Checksum,
    /// The items there. None if they were not read.
    pub found: Option<Checksum>,
    /// Items that were there before, and were not sent. They are part of `found`.
    pub others: u64,
}

impl PushedTable {
    /// Returns false if an item that was sent is not there as it was sent. None if the items were not read.
    pub fn is_verified(&self) -> Option<bool> {
        self.found.map(|found| found == self.sent)
    }
}

/// Carries out a plan. `checkpoint` says what an earlier run did; `save` keeps it after each part.
///
/// # Errors
/// The endpoint refuses a request, does not answer, or the client was stopped. What was done is in the checkpoint.
pub async fn push<E: Edge>(
    client: &Client<E>,
    source: &Source,
    plan: &Plan,
    options: PushOptions,
    checkpoint: &mut Checkpoint,
    on: &mut impl PushObserver,
) -> Result<Vec<PushedTable>, RemoteError> {
    let mut done = Vec::new();
    let planned: BTreeMap<&str, &PlannedTable> =
        plan.tables.iter().map(|table| (table.name.as_str(), table)).collect();
    for of in &source.tables {
        let Some(planned) = planned.get(of.table.name.as_str()) else { continue };
        if !planned.is_written() {
            continue;
        }
        done.push(push_table(client, of, planned, options, checkpoint, on).await?);
    }
    Ok(done)
}

/// What a push tells the program around it.
pub trait PushObserver {
    fn progress(&mut self, progress: Progress);

    /// Keeps a checkpoint where the next run finds it.
    fn save(&mut self, checkpoint: &Checkpoint);
}

async fn push_table<E: Edge>(
    client: &Client<E>,
    of: &SourceTable,
    planned: &PlannedTable,
    options: PushOptions,
    checkpoint: &mut Checkpoint,
    on: &mut impl PushObserver,
) -> Result<PushedTable, RemoteError> {
    let name = &of.table.name;
    let mut not_set = Vec::new();
    if planned.step == TableStep::Create {
        on.progress(Progress::Creating { table: name.clone() });
        checkpoint.table(name).is_own = true;
        on.save(checkpoint);
        match client.call("CreateTable", &whole(&of.table)).await {
            Ok(_) => {}
            // The answer to an earlier attempt was lost.
            Err(error) if error.is("ResourceInUseException") => {}
            Err(error) => return Err(error),
        }
    }
    wait_until_ready(client, name, on).await?;
    for (operation, body) in &planned.requests {
        on.progress(Progress::Setting { table: name.clone(), operation });
        match set(client, operation, body).await {
            Ok(()) => wait_until_ready(client, name, on).await?,
            Err(error) if error.is_unknown_operation() => not_set.push(*operation),
            Err(error) => return Err(error),
        }
    }
    not_set.extend(&planned.unsupported);
    write::items(client, of, options.concurrency, checkpoint, on).await?;
    let mut sent = Checksum::default();
    of.items.iter().for_each(|item| sent.add(item));
    let (mut found, mut others) = (None, 0);
    if options.verifies {
        on.progress(Progress::Verifying { table: name.clone() });
        let keys: Vec<&str> = of.table.key().map(|key| key.name.as_str()).collect();
        let own = write::keys_of(&of.items, &keys);
        let mut checksum = Checksum::default();
        scan(client, name, Segments { is_consistent: true, ..Segments::default() }, |item| {
            match own.contains(&write::key_text(&item, &keys)) {
                true => checksum.add(&item),
                false => others += 1,
            }
            Ok(())
        })
        .await?;
        found = Some(checksum);
    }
    checkpoint.table(name).is_done = true;
    on.save(checkpoint);
    Ok(PushedTable {
        name: name.clone(),
        created: planned.step == TableStep::Create || checkpoint.table(name).is_own,
        not_set,
        sent,
        found,
        others,
    })
}

/// Sends a setting. A new table refuses some for a while.
async fn set<E: Edge>(
    client: &Client<E>,
    operation: &str,
    body: &serde_json::Value,
) -> Result<(), RemoteError> {
    let until = client.edge().now().plus_ms(READY_WITHIN_MS);
    loop {
        match client.call(operation, body).await {
            Ok(_) => return Ok(()),
            Err(error) if NOT_YET.iter().any(|name| error.is(name)) && client.edge().now() < until => {
                client.edge().sleep(LOOK_MS_MAX).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Waits until a table and its indexes are ACTIVE.
async fn wait_until_ready<E: Edge>(
    client: &Client<E>,
    name: &str,
    on: &mut impl PushObserver,
) -> Result<(), RemoteError> {
    let until = client.edge().now().plus_ms(READY_WITHIN_MS);
    let mut wait = FIRST_LOOK_MS;
    loop {
        let status = match client.call("DescribeTable", &json!({ "TableName": name })).await {
            Ok(answer) => status_of(&answer["Table"]),
            // A service can answer a description later than a creation.
            Err(error) if error.is("ResourceNotFoundException") && client.edge().now() < until => {
                "CREATING".to_owned()
            }
            Err(error) => return Err(error),
        };
        if status == "ACTIVE" {
            return Ok(());
        }
        if client.edge().now() >= until {
            return Err(RemoteError::NotReady { table: name.to_owned(), status });
        }
        on.progress(Progress::Waiting { table: name.to_owned(), status });
        client.edge().sleep(wait).await;
        wait = (wait * 2).min(LOOK_MS_MAX);
    }
}

/// Returns the status of a table, or of an index that is not ACTIVE yet.
fn status_of(table: &serde_json::Value) -> String {
    let status = table["TableStatus"].as_str().unwrap_or("ACTIVE");
    let indexes = table["GlobalSecondaryIndexes"].as_array().into_iter().flatten();
    let of_indexes = indexes.filter_map(|index| index["IndexStatus"].as_str());
    of_indexes.chain([status]).find(|status| *status != "ACTIVE").unwrap_or("ACTIVE").to_owned()
}
