//! DeleteItem: deletes the item with a key, if it exists.

use dynalab_expressions::BoundCondition;
use dynalab_types::Item;

use crate::database::Database;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::item_write::{ItemWrite, WriteService};
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::Plan;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::ResourceAccess;
use crate::request::write_request::{PlannedWrite, WriteRequest, WriteResponse};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "DeleteItem";

/// A DeleteItem request.
#[derive(Clone, Debug)]
pub struct DeleteItem {
    key: Item,
    write: WriteRequest,
}

impl DeleteItem {
    fn bind(&self) -> Result<Option<BoundCondition>, DynamoError> {
        self.write.return_values.only_old()?;
        self.write.bind(&[], |_| Ok(()))
    }
}

impl DeleteItem {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        vec![self.write.resource_accesses(NAME, &self.key)]
    }
}

impl<S: WriteService> Operation<S> for DeleteItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Newest;
    const ONE_VIOLATION: bool = true;
    const ACCESS: Access<Self> = Access::Items(DeleteItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.write.table];
    type Response = WriteResponse;

    fn decode(fields: &mut Fields) -> DeleteItem {
        fields.require("Key");
        DeleteItem {
            write: WriteRequest::decode(fields, &["Expected", "ConditionalOperator"]),
            key: fields.item("Key").unwrap_or_default(),
        }
    }

    type Planned = PlannedWrite;

    fn plan(&self, database: &Database) -> Result<PlannedWrite, DynamoError> {
        let condition = self.bind()?;
        let definition = &database.table(table_name_of(&self.write.table))?.definition;
        Ok(PlannedWrite { key: bytes_of_key(&definition.key, &self.key)?, condition })
    }

    fn describe(&self, _: &PlannedWrite, database: &Database) -> Result<Plan, DynamoError> {
        self.write.describe(&self.key, database)
    }

    fn step(
        &mut self,
        PlannedWrite { key, condition }: &mut PlannedWrite,
        context: &mut Context<S>,
    ) -> Result<Step<WriteResponse>, DynamoError> {
        let (table, before) = self.write.begin(context, &self.key, key)?;
        let before = before.as_ref();
        self.write.check_condition(context, table, key, condition.as_ref(), before, 0)?;
        let writes =
            ItemWrite { table, key: key.clone(), before: before.cloned(), after: None }.settle(context)?;
        let attributes = self.write.old_attributes(before);
        let response = self.write.response(context, table, &self.key, attributes);
        Ok(Step::Done(response, writes))
    }

    fn encode(response: &WriteResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
