//! DescribeImport: returns the status and progress of an import.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, TransferError, TransferKind};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::operations::import_table::DescribedImport;
use crate::transfer::import::Import;
use crate::transfer::job::kept_arn;

/// A DescribeImport request.
#[derive(Clone, Debug)]
pub struct DescribeImport {
    arn: String,
}

impl Operation<Complete> for DescribeImport {
    const NAME: &'static str = "DescribeImport";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = Box<DescribedImport>;

    fn decode(fields: &mut Fields) -> DescribeImport {
        fields.require("ImportArn");
        DescribeImport { arn: fields.text_of_length("ImportArn", 37, 1024).unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Box<DescribedImport>>, DynamoError> {
        let arn = kept_arn(&self.arn, TransferKind::Import, context.config)?;
        let missing = || TransferError::NotFound { kind: TransferKind::Import, arn: self.arn.clone() };
        let import = Import::find(context.database, &arn).ok_or_else(missing)?;
        Ok(Step::Done(Box::new(DescribedImport::new(import, context)), WriteSet::default()))
    }

    fn encode(response: &Box<DescribedImport>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
