//! PutItem: writes a whole item, and replaces the item with the same key.

use std::sync::Arc;

use dynalab_expressions::BoundCondition;
use dynalab_types::Item;

use crate::database::Database;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::item_keys::check_index_keys;
use crate::execution::item_write::{ItemWrite, WriteService, check_item_size};
use crate::execution::key_values::bytes_of_item;
use crate::execution::plan::Plan;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::ResourceAccess;
use crate::request::write_request::{PlannedWrite, WriteRequest, WriteResponse};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "PutItem";
/// In the order in which DynamoDB lists them.
const LEGACY: &[&str] = &["Expected", "ConditionalOperator"];

/// A PutItem request.
#[derive(Clone, Debug)]
pub struct PutItem {
    item: Arc<Item>,
    write: WriteRequest,
}

impl PutItem {
    fn bind(&self) -> Result<Option<BoundCondition>, DynamoError> {
        self.write.return_values.only_old()?;
        let condition = self.write.bind(&[], |_| Ok(()))?;
        check_item_size(&self.item)?;
        Ok(condition)
    }
}

impl PutItem {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        vec![self.write.resource_accesses(NAME, &self.item)]
    }
}

impl<S: WriteService> Operation<S> for PutItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Newest;
    const ONE_VIOLATION: bool = true;
    const ACCESS: Access<Self> = Access::Items(PutItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.write.table];
    type Response = WriteResponse;

    fn decode(fields: &mut Fields) -> PutItem {
        if fields.manner.checks.older_writes {
            let write = WriteRequest::decode_older(fields, LEGACY);
            fields.require("Item");
            return PutItem { write, item: Arc::new(fields.item("Item").unwrap_or_default()) };
        }
        fields.require("Item");
        PutItem {
            write: WriteRequest::decode(fields, LEGACY),
            item: Arc::new(fields.item("Item").unwrap_or_default()),
        }
    }

    type Planned = PlannedWrite;

    fn plan(&self, database: &Database) -> Result<PlannedWrite, DynamoError> {
        let condition = self.bind()?;
        let table = database.table(table_name_of(&self.write.table))?;
        let key = bytes_of_item(&table.definition.key, &self.item)?;
        check_index_keys(table, &self.item)?;
        Ok(PlannedWrite { key, condition })
    }

    fn describe(&self, _: &PlannedWrite, database: &Database) -> Result<Plan, DynamoError> {
        self.write.describe(&self.item, database)
    }

    fn step(
        &mut self,
        PlannedWrite { key, condition }: &mut PlannedWrite,
        context: &mut Context<S>,
    ) -> Result<Step<WriteResponse>, DynamoError> {
        let (table, before) = self.write.begin(context, &self.item, key)?;
        let before = before.as_ref();
        let after_bytes = table.stored_size_bytes(&self.item);
        self.write.check_condition(context, table, key, condition.as_ref(), before, after_bytes)?;
        let write =
            ItemWrite { table, key: key.clone(), before: before.cloned(), after: Some(self.item.clone()) };
        let writes = write.settle(context)?;
        let attributes = self.write.old_attributes(before);
        let response = self.write.response(context, table, &self.item, attributes);
        Ok(Step::Done(response, writes))
    }

    fn encode(response: &WriteResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
