//! When the changes of UpdateTable are finished, without measured durations: after the delays of the configuration.

use crate::database::change::WriteSet;
use crate::database::scheduler::Work;
use crate::database::table::{Table, TableDefinition};
use crate::execution::context::Context;
use crate::execution::table_service::TableService;

/// Schedules the work of a changed table after the delays of the configuration.
pub fn schedule_simply<S: TableService>(
    context: &Context<S>,
    table: &Table,
    after: &TableDefinition,
    work: Vec<Work>,
) -> WriteSet {
    let delays = context.config.delays;
    let mut writes = WriteSet::default();
    for work in work {
        let delay_ms = match &work {
            Work::FinishIndexCreate { index, .. } if after.index(index).is_some() => {
                delays.index_backfill_ms + S::plan_backfill(context, table, index, &mut writes)
            }
            Work::FinishIndexCreate { .. } => delays.index_backfill_ms,
            _ => delays.table_change_ms,
        };
        writes = writes.then(delay_ms, work);
    }
    writes
}
