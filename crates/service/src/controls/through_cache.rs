//! Dynalab.ThroughCache: sends a request to the tables through a cache. The response contains its source.

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::operations::batch_get_item::BatchGetItem;
use dynalab_engine::operations::get_item::GetItem;
use dynalab_engine::operations::{DataPlanned, DataRequest};
use dynalab_engine::registry::Checked;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, answer_json};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_engine::trace::EventKind;
use dynalab_types::PackedItem;

use crate::cache::Cache;
use crate::cache::entry::{EntryKind, item_content, item_label, query_content, read_item, read_query};
use crate::complete::{Complete, Context};
use crate::complete_engine::{Planned, Request};
use crate::contract::cache::{self as contract, CacheAnswer};
use crate::contract::{Call, Json, encode};
use crate::inner_request::InnerRequest;
use crate::item_operations::ITEM_OPERATIONS;
use crate::partition::{Admission, Draw};

/// A ThroughCache request.
#[derive(Clone, Debug)]
pub struct ThroughCache {
    name: String,
    operation: String,
    /// The request in its canonical form, which is the key of the query cache.
    text: String,
    request: InnerRequest,
}

type Answered = Result<Step<CacheAnswer>, DynamoError>;

fn of_table(json: String) -> CacheAnswer {
    CacheAnswer { source: "TABLE".to_owned(), age_ms: None, answer: Json(json) }
}

fn looked(cache: &Cache, kind: EntryKind, age_ms: Option<u64>, context: &mut Context) {
    let kind = if kind == EntryKind::Item { "ITEM" } else { "QUERY" };
    context.trace.emit(|| EventKind::CacheAsked { cache: cache.name.to_owned(), kind, age_ms });
}

fn get_item(cache: &Cache, get: &mut GetItem, context: &mut Context) -> Answered {
    let mut planned = Operation::<Complete>::plan(get, context.database)?;
    let key = planned.key.clone();
    let label = item_label(&get.table(context)?.definition.name, &key);
    let known = cache.look(EntryKind::Item, &label, context);
    looked(cache, EntryKind::Item, known.as_ref().map(|(_, age_ms)| *age_ms), context);
    if let Some((entry, age_ms)) = known
        && let Some((_, item)) = read_item(&entry.content).checked()
    {
        let json = answer_json::<GetItem, Complete>(&get.answer(&planned, context, item));
        let answer =
            CacheAnswer { source: "ITEM_CACHE".to_owned(), age_ms: Some(age_ms), answer: Json(json) };
        return Ok(Step::Done(answer, WriteSet::default()));
    }
    Ok(match get.step(&mut planned, context)? {
        Step::More(writes) => Step::More(writes),
        Step::Done(response, writes) => {
            if !get.has_projection() {
                cache.put(EntryKind::Item, &label, item_content(&key, response.item()), context);
            }
            Step::Done(of_table(answer_json::<GetItem, Complete>(&response)), writes)
        }
    })
}

fn batch_get(
    cache: &Cache,
    batch: &mut BatchGetItem,
    planned: &mut Option<Planned>,
    context: &mut Context,
) -> Answered {
    if planned.is_none() {
        batch.take_known(context, |table, key, context| {
            let label = item_label(&table.definition.name, key);
            let known = cache.look(EntryKind::Item, &label, context);
            looked(cache, EntryKind::Item, known.as_ref().map(|(_, age_ms)| *age_ms), context);
            known.and_then(|(entry, _)| read_item(&entry.content).checked()).map(|(_, item)| item)
        })?;
        *planned = Some(Planned::Data(DataPlanned::BatchGetItem(Operation::<Complete>::plan(
            batch,
            context.database,
        )?)));
    }
    let Some(Planned::Data(DataPlanned::BatchGetItem(left))) = planned else {
        return Err(DynamoError::UnknownOperation);
    };
    Ok(match batch.step(left, context)? {
        Step::More(writes) => Step::More(writes),
        Step::Done(response, writes) => {
            for (table, key, item) in response.read(context.database) {
                let label = item_label(&table.definition.name, &key);
                cache.put(EntryKind::Item, &label, item_content(&key, item), context);
            }
            let source = if response.asked_nobody() { "ITEM_CACHE" } else { "TABLE" };
            let json = answer_json::<BatchGetItem, Complete>(&response);
            Step::Done(CacheAnswer { source: source.to_owned(), age_ms: None, answer: Json(json) }, writes)
        }
    })
}

/// Writes the written items to the item cache. After a transaction they are read again, which consumes capacity.
fn write_through(cache: &Cache, writes: &WriteSet, reads_again: bool, context: &mut Context) {
    for change in &writes.changes {
        let Change::Item { table, key, after, .. } = change else { continue };
        if reads_again {
            let found = context.database.find(table);
            let size_bytes = match (after, found) {
                (Some(item), Some(found)) => found.read_size_bytes(item),
                (after, _) => after.as_ref().map_or(0, PackedItem::size_bytes),
            };
            let units = read_units(size_bytes, ReadConsistency::Transactional);
            context.charge(Owner::table(table), CapacityKind::Read, units);
            if let Some(table) = found {
                context.take_capacity(table, &Draw::read(key.as_slice(), units));
            }
        }
        cache.put(EntryKind::Item, &item_label(table, key), item_content(key, after.as_ref()), context);
    }
}

