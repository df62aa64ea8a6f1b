//! Encodes and decodes groups of changes, as a store keeps them.
//!
//! Only the `after` states are written. Applying a change finds the `before` state in the database. Decoding rejects damaged
//! bytes and never panics.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyBytes, PackedItem, Timestamp};

use crate::codec::contents::{read_index_contents, read_table_contents, write_contents};
use crate::codec::definition::{read_definition, write_definition};
use crate::codec::primitives::{read_flag, read_key_bytes, read_optional_item, write_optional_item};
use crate::codec::stream::{read_recorded, read_stream_definition, write_recorded, write_stream_definition};
use crate::database::change::{Change, Contents, Counters, PayloadFingerprint};
use crate::database::charges::{CapacityKind, Owner};
use crate::database::meters::MeterKey;
use crate::database::new_items::NewItems;
use crate::database::scheduler::{DueTime, TableRef, Task, TaskKind, Work};
use crate::database::stream::RecordingMark;
use crate::database::table::IndexKind;
use crate::registry::{read_record_key, write_record_key};

/// Encodes one group of changes.
pub fn encode(changes: &[Change]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.unsigned(changes.iter().map(written_changes).sum());
    for change in changes {
        write_change(change, &mut writer);
    }
    writer.bytes
}

/// Decodes the bytes of [`encode`], with empty `before` states. It does not check the contents of records and tasks.
///
/// # Errors
/// The bytes are not those of [`encode`], or a byte is left.
pub fn decode(bytes: &[u8]) -> Result<Vec<Change>, Malformed> {
    let mut reader = Reader::new(bytes);
    let changes = (0..reader.count()?).map(|_| read_change(&mut reader)).collect::<Result<Vec<_>, _>>()?;
    if reader.is_empty() { Ok(changes) } else { Err(Malformed) }
}

/// Returns the number of changes that the log has for one.
fn written_changes(change: &Change) -> u64 {
    match change {
        Change::Items { items, .. } => items.rows.len() as u64,
        _ => 1,
    }
}

fn write_change(change: &Change, writer: &mut Writer) {
    match change {
        Change::Table { name, after: None, .. } => {
            writer.byte(0);
            writer.text(name);
        }
        Change::Table { after: Some(after), restored, .. } => {
            writer.byte(match restored {
                Contents::Nothing => 1,
                Contents::Table(_) => 12,
                Contents::Indexes(_) => 13,
            });
            write_definition(after, writer);
            write_contents(restored, writer);
        }
        Change::Item { table, key, after, global_indexes_follow, recorded, .. } => {
            write_item_tag(*recorded, *global_indexes_follow, writer);
            write_item(table, key, after.as_ref(), writer);
        }
        Change::Items { table, items, filled } => write_items(table, items, *filled, writer),
        Change::IndexEntries { arrival, table, key, before, after } => {
            writer.byte(4);
            writer.unsigned(*arrival);
            writer.text(table);
            writer.slice(key.as_slice());
            write_optional_item(before.as_ref(), writer);
            write_optional_item(after.as_ref(), writer);
        }
        Change::Stream { arn, after, .. } => {
            writer.byte(if after.is_some() { 17 } else { 18 });
            match after {
                Some(after) => write_stream_definition(after, writer),
                None => writer.text(arn),
            }
        }
        Change::Backfill { table, index, filled } => {
            writer.byte(if *filled { 5 } else { 14 });
            writer.text(table);
            writer.text(index);
        }
        Change::Token { token, after, .. } => {
            writer.byte(if after.is_some() { 10 } else { 11 });
            writer.text(token);
            after.iter().for_each(|payload| write_payload(*payload, writer));
        }
        Change::Record { key, after, .. } => {
            writer.byte(if after.is_some() { 19 } else { 20 });
            write_record_key(key, writer);
            after.iter().for_each(|after| writer.slice(after));
        }
        Change::Schedule { due, work } => {
            writer.byte(6);
            write_due_work(*due, work, writer);
        }
        Change::Unschedule { due, .. } => {
            writer.byte(7);
            write_due(*due, writer);
        }
        Change::Meter { key, after, .. } => {
            writer.byte(8);
            write_meter(key, *after, writer);
        }
        Change::Counters { after, .. } => {
            writer.byte(9);
            write_counters(after, writer);
        }
    }
}

/// Writes a change for each item.
fn write_items(table: &str, items: &NewItems, filled: bool, writer: &mut Writer) {
    for (key, item) in items.rows.iter() {
        write_item_tag(None, true, writer);
        write_item(table, key, Some(item).filter(|_| filled), writer);
    }
}

