//! CancelBulkOperation: stops a bulk operation. Items that are not written yet are not written.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::operations::describe_bulk_operation::{decode_arn, find};
use crate::transfer::job::external_work_change;

/// A CancelBulkOperation request.
#[derive(Clone, Debug)]
pub struct CancelBulkOperation {
    arn: String,
}

/// The response of CancelBulkOperation.
#[derive(Debug)]
pub struct CancelBulkOperationResponse {
    arn: String,
    status: &'static str,
}

impl Operation<Complete> for CancelBulkOperation {
    const NAME: &'static str = "CancelBulkOperation";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = CancelBulkOperationResponse;

    fn decode(fields: &mut Fields) -> CancelBulkOperation {
        CancelBulkOperation { arn: decode_arn(fields) }
    }

    reads_nothing!();

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<CancelBulkOperationResponse>, DynamoError> {
        let bulk = find(&self.arn, context)?;
        let arn = bulk.arn.to_string();
        // A finished operation keeps its status.
        let (status, writes) = match bulk.is_in_progress() {
            true => {
                let mut writes = WriteSet::from_change(external_work_change(&bulk.arn, false));
                writes.changes.extend(bulk.cancelled(context.now, context.database));
                ("CANCELLING", writes)
            }
            false => (bulk.progress.name(), WriteSet::default()),
        };
        Ok(Step::Done(CancelBulkOperationResponse { arn, status }, writes))
    }

    fn encode(response: &CancelBulkOperationResponse, body: &mut ObjectWriter) {
        body.text("BulkOperationArn", &response.arn);
        body.text("BulkOperationStatus", response.status);
    }
}
