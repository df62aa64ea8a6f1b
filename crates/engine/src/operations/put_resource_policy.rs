//! PutResourcePolicy: gives a table or a stream a policy, or another one. It is kept and shown; nobody asks it.

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::resource_policy::{PolicyHolder, ResourcePolicy, check_document};

#[derive(Clone, Debug)]
pub struct PutResourcePolicy {
    arn: String,
    document: String,
    expected_revision: Option<String>,
}

impl PutResourcePolicy {
    fn check(&self, database: &Database) -> Result<PolicyHolder, DynamoError> {
        let holder = PolicyHolder::find(database, &self.arn)?;
        check_document(&self.document, &self.arn)?;
        holder.expect(&self.arn, self.expected_revision.as_deref())?;
        Ok(holder)
    }
}

impl Operation for PutResourcePolicy {
    const NAME: &'static str = "PutResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    /// The revision.
    type Response = u64;

    fn decode(fields: &mut Fields) -> PutResourcePolicy {
        fields.require("ResourceArn");
        fields.require("Policy");
        fields.boolean("ConfirmRemoveSelfResourceAccess");
        PutResourcePolicy {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            document: fields.text("Policy").unwrap_or_default(),
            expected_revision: fields.text_of_length("ExpectedRevisionId", 1, 255),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.check(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<u64>, DynamoError> {
        let PolicyHolder { key, policy } = self.check(context.database)?;
        let policy = ResourcePolicy::following(policy, &self.document, context.now);
        let writes = WriteSet::of(Change::record(key, Some(policy.to_bytes())));
        Ok(Step::Done(policy.revision, writes))
    }

    fn encode(revision: &u64, body: &mut ObjectWriter) {
        body.text("RevisionId", &revision.to_string());
    }
}
