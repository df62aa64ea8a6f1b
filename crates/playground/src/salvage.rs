//! Creates a workspace from the readable part of a damaged store, and a report of the rest.
//!
//! The copy has the tables and their items, without history, streams, backups or settings of the simulation. The store is only
//! read. An item whose later changes are lost is in an older state. An item whose deletion is lost exists again. The report lists
//! each chunk that may have had such changes.

mod view;

use dynalab_engine::EngineConfig;
use dynalab_engine::codec::salvage::{LostTable, Salvage};
use dynalab_service::Engine;
use dynalab_storage::Place;
use dynalab_storage::raw::{ChunkProblem, Piece, RawChunks};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};

use crate::Workspace;
use crate::history::Window;
use crate::history::journal::{self, Entry};
pub use view::view;

pub struct Salvaged {
    pub workspace: Workspace,
    pub report: SalvageReport,
}

/// The content that is not in the copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalvageReport {
    /// Ordered as they are stored.
    pub unreadable: Vec<UnreadableChunk>,
    /// Readable items of tables whose creation is not readable.
    pub lost_tables: Vec<LostTable>,
    /// The number of readable items in the snapshot whose table name is not readable.
    pub items_without_table: u64,
}

/// A chunk that is missing in the copy, completely or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableChunk {
    pub place: Place,
    /// The stored size including the header; 0 for a missing chunk.
    pub size_bytes: u64,
    pub problem: SalvageProblem,
    /// The period of the changes in a log chunk, from the readable chunks before and after it. Both ends are included.
    pub made_between: (Option<Timestamp>, Option<Timestamp>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SalvageProblem {
    Stored(ChunkProblem),
    /// The chunk is intact, but its content has no known form. Its readable changes are in the copy.
    Content,
}

impl SalvageReport {
    pub fn is_complete(&self) -> bool {
        *self == SalvageReport::default()
    }

    fn add(&mut self, piece: &Piece, problem: SalvageProblem, after: Option<Timestamp>) {
        let Piece { place, size_bytes, .. } = *piece;
        self.unreadable.push(UnreadableChunk { place, size_bytes, problem, made_between: (after, None) });
    }
}

/// Reads every chunk, skips the damaged ones, and creates a workspace from the others.
pub fn salvage(raw: &RawChunks, seed: u64, config: EngineConfig, window: Window) -> Salvaged {
    let examined = raw.examine();
    let mut salvage = Salvage::default();
    let mut report = SalvageReport::default();
    if let Some(problem) = examined.head_problem {
        report.unreadable.push(UnreadableChunk {
            place: Place::Head,
            size_bytes: raw.head.iter().flatten().map(|head| head.len() as u64).sum(),
            problem: SalvageProblem::Stored(problem),
            made_between: (None, None),
        });
    }
    for piece in &examined.snapshot {
        read_snapshot_piece(piece, &mut salvage, &mut report);
    }
    read_log(&examined.log, &mut salvage, &mut report);
    report.lost_tables = salvage.lost_tables();
    let engine: Engine = salvage.into_engine(seed, config);
    Salvaged { workspace: Workspace::from_engine(engine, window), report }
}

fn read_snapshot_piece(piece: &Piece, salvage: &mut Salvage, report: &mut SalvageReport) {
    match piece.content {
        Err(problem) => {
            salvage.lose_snapshot_chunk(piece.payload_bytes());
            report.add(piece, SalvageProblem::Stored(problem), None);
        }
        Ok(payload) => match salvage.read_snapshot_chunk(payload) {
            Ok(without_table) => report.items_without_table += without_table,
            Err(Malformed) => report.add(piece, SalvageProblem::Content, None),
        },
    }
}

fn read_log(pieces: &[Piece], salvage: &mut Salvage, report: &mut SalvageReport) {
    let mut last_at = None;
    // The index of the first chunk that needs the time of the next readable one.
    let mut waiting = report.unreadable.len();
    for piece in pieces {
        let times = match piece.content {
            Err(problem) => {
                report.add(piece, SalvageProblem::Stored(problem), last_at);
                continue;
            }
            Ok(payload) => match read_log_chunk(payload, salvage) {
                Ok(times) => times,
                Err(Malformed) => {
                    report.add(piece, SalvageProblem::Content, last_at);
                    continue;
                }
            },
        };
        let Some((first, last)) = times else { continue };
        report.unreadable[waiting..].iter_mut().for_each(|chunk| chunk.made_between.1 = Some(first));
        waiting = report.unreadable.len();
        last_at = Some(last);
    }
}

/// Applies every readable group of changes. Returns the times of the chunk's first and last request, if it has any.
fn read_log_chunk(
    payload: &[u8],
    salvage: &mut Salvage,
) -> Result<Option<(Timestamp, Timestamp)>, Malformed> {
    let mut read = Ok(());
    let mut times = None;
    let mut read_group = |changes: &[u8]| read = salvage.read_changes(changes).and(read);
    match journal::log_entries(payload)? {
        None => {
            let mut reader = Reader::new(payload);
            for _ in 0..reader.count()? {
                read_group(reader.slice()?);
            }
        }
        Some(entries) => {
            for entry in entries {
                match entry {
                    Entry::Added { history_entry, changes, .. } => {
                        read_group(changes);
                        times = Some((times.map_or(history_entry.at, |(first, _)| first), history_entry.at));
                    }
                    Entry::Stand { state_deltas, .. } => state_deltas.into_iter().for_each(&mut read_group),
                    Entry::Branches(_) | Entry::Name { .. } => {}
                }
            }
        }
    }
    read.map(|()| times)
}
