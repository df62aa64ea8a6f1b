//! Workers that share the shards of a stream: each shard is leased to one of them, who notes now and then how far it has come. When
//! one stops, another goes on from the last note, and what was done since is done twice.

pub(crate) mod leases;
mod leases_codec;
pub(crate) mod run;

use std::sync::Arc;

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::agenda::{Task, TaskKind, Work};
use crate::change::{Change, WriteSet};
use crate::database::Database;
use crate::registry::{RecordKey, RecordKind};
use crate::service::workers::leases::Leases;

/// What one application is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Workers {
    pub name: Arc<str>,
    pub stream: Arc<str>,
    /// No record before that is read.
    pub starts_from: u64,
    pub names: Vec<Arc<str>>,
    /// A worker notes how far it is after that many records.
    pub checkpoint_every: u64,
    /// So long nobody takes the shards of a worker that has stopped.
    pub lease_ms: u64,
    /// Of one shard at most.
    pub records_per_poll: u64,
}

impl Workers {
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::WORKERS, name)
    }

    /// Records wait: they are read at the next moment at which streams are polled, unless that is so anyway.
    pub fn wake(&self, database: &Database, now: Timestamp) -> WriteSet {
        let interval_ms = database.dials().map_or(0, |dials| dials.stream_poll_interval_ms);
        let at = match interval_ms {
            0 => now,
            _ => Timestamp::from_epoch_ms((now.epoch_ms + 1).div_ceil(interval_ms) * interval_ms),
        };
        if Leases::wakes_at(database, &self.name).is_some_and(|planned| planned <= at) {
            return WriteSet::default();
        }
        self.scheduled(Leases::of(database, &self.name), Some(at), now)
    }

    /// Keeps the leases, and has them looked at then.
    pub fn scheduled(&self, leases: Leases, wakes_at: Option<Timestamp>, now: Timestamp) -> WriteSet {
        let leases = Leases { wakes_at, ..leases };
        let writes = WriteSet::of(Change::record(Leases::key(&self.name), Some(leases.to_bytes())));
        let Some(at) = wakes_at else { return writes };
        let task = Task { kind: TaskKind::WORKERS_RUN, table: None, payload: self.name.as_bytes().into() };
        writes.then(at.epoch_ms.saturating_sub(now.epoch_ms), Work::Task(task))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.text(&self.stream);
        [self.starts_from, self.checkpoint_every, self.lease_ms, self.records_per_poll]
            .into_iter()
            .for_each(|number| writer.unsigned(number));
        writer.unsigned(self.names.len() as u64);
        self.names.iter().for_each(|name| writer.text(name));
        writer.bytes
    }

    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Workers, Malformed> {
        let mut reader = Reader::new(bytes);
        Ok(Workers {
            name: name.clone(),
            stream: reader.text()?.into(),
            starts_from: reader.unsigned()?,
            checkpoint_every: reader.unsigned()?.max(1),
            lease_ms: reader.unsigned()?,
            records_per_poll: reader.unsigned()?.max(1),
            names: {
                let mut names = Vec::new();
                for _ in 0..reader.count()? {
                    names.push(reader.text()?.into());
                }
                names
            },
        })
    }
}
