//! Dynalab.DescribePartitions: the partitions of a table or global index, with their items and their consumed and throttled
//! capacity.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::{IndexDefinition, IndexKind, Table};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::contract::{Call, encode, partitions as contract};
use crate::partition::describe_partitions;

/// The maximum number of parts of the hash range.
const SLICES_MAX: i64 = 360;

/// A DescribePartitions request.
#[derive(Clone, Debug)]
pub struct DescribePartitions {
    table: String,
    index: Option<String>,
    /// The number of equal parts of the hash range for which items are counted. `None` if not requested.
    hash_slices: Option<u64>,
}

impl DescribePartitions {
    /// Finds the table or global index. Local indexes have no partitions of their own.
    fn find<'a>(
        &self,
        database: &'a Database,
    ) -> Result<(&'a Table, Option<&'a IndexDefinition>), DynamoError> {
        let table = database.described_table(table_name_of(&self.table))?;
        let Some(name) = &self.index else { return Ok((table, None)) };
        let index = table.definition.index(name).filter(|index| index.kind == IndexKind::Global);
        match index {
            Some(index) => Ok((table, Some(index))),
            None => Err(ControlError::NotFound { what: "global index", name: name.clone() }.into()),
        }
    }
}

impl Operation<Complete> for DescribePartitions {
    const NAME: &'static str = <contract::DescribePartitions as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = contract::PartitionsDescription;

    fn decode(fields: &mut Fields) -> DescribePartitions {
        let hash_slices = fields.integer_between("HashSlices", "Integer", 1, Some(SLICES_MAX));
        DescribePartitions {
            table: fields.table_name(),
            index: fields.text("IndexName"),
            hash_slices: hash_slices.and_then(|slices| u64::try_from(slices).ok()),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.find(database).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<contract::PartitionsDescription>, DynamoError> {
        let (table, index) = self.find(context.database)?;
        Ok(Step::Done(describe_partitions(context, table, index, self.hash_slices), WriteSet::default()))
    }

    fn encode(response: &contract::PartitionsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
