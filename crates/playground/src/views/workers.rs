//! The view model of stream workers: the owner and progress of each shard, and the records that may be processed twice. Computed
//! from the responses of `Dynalab.DescribeWorkers` and `Dynalab.DescribeShards`.

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Application {
    pub name: String,
    pub checkpoint_every: u64,
    pub lease_ms: u64,
    pub records_processed: u64,
    pub records_processed_twice: u64,
    pub checkpoints: u64,
    pub leases_taken: u64,
    pub workers: Vec<Worker>,
    shards: Vec<ShardLease>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Worker {
    pub name: String,
    /// RUNNING or STOPPED.
    pub status: String,
    pub leases: u64,
    pub records_processed: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct ShardLease {
    shard_id: String,
    parent_shard_id: Option<String>,
    closed: bool,
    waits_for_parent: bool,
    owner: Option<String>,
    /// The end of a stopped worker's lease, in seconds since 1970.
    lease_ends: Option<f64>,
    /// The number of records after the checkpoint.
    records_waiting: u64,
    records_since_checkpoint: u64,
    done: bool,
}

/// The processing state of a shard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShardState {
    /// The parent has records that are not processed yet.
    WaitsForParent,
    /// No worker has the lease.
    Free,
    Held,
    /// The worker has stopped. No other worker takes the lease before this time.
    Abandoned {
        until_ms: u64,
    },
    /// The shard is closed and completely processed.
    Done,
}

/// A shard in the diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardRow {
    pub shard_id: String,
    /// The index of its parent among the rows.
    pub parent: Option<usize>,
    /// The index of its owner among the workers.
    pub owner: Option<usize>,
    pub state: ShardState,
    pub closed: bool,
    /// The number of records up to the checkpoint.
    pub noted: u64,
    /// The number of processed records after the checkpoint. They are processed again if the worker stops now.
    pub unnoted: u64,
    pub waiting: u64,
}

impl Worker {
    pub fn is_running(&self) -> bool {
        self.status == "RUNNING"
    }
}

impl ShardRow {
    pub fn records(&self) -> u64 {
        self.noted + self.unnoted + self.waiting
    }
}

impl ShardLease {
    fn state(&self) -> ShardState {
        match (self.done, self.waits_for_parent, &self.owner, self.lease_ends) {
            (true, ..) => ShardState::Done,
            (_, true, ..) => ShardState::WaitsForParent,
            (.., Some(_), Some(ends)) => ShardState::Abandoned { until_ms: (ends * 1000.0).round() as u64 },
            (.., Some(_), None) => ShardState::Held,
            (.., None, _) => ShardState::Free,
        }
    }
}

impl Application {
    /// Returns at most `most` rows, oldest first. Completed shards are left out first. `records` returns the number of records of
    /// a shard.
    pub fn rows(&self, most: usize, records: impl Fn(&str) -> u64) -> Vec<ShardRow> {
        let mut spare = self.shards.len().saturating_sub(most);
        let shown = self.shards.iter().filter(|shard| {
            let makes_room = spare > 0 && shard.done;
            spare -= usize::from(makes_room);
            !makes_room
        });
        let shown: Vec<&ShardLease> = shown.take(most).collect();
        shown.iter().map(|shard| self.row(shard, &shown, records(&shard.shard_id))).collect()
    }

    fn row(&self, shard: &ShardLease, shown: &[&ShardLease], records: u64) -> ShardRow {
        let unnoted = shard.records_since_checkpoint.min(shard.records_waiting);
        let owner = shard.owner.as_ref().filter(|_| !shard.done);
        ShardRow {
            shard_id: shard.shard_id.clone(),
            parent: shown.iter().position(|other| Some(&other.shard_id) == shard.parent_shard_id.as_ref()),
            owner: owner.and_then(|owner| self.workers.iter().position(|worker| worker.name == *owner)),
            state: shard.state(),
            closed: shard.closed,
            noted: records.saturating_sub(shard.records_waiting),
            unnoted,
            waiting: shard.records_waiting - unnoted,
        }
    }

    /// Returns the number of shards that the diagram leaves out.
    pub fn hidden(&self, most: usize) -> u64 {
        self.shards.len().saturating_sub(most) as u64
    }

    /// Returns the number of records that are processed twice if all workers stop now.
    pub fn at_risk(&self) -> u64 {
        self.shards.iter().filter(|shard| !shard.done).map(|shard| shard.records_since_checkpoint).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = r#"{"Name":"boards","CheckpointEvery":5,"LeaseMs":5000,"RecordsProcessed":23,"RecordsProcessedTwice":2,
        "Workers":[{"Name":"w1","Status":"STOPPED","Leases":1,"RecordsProcessed":8},{"Name":"w2","Status":"RUNNING","Leases":1,"RecordsProcessed":15}],
        "Shards":[
            {"ShardId":"s-0","Closed":true,"RecordsWaiting":0,"Owner":"w2","RecordsSinceCheckpoint":0,"Done":true},
            {"ShardId":"s-1","ParentShardId":"s-0","Closed":false,"RecordsWaiting":6,"Owner":"w2","RecordsSinceCheckpoint":2,"Done":false},
            {"ShardId":"s-2","ParentShardId":"s-0","Closed":true,"RecordsWaiting":3,"Owner":"w1","LeaseEnds":1790000005.5,"RecordsSinceCheckpoint":0,"Done":false},
            {"ShardId":"s-3","ParentShardId":"s-2","Closed":false,"RecordsWaiting":4,"WaitsForParent":true},
            {"ShardId":"s-4","Closed":false,"RecordsWaiting":0,"RecordsSinceCheckpoint":0,"Done":false}]}"#;

    fn sample_application() -> Application {
        serde_json::from_str(TOLD).unwrap()
    }

    #[test]
    fn a_shard_has_its_owner_its_parent_and_three_kinds_of_records() {
        let rows = sample_application().rows(8, |_| 10);
        let [first, second, third, fourth, fifth] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!((first.state, first.owner, first.noted), (ShardState::Done, None, 10));
        assert_eq!((second.state, second.owner, second.parent), (ShardState::Held, Some(1), Some(0)));
        assert_eq!((second.noted, second.unnoted, second.waiting, second.records()), (4, 2, 4, 10));
        assert_eq!(third.state, ShardState::Abandoned { until_ms: 1_790_000_005_500 });
        assert_eq!((fourth.state, fourth.owner, fourth.parent), (ShardState::WaitsForParent, None, Some(2)));
        assert_eq!((fifth.state, fifth.parent), (ShardState::Free, None));
    }

    #[test]
    fn shards_that_are_done_make_room() {
        let application = sample_application();
        let names = |rows: Vec<ShardRow>| rows.into_iter().map(|row| row.shard_id).collect::<Vec<_>>();
        assert_eq!(names(application.rows(4, |_| 0)), ["s-1", "s-2", "s-3", "s-4"]);
        assert_eq!(names(application.rows(2, |_| 0)), ["s-1", "s-2"]);
        assert_eq!(application.rows(4, |_| 0)[0].parent, None);
        assert_eq!((application.hidden(4), application.hidden(8)), (1, 0));
    }

    #[test]
    fn what_is_not_noted_is_done_again() {
        assert_eq!(sample_application().at_risk(), 2);
        assert_eq!(Application::default().at_risk(), 0);
    }

    #[test]
    fn fewer_records_than_wait_are_no_debt() {
        // Records that were deleted after 24 hours count as waiting until they are read.
        let rows = sample_application().rows(8, |_| 1);
        assert_eq!((rows[1].noted, rows[1].unnoted, rows[1].waiting), (0, 2, 4));
    }
}
