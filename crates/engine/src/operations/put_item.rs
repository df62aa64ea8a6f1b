//! PutItem: puts a whole item in place of whatever has its key.

use std::sync::Arc;

use dynalab_expressions::BoundCondition;
use dynalab_types::Item;

use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::item_keys::{bytes_of_item, check_index_keys};
use crate::item_write::{ItemWrite, check_item_size};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::{Plan, Source};
use crate::return_values::ReturnValues;
#[cfg(feature = "complete")]
use crate::service::touched::Touched;
use crate::trace::EventKind;
use crate::write_request::{WriteRequest, WriteResponse};

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

impl Operation for PutItem {
    const NAME: &'static str = "PutItem";
    const LAYER: RequestLayer = RequestLayer::Newest;
    const ONE_VIOLATION: bool = true;
    type Response = WriteResponse;

    fn decode(fields: &mut Fields) -> PutItem {
        fields.require("Item");
        PutItem {
            write: WriteRequest::decode(fields, &["Expected", "ConditionalOperator"]),
            item: Arc::new(fields.item("Item").unwrap_or_default()),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.bind()?;
        let definition = &database.table(table_name_of(&self.write.table))?.definition;
        bytes_of_item(&definition.key, &self.item)?;
        let source = Source { table: definition.name.clone(), index: None };
        Ok(Plan::OneItem { source, key: definition.key.key_of(&self.item) })
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<WriteResponse>, DynamoError> {
        let condition = self.bind()?;
        let table = context.table(table_name_of(&self.write.table))?;
        let definition = &table.definition;
        let key = bytes_of_item(&definition.key, &self.item)?;
        check_index_keys(table, &self.item)?;
        context.trace.emit(|| {
            EventKind::Planned(Plan::OneItem {
                source: Source { table: definition.name.clone(), index: None },
                key: definition.key.key_of(&self.item),
            })
        });
        context.trace_route(table, key.as_slice());
        context.refuse_held_item(table, &key, &self.item)?;
        let before = table.items.get(&key);
        let before = before.as_ref();
        let after_bytes = self.item.size_bytes();
        self.write.check_condition(context, table, &key, condition.as_ref(), before, after_bytes)?;
        let write = ItemWrite { table, key, before: before.cloned(), after: Some(self.item.clone()) };
        let writes = write.settle(context)?;
        let attributes = match self.write.return_values {
            ReturnValues::AllOld => before.cloned(),
            _ => None,
        };
        let response = self.write.response(context, table, &self.item, attributes);
        Ok(Step::Done(response, writes))
    }

    #[cfg(feature = "complete")]
    fn tables_mut(&mut self) -> Vec<&mut String> {
        vec![&mut self.write.table]
    }

    #[cfg(feature = "complete")]
    fn touched(&self, _: &Database) -> Vec<Touched> {
        vec![self.write.touched(Self::NAME, &self.item)]
    }

    fn encode(response: &WriteResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