fn write_item(table: &str, key: &KeyBytes, after: Option<&PackedItem>, writer: &mut Writer) {
    writer.text(table);
    writer.slice(key.as_slice());
    write_optional_item(after, writer);
}

fn write_item_tag(recorded: Option<RecordingMark>, global_indexes_follow: bool, writer: &mut Writer) {
    writer.byte(match (recorded, global_indexes_follow) {
        (None, true) => 2,
        (None, false) => 3,
        (Some(_), true) => 15,
        (Some(_), false) => 16,
    });
    if let Some(recorded) = recorded {
        write_recorded(recorded, writer);
    }
}

fn read_change(reader: &mut Reader) -> Result<Change, Malformed> {
    Ok(match reader.byte()? {
        0 => Change::drop_table(reader.text()?.into()),
        tag @ (1 | 12 | 13) => {
            let after = Arc::new(read_definition(reader)?);
            let restored = match tag {
                1 => Contents::Nothing,
                12 => read_table_contents(&after, reader)?,
                _ => read_index_contents(&after, reader)?,
            };
            let name = after.name.clone();
            Change::Table { name, before: None, after: Some(after), removed: Contents::Nothing, restored }
        }
        tag @ (2 | 3 | 15 | 16) => {
            let recorded = if tag < 15 { None } else { Some(read_recorded(reader)?) };
            Change::Item {
                table: reader.text()?.into(),
                key: read_key_bytes(reader)?,
                before: None,
                after: read_optional_item(reader)?,
                global_indexes_follow: tag == 2 || tag == 15,
                recorded,
            }
        }
        17 => Change::stream(read_stream_definition(reader)?),
        18 => Change::Stream { arn: reader.text()?.into(), before: None, after: None },
        4 => Change::IndexEntries {
            arrival: reader.unsigned()?,
            table: reader.text()?.into(),
            key: read_key_bytes(reader)?,
            before: read_optional_item(reader)?,
            after: read_optional_item(reader)?,
        },
        tag @ (5 | 14) => {
            Change::Backfill { table: reader.text()?.into(), index: reader.text()?.into(), filled: tag == 5 }
        }
        6 => {
            let (due, work) = read_due_work(reader)?;
            Change::Schedule { due, work }
        }
        7 => {
            let due = read_due(reader)?;
            // Removing an entry from the scheduler does not need its work.
            let nothing: Arc<str> = "".into();
            let table = TableRef { name: nothing.clone(), id: nothing };
            Change::Unschedule { due, work: Work::FinishTableChange { table } }
        }
        8 => {
            let (key, after) = read_meter(reader)?;
            Change::Meter { key, before: HalfUnits::ZERO, after }
        }
        9 => Change::Counters { before: Counters::default(), after: read_counters(reader)? },
        10 => {
            Change::Token { token: reader.text()?.into(), before: None, after: Some(read_payload(reader)?) }
        }
        11 => Change::Token { token: reader.text()?.into(), before: None, after: None },
        19 => Change::record(read_record_key(reader)?, Some(reader.slice()?.to_vec())),
        20 => Change::record(read_record_key(reader)?, None),
        _ => return Err(Malformed),
    })
}

/// Writes a fingerprint as 16 bytes.
pub fn write_payload(payload: PayloadFingerprint, writer: &mut Writer) {
    payload.0.to_be_bytes().into_iter().for_each(|byte| writer.byte(byte));
}

/// Reads a fingerprint.
///
/// # Errors
/// The bytes end within it.
pub fn read_payload(reader: &mut Reader) -> Result<PayloadFingerprint, Malformed> {
    let mut bytes = [0; 16];
    for byte in &mut bytes {
        *byte = reader.byte()?;
    }
    Ok(PayloadFingerprint(u128::from_be_bytes(bytes)))
}

pub(crate) fn write_counters(counters: &Counters, writer: &mut Writer) {
    writer.unsigned(counters.ids);
    writer.unsigned(counters.arrivals);
    writer.unsigned(counters.now.epoch_ms);
    writer.unsigned(counters.revision);
}

pub(crate) fn read_counters(reader: &mut Reader) -> Result<Counters, Malformed> {
    Ok(Counters {
        ids: reader.unsigned()?,
        arrivals: reader.unsigned()?,
        now: Timestamp::from_epoch_ms(reader.unsigned()?),
        revision: reader.unsigned()?,
    })
}

