//! Leases as bytes and back.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::definition_codec::{read_flag, read_time, write_time};
use crate::service::stream_shards::ShardName;
use crate::service::workers::leases::{Lease, Leases, WorkerState};
use crate::settings::{read_text, write_text};

impl Leases {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        write_time(self.wakes_at, &mut writer);
        [self.processed, self.twice, self.checkpoints, self.moves]
            .into_iter()
            .for_each(|number| writer.unsigned(number));
        writer.unsigned(self.workers.len() as u64);
        for worker in &self.workers {
            writer.text(&worker.name);
            write_time(worker.stopped_at, &mut writer);
            writer.unsigned(worker.processed);
        }
        writer.unsigned(self.leases.len() as u64);
        for lease in &self.leases {
            writer.unsigned(lease.shard.number);
            writer.unsigned(lease.shard.opened_at.epoch_ms);
            write_text(lease.owner.as_deref(), &mut writer);
            [lease.checkpoint, lease.position, lease.since_checkpoint, lease.handed_to]
                .into_iter()
                .for_each(|number| writer.unsigned(number));
            writer.byte(u8::from(lease.is_done));
        }
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Leases, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut leases = Leases {
            wakes_at: read_time(&mut reader)?,
            processed: reader.unsigned()?,
            twice: reader.unsigned()?,
            checkpoints: reader.unsigned()?,
            moves: reader.unsigned()?,
            ..Leases::default()
        };
        for _ in 0..reader.count()? {
            leases.workers.push(WorkerState {
                name: reader.text()?.into(),
                stopped_at: read_time(&mut reader)?,
                processed: reader.unsigned()?,
            });
        }
        for _ in 0..reader.count()? {
            leases.leases.push(Lease {
                shard: ShardName {
                    number: reader.unsigned()?,
                    opened_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                },
                owner: read_text(&mut reader)?.map(Into::into),
                checkpoint: reader.unsigned()?,
                position: reader.unsigned()?,
                since_checkpoint: reader.unsigned()?,
                handed_to: reader.unsigned()?,
                is_done: read_flag(&mut reader)?,
            });
        }
        Ok(leases)
    }
}
