//! Implements the extension points of the engine for the complete service. No module imports it: it is reached through the
//! traits.

mod tables;

use std::sync::Arc;

use dynalab_capacity::{HalfUnits, ReadConsistency};
use dynalab_engine::codec::unreadable::Unreadable;
use dynalab_engine::database::change::{self, Change, WriteSet};
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::locks::LockTable;
use dynalab_engine::database::scheduler::{Scheduler, Task, Work};
use dynalab_engine::database::table::Table;
use dynalab_engine::database::unconditional_records::UnconditionalRecords;
use dynalab_engine::database::{Database, StateService};
use dynalab_engine::engine::ticket::Ticket;
use dynalab_engine::error::{DynamoError, FaultError};
use dynalab_engine::execution::context::ItemService;
use dynalab_engine::execution::item_write::{ItemWrite, WriteService};
use dynalab_engine::execution::lifecycle::WorkService;
use dynalab_engine::execution::read_page::{KeyRange, PageService, Walk};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::RequestService;
use dynalab_engine::registry::RecordKey;
use dynalab_engine::registry::vector_index;
use dynalab_engine::request::operation::Operation;
use dynalab_engine::request::read_request::{ReadRequest, ReadSource};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::trace::{PageEnd, Tracer};
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::complete::{Complete, Context, TaskContext};
use crate::complete_engine::{Engine, Request};
use crate::faults::injection;
use crate::metrics::collect;
use crate::operations::search_vectors::{self, SearchVectors};
use crate::paged_read;
use crate::partition::{self, Admission, Draw, PageDraws, item_draws};
use crate::record_kinds;
use crate::requests::{CONTROLS, OPERATIONS, ServiceRequest, collected};
use crate::stale_rows::{self, StaleRows};
use crate::stream_shards::shard_changes;
use crate::zones::Access;
use crate::{
    dependent_services, lag, regions, replicas, request_interceptor, table_times, task, vector_charge,
};

impl ItemService for Complete {
    fn begin_transaction(context: &mut Context) {
        if context.config.dials.as_ref().is_some_and(|dials| dials.transaction_timestamps > 0) {
            context.locks.stamp(context.ticket);
        }
    }

    fn is_stale_timestamp(context: &Context, table: &Table, key: &KeyBytes) -> bool {
        context.locks.is_stale_timestamp(context.ticket, &table.definition.name, key)
    }

    fn admit_one(
        context: &mut Context,
        table: &Table,
        kind: CapacityKind,
        key: &KeyBytes,
        units: HalfUnits,
    ) -> Result<(), DynamoError> {
        if context.config.dials.is_none() {
            return Ok(());
        }
        let draw = Draw { kind, ..Draw::read(key.as_slice(), units) };
        context.admit(table, &[draw])
    }

    fn check_leader(context: &Context, table: &Table, key: &KeyBytes) -> Result<(), DynamoError> {
        replicas::check_leader_of(context, table, key, Access::Write)
    }

    fn read_item<'a>(
        context: &mut Context<'a>,
        table: &'a Table,
        key: &KeyBytes,
        consistency: ReadConsistency,
    ) -> Result<Option<&'a PackedItem>, DynamoError> {
        match replicas::matter(context) {
            true => replicas::read_item(context, table, key, consistency),
            false => Ok(table.items.packed(key)),
        }
    }

    fn partition_of(database: &Database, table: &Table, key: &[u8], _: u64) -> (u64, u64) {
        let map = partition::map_of_table(database, table);
        (map.of_key(key).id, map.count())
    }

    fn is_left_unprocessed(
        context: &mut Context,
        operation: &'static str,
        kind: CapacityKind,
        table: &Table,
        item_or_key: &Item,
    ) -> bool {
        injection::is_left_unprocessed((operation, kind), table, item_or_key, context)
    }

    fn nothing_processed(context: &Context, table: &str, kind: CapacityKind) -> Option<DynamoError> {
        Some(injection::nothing_processed(context, table, kind))
    }
}

impl WriteService for Complete {
    fn collection_limit(context: &Context) -> Option<u64> {
        let dials = context.config.dials.as_ref()?;
        Some(dials.item_collection_bytes).filter(|most| *most > 0)
    }

