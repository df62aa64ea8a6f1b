//! Workers that share the shards of a stream. Each shard is leased to one worker, which stores a checkpoint now and then. If a
//! worker stops, another continues from the last checkpoint. Records after it are processed twice.

pub(crate) mod leases;
mod leases_codec;
pub(crate) mod run;
mod wake;

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_types::binary::Malformed;

/// The settings of one application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Workers {
    pub name: Arc<str>,
    pub stream: Arc<str>,
    /// The sequence number of the first record to read.
    pub starts_from: u64,
    pub names: Vec<Arc<str>>,
    /// The number of records between two checkpoints of a worker.
    pub checkpoint_every: u64,
    /// How long the leases of a stopped worker stay valid, in milliseconds.
    pub lease_ms: u64,
    /// The maximum number of records from one shard.
    pub records_per_poll: u64,
}

impl Workers {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::WORKERS, name)
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.text(&self.stream);
        [self.starts_from, self.checkpoint_every, self.lease_ms, self.records_per_poll]
            .into_iter()
            .for_each(|number| writer.unsigned(number));
        writer.unsigned(self.names.len() as u64);
        self.names.iter().for_each(|name| writer.text(name));
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Workers, Malformed> {
        let mut reader = record_form::content(bytes)?;
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