pub(crate) fn write_meter((owner, kind): &MeterKey, units: HalfUnits, writer: &mut Writer) {
    writer.byte(match (kind, owner.index.as_ref().map(|(index_kind, _)| index_kind)) {
        (CapacityKind::Read, None) => 0,
        (CapacityKind::Write, None) => 1,
        (CapacityKind::Read, Some(IndexKind::Local)) => 2,
        (CapacityKind::Write, Some(IndexKind::Local)) => 3,
        (CapacityKind::Read, Some(IndexKind::Global)) => 4,
        (CapacityKind::Write, Some(IndexKind::Global)) => 5,
    });
    writer.text(&owner.table);
    if let Some((_, index)) = &owner.index {
        writer.text(index);
    }
    writer.unsigned(units.0);
}

pub(crate) fn read_meter(reader: &mut Reader) -> Result<(MeterKey, HalfUnits), Malformed> {
    let tag = reader.byte()?;
    let kind = if tag % 2 == 0 { CapacityKind::Read } else { CapacityKind::Write };
    let table: Arc<str> = reader.text()?.into();
    let index = match tag {
        0 | 1 => None,
        2 | 3 => Some((IndexKind::Local, reader.text()?.into())),
        4 | 5 => Some((IndexKind::Global, reader.text()?.into())),
        _ => return Err(Malformed),
    };
    Ok(((Owner { table, index }, kind), HalfUnits(reader.unsigned()?)))
}

fn write_due(due: DueTime, writer: &mut Writer) {
    writer.unsigned(due.at.epoch_ms);
    writer.unsigned(due.arrival);
}

fn read_due(reader: &mut Reader) -> Result<DueTime, Malformed> {
    Ok(DueTime { at: Timestamp::from_epoch_ms(reader.unsigned()?), arrival: reader.unsigned()? })
}

pub(crate) fn write_due_work(due: DueTime, work: &Work, writer: &mut Writer) {
    write_due(due, writer);
    writer.byte(match work {
        Work::FinishTableChange { .. } => 0,
        Work::FinishTableDelete { .. } => 1,
        Work::FinishIndexCreate { .. } => 2,
        Work::FinishIndexDelete { .. } => 3,
        Work::PropagateToIndexes { .. } => 4,
        Work::ForgetToken { .. } => 5,
        Work::Task(_) => 6,
    });
    if let Work::Task(task) = work {
        return write_task(task, writer);
    }
    if let Some(table) = work.table() {
        writer.text(&table.name);
        writer.text(&table.id);
    }
    match work {
        Work::FinishTableChange { .. } | Work::FinishTableDelete { .. } => {}
        Work::Task(_) => {}
        Work::ForgetToken { token } => writer.text(token),
        Work::FinishIndexCreate { index, .. } | Work::FinishIndexDelete { index, .. } => writer.text(index),
        Work::PropagateToIndexes { key, before, after, .. } => {
            writer.slice(key.as_slice());
            write_optional_item(before.as_ref(), writer);
            write_optional_item(after.as_ref(), writer);
        }
    }
}

pub(crate) fn read_due_work(reader: &mut Reader) -> Result<(DueTime, Work), Malformed> {
    let due = read_due(reader)?;
    let tag = reader.byte()?;
    if tag == 5 {
        return Ok((due, Work::ForgetToken { token: reader.text()?.into() }));
    }
    if tag == 6 {
        return Ok((due, Work::Task(read_task(reader)?)));
    }
    let table = TableRef { name: reader.text()?.into(), id: reader.text()?.into() };
    let work = match tag {
        0 => Work::FinishTableChange { table },
        1 => Work::FinishTableDelete { table },
        2 => Work::FinishIndexCreate { table, index: reader.text()?.into() },
        3 => Work::FinishIndexDelete { table, index: reader.text()?.into() },
        4 => Work::PropagateToIndexes {
            table,
            key: read_key_bytes(reader)?,
            before: read_optional_item(reader)?,
            after: read_optional_item(reader)?,
        },
        _ => return Err(Malformed),
    };
    Ok((due, work))
}

fn write_task(task: &Task, writer: &mut Writer) {
    writer.byte(task.kind.0);
    writer.byte(u8::from(task.table.is_some()));
    if let Some(table) = &task.table {
        writer.text(&table.name);
        writer.text(&table.id);
    }
    writer.slice(&task.payload);
}

fn read_task(reader: &mut Reader) -> Result<Task, Malformed> {
    let kind = TaskKind(reader.byte()?);
    let table = match read_flag(reader)? {
        true => Some(TableRef { name: reader.text()?.into(), id: reader.text()?.into() }),
        false => None,
    };
    Ok(Task { kind, table, payload: reader.slice()?.into() })
}
