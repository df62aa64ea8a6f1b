//! GetResourcePolicy: returns the policy of a table or a stream in its canonical form, and its revision.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::resource_policy::{PolicyHolder, ResourcePolicy};

/// A GetResourcePolicy request.
#[derive(Clone, Debug)]
pub struct GetResourcePolicy {
    arn: String,
}

impl Operation<Complete> for GetResourcePolicy {
    const NAME: &'static str = "GetResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    type Response = ResourcePolicy;

    fn decode(fields: &mut Fields) -> GetResourcePolicy {
        fields.require("ResourceArn");
        GetResourcePolicy { arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default() }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ResourcePolicy>, DynamoError> {
        let holder = PolicyHolder::parse(&self.arn, context.config)?;
        let policy = holder.find(context.database)?;
        let policy = holder.shown(context, policy).filter(|policy| policy.document.is_some());
        let policy = policy.ok_or_else(|| holder.not_found())?;
        Ok(Step::Done(policy, WriteSet::default()))
    }

    fn encode(policy: &ResourcePolicy, body: &mut ObjectWriter) {
        body.text("Policy", &policy.to_json());
        body.text("RevisionId", &policy.revision.to_string());
    }
}
