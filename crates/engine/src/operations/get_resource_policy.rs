//! GetResourcePolicy: the policy of a table or a stream, as it was written, and its revision.

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, PolicyError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::resource_policy::{PolicyHolder, ResourcePolicy};

#[derive(Clone, Debug)]
pub struct GetResourcePolicy {
    arn: String,
}

impl GetResourcePolicy {
    fn policy(&self, database: &Database) -> Result<ResourcePolicy, DynamoError> {
        let policy = PolicyHolder::find(database, &self.arn)?.policy;
        policy.ok_or_else(|| PolicyError::NotFound { arn: self.arn.clone() }.into())
    }
}

impl Operation for GetResourcePolicy {
    const NAME: &'static str = "GetResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = ResourcePolicy;

    fn decode(fields: &mut Fields) -> GetResourcePolicy {
        fields.require("ResourceArn");
        GetResourcePolicy { arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default() }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.policy(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<ResourcePolicy>, DynamoError> {
        Ok(Step::Done(self.policy(context.database)?, WriteSet::default()))
    }

    fn encode(policy: &ResourcePolicy, body: &mut ObjectWriter) {
        body.text("Policy", &policy.document);
        body.text("RevisionId", &policy.revision.to_string());
    }
}
