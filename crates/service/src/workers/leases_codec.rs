//! Encodes and decodes leases.

use dynalab_engine::codec::primitives::{read_flag, read_text, read_time};
use dynalab_engine::codec::record_form;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};

use crate::stream_shards::ShardName;
use crate::workers::leases::{Lease, Leases, WorkerState};

impl Leases {
    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Leases, Malformed> {
        record_form::read(bytes, Leases::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Leases, Malformed> {
        let mut leases = Leases {
            wakes_at: read_time(reader)?,
            processed: reader.unsigned()?,
            twice: reader.unsigned()?,
            checkpoints: reader.unsigned()?,
            moves: reader.unsigned()?,
            ..Leases::default()
        };
        for _ in 0..reader.count()? {
            leases.workers.push(WorkerState {
                name: reader.text()?.into(),
                stopped_at: read_time(reader)?,
                processed: reader.unsigned()?,
            });
        }
        for _ in 0..reader.count()? {
            leases.leases.push(Lease {
                shard: ShardName {
                    number: reader.unsigned()?,
                    opened_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                },
                owner: read_text(reader)?.map(Into::into),
                checkpoint: reader.unsigned()?,
                position: reader.unsigned()?,
                since_checkpoint: reader.unsigned()?,
                handed_to: reader.unsigned()?,
                is_done: read_flag(reader)?,
            });
        }
        Ok(leases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[
            51, 1, 2, 3, 172, 2, 2, 3, 97, 100, 97, 0, 5, 3, 98, 111, 98, 41, 6, 2, 3, 232, 7, 1, 3, 97, 100,
            97, 7, 8, 9, 10, 0, 4, 233, 7, 0, 0, 1, 0, 0, 1,
        ];
        let at = Timestamp::from_epoch_ms;
        let worker =
            |name: &str, stopped_at, processed| WorkerState { name: name.into(), stopped_at, processed };
        let kept = Leases {
            wakes_at: Some(at(50)),
            processed: 1,
            twice: 2,
            checkpoints: 3,
            moves: 300,
            workers: vec![worker("ada", None, 5), worker("bob", Some(at(40)), 6)],
            leases: vec![
                Lease {
                    shard: ShardName { number: 3, opened_at: at(1_000) },
                    owner: Some("ada".into()),
                    checkpoint: 7,
                    position: 8,
                    since_checkpoint: 9,
                    handed_to: 10,
                    is_done: false,
                },
                Lease {
                    shard: ShardName { number: 4, opened_at: at(1_001) },
                    owner: None,
                    checkpoint: 0,
                    position: 1,
                    since_checkpoint: 0,
                    handed_to: 0,
                    is_done: true,
                },
            ],
        };
        assert_eq!(Leases::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Leases::from_bytes(&kept.to_bytes()), Ok(kept.clone()));
        for bytes in [BEFORE, &kept.to_bytes()] {
            assert_eq!(record_form::read_first(bytes, read_time), Ok(kept.wakes_at));
        }
    }
}
