//! ListTables: returns the names of all tables, in pages.

use std::sync::Arc;

use crate::database::change::WriteSet;
use crate::error::DynamoError;
use crate::execution::context::{Context, ItemService};
use crate::request::fields::{Fields, RequestLayer};
use crate::request::operation::{Access, Operation, Step, reads_nothing};
use crate::response::json_writer::ObjectWriter;

const PAGE_MAX: i64 = 100;

/// A ListTables request.
#[derive(Clone, Debug)]
pub struct ListTables {
    start: Option<String>,
    limit: Option<i64>,
}

/// The response of ListTables.
#[derive(Debug)]
pub struct ListTablesResponse {
    names: Vec<Arc<str>>,
    last: Option<Arc<str>>,
}

impl<S: ItemService> Operation<S> for ListTables {
    const NAME: &'static str = "ListTables";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ListTablesResponse;

    fn decode(fields: &mut Fields) -> ListTables {
        ListTables {
            start: fields.index_name("ExclusiveStartTableName"),
            limit: fields.integer_between("Limit", "Integer", 1, Some(PAGE_MAX)),
        }
    }

    reads_nothing!();

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context<S>,
    ) -> Result<Step<ListTablesResponse>, DynamoError> {
        let limit = self.limit.unwrap_or(PAGE_MAX).max(1) as usize;
        let after_start =
            |name: &Arc<str>| self.start.as_ref().is_none_or(|start| name.as_ref() > start.as_str());
        let names = context.database.tables().map(|table| table.definition.name.clone());
        let mut names: Vec<Arc<str>> = names.filter(after_start).take(limit + 1).collect();
        let more = names.len() > limit;
        names.truncate(limit);
        let last = if more { names.last().cloned() } else { None };
        Ok(Step::Done(ListTablesResponse { names, last }, WriteSet::default()))
    }

    fn encode(response: &ListTablesResponse, body: &mut ObjectWriter) {
        body.list("TableNames", &response.names, |json, name| {
            dynalab_types::wire::write_json_string(name, json);
        });
        if let Some(last) = &response.last {
            body.text("LastEvaluatedTableName", last);
        }
    }
}
