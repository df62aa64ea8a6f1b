//! ListGlobalTables, version 2017.11.29: always returns an empty list.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};

/// A ListGlobalTables request.
#[derive(Clone, Debug)]
pub struct ListGlobalTables;

impl Operation<Complete> for ListGlobalTables {
    const NAME: &'static str = "ListGlobalTables";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ();

    fn decode(fields: &mut Fields) -> ListGlobalTables {
        fields.index_name("ExclusiveStartGlobalTableName");
        fields.integer_between("Limit", "Integer", 1, None);
        fields.text("RegionName");
        ListGlobalTables
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<()>, DynamoError> {
        Ok(Step::Done((), WriteSet::default()))
    }

    fn encode((): &(), body: &mut ObjectWriter) {
        body.objects("GlobalTables", [(); 0], |_, ()| ());
    }
}
