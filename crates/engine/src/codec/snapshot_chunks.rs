//! The chunks of a snapshot, written one after the other. Taking the state is quick: the rows of tables are shared, and the engine goes on
//! while they are written.

use std::ops::Bound;
use std::sync::Arc;
use std::vec;

use dynalab_types::KeyBytes;
use dynalab_types::binary::Writer;

use crate::codec::definition::write_definition;
use crate::codec::stream::{write_record, write_stream};
use crate::database::Database;
use crate::database::rows::Rows;
use crate::database::stream::StreamRecord;
use crate::registry::{RecordKey, write_record_key};

/// A chunk is closed when it reaches this size.
pub(crate) const CHUNK_BYTES: usize = 64 * 1024;

/// The first byte of a chunk is the kind of its content.
pub(crate) const STATE: u8 = 0;
pub(crate) const TABLE: u8 = 1;
pub(crate) const ITEMS: u8 = 2;
pub(crate) const STREAM: u8 = 3;
/// The records of the stream in the preceding chunk.
pub(crate) const RECORDS: u8 = 4;
/// The records of the registry.
pub(crate) const REGISTRY: u8 = 5;

/// The state of an engine at one time, as the chunks that are not written yet. Later changes of the engine are not in it.
#[derive(Debug)]
pub struct SnapshotChunks {
    parts: vec::IntoIter<Part>,
    open: Option<Part>,
}

/// What is written in chunks of one kind.
#[derive(Debug)]
enum Part {
    /// A chunk that is already written.
    Chunk(Option<Vec<u8>>),
    /// The items of a table after a key.
    Items {
        rows: Rows,
        after: Option<KeyBytes>,
    },
    Records(vec::IntoIter<StreamRecord>),
    Registry(vec::IntoIter<(RecordKey, Arc<[u8]>)>),
}

impl SnapshotChunks {
    /// Takes the state of a database. `state` is the chunk with the state beside it.
    pub(crate) fn take(state: Vec<u8>, database: &Database) -> SnapshotChunks {
        let mut parts = vec![Part::Chunk(Some(state))];
        for table in database.all_tables() {
            let mut writer = Writer { bytes: vec![TABLE] };
            write_definition(&table.definition, &mut writer);
            parts.push(Part::Chunk(Some(writer.bytes)));
            parts.push(Part::Items { rows: table.items.clone(), after: None });
        }
        for stream in database.streams() {
            let mut writer = Writer { bytes: vec![STREAM] };
            write_stream(stream, &mut writer);
            parts.push(Part::Chunk(Some(writer.bytes)));
            parts.push(Part::Records(stream.records.clone().into_iter()));
        }
        let records = database.registry().iter().map(|(key, bytes)| (key.clone(), bytes.clone()));
        parts.push(Part::Registry(records.collect::<Vec<_>>().into_iter()));
        SnapshotChunks { parts: parts.into_iter(), open: None }
    }
}

impl Iterator for SnapshotChunks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some(chunk) = self.open.as_mut().and_then(Part::next_chunk) {
                return Some(chunk);
            }
            self.open = Some(self.parts.next()?);
        }
    }
}

impl Part {
    /// Writes the next chunk. Returns None at the end.
    fn next_chunk(&mut self) -> Option<Vec<u8>> {
        match self {
            Part::Chunk(chunk) => chunk.take(),
            Part::Items { rows, after } => {
                let start = after.as_ref().map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_slice()));
                let mut last = None;
                let chunk =
                    write_chunk(ITEMS, rows.range((start, Bound::Unbounded)), |(key, item), writer| {
                        writer.slice(key.as_slice());
                        item.write(writer);
                        last = Some(key);
                    });
                let last = last.cloned();
                *after = last;
                chunk
            }
            Part::Records(records) => {
                write_chunk(RECORDS, records, |record, writer| write_record(&record, writer))
            }
            Part::Registry(records) => write_chunk(REGISTRY, records, |(key, bytes), writer| {
                write_record_key(&key, writer);
                writer.slice(&bytes);
            }),
        }
    }
}

/// Writes pieces until the chunk is full. Returns None if there are none.
fn write_chunk<Piece>(
    kind: u8,
    pieces: impl Iterator<Item = Piece>,
    mut write: impl FnMut(Piece, &mut Writer),
) -> Option<Vec<u8>> {
    let mut writer = Writer { bytes: vec![kind] };
    for piece in pieces {
        write(piece, &mut writer);
        if writer.bytes.len() >= CHUNK_BYTES {
            break;
        }
    }
    (writer.bytes.len() > 1).then_some(writer.bytes)
}
