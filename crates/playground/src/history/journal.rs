//! Encodes and decodes the history: the entries of a log chunk, and its chunks in a snapshot.
//!
//! A log chunk begins with a zero and the version. In formats without a history it began with a count that was never zero. The
//! log has the changes of each entry in full. So the tables never depend on how much of the history is available. Decoding
//! rejects damaged bytes and never panics.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dynalab_capacity::HalfUnits;
use dynalab_engine::database::change::{Change, inverse_of};
use dynalab_engine::hooks::Service;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::history::compact::combined_steps;
use crate::history::{Branch, BranchState, History, HistoryEntry, HistoryEntryId, StateDelta, Window};

/// The first bytes of a log chunk with entries.
const LOG_START: [u8; 2] = [0, 2];

/// The first byte of a snapshot chunk. The engine's chunks have other values.
const SNAPSHOT_STANDING: u8 = 16;
const SNAPSHOT_ENTRIES: u8 = 17;
const CHUNK_BYTES: usize = 64 * 1024;

const HISTORY_ENTRY: u8 = 1;
const STAND: u8 = 2;
const BRANCHES: u8 = 3;
const NAME: u8 = 4;

/// The flags of an entry, in one byte.
const CONTINUES: u8 = 1;
const CHANGES_DATA: u8 = 2;
/// The consumed capacity follows. Older versions did not store it.
const CONSUMED: u8 = 4;
/// The last entry of the step has the changes. Older versions combined no steps.
const LOST: u8 = 8;

/// One record of a log chunk.
pub(crate) enum Entry<'a> {
    Added {
        id: HistoryEntryId,
        history_entry: HistoryEntry,
        /// The changes of the request, as the change log encodes them.
        changes: &'a [u8],
    },
    /// The head moved to another entry.
    Stand {
        branch_state: BranchState,
        /// The changes of each crossed entry in order, as the change log encodes them.
        state_deltas: Vec<&'a [u8]>,
    },
    Branches(BranchState),
    Name {
        id: HistoryEntryId,
        name: Option<Box<str>>,
    },
}

/// Returns a log chunk with these entries.
pub(crate) fn log_chunk<'a>(entries: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = LOG_START.to_vec();
    entries.for_each(|entry| bytes.extend_from_slice(entry));
    bytes
}

/// Decodes the entries of a log chunk. Returns `None` if the chunk's format has no history.
pub(crate) fn log_entries(chunk: &[u8]) -> Result<Option<Vec<Entry<'_>>>, Malformed> {
    let Some(rest) = chunk.strip_prefix(&LOG_START) else {
        return if chunk.first() == Some(&0) { Err(Malformed) } else { Ok(None) };
    };
    let mut reader = Reader::new(rest);
    let mut entries = Vec::new();
    while !reader.is_empty() {
        entries.push(read_entry(&mut reader)?);
    }
    Ok(Some(entries))
}

/// Encodes one entry. `changes` are the request's changes, as the change log encodes them.
pub(crate) fn write_history_entry(
    id: HistoryEntryId,
    history_entry: &HistoryEntry,
    changes: &[u8],
) -> Vec<u8> {
    let mut writer = Writer { bytes: vec![HISTORY_ENTRY] };
    writer.unsigned(id.0);
    write_entry_parts(history_entry, changes, &mut writer);
    writer.bytes
}

pub(crate) fn write_stand_entry(branch_state: &BranchState, state_deltas: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer { bytes: vec![STAND] };
    write_branch_state(branch_state, &mut writer);
    writer.unsigned(state_deltas.len() as u64);
    state_deltas.iter().for_each(|state_delta| writer.slice(state_delta));
    writer.bytes
}

pub(crate) fn write_branches_entry(branch_state: &BranchState) -> Vec<u8> {
    let mut writer = Writer { bytes: vec![BRANCHES] };
    write_branch_state(branch_state, &mut writer);
    writer.bytes
}

pub(crate) fn write_name_entry(id: HistoryEntryId, name: Option<&str>) -> Vec<u8> {
    let mut writer = Writer { bytes: vec![NAME] };
    writer.unsigned(id.0);
    write_name(name, &mut writer);
    writer.bytes
}