    fn admit_write(context: &mut Context, write: &ItemWrite, units: HalfUnits) -> Result<(), DynamoError> {
        item_draws::admit(write, context, units)
    }

    fn admit_prepared<'a>(
        context: &mut Context,
        write: impl FnOnce() -> ItemWrite<'a>,
        units: HalfUnits,
    ) -> Result<(), DynamoError> {
        match context.capacity_rules() {
            Some(_) => item_draws::admit_prepared(&write(), context, units),
            None => Ok(()),
        }
    }

    fn take_committed(context: &mut Context, write: &ItemWrite) {
        item_draws::take_committed(write, context);
    }

    fn charge_write(
        context: &mut Context,
        table: &Table,
        before: Option<&Arc<Item>>,
        after: Option<&Arc<Item>>,
    ) {
        vector_charge::charge_write(context, table, before, after);
    }
}

impl PageService for Complete {
    type Draws<'a> = PageDraws<'a>;
    type Stale<'a> = StaleRows<'a>;

    fn read_piece(
        context: &Context,
        request: &mut ReadRequest,
        source: &ReadSource,
        range: &KeyRange,
    ) -> Result<bool, DynamoError> {
        paged_read::read_piece(context, request, source, range)
    }

    fn begin_page<'a>(
        context: &mut Context,
        source: &'a ReadSource<'a>,
        range: &KeyRange,
    ) -> Result<Option<PageDraws<'a>>, DynamoError> {
        PageDraws::begin(context, source, range)
    }

    fn stale_rows<'a>(
        context: &Context<'a>,
        request: &ReadRequest,
        source: &ReadSource<'a>,
        range: &KeyRange,
    ) -> Result<Option<StaleRows<'a>>, DynamoError> {
        StaleRows::find(context, source, request.consistency(), range)
    }

    fn walk(walk: &mut Walk<Complete>, stale: Option<&StaleRows>, range: &KeyRange) -> PageEnd {
        let rows = walk.source.rows;
        match (&walk.request.so_far, stale) {
            (Some(read), stale) => walk.walk(paged_read::and_present(read, rows, stale, range)),
            (None, Some(stale)) => walk.walk(stale.over(rows.range(range.bounds()), range.forward)),
            (None, None) => walk.walk_present(range),
        }
    }

    fn draw_row(draws: &mut Option<PageDraws>, key: &KeyBytes, size_bytes: u64) {
        if let Some(draws) = draws {
            draws.read(key, size_bytes);
        }
    }

    fn draw_fetch(draws: &mut Option<PageDraws>, key: &KeyBytes, units: HalfUnits) {
        if let Some(draws) = draws {
            draws.fetch(key, units);
        }
    }

    fn end_walk(
        context: &mut Context,
        stale: Option<StaleRows>,
        request: &ReadRequest,
        source: &ReadSource,
        stretch: (&KeyRange, Option<&KeyBytes>),
    ) -> Result<(), DynamoError> {
        stale_rows::trace_stale_read(context, stale, source, request.consistency(), stretch)
    }

    fn least_page_units(
        context: &Context,
        consistency: ReadConsistency,
        source: &ReadSource,
        stretch: (&KeyRange, Option<&KeyBytes>),
    ) -> HalfUnits {
        partition::least_units(context, consistency, source, stretch)
    }

    fn end_page(
        context: &mut Context,
        draws: Option<PageDraws>,
        units: HalfUnits,
        table: &Arc<str>,
        returned: u64,
    ) {
        if let Some(draws) = draws {
            draws.take(context, units);
        }
        if context.config.dials.is_some() {
            context.charges.add_returned(table, returned);
        }
    }
}

impl StateService for Complete {
    fn keep_record(&mut self, key: &RecordKey, bytes: Option<&[u8]>) {
        self.simulation_state.apply_record(key, bytes);
    }

    fn follow_record(database: &mut Database, key: &RecordKey, bytes: Option<&[u8]>) {
        database.follow_record(key, bytes);
    }

    fn with_derived(database: &Database, table: Table) -> Table {
        database.with_derived(table)
    }

    fn follow_definition(database: &mut Database, table: &str) {
        database.follow_definition(table);
    }

    fn follow_item(
        table: &mut Table,
        key: &KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        table.vectors.apply_item_change(key, after);
        table.expiries.apply_item_change(key, before, after);
    }
}

