//! The whole state of an engine as chunks of bytes, and the engine restored from them.
//!
//! Index entries are not written, because they can be built from the items. Writes that have not reached a global index are in
//! the scheduler. They are removed from the rebuilt index.

use std::sync::Arc;

use dynalab_types::binary::{Reader, Writer};
use dynalab_types::{KeyBytes, PackedItem};

use crate::codec::change_log::{
    read_counters, read_due_work, read_meter, read_payload, write_counters, write_due_work, write_meter,
    write_payload,
};
use crate::codec::definition::read_definition;
use crate::codec::opening::check_work;
use crate::codec::snapshot_chunks::{ITEMS, RECORDS, REGISTRY, STATE, STREAM, SnapshotChunks, TABLE};
use crate::codec::stream::{read_record, read_stream};
use crate::codec::unreadable::Unreadable;
use crate::database::item_collections::ItemCollections;
use crate::database::rows::Rows;
use crate::database::stream::Stream;
use crate::database::table::{IndexDefinition, IndexRows, Table, TableDefinition};
use crate::engine::Engine;
use crate::hooks::Service;
use crate::registry::read_record_key;
use crate::settings::config::EngineConfig;

/// A table whose items have not all been read.
pub(crate) type OpenTable = (TableDefinition, Rows);

impl<S: Service> Engine<S> {
    /// Writes one chunk for counters, meters and scheduler, and one for each definition of a table or stream. Each is followed
    /// by chunks of about 64 KB with its items or records.
    pub fn snapshot(&self) -> Vec<Vec<u8>> {
        self.snapshot_chunks().collect()
    }

    /// Takes the state, to write the chunks of [`Engine::snapshot`] one by one while the engine goes on.
    pub fn snapshot_chunks(&self) -> SnapshotChunks {
        self.assert_whole();
        SnapshotChunks::take(self.state_chunk(), &self.database)
    }

    /// Restores an engine from the chunks of [`Engine::snapshot`]. `config` is not stored, so the caller provides it.
    ///
    /// # Errors
    /// The first invalid part. Every record and task is checked here.
    pub fn restore<'a>(
        chunks: impl IntoIterator<Item = &'a [u8]>,
        config: EngineConfig,
    ) -> Result<Engine<S>, Unreadable> {
        let mut engine = Engine::<S>::new(0, config);
        let mut open: Option<OpenTable> = None;
        let mut open_stream: Option<Stream> = None;
        for chunk in chunks {
            let mut reader = Reader::new(chunk);
            match reader.byte()? {
                STATE => engine.read_state(&mut reader)?,
                TABLE => {
                    engine.close_table(open.take());
                    open = Some((read_definition(&mut reader)?, Rows::default()));
                }
                ITEMS => {
                    let (_, rows) = open.as_mut().ok_or(Unreadable::Chunk)?;
                    while !reader.is_empty() {
                        let key = KeyBytes::from_vec(reader.slice()?.to_vec());
                        rows.append(key, PackedItem::read(&mut reader)?);
                    }
                }
                STREAM => {
                    if let Some(whole) = open_stream.replace(read_stream(&mut reader)?) {
                        engine.database.insert_stream(whole);
                    }
                }
                RECORDS => {
                    let stream = open_stream.as_mut().ok_or(Unreadable::Chunk)?;
                    while !reader.is_empty() {
                        stream.records.push(read_record(&mut reader, &stream.definition)?);
                    }
                }
                REGISTRY => {
                    while !reader.is_empty() {
                        let key = read_record_key(&mut reader)?;
                        let bytes = reader.slice()?;
                        S::check_record(&key, bytes)?;
                        engine.service.keep_record(&key, Some(bytes));
                        engine.database.set_record::<S>(&key, Some(bytes.into()));
                    }
                }
                _ => return Err(Unreadable::Chunk),
            }
            if !reader.is_empty() {
                return Err(Unreadable::Chunk);
            }
        }
        engine.close_table(open.take());
        if let Some(whole) = open_stream {
            engine.database.insert_stream(whole);
        }
        engine.database.hold_back_pending(&engine.scheduler);
        engine.keep_account(engine.database.any_arn().as_deref());
        Ok(engine)
    }

    fn state_chunk(&self) -> Vec<u8> {
        let mut writer = Writer { bytes: vec![STATE] };
        write_counters(&self.counters, &mut writer);
        let meters: Vec<_> = self.meters.totals().collect();
        writer.unsigned(meters.len() as u64);
        for (key, units) in meters {
            write_meter(key, units, &mut writer);
        }
        let scheduler: Vec<_> = self.scheduler.iter().collect();
        writer.unsigned(scheduler.len() as u64);
        for (due, work) in scheduler {
            write_due_work(due, work, &mut writer);
        }
        let tokens = self.database.tokens();
        writer.unsigned(tokens.len() as u64);
        for (token, payload) in tokens {
            writer.text(token);
            write_payload(payload, &mut writer);
        }
        writer.bytes
    }

    fn read_state(&mut self, reader: &mut Reader) -> Result<(), Unreadable> {
        self.counters = read_counters(reader)?;
        self.recorded_counters = self.counters;
        for _ in 0..reader.count()? {
            let (key, units) = read_meter(reader)?;
            self.meters.set(key, units);
        }
        for _ in 0..reader.count()? {
            let (due, work) = read_due_work(reader)?;
            check_work::<S>(&work)?;
            self.scheduler.insert(due, work);
        }
        for _ in 0..reader.count()? {
            let token = reader.text()?.into();
            self.database.set_token(token, Some(read_payload(reader)?));
        }
        Ok(())
    }

    pub(crate) fn close_table(&mut self, open: Option<OpenTable>) {
        let Some((definition, items)) = open else { return };
        let indexes = definition.indexes.iter();
        let rows_of = |index: &IndexDefinition| match index.is_filled() {
            true => IndexRows::of_items(index, &items),
            false => IndexRows::default(),
        };
        let indexes = indexes.map(|index| (index.name.clone(), rows_of(index))).collect();
        let size_bytes = items.iter().map(|(_, item)| item.size_bytes()).sum();
        let collections = ItemCollections::of_items(&definition, &items);
        let table = Table::new(Arc::new(definition));
        self.database.insert_table::<S>(Table { items, size_bytes, indexes, collections, ..table });
    }
}