/// Caches that a deleted item does not exist, even if it did not exist before.
fn forget_deleted(cache: &Cache, request: &Request, context: &mut Context) {
    let Request::Data(DataRequest::DeleteItem(_)) = request else { return };
    for touched in request.resource_accesses(context.database) {
        let table = touched.resource.table().and_then(|table| context.database.find(table));
        for key in &touched.keys {
            if let Some(table) = table
                && let Some(key) = table.definition.key.key_bytes(key)
            {
                let label = item_label(&table.definition.name, &key);
                cache.put(EntryKind::Item, &label, item_content(&key, None), context);
            }
        }
    }
}

fn passed(
    cache: &Cache,
    request: &mut Request,
    planned: &mut Option<Planned>,
    context: &mut Context,
) -> Answered {
    let reads_again = matches!(request, Request::Data(DataRequest::TransactWriteItems(_)));
    Ok(match request.plan_and_step(planned, context)? {
        Step::More(writes) => {
            write_through(cache, &writes, reads_again, context);
            Step::More(writes)
        }
        Step::Done(response, writes) => {
            forget_deleted(cache, request, context);
            write_through(cache, &writes, reads_again, context);
            Step::Done(of_table(response.to_json()), writes)
        }
    })
}

impl ThroughCache {
    pub(crate) fn request(&self) -> &InnerRequest {
        &self.request
    }

    fn query(&mut self, cache: &Cache, planned: &mut Option<Planned>, context: &mut Context) -> Answered {
        let label = format!(
            "{:032x}",
            dynalab_types::fingerprint(format!("{} {}", self.operation, self.text).as_bytes())
        );
        let known = cache.look(EntryKind::Query, &label, context);
        looked(cache, EntryKind::Query, known.as_ref().map(|(_, age_ms)| *age_ms), context);
        if let Some((entry, age_ms)) = known
            && let Some([_, _, json]) = read_query(&entry.content).checked()
        {
            let answer =
                CacheAnswer { source: "QUERY_CACHE".to_owned(), age_ms: Some(age_ms), answer: Json(json) };
            return Ok(Step::Done(answer, WriteSet::default()));
        }
        Ok(match self.request.get_mut()?.plan_and_step(planned, context)? {
            Step::More(writes) => Step::More(writes),
            Step::Done(response, writes) => {
                let json = response.to_json();
                if cache.settings.query_ttl_ms > 0 {
                    let content = query_content(&self.operation, &self.text, &json);
                    cache.put(EntryKind::Query, &label, content, context);
                }
                Step::Done(of_table(json), writes)
            }
        })
    }
}

impl Operation<Complete> for ThroughCache {
    const NAME: &'static str = <contract::ThroughCache as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = CacheAnswer;

    fn decode(fields: &mut Fields) -> ThroughCache {
        fields.require("Name");
        ThroughCache {
            name: fields.text("Name").unwrap_or_default(),
            operation: fields.text("Operation").unwrap_or_default(),
            text: fields.json("Request").unwrap_or_default(),
            // DAX does not support table operations, statements and vector searches.
            request: InnerRequest::decode(fields, &[ITEM_OPERATIONS]),
        }
    }

    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        self.request.get_mut().map_or(Ok(()), |request| request.check_tables(config))
    }

    /// The plan of the inner request, once it goes to the tables.
    type Planned = Box<Option<Planned>>;

    fn plan(&self, _: &Database) -> Result<Self::Planned, DynamoError> {
        Ok(Box::default())
    }

    fn describe(&self, _: &Self::Planned, database: &Database) -> Result<Plan, DynamoError> {
        self.request.get()?.explain(database)
    }

    fn step(&mut self, planned: &mut Self::Planned, context: &mut Context) -> Answered {
        let name = self.name.clone();
        let Some(cache) = Cache::find(context.database, &name) else {
            return Err(ControlError::NotFound { what: "cache", name }.into());
        };
        match self.request.get_mut()? {
            Request::Data(DataRequest::GetItem(get)) if get.is_eventual() => get_item(&cache, get, context),
            Request::Data(DataRequest::BatchGetItem(batch)) => batch_get(&cache, batch, planned, context),
            Request::Data(DataRequest::Query(query)) if !query.read.consistent_read => {
                self.query(&cache, planned, context)
            }
            Request::Data(DataRequest::Scan(scan)) if !scan.read.consistent_read => {
                self.query(&cache, planned, context)
            }
            request => passed(&cache, request, planned, context),
        }
    }

    fn encode(response: &CacheAnswer, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
