//! Converts the report of a salvage for the page.

use dynalab_storage::Place;
use dynalab_storage::format::FormatError;
use dynalab_storage::raw::{ChunkProblem, RawChunks, UnreadableReason};

use super::{SalvageProblem, Salvaged, UnreadableChunk};
use crate::protocol::salvage::{Loss, SalvageView, SalvagedTable};
use crate::protocol::salvage::{LossPlace, LossReason, LostChunk};

/// Returns the content of the copy and all losses.
pub fn view(raw: &RawChunks, salvaged: &Salvaged) -> SalvageView {
    let Salvaged { workspace, report } = salvaged;
    let tables = workspace.engine().database().tables().map(|table| SalvagedTable {
        name: table.definition.name.to_string(),
        items: table.items.len() as u64,
    });
    let lost_tables = report
        .lost_tables
        .iter()
        .map(|lost| Loss::TableWithoutDefinition { name: lost.name.to_string(), items: lost.items });
    let mut losses: Vec<Loss> = lost_tables.collect();
    if report.items_without_table > 0 {
        losses.push(Loss::ItemsWithoutTable { items: report.items_without_table });
    }
    if raw.strays > 0 {
        losses.push(Loss::Strays { values: raw.strays });
    }
    losses.extend(report.unreadable.iter().map(|chunk| Loss::Chunk(lost_chunk(chunk))));
    let (stored_chunks, stored_bytes) = raw.size();
    SalvageView { tables: tables.collect(), stored_chunks, stored_bytes, losses }
}

fn lost_chunk(chunk: &UnreadableChunk) -> LostChunk {
    let (from, until) = chunk.made_between;
    LostChunk {
        place: match chunk.place {
            Place::Head => LossPlace::Head,
            Place::Snapshot { index } => LossPlace::Snapshot { index: index as u64 },
            Place::Log { revision } => LossPlace::Log { revision: revision.0 },
        },
        size_bytes: chunk.size_bytes,
        reason: reason(chunk.problem),
        made_from_ms: from.map(|at| at.epoch_ms),
        made_until_ms: until.map(|at| at.epoch_ms),
    }
}

fn reason(problem: SalvageProblem) -> LossReason {
    let problem = match problem {
        SalvageProblem::Stored(problem) => problem,
        SalvageProblem::Content => return LossReason::UnknownContent,
    };
    match problem {
        ChunkProblem::Missing { count } => LossReason::Missing { count },
        ChunkProblem::Unread(UnreadableReason::NotBytes) => LossReason::NotBytes,
        ChunkProblem::Unread(UnreadableReason::Failed) => LossReason::BrowserFailed,
        ChunkProblem::WrongRevision { .. } => LossReason::Misplaced,
        ChunkProblem::Unfinished(_) => LossReason::Unfinished,
        ChunkProblem::Damaged(error) => match error {
            FormatError::TooShort { .. } | FormatError::WrongLength { .. } => LossReason::WrongLength,
            FormatError::NewerVersion { .. } => LossReason::NewerVersion,
            FormatError::UnexpectedKind { .. } => LossReason::Misplaced,
            FormatError::NoMagic
            | FormatError::UnknownVersion { .. }
            | FormatError::WrongChecksum { .. }
            | FormatError::UnknownKind { .. }
            | FormatError::ImpossibleHead
            | FormatError::ImpossibleJoin => LossReason::Changed,
        },
    }
}
