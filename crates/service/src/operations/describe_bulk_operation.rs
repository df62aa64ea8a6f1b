//! DescribeBulkOperation: returns the status and progress of a bulk operation.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, TransferError, TransferKind};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::transfer::bulk::BulkPut;
use crate::transfer::job::kept_arn;

/// A DescribeBulkOperation request.
#[derive(Clone, Debug)]
pub struct DescribeBulkOperation {
    arn: String,
}

pub(crate) fn decode_arn(fields: &mut Fields) -> String {
    fields.require("BulkOperationArn");
    fields.text_of_length("BulkOperationArn", 37, 1024).unwrap_or_default()
}

/// Returns the operation with this ARN.
pub(crate) fn find(arn: &str, context: &Context) -> Result<BulkPut, DynamoError> {
    let kept = kept_arn(arn, TransferKind::BulkOperation, context.config)?;
    let missing = || TransferError::NotFound { kind: TransferKind::BulkOperation, arn: arn.to_owned() };
    BulkPut::find(context.database, &kept).ok_or_else(|| missing().into())
}

impl Operation<Complete> for DescribeBulkOperation {
    const NAME: &'static str = "DescribeBulkOperation";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = Box<BulkPut>;

    fn decode(fields: &mut Fields) -> DescribeBulkOperation {
        DescribeBulkOperation { arn: decode_arn(fields) }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Box<BulkPut>>, DynamoError> {
        Ok(Step::Done(Box::new(find(&self.arn, context)?), WriteSet::default()))
    }

    fn encode(response: &Box<BulkPut>, body: &mut ObjectWriter) {
        body.object("BulkOperationDescription", |object| response.encode(object));
    }
}
