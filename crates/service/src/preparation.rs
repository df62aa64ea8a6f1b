//! Work on all items of a table, done ahead: outside of the lock of the engine, in steps.
//!
//! A backup, a restore, a new index, a replica with indexes and the deletion of a table with point-in-time recovery read every item of a
//! table in one step of the engine. A host that serves others beside that does it in four steps:
//!
//! 1. With the engine locked: [`preparation_for`](Preparations::preparation_for) the request, or
//!    [`due_preparation`](Preparations::due_preparation) for work that fell due. It takes what it needs as shared rows, in microseconds.
//!    Most requests need nothing.
//! 2. Without the engine: [`advance`](Preparation::advance) until it returns true.
//! 3. With the engine locked: [`refresh`](Preparations::refresh). If it returns false, writes have arrived meanwhile: go on with step 2, a
//!    few times at most.
//! 4. Under the same lock: [`keep_prepared`](Preparations::keep_prepared), then execute the request or the due work as always, then
//!    [`take_prepared`](Preparations::take_prepared). Drop what it returns, and the execution with its changes, after the lock.
//!
//! ```text
//! let preparation = engine.lock().preparation_for(&request, now);
//! for round in 0..ROUNDS {
//!     while !preparation.advance(ROWS) {}            // without the lock
//!     let mut engine = engine.lock();
//!     if engine.refresh(&mut preparation) || round + 1 == ROUNDS {
//!         engine.keep_prepared(preparation);
//!         let execution = engine.execute(command, level);
//!         let rest = engine.take_prepared();
//!         drop(engine);
//!         return (execution, rest);                  // dropped by the caller
//!     }
//! }
//! ```
//!
//! The results are those of an execution without any preparation, byte for byte. An execution compares what was prepared with what is
//! there now, block by block, and applies the writes that arrived in between. What does not fit any more is not used: the work is then
//! done in one step. So it is always right to leave out any of these steps, and a preparation can be dropped at any time.

mod replicas;
mod stage;

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::prepared::PreparedPart;
use dynalab_engine::database::scheduler::Work;
use dynalab_engine::database::table::{Table, TableDefinition, TableStatus};
use dynalab_engine::operations::DataRequest;
use dynalab_engine::registry::backup::Backup;
use dynalab_engine::request::operation::Step;
use dynalab_engine::settings::durations::Timed;
use dynalab_types::Timestamp;

use crate::complete::Context;
use crate::complete_engine::{Engine, Request};
use crate::requests::ServiceRequest;
use crate::table_times;
use stage::{Origin, Stage};

/// A table with fewer items is not worth a preparation.
const ITEMS_LEAST: usize = 1_000;
/// So much of the work that is due is searched for work on whole tables. A host executes about as much at once.
const DUE_SEARCHED: usize = 256;
/// An execution applies so many later writes to a prepared index by itself. After more, the preparation goes on.
const WRITES_LEFT: usize = 1_000;

/// What a request or due work will need of all items of a table, as far as it is computed.
#[derive(Debug, Default)]
pub struct Preparation {
    /// The last one is worked on.
    waiting: Vec<Stage>,
    ready: Vec<(Origin, PreparedPart)>,
}

impl Preparation {
    /// Does the next part of the work: a fixed number of rows, never a time. Returns true when nothing is left to do. It needs no engine,
    /// so do not lock it meanwhile.
    pub fn advance(&mut self, rows: usize) -> bool {
        if let Some(mut stage) = self.waiting.pop() {
            match stage.advance(rows.max(1)) {
                true => stage.finish(self),
                false => self.waiting.push(stage),
            }
        }
        self.waiting.is_empty()
    }

    /// Returns true if it has nothing that an execution could use.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.ready.is_empty()
    }

    /// Returns `None` if there is nothing to do.
    fn of_stages(stages: impl IntoIterator<Item = Stage>) -> Option<Preparation> {
        let waiting: Vec<Stage> = stages.into_iter().collect();
        (!waiting.is_empty()).then_some(Preparation { waiting, ready: Vec::new() })
    }
}

/// Preparations of an engine.
pub trait Preparations {
    /// Takes what a request will need, if it arrives at `now`. Returns `None` for a request that touches few items, or that will fail.
    /// A jump of the clock needs what falls due on its way.
    fn preparation_for(&self, request: &Request, now: Timestamp) -> Option<Preparation>;

    /// Takes what the work that is due at a time will need. Returns `None` if none of the next tasks touches a whole table. Ask before each
    /// part of due work, and some seconds ahead: a request that arrives while due work is prepared executes it by itself.
    fn due_preparation(&self, now: Timestamp) -> Option<Preparation>;

    /// Compares a preparation with the tables as they are now. Returns true if it can be used. Otherwise it has taken the writes that arrived
    /// meanwhile, and must be [advanced](Preparation::advance) again.
    fn refresh(&self, preparation: &mut Preparation) -> bool;

    /// Keeps a preparation for the next execution.
    fn keep_prepared(&mut self, preparation: Preparation);

    /// Returns what executions did not use. Drop it without the lock: it can be as large as a table.
    fn take_prepared(&mut self) -> Preparation;
}

