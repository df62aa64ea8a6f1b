//! ListGlobalTables, version 2017.11.29: the groups that have a table in a Region, a page at a time.

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::global_table::GlobalTable;
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::registry::RecordKind;

const PAGE_MAX: i64 = 100;

#[derive(Clone, Debug)]
pub struct ListGlobalTables {
    start: Option<String>,
    limit: Option<i64>,
    region: Option<String>,
}

#[derive(Debug)]
pub struct ListGlobalTablesResponse {
    names: Vec<String>,
    region: String,
    last: Option<String>,
}

impl Operation for ListGlobalTables {
    const NAME: &'static str = "ListGlobalTables";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = ListGlobalTablesResponse;

    fn decode(fields: &mut Fields) -> ListGlobalTables {
        ListGlobalTables {
            start: fields.index_name("ExclusiveStartGlobalTableName"),
            limit: fields.integer_between("Limit", "Integer", 1, None),
            region: fields.text("RegionName"),
        }
    }

    fn plan(&self, _database: &Database) -> Result<Plan, DynamoError> {
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let limit = self.limit.unwrap_or(PAGE_MAX).clamp(1, PAGE_MAX) as usize;
        let here = self.region.as_ref().is_none_or(|region| *region == context.config.region);
        let records = context.database.registry().of_kind(RecordKind::GLOBAL_TABLE).filter(|_| here);
        let mut names: Vec<String> = records
            .filter(|(_, bytes)| GlobalTable::from_bytes(bytes).is_ok_and(|global| global.has_local))
            .map(|(key, _)| key.table.to_string())
            .filter(|name| self.start.as_ref().is_none_or(|start| name > start))
            .take(limit + 1)
            .collect();
        let more = names.len() > limit;
        names.truncate(limit);
        let last = names.last().cloned().filter(|_| more);
        let response = ListGlobalTablesResponse { names, region: context.config.region.clone(), last };
        Ok(Step::Done(response, WriteSet::default()))
    }

    fn encode(response: &ListGlobalTablesResponse, body: &mut ObjectWriter) {
        body.objects("GlobalTables", &response.names, |object, name| {
            object.text("GlobalTableName", name);
            object.objects("ReplicationGroup", [&response.region], |object, region| {
                object.text("RegionName", region);
            });
        });
        if let Some(last) = &response.last {
            body.text("LastEvaluatedGlobalTableName", last);
        }
    }
}