fn read_entry<'a>(reader: &mut Reader<'a>) -> Result<Entry<'a>, Malformed> {
    Ok(match reader.byte()? {
        HISTORY_ENTRY => {
            let id = HistoryEntryId(reader.unsigned()?);
            let (history_entry, changes) = read_entry_parts(reader)?;
            Entry::Added { id, history_entry, changes }
        }
        STAND => {
            let branch_state = read_branch_state(reader)?;
            let state_deltas = (0..reader.count()?).map(|_| reader.slice()).collect::<Result<_, _>>()?;
            Entry::Stand { branch_state, state_deltas }
        }
        BRANCHES => Entry::Branches(read_branch_state(reader)?),
        NAME => Entry::Name { id: HistoryEntryId(reader.unsigned()?), name: read_name(reader)? },
        _ => return Err(Malformed),
    })
}

/// Encodes the newest entries that fit into the window, for a snapshot. The engine must be at the head.
pub(crate) fn snapshot_chunks<S: Service>(history: &History, window: Window) -> Vec<Vec<u8>> {
    let mut written: Vec<Vec<u8>> = Vec::new();
    let mut bytes = 0;
    // What is too large is made smaller before older entries are left out.
    let is_large =
        history.entries().map(|(_, history_entry)| history_entry.size_bytes).sum::<usize>() > window.bytes;
    let combined = if is_large { combined_steps::<S>(history) } else { BTreeMap::new() };
    for (id, history_entry) in history.entries().rev().take(window.entries) {
        let history_entry = combined.get(&id).unwrap_or(history_entry);
        let mut writer = Writer::default();
        write_entry_parts(history_entry, &history_entry.encoded_delta(), &mut writer);
        bytes += writer.bytes.len();
        if bytes > window.bytes {
            break;
        }
        written.push(writer.bytes);
    }
    let mut state = Writer { bytes: vec![SNAPSHOT_STANDING] };
    write_branch_state(history.branch_state(), &mut state);
    state.unsigned(history.next_id().0 - written.len() as u64);
    let mut chunks = vec![state.bytes];
    for history_entry in written.iter().rev() {
        match chunks.last_mut() {
            Some(open) if open[0] == SNAPSHOT_ENTRIES && open.len() < CHUNK_BYTES => {
                open.extend_from_slice(history_entry)
            }
            _ => chunks.push([&[SNAPSHOT_ENTRIES], &history_entry[..]].concat()),
        }
    }
    chunks
}

pub(crate) fn is_snapshot_chunk(chunk: &[u8]) -> bool {
    matches!(chunk.first(), Some(&(SNAPSHOT_STANDING | SNAPSHOT_ENTRIES)))
}

/// Decodes the history of a snapshot. Returns an empty history if the snapshot's format has none.
pub(crate) fn read_snapshot<'a>(
    chunks: impl Iterator<Item = &'a [u8]>,
    window: Window,
) -> Result<History, Malformed> {
    let mut history = History::new(window);
    let mut state = None;
    let mut entries = Vec::new();
    for chunk in chunks {
        let mut reader = Reader::new(chunk);
        match (reader.byte()?, &state) {
            (SNAPSHOT_STANDING, None) => {
                state = Some((read_branch_state(&mut reader)?, HistoryEntryId(reader.unsigned()?)));
            }
            (SNAPSHOT_ENTRIES, Some(_)) => {
                while !reader.is_empty() {
                    let (mut history_entry, state_delta) = read_entry_parts(&mut reader)?;
                    history_entry.state_delta = StateDelta::Encoded(state_delta.into());
                    history_entry.size_bytes = history_entry.state_delta.size_bytes(&history_entry.body);
                    entries.push(history_entry);
                }
            }
            _ => return Err(Malformed),
        }
        if !reader.is_empty() {
            return Err(Malformed);
        }
    }
    let Some((branch_state, first)) = state else { return Ok(history) };
    let follows =
        |(place, history_entry): (usize, &HistoryEntry)| history_entry.parent.0 < first.0 + place as u64;
    if first == HistoryEntryId::BEGINNING || !entries.iter().enumerate().all(follows) {
        return Err(Malformed);
    }
    history.fill(first, entries, branch_state);
    Ok(history)
}

