//! DescribeExport: returns the status and progress of an export.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, TransferError, TransferKind};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::transfer::export::Export;
use crate::transfer::job::kept_arn;

/// A DescribeExport request.
#[derive(Clone, Debug)]
pub struct DescribeExport {
    arn: String,
}

impl Operation<Complete> for DescribeExport {
    const NAME: &'static str = "DescribeExport";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = Box<Export>;

    fn decode(fields: &mut Fields) -> DescribeExport {
        fields.require("ExportArn");
        DescribeExport { arn: fields.text_of_length("ExportArn", 37, 1024).unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Box<Export>>, DynamoError> {
        let arn = kept_arn(&self.arn, TransferKind::Export, context.config)?;
        let missing = || TransferError::NotFound { kind: TransferKind::Export, arn: self.arn.clone() };
        let export = Export::find(context.database, &arn).ok_or_else(missing)?;
        Ok(Step::Done(Box::new(export), WriteSet::default()))
    }

    fn encode(response: &Box<Export>, body: &mut ObjectWriter) {
        body.object("ExportDescription", |object| response.encode(object));
    }
}