impl Preparations for Engine {
    fn preparation_for(&self, request: &Request, now: Timestamp) -> Option<Preparation> {
        match request {
            Request::Data(DataRequest::UpdateTable(_) | DataRequest::DeleteTable(_)) => {
                self.rehearse(now, |context| prepare_update(request.clone(), context))
            }
            Request::Service(ServiceRequest::CreateBackup(request)) => self.rehearse(now, |context| {
                let (backup, table) = request.whole_table(context)?;
                Preparation::of_stages(stage_of_backup(backup, table))
            }),
            Request::Service(ServiceRequest::RestoreTableFromBackup(request)) => {
                self.rehearse(now, |context| {
                    let restored = request.restored(context).ok()?;
                    let is_large = restored.backup.item_count >= ITEMS_LEAST as u64;
                    let fills = fills_at_once(context, &restored.definitions.definition);
                    is_large.then(|| Preparation::of_stages(Stage::restore(restored, fills))).flatten()
                })
            }
            Request::Service(ServiceRequest::RestoreTableToPointInTime(request)) => {
                self.rehearse(now, |context| {
                    let restored = request.restored(context).ok()?;
                    let fills = fills_at_once(context, &restored.definitions.definition);
                    Preparation::of_stages(Stage::rewind(restored, context.database, fills))
                })
            }
            Request::Service(ServiceRequest::SetDials(_) | ServiceRequest::SetLink(_)) => {
                self.rehearse(now, |context| replicas::of_request(request.clone(), context))
            }
            Request::Service(ServiceRequest::InRegion(request)) => {
                self.rehearse(now, |context| replicas::of_region(request.clone(), context))
            }
            Request::Service(ServiceRequest::AdvanceClock(jump)) => {
                self.due_preparation(self.now().max(now).plus_ms(jump.by_ms))
            }
            _ => None,
        }
    }

    fn due_preparation(&self, now: Timestamp) -> Option<Preparation> {
        let due = self.next_work().take(DUE_SEARCHED).take_while(|(due, _)| due.at <= now);
        let stages = due.flat_map(|(due, work)| {
            let table = work.table().and_then(|table| table.find(self.database()));
            table.map_or(Vec::new(), |table| {
                stages_of_work(work, (table, &table.definition), due.at, self.database())
            })
        });
        Preparation::of_stages(stages)
    }

    fn refresh(&self, preparation: &mut Preparation) -> bool {
        for (origin, part) in std::mem::take(&mut preparation.ready) {
            match origin.compare(part, self.database()) {
                Ok(part) => preparation.ready.push(part),
                Err(stage) => preparation.waiting.push(stage),
            }
        }
        preparation.waiting.is_empty()
    }

    fn keep_prepared(&mut self, preparation: Preparation) {
        self.add_prepared(preparation.ready.into_iter().map(|(_, part)| part).collect());
    }

    fn take_prepared(&mut self) -> Preparation {
        let unused = self.take_prepared_parts().into_iter().map(|part| (Origin::Unknown, part));
        Preparation { waiting: Vec::new(), ready: unused.collect() }
    }
}

/// Returns true if a restored table is ACTIVE at once, with its indexes.
fn fills_at_once(context: &Context, definition: &TableDefinition) -> bool {
    table_times::duration_ms(context.config, definition, Timed::Restore, context.now) == 0
}

/// Prepares the work that a request of the table API finishes at once.
fn prepare_update(mut request: Request, context: &mut Context) -> Option<Preparation> {
    request.check_tables(context.config).ok()?;
    let Ok(Step::Done(_, WriteSet { changes, later })) = request.plan_and_step(&mut None, context) else {
        return None;
    };
    let mut stages = replicas::stages(&changes, context);
    let definition = changes.iter().find_map(|change| match change {
        Change::Table { after: Some(after), .. } => Some(after.clone()),
        _ => None,
    });
    let table = definition.as_ref().and_then(|definition| context.database.find(&definition.name));
    if let (Some(definition), Some(table)) = (&definition, table) {
        let at_once = later.iter().filter(|(delay_ms, _)| *delay_ms == 0);
        let of_work =
            at_once.map(|(_, work)| stages_of_work(work, (table, definition), context.now, context.database));
        stages.extend(of_work.flatten());
    }
    Preparation::of_stages(stages)
}

/// Returns what work of the scheduler needs of all items of its table, which then has this definition.
fn stages_of_work(
    work: &Work,
    (table, definition): (&Table, &Arc<TableDefinition>),
    at: Timestamp,
    database: &Database,
) -> Vec<Stage> {
    if table.items.len() < ITEMS_LEAST {
        return Vec::new();
    }
    let fill = |index| Stage::index(Origin::of_table(table), index, &table.items);
    match work {
        Work::FinishIndexCreate { index, .. } => {
            let index = definition.index(index).filter(|index| index.status == TableStatus::Creating);
            index.map(fill).into_iter().collect()
        }
        Work::FinishTableChange { .. } if definition.status == TableStatus::Creating => {
            definition.indexes.iter().map(fill).collect()
        }
        Work::FinishTableDelete { .. } if definition.settings.recovery.is_some() => {
            let backup = Backup::of_deleted_table(table, at, database);
            let backup = Backup { table: definition.clone(), ..backup };
            stage_of_backup(backup, table).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn stage_of_backup(backup: Backup, table: &Table) -> Option<Stage> {
    let is_large = table.items.len() >= ITEMS_LEAST;
    is_large.then(|| Stage::backup(Origin::of_backup(table, backup), table)).flatten()
}