impl WorkService for Complete {
    fn perform_work(
        work: &Work,
        table: &Table,
        (scheduler, database): (&Scheduler, &Database),
        at: Timestamp,
    ) -> Option<WriteSet> {
        if table_times::is_outdated(work, table, database, at) {
            return Some(WriteSet::default());
        }
        vector_index::lifecycle::perform(work, table, scheduler, at)
    }

    fn forget_index(database: &Database, table: &Table, index: &str) -> Vec<Change> {
        partition::forget_index(database, table, index)
    }
}

impl RequestService for Complete {
    type Request = ServiceRequest;
    const OPERATIONS: &'static [&'static str] = OPERATIONS;
    const CONTROLS: &'static [&'static str] = CONTROLS;

    fn is_request_unsupported(_: &str, _: &str) -> bool {
        false
    }

    fn check_body(operation: &str, body: &str) -> Result<(), DynamoError> {
        if operation == <SearchVectors as Operation<Complete>>::NAME {
            search_vectors::check_members(body)?;
        }
        Ok(())
    }
}

impl Service for Complete {
    fn is_database_unsupported(_: &Database) -> bool {
        false
    }

    fn check_record(key: &RecordKey, bytes: &[u8]) -> Result<(), Unreadable> {
        record_kinds::check_record(key, bytes)
    }

    fn check_task(task: &Task) -> Result<(), Unreadable> {
        record_kinds::check_task(task)
    }

    fn clock_advance_ms(request: &ServiceRequest) -> u64 {
        match request {
            ServiceRequest::AdvanceClock(jump) => jump.by_ms,
            _ => 0,
        }
    }

    fn configure(&self, config: &mut EngineConfig, opened: &EngineConfig, database: &Database) {
        let account = self.simulation_state.account.as_ref();
        config.apply_settings(
            opened,
            database.dials(),
            account.map(|account| (&account.id, &account.region)),
        );
    }

    fn admit(request: &Request, context: &mut Context) -> Result<Option<FaultError>, DynamoError> {
        request_interceptor::admit(request.name(), |database| request.resource_accesses(database), context)
    }

    fn collect(request: &Request, error: Option<&DynamoError>, context: &mut Context) {
        let touched = |database: &Database| request.resource_accesses(database);
        collect::collect(&collected(request), touched, error, context);
    }

    fn settle(unconditional_records: &mut UnconditionalRecords, database: &Database) -> Vec<Change> {
        unconditional_records.take(database)
    }

    fn follow_settled(&self, at: Timestamp, changes: &[Change], database: &Database) -> WriteSet {
        match change::any_changes_data(changes) {
            true => dependent_services::wake_dependents(at, changes, database, &self.simulation_state),
            false => WriteSet::default(),
        }
    }

    fn follow_commit(
        engine: &mut Engine,
        at: Timestamp,
        mut changes: Vec<Change>,
        tracer: &mut Tracer,
    ) -> Vec<Change> {
        let replicated = &engine.service().simulation_state.replicated;
        if !replicated.is_empty() || regions::concern(&changes) {
            let copies =
                regions::replicate_changes(at, &changes, engine.database(), engine.config(), replicated);
            changes.extend(engine.write(at, copies));
        }
        let closed = shard_changes::close_shards(&changes, engine.database(), at);
        changes.extend(engine.write(at, closed));
        for place in 0..changes.len() {
            let follows = lag::schedule_replication(
                at,
                &changes[place],
                engine.database(),
                engine.service().zones(),
                tracer,
            );
            changes.extend(engine.write(at, follows));
        }
        if engine.database().dials().is_some() || engine.service().simulation_state.consumes_capacity() {
            let follows = dependent_services::wake_dependents(
                at,
                &changes,
                engine.database(),
                &engine.service().simulation_state,
            );
            changes.extend(engine.write(at, follows));
        }
        changes
    }

    fn perform(task: &Task, context: TaskContext) -> WriteSet {
        task::perform(task, context)
    }

    fn note_writes(locks: &mut LockTable, ticket: Ticket, changes: &[Change]) {
        locks.note_writes(ticket, changes);
    }

    fn end_transaction(locks: &mut LockTable, ticket: Ticket) {
        locks.forget_timestamp(ticket);
    }
}