/// Returns the delta that reverts changes which have just been applied.
pub(crate) fn delta_back(changes: Vec<Change>) -> StateDelta {
    StateDelta::Changes(inverse_of(changes))
}

fn write_entry_parts(history_entry: &HistoryEntry, changes: &[u8], writer: &mut Writer) {
    writer.unsigned(history_entry.parent.0);
    writer.unsigned(u64::from(history_entry.number));
    writer.unsigned(history_entry.at.epoch_ms);
    writer.text(&history_entry.operation);
    writer.text(&history_entry.body);
    writer.unsigned(u64::from(history_entry.status));
    let consumed = !history_entry.consumed.is_zero();
    let flags = [
        (history_entry.continues, CONTINUES),
        (history_entry.changes_data, CHANGES_DATA),
        (consumed, CONSUMED),
        (history_entry.is_lost, LOST),
    ];
    writer.byte(flags.into_iter().filter(|(is_set, _)| *is_set).fold(0, |all, (_, flag)| all | flag));
    if consumed {
        writer.unsigned(history_entry.consumed.0);
    }
    write_name(history_entry.name.as_deref(), writer);
    writer.slice(changes);
}

fn read_entry_parts<'a>(reader: &mut Reader<'a>) -> Result<(HistoryEntry, &'a [u8]), Malformed> {
    let mut history_entry = HistoryEntry {
        parent: HistoryEntryId(reader.unsigned()?),
        number: u32::try_from(reader.unsigned()?).map_err(|_| Malformed)?,
        at: Timestamp::from_epoch_ms(reader.unsigned()?),
        operation: Cow::Owned(reader.text()?.to_owned()),
        body: reader.text()?.into(),
        status: u16::try_from(reader.unsigned()?).map_err(|_| Malformed)?,
        consumed: HalfUnits::ZERO,
        changes_data: false,
        continues: false,
        name: None,
        is_lost: false,
        state_delta: StateDelta::Changes(Vec::new()),
        size_bytes: 0,
    };
    let flags = reader.byte()?;
    if flags & !(CONTINUES | CHANGES_DATA | CONSUMED | LOST) != 0 {
        return Err(Malformed);
    }
    (history_entry.continues, history_entry.changes_data) =
        (flags & CONTINUES != 0, flags & CHANGES_DATA != 0);
    history_entry.is_lost = flags & LOST != 0;
    if flags & CONSUMED != 0 {
        history_entry.consumed = HalfUnits(reader.unsigned()?);
    }
    history_entry.name = read_name(reader)?;
    Ok((history_entry, reader.slice()?))
}

fn write_name(name: Option<&str>, writer: &mut Writer) {
    writer.text(name.unwrap_or_default());
}

/// Decodes a name. An empty string means no name.
fn read_name(reader: &mut Reader) -> Result<Option<Box<str>>, Malformed> {
    let name = reader.text()?;
    Ok((!name.is_empty()).then(|| name.into()))
}

fn write_branch_state(branch_state: &BranchState, writer: &mut Writer) {
    writer.unsigned(branch_state.head.0);
    writer.unsigned(u64::from(branch_state.current));
    writer.unsigned(branch_state.branches().len() as u64);
    for branch in branch_state.branches() {
        writer.unsigned(u64::from(branch.number));
        write_name(branch.name.as_deref(), writer);
        writer.unsigned(branch.tip.0);
    }
}

fn read_branch_state(reader: &mut Reader) -> Result<BranchState, Malformed> {
    let number = |reader: &mut Reader| u32::try_from(reader.unsigned()?).map_err(|_| Malformed);
    let head = HistoryEntryId(reader.unsigned()?);
    let current = number(reader)?;
    let branches = (0..reader.count()?).map(|_| {
        Ok(Branch {
            number: number(reader)?,
            name: read_name(reader)?,
            tip: HistoryEntryId(reader.unsigned()?),
        })
    });
    BranchState::checked(head, current, branches.collect::<Result<_, _>>()?).ok_or(Malformed)
}
