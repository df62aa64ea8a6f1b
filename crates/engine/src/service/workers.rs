//! Workers that share the shards of a stream: each shard is leased to one of them, who notes now and then how far it has come. When
//! one stops, another goes on from the last note, and what was done since is done twice.

pub(crate) mod leases;
mod leases_codec;
pub(crate) mod run;
mod wake;

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::registry::{RecordKey, RecordKind};

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
